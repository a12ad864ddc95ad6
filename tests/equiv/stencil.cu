//@ equiv: direct shared --block 4 --grid 3 --set n=12 => equivalent
//@ equiv: direct shared --block 4 --grid 3 --set n=10 => equivalent
//@ equiv: direct shared_no_halo --block 4 --grid 3 --set n=12 => different
//@ equiv: direct shared_off_by_one --block 4 --grid 3 --set n=12 => different
//@ equiv: convolve convolve_constant --block 4 --grid 2 --set n=8 => equivalent
//@ equiv: convolve convolve_reversed --block 4 --grid 2 --set n=8 => different
//@ equiv: aos soa --block 4 --grid 1 => equivalent
//@ equiv: aos soa_swapped --block 4 --grid 1 => different
//@ equiv: norm norm_one_pass --block-a 1 --grid-a 2 --block-b 4 --grid-b 2 => equivalent real-arithmetic
//@ equiv: norm norm_biased --block-a 1 --grid-a 2 --block-b 4 --grid-b 2 => different
//@ equiv: rows columns --block 3 --grid 1 --set w=3 --set h=2 => unknown premise
//@ equiv: rows columns --block-a 2 --grid-a 1 --block-b 3 --grid-b 1 --set w=3 --set h=2 => equivalent
//@ equiv: direct shared_no_halo --requires blockDim.x==4 => different
//@ equiv: direct shared_off_by_one --requires blockDim.x==4 => different
//@ equiv: convolve convolve_constant => equivalent
//@ equiv: convolve convolve_reversed => different
//@ equiv: aos soa --requires gridDim.x==1 => equivalent
//@ equiv: aos soa_swapped --requires gridDim.x==1 => different
//@ equiv: direct shared --requires blockDim.x==4 => equivalent
// Stencils, convolutions, layouts, normalisation, loops interchanged.

__global__ void direct(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float left = i > 0 ? in[i - 1] : 0.0f;
        float right = i < n - 1 ? in[i + 1] : 0.0f;
        out[i] = left + in[i] + right;
    }
}

template <int HALO, int SHIFT> __device__ void tile(float *out, const float *in, int n) {
    __shared__ float s[6];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
    s[t] = i < n ? in[i] : 0.0f;
    if (threadIdx.x == 0)
        s[0] = HALO && i > 0 ? in[i - 1] : 0.0f;
    if (threadIdx.x == 3)
        s[5] = i + SHIFT < n ? in[i + SHIFT] : 0.0f;
    __syncthreads();
    if (i < n)
        out[i] = s[t - 1] + s[t] + s[t + 1];
}

__global__ void shared(float *out, const float *in, int n) { tile<1, 1>(out, in, n); }

__global__ void shared_no_halo(float *out, const float *in, int n) { tile<0, 1>(out, in, n); }

__global__ void shared_off_by_one(float *out, const float *in, int n) { tile<1, 2>(out, in, n); }

__constant__ float weights[3];

__global__ void convolve(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 3; k++)
        sum += weights[k] * in[i + k];
    out[i] = sum;
}

__global__ void convolve_constant(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = weights[0], b = weights[1], c = weights[2];
    out[i] = ((0 + a * in[i]) + b * in[i + 1]) + c * in[i + 2];
}

__global__ void convolve_reversed(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 3; k++)
        sum += weights[2 - k] * in[i + k];
    out[i] = sum;
}

struct Point {
    float x, y;
};

__global__ void aos(float *out, const Point *p) {
    out[threadIdx.x] = p[threadIdx.x].x * p[threadIdx.x].y + p[threadIdx.x].x;
}

__global__ void soa(float *out, const float *p) {
    float x = p[2 * threadIdx.x], y = p[2 * threadIdx.x + 1];
    out[threadIdx.x] = x * y + x;
}

__global__ void soa_swapped(float *out, const float *p) {
    float x = p[2 * threadIdx.x + 1], y = p[2 * threadIdx.x];
    out[threadIdx.x] = x * y + x;
}

__global__ void norm(float *out, const float *in) {
    const float *row = in + blockIdx.x * 4;
    float mean = 0, square = 0;
    for (int i = 0; i < 4; i++)
        mean += row[i];
    mean /= 4;
    for (int i = 0; i < 4; i++)
        square += (row[i] - mean) * (row[i] - mean);
    for (int i = 0; i < 4; i++)
        out[blockIdx.x * 4 + i] = (row[i] - mean) / sqrtf(square / 4 + 0.5f);
}

template <int COUNT> __device__ void one_pass(float *out, const float *in) {
    __shared__ float s[4], q[4];
    int t = threadIdx.x;
    float v = in[blockIdx.x * 4 + t];
    s[t] = v;
    q[t] = v * v;
    __syncthreads();
    for (int k = 2; k > 0; k /= 2) {
        if (t < k) {
            s[t] += s[t + k];
            q[t] += q[t + k];
        }
        __syncthreads();
    }
    float mean = s[0] / 4;
    out[blockIdx.x * 4 + t] = (v - mean) / sqrtf((q[0] - s[0] * mean) / COUNT + 0.5f);
}

__global__ void norm_one_pass(float *out, const float *in) { one_pass<4>(out, in); }

__global__ void norm_biased(float *out, const float *in) { one_pass<3>(out, in); }

__global__ void rows(float *out, const float *in, int w, int h) {
    for (int x = 0; x < w; x++)
        out[threadIdx.x * w + x] = in[threadIdx.x * w + x] * 2;
    if (threadIdx.x == h)
        out[0] = 0;
}

__global__ void columns(float *out, const float *in, int w, int h) {
    for (int y = 0; y < h; y++)
        out[y * w + threadIdx.x] = in[y * w + threadIdx.x] * 2;
}
