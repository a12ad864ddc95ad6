//@ kernel: rounds proved
//@ kernel: rounds_for_one_factor refuted
//@ kernel: turned proved
//@ kernel: turned_the_other_way refuted
//@ kernel: kept_for_clauses_inside proved
//@ kernel: forgotten_for_clauses_inside unproved
// Ghosts without a value: numbers and copies of arrays that preconditions tie to the kernel; clauses without `;`, hints at solvers.

__global__ void rounds(const float *a, const float *b, float *c, int n) {
  /*@ ghost int m
      requires n == m * blockDim.x * gridDim.x
      ensures \forall i [c[i]]; 0 <= i -> i < n -> c[i] == a[i] + b[i] */
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  /*@ loop invariant (\exists t : thread; active(t)) -> \forall t : thread; active(t);
      loop invariant i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x; */
  while (i < n) {
    c[i] = a[i] + b[i];
    i += gridDim.x * blockDim.x;
  }
}

// What holds for one value of the ghost need not hold for all.
__global__ void rounds_for_one_factor(const int *a, int *c, int n) {
  /*@ ghost int m
      requires n == m * blockDim.x * gridDim.x && n >= 0
      ensures \forall i; 0 <= i && i < n -> c[i] == a[i] + m - 1; */
  for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i];
}

// One block: `a0` is what `a` held at the launch.
__global__ void turned(int *a, int size) {
  /*@ ghost int a0[]
      requires size == blockDim.x && gridDim.x == 1
      ensures \forall i; 0 < i && i < size -> a[i] == a0[i - 1];
      requires \forall i; a[i] == a0[i];
      ensures a[0] == a0[size - 1] */
  int own = a[threadIdx.x];
  int next = threadIdx.x + 1;
  if (next == size) next = 0;
  __syncthreads();
  a[next] = own;
}

__global__ void turned_the_other_way(int *a, int size) {
  /*@ ghost int a0[]
      requires size == blockDim.x && gridDim.x == 1
      ensures \forall i; 0 <= i && i < size - 1 -> a[i] == a0[i + 1];
      requires \forall i; a0[i] == a[i]; */
  int own = a[threadIdx.x];
  int next = threadIdx.x + 1;
  if (next == size) next = 0;
  __syncthreads();
  a[next] = own;
}

__global__ void kept_for_clauses_inside(int *a, int n) {
  /*@ ghost int before[]
      ensures \forall i; 0 <= i && i < n && i < blockDim.x * gridDim.x -> a[i] == 2 * before[i];
      requires \forall i; before[i] == a[i] */
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  a[i] += a[i];
  //@ assert a[i] == 2 * before[i]
}

__global__ void forgotten_for_clauses_inside(int *a, int n) {
  /*@ ghost int before[]
      ensures true;
      requires \forall i; before[i] == a[i] */
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  a[i] += 1;
  //@ assert a[i] == before[i]
}
