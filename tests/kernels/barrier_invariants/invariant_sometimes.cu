//@ flags: --block 16 --grid 1
//@ verdict: races=refuted assertions=refuted
// The input decides in which iterations the cells keep what they hold.
__global__ void f(int *out, const int *in, int m) {
    __shared__ int a[16]; unsigned t = threadIdx.x;
    a[t] = t;
    for (int i = 0; i < m; ++i) {
        __barrier_invariant_1(a[t] == t, t); //~ ERROR assert
        __syncthreads();
        out[32 * i + a[t]] = t; //~ ERROR race
        __syncthreads();
        if (in[i] > 0) a[t] = 1;
        if (in[i] > 7) a[t] = t;
    }
}
