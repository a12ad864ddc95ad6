//@ kernel: vector_add proved
//@ kernel: vector_add_rest unproved
//@ kernel: vector_add_all_at_once unproved
//@ kernel: vector_add_one_more unproved
//@ kernel: vector_add_next_value unproved
//@ kernel: vector_add_overwritten unproved
//@ kernel: vector_add_of_later_thread unproved
//@ kernel: matrixMul proved
//@ kernel: matrixMul_one_tile_more unproved
//@ kernel: matrixMul_column unproved
//@ kernel: matrixMul_rest unproved
//@ kernel: row_means proved
//@ kernel: row_means_of_one_more unproved
//@ kernel: least_so_far proved
//@ kernel: least_so_far_wrong unproved
//@ kernel: own_values proved
//@ kernel: own_values_of_others unproved
//@ kernel: no_thread_is_missing unproved
//@ kernel: of_half_the_block unproved
//@ kernel: of_the_whole_block proved
//@ kernel: racing_ghost unproved
//@ kernel: ghost_behind_barrier proved
//@ kernel: two_behind_a_barrier proved
//@ kernel: sum_of_written_elements proved
//@ gap: sum_of_written_elements sums over elements that the kernel writes
//@ kernel: sum_of_elements_to_be_written unproved
// Loop invariants and asserts with real arithmetic, sums and quantifiers: those of Kojima et al., appendix A, for a grid-stride loop and a product of
// matrices (misprints mended), some more, and wrong twins.

//@ requires n == m * blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == a[i] + b[i];
__global__ void vector_add(const float *a, const float *b, float *c, int n, int m) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  while (i < n) {
    /*@ loop invariant (\exists t : thread; active(t)) -> \forall t : thread; active(t);
      @ loop invariant i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;
      @ loop invariant \forall integer k; 0 <= k && k < blockDim.x * gridDim.x * loop_count ==> c[k] == a[k] + b[k]; */
    c[i] = a[i] + b[i];
    i += blockDim.x * gridDim.x;
  }
}

// The last round may be that of some threads only.
//@ requires n >= 0;
__global__ void vector_add_rest(const float *a, const float *b, float *c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  while (i < n) {
    //@ loop invariant (\exists t : thread; active(t)) ==> \forall t : thread; active(t);
    c[i] = a[i] + b[i];
    i += blockDim.x * gridDim.x;
  }
}

//@ requires n == m * blockDim.x * gridDim.x;
__global__ void vector_add_all_at_once(const float *a, const float *b, float *c, int n, int m) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  while (i < n) {
    //@ loop invariant \forall integer k; 0 <= k < n ==> c[k] == a[k] + b[k];
    c[i] = a[i] + b[i];
    i += blockDim.x * gridDim.x;
  }
}

//@ requires n == m * blockDim.x * gridDim.x;
__global__ void vector_add_one_more(const float *a, const float *b, float *c, int n, int m) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  while (i < n) {
    //@ loop invariant \forall integer k; 0 <= k <= blockDim.x * gridDim.x * loop_count ==> c[k] == a[k] + b[k];
    c[i] = a[i] + b[i];
    i += blockDim.x * gridDim.x;
  }
}

// What the iteration itself is about to store is not there yet.
//@ requires n == m * blockDim.x * gridDim.x;
__global__ void vector_add_next_value(const float *a, const float *b, float *c, int n, int m) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  while (i < n) {
    //@ loop invariant c[i] == a[i] + b[i];
    c[i] = a[i] + b[i];
    i += blockDim.x * gridDim.x;
  }
}

// Before the second round the elements of the first are as they should be, behind it they are not.
//@ requires n == m * blockDim.x * gridDim.x;
__global__ void vector_add_overwritten(const float *a, const float *b, float *c, int n, int m) {
  int start = blockDim.x * blockIdx.x + threadIdx.x;
  int i = start;
  while (i < n) {
    //@ loop invariant \forall integer k; 0 <= k < blockDim.x * gridDim.x * loop_count ==> c[k] == a[k] + b[k];
    c[i] = a[i] + b[i];
    if (i != start) c[start] = 0.0f;
    i += blockDim.x * gridDim.x;
  }
}

// Between two statements of one thread the others have got as far as in lock-step: no further.
//@ requires n == blockDim.x * gridDim.x;
__global__ void vector_add_of_later_thread(const float *a, const float *b, float *c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  //@ assert \forall integer k; 0 <= k < n ==> c[k] == a[k] + b[k];
  c[i] = a[i] + b[i];
}

