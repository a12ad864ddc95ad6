//@ verdict: races=refuted
// A member function that is `const` changes the field all the same.
struct Places {
  mutable int distance;
  void touch() const { distance--; }
};
__global__ void k(Places places, int *out) { out[threadIdx.x * places.distance] = threadIdx.x; } //~ ERROR race
void all(int *out) {
  Places a = {1};
  a.touch();
  k<<<1, 32>>>(a, out);
}
