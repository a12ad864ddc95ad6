//@ equiv: kogge_stone brent_kung => equivalent operator-associative
//@ equiv: serial kogge_stone => equivalent operator-associative
//@ equiv: serial_from_identity kogge_stone => equivalent operator-identity
//@ equiv: neighbours serial_reduction => equivalent operator-associative
//@ equiv: blelloch serial_before => equivalent operator-identity
//@ equiv: blelloch_exchanged serial_before => unknown
//@ equiv: halves neighbours => unknown
//@ equiv: halves_turned halves_turned_from_two => different
//@ equiv: backwards serial => unknown
//@ equiv: turned_neighbours turned_halves => equivalent operator-commutative
// Scans and reductions of any power of two by an operator of which only laws are known.

//@ operator op: associative, identity 0;
__device__ unsigned op(unsigned a, unsigned b);
//@ operator turns: associative, commutative;
__device__ unsigned turns(unsigned a, unsigned b) { return (a ^ b) + 2 * (a & b); }

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void kogge_stone(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] = op(below, s[t]);
        __syncthreads();
    }
    out[t] = s[t];
}
//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void brent_kung(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    s[t] = in[t];
    __syncthreads();
    unsigned offset = 1;
    for (unsigned d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] = op(s[offset * (2 * t + 1) - 1], s[offset * (2 * t + 2) - 1]);
        offset *= 2;
    }
    for (offset = n / 4; offset > 0; offset /= 2) {
        __syncthreads();
        unsigned right = offset * (2 * t + 2) - 1 + offset;
        if (right < n)
            s[right] = op(s[offset * (2 * t + 2) - 1], s[right]);
    }
    __syncthreads();
    out[t] = s[t];
}
//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void serial(unsigned *out, const unsigned *in) {
    unsigned all = in[0];
    for (unsigned i = 1; i <= threadIdx.x; i++) all = op(all, in[i]);
    out[threadIdx.x] = all;
}
//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void serial_from_identity(unsigned *out, const unsigned *in) {
    unsigned all = 0;
    for (unsigned i = 0; i < threadIdx.x + 1; i++) all = op(all, in[i]);
    out[threadIdx.x] = all;
}
//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void backwards(unsigned *out, const unsigned *in) {
    unsigned all = in[0];
    for (unsigned i = 1; i <= threadIdx.x; i++) all = op(in[i], all);
    out[threadIdx.x] = all;
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void neighbours(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0) s[t] = op(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void serial_reduction(unsigned *out, const unsigned *in) {
    unsigned all = in[blockIdx.x * blockDim.x];
    for (unsigned i = 1; i < blockDim.x; i++) all = op(all, in[blockIdx.x * blockDim.x + i]);
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void halves(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] = op(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void turned_halves(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] = turns(s[t + d], s[t]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void turned_neighbours(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0) s[t] = turns(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void halves_turned(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] = turns(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void halves_turned_from_two(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 1; d /= 2) {
        if (t < d) s[t] = turns(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void blelloch(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    s[t] = in[t];
    unsigned offset = 1;
    for (unsigned d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] = op(s[offset * (2 * t + 1) - 1], s[offset * (2 * t + 2) - 1]);
        offset *= 2;
    }
    if (t == 0)
        s[n - 1] = 0;
    for (unsigned d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            unsigned kept = s[left];
            s[left] = s[right];
            s[right] = op(s[right], kept);
        }
    }
    __syncthreads();
    out[t] = s[t];
}
//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void blelloch_exchanged(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    s[t] = in[t];
    unsigned offset = 1;
    for (unsigned d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] = op(s[offset * (2 * t + 1) - 1], s[offset * (2 * t + 2) - 1]);
        offset *= 2;
    }
    if (t == 0)
        s[n - 1] = 0;
    for (unsigned d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            unsigned kept = s[left];
            s[left] = s[right];
            s[right] = op(kept, s[right]);
        }
    }
    __syncthreads();
    out[t] = s[t];
}
//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void serial_before(unsigned *out, const unsigned *in) {
    unsigned all = 0;
    for (unsigned i = 0; i < threadIdx.x; i++) all = op(all, in[i]);
    out[threadIdx.x] = all;
}
