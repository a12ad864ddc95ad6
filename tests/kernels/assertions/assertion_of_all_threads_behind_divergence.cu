//@ flags: --block 64
//@ verdict: divergence=refuted assertions=unknown
//@ kernel: all_come divergence=proved assertions=proved
//@ kernel: by_invariant divergence=refuted assertions=unknown
// What is asserted of all threads behind a barrier is checked of those that come. It holds of all only where the barrier does not diverge.
__global__ void some_come(int *out) {
    int v = 0;
    if (threadIdx.x < 32) {
        v = 1;
        __syncthreads();  //~ ERROR divergence
        //@ assert \forall t : thread; v@t == 1;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void all_come(int *out) {
    int v = 1;
    __syncthreads();
    //@ assert \forall t : thread; v@t == 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void by_invariant(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 32) {
        //@ barrier invariant s[threadIdx.x] == threadIdx.x;
        __syncthreads();  //~ ERROR divergence
        out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
    }
}
