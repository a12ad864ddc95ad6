//@ equiv: one four --relate 4*b.gridDim.x==a.gridDim.x => equivalent
//@ equiv: one four => different
//@ equiv: one four --relate 4*b.blockDim.x==a.blockDim.x => unknown
//@ equiv: one four_less --relate 4*b.gridDim.x==a.gridDim.x => different
//@ equiv: one four --relate 2*b.gridDim.x==a.gridDim.x => different
//@ equiv: one one --relate a.gridDim.x*a.blockDim.x==b.gridDim.x*b.blockDim.x => equivalent
//@ equiv: one one --relate a.gridDim.x==b.gridDim.x+1 => different
//@ equiv: one grid_stride --relate a.gridDim.x>=1 --requires n<=a.gridDim.x*blockDim.x => equivalent
//@ equiv: one flat --relate a.blockDim.x>=1&&a.gridDim.x>=1&&b.gridDim.y>=1 => unknown
// Kernels with two launches.

__global__ void one(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + 1;
}

// Four elements a thread.
__global__ void four(float *out, const float *in, int n) {
    int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    for (int k = 0; k < 4; k++) {
        int i = base + k * blockDim.x;
        if (i < n)
            out[i] = in[i] + 1;
    }
}

__global__ void four_less(float *out, const float *in, int n) {
    int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    for (int k = 0; k < 3; k++) {
        int i = base + k * blockDim.x;
        if (i < n)
            out[i] = in[i] + 1;
    }
}

__global__ void grid_stride(float *out, const float *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = in[i] + 1;
}

__global__ void flat(float *out, const float *in, int n) {
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + 1;
}
