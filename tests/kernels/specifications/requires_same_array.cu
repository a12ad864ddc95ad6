//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// The pointer in the structure is the parameter.
struct View {
  int *data;
  int length;
};
__global__ void k(int *a, View view) {
  __requires(view.data == a);
  int own = blockIdx.x * blockDim.x + threadIdx.x;
  a[own] = view.data[own] + 1;
}
