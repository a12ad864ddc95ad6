//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// 200 is a value of the type: the second iteration is reached without wrapping around.
__global__ void k(int *a) {
    unsigned char i = 0;
    do {
        if (i == 200) a[0] = threadIdx.x; //~ ERROR race
        i += 200;
    } while (i == 200);
}
