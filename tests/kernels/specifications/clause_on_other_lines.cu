//@ kernel: spliced assertions=refuted
//@ kernel: behind_string assertions=refuted
//@ kernel: in_branch assertions=refuted
//@ kernel: left_out assertions=proved
// Which lines the preprocessor prints decides for whole branches only.
#ifdef UNUSED
#endif
__global__ void spliced(int *a, int n) {
  int k = n; \
  //@ assert n > 0;
  a[threadIdx.x] = k;
}
__global__ void behind_string(int *a, int n) { const char *s = "a\
b"; //@ assert n > 0;
  a[threadIdx.x] = s[0];
}
#ifndef UNUSED
__global__ void in_branch(int *a, int n) {
  int k = n; \
  //@ assert n > 0;
  a[threadIdx.x] = k;
}
#endif
__global__ void left_out(int *a, int n) {
#ifdef UNUSED
  //@ assert n > 0;
#endif
  a[threadIdx.x] = n;
}
