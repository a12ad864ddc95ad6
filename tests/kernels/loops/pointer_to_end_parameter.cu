//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive|refuted
// In truth a race: `end` is behind the last element of `a`, so the loop ends with p past the first one.
__global__ void k(const int *a, const int *end, int *out) {
    const int *p = a;
    for (; p != end; p++) {
    }
    if (p != a) out[0] = threadIdx.x;
}
