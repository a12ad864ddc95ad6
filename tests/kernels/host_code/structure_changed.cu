//@ verdict: races=refuted
// The distance of the threads is not the one that the structure was made with.
struct Places {
  int distance;
  void reset() { distance = 0; }
};
void renew(Places &places);
__global__ void member(Places places, int *out) { out[threadIdx.x * places.distance] = threadIdx.x; } //~ ERROR race
__global__ void field(Places places, int *out) { out[threadIdx.x * places.distance] = threadIdx.x; } //~ ERROR race
__global__ void reference(Places places, int *out) { out[threadIdx.x * places.distance] = threadIdx.x; } //~ ERROR race
__global__ void argument(Places places, int *out) { out[threadIdx.x * places.distance] = threadIdx.x; } //~ ERROR race
__global__ void copied(Places places, int *out) { out[threadIdx.x * places.distance] = threadIdx.x; } //~ ERROR race
void all(int *out) {
  Places a = {1};
  a.reset();
  member<<<1, 32>>>(a, out);
  Places b = {1};
  b.distance = 0;
  field<<<1, 32>>>(b, out);
  Places c = {1};
  Places &other = c;
  other.distance -= 1;
  reference<<<1, 32>>>(c, out);
  Places d = {1};
  renew(d);
  argument<<<1, 32>>>(d, out);
  Places e = {1}, f = e;
  e.distance = 0;
  copied<<<1, 32>>>(e, out);
  if (f.distance != 1) out[0] = 1;
}
