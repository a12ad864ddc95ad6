//@ flags: --block 8 --grid 1
//@ verdict: assertions=proved
//@ kernel: wrong assertions=refuted
// In C++ the right side of an assignment is complete before the store.
__global__ void k(int *o) {
  int i = 1;
  i = i++;
  //@ assert i == 1;
  i = ++i + 1;
  //@ assert i == 3;
  i = (i = 5) + 1;
  //@ assert i == 6;
  int a[2] = {0, 0};
  a[0] = a[0]++;
  int v = a[0];
  //@ assert v == 0;
  o[threadIdx.x] = i;
}
__global__ void wrong(int *o) {
  int i = 1;
  i = i++;
  //@ assert i == 2; //~ ERROR assert
  o[threadIdx.x] = i;
}
