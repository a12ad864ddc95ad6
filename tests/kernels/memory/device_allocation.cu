//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Objects made by the kernel are not modelled.
__global__ void k(int **out) {
    int *p = new int[4];
    p[0] = threadIdx.x;
    out[threadIdx.x] = p;
}
