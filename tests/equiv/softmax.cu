//@ equiv: two_pass online --block 2 --grid 1 --set n=4 => equivalent real-arithmetic
//@ equiv: two_pass no_rescale --block 2 --grid 1 --set n=4 => different
//@ equiv: two_pass shared_maximum --block-a 2 --grid-a 1 --block-b 4 --grid-b 2 --set n=4 => equivalent real-arithmetic
//@ equiv: two_pass reads_unwritten --block-a 2 --grid-a 1 --block-b 4 --grid-b 2 --set n=4 => different
//@ equiv: two_pass no_rescale --requires n>=1 --requires gridDim.x==1 => different
// Softmax of rows: two passes, online, and with a block a row.

__global__ void two_pass(float *out, const float *in, int n) {
    const float *row = in + threadIdx.x * n;
    float m = -INFINITY;
    for (int i = 0; i < n; i++)
        m = fmaxf(m, row[i]);
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += expf(row[i] - m);
    for (int i = 0; i < n; i++)
        out[threadIdx.x * n + i] = expf(row[i] - m) / sum;
}

__global__ void online(float *out, const float *in, int n) {
    const float *row = in + threadIdx.x * n;
    float m = row[0], sum = 1;
    for (int i = 1; i < n; i++) {
        float next = fmaxf(m, row[i]);
        sum = sum * expf(m - next) + expf(row[i] - next);
        m = next;
    }
    for (int i = 0; i < n; i++)
        out[threadIdx.x * n + i] = expf(row[i] - m) / sum;
}

__global__ void no_rescale(float *out, const float *in, int n) {
    const float *row = in + threadIdx.x * n;
    float m = row[0], sum = 1;
    for (int i = 1; i < n; i++) {
        float next = fmaxf(m, row[i]);
        sum += expf(row[i] - next);
        m = next;
    }
    for (int i = 0; i < n; i++)
        out[threadIdx.x * n + i] = expf(row[i] - m) / sum;
}

__global__ void shared_maximum(float *out, const float *in, int n) {
    __shared__ float s[4];
    int t = threadIdx.x;
    float v = in[blockIdx.x * n + t];
    s[t] = v;
    __syncthreads();
    float m = fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3]));
    __syncthreads();
    s[t] = expf(v - m);
    __syncthreads();
    out[blockIdx.x * n + t] = s[t] / ((s[0] + s[1]) + (s[2] + s[3]));
}

__global__ void reads_unwritten(float *out, const float *in, int n) {
    __shared__ float s[5];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * n + t];
    __syncthreads();
    out[blockIdx.x * n + t] = s[t] + s[t + 1];
}
