//@ verdict: races=proved divergence=proved
// Four floats a thread through a vector view; loads of single floats stay inside the own vector.
__global__ void k(float *a, int n4) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n4) return;
    float first = a[4 * g];
    float4 *v = reinterpret_cast<float4 *>(a);
    v[g] = make_float4(first, 0.0f, 0.0f, 1.0f);
}
