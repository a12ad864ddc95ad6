//@ kernel: shift@24 races=proved bounds=proved
//@ kernel: shift@35 races=proved bounds=proved
//@ kernel: shift@48 races=proved bounds=proved
//@ kernel: shift@54 races=proved bounds=proved
//@ kernel: shift@62 races=proved bounds=proved
//@ kernel: shift@71 races=proved bounds=proved
//@ kernel: shift@80 races=proved bounds=proved
//@ kernel: shift@82 races=proved bounds=proved
// Pointers that several paths set: the buffers that they may point into never meet, and all have one size.
int atoi(const char *text);

__global__ void shift(int *to, const int *from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1023) to[i] = from[i + 1];
}

void exchanged(int steps) {
  int *p, *q;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  for (int t = 0; t < steps; t++) {
    int *to = q;
    int *from = p;
    shift<<<4, 256>>>(to, from);
    p = to;
    q = from;
  }
}
void rotated(int steps) {
  int *p, *q, *r;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  cudaMalloc(&r, 4096);
  while (steps-- > 0) {
    shift<<<4, 256>>>(p, q);
    int *old = p;
    p = q;
    q = r;
    r = old;
  }
}
void chosen(int choice) {
  int *p, *q;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  int *to = choice > 3 ? p : q;
  int *from = choice > 3 ? q : p;
  shift<<<4, 256>>>(to, from);
}
void where_they_differ(bool same) {
  int *p, *q;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  if (!same) shift<<<4, 256>>>(same ? q : p, q);
}
struct Pair { int *to, *from; };
void in_members(bool back) {
  Pair pair;
  cudaMalloc(&pair.to, 4096);
  cudaMalloc(&pair.from, 4096);
  if (back) pair = Pair{pair.from, pair.to};
  shift<<<4, 256>>>(pair.to, pair.from);
}
void the_other(int steps) {
  int *p, *q;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  int *from = p;
  for (int t = 0; t < steps; t++) {
    int *to = (from == p) ? q : p;
    shift<<<4, 256>>>(to, from);
    from = to;
  }
}
void unless_null(bool second) {
  int *p, *q, *r = nullptr;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  if (second) cudaMalloc(&r, 4096);
  shift<<<4, 256>>>(p ? p : q, q);
  int *to = r != nullptr ? r : q;
  if (second) shift<<<4, 256>>>(to, q);
}
