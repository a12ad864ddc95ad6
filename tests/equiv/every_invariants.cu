//@ equiv: halved zeros => equivalent
//@ equiv: halved_less zeros => different
//@ equiv: exchanged zeros --requires blockDim.x==64 => equivalent
//@ equiv: exchanged_less zeros --requires blockDim.x==64 => different
//@ equiv: with_a_race zeros --requires blockDim.x==64 => unknown premise
//@ equiv: of_an_open_invariant zeros --requires blockDim.x==64 => unknown premise
//@ equiv: some_return zeros_of_some --requires blockDim.x==64 => unknown value-chase
// Values that are not followed, of which an inferred loop invariant or a barrier invariant says enough.

__global__ void zeros(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0;
}

__global__ void halved(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[i] > 0 ? in[i] : 0;
    while (x >= 8)
        x = x / 2;
    out[i] = x / 8;
}

__global__ void halved_less(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[i] > 0 ? in[i] : 0;
    while (x > 8)
        x = x / 2;
    out[i] = x / 8;
}

__global__ void exchanged(int *out, const int *in) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int x = in[i] > 0 ? in[i] : 0;
    while (x >= 8)
        x = x / 2;
    tile[t] = x;
    //@ barrier invariant 0 <= tile[t] && tile[t] < 8;
    __syncthreads();
    out[i] = tile[63 - t] / 8;
}

__global__ void exchanged_less(int *out, const int *in) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int x = in[i] > 0 ? in[i] : 0;
    while (x > 8)
        x = x / 2;
    tile[t] = x;
    //@ barrier invariant 0 <= tile[t] && tile[t] <= 8;
    __syncthreads();
    out[i] = tile[63 - t] / 8;
}

__global__ void with_a_race(int *out, const int *in) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int x = in[i] > 0 ? in[i] : 0;
    while (x >= 8)
        x = x / 2;
    tile[t] = x;
    tile[0] = x;
    //@ barrier invariant 0 <= tile[t] && tile[t] < 8;
    __syncthreads();
    out[i] = tile[63 - t] / 8;
}

// No small launch shows that the invariant is false.
__global__ void of_an_open_invariant(int *out, const int *in) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int x = in[i] > 0 ? in[i] : 0;
    tile[t] = x;
    while (x >= 8)
        x = x / 2;
    //@ barrier invariant tile[t] != 123456789;
    __syncthreads();
    out[i] = tile[63 - t] == 123456789 ? 1 : 0;
}

// A barrier invariant says nothing about threads that returned before the barrier.
__global__ void zeros_of_some(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 32)
        out[i] = 0;
}

__global__ void some_return(int *out, const int *in) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int x = in[i] > 0 ? in[i] : 0;
    if (t >= 32)
        return;
    while (x >= 8)
        x = x / 2;
    tile[t] = x;
    //@ barrier invariant 0 <= tile[t] && tile[t] < 8;
    __syncthreads();
    out[i] = tile[31 - t] / 8;
}
