//@ flags: --block 64 --grid 2
//@ verdict: races=refuted divergence=proved
// The offset array is volatile and stored by another block: two threads of one block may load different values.
__global__ void k(int *a, volatile int *offset) {
    int t = threadIdx.x;
    if (blockIdx.x == 1) {
        if (t == 0) offset[0] = 1;   //~ ERROR race
    } else {
        a[offset[0] + t] = 1;        //~ ERROR race
    }
}
