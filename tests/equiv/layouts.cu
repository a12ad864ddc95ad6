//@ equiv: particles floats --block 4 --grid 2 --set n=7 --map position=p --map speed=v => equivalent
//@ equiv: particles floats_padded --block 4 --grid 2 --set n=7 --map position=p --map speed=v => different
//@ equiv: particles floats_component --block 4 --grid 2 --set n=7 --map position=p --map speed=v => different
//@ equiv: lengths lengths_through_shared --block 4 --grid 2 --set n=7 => equivalent
//@ equiv: lengths lengths_components_apart --block 4 --grid 2 --set n=7 => different
//@ equiv: lengths lengths_two_components --block 4 --grid 2 --set n=7 => different
//@ equiv: four_scalars one_vector --block 4 --grid 2 --set n=32 => equivalent
//@ equiv: four_scalars one_vector_exchanged --block 4 --grid 2 --set n=32 => different
//@ equiv: four_scalars one_vector_three --block 4 --grid 2 --set n=32 => different
//@ equiv: four_scalars quarters --block 4 --grid 2 --set n=32 => equivalent
//@ equiv: four_scalars quarters_three --block 4 --grid 2 --set n=32 => different
//@ equiv: four_scalars quarters_read_neighbours --block 4 --grid 2 --set n=32 => different
//@ equiv: two_indices one_index --block 4,2 --grid 2,3 --set w=8 --set h=6 => equivalent
//@ equiv: two_indices one_index_height --block 4,2 --grid 2,3 --set w=8 --set h=6 => different
//@ equiv: two_indices one_index_stride --block 4,2 --grid 2,3 --set w=8 --set h=6 => different
//@ equiv: particles floats_padded --map position=p --map speed=v => different
//@ equiv: particles floats_component --map position=p --map speed=v => different
//@ equiv: lengths lengths_components_apart => different
//@ equiv: lengths lengths_two_components => different
//@ equiv: two_indices one_index => equivalent
//@ equiv: two_indices one_index_height => different
//@ equiv: two_indices one_index_stride => different
//@ equiv: particles floats --map position=p --map speed=v => equivalent
//@ equiv: four_scalars one_vector => equivalent
//@ equiv: four_scalars quarters => equivalent
// Structures and arrays of their components, vectors and scalars, one index and two, threads and elements.

struct Particle {
    float x, y, z;
};

//@ requires n >= 0;
__global__ void particles(Particle *position, const Particle *speed, float t, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        position[i].x += t * speed[i].x;
        position[i].y += t * speed[i].y;
        position[i].z += t * speed[i].z;
    }
}

template <int SIZE, int Y> __device__ void components(float *p, const float *v, float t, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p[SIZE * i] += t * v[SIZE * i];
        p[SIZE * i + 1] += t * v[SIZE * i + Y];
        p[SIZE * i + 2] += t * v[SIZE * i + 2];
    }
}

//@ requires n >= 0;
__global__ void floats(float *p, const float *v, float t, int n) { components<3, 1>(p, v, t, n); }

// As if structures were padded to four numbers.
//@ requires n >= 0;
__global__ void floats_padded(float *p, const float *v, float t, int n) { components<4, 1>(p, v, t, n); }

//@ requires n >= 0;
__global__ void floats_component(float *p, const float *v, float t, int n) { components<3, 2>(p, v, t, n); }

//@ requires n >= 0;
__global__ void lengths(float *out, const Particle *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = sqrtf(p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z);
}

//@ requires n >= 0;
__global__ void lengths_through_shared(float *out, const float *p, int n) {
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = threadIdx.x; k < 3 * blockDim.x; k += blockDim.x)
        if (3 * blockIdx.x * blockDim.x + k < 3 * n)
            s[k] = p[3 * blockIdx.x * blockDim.x + k];
    __syncthreads();
    if (i < n) {
        float x = s[3 * threadIdx.x], y = s[3 * threadIdx.x + 1], z = s[3 * threadIdx.x + 2];
        out[i] = sqrtf(x * x + y * y + z * z);
    }
}

