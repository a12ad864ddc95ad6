//@ kernel: known@26 assertions=refuted
//@ kernel: known@27 assertions=refuted
//@ kernel: known@28 assertions=refuted
//@ kernel: known@29 assertions=proved
//@ kernel: known@30 assertions=proved
//@ kernel: known@31 assertions=proved
//@ kernel: known@38 assertions=refuted
//@ kernel: known@39 assertions=proved
// A constant that is made of a variable is zero until its initialiser runs.
#include <cassert>
__global__ void known(int n) { assert(n == 16); } //~ ERROR assert
struct Mixed {
  int n, m;
};
int start = 15;
extern const int first, third;
extern const Mixed mixed;
const int second = first + 1;
const int sixteen = 16;
const int same = sixteen * 1;
const dim3 block(sixteen);
enum { SIXTEEN = sixteen };
const int of_enumerator = SIXTEEN;
struct Init {
  Init() {
    known<<<1, 1>>>(first + 1);
    known<<<1, 1>>>(third);
    known<<<1, 1>>>(mixed.n);
    known<<<1, 1>>>(same);
    known<<<1, 1>>>(block.x);
    known<<<1, 1>>>(of_enumerator);
  }
} init;
const int first = start;
const int third = (start = 15, 16);
const Mixed mixed = {16, start};
int main() {
  known<<<1, 1>>>(second);
  known<<<1, 1>>>(same);
}
