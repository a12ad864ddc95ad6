//@ equiv: other_size this_size --requires n==64*blockDim.x => equivalent
//@ equiv: one four --relate 4*b.gridDim.x==a.gridDim.x => equivalent
//@ equiv: one four => different
//@ equiv: one four --relate 4*b.blockDim.x==a.blockDim.x => equivalent
//@ equiv: one four_less --relate 4*b.gridDim.x==a.gridDim.x => different
//@ equiv: one four --relate 2*b.gridDim.x==a.gridDim.x => different
//@ equiv: one one --relate a.gridDim.x*a.blockDim.x==b.gridDim.x*b.blockDim.x => equivalent
//@ equiv: one one --relate a.gridDim.x==b.gridDim.x+1 => different
//@ equiv: one grid_stride --relate a.gridDim.x>=1 --requires n<=a.gridDim.x*blockDim.x => equivalent
//@ equiv: few_assumed few_chosen --relate a.blockDim.x==32&&b.blockDim.x>40 => unknown
//@ equiv: one one --relate 4*b.blockDim.x==a.blockDim.x => different
// Kernels with two launches.

__global__ void one(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + 1;
}

// Four elements a thread.
__global__ void four(float *out, const float *in, int n) {
    int base = 4 * (int)(blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k < 4; k++)
        if (base + k < n)
            out[base + k] = in[base + k] + 1;
}

__global__ void four_less(float *out, const float *in, int n) {
    int base = 4 * (int)(blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k < 3; k++)
        if (base + k < n)
            out[base + k] = in[base + k] + 1;
}

__global__ void grid_stride(float *out, const float *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = in[i] + 1;
}

// What is assumed of the threads of the one launch says nothing of those of the other one.
__global__ void few_assumed(int *out) {
    __builtin_assume(threadIdx.x < 32);
    if (blockIdx.x == 0)
        out[threadIdx.x] = 1;
}

__global__ void few_chosen(int *out) {
    if (blockIdx.x == 0)
        out[threadIdx.x] = threadIdx.x < 32 ? 1 : 2;
}

// A size of eight bits: where the condition would make it greater, there is no launch.
__global__ void other_size(int *out, unsigned char n) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = n != 64 * blockDim.x;
}
__global__ void this_size(int *out, unsigned char n) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
