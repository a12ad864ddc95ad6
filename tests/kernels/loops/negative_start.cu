//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The loop runs from -t to t: cells t + i of different threads overlap.
__global__ void k(int *a) {
    int t = threadIdx.x;
    for (int i = -t; i <= t; i += 2) a[t + i] = 1; //~ ERROR race
}
