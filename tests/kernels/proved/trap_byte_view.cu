//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Both views stay inside the four bytes of the thread's own element.
__global__ void k(int *a) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    char *c = (char *)a;
    a[gid] = 1;
    c[4 * gid + 3] = 2;
}
