//@ flags: --block 64 --grid 1 --atomics none
//@ verdict: races=refuted
// What two threads load at one place need not be alike when atomics may come between without a race.
__global__ void k(int *flag, int *out) {
    int v = *flag;
    out[64 + v - (int)threadIdx.x] = 1;  //~ ERROR race
    atomicAdd(flag, 1);
}
