//@ verdict: races=refuted
// Flags that can change, and cases that others fall into, exclude nothing.
bool wide = false;
__global__ void k(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1; //~ ERROR race
}
__global__ void l(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1; //~ ERROR race
}
void run(int *a, int blocks) {
  if (wide) k<<<blocks, 128>>>(a);
  const int way = 1;
  int size = 64;
  switch (way) {
    case 1: size = 128;
    case 2: l<<<blocks, size>>>(a); break;
    default: l<<<blocks, 64>>>(a);
  }
}
