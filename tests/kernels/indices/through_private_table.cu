//@ revisions: good bad
//@ flags: --block 4 --grid 1
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// good: A permutation in a local array.
// bad: Two entries are equal.
__global__ void k(int *out) {
#ifdef bad
    int p[4] = {2, 0, 3, 2};
#else
    int p[4] = {2, 0, 3, 1};
#endif
    out[p[threadIdx.x]] = threadIdx.x; //[bad]~ ERROR race
}
