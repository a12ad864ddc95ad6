//@ flags: --block 64 --grid 1
//@ kernel: never_written races=proved bounds=proved
//@ kernel: constants races=proved bounds=proved
//@ kernel: single races=proved bounds=proved
//@ kernel: kept races=proved bounds=proved
//@ kernel: with_a_race races=refuted
//@ kernel: with_a_hole bounds=refuted
//@ kernel: behind_the_end bounds=refuted
//@ kernel: written_elsewhere bounds=refuted
//@ kernel: other races=refuted
// What nothing in the file changes holds what its initialiser says.
typedef void (*Fn)(int *);
__device__ void set(int *a) { a[threadIdx.x] = 1; }
__device__ void clear(int *a) { a[threadIdx.x] = 0; }
__device__ void first(int *a) {
  a[0] = threadIdx.x; //~ ERROR race
}
__device__ Fn table[2] = {set, clear};
__device__ const Fn fixed[2] = {set, &clear};
__constant__ Fn constant[1] = {clear};
__device__ Fn one = set;
__device__ Fn racy[3] = {set, clear, first};
__device__ Fn holes[2] = {set, nullptr};
__device__ Fn changed[2] = {set, clear};
__global__ void never_written(int *a, int i) {
  if (i == 0 || i == 1) table[i](a);
}
__global__ void constants(int *a, int i) {
  if (i == 0 || i == 1) fixed[1 - i](a);
  constant[0](a);
}
__global__ void single(int *a) { one(a); }
__global__ void kept(int *a, int i) {
  Fn f = table[i & 1];
  f(a);
}
__global__ void with_a_race(int *a, int i) {
  if (i >= 0 && i < 3) racy[i](a);
}
__global__ void with_a_hole(int *a, int i) {
  holes[i & 1](a); //~ ERROR bounds
}
__global__ void behind_the_end(int *a, int i) {
  if (i >= 0) table[i](a); //~ ERROR bounds
}
__global__ void other(Fn *f) {
  changed[0] = f[threadIdx.x]; //~ ERROR race
}
__global__ void written_elsewhere(int *a, int i) {
  changed[i & 1](a); //~ ERROR bounds
}
