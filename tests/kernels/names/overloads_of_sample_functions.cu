//@ kernel: own_template races=refuted
//@ kernel: own_conversion races=refuted
//@ kernel: own_operator races=refuted
// Functions of the file with names of the samples' helper functions are the ones that are called: no header of the samples
// is included.
template <class T> __device__ T clamp(T low, T high, T x) { return x < low ? low : x > high ? high : x; }
__device__ long lerp(long a, long b, long) { return a * 0 + b * 0; }
template <class V> __device__ V operator+(V, V) { return V{0, 0}; }
__global__ void own_template(int *p) { p[clamp(16, 63, (int)threadIdx.x)] = threadIdx.x; } //~ ERROR race
__global__ void own_conversion(int *p) { p[lerp(threadIdx.x, 1, 2)] = threadIdx.x; } //~ ERROR race
__global__ void own_operator(int *p) { p[(make_int2(threadIdx.x, 0) + make_int2(0, 0)).x] = threadIdx.x; } //~ ERROR race
