//@ verdict: races=refuted
//@ kernel: in_switch@46 races=proved
//@ kernel: in_switch@49 races=refuted
//@ kernel: in_lambda@51 races=proved
//@ kernel: in_lambda@52 races=refuted
// A function of which some call is not followed has any arguments; those in a `switch` or a lambda are followed.
__global__ void in_switch(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; } //~ ERROR race
__global__ void in_lambda(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; } //~ ERROR race
__global__ void dead_once(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; } //~ ERROR race
__global__ void recursive(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; } //~ ERROR race
__global__ void in_loop(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; } //~ ERROR race
__global__ void changed(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; } //~ ERROR race
__global__ void jumped_to(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; } //~ ERROR race
__global__ void many(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; } //~ ERROR race

static void a1(int *a, int threads) { in_switch<<<8, threads>>>(a); }
static void a2(int *a, int threads) { in_lambda<<<8, threads>>>(a); }
static void a3(int *a, int threads) { dead_once<<<8, threads>>>(a); }
static void a4(int *a, int threads) {
  recursive<<<8, threads>>>(a);
  if (threads < 256) a4(a, threads * 2);
}
static void a5(int *a, int threads) { in_loop<<<8, threads>>>(a); }
static void a6(int *a, int threads) {
  threads *= 2;
  changed<<<8, threads>>>(a);
}
static void a7(int *a, int threads) { jumped_to<<<8, threads>>>(a); }
static void a8(int *a, int threads) { many<<<8, threads>>>(a); }

static void sometimes(int *a, bool now, int n) {
  if (now) {
    switch (n) {
      case 0:
        a3(a, 128);
    }
  }
}
static void jump(int *a, int n) {
again:
  a7(a, 128);
  if (n-- > 0) goto again;
}

void run(int *a, int n) {
  a1(a, 64);
  switch (n) {
    case 1:
      a1(a, 128);
  }
  a2(a, 64);
  auto later = [=] { a2(a, 128); };
  later();
  sometimes(a, false, n);
  sometimes(a, true, n);
  a4(a, 64);
  for (int threads = 32; threads <= 128; threads *= 2) a5(a, threads);
  a6(a, 64);
  a7(a, 64);
  jump(a, n);
  a8(a, 1), a8(a, 2), a8(a, 4), a8(a, 8), a8(a, 128);
}
