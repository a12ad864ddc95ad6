//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ kernel: k races=refuted
//[bad]@ kernel: order assertions=refuted
// The other constructor runs first, with the default initialisers of members.
struct Slice {
    int *p;
    int at;
    int steps = 1;
    __device__ Slice(int *q, int i) : p(q), at(i) { steps *= 10; }
    __device__ explicit Slice(int *q) : Slice(q, threadIdx.x) {
        steps += 1;
#ifdef bad
        at /= 2;
#endif
    }
    __device__ Slice(const Slice &other, int by) : Slice(other) { at += by; }
};
__global__ void k(int *a) {
    Slice s(a);
    s.p[s.at] = 1; //[bad]~ ERROR race
}
__global__ void order(int *a) {
    Slice s(a), t(s, 64);
    assert(t.steps == 11 && t.at == threadIdx.x + 64); //[bad]~ ERROR assert
}
