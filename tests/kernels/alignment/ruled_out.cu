//@ revisions: free clause guard launch loop
//[free]@ kernel: fill races=proved
//[clause]@ kernel: fill alignment=refuted
//[guard]@ kernel: fill alignment=refuted
//[launch]@ kernel: fill alignment=refuted
//[loop]@ kernel: fill alignment=refuted
// The start of the rows is the caller's business, unless what is known of it rules out that they are aligned.
#ifdef clause
//@ requires n % 4 == 2
#endif
__global__ void fill(float *x, int n) {
#ifdef guard
  if (n % 4 == 1)
#endif
    reinterpret_cast<float4 *>(x + n)[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(0, 0, 0, 0); //[clause,guard,launch,loop]~ ERROR alignment
}
#ifdef launch
void host() {
  float *d;
  cudaMalloc(&d, 4096);
  fill<<<1, 1>>>(d, 6);
}
#endif
#ifdef loop
void host() {
  float *d;
  cudaMalloc(&d, 4096);
  for (int r = 1; r <= 3; r++) fill<<<1, 1>>>(d + r, 4);
}
#endif
