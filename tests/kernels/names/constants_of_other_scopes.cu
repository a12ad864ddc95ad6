//@ kernel: elsewhere races=refuted
//@ kernel: of_argument races=refuted
//@ kernel: wide races=refuted
//@ kernel: wide_and_negative races=refuted
//@ kernel: unnamed races=refuted
// A name has the value of its own declaration, and an enumeration is as wide as its enumerators.
extern __device__ const int N;
extern const int COUNT;
__global__ void elsewhere(int *p) { p[N > 40 ? 0 : threadIdx.x] = threadIdx.x; } //~ ERROR race
__global__ void of_argument(int *p, int n) { p[n > 40 ? 0 : threadIdx.x] = threadIdx.x; } //~ ERROR race
enum Wide { BIT = 1LL << 33 };
enum Mixed { LOW = -1, HIGH = 0x80000000 };
enum { SMALL = 3, GREAT = 1LL << 35 };
__global__ void wide(int *p) { long long v = BIT; p[v > 5 ? 0 : threadIdx.x] = threadIdx.x; } //~ ERROR race
__global__ void wide_and_negative(int *p) { long long v = HIGH; p[v > 0 ? 0 : threadIdx.x] = threadIdx.x; } //~ ERROR race
__global__ void unnamed(int *p) { long long v = GREAT; p[v > 5 ? 0 : threadIdx.x] = threadIdx.x; } //~ ERROR race
struct A { static const int COUNT; };
const int A::COUNT = 8;
void host(int *p) {
  const int N = 1;
  elsewhere<<<1, 64>>>(p + N);
  of_argument<<<1, 64>>>(p, COUNT);
  wide<<<1, 64>>>(p);
  wide_and_negative<<<1, 64>>>(p);
  unnamed<<<1, 64>>>(p);
}
void other() { const int COUNT = 8; (void)COUNT; }