/*@ requires blockDim.x == bsize && blockDim.y == bsize && 0 <= m && wA == bsize * m;
  @ requires wB == bsize * gridDim.x && hA == bsize * gridDim.y;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   C[wB * i + j] == \sum(0, wA - 1, \lambda integer k; A[wA * i + k] * B[wB * k + j]); */
__global__ void matrixMul(float *C, const float *A, const float *B, int wA, int wB, int hA, int bsize, int m) {
  extern __shared__ float tiles[];
  float *As = tiles;
  float *Bs = tiles + bsize * bsize;
  int bx = blockIdx.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int aBegin = wA * bsize * by;
  int aEnd = aBegin + wA - 1;
  int aStep = bsize;
  int bBegin = bsize * bx;
  int bStep = bsize * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    /*@ loop invariant loop_count <= m;
      @ loop invariant a == aBegin + aStep * loop_count;
      @ loop invariant b == bBegin + bStep * loop_count;
      @ loop invariant Csub == \sum(0, bsize * loop_count - 1, \lambda integer k;
      @   A[wA * (bsize * by + ty) + k] * B[wB * k + bsize * bx + tx]); */
    As[bsize * ty + tx] = A[a + wA * ty + tx];
    Bs[bsize * ty + tx] = B[b + wB * ty + tx];
    __syncthreads();
    for (int k = 0; k < bsize; ++k) {
      /*@ loop invariant k == loop_count;
        @ loop invariant loop_count <= bsize;
        @ loop invariant Csub == \sum(0, bsize * loop_count_2 + loop_count - 1, \lambda integer k;
        @   A[wA * (bsize * by + ty) + k] * B[wB * k + bsize * bx + tx]); */
      Csub += As[bsize * ty + k] * Bs[bsize * k + tx];
    }
    __syncthreads();
  }
  int c = wB * bsize * by + bsize * bx;
  C[c + wB * ty + tx] = Csub;
}

/*@ requires blockDim.x == bsize && blockDim.y == bsize && 0 <= m && wA == bsize * m;
  @ requires wB == bsize * gridDim.x; */
__global__ void matrixMul_one_tile_more(float *C, const float *A, const float *B, int wA, int wB, int bsize, int m) {
  int x = bsize * blockIdx.x + threadIdx.x, y = bsize * blockIdx.y + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < wA; first += bsize) {
    //@ loop invariant sum == \sum(0, bsize * (loop_count + 1) - 1, \lambda integer k; A[wA * y + k] * B[wB * k + x]);
    for (int k = 0; k < bsize; ++k) sum += A[wA * y + first + k] * B[wB * (first + k) + x];
  }
  C[wB * y + x] = sum;
}

/*@ requires blockDim.x == bsize && blockDim.y == bsize && 0 <= m && wA == bsize * m;
  @ requires wB == bsize * gridDim.x; */
__global__ void matrixMul_column(float *C, const float *A, const float *B, int wA, int wB, int bsize, int m) {
  int x = bsize * blockIdx.x + threadIdx.x, y = bsize * blockIdx.y + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < wA; first += bsize) {
    //@ loop invariant sum == \sum(0, bsize * loop_count - 1, \lambda integer k; A[wA * y + k] * B[wB * x + k]);
    for (int k = 0; k < bsize; ++k) sum += A[wA * y + first + k] * B[wB * (first + k) + x];
  }
  C[wB * y + x] = sum;
}

/*@ requires blockDim.x == bsize && blockDim.y == bsize && 0 <= m && wA == bsize * m;
  @ requires wB == bsize * gridDim.x; */
__global__ void matrixMul_rest(float *C, const float *A, const float *B, int wA, int wB, int bsize, int m) {
  int x = bsize * blockIdx.x + threadIdx.x, y = bsize * blockIdx.y + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < wA; first += bsize) {
    for (int k = 0; k < bsize; ++k) {
      //@ loop invariant sum == \sum(0, bsize * loop_count_2 + loop_count, \lambda integer k; A[wA * y + k] * B[wB * k + x]);
      sum += A[wA * y + first + k] * B[wB * (first + k) + x];
    }
  }
  C[wB * y + x] = sum;
}

