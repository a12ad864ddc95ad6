//@ revisions: good bad
//[good]@ flags: --block 64 --grid 4
//[bad]@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: `i != 4` runs i = 0..3: each thread has four cells of its own.
// bad: i = 4 of thread t and i = 0 of thread t+1 meet in cell 4t+4.
__global__ void k(int *a) {
#ifdef bad
    for (int i = 0; i != 5; i++) a[threadIdx.x * 4 + i] = i; //[bad]~ ERROR race
#else
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i != 4; i++) a[gid * 4 + i] = i;
#endif
}
