//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Thread 0 and thread 1 touch different bytes of a[0]; everybody else has a cell of their own.
struct Pair { int x, y; };
__global__ void k(Pair *a) {
    int tid = threadIdx.x;
    if (tid == 0) a[0].x = 7;
    else if (tid == 1) a[0].y = 8;
    else { a[tid].x = tid; a[tid].y = -tid; }
}
