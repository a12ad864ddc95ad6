//@ revisions: good no_release no_acquire block_fence behind wrong_side
//@ flags: --block 32 --grid 3
//@ verdict: races=proved
//[no_release]@ verdict: races=refuted
//[no_acquire]@ verdict: races=inconclusive
//[block_fence]@ verdict: races=refuted
//[behind]@ verdict: races=refuted
//[wrong_side]@ verdict: races=refuted
// Thread 0 of block 0 gives a number to thread 0 of block 1. A simulation takes an atomic for an acquiring one, so that the missing fence of the reader
// is not refuted.
__global__ void k(int *data, int *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
#ifdef wrong_side
        __threadfence();
#endif
#ifdef behind
        __threadfence();
        atomicExch(flag, 1);
#endif
        data[0] = 7;  //[no_release,block_fence,behind,wrong_side]~ ERROR race
#if !defined(no_release) && !defined(block_fence) && !defined(wrong_side) && !defined(behind)
        __threadfence();
#endif
#ifdef block_fence
        __threadfence_block();
#endif
#ifndef behind
        atomicExch(flag, 1);
#endif
    }
    if (threadIdx.x == 0 && blockIdx.x == 1 && atomicAdd(flag, 0) == 1) {
#ifndef no_acquire
        __threadfence();
#endif
        out[0] = data[0];  //[no_release,block_fence,behind,wrong_side]~ ERROR race
    }
}
