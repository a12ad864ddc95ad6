//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Type and value parameters; `if` on a template parameter.
template <typename T, bool Twice> __global__ void k(T *a) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (Twice) {
        a[2 * g] = (T)g;
        a[2 * g + 1] = (T)g;
    } else {
        a[g] = (T)g;
    }
}
template __global__ void k<double, true>(double *);
template __global__ void k<char, false>(char *);
