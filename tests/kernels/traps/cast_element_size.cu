//@ revisions: good bad
//[good]@ flags: --block 64 --grid 4
//[bad]@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: An int of the view covers two shorts: element gid of the view is elements 2*gid and 2*gid+1 of the array.
// bad: p[2] lies inside q[1]: the store of thread 2 meets the store of thread 1.
__global__ void k(short *p) {
#ifdef bad
    int tid = threadIdx.x;
#else
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
#endif
    int *q = (int *)p;
#ifdef bad
    q[tid] = tid; //[bad]~ ERROR race
    p[tid] = 3; //[bad]~ ERROR race
#else
    q[gid] = gid;
    p[2 * gid + 1] = 3;
#endif
}
