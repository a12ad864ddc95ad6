//@ kernel: second_index unproved
//@ kernel: second_extent refuted
//@ kernel: second_index_at_end refuted
//@ kernel: blocks_above unproved
//@ kernel: first_index_alone proved
// A dimension that a clause names is none that nothing reads, though the kernel itself does not read it.

__global__ void second_index(int *a) {
  //@ assert \forall integer k; k == threadIdx.y ==> k == 0;
  if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = 1;
}

//@ ensures blockDim.y == 1;
__global__ void second_extent(int *a) {
  atomicAdd(&a[0], 1);
}

//@ ensures \forall t : thread; threadIdx.y@t == 0;
__global__ void second_index_at_end(int *a) {
  atomicAdd(&a[0], 1);
}

__global__ void blocks_above(int *a) {
  //@ assert \forall integer k; k == gridDim.z ==> k == 1;
  atomicAdd(&a[0], 1);
}

//@ ensures \forall t : thread; threadIdx.x@t < blockDim.x;
__global__ void first_index_alone(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
