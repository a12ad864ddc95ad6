//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The reference is bound to one of two pointers; moving it moves that pointer, for n <= 0 q.
__global__ void k(int *a, int *b, int n) {
    int *p = a + threadIdx.x, *q = b + threadIdx.x;
    int *&r = n > 0 ? p : q;
    r = a;
    *p = threadIdx.x; //~ ERROR race
    *q = 2; //~ ERROR race
}
