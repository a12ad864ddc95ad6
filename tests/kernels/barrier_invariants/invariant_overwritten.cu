//@ flags: --block 32 --grid 1
//@ verdict: races=refuted assertions=!refuted
// The invariant holds at the barrier, and the cells are changed before they are read.
__global__ void changed(int *out, const int *in) {
    __shared__ int a[32];
    a[threadIdx.x] = threadIdx.x;
    __barrier_invariant_2(a[threadIdx.x] == threadIdx.x, threadIdx.x, 31 - threadIdx.x);
    __syncthreads();
    a[31 - threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[a[threadIdx.x]] = threadIdx.x; //~ ERROR race
}
