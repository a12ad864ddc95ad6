//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: bounds=proved
//[bad]@ verdict: bounds=refuted
// good: `p` is 5 or 6.
// bad: `p` is 5 or 6, and the array ends in front of 6.
#ifdef bad
#define SIZE 6
#else
#define SIZE 7
#endif
__global__ void k(int n) {
    __shared__ int s[SIZE][32];
    unsigned p = 5;
    for (int i = 0; i < n; i++) {
        s[p][threadIdx.x] = i; //[bad]~ ERROR bounds
        p ^= 3u;
    }
}
