//@ flags: --grid 1
//@ verdict: races=proved divergence=proved
// stride >= 2 separates cells t * stride and t * stride + 1.
__global__ void k(int *a, int stride) {
    __requires(stride >= 2);
    int t = threadIdx.x;
    a[t * stride] = 1;
    a[t * stride + 1] = 2;
}
