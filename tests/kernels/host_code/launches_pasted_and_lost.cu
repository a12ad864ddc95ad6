//@ verdict: races=proved
//@ kernel: pasted@any races=refuted
// The compiler leaves the statement out in which the name is put together.
#define BODY { a[threadIdx.x % n] = blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void pasted(int *a, int n) BODY //~ ERROR race

#define NAME(first, second) first##second
void by_pasting(int *a) {
  pasted<<<1, 64>>>(a, 64);
  std::not_in_the_prelude t([&] { NAME(pas, ted)<<<1, 64>>>(a, 8); });
}
