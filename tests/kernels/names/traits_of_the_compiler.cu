//@ kernel: unsigned_char assertions=proved
//@ kernel: const_float races=refuted
//@ kernel: const_int races=refuted
//@ kernel: const_pointer races=refuted
//@ kernel: wide_character races=refuted
//@ kernel: fast_type races=refuted
// Properties of types are those of the standard library, cv-qualified types included; fast integers are the host's.
#include <cassert>
#include <cstdint>
#include <type_traits>
__global__ void unsigned_char() { std::make_unsigned<char>::type c = 200; assert(c == 200); }
__global__ void const_float(int *p) { if constexpr (std::is_floating_point<const float>::value) p[0] = threadIdx.x; } //~ ERROR race
__global__ void const_int(int *p) { if constexpr (std::is_integral<const int>::value) p[0] = threadIdx.x; } //~ ERROR race
__global__ void const_pointer(int *p) { if constexpr (std::is_pointer<int *const>::value) p[0] = threadIdx.x; } //~ ERROR race
__global__ void wide_character(int *p) { if constexpr (std::is_integral<wchar_t>::value) p[0] = threadIdx.x; } //~ ERROR race
__global__ void fast_type(int *p) { int_fast16_t i = 65536; p[i > 60000 ? 0 : threadIdx.x] = threadIdx.x; } //~ ERROR race
