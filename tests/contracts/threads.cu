//@ kernel: own_element proved
//@ kernel: own_element_wrapped unproved
//@ kernel: active_ones proved
//@ kernel: rows_of_threads proved
//@ kernel: some_thread proved
//@ gap: some_thread no equation names the indices of a thread
//@ kernel: distinct proved
//@ kernel: next_element refuted
//@ kernel: only_first_block refuted
//@ kernel: no_such_thread refuted
//@ kernel: same_everywhere refuted
//@ kernel: shifted refuted
// Quantification over threads in postconditions.

//@ ensures \forall t : thread; a[(blockIdx.x * blockDim.x + threadIdx.x)@t] == threadIdx.x@t + n;
__global__ void own_element(int *a, int n) {
  int x = threadIdx.x;
  a[blockIdx.x * blockDim.x + threadIdx.x] = x + n;
}

// The sum is one of unsigned numbers, which wrap around.
//@ ensures \forall t : thread; a[(blockIdx.x * blockDim.x + threadIdx.x)@t] == threadIdx.x@t + n;
__global__ void own_element_wrapped(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x + n; }

//@ ensures \forall t : thread; active(t) && threadIdx.x@t < n ==> a[blockIdx.x@t * blockDim.x + threadIdx.x@t] == 1;
__global__ void active_ones(int *a, unsigned n) {
  if (threadIdx.x < n) a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

//@ requires m == blockDim.x * gridDim.x;
//@ ensures \forall t : thread; \forall integer k; 0 <= k < n ==> a[n * (blockDim.x * blockIdx.x + threadIdx.x)@t + k] == k;
__global__ void rows_of_threads(int *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; k++) a[n * i + k] = k;
}

//@ requires blockDim.x >= 1;
//@ ensures \exists t : thread; a[0] == threadIdx.x@t;
__global__ void some_thread(int *a) { if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = 0; }

//@ requires gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall t, u : thread; t != u && threadIdx.y@t == 0 && threadIdx.y@u == 0 && threadIdx.z@t == 0 && threadIdx.z@u == 0 && blockIdx.y@t == blockIdx.y@u && blockIdx.z@t == blockIdx.z@u ==> threadIdx.x@t != threadIdx.x@u;
__global__ void distinct(int *a) { if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = 0; }

//@ ensures \forall t : thread; a[(blockIdx.x * blockDim.x + threadIdx.x)@t] == threadIdx.x@t + n;
__global__ void next_element(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x + n + 1; }

//@ ensures \forall t : thread; a[(blockIdx.x * blockDim.x + threadIdx.x)@t] == 1;
__global__ void only_first_block(int *a) { if (blockIdx.x == 0) a[threadIdx.x] = 1; }

//@ ensures \exists t : thread; a[0] == threadIdx.x@t;
__global__ void no_such_thread(int *a) { if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = blockDim.x; }

//@ ensures \forall t, u : thread; a[blockIdx.x@t * blockDim.x + threadIdx.x@t] == a[blockIdx.x@u * blockDim.x + threadIdx.x@u];
__global__ void same_everywhere(unsigned *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }

//@ ensures \forall t : thread; a[(blockIdx.x * blockDim.x + threadIdx.x)@t] == threadIdx.x@t;
__global__ void shifted(unsigned *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = (threadIdx.x + 1) % blockDim.x; }
