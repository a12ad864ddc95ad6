//@ flags: --block 32 --grid 1
//@ verdict: races=refuted assertions=!refuted
// The barrier with the invariant is passed only when n is positive.
__global__ void branch(int *out, const int *in, int n) {
    __shared__ int a[32];
    a[threadIdx.x] = n > 0 ? (int)threadIdx.x : in[threadIdx.x];
    if (n > 0) {
        __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x);
        __syncthreads();
    }
    out[a[threadIdx.x]] = threadIdx.x; //~ ERROR race
}
