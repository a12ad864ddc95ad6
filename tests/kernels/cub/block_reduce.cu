//@ verdict: races=proved divergence=proved bounds=proved
//@ kernel: reused races=!proved divergence=proved
//@ kernel: in_half divergence=refuted
// Storage may be used again behind a barrier. All threads of the block have to call.
#include <cub/cub.cuh>

typedef cub::BlockReduce<int, 128> Reduce;

__global__ void twice(const int *in, int *out) {
    __shared__ Reduce::TempStorage storage;
    int v = in[blockIdx.x * 128 + threadIdx.x], sum = Reduce(storage).Sum(v);
    __syncthreads();
    int most = Reduce(storage).Reduce(v, cub::Max());
    if (threadIdx.x == 0) out[blockIdx.x] = sum + most;
}
__global__ void reused(const int *in, int *out) {
    __shared__ Reduce::TempStorage storage;
    int v = in[blockIdx.x * 128 + threadIdx.x], sum = Reduce(storage).Sum(v);
    int most = Reduce(storage).Reduce(v, cub::Max());
    if (threadIdx.x == 0) out[blockIdx.x] = sum + most;
}
__global__ void in_half(const int *in, int *out) {
    __shared__ Reduce::TempStorage storage;
    int sum = 0;
    if (threadIdx.x < 64) sum = Reduce(storage).Sum(in[blockIdx.x * 128 + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
__global__ void scanned(const int *in, int *out) {
    typedef cub::BlockScan<int, 128> Scan;
    __shared__ Scan::TempStorage storage;
    int before, all;
    Scan(storage).ExclusiveSum(in[blockIdx.x * 128 + threadIdx.x], before, all);
    out[blockIdx.x * 128 + threadIdx.x] = before;
}
void launch(const int *in, int *out, int blocks) {
    twice<<<blocks, 128>>>(in, out);
    reused<<<blocks, 128>>>(in, out);
    in_half<<<blocks, 128>>>(in, out);
    scanned<<<blocks, 128>>>(in, out);
}
