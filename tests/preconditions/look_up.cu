// proved under: \forall integer i; 0 <= i < n ==> 0 <= idx[i] < 1024
// The indices have to be in the table; to require that no thread has an element is no answer.
__global__ void look_up(const unsigned short *idx, const float *table, float *out, int n) {
    __shared__ float t[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) t[k] = table[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = t[idx[i]];
}
