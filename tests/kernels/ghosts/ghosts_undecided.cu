//@ verdict: races=proved divergence=proved bounds=proved assertions=inconclusive
// Nothing is proved of what is not followed; most of these are false.

__global__ void divides(int *a) {
  //@ ghost int z = 0; ghost int g = 1 / z;
  //@ assert false;
}

__global__ void grows(int *a) {
  //@ ghost integer g = 1;
  for (int k = 0; k < 100; k++) {
    //@ ghost g = g * 4;
  }
  //@ assert g == 0;
}

__global__ void of_reals(float *x) {
  //@ ghost real r = x[0] + 1;
  //@ assert r == x[0];
}

__global__ void of_sums(int *x, int n) {
  //@ ghost int s = \sum(0, n, \lambda integer k; x[k]);
  //@ assert s == 0;
}

// Another thread's value.
__global__ void relates(int *a) {
  int y = threadIdx.x;
  __syncthreads();
  //@ assert \forall t : thread; y@t == threadIdx.x;
}

__global__ void relates_by_a_variable(int *a) {
  int y = threadIdx.x;
  __syncthreads();
  //@ assert \forall t : thread; threadIdx.x@t == y;
}

__global__ void relates_by_memory(int *a) {
  int y[2];
  y[0] = threadIdx.x;
  y[1] = a[0];
  __syncthreads();
  //@ assert \forall t : thread; y[0] == threadIdx.x@t;
}

__global__ void relates_two(int *a) {
  int y = threadIdx.x;
  __syncthreads();
  //@ assert \forall t, u : thread; y@t == y@u;
}

// Threads that are not here.
__global__ void absent(int *a) {
  int y = threadIdx.x;
  if (y > 3) {
    //@ assert \forall t : thread; y@t > 3;
  }
}

__global__ void not_here_any_more(int *a) {
  int y = 1;
  __syncthreads();
  y = 2;
  //@ assert \forall t : thread; y@t == 2;
}

__global__ void some(int *a) {
  __syncthreads();
  //@ assert \exists t : thread; threadIdx.x@t == 5000;
}

__global__ void denied(int *a) {
  __syncthreads();
  //@ assert !(\forall t : thread; threadIdx.x@t >= 0);
}

__global__ void active_elsewhere(int *a) {
  __syncthreads();
  //@ assert \forall t : thread; !active(t);
}

// A thread that has ended is a thread of the block too.
__global__ void ended(int *a) {
  if (threadIdx.x == 0) return;
  __syncthreads();
  //@ assert \forall t : thread; threadIdx.x@t > 0;
}
