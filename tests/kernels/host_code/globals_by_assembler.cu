//@ revisions: none function file macro
//[none]@ kernel: known assertions=proved
//[function,file,macro]@ kernel: known assertions=refuted
// Assembler code assigns a global variable by its name.
#include <cassert>
__global__ void known(int n) { assert(n == 16); } //[function,file,macro]~ ERROR assert
#define SET "movl $5, bound(%rip)"
int bound = 16;
#if defined(file)
asm(".globl set\nset: movl $5, bound(%rip)\nret");
void set();
#else
void set() {
#if defined(function)
  asm("movl $5, bound(%rip)");
#elif defined(macro)
  asm(SET);
#endif
}
#endif
int main() {
  set();
  known<<<1, 1>>>(bound);
}
