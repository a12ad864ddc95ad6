//@ flags: --block 16 --grid 1
//@ verdict: races=refuted assertions=!proved
// The last store before the loop is broken out of is not that of a whole iteration.
__global__ void f(int *out, const int *in, int m) {
    __shared__ int a[16]; unsigned t = threadIdx.x;
    a[t] = t;
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < m; ++j) {
            __barrier_invariant_1(a[t] == t, t);
            __syncthreads();
            if (j == 2) { a[t] = 0; break; }
            a[t] = t;
        }
        __syncthreads();
        out[32 * i + a[t]] = t; //~ ERROR race
        __syncthreads();
        a[t] = t;
    }
}
