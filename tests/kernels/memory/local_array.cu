//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// A local array belongs to one thread: equal indices do not meet.
__global__ void k(const int *in, int *out) {
    int v[4];
    int g = blockIdx.x * 64 + threadIdx.x;
    for (int i = 0; i < 4; i++) v[i] = in[g] + i;
    v[in[g] & 3] = 0;
    out[g] = v[0] + v[1] + v[2] + v[3];
}