//@ requires n > 0 && m <= blockDim.x * gridDim.x;
__global__ void row_means(float *mean, const float *a, int m, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) return;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    //@ loop invariant sum == \sum(0, k - 1, \lambda integer j; a[row * n + j]);
    sum += a[row * n + k];
  }
  //@ assert sum / n == \sum(0, n - 1, \lambda integer j; a[row * n + j]) / n;
  mean[row] = sum / n;
  //@ assert mean[row] == sum / n;
}

//@ requires n > 0 && m <= blockDim.x * gridDim.x;
__global__ void row_means_of_one_more(float *mean, const float *a, int m, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) return;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    sum += a[row * n + k];
  }
  //@ assert sum == \sum(0, n, \lambda integer j; a[row * n + j]);
  mean[row] = sum / n;
}

//@ requires n > 0 && m <= blockDim.x * gridDim.x;
__global__ void least_so_far(int *least, const int *a, int m, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) return;
  int l = a[row * n];
  for (int k = 1; k < n; k++) {
    //@ loop invariant \forall integer j; 0 <= j < k ==> l <= a[row * n + j];
    if (a[row * n + k] < l) l = a[row * n + k];
  }
  least[row] = l;
}

//@ requires n > 0 && m <= blockDim.x * gridDim.x;
__global__ void least_so_far_wrong(int *least, const int *a, int m, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) return;
  int l = a[row * n];
  for (int k = 1; k < n; k++) {
    //@ loop invariant \forall integer j; 0 <= j <= k ==> l <= a[row * n + j];
    if (a[row * n + k] < l) l = a[row * n + k];
  }
  least[row] = l;
}

//@ requires n >= blockDim.x * gridDim.x;
__global__ void own_values(float *a, float x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float y = 2.0f * x + a[i];
  //@ assert y - a[i] == x + x;
  a[i] = y;
  //@ assert a[i] == y && \forall integer k; 0 <= k < blockDim.x ==> n > k + blockIdx.x * blockDim.x;
}

// Another thread has another value.
//@ requires n >= blockDim.x * gridDim.x;
__global__ void own_values_of_others(float *a, float x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float y = 2.0f * x * i;
  a[i] = y;
  //@ assert \forall integer k; 0 <= k < blockDim.x * gridDim.x ==> a[k] == y;
}

__global__ void no_thread_is_missing(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    //@ assert \forall t : thread; active(t);
    a[i] = 0;
  }
}

//@ requires n >= 0;
__global__ void of_half_the_block(int *a, int n) {
  int i = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (2 * i < blockDim.x) {
      //@ assert (\exists t : thread; active(t)) ==> \forall t : thread; active(t);
      if (k == n - 1 && blockIdx.x == 0) a[i] = k;
    }
  }
}

// What the ghost reads is written at the same time.
//@ requires blockDim.x == 64 && gridDim.x == 1;
__global__ void racing_ghost(int *a, int *b) {
  int i = threadIdx.x;
  b[i] = a[63 - i];
  __syncthreads();
  //@ ghost int g = a[63 - i];
  a[i] = 5;
  //@ assert \forall integer k; 0 <= k < 1 ==> g + k == b[i];
}

//@ requires blockDim.x == 64 && gridDim.x == 1;
__global__ void ghost_behind_barrier(int *a, int *b) {
  int i = threadIdx.x;
  b[i] = a[63 - i];
  __syncthreads();
  //@ ghost int g = a[63 - i];
  __syncthreads();
  a[i] = 5;
  //@ assert \forall integer k; 0 <= k < 1 ==> g + k == b[i];
}

//@ requires n >= 0;
__global__ void of_the_whole_block(int *a, int n) {
  int i = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (2 * n < blockDim.x) {
      //@ assert (\exists t : thread; active(t)) ==> \forall t : thread; active(t);
      if (k == n - 1 && blockIdx.x == 0) a[i] = k;
    }
  }
}

// A clause that is recorded does not stand between a barrier and a clause that needs it.
__global__ void two_behind_a_barrier(float *a, float x) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = x;
  __syncthreads();
  //@ assert x + x == 2.0 * x;
  //@ assert \forall t : thread; blockDim.x >= 1;
}

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ ensures \sum(0, n - 1, \lambda integer j; a[j]) == 3 * n;
__global__ void sum_of_written_elements(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 3;
}

//@ requires blockDim.x == 4 && gridDim.x == 1;
__global__ void sum_of_elements_to_be_written(int *a) {
  //@ assert \sum(0, 3, \lambda integer j; a[j]) == 0;
  a[threadIdx.x] = 3;
}
