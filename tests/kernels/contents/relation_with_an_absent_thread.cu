//@ flags: --block 64 --grid 1
//@ verdict: assertions=!proved
// Threads from 5 on still have x = 5.
__global__ void k(int *out) {
    int x = 5;
    if (threadIdx.x < 5) {
        x = 3;
        __assert(__other_int(x) == 3);
    }
    out[threadIdx.x] = x;
}
