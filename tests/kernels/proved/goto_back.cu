//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// A loop made of a label and a jump back.
__global__ void k(int *a) {
    int i = 0;
again:
    a[threadIdx.x * 4 + i] = i;
    if (++i < 4) goto again;
}
