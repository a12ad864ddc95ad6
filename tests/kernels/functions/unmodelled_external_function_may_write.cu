//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive
// The unknown function gets the array: it may store anywhere in it. Dropping the call would be a wrong proof.
extern __device__ void touch(int *a, int t);
__global__ void k(int *a) {
    a[threadIdx.x] = 1;
    touch(a, threadIdx.x);
}
