//@ kernel: halved proved
//@ kernel: halved_one_more refuted
//@ kernel: halved_and_exchanged proved
//@ kernel: halved_with_a_race unproved
//@ kernel: halved_without_a_barrier unproved
//@ kernel: of_a_false_invariant refuted
//@ kernel: of_an_open_invariant unproved
//@ kernel: beside_an_open_invariant assertions=unproved contract=proved
//@ kernel: slots proved
//@ kernel: of_neighbours unproved
//@ kernel: of_the_mirrored_thread unproved
//@ kernel: of_threads_that_ended unproved
//@ kernel: of_an_earlier_barrier unproved
//@ kernel: of_the_first_iteration unproved
//@ kernel: counted unproved
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

// The contents of the tile are known by the invariant alone: a thread reads what its neighbour stored.
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

// The rest is wrong for an input that no run has: values that stand for themselves are those of one thread, and
// invariants hold where they are stated.
#define RARE(r, in, t) int r = in[t]; while (r > 7 && r != 123456789) r = r / 2; r = r == 123456789 ? 5 : 7

//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 63 ==> out[i] == out[i + 1];
__global__ void of_neighbours(int *out, const int *in) {
  int t = threadIdx.x;
  RARE(x, in, t);
  out[t] = x;
}

//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 64 ==> out[i] == out[0];
__global__ void of_the_mirrored_thread(int *out, const int *in) {
  __shared__ int a[64];
  int t = threadIdx.x;
  RARE(x, in, t);
  a[t] = x;
  //@ barrier invariant a[t] >= 0;
  __syncthreads();
  out[t] = a[63 - t];
}

//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 32 ==> out[i] == 7;
__global__ void of_threads_that_ended(int *out, const int *in) {
  __shared__ int a[64];
  int t = threadIdx.x;
  RARE(x, in, t);
  a[t] = x;
  __syncthreads();
  if (t >= 32) return;
  while (x != 7) x = x > 7 ? x / 2 : 7;
  a[t] = x;
  //@ barrier invariant a[t] == 7;
  __syncthreads();
  out[t] = a[63 - t];
}

//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 64 ==> out[i] == 7;
__global__ void of_an_earlier_barrier(int *out, const int *in) {
  __shared__ int a[64];
  int t = threadIdx.x;
  a[t] = 7;
  //@ barrier invariant a[t] == 7;
  __syncthreads();
  int y = a[63 - t];
  __syncthreads();
  RARE(x, in, t);
  a[t] = x + y - 7;
  __syncthreads();
  out[t] = a[63 - t];
}

//@ requires blockDim.x == 64 && gridDim.x == 1 && n >= 1;
//@ ensures \forall integer i; 0 <= i < 64 ==> out[i] == 7;
__global__ void of_the_first_iteration(int *out, const int *in, int n) {
  __shared__ int a[64];
  int t = threadIdx.x;
  int z = 7;
  a[t] = 7;
  for (int k = 0; k < n; k++) {
    //@ barrier invariant k == 0 ==> a[t] == 7;
    __syncthreads();
    z = a[63 - t];
    __syncthreads();
    RARE(x, in, t);
    a[t] = x;
  }
  out[t] = z;
}

//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ ensures out[0] == \old(out[0]) + 64 * 7;
__global__ void counted(int *out, const int *in) {
  int t = threadIdx.x;
  RARE(x, in, t);
  atomicAdd(&out[0], x);
}
