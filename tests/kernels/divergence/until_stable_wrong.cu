//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// Without the first barrier of the body the clear of the next round meets the loads of the loop condition.
__global__ void k(int *a, const int *next) {
    __shared__ int changed;
    int t = threadIdx.x, v = a[t];
    do {
        if (t == 0) changed = 0; //~ ERROR race
        __syncthreads();
        int w = next[v & 63];
        if (w != v) atomicExch(&changed, 1);
        v = w;
        __syncthreads();
    } while (changed);           //~ ERROR race
    a[t] = v;
}
