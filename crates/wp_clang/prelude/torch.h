// Stand-in for the headers of PyTorch (torch, ATen, c10, pybind11): enough for host code of extensions to be read. Files
// include it as text, so that the tree has the instances of its templates. Nothing of the host runs; what device code
// uses (accessors, types, atomics) has its meaning here.

#ifndef __WP_TORCH
#define __WP_TORCH

#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 4
#define TORCH_VERSION_PATCH 0
#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME extension
#endif

#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_ALWAYS_INLINE inline
#define C10_LIKELY(CONDITION) (CONDITION)
#define C10_UNLIKELY(CONDITION) (CONDITION)
#define C10_UNUSED
#define C10_API
#define TORCH_API
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(THREADS) __launch_bounds__(THREADS)
#define C10_LAUNCH_BOUNDS_2(THREADS, BLOCKS) __launch_bounds__(THREADS, BLOCKS)
#ifdef __HIP__
#define C10_WARP_SIZE warpSize
#define cudaDeviceProp hipDeviceProp_t
#define cudaGetLastError hipGetLastError
#define cudaStream_t hipStream_t
#define cudaSuccess hipSuccess
#else
#define C10_WARP_SIZE 32
#endif
#define C10_RESTRICT __restrict__
#define AT_EXPAND(X) X

// A check that fails throws, which ends the function.
#define TORCH_CHECK(CONDITION, ...) do { if (!(CONDITION)) ::abort(); } while (0)
#define TORCH_CHECK_ARG(CONDITION, ...) TORCH_CHECK(CONDITION)
#define TORCH_CHECK_INDEX(CONDITION, ...) TORCH_CHECK(CONDITION)
#define TORCH_CHECK_TYPE(CONDITION, ...) TORCH_CHECK(CONDITION)
#define TORCH_CHECK_VALUE(CONDITION, ...) TORCH_CHECK(CONDITION)
#define TORCH_CHECK_NOT_IMPLEMENTED(CONDITION, ...) TORCH_CHECK(CONDITION)
#define TORCH_INTERNAL_ASSERT(CONDITION, ...) TORCH_CHECK(CONDITION)
#define TORCH_CHECK_EQ(A, B, ...) TORCH_CHECK((A) == (B))
#define TORCH_CHECK_NE(A, B, ...) TORCH_CHECK((A) != (B))
#define TORCH_CHECK_LE(A, B, ...) TORCH_CHECK((A) <= (B))
#define TORCH_CHECK_LT(A, B, ...) TORCH_CHECK((A) < (B))
#define TORCH_CHECK_GE(A, B, ...) TORCH_CHECK((A) >= (B))
#define TORCH_CHECK_GT(A, B, ...) TORCH_CHECK((A) > (B))
// Release builds leave it out.
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(CONDITION, ...) ((void)0)
#define AT_ASSERT(CONDITION, ...) TORCH_CHECK(CONDITION)
#define AT_ASSERTM(CONDITION, ...) TORCH_CHECK(CONDITION)
#define AT_CHECK(CONDITION, ...) TORCH_CHECK(CONDITION)
#define AT_ERROR(...) ::abort()
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define C10_THROW_ERROR(...) ::abort()
#define C10_CUDA_CHECK(CALL) do { if ((CALL) != cudaSuccess) ::abort(); } while (0)
#define C10_CUDA_CHECK_WARN(CALL) C10_CUDA_CHECK(CALL)
#define C10_CUDA_ERROR_HANDLED(CALL) (CALL)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define TORCH_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_KERNEL_LAUNCH_CHECK()
#define AT_CUDA_CHECK(CALL) C10_CUDA_CHECK(CALL)
#define THCudaCheck(CALL) C10_CUDA_CHECK(CALL)
#define TORCH_CUDABLAS_CHECK(CALL) do { if ((CALL) != 0) ::abort(); } while (0)
#define AT_CUDNN_CHECK(CALL) TORCH_CUDABLAS_CHECK(CALL)
// Checks of device code.
#define CUDA_KERNEL_ASSERT(CONDITION) __wp_assert(static_cast<bool>(CONDITION))
#define CUDA_KERNEL_ASSERT2(CONDITION) CUDA_KERNEL_ASSERT(CONDITION)

