// Control flow: loops of every kind, switch with and without fallthrough, early return, conditions with loads, goto.
__global__ void loops(int *a, int n) {
  if (threadIdx.x > 0) { a[threadIdx.x] = 1; return; }
  for (int i = 0, j = 8; i != 4; i++, j >>= 1) { if (a[i] < j) continue; if (i == 2) break; a[i] = j; }
  int k = n;
  while (k > 0 && a[k] != 0) k -= 2;
  do { k++; if (k == 5) continue; a[k] = k; } while (k < 10);
  for (;;) { if (k-- == 0) break; }
}
__global__ void switches(int *a, int n) {
  switch (n) { case 1: a[0] = 1; break; case 2: case 3: a[1] = 2; break; default: a[2] = 3; }
  switch (a[0]) { case 0: a[3] = 1; default: a[4] = 2; break; case 7: a[5] = 3; }
}
__global__ void jumps(int *a, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] == 3) goto done;
    a[i] = 0;
  }
  a[1] = 1;
done:
  a[0] = 1;
again:
  if (a[2]) goto again;
}
template <int N, bool Flag> __global__ void templated(float *a) {
  if (Flag) a[N] = 1;
  for (int i = 0; i < N; i++) a[i * N] = N;
}
template __global__ void templated<4, true>(float *);
template __global__ void templated<8, false>(float *);
__global__ void effects(int *a, int i) {
  int old = i++;
  a[i++] = i << (i = 2);
  a[old] = (i > 1 ? a[i] : i) + (int)(i * 0.5f);
  a[3] = i != 0 && 7 / i > 1;
}
__global__ void assembly(int *a) { asm volatile("trap;"); a[0] = 1; }
