//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Unstructured control flow.
__global__ void k(int *a) {
    int i = 0;
again:
    a[threadIdx.x * 4 + i] = i;
    if (++i < 4) goto again;
}
