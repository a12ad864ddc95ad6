//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved divergence=proved bounds=proved
//[bad]@ verdict: races=refuted bounds=proved
// good: `p` alternates between 0 and 1, so one barrier an iteration separates the reads of a buffer from the next stores to it.
// bad: `p` stays 0: the stores of the next iteration meet the reads of this one.
__global__ void k(int *a, int n) {
    __shared__ int s[2][32];
    int p = 0;
    for (int i = 0; i < n; i++) {
        s[p][threadIdx.x] = i; //[bad]~ ERROR race
        __syncthreads();
        a[threadIdx.x] += s[p][31 - threadIdx.x]; //[bad]~ ERROR race
#ifndef bad
        p ^= 1;
#endif
    }
}
