//@ verdict: races=refuted
// A constructor that sets nothing.
template <int N> struct Row {
    int at[N];
    __device__ Row() {}
    __device__ int get(int i) { return at[i]; }
};
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < 2; k++) {
        Row<2> row;
        if (k == 0) row.at[1] = id;
        else out[row.get(1)] = id;
    }
}
