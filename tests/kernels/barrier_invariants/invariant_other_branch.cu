//@ flags: --block 16 --grid 1
//@ verdict: races=refuted assertions=!refuted
// Only one branch has the barrier.
__global__ void f(int *out, const int *in, int m) {
    __shared__ int a[16]; unsigned t = threadIdx.x;
    a[t] = in[t];
    if (m > 0) {
        a[t] = t;
        __barrier_invariant_1(a[t] == t, t);
        __syncthreads();
        out[a[t]] = t;
    } else {
        out[a[t]] = t; //~ ERROR race
    }
}
