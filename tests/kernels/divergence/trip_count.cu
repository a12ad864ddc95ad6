//@ flags: --block 64 --grid 1
//@ verdict: races=!refuted divergence=refuted
// Thread t passes the barrier t times.
__global__ void k(int *a) {
    int t = threadIdx.x;
    for (int i = 0; i < t; i++) {
        a[t] = i;
        __syncthreads(); //~ ERROR divergence
    }
}
