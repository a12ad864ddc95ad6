//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The loop ends when a shared flag stays clear; everybody reads it between the same two barriers.
__global__ void k(int *a, const int *next) {
    __shared__ int changed;
    int t = threadIdx.x, v = a[t];
    do {
        __syncthreads();
        if (t == 0) changed = 0;
        __syncthreads();
        int w = next[v & 63];
        if (w != v) atomicExch(&changed, 1);
        v = w;
        __syncthreads();
    } while (changed);
    a[t] = v;
}
