//@ verdict: assertions=unsupported
// The `@` stands directly behind the sign of the comment.
/* @requires n > 0; */
__global__ void k(int *a, int n) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = n; // an asterisk * and an @ do no harm
}