#define CUDA_KERNEL_LOOP_TYPE(i, n, index_type)                                \
  int64_t __wp_index_##i = ((int64_t)blockIdx.x) * blockDim.x + threadIdx.x;   \
  for (index_type i = __wp_index_##i; __wp_index_##i < (n); __wp_index_##i += blockDim.x * gridDim.x, i = __wp_index_##i)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
#define AT_CEIL_DIV(A, B) (((A) + (B)-1) / (B))

// Bodies that register functions. They are patterns, so that each argument may be anything; one instance shows what they
// name and launch.
struct __wp_registry {
  template <class... A> __wp_registry &def(const A &...);
  template <class... A> __wp_registry &impl(const A &...);
  template <class... A> __wp_registry &class_(const A &...);
  template <class... A> __wp_registry &attr(const A &...);
  const char *&doc();
  template <class T> __wp_registry &operator=(const T &);
};
#define __WP_REGISTRATION(NAME, MODULE)                                                 \
  template <class __wp_module> static void NAME(__wp_module &);                         \
  static void __WP_JOIN(NAME, _instance)(__wp_registry &__wp_given) { NAME(__wp_given); } \
  template <class __wp_module> static void NAME(__wp_module &MODULE)
#define PYBIND11_MODULE(NAME, MODULE) __WP_REGISTRATION(__WP_JOIN(__wp_module_, __COUNTER__), MODULE)
#define TORCH_LIBRARY(NAME, MODULE) __WP_REGISTRATION(__WP_JOIN(__wp_module_, __COUNTER__), MODULE)
#define TORCH_LIBRARY_FRAGMENT(NAME, MODULE) TORCH_LIBRARY(NAME, MODULE)
#define TORCH_LIBRARY_IMPL(NAME, KEY, MODULE) TORCH_LIBRARY(NAME, MODULE)

#include <optional>
#include <tuple>

namespace std {
template <size_t SIZE, size_t ALIGN = 16> struct aligned_storage { struct type { alignas(ALIGN) unsigned char data[SIZE]; }; };
template <size_t SIZE, size_t ALIGN = 16> using aligned_storage_t = typename aligned_storage<SIZE, ALIGN>::type;
template <class... T> struct __wp_tied { template <class U> __wp_tied &operator=(U &&); };
template <class... T> __wp_tied<T...> tie(T &...);
}  // namespace std

// Arithmetic of narrow numbers and others, which CUDA's own types leave ambiguous.
#define __WP_MIXED(T, OP)                                                      \
  __WP_FN inline float operator OP(const T &a, float b) { return static_cast<float>(a) OP b; } \
  __WP_FN inline float operator OP(float a, const T &b) { return a OP static_cast<float>(b); } \
  __WP_FN inline double operator OP(const T &a, double b) { return static_cast<double>(static_cast<float>(a)) OP b; } \
  __WP_FN inline double operator OP(double a, const T &b) { return a OP static_cast<double>(static_cast<float>(b)); } \
  __WP_FN inline T operator OP(const T &a, int b) { return a OP T(b); }        \
  __WP_FN inline T operator OP(int a, const T &b) { return T(a) OP b; }        \
  __WP_FN inline T operator OP(const T &a, int64_t b) { return a OP T(b); }    \
  __WP_FN inline T operator OP(int64_t a, const T &b) { return T(a) OP b; }
__WP_MIXED(__half, +) __WP_MIXED(__half, -) __WP_MIXED(__half, *) __WP_MIXED(__half, /)
__WP_MIXED(__nv_bfloat16, +) __WP_MIXED(__nv_bfloat16, -) __WP_MIXED(__nv_bfloat16, *) __WP_MIXED(__nv_bfloat16, /)
#undef __WP_MIXED
#define __WP_MIXED(T, OP)                                                      \
  __WP_FN inline bool operator OP(const T &a, float b) { return static_cast<float>(a) OP b; } \
  __WP_FN inline bool operator OP(float a, const T &b) { return a OP static_cast<float>(b); } \
  __WP_FN inline bool operator OP(const T &a, double b) { return static_cast<float>(a) OP b; } \
  __WP_FN inline bool operator OP(double a, const T &b) { return a OP static_cast<float>(b); } \
  __WP_FN inline bool operator OP(const T &a, int b) { return static_cast<float>(a) OP static_cast<float>(b); } \
  __WP_FN inline bool operator OP(int a, const T &b) { return static_cast<float>(a) OP static_cast<float>(b); }
__WP_MIXED(__half, <) __WP_MIXED(__half, <=) __WP_MIXED(__half, >) __WP_MIXED(__half, >=) __WP_MIXED(__half, ==) __WP_MIXED(__half, !=)
__WP_MIXED(__nv_bfloat16, <) __WP_MIXED(__nv_bfloat16, <=) __WP_MIXED(__nv_bfloat16, >) __WP_MIXED(__nv_bfloat16, >=)
__WP_MIXED(__nv_bfloat16, ==) __WP_MIXED(__nv_bfloat16, !=)
#undef __WP_MIXED

namespace c10 {

typedef ::__half Half;
typedef ::__nv_bfloat16 BFloat16;
using std::nullopt;
using std::optional;
struct Float8_e4m3fn { unsigned char x; };
struct Float8_e5m2 { unsigned char x; };
template <class T> struct complex { T real_, imag_; };

enum class ScalarType : signed char {
  Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8, QInt32,
  BFloat16, QUInt4x2, QUInt2x4, Bits1x8, Bits2x4, Bits4x2, Bits8, Bits16, Float8_e5m2, Float8_e4m3fn, Undefined
};
constexpr ScalarType kByte = ScalarType::Byte, kUInt8 = ScalarType::Byte, kChar = ScalarType::Char, kInt8 = ScalarType::Char,
                     kShort = ScalarType::Short, kInt16 = ScalarType::Short, kInt = ScalarType::Int, kInt32 = ScalarType::Int,
                     kLong = ScalarType::Long, kInt64 = ScalarType::Long, kHalf = ScalarType::Half, kFloat16 = ScalarType::Half,
                     kFloat = ScalarType::Float, kFloat32 = ScalarType::Float, kDouble = ScalarType::Double,
                     kFloat64 = ScalarType::Double, kBool = ScalarType::Bool, kBFloat16 = ScalarType::BFloat16,
                     kFloat8_e4m3fn = ScalarType::Float8_e4m3fn, kFloat8_e5m2 = ScalarType::Float8_e5m2;

namespace impl {
template <ScalarType S> struct ScalarTypeToCPPType;
#define __WP_SCALAR(NAME, TYPE) template <> struct ScalarTypeToCPPType<ScalarType::NAME> { typedef TYPE type; };
__WP_SCALAR(Byte, unsigned char) __WP_SCALAR(Char, signed char) __WP_SCALAR(Short, short) __WP_SCALAR(Int, int)
__WP_SCALAR(Long, int64_t) __WP_SCALAR(Half, ::c10::Half) __WP_SCALAR(Float, float) __WP_SCALAR(Double, double)
__WP_SCALAR(Bool, bool) __WP_SCALAR(BFloat16, ::c10::BFloat16) __WP_SCALAR(Float8_e4m3fn, ::c10::Float8_e4m3fn)
__WP_SCALAR(Float8_e5m2, ::c10::Float8_e5m2) __WP_SCALAR(ComplexFloat, ::c10::complex<float>) __WP_SCALAR(ComplexDouble, ::c10::complex<double>)
#undef __WP_SCALAR
template <ScalarType S> using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<S>::type;
}  // namespace impl

enum class DeviceType : signed char { CPU, CUDA, HIP, Meta };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;
typedef signed char DeviceIndex;
struct Device {
  Device();
  Device(DeviceType, DeviceIndex = -1);
  Device(const char *);
  DeviceType type() const;
  DeviceIndex index() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool operator==(const Device &) const;
  bool operator!=(const Device &) const;
};
struct Layout {};
enum class MemoryFormat : signed char { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
constexpr Layout kStrided{};

struct TypeMeta {
  TypeMeta();
  TypeMeta(ScalarType);
  size_t itemsize() const;
  const char *name() const;
  bool operator==(const TypeMeta &) const;
  bool operator!=(const TypeMeta &) const;
  bool operator==(ScalarType) const;
  bool operator!=(ScalarType) const;
  operator ScalarType() const;
};
ScalarType typeMetaToScalarType(TypeMeta);
size_t elementSize(ScalarType);
const char *toString(ScalarType);
template <class T> struct CppTypeToScalarType;
#define __WP_SCALAR(NAME, TYPE) template <> struct CppTypeToScalarType<TYPE> { static constexpr ScalarType value = ScalarType::NAME; };
__WP_SCALAR(Byte, unsigned char) __WP_SCALAR(Char, signed char) __WP_SCALAR(Short, short) __WP_SCALAR(Int, int) __WP_SCALAR(Long, int64_t)
__WP_SCALAR(Half, Half) __WP_SCALAR(Float, float) __WP_SCALAR(Double, double) __WP_SCALAR(Bool, bool) __WP_SCALAR(BFloat16, BFloat16)
#undef __WP_SCALAR
template <class T> struct ArrayRef {
  ArrayRef();
  ArrayRef(const T &);
  ArrayRef(std::initializer_list<T>);
  template <class U> ArrayRef(const std::vector<U> &);
  ArrayRef(const T *, size_t);
  const T &operator[](size_t) const;
  const T &at(size_t) const;
  size_t size() const;
  bool empty() const;
  const T *begin() const;
  const T *end() const;
  const T *data() const;
  const T &front() const;
  const T &back() const;
  std::vector<T> vec() const;
  ArrayRef slice(size_t) const;
  ArrayRef slice(size_t, size_t) const;
  bool operator==(const ArrayRef &) const;
  bool operator!=(const ArrayRef &) const;
};
typedef ArrayRef<int64_t> IntArrayRef;
template <class T> using SmallVectorImpl = std::vector<T>;
struct Scalar {
  Scalar(bool);
  Scalar(int);
  Scalar(int64_t);
  Scalar(float);
  Scalar(double);
  template <class T> T to() const;
  double toDouble() const;
  float toFloat() const;
  int64_t toLong() const;
  int toInt() const;
  bool isFloatingPoint() const;
};
struct Storage { size_t nbytes() const; void *mutable_data(); const void *data() const; };
struct DataPtr { void *get() const; void *mutable_get(); };
struct Error : std::exception {};
struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType);
  TensorOptions(Device);
  TensorOptions(DeviceType);
  TensorOptions dtype(ScalarType) const;
  TensorOptions dtype(TypeMeta) const;
  TensorOptions device(Device) const;
  TensorOptions device(DeviceType, int = -1) const;
  TensorOptions layout(Layout) const;
  TensorOptions memory_format(MemoryFormat) const;
  TensorOptions requires_grad(bool) const;
  TensorOptions pinned_memory(bool) const;
  TypeMeta dtype() const;
  Device device() const;
};

struct Stream { int64_t id() const; };
namespace cuda {
struct CUDAStream {
  operator cudaStream_t() const;
  operator Stream() const;
  cudaStream_t stream() const;
  DeviceIndex device_index() const;
  void synchronize() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex = -1);
CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1);
CUDAStream getStreamFromExternal(cudaStream_t, DeviceIndex);
void setCurrentCUDAStream(CUDAStream);
DeviceIndex current_device();
DeviceIndex device_count();
void set_device(DeviceIndex);
void device_synchronize();
struct CUDAGuard { explicit CUDAGuard(Device); explicit CUDAGuard(DeviceIndex); void set_device(Device); };
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  template <class T> explicit OptionalCUDAGuard(T);
  void set_device(Device);
  void set_index(DeviceIndex);
};
struct CUDAStreamGuard { explicit CUDAStreamGuard(Stream); explicit CUDAStreamGuard(CUDAStream); };
namespace compat {
template <class T> __WP_FN T max(T a, T b) { return a < b ? b : a; }
template <class T> __WP_FN T min(T a, T b) { return b < a ? b : a; }
}  // namespace compat
}  // namespace cuda
struct DeviceGuard { explicit DeviceGuard(Device); };
struct OptionalDeviceGuard { template <class T> explicit OptionalDeviceGuard(T); };
}  // namespace c10

