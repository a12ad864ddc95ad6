//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Without `other > tid` both threads of a pair load and store its cells.
__global__ void k(int *a) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = a[tid];
    __syncthreads();
    for (int j = 32; j > 0; j /= 2) {
        int other = tid ^ j;
        int v = s[tid];   //~ ERROR race
        int w = s[other]; //~ ERROR race
        s[tid] = w;       //~ ERROR race
        s[other] = v;     //~ ERROR race
        __syncthreads();
    }
    a[tid] = s[tid];
}
