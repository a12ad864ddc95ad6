//@ revisions: good bad
//[good]@ kernel: sum initialised=unreported
//[bad]@ kernel: sum initialised=refuted
// The host gives the size of the block and the number of elements.
__global__ void sum(const int *in, int *out, int n) {
  __shared__ int s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) s[threadIdx.x] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    int all = 0;
    for (int k = 0; k < 128; k++) all += s[k]; //[bad]~ ERROR unwritten
    out[blockIdx.x] = all;
  }
}
void launch(int *in, int *out) {
#ifdef bad
  sum<<<2, 128>>>(in, out, 200);
#else
  sum<<<2, 128>>>(in, out, 256);
#endif
}
