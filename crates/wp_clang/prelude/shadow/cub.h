// Collectives of CUB, as far as races and barriers depend on them: stores to the storage, the barrier, and the reads
// behind it, so that storage that is used again without a barrier in between races as it does with CUB. The results are
// unknown, because the order of the operations is CUB's own. The block has the extents that the types name.
//
// Each thread stores the element of its successor, because in CUB a thread may store any element: no thread may rely on
// an element of the storage, or of what lies in a union with it, as its own. Where CUB has no barrier, as in blocks of
// one warp, there is none, and all lanes have to take part.

#ifndef __WP_CUB
#define __WP_CUB

namespace cub {

// Elements without their constructors, which shared memory cannot have.
template <class T, int N> struct __wp_raw {
  alignas(T) unsigned char bytes[N * sizeof(T)];
  __device__ T &operator[](int i) { return reinterpret_cast<T *>(bytes)[i]; }
};
template <class T, int N, bool = __is_trivially_constructible(T)> struct __wp_storage { T slots[N]; };
template <class T, int N> struct __wp_storage<T, N, false> { __wp_raw<T, N> slots; };
// The lanes of a block of one warp, which all have to take part.
template <int N> struct __wp_lanes { enum : unsigned { mask = N < 32 ? (1u << (N & 31)) - 1 : 0xffffffffu }; };

struct Sum { template <class T> __WP_FN T operator()(const T &a, const T &b) const { return a + b; } };
struct Max { template <class T> __WP_FN T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
struct Min { template <class T> __WP_FN T operator()(const T &a, const T &b) const { return b < a ? b : a; } };

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int X, int Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int Arch = 0>
struct BlockReduce {
  typedef __wp_storage<T, X * Y * Z> TempStorage;
  TempStorage &storage;
  __device__ BlockReduce(TempStorage &given) : storage(given) {}
  template <class F> __device__ T Reduce(T value, F operation) {
    __assume(blockDim.x == X && blockDim.y == Y && blockDim.z == Z);
    const int self = threadIdx.x + X * (threadIdx.y + Y * threadIdx.z);
    storage.slots[(self + 1) % (X * Y * Z)] = value;
    if (X * Y * Z <= 32 && Algorithm != BLOCK_REDUCE_WARP_REDUCTIONS) {
      __shfl_sync(__wp_lanes<X * Y * Z>::mask, 0, 0);
      return operation(value, __wp_any<T>());
    }
    __syncthreads();
    for (int i = 0; i < X * Y * Z; ++i) value = operation(value, storage.slots[i]);
    return __wp_any<T>();
  }
  template <class F> __device__ T Reduce(T value, F operation, int) { return Reduce(value, operation); }
  template <int N, class F> __device__ T Reduce(T (&values)[N], F operation) {
    T value = values[0];
    for (int i = 1; i < N; ++i) value = operation(value, values[i]);
    return Reduce(value, operation);
  }
  __device__ T Sum(T value) { return Reduce(value, cub::Sum()); }
  __device__ T Sum(T value, int) { return Reduce(value, cub::Sum()); }
  template <int N> __device__ T Sum(T (&values)[N]) { return Reduce(values, cub::Sum()); }
};

template <class T, int X, int Algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int Arch = 0>
struct BlockScan {
  typedef __wp_storage<T, X * Y * Z> TempStorage;
  TempStorage &storage;
  __device__ BlockScan(TempStorage &given) : storage(given) {}
  template <class F> __device__ void __wp_scan(T value, T &result, T &total, F operation) {
    __assume(blockDim.x == X && blockDim.y == Y && blockDim.z == Z);
    const int self = threadIdx.x + X * (threadIdx.y + Y * threadIdx.z);
    storage.slots[(self + 1) % (X * Y * Z)] = value;
    if (X * Y * Z > 32 || Algorithm == BLOCK_SCAN_WARP_SCANS) {
      __syncthreads();
      for (int i = 0; i < X * Y * Z; ++i) value = operation(value, storage.slots[i]);
    } else {
      __shfl_sync(__wp_lanes<X * Y * Z>::mask, 0, 0);
    }
    result = __wp_any<T>();
    total = __wp_any<T>();
  }
  template <class F> __device__ void InclusiveScan(T value, T &result, F operation) { T total; __wp_scan(value, result, total, operation); }
  template <class F> __device__ void InclusiveScan(T value, T &result, F operation, T &total) { __wp_scan(value, result, total, operation); }
  template <class F> __device__ void ExclusiveScan(T value, T &result, F operation) { T total; __wp_scan(value, result, total, operation); }
  template <class F> __device__ void ExclusiveScan(T value, T &result, T, F operation) { T total; __wp_scan(value, result, total, operation); }
  template <class F> __device__ void ExclusiveScan(T value, T &result, T, F operation, T &total) { __wp_scan(value, result, total, operation); }
  __device__ void InclusiveSum(T value, T &result) { InclusiveScan(value, result, Sum()); }
  __device__ void InclusiveSum(T value, T &result, T &total) { InclusiveScan(value, result, Sum(), total); }
  __device__ void ExclusiveSum(T value, T &result) { ExclusiveScan(value, result, Sum()); }
  __device__ void ExclusiveSum(T value, T &result, T &total) { T start{}; ExclusiveScan(value, result, start, Sum(), total); }
};

template <class T, int Lanes = 32, int Arch = 0> struct WarpReduce;
template <class T, int Arch> struct WarpReduce<T, 32, Arch> {
  typedef __wp_storage<char, 1> TempStorage;
  __device__ WarpReduce(TempStorage &) {}
  template <class F> __device__ T Reduce(T value, F operation) { __shfl_sync(0xffffffffu, 0, 0); return operation(value, __wp_any<T>()); }
  __device__ T Sum(T value) { return Reduce(value, cub::Sum()); }
};

}  // namespace cub

#endif
