//@ verdict: races=proved divergence=proved bounds=proved assertions=proved
// Ghost variables, counts of iterations, conditions on all threads of a place.

//@ requires n >= 0
__global__ void counts(int *a, int n) {
  //@ ghost int s = 0;
  int t = 0;
  for (int k = 0; k < n; k++) {
    //@ loop invariant s == 2 * k && t == k && loop_count == k;
    t++;
    //@ ghost s += 2;
  }
  //@ assert s == 2 * t;
  if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = t;
}

__global__ void before_and_after(int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  //@ ghost int before = b[i]; ghost boolean even = before % 2 == 0;
  b[i] = b[i] + 1;
  //@ assert b[i] == before + 1 && (even ==> before != 1);
}

//@ requires n > 0 && m > 0
__global__ void nested(int *a, int n, int m) {
  for (int i = 0; i < n; i++) {
    int j = 0;
    //@ loop invariant j == loop_count && i == loop_count_2;
    while (j < m) {
      j++;
      if (j == 5) continue;
    }
  }
  int k = 10;
  do {
    //@ loop invariant k == 10 - loop_count;
    k--;
  } while (k > 0);
}

// The condition may stand in an inner block, and a ghost variable ends with its block.
__global__ void blocks(int *a, int n) {
  if (n > 3) {
    //@ ghost int g = n;
    n = 2 * n;
    //@ assert n == 2 * g;
  }
  //@ ghost int g = 7;
  //@ assert g == 7;
}

__global__ void all_threads(int *a, int n) {
  __shared__ int s[256];
  int x = threadIdx.x, y = 2 * x + n;
  __syncthreads();
  //@ assert \forall t : thread; y@t == 2 * threadIdx.x@t + n;
  //@ assert (\forall t : thread; active(t) ==> y@t == 2 * x@t + n) && blockDim.x > 0;
  if (x > 3) {
    //@ assert \forall t : thread; active(t) ==> x@t > 3;
  }
  for (int k = x; k < n; k += blockDim.x) {
    //@ loop invariant \forall t : thread; active(t) ==> k@t == x@t + (loop_count * blockDim.x)@t;
  }
}
