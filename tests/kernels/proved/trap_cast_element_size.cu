//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// An int of the view covers two shorts: element gid of the view is elements 2*gid and 2*gid+1 of the array.
__global__ void k(short *p) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int *q = (int *)p;
    q[gid] = gid;
    p[2 * gid + 1] = 3;
}
