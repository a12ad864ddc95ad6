//@ flags: --block 512 --grid 1
//@ verdict: races=refuted divergence=proved
// The index is reduced modulo 256: threads t and t + 256 meet.
__global__ void k(int *a) {
    unsigned char i = threadIdx.x;
    a[i] = 1; //~ ERROR race
}
