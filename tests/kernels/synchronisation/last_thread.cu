//@ revisions: good one_short
//@ verdict: races=proved
//[one_short]@ verdict: races=refuted
// The last of all threads reads what all have written.
__global__ void k(const int *in, int *copy, unsigned *done, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    copy[i] = in[i];  //[one_short]~ ERROR race
    __threadfence();
#ifdef one_short
    if (atomicAdd(done, 1) + 2 == gridDim.x * blockDim.x) {
#else
    if (atomicAdd(done, 1) == gridDim.x * blockDim.x - 1) {
#endif
        __threadfence();
        for (int j = 0; j < n; j++) out[j] = copy[j];  //[one_short]~ ERROR race
    }
}
