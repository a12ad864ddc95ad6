//@ revisions: good replaced member
//[replaced,member]@ verdict: races=!proved
//[good]@ verdict: races=proved
// Memory that an allocation function of the program gives may be memory that it has given before.
static int pool[4];
struct Numbers {
  int of[4];
#ifdef member
  static void *operator new(size_t) { return pool; }
#endif
};
#ifdef replaced
void *operator new(size_t) { return pool; }
#endif
__global__ void scatter(int *out, const int *to) {
  out[to[threadIdx.x]] = threadIdx.x;
}
int main() {
  int *first = (int *)new Numbers, *second = (int *)new Numbers, *to, *out;
  for (int i = 0; i < 4; i++) first[i] = i;
  for (int i = 0; i < 4; i++) second[i] = 3;
  cudaMalloc(&to, 4 * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemcpy(to, first, 4 * sizeof(int), cudaMemcpyHostToDevice);
  scatter<<<1, 4>>>(out, to);
}
