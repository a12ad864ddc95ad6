//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// The same index of a local array is another value in each thread.
__global__ void k(int *out, int n) {
    int v[2];
    int t = threadIdx.x;
    v[0] = t;
    v[1] = n;
    if (v[n & 1] > 5) __syncthreads(); //~ ERROR divergence
    out[t] = 1;
    __syncthreads();
    out[t] += 1;
}
