//@ flags: --block 64 --grid 1
//@ verdict: assertions=!proved
// The other thread may have left the loop.
__global__ void k(int *out) {
    for (int i = 0; i < (int)threadIdx.x; i++) __assert(__uniform_int(i));
}
