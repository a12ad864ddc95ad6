//@ equiv: scale,mirror both --block 4 --grid 2 --set n=7 => equivalent
//@ equiv: scale,mirror_late both --block 4 --grid 2 --set n=7 => different
//@ equiv: scale,mirror both => different n<=gridDim.x*blockDim.x
//@ equiv: scale,mirror both --requires n<=gridDim.x*blockDim.x => equivalent no-contraction
//@ equiv: both scale,mirror --requires n<=gridDim.x*blockDim.x => equivalent
//@ equiv: scale,mirror_late both --requires n<=gridDim.x*blockDim.x => different
//@ equiv: mirror,scale both --requires n<=gridDim.x*blockDim.x => different
//@ equiv: smooth,smooth(a=b,b=c) smooth_twice --block 4 --grid 2 --set n=7 => equivalent
//@ equiv: smooth,smooth(a=b,b=c) smooth_twice --requires n<=gridDim.x*blockDim.x => equivalent
//@ equiv: smooth,smooth(a=b,b=c) smooth_once_more --requires n<=gridDim.x*blockDim.x => different
//@ equiv: smooth,smooth(a=b,b=a) smooth,smooth(a=b,b=a) --block 4 --set n=4 => equivalent
//@ equiv: smooth,smooth(a=b,b=a) smooth,smooth --block 4 --set n=4 => different
//@ equiv: partial,total serial --set m=3 --set n=24 --block 8 --grid-a 3 --grid-a 1 => equivalent
//@ equiv: partial,total(m=3) serial --set n=24 --block-a 8 --block-a 1 --grid-a 3 --grid-a 1 --block-b 1 => equivalent
//@ equiv: partial,total(m=2) serial --set n=24 --block 8 --grid-a 3 --grid-a 1 => different
//@ equiv: partial,total serial --requires blockDim.x==256&&m==a1.gridDim.x&&n==m*blockDim.x&&a2.gridDim.x==1&&b.gridDim.x==1 => equivalent
//@ equiv: partial,total serial --requires m==a1.gridDim.x&&n==m*blockDim.x&&a2.gridDim.x==1&&b.gridDim.x==1 => unknown
//@ equiv: partial_pow2,total serial --requires m==a1.gridDim.x&&n==m*blockDim.x&&a2.gridDim.x==1&&b.gridDim.x==1 => equivalent
//@ equiv: partial,total serial --requires blockDim.x==256&&m==a1.gridDim.x-1&&n==a1.gridDim.x*blockDim.x&&a2.gridDim.x==1&&b.gridDim.x==1 => different
//@ equiv: partial,total_racy serial --set m=3 --set n=24 --block 8 --grid-a 3 --grid-a 1 => unknown premise
//@ equiv: count,keep kept --block 4 --grid 2 => equivalent
//@ equiv: count,keep kept => equivalent equal-globals
//@ equiv: keep,count kept => different
//@ equiv: tile_out,tile_out(in=out,out=again) tile_through --block 4 --grid 2 => equivalent
//@ equiv: leftover_write,leftover_read plain_zero --block 4 => different
//@ equiv: shrink,uses_n plain_n --block 4 --set n=6 => equivalent
//@ equiv: shrink,uses_n plain_n => equivalent
//@ equiv: shrink,uses_n plain_half --block 4 --set n=6 => different
// Kernels that a host launches one after the other, against one kernel that does it all.

__global__ void scale(const float *in, float *tmp, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) tmp[i] = 2.0f * in[i];
}
__global__ void mirror(const float *tmp, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tmp[n - 1 - i] + 1.0f;
}
__global__ void mirror_late(const float *tmp, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tmp[n - i] + 1.0f;
}
__global__ void both(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2.0f * in[n - 1 - i] + 1.0f;
}

// Two steps of a stencil; the array in between is written by two stores.
__global__ void smooth(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    else if (i < n) b[i] = a[i];
}
__device__ float smoothed(const float *a, int i, int n) {
    return i > 0 && i < n - 1 ? 0.5f * (a[i - 1] + a[i + 1]) : a[i];
}
__global__ void smooth_twice(const float *a, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = i > 0 && i < n - 1 ? 0.5f * (smoothed(a, i - 1, n) + smoothed(a, i + 1, n)) : smoothed(a, i, n);
}
__global__ void smooth_once_more(const float *a, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = 0.5f * (smoothed(a, i - (i > 0), n) + smoothed(a, i + (i < n - 1), n));
}

// A reduction in two launches of different grids.
__global__ void partial(const int *in, int *sums) {
    __shared__ int s[1024];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void partial_pow2(const int *in, int *sums) {
    __shared__ int s[1024];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = s[0];
}
__global__ void total(const int *sums, int *out, int m) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int t = 0;
        for (int i = 0; i < m; ++i) t += sums[i];
        out[0] = t;
    }
}
__global__ void total_racy(const int *sums, int *out, int m) {
    int t = 0;
    for (int i = 0; i < m; ++i) t += sums[i];
    out[0] = t + threadIdx.x;
}
__global__ void serial(const int *in, int *out, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int t = 0;
        for (int i = 0; i < n; ++i) t += in[i];
        out[0] = t;
    }
}

// A variable of the device carries a value from one launch to the next.
__device__ int kept_count;
__global__ void count(int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) kept_count = 7;
}
__global__ void keep(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = kept_count;
}
__global__ void kept(int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) kept_count = 7;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 7;
}

// Shared memory begins anew with every launch.
__global__ void tile_out(const int *in, int *out) {
    __shared__ int s[4];
    s[threadIdx.x] = in[blockIdx.x * 4 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 4 + threadIdx.x] = s[3 - threadIdx.x];
}
__global__ void tile_through(const int *in, int *out, int *again) {
    int i = blockIdx.x * 4 + threadIdx.x;
    out[i] = in[blockIdx.x * 4 + 3 - threadIdx.x];
    again[i] = in[i];
}
__global__ void leftover_write(int *out) {
    extern __shared__ int s[];
    s[threadIdx.x] = 0;
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void leftover_read(int *out) {
    extern __shared__ int s[];
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void plain_zero(int *out) {
    out[threadIdx.x] = 0;
}

// A kernel may change its parameters; the next one gets what the host has.
__global__ void shrink(int *out, int n) {
    n /= 2;
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
__global__ void uses_n(int *out, int n) {
    out[blockIdx.x * blockDim.x + threadIdx.x] += n;
}
__global__ void plain_n(int *out, int n) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = n / 2 + n;
}
__global__ void plain_half(int *out, int n) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = n / 2 + n / 2;
}
