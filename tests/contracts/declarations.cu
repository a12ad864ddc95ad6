//@ kernel: set_by_last_iteration refuted
//@ kernel: set_outside proved
//@ kernel: set_in_each_iteration proved
//@ kernel: set_by_last_call refuted
// What a declaration in a loop holds before it is set.

//@ ensures \forall integer i; 0 <= i < gridDim.x * blockDim.x ==> out[i] == 7;
__global__ void set_by_last_iteration(int *out) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  for (int k = 0; k < 2; k++) {
    int r[2];
    if (k == 0) r[1] = 7;
    else out[id] = r[1];
  }
}

//@ ensures \forall integer i; 0 <= i < gridDim.x * blockDim.x ==> out[i] == 7;
__global__ void set_outside(int *out) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  int r[2];
  for (int k = 0; k < 2; k++) {
    if (k == 0) r[1] = 7;
    else out[id] = r[1];
  }
}

//@ ensures \forall integer i; 0 <= i < gridDim.x * blockDim.x ==> out[i] == 7;
__global__ void set_in_each_iteration(int *out, int n) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  for (int k = 0; k < 2; k++) {
    int r[2], s;
    for (int i = 0; i < 2; i++) r[i] = 3 + i;
    if (k == n) s = r[0];
    else s = r[1] - 1;
    out[id] = r[1] + s;
  }
}

__device__ int last(int k) {
  int r;
  if (k == 0) r = 7;
  return r;
}

//@ ensures \forall integer i; 0 <= i < gridDim.x * blockDim.x ==> out[i] == 7;
__global__ void set_by_last_call(int *out) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  for (int k = 0; k < 2; k++) out[id] = last(k);
}
