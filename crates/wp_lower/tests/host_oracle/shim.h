// Runs CUDA and OpenCL kernels on the host, to compare final memory with the interpreter of the lowered kernel.
//
// One fibre a thread; a barrier is a switch to the next fibre; blocks run one after the other, so `__shared__` is a static
// variable. Atomics are plain operations. Kernels must be race-free and must not read memory that was never written.

#pragma once

#include <ucontext.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline
#define __shared__ static

struct dim3 {
    unsigned x, y, z;
};
extern dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace shim {

constexpr size_t DYNAMIC_SHARED = 4096;
extern char dynamic_shared[DYNAMIC_SHARED];

enum class Wait { None, Block, Warp, Done };

// Gives way until every other thread of the block, or of the warp, has arrived as well.
void wait(Wait what);
unsigned lane();
// The slot in which a lane of the current thread's warp leaves its value; null when there is no such lane.
long long *slot(unsigned lane);

// Executes a body once for every thread of the launch.
void launch(const std::function<void()> &body);

// Value of `source(lane)` in the warp; lanes that do not exist give the own value.
template <class T> T exchange(T value, int source) {
    static_assert(sizeof(T) <= sizeof(long long));
    long long bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    *slot(lane()) = bits;
    wait(Wait::Warp);
    long long *other = source >= 0 ? slot(unsigned(source)) : nullptr;
    T result = value;
    if (other) std::memcpy(&result, other, sizeof(T));
    wait(Wait::Warp);
    return result;
}

inline unsigned ballot(bool predicate) {
    *slot(lane()) = predicate;
    wait(Wait::Warp);
    unsigned votes = 0, present = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (long long *s = slot(i)) {
            present |= 1u << i;
            if (*s) votes |= 1u << i;
        }
    }
    (void)present;
    wait(Wait::Warp);
    return votes;
}

template <class T, class F> T modify(T *cell, F f) {
    T old = *cell;
    *cell = f(old);
    return old;
}

}  // namespace shim

inline void __syncthreads() { shim::wait(shim::Wait::Block); }
inline void __syncwarp(unsigned = 0xffffffffu) { shim::wait(shim::Wait::Warp); }

// The lane that a shuffle reads, or the own lane when the source lies outside the segment.
template <class T> T __shfl_sync(unsigned, T v, int source, int width = 32) {
    int segment = int(shim::lane()) / width * width;
    return shim::exchange(v, segment + (source & (width - 1)));
}
template <class T> T __shfl_up_sync(unsigned, T v, unsigned delta, int width = 32) {
    int me = int(shim::lane()), segment = me / width * width, source = me - int(delta);
    return shim::exchange(v, source < segment ? me : source);
}
template <class T> T __shfl_down_sync(unsigned, T v, unsigned delta, int width = 32) {
    int me = int(shim::lane()), end = me / width * width + width, source = me + int(delta);
    return shim::exchange(v, source >= end ? me : source);
}
template <class T> T __shfl_xor_sync(unsigned, T v, int mask, int width = 32) {
    int me = int(shim::lane()), end = me / width * width + width, source = me ^ mask;
    return shim::exchange(v, source >= end ? me : source);
}
inline unsigned __ballot_sync(unsigned, int predicate) { return shim::ballot(predicate); }
inline int __any_sync(unsigned, int predicate) { return shim::ballot(predicate) != 0; }
inline int __all_sync(unsigned, int predicate) { return shim::ballot(!predicate) == 0; }

#define SHIM_ATOMIC(name, expression) \
    template <class T> T name(T *cell, std::common_type_t<T> v) { \
        return shim::modify(cell, [=](T old) -> T { return expression; }); \
    }
SHIM_ATOMIC(atomicAdd, old + v)
SHIM_ATOMIC(atomicSub, old - v)
SHIM_ATOMIC(atomicExch, (void(old), v))
SHIM_ATOMIC(atomicMin, old < v ? old : v)
SHIM_ATOMIC(atomicMax, old > v ? old : v)
SHIM_ATOMIC(atomicAnd, old & v)
SHIM_ATOMIC(atomicOr, old | v)
SHIM_ATOMIC(atomicXor, old ^ v)
SHIM_ATOMIC(atomicInc, old >= v ? 0 : old + 1)
SHIM_ATOMIC(atomicDec, old == 0 || old > v ? v : old - 1)
template <class T> T atomicCAS(T *cell, std::common_type_t<T> compare, std::common_type_t<T> v) {
    return shim::modify(cell, [=](T old) { return old == compare ? v : old; });
}

struct int2 {
    int x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
inline int2 make_int2(int x, int y) { return {x, y}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

using std::abs;
using std::max;
using std::min;
inline int __popc(unsigned v) { return __builtin_popcount(v); }
inline int __clz(int v) { return v == 0 ? 32 : __builtin_clz(unsigned(v)); }
inline int __ffs(int v) { return __builtin_ffs(v); }
inline int __float_as_int(float v) {
    int bits;
    std::memcpy(&bits, &v, 4);
    return bits;
}
inline float __int_as_float(int v) {
    float value;
    std::memcpy(&value, &v, 4);
    return value;
}
inline long long __float2ll_rd(float v) { return (long long)std::floor(v); }
inline long long __double2ll_ru(double v) { return (long long)std::ceil(v); }
inline unsigned long long __float2ull_rn(float v) { return (unsigned long long)std::nearbyint(v); }
inline unsigned long long __double2ull_rd(double v) { return (unsigned long long)std::floor(v); }
inline double __hiloint2double(int high, int low) {
    long long bits = (long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low);
    double value;
    std::memcpy(&value, &bits, 8);
    return value;
}

namespace shim {

// One argument of a run: an array in memory, or the bytes of a scalar (a field, for a struct passed by value).
struct Argument {
    bool is_array;
    std::vector<char> bytes;
};

struct Arguments {
    std::vector<Argument> &list;
    size_t next = 0;

    template <class T> T take() {
        if constexpr (std::is_pointer_v<T>) {
            return reinterpret_cast<T>(list.at(next++).bytes.data());
        } else {
            std::remove_cv_t<T> value;
            size_t filled = 0;
            while (filled < sizeof(T)) {
                const std::vector<char> &bytes = list.at(next++).bytes;
                std::memcpy(reinterpret_cast<char *>(&value) + filled, bytes.data(), std::min(bytes.size(), sizeof(T) - filled));
                filled += bytes.size();
            }
            return value;
        }
    }
};

// Calls a kernel of any signature for every thread.
template <class... P> void execute(void (*kernel)(P...), std::vector<Argument> &list) {
    Arguments arguments{list};
    std::tuple<std::remove_cv_t<P>...> values{arguments.take<P>()...};
    launch([&] { std::apply(kernel, values); });
}

struct Entry {
    const char *name;
    void (*run)(std::vector<Argument> &);
};

// Reads runs from standard input and writes the final arrays to standard output.
int serve(const Entry *entries, size_t count);

}  // namespace shim
