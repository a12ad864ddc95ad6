// Writes through struct fields, vector components, byte views, unions; shared arrays; constant tables.
struct Pair { int first; float second; };
union Word { int i; float f; };
struct Flags { int low : 3; };
__constant__ float weights[4];
__constant__ const int table[3] = {1, 2, 3};
__global__ void fields(Pair *a, float4 *v, Pair by_value) {
  a[0].first = threadIdx.x;
  v[threadIdx.x].y = by_value.second;
  a[1] = a[2];
  Pair local = {1, 2.0f};
  local.first++;
  a[3] = local;
}
__global__ void byte_view(int *a) {
  char *c = (char *)a;
  a[threadIdx.x] = 1;
  c[64] = 2;
  float4 *v = reinterpret_cast<float4 *>(a);
  v[1].w = 0.5f;
}
__global__ void spaces(float *out, const float *__restrict__ in) {
  __shared__ float tile[16][17];
  __shared__ int counter;
  extern __shared__ float dynamic[];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.x] * weights[1];
  counter = table[threadIdx.x];
  dynamic[threadIdx.x] = 1.0f;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void reinterpret(int *a) {
  Word w;
  w.f = 1.0f;
  a[0] = w.i;
  int x = 3;
  int *p = &x;
  *p += 2;
  a[1] = x + __float_as_int(1.0f);
}
__global__ void bits(Flags *f) { f->low = 1; }
__global__ void moving(volatile int *a, unsigned n, long step) {
  volatile int *p = a + n;
  *p++ = 1;
  p -= step;
  p[-1] = (int)(p - a);
}
