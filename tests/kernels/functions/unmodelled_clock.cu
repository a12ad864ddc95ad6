//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive
// Whether two threads see the same clock value is nobody's promise: no proof, and no input that forces the race.
__global__ void k(int *a) {
    a[clock() & 1023] = threadIdx.x;
}
