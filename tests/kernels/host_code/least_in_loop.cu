//@ revisions: good bad
//@ verdict: races=proved bounds=proved
//[bad]@ kernel: pick@23 bounds=refuted
//[bad]@ kernel: pick@25 bounds=refuted
//@ kernel: pick@32 bounds=refuted
// Variables that a loop assigns from each other are not below where they started, unless an assignment makes them so.
__global__ void pick(const int *a, int *out, int first) {
  if (first < 64) out[threadIdx.x] = a[first]; //~ ERROR bounds
}
int main(int argc, char **) {
  int *a, *out;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  int size = 2, factor = 2, gap = 1;
  do {
    if (argc > 3) {
      gap = size + gap / 2;
    } else {
#ifdef bad
      gap = size - 3;
#endif
    }
    pick<<<1, 64>>>(a, out, gap);
    size = size * factor;
    pick<<<1, 64>>>(a, out, gap);
  } while (size < argc);
  int from = 3, by = 1;
  for (int i = 0; i < argc; ++i) {
    from = by;
    by = from - 1;
  }
  pick<<<1, 64>>>(a, out, from);
}
