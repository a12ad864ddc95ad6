//@ verdict: races=proved assertions=refuted
//@ flags: --block=32 --grid=1
// Clauses are read in front of a label and behind it.

__global__ void leave(int *a, int n) {
  if (n > 3) goto end;
  //@ assert n <= 3
  a[threadIdx.x] = n;
  //@ assert n != 2    //~ ERROR WP0401
end:
  //@ assert n != 9    //~ ERROR WP0401
  a[threadIdx.x] += 1;
  //@ assert n != 7    //~ ERROR WP0401
}
