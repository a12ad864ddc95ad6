//@ verdict: divergence=proved bounds=refuted
// Bytes are not elements, and the last launch gives none at all.
__global__ void k(int *out) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x; //~ ERROR bounds
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
void bytes(int *out) { k<<<4, 128, 128>>>(out); }
void none(int *out) { k<<<4, 128>>>(out); }
