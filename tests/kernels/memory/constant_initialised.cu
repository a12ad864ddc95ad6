//@ revisions: read copied addressed on_host visible wrong
//@ flags: --block 32 --grid 1
//@ verdict: races=proved
//[copied]@ verdict: races=refuted
//[addressed]@ verdict: races=refuted
//[on_host]@ verdict: races=refuted
//[visible]@ verdict: races=refuted
//[wrong]@ verdict: races=refuted
// Constant memory holds what its declaration says unless the host writes it, which other files can where they can name it.
#ifdef visible
__constant__ int opposite[4] = {0, 3, 2, 1};
#elif defined(wrong)
static __constant__ int opposite[4] = {0, 3, 2, 3};
#else
static __constant__ int opposite[4] = {0, 3, 2, 1};
#endif
static __constant__ int count = 4;

__global__ void mirrored(float *out) {
  __shared__ float s[4];
  if (threadIdx.x < count)
#ifdef wrong
    s[opposite[threadIdx.x]] = threadIdx.x; //[wrong]~ ERROR race
#elif defined(copied)
    s[opposite[threadIdx.x]] = threadIdx.x; //[copied]~ ERROR race bounds
#elif defined(visible)
    s[opposite[threadIdx.x]] = threadIdx.x; //[visible]~ ERROR race bounds
#elif defined(on_host)
    s[opposite[threadIdx.x]] = threadIdx.x; //[on_host]~ ERROR race bounds
#else
    s[opposite[threadIdx.x]] = threadIdx.x; //[addressed]~ ERROR race bounds
#endif
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 3];
}

#ifdef copied
void set(const int *host) { cudaMemcpyToSymbol(opposite, host, sizeof opposite); }
#endif
#ifdef addressed
int *place() {
  int *at;
  cudaGetSymbolAddress((void **)&at, opposite);
  return at;
}
#endif
#if defined(on_host) && !defined(__CUDA_ARCH__)
void set(const int *host) { cudaMemcpyToSymbol(opposite, host, sizeof opposite); }
#endif
