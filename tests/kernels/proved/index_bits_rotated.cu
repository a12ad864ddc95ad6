//@ flags: --block 128 --grid 1
//@ verdict: races=proved
// The low six bits of the thread, rotated by two.
__global__ void k(unsigned char *out, const unsigned char *in) {
    unsigned t = threadIdx.x;
    unsigned p = (t & ~63u) | ((t & 15u) << 2) | ((t & 48u) >> 4);
    out[p + 128 * (in[t] & 63u)] = t;
}
