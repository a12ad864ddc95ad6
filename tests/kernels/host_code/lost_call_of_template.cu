//@ verdict: races=proved
//@ kernel: by_template@any races=refuted
//@ kernel: by_member@any races=refuted
// The compiler leaves out calls of templates of host functions, and the instances of the templates with them.
#define BODY { __shared__ int s[64]; s[threadIdx.x % 64] = threadIdx.x; }
__global__ void by_template(int *a) BODY //~ ERROR race
__global__ void by_member(int *a) BODY //~ ERROR race
__global__ void by_all(int *a) BODY
template <int N> void run(int *a) { by_template<<<1, N>>>(a); }
template <int N> void run_outer(int *a) { run<N>(a); }
struct Runner { template <int N> void go(int *a) { by_member<<<1, N>>>(a); } };
template <int N> void run_all(int *a) { by_all<<<1, N>>>(a); }
void some(int *a) {
  Runner runner;
  run_outer<64>(a), runner.go<64>(a), run_all<64>(a);
}
void others(int *a) {
  run_outer<128>(not_declared(a));
  std::not_in_the_prelude other;
  Runner().go<128>(other.data());
}
