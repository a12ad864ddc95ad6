// Operations of a warp: shuffles of all kinds, widths and types, votes, masks of a part of the warp.
//@ flags: --block 64 --grid 2

#define GLOBAL (blockIdx.x * blockDim.x + threadIdx.x)
#define FULL 0xffffffffu

#define SHUFFLES(T, NAME)                                                                             \
    __global__ void shuffles_##NAME(const T *in, T *out) {                                            \
        int g = GLOBAL, o = 24 * g;                                                                   \
        T v = in[g];                                                                                  \
        for (int width = 1; width <= 32; width *= 2) {                                                \
            out[o++] = __shfl_sync(FULL, v, (g * 7 + 3) % 64 - 16, width);                            \
            out[o++] = __shfl_up_sync(FULL, v, width / 2 + 1, width);                                 \
            out[o++] = __shfl_down_sync(FULL, v, 3, width);                                           \
            out[o++] = __shfl_xor_sync(FULL, v, 5, width);                                            \
        }                                                                                             \
    }
SHUFFLES(int, int)
SHUFFLES(unsigned, unsigned)
SHUFFLES(long long, long_long)
SHUFFLES(unsigned long long, unsigned_long_long)
SHUFFLES(float, float)
SHUFFLES(double, double)

__global__ void shuffle_sources_beyond_the_width(const int *in, int *out) {
    int g = GLOBAL, lane = threadIdx.x % 32;
    out[5 * g] = __shfl_sync(FULL, in[g], 40);
    out[5 * g + 1] = __shfl_sync(FULL, in[g], -1);
    out[5 * g + 2] = __shfl_up_sync(FULL, in[g], 40);
    out[5 * g + 3] = __shfl_down_sync(FULL, in[g], 32);
    out[5 * g + 4] = __shfl_xor_sync(FULL, in[g], 33) + lane;
}

__global__ void shuffle_xor_across_segments(const int *in, int *out) {
    int g = GLOBAL, o = 6 * g;
    for (int width = 1; width <= 32; width *= 2) out[o++] = __shfl_xor_sync(FULL, in[g], 16, width);
}

__global__ void shuffle_in_half_of_the_warp(const int *in, int *out) {
    int g = GLOBAL, lane = threadIdx.x % 32;
    int v = in[g];
    if (lane < 16) v = __shfl_down_sync(0x0000ffffu, v, 1, 16);
    else v = __shfl_sync(0xffff0000u, v, 20);
    out[g] = v;
}

__global__ void votes(const int *in, unsigned *out) {
    int g = GLOBAL, v = in[g];
    out[6 * g] = __ballot_sync(FULL, v > 3);
    out[6 * g + 1] = __any_sync(FULL, v == 5);
    out[6 * g + 2] = __all_sync(FULL, v != 12345);
    out[6 * g + 3] = __any_sync(FULL, v & 0x100);
    out[6 * g + 4] = __all_sync(FULL, v & 0xff);
    out[6 * g + 5] = __ballot_sync(FULL, v << 8);
}

__global__ void votes_of_a_part(const int *in, unsigned *out) {
    int g = GLOBAL, lane = threadIdx.x % 32;
    unsigned r = 77;
    if (lane % 2 == 0) r = __ballot_sync(0x55555555u, in[g] % 3 == 0);
    else if (lane < 16) r = __any_sync(0x0000aaaau, in[g] == 4) * 2 + __all_sync(0x0000aaaau, in[g] >= 0);
    out[g] = r;
}

__global__ void active_lanes(const int *in, unsigned *out) {
    int g = GLOBAL, lane = threadIdx.x % 32;
    out[2 * g] = __activemask();
    __syncwarp();
    unsigned mask = __ballot_sync(FULL, lane < 9);
    out[2 * g + 1] = mask;
    if (lane < 9) out[2 * g + 1] = __shfl_sync(mask, in[g], 8) + __popc(mask);
}

__global__ void sum_by_butterfly(const float *in, float *out) {
    int g = GLOBAL;
    float v = in[g];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(FULL, v, d);
    out[g] = v;
}

__global__ void scan_of_a_warp(const int *in, int *out) {
    int g = GLOBAL, lane = threadIdx.x % 32;
    unsigned v = in[g];
    for (int d = 1; d < 32; d *= 2) {
        unsigned below = __shfl_up_sync(FULL, v, d);
        if (lane >= d) v += below;
    }
    out[g] = v;
}

__global__ void warp_barrier_orders_shared_memory(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, g = GLOBAL;
    s[t] = in[g];
    __syncwarp();
    int v = s[t ^ 1];
    __syncwarp();
    s[t] = v * 3;
    __syncwarp();
    out[g] = s[t / 32 * 32 + (t + 5) % 32];
}

__global__ void votes_in_a_loop(const int *in, unsigned *out) {
    int g = GLOBAL;
    unsigned v = in[g] & 31, all = 0;
    for (int i = 0; i < 5; i++) {
        unsigned votes = __ballot_sync(FULL, v >> i & 1);
        all = all * 31 + votes;
        v ^= __shfl_sync(FULL, v, __ffs(votes | 1) - 1) & 3;
    }
    out[g] = all;
}

__global__ void reductions_of_a_warp(const int *in, int *out) {
    int g = GLOBAL;
    out[4 * g] = __reduce_add_sync(FULL, in[g] & 0xffff);
    out[4 * g + 1] = __reduce_min_sync(FULL, in[g]);
    out[4 * g + 2] = __reduce_max_sync(FULL, in[g]);
    out[4 * g + 3] = __reduce_xor_sync(FULL, (unsigned)in[g]);
}

__global__ void matches_of_a_warp(const int *in, unsigned *out) {
    int g = GLOBAL;
    out[g] = __match_any_sync(FULL, in[g] & 7);
}
