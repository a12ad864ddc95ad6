//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// A uniform Collatz-like counter with a barrier: odd to even, no closed form; all threads see the same n.
__global__ void k(int *a, int n) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = 0;
    while (n > 1) {
        __syncthreads();
        int v = s[(tid + 1) % 64];
        __syncthreads();
        s[tid] = v + 1;
        n = (n % 2 == 0) ? n / 2 : n - 1;
    }
    a[tid] = s[tid];
}
