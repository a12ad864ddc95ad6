//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// Each iteration makes the thread's own bound greater.
__global__ void k(int *out) {
    __shared__ int bound[64];
    int t = threadIdx.x;
    bound[t] = 2;
    for (int i = 0; i < bound[t]; i++) {
        out[2 * t + i] = t; //~ ERROR race
        if (i == 0) bound[t] = 3;
    }
}
