//@ flags: --block 64 --grid 1
//@ verdict: assertions=!proved
// What the unknown function leaves in the local array is not what was there.
extern __device__ void fill(int *a);
__global__ void k(int *out) {
  int local[2];
  local[0] = 1;
  local[1] = 2;
  fill(local);
  __assert(local[0] == 1);
}
