//@ verdict: races=refuted divergence=proved
// That the elements of p are in a range does not make them different.

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall integer i; 0 <= i < n ==> 0 <= p[i] < n;
__global__ void k(int *b, const int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[p[i]] = i; //~ ERROR race
}