namespace at {
// Types are printed by these names.
typedef c10::Half Half;
typedef c10::BFloat16 BFloat16;
using c10::ArrayRef; using c10::DataPtr; using c10::Device; using c10::DeviceGuard; using c10::DeviceType;
using c10::IntArrayRef; using c10::Layout; using c10::MemoryFormat; using c10::OptionalDeviceGuard;
using c10::Scalar; using c10::ScalarType; using c10::Storage; using c10::TensorOptions; using c10::elementSize; using c10::nullopt;
using c10::optional; using c10::toString; using c10::typeMetaToScalarType; using c10::Float8_e4m3fn; using c10::Float8_e5m2;
using c10::kBFloat16; using c10::kBool; using c10::kByte; using c10::kChar; using c10::kCPU; using c10::kCUDA; using c10::kDouble;
using c10::kFloat; using c10::kFloat16; using c10::kFloat32; using c10::kFloat64; using c10::kHalf; using c10::kInt; using c10::kInt16;
using c10::kInt32; using c10::kInt64; using c10::kInt8; using c10::kLong; using c10::kShort; using c10::kStrided; using c10::kUInt8;
using c10::kFloat8_e4m3fn; using c10::kFloat8_e5m2; using c10::Stream;
namespace impl { using namespace c10::impl; }

// The type that sums and products of a type are computed in.
template <class T> struct OpMathType { typedef T type; };
template <> struct OpMathType<Half> { typedef float type; };
template <> struct OpMathType<BFloat16> { typedef float type; };
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T, bool CUDA> struct AccumulateType { typedef T type; };
template <> struct AccumulateType<Half, true> { typedef float type; };
template <> struct AccumulateType<BFloat16, true> { typedef float type; };
template <> struct AccumulateType<Half, false> { typedef float type; };
template <> struct AccumulateType<BFloat16, false> { typedef float type; };
template <> struct AccumulateType<float, false> { typedef double type; };
#define __WP_ACCUMULATE(TYPE) \
  template <> struct AccumulateType<TYPE, true> { typedef int64_t type; }; \
  template <> struct AccumulateType<TYPE, false> { typedef int64_t type; };
__WP_ACCUMULATE(signed char) __WP_ACCUMULATE(unsigned char) __WP_ACCUMULATE(char) __WP_ACCUMULATE(short) __WP_ACCUMULATE(int)
#undef __WP_ACCUMULATE
template <class T, bool CUDA> using acc_type = typename AccumulateType<T, CUDA>::type;
template <class T> using acc_type_device = acc_type<T, true>;

// Of these, PyTorch makes templates that are arguments of templates. Such arguments are not in the printed tree.
struct DefaultPtrTraits {};
struct RestrictPtrTraits {};

// An accessor is a pointer, the sizes and the strides. `[i]` gives an accessor of one dimension less, or the element.
// HEAD and TAIL stand for parameters behind the number of dimensions: no default arguments, which the printed names of
// types lack.
#define __WP_ACCESSOR(NAME, INDEX, HEAD, TAIL)                                 \
  template <class T, size_t N, class HEAD> struct NAME {                       \
    T *data_;                                                                  \
    INDEX sizes_[N];                                                           \
    INDEX strides_[N];                                                         \
    __WP_FN __wp_accessor<T, N - 1, INDEX> operator[](INDEX i) const {         \
      __wp_accessor<T, N - 1, INDEX> inner;                                    \
      inner.data_ = data_ + strides_[0] * i;                                   \
      for (int d = 1; d < static_cast<int>(N); d++) {                          \
        inner.sizes_[d - 1] = sizes_[d];                                       \
        inner.strides_[d - 1] = strides_[d];                                   \
      }                                                                        \
      return inner;                                                            \
    }                                                                          \
    __WP_FN INDEX size(INDEX i) const { return sizes_[i]; }                    \
    __WP_FN INDEX stride(INDEX i) const { return strides_[i]; }                \
    __WP_FN T *data() const { return data_; }                                  \
  };                                                                           \
  template <class T, class HEAD> struct NAME<T, 1, TAIL> {                     \
    T *data_;                                                                  \
    INDEX sizes_[1];                                                           \
    INDEX strides_[1];                                                         \
    __WP_FN T &operator[](INDEX i) const { return data_[strides_[0] * i]; }    \
    __WP_FN INDEX size(INDEX i) const { return sizes_[i]; }                    \
    __WP_FN INDEX stride(INDEX i) const { return strides_[i]; }                \
    __WP_FN T *data() const { return data_; }                                  \
  };
template <class T, size_t N, class I> struct __wp_accessor;
__WP_ACCESSOR(__wp_accessor, I, I, I)
__WP_ACCESSOR(PackedTensorAccessor32, int32_t, ...Q, Q...)
__WP_ACCESSOR(PackedTensorAccessor64, int64_t, ...Q, Q...)
#undef __WP_ACCESSOR
template <class T, size_t N, class P = DefaultPtrTraits, class I = int64_t> using TensorAccessor = __wp_accessor<T, N, I>;
template <class T, size_t N, class P = DefaultPtrTraits, class I = int64_t> using GenericPackedTensorAccessor = __wp_accessor<T, N, I>;
template <class T, size_t N, class P = DefaultPtrTraits, class I = int64_t> using PackedTensorAccessor = __wp_accessor<T, N, I>;

struct DeprecatedTypeProperties {
  ScalarType scalarType() const;
  bool is_cuda() const;
  operator ScalarType() const;
  bool operator==(const DeprecatedTypeProperties &) const;
  bool operator!=(const DeprecatedTypeProperties &) const;
};
typedef DeprecatedTypeProperties Type;

struct Tensor {
  // Where the elements start, and what tells its shape from others.
  void *__wp_data;
  void *__wp_shape;

