//@ kernel: halved proved
//@ kernel: halved_one_more refuted
//@ kernel: halved_and_exchanged proved
//@ kernel: halved_with_a_race unproved
//@ kernel: halved_without_a_barrier unproved
//@ kernel: of_a_false_invariant refuted
//@ kernel: of_an_open_invariant unproved
//@ kernel: beside_an_open_invariant unproved
//@ kernel: slots proved
// Proofs by invariants: of loops whose values are not followed, and of barriers; they fall with their premises.

// The invariant of the loop is inferred.
//@ requires blockDim.x == 64;
//@ ensures \forall integer i; 0 <= i < 64 * gridDim.x ==> 0 <= out[i] && out[i] < 8;
__global__ void halved(int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i] > 0 ? in[i] : 0;
  while (x >= 8) {
    x = x / 2;
  }
  out[i] = x;
}

//@ requires blockDim.x == 64;
//@ ensures \forall integer i; 0 <= i < 64 * gridDim.x ==> 0 <= out[i] && out[i] < 8;
__global__ void halved_one_more(int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i] > 0 ? in[i] : 0;
  while (x > 8) {
    x = x / 2;
  }
  out[i] = x;
}

//@ requires blockDim.x == 64;
//@ ensures \forall integer i; 0 <= i < 64 * gridDim.x ==> 0 <= out[i] && out[i] < 8;
__global__ void halved_and_exchanged(int *out, const int *in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int x = in[i] > 0 ? in[i] : 0;
  while (x >= 8) {
    x = x / 2;
  }
  tile[t] = x;
  //@ barrier invariant 0 <= tile[t] && tile[t] < 8;
  __syncthreads();
  out[i] = tile[63 - t];
}

// The first element of the tile is written by all threads of the block.
//@ requires blockDim.x == 64;
//@ ensures \forall integer i; 0 <= i < 64 * gridDim.x ==> 0 <= out[i] && out[i] < 8;
__global__ void halved_with_a_race(int *out, const int *in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int x = in[i] > 0 ? in[i] : 0;
  while (x >= 8) {
    x = x / 2;
  }
  tile[t] = x;
  tile[0] = x;
  //@ barrier invariant 0 <= tile[t] && tile[t] < 8;
  __syncthreads();
  out[i] = tile[63 - t];
}

// Another thread may overwrite the element behind the barrier.
//@ requires blockDim.x == 64;
//@ ensures \forall integer i; 0 <= i < 64 * gridDim.x ==> 0 <= out[i] && out[i] < 8;
__global__ void halved_without_a_barrier(int *out, const int *in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int x = in[i] > 0 ? in[i] : 0;
  while (x >= 8) {
    x = x / 2;
  }
  tile[t] = x;
  //@ barrier invariant 0 <= tile[t] && tile[t] < 8;
  __syncthreads();
  tile[t] = in[i];
  out[i] = tile[63 - t];
}

//@ requires blockDim.x == 64;
//@ ensures \forall integer i; 0 <= i < 64 * gridDim.x ==> 0 <= out[i] && out[i] < 8;
__global__ void of_a_false_invariant(int *out, const int *in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int x = in[i] > 0 ? in[i] : 0;
  while (x >= 8 && x != 123456789) {
    x = x / 2;
  }
  tile[t] = x;
  //@ barrier invariant 0 <= tile[t] && tile[t] < 8;
  __syncthreads();
  out[i] = tile[63 - t];
}

// The invariant is false, and no run of a small launch breaks it.
//@ requires blockDim.x == 64;
//@ ensures \forall integer i; 0 <= i < 64 * gridDim.x ==> out[i] != 123456789;
__global__ void of_an_open_invariant(int *out, const int *in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int x = in[i] > 0 ? in[i] : 0;
  tile[t] = x;
  while (x >= 8) {
    x = x / 2;
  }
  //@ barrier invariant tile[t] != 123456789;
  __syncthreads();
  out[i] = tile[63 - t];
}

// The contract needs the second invariant, which is proved; the first one is not.
//@ requires blockDim.x == 64;
//@ ensures \forall integer i; 0 <= i < 64 * gridDim.x ==> 0 <= out[i] && out[i] < 8;
__global__ void beside_an_open_invariant(int *out, const int *in) {
  __shared__ int tile[64];
  __shared__ int other[64];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int x = in[i] > 0 ? in[i] : 0;
  other[t] = x;
  while (x >= 8) {
    x = x / 2;
  }
  tile[t] = x;
  //@ barrier invariant other[t] != 123456789;
  //@ barrier invariant 0 <= tile[t] && tile[t] < 8;
  __syncthreads();
  out[i] = tile[63 - t];
}

// The contents of the tile are known by the invariant alone: a thread stores where another one says.
//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 64 ==> out[i] == 7;
__global__ void slots(int *out, const int *in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  int x = in[t];
  while (x != 7) {
    x = x > 7 ? x / 2 : 7;
  }
  tile[t] = x;
  //@ barrier invariant tile[t] == 7;
  __syncthreads();
  out[t] = tile[(t + 1) % 64];
}
