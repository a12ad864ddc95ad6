//@ verdict: races=proved divergence=proved
// A functor with state, passed by value, applied by a template.
struct Scale {
    float f;
    __device__ float operator()(float x) const { return f * x; }
};
template <typename F> __device__ void apply(float *a, int i, F f) { a[i] = f(a[i]); }
__global__ void k(float *a, float f, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Scale s = {f};
    if (g < n) apply(a, g, s);
}
