//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Only thread 0 ever sets its flag.
// bad: The flag is clear in round 0 only; from round 1 on all threads store.
__global__ void k(int *a) {
    bool again = false;
    for (int r = 0; r < 2; r++) {
        if (again) a[0] = threadIdx.x; //[bad]~ ERROR race
#ifdef bad
        again = true;
#else
        again = threadIdx.x == 0;
#endif
    }
}
