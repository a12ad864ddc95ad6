//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// A rotation by a uniform offset modulo the block size.
__global__ void k(int *a, unsigned shift) {
    __requires(shift < 64u);
    a[(threadIdx.x + shift) % 64] = 1;
}
