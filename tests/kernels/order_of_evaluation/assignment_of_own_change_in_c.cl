//@ flags: --block 8 --grid 1
//@ verdict: assertions=inconclusive
//@ kernel: sequenced assertions=proved
//@ kernel: apart assertions=proved
//@ kernel: memory assertions=unsupported
//@ kernel: call assertions=inconclusive
// In C, the store of an assignment and those in its sides have no order (C11 6.5.16), unless a call or a sequence point
// lies in between.
__kernel void postfix(__global int *o) {
  int i = 1;
  i = i++;
  //@ assert i == 1;
  o[get_global_id(0)] = i;
}
__kernel void prefix(__global int *o) {
  int i = 1;
  i = ++i + 1;
  //@ assert i == 3;
  o[get_global_id(0)] = i;
}
__kernel void inner_assignment(__global int *o) {
  int i = 1;
  i = (i = 5) + 1;
  //@ assert i == 6;
  o[get_global_id(0)] = i;
}
__kernel void compound(__global int *o) {
  int i = 1;
  i = (i += 5) + 1;
  //@ assert i == 7;
  o[get_global_id(0)] = i;
}
__kernel void chain(__global int *o) {
  int i = 1, j = 2;
  i = j = i++;
  //@ assert i == 1;
  o[get_global_id(0)] = i + j;
}
__kernel void behind_comma(__global int *o) {
  int i = 1;
  i = (o[get_global_id(0)] = 0, i++);
  //@ assert i == 1;
  o[get_global_id(0)] = i;
}
__kernel void memory(__global int *o) {
  int a[2] = {0, 0};
  int k = get_local_id(0) & 1;
  a[k] = a[0]++;
  //@ assert a[0] == 0;
  o[get_global_id(0)] = a[0];
}
int changed(int *p) { (*p)++; return *p + 1; }
__kernel void sequenced(__global int *o) {
  int i = 1;
  i = (i++, i + 1);
  //@ assert i == 3;
  i = i++ ? 7 : 8;
  //@ assert i == 7;
  i = i++ && 1;
  //@ assert i == 1;
  i = max(i++, 0);
  //@ assert i == 1;
  o[get_global_id(0)] = i;
}
__kernel void call(__global int *o) {
  int i = 1;
  i = changed(&i);
  //@ assert i >= 0;
  o[get_global_id(0)] = i;
}
__kernel void apart(__global int *o) {
  int i = 1, j, k;
  j = i++;
  //@ assert j == 1 && i == 2;
  k = j = i + 1;
  //@ assert k == 3 && j == 3;
  j = k = j = 4;
  //@ assert k == 4;
  o[get_global_id(0)] = i + j + k;
}
