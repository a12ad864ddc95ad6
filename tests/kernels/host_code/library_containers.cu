//@ kernel: fill@28 races=proved
//@ kernel: fill@35 races=refuted
//@ kernel: fill@41 races=refuted
// Containers of the library do not stop host code from being read; what is in them is unknown.
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>
__global__ void fill(float *a, int stride) {
  a[(blockIdx.x * blockDim.x + threadIdx.x) * stride] = 1;  //~ ERROR race
}
struct Registry {
  std::unordered_map<std::string, std::function<void(int)>> entries;
  std::mutex lock;
};
static std::map<int, std::vector<std::pair<int, std::string>>> table = {{1, {{2, "x"}}}};
void known(float *a, Registry &registry) {
  std::lock_guard<std::mutex> guard(registry.lock);
  std::ostringstream text;
  for (auto &[key, value] : registry.entries) text << key;
  auto found = registry.entries.find(text.str().substr(0, 2));
  if (found != registry.entries.end()) found->second(3);
  auto owned = std::make_shared<int>(4);
  fill<<<4, 64>>>(a, 1);
}
void unknown(float *a) {
  std::map<std::string, int> strides;
  strides["a"] = 1;
  auto row = table.begin();
  if (row->second.size() == 1)
    fill<<<4, 64>>>(a, strides["a"]);
}
void changed(float *a) {
  int stride = 1;
  std::function<void()> change = [&] { stride = 0; };
  change();
  fill<<<4, 64>>>(a, stride);
}