  int64_t size(int64_t) const;
  int64_t stride(int64_t) const;
  int64_t numel() const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t storage_offset() const;
  int64_t itemsize() const;
  int64_t element_size() const;
  size_t nbytes() const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  c10::TypeMeta dtype() const;
  ScalarType scalar_type() const;
  DeprecatedTypeProperties &type() const;
  TensorOptions options() const;
  Device device() const;
  c10::DeviceIndex get_device() const;
  Storage storage() const;
  Layout layout() const;
  bool defined() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_sparse() const;
  bool is_floating_point() const;
  bool is_contiguous() const;
  bool is_contiguous(MemoryFormat) const;
  bool is_same(const Tensor &) const;
  bool has_storage() const;
  bool requires_grad() const;
  MemoryFormat suggest_memory_format() const;
  template <class T> T item() const;
  Scalar item() const;
  template <class T> T *data_ptr() const;
  void *data_ptr() const;
  template <class T> T *data() const;
  template <class T> const T *const_data_ptr() const;
  template <class T> T *mutable_data_ptr() const;
  const void *const_data_ptr() const;
  void *mutable_data_ptr() const;
  template <class T, size_t N, class... Q> PackedTensorAccessor32<T, N, Q...> packed_accessor32() const;
  template <class T, size_t N, class... Q> PackedTensorAccessor64<T, N, Q...> packed_accessor64() const;
  template <class T, size_t N, class P = DefaultPtrTraits, class I = int64_t> PackedTensorAccessor<T, N, P, I> packed_accessor() const;
  template <class T, size_t N> TensorAccessor<T, N> accessor() const;

