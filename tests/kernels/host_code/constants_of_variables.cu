// A constant has the value that a variable had when the constant was initialised. Each launch of `k` passes a number
// that need not be the extent of the grid, each of `same` passes the extent itself.
//@ kernel: k races=refuted
//@ kernel: same races=proved

int read();
extern int elsewhere;
int n = 4;
const int of_variable = n;
const int of_other_file = elsewhere + 1;
const int twice = n + n;
const int one = n, sum = one + n;
struct Steps { static const int count; };
const int Steps::count = n;
template <class T> const int value = n;
template <class T> struct Sizes { static const int count; };
template <class T> const int Sizes<T>::count = n;
const int &reference = n;
extern const int later;
const int before = later + 1;
const int later = n;
const int number = 4;
const int eight = number + number;

__global__ void k(int *a, int n) { if (gridDim.x != n) a[0] = threadIdx.x; } //~ ERROR race
__global__ void same(int *a, int n) { if (gridDim.x != n) a[0] = threadIdx.x; }

void variable(int *a) { n = read(); k<<<of_variable, 64>>>(a, n); }
void other_file(int *a) { k<<<of_other_file, 64>>>(a, elsewhere + 1); }
void operands(int *a) { k<<<twice, 64>>>(a, 2 * n); }
void both(int *a) { k<<<sum, 64>>>(a, 2 * n); }
void of_constants(int *a) { k<<<sum, 64>>>(a, 2 * one + 1); }
void member(int *a) { n = read(); k<<<Steps::count, 64>>>(a, n); }
void of_template(int *a) { n = read(); k<<<value<int>, 64>>>(a, n); }
void member_of_template(int *a) { n = read(); k<<<Sizes<int>::count, 64>>>(a, n); }
void initialised_later(int *a) { k<<<before, 64>>>(a, later + 1); }

void same_constant(int *a) { same<<<of_variable, 64>>>(a, of_variable); }
void same_member(int *a) { same<<<Steps::count + 1, 64>>>(a, Steps::count + 1); }
void of_numbers(int *a) { same<<<eight, 64>>>(a, 8); }
