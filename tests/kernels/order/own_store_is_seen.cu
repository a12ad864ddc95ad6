//@ flags: --block 64 --grid 2
//@ verdict: races=proved divergence=proved assertions=proved
// A thread sees its own stores until the next barrier, the latest one of each cell.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 1;
    if (t % 2) s[t] = 2;
    int v = s[t];
    __assert(v == 1 + t % 2);
    out[blockIdx.x * 64 + t] = v;
    __assert(out[blockIdx.x * 64 + t] == v);
}
