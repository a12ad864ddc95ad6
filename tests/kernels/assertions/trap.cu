//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved bounds=proved assertions=proved
//[bad]@ verdict: races=proved divergence=proved bounds=proved assertions=refuted
// A thread that traps accesses nothing afterwards, and aborts the launch: no trap is reached in a right one.
#define CHECK(condition)            \
    do {                            \
        if (!(condition)) {         \
            printf("failed\n");     \
            __trap();               \
        }                           \
    } while (0)
#ifdef bad
#define LIMIT 63
#else
#define LIMIT 64
#endif
__global__ void k(int *a) {
    __shared__ int s[LIMIT];
    CHECK(threadIdx.x < LIMIT); //[bad]~ ERROR assert
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) a[0] = s[LIMIT - 1];
}
