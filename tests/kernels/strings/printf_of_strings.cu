//@ flags: --block 8 --grid 1
//@ kernel: of_array races=proved bounds=!proved
//@ kernel: of_shared races=!proved
//@ kernel: of_parameter races=proved
//@ kernel: of_written races=!proved
//@ kernel: of_message races=proved bounds=proved
//@ kernel: aborts races=proved bounds=proved assertions=refuted
//@ kernel: behind_literal bounds=!proved
//@ kernel: written races=unsupported
//@ kernel: format_of_array races=unsupported
//@ kernel: behind_width races=proved
//@ kernel: of_literals races=proved
// `%s` reads the bytes behind its pointer, `%n` writes behind it.
__global__ void of_array() {
  char s[2] = {'a', 'b'};
  printf("%s", s);
}
__global__ void of_shared() {
  __shared__ char s[4];
  if (threadIdx.x == 0) s[0] = 0;
  if (threadIdx.x == 1) printf("%d %s", 1, s);
}
__global__ void of_parameter(const char *s) { printf("%5.3s", s); }
__global__ void of_written(char *s) {
  s[threadIdx.x] = 'a';
  printf("%s", s);
}
__device__ void told(const char *what) { printf("%s\n", what); }
__global__ void of_message(int *o) {
  o[threadIdx.x] = 1;
  told("done");
}
__device__ void no_code(const char *file, int line, const char *name) {
  printf("%s:%d: %s has no code for this device\n", file, line, name);
  __trap(); //~ ERROR assert
}
__device__ int cells[8];
__global__ void aborts(bool positive) {
  cells[threadIdx.x] = 1;
  told(positive ? "yes" : "no");
  if (threadIdx.x == 3) no_code(__FILE__, __LINE__, __FUNCTION__);
}
__global__ void behind_literal(int i) {
  told("done" + i);
}
__global__ void written(int *n) { printf("a%n", n); }
__global__ void format_of_array(const char *s) { printf(s); }
__global__ void behind_width(const char *s) { printf("%*d %s", 3, 4, s); }
__global__ void of_literals(int *o, int n) {
  o[threadIdx.x] = n;
  printf("%s %d%% %s\n", __func__, n, n > 0 ? "positive" : "other");
  printf("%p %c\n", o, 'a');
}
