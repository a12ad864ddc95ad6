//@ verdict: error
__global__ void no_array(int *a, int n) {
    __shared__ int s[64];
    //@ ghost int b[] = n;    //~ ERROR WP0507
    s[threadIdx.x] = 1;
}
__global__ void program(int *a, int n) {
    __shared__ int s[64];
    //@ ghost int a[] = s;    //~ ERROR WP0507
    s[threadIdx.x] = 1;
}
__global__ void undeclared(int *a, int n) {
    __shared__ int s[64];
    //@ ghost b[] = s;    //~ ERROR WP0507
    s[threadIdx.x] = 1;
}
__global__ void other_type(int *a, int n) {
    __shared__ int s[64];
    //@ ghost real b[] = s;    //~ ERROR WP0507
    s[threadIdx.x] = 1;
}
__global__ void other_rows(int *a, int n) {
    __shared__ int s[64], r[8][8];
    //@ ghost int b[] = s;
    r[0][threadIdx.x] = 1;
    //@ ghost b[] = r;    //~ ERROR WP0507
    s[threadIdx.x] = 1;
}
__global__ void expression(int *a, int n) {
    __shared__ int s[64];
    //@ ghost int b[] = s[0];    //~ ERROR WP0507
    s[threadIdx.x] = 1;
}
