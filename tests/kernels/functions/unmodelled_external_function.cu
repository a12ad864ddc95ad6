//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive
// The body of the function is not in the file: it could be the identity.
extern __device__ int place(int t);
__global__ void k(int *a) {
    a[place(threadIdx.x)] = 1;
}
