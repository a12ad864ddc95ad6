//@ revisions: good bad
//@ flags: --block 128 --grid 1
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// good: The low six bits of the thread, rotated by two.
// bad: The bits 1 and 2 come from two places each.
__global__ void k(unsigned char *out, const unsigned char *in) {
    unsigned t = threadIdx.x;
#ifdef bad
    unsigned p = (t & ~63u) | ((t & 15u) << 1) | ((t & 48u) >> 4);
#else
    unsigned p = (t & ~63u) | ((t & 15u) << 2) | ((t & 48u) >> 4);
#endif
    out[p + 128 * (in[t] & 63u)] = t; //[bad]~ ERROR WP0101
}
