//@ verdict: races=proved divergence=proved
// No two elements of p are equal. Without bounds the clause is about the elements that exist.

//@ requires \forall integer i, j; i != j ==> p[i] != p[j];
__global__ void k(int *b, const int *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[p[i]] = i;
}
