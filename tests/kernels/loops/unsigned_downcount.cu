//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// `i < 8` fails once i wraps below 0: i is 7, 6, ..., 0.
__global__ void k(int *a) {
    for (unsigned i = 7; i < 8; i--) a[i * 64 + threadIdx.x] = i;
}
