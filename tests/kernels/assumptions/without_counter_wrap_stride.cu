//@ flags: --block 64 --grid 1 --without no-counter-wrap
//@ verdict: races=refuted
//@ gap: races=inconclusive a candidate is found, but no run confirms it
// Two steps of 2^31 + 1 add up to 2 modulo 2^32: the element of the thread after the next.
__global__ void k(char *a, unsigned n) {
    for (unsigned i = threadIdx.x; i < n; i += 0x80000001u)
        a[i] = 1;
}
