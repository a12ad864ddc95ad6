//@ flags: --block 64 --grid 1
//@ kernel: local_index assertions=refuted
//@ kernel: local_value assertions=proved
//@ kernel: parameter assertions=proved
//@ kernel: a::of_namespace assertions=unsupported
//@ kernel: local_function assertions=unsupported
//@ kernel: own_function assertions=unsupported
//@ kernel: built_in assertions=proved
// What the program declares by the name of a built-in variable or function hides it in clauses, too.
__global__ void local_index(int *o) {
  uint3 threadIdx = make_uint3(100, 0, 0);
  o[::threadIdx.x] = threadIdx.x;
  //@ assert threadIdx.x < 64; //~ ERROR assert
}
__global__ void local_value(int *o) {
  uint3 blockIdx = make_uint3(7, 0, 0);
  o[threadIdx.x] = 1;
  //@ assert blockIdx.x == 7;
}
//@ requires gridDim.x == 9;
__global__ void parameter(int *o, uint3 gridDim) {
  o[threadIdx.x] = 1;
  //@ assert gridDim.x == 9;
}
namespace a {
struct index { int x; };
__device__ index blockDim;
__global__ void of_namespace(int *o) {
  o[threadIdx.x] = 1;
  //@ assert blockDim.x == 64;
}
}
__global__ void local_function(int *o) {
  int get_local_id = 3;
  o[threadIdx.x] = get_local_id;
  //@ assert get_local_id(0) < 64;
}
namespace b {
__device__ float fmax(float a, float b) { return a; }
}
__device__ float sqrt(int a, int b, int c) { return a; }
__global__ void own_function(int *o) {
  o[threadIdx.x] = 1;
  //@ assert sqrt(4.0) == 2.0;
}
__global__ void built_in(int *o) {
  o[threadIdx.x] = 1;
  //@ assert threadIdx.x < 64 && get_local_id(0) == threadIdx.x;
}
