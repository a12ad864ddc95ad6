//@ flags: --block 64
//@ verdict: assertions=refuted races=proved divergence=proved
//@ kernel: vote assertions=depends-on-contents races=proved divergence=proved
//@ kernel: first_warp assertions=proved
//@ kernel: both_halves assertions=proved
//@ kernel: warps_in_turn assertions=proved
//@ kernel: lanes_by_ballot assertions=proved
//@ kernel: same_in_both_arms assertions=possible
//@ kernel: whole_rows assertions=proved
// The value of a lane that does not execute the warp operation is undefined. Whether the other arm of a branch serves, devices decide.
__global__ void returned(int *out, int n) {
    if (threadIdx.x >= 16) return;
    out[blockIdx.x * 64 + threadIdx.x] = __shfl_down_sync(0xffffffff, threadIdx.x, 1);  //~ ERROR assert
}
__global__ void beyond_n(int *out, const int *in, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) out[i] = __shfl_xor_sync(0xffffffff, in[i], 1);  //~ ERROR assert
}
__global__ void at_barrier(int *out, const int *in) {
    int v = 0;
    if (threadIdx.x % 32 < 8) v = __shfl_down_sync(0xffff, in[threadIdx.x], 4);  //~ ERROR assert
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = v;
}
__global__ void fewer_rounds(int *out, const int *in, int n) {
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += 64) sum += __shfl_xor_sync(0xffffffff, in[i], 1);  //~ ERROR assert
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void vote(int *out, const int *in) {
    if (in[threadIdx.x] > 0) out[blockIdx.x * 64 + threadIdx.x] = __any_sync(0xffffffff, in[threadIdx.x] > 1);  //~ ERROR assert
}
__global__ void same_in_both_arms(int *out) {
    int v = threadIdx.x;
    if (threadIdx.x % 2) v = __shfl_xor_sync(0xffffffff, v, 1);
    else v = __shfl_xor_sync(0xffffffff, v, 2);
    out[blockIdx.x * 64 + threadIdx.x] = v;
}
__global__ void first_warp(int *out) {
    int v = threadIdx.x;
    if (threadIdx.x / 32 == 0) v = __shfl_down_sync(0xffffffff, v, 16);
    out[blockIdx.x * 64 + threadIdx.x] = v;
}
__global__ void both_halves(int *out) {
    int v = threadIdx.x;
    if (threadIdx.x % 32 < 16) v = __shfl_xor_sync(0x0000ffff, v, 1);
    else v = __shfl_xor_sync(0xffff0000, v, 1);
    out[blockIdx.x * 64 + threadIdx.x] = v;
}
__global__ void warps_in_turn(int *out, int n) {
    int v = 0;
    for (int row = threadIdx.x / 32; row < n; row += 2) v += __shfl_xor_sync(0xffffffff, row, 1);
    out[blockIdx.x * 64 + threadIdx.x] = v;
}
__global__ void lanes_by_ballot(int *out, const int *in, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    unsigned here = __ballot_sync(0xffffffff, i < n);
    if (i < n) out[i] = __shfl_sync(here, in[i], 0);
}
__global__ void whole_rows(int *out, const int *in, int rows) {
    int row = blockIdx.x * 2 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    int sum = in[row * 32 + lane];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) out[row] = sum;
}
