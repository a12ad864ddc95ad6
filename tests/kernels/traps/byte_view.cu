//@ revisions: good bad
//[good]@ flags: --block 64 --grid 4
//[bad]@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Both views stay inside the four bytes of the thread's own element.
// bad: Byte 64 of the array is the first byte of a[16], which thread 16 stores.
__global__ void k(int *a) {
#ifndef bad
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
#endif
    char *c = (char *)a;
#ifdef bad
    a[threadIdx.x] = 1; //[bad]~ ERROR race
    if (threadIdx.x == 0) c[64] = 2; //[bad]~ ERROR race
#else
    a[gid] = 1;
    c[4 * gid + 3] = 2;
#endif
}
