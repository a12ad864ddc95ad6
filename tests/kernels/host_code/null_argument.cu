//@ revisions: literal wrapper variable later joined unguarded
//[literal]@ kernel: add races=proved
//[wrapper]@ kernel: add races=proved
//[variable]@ kernel: add races=proved
//[later]@ kernel: add races=refuted
//[joined]@ kernel: add races=refuted
//[unguarded]@ kernel: add bounds=refuted
// A launch gives a null pointer, so nothing is stored through it.
__global__ void add(float *x, float *total) {
  int i = threadIdx.x;
  x[i] += 1;
#ifdef unguarded
  total[i] = x[i]; //[unguarded]~ ERROR bounds
#else
  if (total != nullptr) total[0] = x[i]; //[later,joined]~ ERROR race
#endif
}
#ifdef wrapper
static void run(float *x, float *total) { add<<<1, 32>>>(x, total); }
#endif
void host(bool sums) {
  float *x, *total = NULL;
  cudaMalloc(&x, 32 * sizeof(float));
#if defined(wrapper)
  run(x, 0);
#elif defined(variable)
  add<<<1, 32>>>(x, total);
#elif defined(later)
  cudaMalloc(&total, sizeof(float));
  add<<<1, 32>>>(x, total);
#elif defined(joined)
  if (sums) cudaMalloc(&total, sizeof(float));
  add<<<1, 32>>>(x, total);
#else
  add<<<1, 32>>>(x, nullptr);
#endif
}
