// Static members that are assigned as members of an object, through a pointer and in a member function: their first value is not the only one.
//@ kernel: by_object races=refuted
//@ kernel: by_pointer races=refuted
//@ kernel: by_member races=refuted

struct Steps {
  static int object, pointer, member;
  void clear() { member = 0; }
};
int Steps::object = 1;
int Steps::pointer = 1;
int Steps::member = 1;

__global__ void by_object(int *a, int step) { a[threadIdx.x * (step & 1)] = threadIdx.x; } //~ ERROR race
__global__ void by_pointer(int *a, int step) { a[threadIdx.x * (step & 1)] = threadIdx.x; } //~ ERROR race
__global__ void by_member(int *a, int step) { a[threadIdx.x * (step & 1)] = threadIdx.x; } //~ ERROR race

int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  Steps steps, *other = &steps;
  steps.object = 0;
  by_object<<<1, 64>>>(a, Steps::object);
  other->pointer = 0;
  by_pointer<<<1, 64>>>(a, Steps::pointer);
  steps.clear();
  by_member<<<1, 64>>>(a, Steps::member);
}
