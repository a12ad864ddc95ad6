//@ flags: --block 2 --grid 1
//@ verdict: races=proved divergence=proved
// Thread 0 stores to even, thread 1 to odd cells, for any n.
__global__ void k(int *a, int n) {
    for (int i = threadIdx.x; i < n; i += 2) a[i] = i;
}
