// Cooperative groups. Members are declarations: the lowering knows `sync`, `size`, `thread_rank` and the others by name
// and by the type of the group.

#pragma once

namespace cooperative_groups {

struct thread_group {
  __WP_FN void sync() const;
  __WP_FN unsigned long long size() const;
  __WP_FN unsigned long long num_threads() const;
  __WP_FN unsigned long long thread_rank() const;
  __WP_FN bool is_valid() const;
};

struct thread_block : public thread_group {
  struct arrival_token {};
  __WP_FN void sync() const;
  __WP_FN unsigned int size() const;
  __WP_FN unsigned int num_threads() const;
  __WP_FN unsigned int thread_rank() const;
  __WP_FN dim3 group_index() const;
  __WP_FN dim3 thread_index() const;
  __WP_FN dim3 group_dim() const;
  __WP_FN dim3 dim_threads() const;
  __WP_FN arrival_token barrier_arrive() const;
  __WP_FN void barrier_wait(arrival_token &&) const;
};

struct grid_group : public thread_group {
  __WP_FN bool is_valid() const;
  __WP_FN void sync() const;
  __WP_FN unsigned long long size() const;
  __WP_FN unsigned long long num_threads() const;
  __WP_FN unsigned long long thread_rank() const;
  __WP_FN unsigned long long num_blocks() const;
  __WP_FN unsigned long long block_rank() const;
  __WP_FN dim3 group_dim() const;
  __WP_FN dim3 dim_blocks() const;
  __WP_FN dim3 block_index() const;
};

struct multi_grid_group : public thread_group {
  __WP_FN bool is_valid() const;
  __WP_FN void sync() const;
  __WP_FN unsigned long long size() const;
  __WP_FN unsigned long long thread_rank() const;
  __WP_FN unsigned int grid_rank() const;
  __WP_FN unsigned int num_grids() const;
};

struct __wp_warp_group : public thread_group {
  __WP_FN void sync() const;
  __WP_FN unsigned int size() const;
  __WP_FN unsigned int num_threads() const;
  __WP_FN unsigned int thread_rank() const;
  __WP_FN unsigned int meta_group_rank() const;
  __WP_FN unsigned int meta_group_size() const;
  template <class T> __WP_FN T shfl(T value, int lane) const;
  template <class T> __WP_FN T shfl_up(T value, unsigned int delta) const;
  template <class T> __WP_FN T shfl_down(T value, unsigned int delta) const;
  template <class T> __WP_FN T shfl_xor(T value, int lane_mask) const;
  __WP_FN int any(int predicate) const;
  __WP_FN int all(int predicate) const;
  __WP_FN __WP_LANE_MASK ballot(int predicate) const;
  template <class T> __WP_FN __WP_LANE_MASK match_any(T value) const;
  template <class T> __WP_FN __WP_LANE_MASK match_all(T value, int &predicate) const;
};

struct coalesced_group : public __wp_warp_group {};
template <unsigned int Size, class Parent = void> struct thread_block_tile : public __wp_warp_group {
  thread_block_tile() = default;
  template <class Other> __WP_FN thread_block_tile(const thread_block_tile<Size, Other> &other);
  __WP_FN static constexpr unsigned int size() { return Size; }
  __WP_FN static constexpr unsigned int num_threads() { return Size; }
};
template <class Parent> struct thread_block_tile<0, Parent> : public __wp_warp_group {};

__WP_FN thread_block this_thread_block();
__WP_FN grid_group this_grid();
__WP_FN multi_grid_group this_multi_grid();
__WP_FN coalesced_group coalesced_threads();
template <unsigned int Size, class Parent> __WP_FN thread_block_tile<Size, Parent> tiled_partition(const Parent &group);
__WP_FN thread_group tiled_partition(const thread_group &group, unsigned int size);
template <class Parent> __WP_FN coalesced_group binary_partition(const Parent &group, bool predicate);
template <class Parent, class T> __WP_FN coalesced_group labeled_partition(const Parent &group, T label);
template <class Group> __WP_FN void sync(const Group &group);
template <class Group> __WP_FN void synchronize(const Group &group);
template <class Group> __WP_FN unsigned int group_size(const Group &group);
template <class Group> __WP_FN unsigned int thread_rank(const Group &group);

template <class T> struct plus { __WP_FN T operator()(T a, T b) const; };
template <class T> struct less { __WP_FN T operator()(T a, T b) const; };
template <class T> struct greater { __WP_FN T operator()(T a, T b) const; };
template <class T> struct bit_and { __WP_FN T operator()(T a, T b) const; };
template <class T> struct bit_or { __WP_FN T operator()(T a, T b) const; };
template <class T> struct bit_xor { __WP_FN T operator()(T a, T b) const; };
template <class Group, class T, class F> __WP_FN T reduce(const Group &group, T value, F operation);
template <class Group, class T, class F> __WP_FN T inclusive_scan(const Group &group, T value, F operation);
template <class Group, class T, class F> __WP_FN T exclusive_scan(const Group &group, T value, F operation);
template <class Group, class T> __WP_FN T inclusive_scan(const Group &group, T value);
template <class Group, class T> __WP_FN T exclusive_scan(const Group &group, T value);
template <class Group, class T> __WP_FN void memcpy_async(const Group &group, T *target, const T *source, size_t bytes);
template <class Group> __WP_FN void wait(const Group &group);
template <unsigned int Stages, class Group> __WP_FN void wait_prior(const Group &group);

}  // namespace cooperative_groups

// The parts of libcu++ that kernels name. The lowering rejects or models them by name.
namespace cuda {

enum thread_scope { thread_scope_system = 0, thread_scope_device = 1, thread_scope_block = 2, thread_scope_thread = 10 };
namespace std {
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
}
using std::memory_order;
using std::memory_order_relaxed;
using std::memory_order_acquire;
using std::memory_order_release;
using std::memory_order_acq_rel;
using std::memory_order_seq_cst;

template <thread_scope Scope> struct barrier {
  struct arrival_token {};
  unsigned long long opaque;
  barrier() = default;
  __WP_FN barrier(long long expected);
  __WP_FN arrival_token arrive(long long count = 1);
  __WP_FN void wait(arrival_token &&token) const;
  __WP_FN void arrive_and_wait();
  __WP_FN void arrive_and_drop();
};
template <thread_scope Scope> __WP_FN void init(barrier<Scope> *object, long long expected);

template <thread_scope Scope, unsigned int Stages> struct pipeline_shared_state { unsigned long long opaque[Stages]; };
template <thread_scope Scope> struct pipeline {
  __WP_FN void producer_acquire();
  __WP_FN void producer_commit();
  __WP_FN void consumer_wait();
  __WP_FN void consumer_release();
};
__WP_FN pipeline<thread_scope_thread> make_pipeline();
template <class Group, thread_scope Scope, unsigned int Stages> __WP_FN pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state);
template <size_t Alignment> struct aligned_size_t { size_t value; __WP_FN constexpr aligned_size_t(size_t bytes) : value(bytes) {} __WP_FN constexpr operator size_t() const { return value; } };
template <class T, class Size, class Sync> __WP_FN void memcpy_async(T *target, const T *source, Size bytes, Sync &sync);
template <class Group, class T, class Size, class Sync> __WP_FN void memcpy_async(const Group &group, T *target, const T *source, Size bytes, Sync &sync);

}  // namespace cuda
