//@ revisions: right wrong
//@ flags: --block 64
//@ verdict: races=proved divergence=proved assertions=proved
//[right]@ kernel: by_invariant assertions=possible
//[wrong]@ verdict: races=proved divergence=proved assertions=refuted
// What a thread stores in an iteration is there at the head of the next one, and behind the loop.
// by_invariant: Right; an invariant that is about memory alone is not shown by induction.
#ifdef wrong
#define OTHER 1
#else
#define OTHER 0
#endif

__global__ void refilled(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  for (int j = 0; j < n; ++j)
    a[i] = 1 + OTHER * (j & 1);
  assert(a[i] == 1); //[wrong]~ ERROR assert
}

__global__ void at_the_head(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  for (int j = 0; j < n; ++j) {
    assert(a[i] == (j == OTHER ? 1 : 5)); //[wrong]~ ERROR assert
    a[i] = 5;
  }
}

__global__ void by_invariant(int n) {
  __shared__ int s[64], t[64];
  s[threadIdx.x] = 0;
  t[threadIdx.x] = OTHER;
  for (int j = 0; __invariant(s[threadIdx.x] == t[threadIdx.x]), j < n; ++j) { //[wrong]~ ERROR assert
    s[threadIdx.x]++;
    t[threadIdx.x]++;
  }
  assert(s[threadIdx.x] == t[threadIdx.x]); //[wrong]~ ERROR assert
}

__global__ void of_the_last_iteration(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = -1;
  for (int j = 0; j < n; ++j)
    a[i] = j + OTHER;
  assert(n <= 0 ? a[i] == -1 : a[i] == n - 1); //[wrong]~ ERROR assert
}

__global__ void of_a_known_number(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 7;
  for (int j = 0; j < 4; ++j)
    a[i] = j;
  assert(a[i] == 3 + OTHER); //[wrong]~ ERROR assert
}

__global__ void of_an_inner_loop(int *a, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = -1;
  for (int k = 0; k < n; ++k) {
    a[i] = k;
    for (int j = 0; j < m; ++j)
      a[i] = k + OTHER;
    assert(a[i] == k); //[wrong]~ ERROR assert
  }
}
