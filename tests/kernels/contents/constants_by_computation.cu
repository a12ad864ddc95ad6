//@ kernel: by_loop races=proved
//@ kernel: of_floats races=!refuted
//@ kernel: by_recursion assertions=!refuted
//@ kernel: by_constructor assertions=!refuted
//@ kernel: local_constant assertions=proved
//@ kernel: wrong_mask races=refuted
// A constant has the value that its initialiser computes. Where the initialiser is not evaluated its value is unknown, but
// it is no input that a counterexample may choose.
#include <cassert>
constexpr int ilog2(int n) { int r = 0; while (n > 1) { n /= 2; r++; } return r; }
constexpr int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
constexpr int L = ilog2(64), G = gcd(48, 18);
constexpr float H = 2.0f / 4;
struct P { int x; constexpr P(int a) : x(a) {} };
constexpr P p(4);
//@ requires blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1;
__global__ void by_loop() { __shared__ int s[64]; s[threadIdx.x & ((1 << L) - 1)] = 1; }
__global__ void of_floats() { __shared__ int s[64]; if (H > 1) s[0] = threadIdx.x; }
__global__ void by_recursion() { assert(G == 6); }
__global__ void by_constructor() { assert(p.x == 4); }
__global__ void local_constant() { static const int c = ilog2(8); assert(c == 3); }
//@ requires blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1;
__global__ void wrong_mask() { __shared__ int s[64]; s[threadIdx.x & ((1 << (L - 1)) - 1)] = threadIdx.x; } //~ ERROR race
