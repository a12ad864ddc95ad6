//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// The barrier is in a function that only some threads call.
__device__ void step(int *a, int t) {
    a[t] = t;
    __syncthreads(); //~ ERROR divergence
}
__global__ void k(int *a) {
    int t = threadIdx.x;
    if (t > 3) step(a, t);
}
