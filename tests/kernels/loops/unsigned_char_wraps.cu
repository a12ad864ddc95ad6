//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// i is 0, 100, 200, 44, ...: a narrow counter wraps around, no assumption says otherwise.
__global__ void k(int *a) {
    for (unsigned char i = 0; i < 250; i += 100) {
        if (i == 44) a[0] = threadIdx.x; //~ ERROR race
    }
}
