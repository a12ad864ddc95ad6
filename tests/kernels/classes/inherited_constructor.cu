//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ kernel: k races=refuted
//[bad]@ kernel: defaults assertions=refuted
// Arguments go to the constructor of the base; members of the derived class have their default initialisers.
struct Base {
    int x, y;
    __device__ Base(int a, int b = 2) : x(a), y(b) {}
    __device__ Base(int &changed, float) : x(changed), y(0) { changed = 9; }
};
struct Heir : Base {
    using Base::Base;
#ifdef bad
    int z = y;
#else
    int z = x + y;
#endif
};
struct Grandchild : Heir {
    using Heir::Heir;
    int last = 4;
};
__global__ void k(int *a) {
    Heir h(threadIdx.x, 1);
    a[h.z] = 1; //[bad]~ ERROR race
}
__global__ void defaults() {
    int n = 5;
    Grandchild g(3), c(n, 1.0f);
    assert(g.x == 3 && g.y == 2 && g.z == 5 && g.last == 4 && c.x == 5 && c.z == 5 && n == 9); //[bad]~ ERROR assert
}
