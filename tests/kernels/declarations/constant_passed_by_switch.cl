//@ verdict: races=!proved
//@ flags: --block 64 --grid 2
// A jump into the scope of a constant leaves it without a value, although it has an initialiser.
__kernel void jump(__global int *p, int n) {
  switch (n) {
  case 0:;
    const int c = get_global_id(0);
    p[c] = 1;
    break;
  default:
    p[c] = 2;
  }
}