  Tensor operator[](int64_t) const;
  Tensor operator-() const;
  Tensor &operator+=(const Tensor &);
  Tensor &operator-=(const Tensor &);
  Tensor &operator*=(const Tensor &);
  Tensor &operator/=(const Tensor &);
#define __WP_GIVES_TENSOR(NAME) template <class... A> Tensor NAME(const A &...) const;
#define __WP_TAKES_SIZES(NAME) Tensor NAME(IntArrayRef) const; template <class... A> Tensor NAME(const A &...) const;
  __WP_GIVES_TENSOR(contiguous) __WP_GIVES_TENSOR(to) __WP_GIVES_TENSOR(cuda) __WP_GIVES_TENSOR(cpu) __WP_GIVES_TENSOR(clone)
  __WP_GIVES_TENSOR(detach) __WP_GIVES_TENSOR(transpose) __WP_GIVES_TENSOR(t) __WP_GIVES_TENSOR(squeeze) __WP_GIVES_TENSOR(unsqueeze)
  __WP_GIVES_TENSOR(flatten) __WP_GIVES_TENSOR(select) __WP_GIVES_TENSOR(narrow) __WP_GIVES_TENSOR(slice) __WP_GIVES_TENSOR(index_select)
  __WP_GIVES_TENSOR(sum) __WP_GIVES_TENSOR(mean) __WP_GIVES_TENSOR(var) __WP_GIVES_TENSOR(abs) __WP_GIVES_TENSOR(sqrt) __WP_GIVES_TENSOR(rsqrt)
  __WP_GIVES_TENSOR(exp) __WP_GIVES_TENSOR(log) __WP_GIVES_TENSOR(pow) __WP_GIVES_TENSOR(mul) __WP_GIVES_TENSOR(add) __WP_GIVES_TENSOR(sub)
  __WP_GIVES_TENSOR(div) __WP_GIVES_TENSOR(matmul) __WP_GIVES_TENSOR(mm) __WP_GIVES_TENSOR(bmm) __WP_GIVES_TENSOR(max) __WP_GIVES_TENSOR(min)
  __WP_GIVES_TENSOR(argmax) __WP_GIVES_TENSOR(clamp) __WP_GIVES_TENSOR(softmax) __WP_GIVES_TENSOR(sigmoid) __WP_GIVES_TENSOR(tanh)
  __WP_GIVES_TENSOR(relu) __WP_GIVES_TENSOR(neg) __WP_GIVES_TENSOR(all) __WP_GIVES_TENSOR(any) __WP_GIVES_TENSOR(eq) __WP_GIVES_TENSOR(ne)
  __WP_GIVES_TENSOR(lt) __WP_GIVES_TENSOR(gt) __WP_GIVES_TENSOR(half) __WP_GIVES_TENSOR(float_) __WP_GIVES_TENSOR(toType) __WP_GIVES_TENSOR(index)
  __WP_GIVES_TENSOR(norm) __WP_GIVES_TENSOR(expand_as) __WP_GIVES_TENSOR(view_as) __WP_GIVES_TENSOR(swapaxes) __WP_GIVES_TENSOR(round)
  __WP_TAKES_SIZES(view) __WP_TAKES_SIZES(reshape) __WP_TAKES_SIZES(permute) __WP_TAKES_SIZES(expand) __WP_TAKES_SIZES(repeat)
  __WP_TAKES_SIZES(new_empty) __WP_TAKES_SIZES(new_zeros) __WP_TAKES_SIZES(new_ones) __WP_TAKES_SIZES(new_full) __WP_TAKES_SIZES(as_strided)
#undef __WP_GIVES_TENSOR
#undef __WP_TAKES_SIZES
#define __WP_IN_PLACE(NAME) template <class... A> Tensor &NAME(const A &...) const;
  __WP_IN_PLACE(zero_) __WP_IN_PLACE(fill_) __WP_IN_PLACE(copy_) __WP_IN_PLACE(add_) __WP_IN_PLACE(sub_) __WP_IN_PLACE(mul_) __WP_IN_PLACE(div_)
  Tensor &resize_(IntArrayRef) const;
  __WP_IN_PLACE(clamp_) __WP_IN_PLACE(resize_as_) __WP_IN_PLACE(set_) __WP_IN_PLACE(t_) __WP_IN_PLACE(transpose_)
  __WP_IN_PLACE(squeeze_) __WP_IN_PLACE(unsqueeze_) __WP_IN_PLACE(requires_grad_) __WP_IN_PLACE(random_) __WP_IN_PLACE(normal_) __WP_IN_PLACE(uniform_)
#undef __WP_IN_PLACE
  std::vector<Tensor> split(int64_t, int64_t = 0) const;
  std::vector<Tensor> chunk(int64_t, int64_t = 0) const;
  std::vector<Tensor> unbind(int64_t = 0) const;
  void record_stream(Stream) const;
  void set_data(const Tensor &);
  Tensor grad() const;
};
typedef ArrayRef<Tensor> TensorList;
typedef const optional<Tensor> &OptionalTensorRef;

#define __WP_BINARY(OP)                                                        \
  Tensor operator OP(const Tensor &, const Tensor &);                          \
  Tensor operator OP(const Tensor &, const Scalar &);                          \
  Tensor operator OP(const Scalar &, const Tensor &);
__WP_BINARY(+) __WP_BINARY(-) __WP_BINARY(*) __WP_BINARY(/) __WP_BINARY(<) __WP_BINARY(>) __WP_BINARY(<=) __WP_BINARY(>=) __WP_BINARY(==) __WP_BINARY(!=)
#undef __WP_BINARY

#define __WP_MAKES_TENSOR(NAME) \
  Tensor NAME(IntArrayRef); \
  template <class... A> Tensor NAME(IntArrayRef, const A &...);
#define __WP_FULL(NAME) template <class... A> Tensor NAME(IntArrayRef, Scalar, const A &...);
#define __WP_OF_TENSOR(NAME) template <class... A> Tensor NAME(const Tensor &, const A &...);
__WP_MAKES_TENSOR(empty) __WP_MAKES_TENSOR(zeros) __WP_MAKES_TENSOR(ones) __WP_MAKES_TENSOR(rand) __WP_MAKES_TENSOR(randn)
__WP_FULL(full)
Tensor empty_strided(IntArrayRef, IntArrayRef, TensorOptions = {});
__WP_OF_TENSOR(empty_like) __WP_OF_TENSOR(zeros_like) __WP_OF_TENSOR(ones_like) __WP_OF_TENSOR(full_like) __WP_OF_TENSOR(rand_like)
__WP_OF_TENSOR(randn_like) __WP_OF_TENSOR(sum) __WP_OF_TENSOR(mean) __WP_OF_TENSOR(max) __WP_OF_TENSOR(min) __WP_OF_TENSOR(matmul)
__WP_OF_TENSOR(mm) __WP_OF_TENSOR(bmm) __WP_OF_TENSOR(addmm) __WP_OF_TENSOR(conv2d) __WP_OF_TENSOR(relu) __WP_OF_TENSOR(sigmoid)
__WP_OF_TENSOR(tanh) __WP_OF_TENSOR(softmax) __WP_OF_TENSOR(rsqrt) __WP_OF_TENSOR(sqrt) __WP_OF_TENSOR(transpose) __WP_OF_TENSOR(pad)
__WP_OF_TENSOR(linear) __WP_OF_TENSOR(batch_norm) __WP_OF_TENSOR(layer_norm) __WP_OF_TENSOR(squeeze) __WP_OF_TENSOR(unsqueeze)
__WP_OF_TENSOR(clamp) __WP_OF_TENSOR(exp) __WP_OF_TENSOR(log) __WP_OF_TENSOR(pow) __WP_OF_TENSOR(add) __WP_OF_TENSOR(mul) __WP_OF_TENSOR(var)
#undef __WP_MAKES_TENSOR
#undef __WP_FULL
#undef __WP_OF_TENSOR
template <class... A> Tensor arange(Scalar, const A &...);
template <class T, class... A> Tensor tensor(const T &, const A &...);
Tensor cat(TensorList, int64_t = 0);
Tensor stack(TensorList, int64_t = 0);
template <class... A> Tensor from_blob(void *, IntArrayRef, const A &...);
int64_t numel(const Tensor &);
TensorOptions dtype(ScalarType);
TensorOptions device(Device);
Device device_of(const Tensor &);
bool isFloatingType(ScalarType);
bool isIntegralType(ScalarType, bool);

struct Generator {};
struct PhiloxCudaState { uint64_t seed_, offset_; };

namespace cuda {
using namespace c10::cuda;
struct ATenCudaProperties {};
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(int64_t);
cublasHandle_t getCurrentCUDABlasHandle();
int warp_size();
bool is_available();
template <class T> __WP_FN T ATenCeilDiv(T a, T b) { return (a + b - 1) / b; }
inline void lazyInitCUDA() {}
namespace detail { bool canUse32BitIndexMath(const Tensor &, int64_t = 2147483647); }
}  // namespace cuda
namespace native { using at::cuda::ATenCeilDiv; }
template <class T> __WP_FN T ceil_div(T a, T b) { return (a + b - 1) / b; }
namespace indexing { struct Slice { template <class... A> Slice(A...); }; enum class None {}; }
struct AutoDispatchBelowADInplaceOrView {};
}  // namespace at

