//@ verdict: error
// A ghost without a value belongs to the launch.
__global__ void kernel(int n) {
  int x = n;
  //@ ghost int m;
  x++;
}
