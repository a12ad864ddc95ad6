//@ kernel: k@8 races=proved
//@ kernel: k@11 races=refuted
//@ kernel: k@15 races=refuted
// A registration may hold launches itself, and name instances that nothing else names.
#include <torch/extension.h>

__global__ void k(float *a, int n) { a[threadIdx.x % n] = threadIdx.x; }  //~ ERROR race
void good(torch::Tensor x) { k<<<1, 32>>>(x.data_ptr<float>(), 32); }
template <int N>
void with(torch::Tensor x) {
  k<<<1, 32>>>(x.data_ptr<float>(), N);
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.doc() = "kernels";
  m.def("bad", [](torch::Tensor x) { k<<<1, 128>>>(x.data_ptr<float>(), 32); });
  m.def("good", &good, "stores", py::arg("x"));
  m.def("with", &with<16>);
}
