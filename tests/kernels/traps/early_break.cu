//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// All threads but thread 0 leave the loop before the store to a[0].
__global__ void k(int *a) {
    int tid = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        if (tid > 0) {
            a[tid] = i;
            break;
        }
        a[0] = i;
    }
}
