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
  __WP_FN unsigned int ballot(int predicate) const;
  template <class T> __WP_FN unsigned int match_any(T value) const;
  template <class T> __WP_FN unsigned int match_all(T value, int &predicate) const;
};

struct coalesced_group : public __wp_warp_group {};
template <unsigned int Size, class Parent = void> struct thread_block_tile : public __wp_warp_group {
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