template <class T> __device__ T gpuAtomicAdd(T *address, T value) { return atomicAdd(address, value); }
template <class T> __device__ void gpuAtomicAddNoReturn(T *address, T value) { atomicAdd(address, value); }
template <class T> __device__ void fastAtomicAdd(T *array, size_t index, size_t, T value, bool) { atomicAdd(array + index, value); }
template <class T> __device__ T WARP_SHFL(T value, int lane, int width = 32, unsigned mask = 0xffffffff) { return __shfl_sync(mask, value, lane, width); }
template <class T> __device__ T WARP_SHFL_XOR(T value, int lane, int width = 32, unsigned mask = 0xffffffff) { return __shfl_xor_sync(mask, value, lane, width); }
template <class T> __device__ T WARP_SHFL_UP(T value, unsigned delta, int width = 32, unsigned mask = 0xffffffff) { return __shfl_up_sync(mask, value, delta, width); }
template <class T> __device__ T WARP_SHFL_DOWN(T value, unsigned delta, int width = 32, unsigned mask = 0xffffffff) { return __shfl_down_sync(mask, value, delta, width); }
__device__ inline unsigned WARP_BALLOT(int predicate, unsigned mask = 0xffffffff) { return __ballot_sync(mask, predicate); }
__device__ inline void WARP_SYNC(unsigned mask = 0xffffffff) { __syncwarp(mask); }

