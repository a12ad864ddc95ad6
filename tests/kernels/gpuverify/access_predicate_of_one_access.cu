//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=refuted
// The second of two stores is elsewhere.
__global__ void k(int *out) {
    int t = threadIdx.x;
    out[t] = 1;
    out[t + 64] = 2;
    __assert(__implies(__write(out), __write_offset_bytes(out) / sizeof(int) == t)); //~ ERROR assert
}
