//@ revisions: good other_bucket no_fence freed_early
//@ verdict: races=proved
//[other_bucket]@ verdict: races=refuted
//[no_fence]@ verdict: races=refuted
//[freed_early]@ verdict: races=refuted
// A lock for each bucket; a thread tries until it had its turn.
__global__ void k(const int *keys, int *locks, int *buckets) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int bucket = keys[i] & 15;
    for (bool done = false; !done;) {
        if (atomicCAS(&locks[bucket], 0, 1) == 0) {
#ifndef no_fence
            __threadfence();
#endif
#ifdef freed_early
            atomicExch(&locks[bucket], 0);
#endif
#ifdef other_bucket
            buckets[bucket / 2] += 1;  //[other_bucket]~ ERROR race
#else
            buckets[bucket] += 1;  //[no_fence,freed_early]~ ERROR race
#endif
#ifndef no_fence
            __threadfence();
#endif
#ifndef freed_early
            atomicExch(&locks[bucket], 0);
#endif
            done = true;
        }
    }
}
