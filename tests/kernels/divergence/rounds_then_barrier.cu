//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// Thread t makes t rounds; threads that are done wait at the barrier behind the loop.
__global__ void k(int *a) {
    int t = threadIdx.x;
    for (int i = 0; i < t; i++) {
        a[t] = i;
        __syncthreads(); //~ ERROR divergence
    }
    __syncthreads();
    a[t] += 1;
}
