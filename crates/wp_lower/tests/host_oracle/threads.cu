// Threads together: barriers, shared memory, warp operations, atomics. Race-free, so the result has one value.

__global__ void shared_reduction(const int *in, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    s[t] = in[g];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void shared_scan(const int *in, int *out) {
    __shared__ int s[2][32];
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t, cur = 0;
    s[0][t] = in[g];
    for (int d = 1; d < 32; d *= 2) {
        __syncthreads();
        s[1 - cur][t] = t >= d ? s[cur][t] + s[cur][t - d] : s[cur][t];
        cur = !cur;
    }
    out[g] = s[cur][t];
}

__global__ void extern_shared(const short *in, int *out) {
    extern __shared__ int base[];
    short *tail = (short *)(base + blockDim.x);
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    base[t] = in[g] * 3;
    tail[t] = in[g];
    __syncthreads();
    out[g] = base[31 - t] - tail[(t + 5) % 32];
}

__global__ void neighbours_through_global(int *a, int *out) {
    int base = blockIdx.x * 32, t = threadIdx.x;
    a[base + t] += 1;
    __syncthreads();
    int v = a[base + (t + 1) % 32];
    __syncthreads();
    a[base + t] = v;
    out[base + t] = v * 2;
}

__global__ void shuffles(const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[g];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    out[4 * g] = v;
    out[4 * g + 1] = __shfl_down_sync(0xffffffffu, in[g], 3);
    out[4 * g + 2] = __shfl_up_sync(0xffffffffu, in[g], 1, 8);
    out[4 * g + 3] = __shfl_sync(0xffffffffu, in[g], in[g] & 7, 16);
}

__global__ void votes(const int *in, unsigned *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[3 * g] = __ballot_sync(0xffffffffu, in[g] > 3);
    out[3 * g + 1] = __any_sync(0xffffffffu, in[g] == 5);
    out[3 * g + 2] = __all_sync(0xffffffffu, in[g] != 1234567);
}

__global__ void atomics(const int *in, int *sums, unsigned *bits) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[in[g] & 15], in[g] >> 4);
    atomicMax(&sums[16], in[g]);
    atomicMin(&sums[17], in[g]);
    atomicSub(&sums[18], g);
    atomicOr(&bits[0], 1u << (in[g] & 31));
    atomicAnd(&bits[1], ~(1u << (in[g] & 31)));
    atomicXor(&bits[2], (unsigned)in[g]);
    int old = atomicExch(&sums[64 + g], in[g]);
    sums[130 + g] = old;
    unsigned was = atomicCAS(&bits[64 + g], (unsigned)g, 7u);
    atomicInc(&bits[130 + g], was & 3);
}

__global__ void shared_counters(const unsigned char *in, unsigned *out) {
    __shared__ unsigned s[16];
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    if (t < 16) s[t] = 0;
    __syncthreads();
    atomicAdd(&s[in[g] & 15], 1u);
    __syncthreads();
    if (t < 16) atomicAdd(&out[t], s[t]);
}

__global__ void uniform_branches(const int *in, int *out, int n) {
    __shared__ int flag, s[32];
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    if (t == 0) flag = in[blockIdx.x] & 1;
    s[t] = t;
    __syncthreads();
    int v = 0;
    if (flag) {
        v = s[31 - t];
        __syncthreads();
        s[t] = v + n;
    }
    for (int i = 0; i < (n & 3); i++) {
        __syncthreads();
        v += s[(t + i) % 32];
        __syncthreads();
        s[t] += i;
    }
    out[g] = v + s[t];
}

__global__ void launch_values(unsigned *out) {
    unsigned g = blockIdx.x * blockDim.x + threadIdx.x;
    out[g] = threadIdx.x + 100 * blockIdx.x + 10000 * blockDim.x + 1000000 * gridDim.x + threadIdx.y + blockIdx.z + blockDim.z;
}
