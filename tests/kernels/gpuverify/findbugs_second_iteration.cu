//@ flags: --block 64 --grid 1 --loop-unwind 2
//@ verdict: races=refuted divergence=unknown
// The second iteration reads what the neighbour has written in the first.
__global__ void k(int *a, int n) {
    __shared__ int s[65];
    for (int i = 0; i < n; i++) {
        if (i == 1)
            a[threadIdx.x] = s[threadIdx.x + 1]; //~ ERROR race
        s[threadIdx.x] = i; //~ ERROR race
    }
}
