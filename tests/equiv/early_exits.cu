//@ equiv: clip_early clip --block 8 --grid 2 => equivalent
//@ equiv: clip_early clip_swapped --block 8 --grid 2 => different
//@ equiv: by_cases by_choice --block 8 => equivalent
//@ equiv: by_cases by_choice_falls_through --block 8 => different
//@ equiv: counts counted --block 8 => equivalent
//@ equiv: counts counted_once_less --block 8 => different
// Helpers return, a switch is left, and a loop ends, under conditions on the contents of an array.

__device__ int clipped(int v) {
    if (v < 0)
        return 0;
    if (v > 255)
        return 255;
    return v;
}

__global__ void clip_early(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = clipped(in[i]);
}

__global__ void clip(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    out[i] = v < 0 ? 0 : v > 255 ? 255 : v;
}

__global__ void clip_swapped(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    out[i] = v < 0 ? 255 : v > 255 ? 0 : v;
}

__global__ void by_cases(int *out, const int *in) {
    int v = in[threadIdx.x];
    int r = 7;
    switch (v) {
    case 0:
        r = 3;
        break;
    case 1:
        r = v + 4;
        break;
    }
    out[threadIdx.x] = r;
}

__global__ void by_choice(int *out, const int *in) {
    int v = in[threadIdx.x];
    out[threadIdx.x] = v == 0 ? 3 : v == 1 ? v + 4 : 7;
}

__global__ void by_choice_falls_through(int *out, const int *in) {
    int v = in[threadIdx.x];
    out[threadIdx.x] = v == 0 || v == 1 ? v + 4 : 7;
}

__global__ void counts(int *out, const int *in) {
    int n = 0;
    if (in[threadIdx.x] > 0) {
        for (int i = 0;; i++) {
            if (i == 3)
                break;
            if (i == 1)
                continue;
            n += i + 1;
        }
    }
    out[threadIdx.x] = n;
}

__global__ void counted(int *out, const int *in) {
    out[threadIdx.x] = in[threadIdx.x] > 0 ? 4 : 0;
}

__global__ void counted_once_less(int *out, const int *in) {
    out[threadIdx.x] = in[threadIdx.x] > 0 ? 3 : 0;
}
