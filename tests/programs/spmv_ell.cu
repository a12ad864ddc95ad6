// y = A * x for a matrix in ELLPACK form (columns of padded rows), and Jacobi's iteration with it.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

class CudaError {
public:
    explicit CudaError(cudaError_t status) : status_(status) {}
    bool failed() const { return status_ != cudaSuccess; }
    const char *text() const { return cudaGetErrorString(status_); }

private:
    cudaError_t status_;
};

#define REQUIRE(call)                                                      \
    do {                                                                   \
        CudaError error(call);                                             \
        if (error.failed()) {                                              \
            fprintf(stderr, "%d: %s\n", __LINE__, error.text());           \
            return EXIT_FAILURE;                                           \
        }                                                                  \
    } while (0)

struct Ell {
    int rows;
    int width;  // longest row
    int pitch;  // distance of columns
    int *columns;
    float *values;

    __device__ int place(int row, int k) const { return k * pitch + row; }
};

//@ kernel: spmv_ell races=proved divergence=proved
__global__ void spmv_ell(const Ell a, const float *x, float *y) {
    const int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row >= a.rows) return;
    float sum = 0.0f;
    for (int k = 0; k < a.width; k++) {
        const int c = a.columns[a.place(row, k)];
        if (c >= 0) sum += a.values[a.place(row, k)] * x[c];
    }
    y[row] = sum;
}

//@ kernel: jacobi races=proved divergence=proved
__global__ void jacobi(const Ell a, const float *b, const float *x, float *next) {
    for (int row = blockDim.x * blockIdx.x + threadIdx.x; row < a.rows; row += gridDim.x * blockDim.x) {
        float sum = b[row], diagonal = 1.0f;
        for (int k = 0; k < a.width; k++) {
            const int p = a.place(row, k), c = a.columns[p];
            if (c == row) diagonal = a.values[p];
            else if (c >= 0) sum -= a.values[p] * x[c];
        }
        next[row] = sum / diagonal;
    }
}

// Gauss and Seidel in parallel: the unknowns are read while they change.
//@ kernel: gauss_seidel_racy races=refuted
__global__ void gauss_seidel_racy(const Ell a, const float *b, float *x) {
    const int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row >= a.rows) return;
    float sum = b[row];
    for (int k = 0; k < a.width; k++) {
        const int c = a.columns[a.place(row, k)];
        if (c >= 0 && c != row) sum -= a.values[a.place(row, k)] * x[c]; //~ ERROR race
    }
    x[row] = sum; //~ ERROR race
}

// Scales the rows: places of the values must not collide, for which the pitch has to cover the rows.
//@ kernel: scale_rows races=proved divergence=proved
__global__ void scale_rows(Ell a, const float *factors) {
    const int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row >= a.rows) return;
    for (int k = 0; k < a.width; k++) a.values[a.place(row, k)] *= factors[row];
}

int main() {
    const int rows = 4000, width = 3, block = 64;
    Ell a{rows, width, (rows + 31) / 32 * 32, nullptr, nullptr};
    std::vector<int> columns(a.pitch * width, -1);
    std::vector<float> values(a.pitch * width, 0.0f), x(rows, 1.0f);
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < width; k++) {
            const int c = r + k - 1;
            if (c >= 0 && c < rows) {
                columns[k * a.pitch + r] = c;
                values[k * a.pitch + r] = k == 1 ? 4.0f : -1.0f;
            }
        }
    float *d_x, *d_y, *d_b;
    REQUIRE(cudaMalloc(&a.columns, columns.size() * sizeof(int)));
    REQUIRE(cudaMalloc(&a.values, values.size() * sizeof(float)));
    REQUIRE(cudaMalloc(&d_x, rows * sizeof(float)));
    REQUIRE(cudaMalloc(&d_y, rows * sizeof(float)));
    REQUIRE(cudaMalloc(&d_b, rows * sizeof(float)));
    REQUIRE(cudaMemcpy(a.columns, columns.data(), columns.size() * sizeof(int), cudaMemcpyHostToDevice));
    REQUIRE(cudaMemcpy(a.values, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    REQUIRE(cudaMemcpy(d_b, x.data(), rows * sizeof(float), cudaMemcpyHostToDevice));
    REQUIRE(cudaMemset(d_x, 0, rows * sizeof(float)));

    const int grid = (rows + block - 1) / block;
    for (int i = 0; i < 50; i += 2) {
        jacobi<<<grid / 2, block>>>(a, d_b, d_x, d_y);
        jacobi<<<grid / 2, block>>>(a, d_b, d_y, d_x);
    }
    spmv_ell<<<grid, block>>>(a, d_x, d_y);
    REQUIRE(cudaMemcpy(x.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost));
    scale_rows<<<grid, block>>>(a, d_b);
    gauss_seidel_racy<<<grid, block>>>(a, d_b, d_x);
    REQUIRE(cudaDeviceSynchronize());
    return std::fabs(x[rows / 2] - 1.0f) < 1e-3f ? EXIT_SUCCESS : EXIT_FAILURE;
}
