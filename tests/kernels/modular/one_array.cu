//@ flags: --modular
//@ verdict: assertions=inconclusive races=inconclusive
// Two pointers into one array: the contract does not fit, which is no fault of the kernel.
//@ assigns *a, *b;
//@ ensures *a == 1 && *b == 2;
__device__ void both(int *a, int *b) { *a = 1; *b = 2; }
__global__ void cells(int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    both(o + 2 * i, o + 2 * i + 1);
}
