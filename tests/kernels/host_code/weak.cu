//@ verdict: races=refuted
//@ kernel: k@16 races=proved
// A definition of another file may replace a weak one, so that each launch but the first may pass 65.
static int plain = 64;
__attribute__((weak)) int width() { return 64; }
__attribute__((weak)) int initial = 64;
static int assigned = 65;
__attribute__((weak)) void assign() { assigned = 64; }

__global__ void k(int *a, int n) {
  a[n > 64 ? 0 : threadIdx.x] = 1; //~ ERROR race
}
void by_weak_function(int *a) { k<<<1, 64>>>(a, width()); }
void of_weak_variable(int *a) { k<<<1, 64>>>(a, initial); }

void of_plain_variable(int *a) { k<<<1, 64>>>(a, plain); }
void by_weak_setter(int *a) {
  assign();
  k<<<1, 64>>>(a, assigned);
}
extern const int sizes[2] __attribute__((weak));
const int sizes[2] = {64, 64};
void of_weak_array(int *a) { k<<<1, 64>>>(a, sizes[1]); }
int main() {}
