//@ verdict: races=inconclusive divergence=proved
// In truth race-free: no two elements of p are equal. Kernels assume no precondition with quantifiers, so a run that breaks it shows nothing.

//@ requires \forall integer i, j; i != j ==> p[i] != p[j];
__global__ void k(int *b, const int *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[p[i]] = i;
}
