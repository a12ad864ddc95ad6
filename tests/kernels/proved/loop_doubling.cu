//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// s = 1, 2, 4, ..., 32: cell s * 64 + tid has the thread as remainder modulo 64.
__global__ void k(int *a) {
    for (int s = 1; s < 64; s *= 2) a[s * 64 + threadIdx.x] = s;
}