namespace torch {
using namespace at;
// References to it are printed by this name.
typedef at::Tensor Tensor;
typedef c10::Half Half;
typedef c10::BFloat16 BFloat16;
namespace indexing { using namespace at::indexing; }
namespace headeronly {}
namespace autograd { using at::Tensor; typedef std::vector<Tensor> variable_list, tensor_list; }
struct NoGradGuard {};
}  // namespace torch

namespace pybind11 {
struct object {};
struct handle : object { template <class T> T cast() const; };
struct sequence : object { size_t size() const; handle operator[](size_t) const; };
struct dict : sequence {};
struct list : sequence {};
struct tuple : sequence {};
struct none : object {};
struct str : object { str(const char *); operator std::string() const; };
struct buffer_info { void *ptr; long itemsize, size, ndim; std::vector<long> shape, strides; };
struct buffer : object { buffer_info request(bool = false) const; };
struct array : buffer { long size() const; long ndim() const; long shape(long) const; const void *data() const; void *mutable_data(); };
template <class T, int Flags = 16> struct array_t : array {
  array_t();
  array_t(long);
  array_t(std::vector<long>);
  template <class... A> array_t(A...);
  const T *data() const;
  T *mutable_data();
  template <class... I> T at(I...) const;
  template <int N> array_t unchecked() const;
};
template <class... T> object make_tuple(T &&...);
template <class T, class U> T cast(U &&);
struct error_already_set : std::exception {};
struct arg { explicit arg(const char *); template <class T> arg operator=(T &&) const; arg noconvert() const; };
inline namespace literals { arg operator""_a(const char *, size_t); }
struct gil_scoped_release {};
struct gil_scoped_acquire {};
template <class... T> struct call_guard {};
template <class... A> struct init {};
enum class return_value_policy { automatic, copy, move, reference, take_ownership };
struct module_ { template <class... A> module_ &def(const char *, A &&...); const char *&doc(); };
typedef module_ module;
template <class T, class... B> struct class_ { template <class... A> class_(A &&...); template <class... A> class_ &def(A &&...); };
}  // namespace pybind11
namespace py = pybind11;

