//@ equiv: serial hillis --block-a 1 --grid-a 1 --block-b 8 --grid-b 1 => equivalent
//@ equiv: serial hillis_late --block-a 1 --grid-a 1 --block-b 8 --grid-b 1 => different
//@ equiv: serial_exclusive blelloch --block-a 1 --grid-a 1 --block-b 4 --grid-b 1 => equivalent
//@ equiv: serial_exclusive blelloch_no_zero --block-a 1 --grid-a 1 --block-b 4 --grid-b 1 => different
//@ equiv: serial warp_scan --block-a 1 --grid-a 1 --block-b 8 --grid-b 1 => equivalent
//@ equiv: bubble bitonic --block-a 1 --grid-a 1 --block-b 2 --grid-b 1 --set n=2 => equivalent
//@ equiv: bubble bitonic_down --block-a 1 --grid-a 1 --block-b 4 --grid-b 1 --set n=4 => different
//@ equiv: bitonic bitonic_minmax --block 8 --grid 1 --set n=8 => equivalent
//@ equiv: bitonic bitonic_short --block 8 --grid 1 --set n=8 => different
// Prefix sums and sorting networks.

__global__ void serial(int *out, const int *in) {
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        sum += in[i];
        out[i] = sum;
    }
}

__global__ void hillis(int *out, const int *in) {
    __shared__ int s[2][8];
    int t = threadIdx.x, from = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (int d = 1; d < 8; d *= 2) {
        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
        from = 1 - from;
        __syncthreads();
    }
    out[t] = s[from][t];
}

__global__ void hillis_late(int *out, const int *in) {
    __shared__ int s[2][8];
    int t = threadIdx.x, from = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (int d = 1; d < 8; d *= 2) {
        s[1 - from][t] = s[from][t] + (t > d ? s[from][t - d] : 0);
        from = 1 - from;
        __syncthreads();
    }
    out[t] = s[from][t];
}

__global__ void serial_exclusive(int *out, const int *in) {
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        out[i] = sum;
        sum += in[i];
    }
}

template <bool ZERO> __device__ void sweep(int *out, const int *in) {
    __shared__ int s[8];
    int t = threadIdx.x, offset = 1;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    for (int d = 4; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (ZERO && t == 0)
        s[7] = 0;
    for (int d = 1; d < 8; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            int old = s[a];
            s[a] = s[b];
            s[b] += old;
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}

__global__ void blelloch(int *out, const int *in) { sweep<true>(out, in); }

__global__ void blelloch_no_zero(int *out, const int *in) { sweep<false>(out, in); }

__global__ void warp_scan(int *out, const int *in) {
    int v = in[threadIdx.x];
    for (int d = 1; d < 8; d *= 2) {
        int other = __shfl_up_sync(0xff, v, d, 8);
        if (threadIdx.x >= d)
            v += other;
    }
    out[threadIdx.x] = v;
}

__global__ void bubble(int *out, const int *in, int n) {
    int a[8];
    for (int i = 0; i < n; i++)
        a[i] = in[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++)
            if (a[j] > a[j + 1]) {
                int old = a[j];
                a[j] = a[j + 1];
                a[j + 1] = old;
            }
    for (int i = 0; i < n; i++)
        out[i] = a[i];
}

template <bool DOWN> __device__ void network(int *out, const int *in, int n, int from) {
    __shared__ int s[8];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / from; j > 0; j /= 2) {
            int other = t ^ j;
            if (other > t) {
                bool up = (t & k) == 0;
                if ((s[t] > s[other]) == (up != DOWN)) {
                    int old = s[t];
                    s[t] = s[other];
                    s[other] = old;
                }
            }
            __syncthreads();
        }
    out[t] = s[t];
}

__global__ void bitonic(int *out, const int *in, int n) { network<false>(out, in, n, 2); }

__global__ void bitonic_down(int *out, const int *in, int n) { network<true>(out, in, n, 2); }

__global__ void bitonic_short(int *out, const int *in, int n) { network<false>(out, in, n, 4); }

__global__ void bitonic_minmax(int *out, const int *in, int n) {
    __shared__ int s[8];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int mine = s[t], other = s[t ^ j];
            bool least = ((t & k) == 0) == ((t & j) == 0);
            __syncthreads();
            s[t] = least ? min(mine, other) : max(mine, other);
            __syncthreads();
        }
    out[t] = s[t];
}
