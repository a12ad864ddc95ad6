//@ flags: --block 64 --grid 1
//@ verdict: races=!refuted divergence=refuted
// Thread t leaves the loop in round t.
__global__ void k(int *a) {
    int t = threadIdx.x;
    for (int i = 0; i < 100; i++) {
        if (i == t) break;
        a[t] = i;
        __syncthreads(); //~ ERROR divergence
    }
}
