// Shared memory, barriers with results, launches of two and three dimensions, dynamic shared memory.
//@ flags: --block 8,4,3 --grid 3,2,2

__device__ int thread_in_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__device__ int block_in_grid() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
__device__ int threads() { return blockDim.x * blockDim.y * blockDim.z; }
__device__ int global() { return block_in_grid() * threads() + thread_in_block(); }

__global__ void coordinates(int *out) {
    int g = global();
    int all[] = {(int)threadIdx.x, (int)threadIdx.y, (int)threadIdx.z, (int)blockIdx.x, (int)blockIdx.y, (int)blockIdx.z,
                 (int)blockDim.x, (int)blockDim.y, (int)blockDim.z, (int)gridDim.x, (int)gridDim.y, (int)gridDim.z};
    for (int i = 0; i < 12; i++) out[12 * g + i] = all[i];
}

__global__ void lanes_follow_the_linear_order(unsigned *out) {
    int g = global();
    out[2 * g] = __ballot_sync(0xffffffffu, threadIdx.y == 1);
    out[2 * g + 1] = __shfl_sync(0xffffffffu, g, 31);
}

__global__ void barriers_with_results(const int *in, int *out) {
    int g = global(), v = in[g];
    out[3 * g] = __syncthreads_count(v & 2);
    out[3 * g + 1] = __syncthreads_and(v != 3);
    out[3 * g + 2] = __syncthreads_or(v == 4);
}

__global__ void barriers_with_results_in_a_loop(const int *in, int *out) {
    int g = global(), v = in[g] & 15, n = 0;
    while (__syncthreads_or(n < v % 4)) {
        n++;
        v += __syncthreads_count(v > n) & 1;
    }
    out[g] = n * 100 + v;
}

__global__ void reduce_with_strides(const int *in, int *out) {
    __shared__ int s[96];
    int t = thread_in_block();
    s[t] = in[global()] & 0xffff;
    for (int n = 96; n > 1; n = (n + 1) / 2) {
        __syncthreads();
        int half = (n + 1) / 2;
        int v = t < n / 2 ? s[t + half] : 0;
        __syncthreads();
        if (t < n / 2) s[t] += v;
    }
    if (t == 0) out[block_in_grid()] = s[0];
}

__global__ void transpose_in_shared_memory(const float *in, float *out) {
    __shared__ float tile[3][8][5];
    tile[threadIdx.z][threadIdx.x][threadIdx.y] = in[global()];
    __syncthreads();
    int t = threadIdx.y * 8 + threadIdx.x;
    out[global()] = tile[threadIdx.z][t / 4][t % 4];
}

__global__ void dynamic_memory_of_two_types(const short *in, int *out) {
    extern __shared__ int base[];
    short *tail = (short *)(base + threads());
    int t = thread_in_block(), g = global();
    base[t] = in[g] * 3;
    tail[t] = in[g];
    __syncthreads();
    out[g] = base[threads() - 1 - t] - tail[(t + 5) % threads()];
}

__global__ void double_buffer(const int *in, int *out) {
    __shared__ int s[2][96];
    int t = thread_in_block(), now = 0;
    s[0][t] = in[global()] & 0xff;
    for (int d = 1; d < 96; d *= 2) {
        __syncthreads();
        s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
        now = 1 - now;
    }
    out[global()] = s[now][t];
}

__global__ void threads_that_return_early(const int *in, int *out) {
    __shared__ int s[96];
    int t = thread_in_block();
    s[t] = in[global()];
    __syncthreads();
    if (t % 3 == 0) return;
    out[global()] = s[t / 3 * 3];
}

__global__ void stencil_in_place(int *data) {
    int t = thread_in_block(), n = threads(), base = block_in_grid() * n;
    for (int i = 0; i < 3; i++) {
        int left = data[base + (t + n - 1) % n], right = data[base + (t + 1) % n];
        __syncthreads();
        data[base + t] = (left & 0xff) + (right & 0xff) * 2;
        __syncthreads();
    }
}

struct Pair {
    short key;
    double value;
    char tag[3];
};

__global__ void structures_in_shared_memory(const double *in, double *out) {
    __shared__ Pair s[96];
    int t = thread_in_block(), g = global();
    s[t].key = (short)(t * 7 % 96);
    s[t].value = in[g];
    for (int i = 0; i < 3; i++) s[t].tag[i] = (char)(t + i);
    __syncthreads();
    Pair p = s[s[t].key];
    out[2 * g] = p.value;
    out[2 * g + 1] = p.tag[p.key % 3] + p.key;
}

__global__ void sort_odd_even(const int *in, int *out) {
    __shared__ int s[96];
    int t = thread_in_block();
    s[t] = in[global()];
    for (int phase = 0; phase < 96; phase++) {
        __syncthreads();
        if (t % 2 == phase % 2 && t + 1 < 96 && s[t] > s[t + 1]) {
            int v = s[t];
            s[t] = s[t + 1];
            s[t + 1] = v;
        }
    }
    __syncthreads();
    out[global()] = s[t];
}

__global__ void private_arrays(const int *in, int *out) {
    int own[6] = {1, 2, 3}, g = global();
    for (int i = 0; i < 6; i++) own[(in[g] + i * 5) & 3] += own[i] + i;
    int r = 0;
    for (int i = 0; i < 6; i++) r = r * 7 + own[i];
    out[g] = r;
}
