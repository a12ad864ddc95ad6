//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Multiplication by an odd constant is injective modulo 2^32, wrap-around or not.
__global__ void k(char *a) {
    unsigned i = threadIdx.x * 2654435761u;
    a[i] = 1;
}
