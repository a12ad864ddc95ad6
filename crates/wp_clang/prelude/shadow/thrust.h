// Host code of Thrust: vectors of the device and the host, pointers, and algorithms, declarations only. What the
// algorithms compute is unknown.

#ifndef __WP_THRUST
#define __WP_THRUST

namespace thrust {

template <class T> struct device_ptr;
template <class T> struct device_reference {
  operator T() const;
  device_ptr<T> operator&() const;
  device_reference &operator=(const T &);
};
template <class T> struct device_ptr {
  typedef T value_type;
  device_ptr();
  explicit device_ptr(T *);
  template <class U> device_ptr(const device_ptr<U> &);
  T *get() const;
  device_reference<T> operator*() const;
  device_reference<T> operator[](long) const;
  device_ptr &operator++();
  device_ptr operator+(long) const;
  device_ptr operator-(long) const;
  device_ptr &operator+=(long);
  long operator-(const device_ptr &) const;
  bool operator==(const device_ptr &) const;
  bool operator!=(const device_ptr &) const;
};
template <class T> device_ptr<T> device_pointer_cast(T *);
template <class T> device_ptr<T> device_pointer_cast(const device_ptr<T> &);
template <class T> T *raw_pointer_cast(const device_ptr<T> &);
template <class T> T *raw_pointer_cast(T *);
template <class T> T &raw_reference_cast(const device_reference<T> &);
template <class T> device_ptr<T> device_malloc(size_t);
template <class T> void device_free(device_ptr<T>);

template <class T> struct host_vector;
template <class T, class P, class R> struct __wp_vector {
  typedef T value_type;
  typedef P iterator;
  typedef P const_iterator;
  typedef P pointer;
  R operator[](size_t) const;
  P data() const;
  P begin() const;
  P end() const;
  P cbegin() const;
  P cend() const;
  R front() const;
  R back() const;
  size_t size() const;
  size_t capacity() const;
  bool empty() const;
  void resize(size_t);
  void resize(size_t, const T &);
  void reserve(size_t);
  void assign(size_t, const T &);
  template <class I> void assign(I, I);
  void clear();
  void shrink_to_fit();
  void push_back(const T &);
  void pop_back();
  template <class... A> P insert(A &&...);
  template <class... A> P erase(A &&...);
};
template <class T, class A = void> struct device_vector : __wp_vector<T, device_ptr<T>, device_reference<T>> {
  device_vector();
  explicit device_vector(size_t);
  device_vector(size_t, const T &);
  template <class I> device_vector(I, I);
  device_vector(std::initializer_list<T>);
  device_vector(const std::vector<T> &);
  device_vector(const host_vector<T> &);
  device_vector(const device_vector &);
  device_vector &operator=(const device_vector &);
  device_vector &operator=(const host_vector<T> &);
  device_vector &operator=(const std::vector<T> &);
  void swap(device_vector &);
};
template <class T> struct host_vector : __wp_vector<T, T *, T &> {
  host_vector();
  explicit host_vector(size_t);
  host_vector(size_t, const T &);
  template <class I> host_vector(I, I);
  host_vector(std::initializer_list<T>);
  host_vector(const std::vector<T> &);
  host_vector(const device_vector<T> &);
  host_vector(const host_vector &);
  host_vector &operator=(const device_vector<T> &);
  host_vector &operator=(const host_vector &);
  void swap(host_vector &);
};
template <class T> using universal_vector = host_vector<T>;

template <class T> struct __wp_made_iterator {
  typedef T value_type;
  T operator*() const;
  T operator[](long) const;
  __wp_made_iterator &operator++();
  __wp_made_iterator operator+(long) const;
  long operator-(const __wp_made_iterator &) const;
  bool operator==(const __wp_made_iterator &) const;
  bool operator!=(const __wp_made_iterator &) const;
};
template <class T> using counting_iterator = __wp_made_iterator<T>;
template <class T> using constant_iterator = __wp_made_iterator<T>;
template <class T> __wp_made_iterator<T> make_counting_iterator(T);
template <class T> __wp_made_iterator<T> make_constant_iterator(T);
template <class F, class I> __wp_made_iterator<double> make_transform_iterator(I, F);
template <class T> __wp_made_iterator<int> make_zip_iterator(T);

// Function objects take operands of any types, whether their own type names one or not: `plus<float>()`, `plus<>()`.
#define __WP_FUNCTION(NAME, EXPRESSION)                                        \
  template <class T = void> struct NAME {                                      \
    template <class A, class B> __WP_FN constexpr auto operator()(const A &a, const B &b) const { return EXPRESSION; } \
  }
__WP_FUNCTION(plus, a + b);
__WP_FUNCTION(minus, a - b);
__WP_FUNCTION(multiplies, a * b);
__WP_FUNCTION(divides, a / b);
__WP_FUNCTION(maximum, a < b ? b : a);
__WP_FUNCTION(minimum, b < a ? b : a);
__WP_FUNCTION(less, a < b);
__WP_FUNCTION(greater, b < a);
__WP_FUNCTION(equal_to, a == b);
#undef __WP_FUNCTION
template <class T = void> struct identity { template <class A> __WP_FN constexpr A operator()(const A &a) const { return a; } };
template <class T = void> struct negate { template <class A> __WP_FN constexpr auto operator()(const A &a) const { return -a; } };
template <class A, class B> struct pair { A first; B second; };
template <class A, class B> pair<A, B> make_pair(A, B);

struct __wp_policy { template <class S> __wp_policy on(S) const; template <class A> __wp_policy operator()(A &&) const; };
static const __wp_policy device, host, seq;
namespace cuda { static const __wp_policy par, par_nosync; }
namespace hip { static const __wp_policy par, par_nosync; }
namespace system { namespace cuda { static const __wp_policy par; } }

template <class... A> void fill(A...);
template <class... A> void fill_n(A...);
template <class... A> void sequence(A...);
template <class... A> void tabulate(A...);
template <class... A> void generate(A...);
template <class... A> void for_each(A...);
template <class... A> void for_each_n(A...);
template <class... A> void sort(A...);
template <class... A> void stable_sort(A...);
template <class... A> void sort_by_key(A...);
template <class... A> void stable_sort_by_key(A...);
template <class... A> void gather(A...);
template <class... A> void scatter(A...);
template <class... A> void scatter_if(A...);
template <class... A> void swap_ranges(A...);
template <class... A> void reverse(A...);
template <class... A> void replace(A...);
template <class... A> void replace_if(A...);
template <class... A> void adjacent_difference(A...);
template <class... A> bool is_sorted(A...);
template <class... A> bool equal(A...);
template <class... A> bool all_of(A...);
template <class... A> bool any_of(A...);
template <class... A> bool none_of(A...);
template <class... A> long count(A...);
template <class... A> long count_if(A...);
template <class I> long distance(I, I);

struct __wp_result { template <class T> operator T() const; };
template <class... A> __wp_result copy(A...);
template <class... A> __wp_result copy_n(A...);
template <class... A> __wp_result copy_if(A...);
template <class... A> __wp_result transform(A...);
template <class... A> __wp_result transform_if(A...);
template <class... A> __wp_result reduce(A...);
template <class... A> __wp_result transform_reduce(A...);
template <class... A> __wp_result inner_product(A...);
template <class... A> __wp_result inclusive_scan(A...);
template <class... A> __wp_result exclusive_scan(A...);
template <class... A> __wp_result transform_inclusive_scan(A...);
template <class... A> __wp_result transform_exclusive_scan(A...);
template <class... A> __wp_result inclusive_scan_by_key(A...);
template <class... A> __wp_result exclusive_scan_by_key(A...);

}  // namespace thrust

#endif
