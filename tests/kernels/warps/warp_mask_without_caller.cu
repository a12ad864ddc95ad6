//@ flags: --block 64
//@ verdict: assertions=refuted races=proved
//@ kernel: lanes_below_and_own assertions=!refuted
//@ kernel: lower_half assertions=proved
//@ kernel: whole_warp assertions=proved
// A warp operation has a meaning for the lanes that its mask names.
__global__ void lanes_below(unsigned *out, const int *in) {
    unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1;
    out[blockIdx.x * 64 + threadIdx.x] = __ballot_sync(below, in[threadIdx.x] > 0);  //~ ERROR assert
}
__global__ void other_half(int *out, const int *in) {
    if (threadIdx.x % 32 < 16) out[blockIdx.x * 64 + threadIdx.x] = __shfl_xor_sync(0xffff0000, in[threadIdx.x], 1);  //~ ERROR assert
}
__global__ void one_too_few(int *out) {
    if (threadIdx.x % 32 < 16) __syncwarp(0x00007fff);  //~ ERROR assert
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void lanes_below_and_own(unsigned *out, const int *in) {
    unsigned lane = threadIdx.x % 32, upto = (2u << lane) - 1;
    out[blockIdx.x * 64 + threadIdx.x] = __ballot_sync(upto, in[threadIdx.x] > 0);
}
__global__ void lower_half(int *out, const int *in) {
    if (threadIdx.x % 32 < 16) out[blockIdx.x * 64 + threadIdx.x] = __shfl_xor_sync(0x0000ffff, in[threadIdx.x], 1);
}
__global__ void whole_warp(unsigned *out, const int *in) {
    unsigned here = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);
    if (in[threadIdx.x] > 0) out[blockIdx.x * 64 + threadIdx.x] = __shfl_sync(here, in[threadIdx.x], 0);
}
