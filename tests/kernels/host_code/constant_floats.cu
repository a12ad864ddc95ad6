//@ verdict: races=proved bounds=proved
// Constants of type `float` and `double` are facts of a launch, rounded to the type of the parameter.
struct Weights { float a; double b; };
__constant__ float unused;
const float scale = 0.5f;
__global__ void k(int *a, int n, float alpha, double beta, float tenth, float whole, Weights w) {
  int i = threadIdx.x;
  if (alpha != 0.5f) i = 0;
  if (beta != -3.0) i = 0;
  if (tenth != 0.1f) i = 0;
  if (tenth == 0.1) i = 0;
  if (whole < 6.0f || whole > 6.5f) i = 0;
  if (w.a != 2.0f || w.b <= 0.25) i = 0;
  a[i] = n;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  float alpha = scale;
  double beta = -3;
  float tenth = 0.1;
  const int six = 6;
  float whole = six;
  Weights w = {2, 0.5};
  k<<<1, 64>>>(a, 1, alpha, beta, tenth, whole + 0.25f, w);
}
