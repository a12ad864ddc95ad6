//@ kernel: of_string@29 assertions=refuted
//@ kernel: of_vector@30 assertions=refuted
//@ kernel: of_file@31 assertions=refuted
//@ kernel: of_named@32 assertions=refuted
//@ kernel: of_strings@33 assertions=refuted
//@ kernel: of_cell@34 assertions=proved
//@ kernel: of_pointer@35 assertions=proved
// The size of a class of the library is not known, and so is not that of what holds one.
#include <cassert>
#include <fstream>
#include <string>
#include <vector>
struct Named {
  std::string name;
  int n;
};
struct Cell {
  float4 position;
  int3 place;
};
__global__ void of_string(unsigned long n) { assert(n != 32); } //~ ERROR assert
__global__ void of_vector(unsigned long n) { assert(n != 24); } //~ ERROR assert
__global__ void of_file(unsigned long n) { assert(n != 512); } //~ ERROR assert
__global__ void of_named(unsigned long n) { assert(n != 40); } //~ ERROR assert
__global__ void of_strings(unsigned long n) { assert(n != 64); } //~ ERROR assert
__global__ void of_cell(unsigned long n) { assert(n == 32); }
__global__ void of_pointer(unsigned long n) { assert(n == 8); }
void sizes() {
  of_string<<<1, 1>>>(sizeof(std::string));
  of_vector<<<1, 1>>>(sizeof(std::vector<int>));
  of_file<<<1, 1>>>(sizeof(std::ofstream));
  of_named<<<1, 1>>>(sizeof(Named));
  of_strings<<<1, 1>>>(sizeof(std::string[2]));
  of_cell<<<1, 1>>>(sizeof(Cell));
  of_pointer<<<1, 1>>>(sizeof(std::string *));
}