// Components are taken at the distance of the block, as if stored one after the other.
//@ requires n >= 0;
__global__ void lengths_components_apart(float *out, const float *p, int n) {
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = threadIdx.x; k < 3 * blockDim.x; k += blockDim.x)
        s[k] = p[3 * blockIdx.x * blockDim.x + k];
    __syncthreads();
    if (i < n) {
        float x = s[threadIdx.x], y = s[threadIdx.x + blockDim.x], z = s[threadIdx.x + 2 * blockDim.x];
        out[i] = sqrtf(x * x + y * y + z * z);
    }
}

//@ requires n >= 0;
__global__ void lengths_two_components(float *out, const float *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = p[3 * i], y = p[3 * i + 1];
        out[i] = sqrtf(x * x + y * y);
    }
}

//@ requires n == 4 * blockDim.x * gridDim.x;
__global__ void four_scalars(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 4; k++)
        out[4 * i + k] = 2 * in[4 * i + k];
}

//@ requires n == 4 * blockDim.x * gridDim.x;
__global__ void one_vector(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = ((const float4 *)in)[i];
    v.x *= 2;
    v.y *= 2;
    v.z *= 2;
    v.w *= 2;
    ((float4 *)out)[i] = v;
}

// Two components are exchanged.
//@ requires n == 4 * blockDim.x * gridDim.x;
__global__ void one_vector_exchanged(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = ((const float4 *)in)[i];
    ((float4 *)out)[i] = make_float4(2 * v.x, 2 * v.z, 2 * v.y, 2 * v.w);
}

// The last component is not doubled.
//@ requires n == 4 * blockDim.x * gridDim.x;
__global__ void one_vector_three(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = ((const float4 *)in)[i];
    v.x *= 2;
    v.y *= 2;
    v.z *= 2;
    ((float4 *)out)[i] = v;
}

// The same elements at the distance of the grid.
//@ requires n == 4 * blockDim.x * gridDim.x;
__global__ void quarters(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, quarter = blockDim.x * gridDim.x;
    for (int k = 0; k < 4; k++)
        out[i + k * quarter] = 2 * in[i + k * quarter];
}

//@ requires n == 4 * blockDim.x * gridDim.x;
__global__ void quarters_three(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, quarter = blockDim.x * gridDim.x;
    for (int k = 0; k < 3; k++)
        out[i + k * quarter] = 2 * in[i + k * quarter];
}

//@ requires n == 4 * blockDim.x * gridDim.x;
__global__ void quarters_read_neighbours(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, quarter = blockDim.x * gridDim.x;
    for (int k = 0; k < 4; k++)
        out[i + k * quarter] = 2 * in[4 * i + k];
}

//@ requires w == blockDim.x * gridDim.x && h == blockDim.y * gridDim.y;
__global__ void two_indices(float *out, const float *row, const float *column, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * w + x] = row[x] * column[y];
}

template <bool HEIGHT, int STRIDE> __device__ void linear(float *out, const float *row, const float *column, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = y * w + x;
    out[i] = row[(HEIGHT ? i / h : i % w) * STRIDE] * column[HEIGHT ? i % h : i / w];
}

// One index, of which column and row are the remainder and the quotient.
//@ requires w == blockDim.x * gridDim.x && h == blockDim.y * gridDim.y;
__global__ void one_index(float *out, const float *row, const float *column, int w, int h) {
    linear<false, 1>(out, row, column, w, h);
}

// Divided by the height in place of the width.
//@ requires w == blockDim.x * gridDim.x && h == blockDim.y * gridDim.y;
__global__ void one_index_height(float *out, const float *row, const float *column, int w, int h) {
    linear<true, 1>(out, row, column, w, h);
}

//@ requires w == blockDim.x * gridDim.x && h == blockDim.y * gridDim.y;
__global__ void one_index_stride(float *out, const float *row, const float *column, int w, int h) {
    linear<false, 2>(out, row, column, w, h);
}
