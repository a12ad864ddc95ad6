//@ kernel: known@23 assertions=refuted
//@ kernel: known@28 assertions=proved
//@ kernel: known@29 assertions=proved
//@ kernel: known@33 assertions=refuted
//@ kernel: known@35 assertions=refuted
// A constant that stays is initialised by the first call, with the values of that call.
#include <cassert>
enum { SIXTEEN = 16 };
__global__ void known(int n) { assert(n == 16); } //~ ERROR assert
constexpr int twice(int n) { return 2 * n; }
int given;
static void of_parameter(int a, bool go) {
  static const int n = a;
  if (go) known<<<1, 1>>>(n);
}
static void of_variable(int a, bool go) {
  int b = a + 1;
  static const int n = b;
  if (go) known<<<1, 1>>>(n);
}
static void of_global(bool go) {
  static const int n = given;
  if (go) known<<<1, 1>>>(n);
}
static void of_constants() {
  static const int n = SIXTEEN;
  static constexpr int m = twice(8);
  known<<<1, 1>>>(n);
  known<<<1, 1>>>(m);
}
int main(int argc, char **) {
  of_parameter(argc, false);
  of_parameter(16, true);
  of_variable(argc, false);
  of_variable(15, true);
  given = argc;
  of_global(true);
  of_constants();
}
