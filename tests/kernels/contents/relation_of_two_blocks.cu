//@ flags: --block 64 --grid 2
//@ verdict: assertions=!proved
// Each block has a thread 4.
__global__ void k(int *out) {
    __assert(__implies(threadIdx.x == 4, __other_int(threadIdx.x) != 4));
}
