//@ kernel: shift@24 races=proved
//@ kernel: shift@24(to,from) races=refuted
//@ kernel: shift@30 races=proved
//@ kernel: shift@30(to,from) races=refuted
//@ kernel: shift@38 races=proved
//@ kernel: shift@38(to,from) races=proved
//@ kernel: shift@46 races=proved
//@ kernel: shift@46(to,from) races=refuted
//@ kernel: shift@57 races=proved
//@ kernel: shift@57(to,from) races=refuted
//@ kernel: shift@66(to,from) races=refuted
// Pointers that several paths set: on some of them they point into one buffer.
__global__ void shift(int *to, const int *from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1023) to[i] = from[i + 1]; //~ ERROR race
}

void chosen(bool other) {
  int *p, *q;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  int *to = q;
  if (other) to = p;
  shift<<<4, 256>>>(to, q);
}
void by_operators(bool a, bool b) {
  int *p, *q;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  shift<<<4, 256>>>(a ? p : q, b ? q : p);
}
// No choice is greater than 4 and less than 3.
void by_excluding_operators(int choice) {
  int *p, *q, *r;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  cudaMalloc(&r, 4096);
  shift<<<4, 256>>>(choice > 4 ? p : q, choice < 3 ? p : r);
}
void assigned_in_loop(int steps) {
  int *p, *q;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  for (int t = 0; t < steps; t++) {
    // In place from the second iteration on.
    shift<<<4, 256>>>(p, q);
    q = p;
  }
}
void rotated_too_far(int steps) {
  int *p, *q, *r;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  cudaMalloc(&r, 4096);
  while (steps-- > 0) {
    // In the second iteration `q` and `r` are one buffer.
    shift<<<4, 256>>>(q, r);
    p = q;
    q = r;
  }
}
void moved(bool far) {
  int *p;
  cudaMalloc(&p, 8192);
  int *from = far ? p + 256 : p + 512;
  shift<<<4, 256>>>(p, from);
}
