//@ revisions: good bad
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// A lambda is passed like a structure of what it captured: pointers to different arrays, and numbers.
template <class F> __device__ void apply(F f, int i) { f(i); }
template <class F> __global__ void each(int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) apply(f, i);
}
struct Scale { float by; int rows; };
void run(float *in, float *out, int n, Scale scale) {
    each<<<(n + 255) / 256, 256>>>(n, [=] __device__(int i) {
#ifdef bad
        out[i / 2] = in[i] * scale.by; //[bad]~ ERROR race
#else
        out[i] = in[i] * scale.by;
#endif
    });
#ifndef bad
    each<<<1, 256>>>(n, [=, p = out + scale.rows] __device__(int i) { p[i] = in[i]; });
#endif
}
