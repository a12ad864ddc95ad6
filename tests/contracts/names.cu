//@ kernel: variable proved
//@ kernel: variable_of_another_function refuted
//@ kernel: enumerator refuted
//@ kernel: inner::of_namespace proved
//@ kernel: inner::of_file proved
// Names in clauses mean what they would mean in the kernel: nothing of other functions, other namespaces, other classes.
const int N = 5;
enum A { X = 1, Y = 8 };
enum class Scoped { X = 3 };
void host() { const int N = 7; enum B { X = 2 }; (void)N; }
struct C { static const int N; };
const int C::N = 7;

//@ requires gridDim.x * blockDim.x >= 1;
//@ ensures b[0] == N;
__global__ void variable(int *b) { if (blockIdx.x + threadIdx.x == 0) b[0] = 5; }

//@ ensures b[0] == N;
__global__ void variable_of_another_function(int *b) { if (blockIdx.x + threadIdx.x == 0) b[0] = 7; }

//@ ensures b[0] == X;
__global__ void enumerator(int *b) { if (blockIdx.x + threadIdx.x == 0) b[0] = 2; }

namespace inner {
enum B { X = 2 };

//@ ensures b[0] == X;
__global__ void of_namespace(int *b) { if (blockIdx.x + threadIdx.x == 0) b[0] = 2; }

//@ ensures b[0] == Y;
__global__ void of_file(int *b) { if (blockIdx.x + threadIdx.x == 0) b[0] = 8; }
}
