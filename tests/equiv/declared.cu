//@ equiv: copies set_outside --block 4 --grid 1 => equivalent
//@ equiv: copies set_in_each --block 4 --grid 1 => equivalent
//@ equiv: copies set_by_last --block 4 --grid 1 => different
//@ equiv: copies set_by_last_array --block 4 --grid 1 => different
//@ equiv: set_by_last set_by_last --block 4 --grid 1 => unknown undefined
//@ equiv: copies set_outside => equivalent
//@ equiv: copies set_in_each => equivalent
//@ equiv: copies set_by_last => different
//@ equiv: copies set_by_last_array => different
//@ equiv: set_by_last set_by_last => unknown value-chase
// Variables that are declared in a loop hold nothing of the iteration before.

__global__ void copies(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void set_outside(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v, w[2];
    for (int k = 0; k < 3; k++) {
        if (k == 0) v = in[i];
        else if (k == 1) w[0] = v;
        else out[i] = w[0];
    }
}

__global__ void set_in_each(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 3; k++) {
        int v, w[2];
        if (k == 0) v = in[i];
        else v = 0 + in[i];
        w[0] = w[1] = v;
        if (k == 2) out[i] = w[0];
    }
}

__global__ void set_by_last(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 2; k++) {
        int v;
        if (k == 0) v = in[i];
        else out[i] = v;
    }
}

__global__ void set_by_last_array(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 2; k++) {
        int w[2];
        if (k == 0) w[1] = in[i];
        else out[i] = w[1];
    }
}
