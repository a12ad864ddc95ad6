// Atomic operations of all kinds and types, in global and in shared memory. Results of single operations are used only
// where they do not depend on the order.
//@ flags: --block 64 --grid 3

#define GLOBAL (blockIdx.x * blockDim.x + threadIdx.x)

#define COMMUTING(T, NAME)                                                       \
    __global__ void min_max_##NAME(const T *in, T *out) {                        \
        int g = GLOBAL;                                                          \
        atomicMin(&out[g % 7], in[g]);                                           \
        atomicMax(&out[7 + g % 7], in[g]);                                       \
    }                                                                            \
    __global__ void own_cell_##NAME(const T *in, T *out, T *old) {               \
        int g = GLOBAL;                                                          \
        T *cell = &out[g], v = in[g];                                            \
        old[4 * g] = atomicExch(cell, v);                                        \
        old[4 * g + 1] = atomicMin(cell, in[g + 1]);                             \
        old[4 * g + 2] = atomicMax(cell, in[g + 2]);                             \
        old[4 * g + 3] = atomicCAS(cell, v, (T)5);                               \
        atomicCAS(cell, (T)1, (T)2);                                             \
    }
COMMUTING(int, int)
COMMUTING(unsigned, unsigned)
COMMUTING(unsigned long long, unsigned_long_long)

__global__ void min_max_long_long(const long long *in, long long *out) {
    int g = GLOBAL;
    atomicMin(&out[g % 5], in[g]);
    atomicMax(&out[5 + g % 5], in[g]);
}

#define BITS(T, NAME)                                                            \
    __global__ void bits_##NAME(const T *in, T *out, T *old) {                   \
        int g = GLOBAL;                                                          \
        atomicAnd(&out[g % 3], in[g]);                                           \
        atomicOr(&out[3 + g % 3], in[g]);                                        \
        atomicXor(&out[6 + g % 3], in[g]);                                       \
        T *cell = &out[9 + g];                                                   \
        old[4 * g] = atomicAnd(cell, in[g]);                                     \
        old[4 * g + 1] = atomicOr(cell, in[g + 1]);                              \
        old[4 * g + 2] = atomicXor(cell, in[g + 2]);                             \
        old[4 * g + 3] = atomicExch(cell, in[g + 3]);                            \
    }
BITS(int, int)
BITS(unsigned, unsigned)
BITS(unsigned long long, unsigned_long_long)

__global__ void add_int(const int *in, int *out) {
    int g = GLOBAL;
    atomicAdd(&out[g % 3], in[g] & 0xffff);
    atomicSub(&out[3 + g % 3], in[g] & 0xfff);
}

__global__ void add_unsigned(const unsigned *in, unsigned *out, unsigned *old) {
    int g = GLOBAL;
    atomicAdd(&out[g % 3], in[g]);
    atomicSub(&out[3 + g % 3], in[g]);
    old[2 * g] = atomicAdd(&out[6 + g], in[g]);
    old[2 * g + 1] = atomicSub(&out[6 + g], in[g + 1]);
}

__global__ void add_unsigned_long_long(const unsigned long long *in, unsigned long long *out) {
    atomicAdd(&out[GLOBAL % 3], in[GLOBAL]);
}

__global__ void add_float_of_small_numbers(const int *in, float *out) {
    int g = GLOBAL;
    atomicAdd(&out[g % 3], (in[g] & 63) * 0.25f);
}

__global__ void add_double_of_small_numbers(const int *in, double *out) {
    int g = GLOBAL;
    atomicAdd(&out[g % 3], (in[g] & 63) * 0.25);
}

__global__ void add_float_to_own_cell(const float *in, float *out, float *old) {
    int g = GLOBAL;
    old[2 * g] = atomicAdd(&out[g], in[g]);
    old[2 * g + 1] = atomicExch(&out[g], in[g + 1]);
    atomicAdd(&out[g], 0.5f);
}

__global__ void add_double_to_own_cell(const double *in, double *out, double *old) {
    int g = GLOBAL;
    old[g] = atomicAdd(&out[g], in[g]);
    atomicAdd(&out[g], in[g + 1]);
}

__global__ void counters_wrap(const unsigned *in, unsigned *out, unsigned *old) {
    int g = GLOBAL;
    unsigned *cell = &out[g];
    *cell = in[g] & 7;
    for (int i = 0; i < 5; i++) old[10 * g + i] = atomicInc(cell, 4);
    for (int i = 5; i < 10; i++) old[10 * g + i] = atomicDec(cell, 6);
}

__global__ void shared_counters(unsigned *out) {
    __shared__ unsigned inc, dec;
    if (threadIdx.x == 0) inc = dec = 0;
    __syncthreads();
    atomicInc(&inc, 9);
    atomicDec(&dec, 9);
    __syncthreads();
    if (threadIdx.x == 0) {
        out[2 * blockIdx.x] = inc;
        out[2 * blockIdx.x + 1] = dec;
    }
}

__global__ void shared_histogram(const int *in, int *out) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[GLOBAL] & 15], 1);
    atomicMax_block(&bins[0], 3);
    __syncthreads();
    if (t < 16) atomicAdd(&out[t], bins[t]);
}

__global__ void compare_and_swap_short(unsigned short *out, unsigned short *old) {
    int g = GLOBAL;
    old[2 * g] = atomicCAS(&out[g], out[g], (unsigned short)(g * 31));
    old[2 * g + 1] = atomicCAS(&out[g], (unsigned short)1, (unsigned short)2);
}

__global__ void add_by_compare_and_swap(const float *in, float *out) {
    int g = GLOBAL;
    int *cell = (int *)&out[g];
    int old = *cell, assumed;
    do {
        assumed = old;
        old = atomicCAS(cell, assumed, __float_as_int(in[g] + __int_as_float(assumed)));
    } while (assumed != old);
}

__global__ void scopes(int *out) {
    int g = GLOBAL;
    atomicAdd_system(&out[0], 1);
    atomicAdd_block(&out[1 + blockIdx.x], 2);
    atomicOr_system((unsigned *)&out[5], 1u << (g & 31));
    atomicMax_block(&out[6 + blockIdx.x], g);
}

__global__ void ticket_per_block(int *out) {
    __shared__ int next;
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    int ticket = atomicAdd(&next, 1);
    out[blockIdx.x * blockDim.x + ticket] = ticket * 3 + blockIdx.x;
}
