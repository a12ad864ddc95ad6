//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=proved
// Equal floats have equal bytes, whichever way they were made.
__global__ void k(const float *in, float *out) {
    float a[2], b;
    a[1] = in[threadIdx.x] + 1.0f;
    b = in[threadIdx.x] + 1.0f;
    char *p = (char *)&a[1], *q = (char *)&b;
    __assert(p[0] == q[0] & p[3] == q[3]);
    out[threadIdx.x] = a[1];
}
