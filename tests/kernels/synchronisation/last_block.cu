//@ revisions: good guide no_fence too_early twice two_dimensions
//@ verdict: races=proved
//[no_fence]@ verdict: races=refuted
//[too_early]@ verdict: races=refuted
//[twice]@ verdict: races=refuted
//[two_dimensions]@ verdict: races=refuted
// The last block to finish adds what all blocks have left.
__device__ unsigned count = 0;
#ifdef guide
// Form of the programming guide: the partial results are volatile.
#define RESULTS volatile int *
#else
#define RESULTS int *
#endif
__global__ void k(const int *in, RESULTS partial, int *out) {
    __shared__ bool is_last;
    int block = blockIdx.x;
#ifdef two_dimensions
    block += gridDim.x * blockIdx.y;
#endif
    if (threadIdx.x == 0) {
        partial[block] = in[block];  //[no_fence,too_early,twice,two_dimensions]~ ERROR race
#ifndef no_fence
        __threadfence();
#endif
        unsigned value = atomicInc(&count, gridDim.x);  //[too_early,twice,two_dimensions]~ ERROR race
#ifdef twice
        value = atomicInc(&count, gridDim.x);  //[twice]~ ERROR race
#endif
#ifdef too_early
        is_last = value + 2 == gridDim.x;
#else
        is_last = value == gridDim.x - 1;
#endif
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        __threadfence();
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++) sum += partial[b];  //[no_fence,too_early,twice,two_dimensions]~ ERROR race
        *out = sum;  //[too_early,twice,two_dimensions]~ ERROR race
        count = 0;  //[too_early,twice,two_dimensions]~ ERROR race
    }
}
