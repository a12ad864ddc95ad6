//@ revisions: good label second
//[label,second]@ verdict: races=refuted
//[good]@ verdict: races=proved
// A function is called by another name for it, too.
__global__ void fill(int *a) { a[threadIdx.x & 31] = threadIdx.x; } //[label,second]~ ERROR race
void launch(int *a, int n) { fill<<<1, n>>>(a); }
#if defined(label)
void again(int *a, int n) __asm__("_Z6launchPii");
#elif defined(second)
void again(int *a, int n) __attribute__((alias("_Z6launchPii")));
#endif
int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  launch(a, 32);
#ifndef good
  again(a, 64);
#endif
}
