//@ flags: --block 256 --grid 1
//@ verdict: races=refuted divergence=proved
// Doubling in an unsigned char loses the top bit: threads t and t + 128 meet.
__global__ void k(int *a) {
    unsigned char i = (unsigned char)(threadIdx.x * 2);
    a[i] = 1; //~ ERROR race
}
