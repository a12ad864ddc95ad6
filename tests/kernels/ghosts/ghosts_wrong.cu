//@ verdict: races=proved divergence=proved bounds=proved assertions=refuted
// Wrong claims about ghost variables, counts and threads.

//@ requires n >= 2
__global__ void off_by_one(int *a, int n) {
  //@ ghost int s = 0;
  for (int k = 0; k < n; k++) {
    //@ ghost s += 2;
  }
  //@ assert s == 2 * n - 2;    //~ ERROR assert
}

__global__ void after(int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = b[i] + 1;
  //@ ghost int before = b[i];
  //@ assert b[i] == before + 1;    //~ ERROR assert
}

// The inner one is of the same name, and it is another one each time.
//@ requires n == 3
__global__ void begins_anew(int *a, int n) {
  for (int i = 0; i < n; i++) {
    //@ ghost int s = 0;
    //@ ghost s += 1;
    //@ assert s == i + 1;    //~ ERROR assert
  }
}

//@ requires n >= 2
__global__ void counts(int *a, int n) {
  for (int i = 0; i < n; i++) {
    //@ loop invariant loop_count == i + 1;    //~ ERROR assert
  }
}

//@ requires n >= 2
__global__ void outer_for_inner(int *a, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      //@ loop invariant j == loop_count_2;    //~ ERROR assert
    }
  }
}

// A division by zero, a number out of bounds or too great to be kept say nothing of what follows.
__global__ void numbers(int *a) {
  //@ ghost int g = a[1000000];
  //@ ghost g = 1;
  //@ assert g != 1;    //~ ERROR assert
}

__global__ void threads(int *a) {
  int y = threadIdx.x;
  __syncthreads();
  //@ assert \forall t : thread; y@t < 1;    //~ ERROR assert
}

__global__ void active_threads(int *a) {
  int y = threadIdx.x;
  if (y > 0) {
    //@ assert \forall t : thread; active(t) ==> y@t == 0;    //~ ERROR assert
  }
}