// What a dispatch calls for each type is an instance for it; another type is an error. The calls stand in branches, so
// that host code is followed into them.
#define AT_DISPATCH_CASE(TYPE, ...)                                            \
  if (__wp_dispatched == (TYPE)) {                                             \
    using scalar_t [[maybe_unused]] = ::c10::impl::ScalarTypeToCPPTypeT<(TYPE)>; \
    __VA_ARGS__();                                                             \
  } else
#define AT_PRIVATE_CASE_TYPE_USING_HINT(TYPE, HINT, ...)                       \
  if (__wp_dispatched == (TYPE)) {                                             \
    using HINT [[maybe_unused]] = ::c10::impl::ScalarTypeToCPPTypeT<(TYPE)>;   \
    __VA_ARGS__();                                                             \
  } else
#define AT_PRIVATE_CASE_TYPE(NAME, TYPE, CPP, ...)                             \
  if (__wp_dispatched == (TYPE)) {                                             \
    using scalar_t [[maybe_unused]] = CPP;                                     \
    __VA_ARGS__();                                                             \
  } else
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                    \
  do {                                                                         \
    const ::c10::ScalarType __wp_dispatched = (TYPE);                          \
    __VA_ARGS__ { ::abort(); }                                                 \
  } while (0)
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                               \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
    AT_PRIVATE_CASE_TYPE_USING_HINT(::c10::ScalarType::Int, index_t, __VA_ARGS__) \
    AT_PRIVATE_CASE_TYPE_USING_HINT(::c10::ScalarType::Long, index_t, __VA_ARGS__))
#define AT_DISPATCH_CASE_FLOATING_TYPES(...)                                   \
  AT_DISPATCH_CASE(::c10::ScalarType::Double, __VA_ARGS__)                     \
  AT_DISPATCH_CASE(::c10::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(...)                          \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)                                 \
  AT_DISPATCH_CASE(::c10::ScalarType::Half, __VA_ARGS__)
#define AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(...)                           \
  AT_DISPATCH_CASE(::c10::ScalarType::Half, __VA_ARGS__)                       \
  AT_DISPATCH_CASE(::c10::ScalarType::BFloat16, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                   \
  AT_DISPATCH_CASE(::c10::ScalarType::Byte, __VA_ARGS__)                       \
  AT_DISPATCH_CASE(::c10::ScalarType::Char, __VA_ARGS__)                       \
  AT_DISPATCH_CASE(::c10::ScalarType::Int, __VA_ARGS__)                        \
  AT_DISPATCH_CASE(::c10::ScalarType::Long, __VA_ARGS__)                       \
  AT_DISPATCH_CASE(::c10::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)                                        \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)                                 \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...)                            \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...)                   \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES_AND_HALF(__VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(TYPE, NAME, ...)                    \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(ONE, TYPE, NAME, ...)                   \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(ONE, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(ONE, TWO, TYPE, NAME, ...)             \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
    AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(ONE, __VA_ARGS__) AT_DISPATCH_CASE(TWO, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND3(ONE, TWO, THREE, TYPE, NAME, ...)      \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
    AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(ONE, __VA_ARGS__) AT_DISPATCH_CASE(TWO, __VA_ARGS__) \
    AT_DISPATCH_CASE(THREE, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...)                            \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...)                                 \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(ONE, TYPE, NAME, ...)                        \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(ONE, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(ONE, TWO, TYPE, NAME, ...)                  \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
    AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(ONE, __VA_ARGS__) AT_DISPATCH_CASE(TWO, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(ONE, TWO, THREE, TYPE, NAME, ...)           \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
    AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(ONE, __VA_ARGS__) AT_DISPATCH_CASE(TWO, __VA_ARGS__) \
    AT_DISPATCH_CASE(THREE, __VA_ARGS__))

#endif
