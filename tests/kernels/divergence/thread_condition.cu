//@ flags: --block 64 --grid 1
//@ verdict: races=!refuted divergence=refuted
// Both sides have a barrier, but not the same one: threads wait at different places.
__global__ void k(int *a) {
    int t = threadIdx.x;
    if (t % 2 == 0) {
        a[t] = 1;
        __syncthreads(); //~ ERROR divergence
    } else {
        a[t] = 2;
        __syncthreads(); //~ ERROR divergence
    }
}
