//@ flags: --block 128 --grid 1
//@ verdict: races=refuted
// The bits 1 and 2 come from two places each.
__global__ void k(unsigned char *out, const unsigned char *in) {
    unsigned t = threadIdx.x;
    unsigned p = (t & ~63u) | ((t & 15u) << 1) | ((t & 48u) >> 4);
    out[p + 128 * (in[t] & 63u)] = t; //~ ERROR WP0101
}
