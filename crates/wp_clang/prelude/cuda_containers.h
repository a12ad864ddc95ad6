// Containers, streams and helpers of the C++ library that host code names: declarations only, whose results are unknown.

#pragma once

namespace std {

template <class T> struct hash;
template <class T = void> struct less;
template <class T> struct equal_to;
struct bad_alloc : exception {};
struct invalid_argument : exception { explicit invalid_argument(const string &); explicit invalid_argument(const char *); };
struct out_of_range : exception { explicit out_of_range(const string &); explicit out_of_range(const char *); };
struct logic_error : exception { explicit logic_error(const string &); explicit logic_error(const char *); };

// The body is there for types of lambdas, which no other file could define it for.
template <class F> struct function;
template <class R, class... A> struct function<R(A...)> {
  function();
  function(const function &);
  function(nullptr_t);
  template <class G> function(G &&) {}
  function &operator=(const function &);
  R operator()(A...) const;
  explicit operator bool() const;
};

// An iterator gives elements of its container; it may be moved, compared and followed.
template <class T> struct __wp_iterator {
  T &operator*() const;
  T *operator->() const;
  __wp_iterator &operator++();
  __wp_iterator operator++(int);
  __wp_iterator &operator--();
  bool operator==(const __wp_iterator &) const;
  bool operator!=(const __wp_iterator &) const;
};
template <class I> void advance(I &, long);
template <class I> I next(I, long = 1);
template <class I> I prev(I, long = 1);
template <class I> long distance(I, I);

template <class I, class T> void iota(I, I, T);
template <class I> I min_element(I, I);
template <class I> I max_element(I, I);

namespace ranges {
template <class R> constexpr size_t size(const R &range) { return range.size(); }
}

template <long N, long D = 1> struct ratio { enum : long { num = N, den = D }; };
typedef ratio<1, 1000> milli;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000000000> nano;
namespace chrono {
template <class R, class P = ratio<1>> struct duration {
  typedef R rep;
  typedef P period;
  R __ticks;
  duration();
  template <class T> explicit duration(const T &);
  template <class S, class Q> duration(const duration<S, Q> &);
  R count() const;
  duration &operator+=(const duration &);
};
template <class R, class P> duration<R, P> operator+(const duration<R, P> &, const duration<R, P> &);
template <class R, class P> duration<R, P> operator-(const duration<R, P> &, const duration<R, P> &);
typedef duration<long, nano> nanoseconds;
typedef duration<long, micro> microseconds;
typedef duration<long, milli> milliseconds;
typedef duration<long> seconds;
template <class C, class D = nanoseconds> struct time_point { D __since; D time_since_epoch() const; };
template <class C, class D> D operator-(const time_point<C, D> &, const time_point<C, D> &);
struct steady_clock {
  typedef nanoseconds duration;
  typedef chrono::time_point<steady_clock> time_point;
  static time_point now() noexcept;
};
typedef steady_clock system_clock;
typedef steady_clock high_resolution_clock;
template <class D, class R, class P> D duration_cast(const duration<R, P> &);
}  // namespace chrono

#define __WP_CONTAINER(NAME, T)                                                \
  typedef T value_type;                                                        \
  typedef __wp_iterator<T> iterator;                                           \
  typedef __wp_iterator<const T> const_iterator;                               \
  NAME();                                                                      \
  NAME(initializer_list<T>);                                                   \
  NAME(const NAME &);                                                          \
  ~NAME();                                                                     \
  NAME &operator=(const NAME &);                                               \
  iterator begin();                                                            \
  iterator end();                                                              \
  const_iterator begin() const;                                                \
  const_iterator end() const;                                                  \
  size_t size() const;                                                         \
  bool empty() const;                                                          \
  void clear();                                                                \
  iterator erase(iterator);

#define __WP_MAP(NAME, ...)                                                    \
  template <class K, class V, __VA_ARGS__> struct NAME {                       \
    typedef pair<const K, V> __wp_element;                                     \
    typedef K key_type;                                                        \
    typedef V mapped_type;                                                     \
    __WP_CONTAINER(NAME, __wp_element)                                         \
    V &operator[](const K &);                                                  \
    V &at(const K &);                                                          \
    const V &at(const K &) const;                                              \
    size_t count(const K &) const;                                             \
    bool contains(const K &) const;                                            \
    iterator find(const K &);                                                  \
    const_iterator find(const K &) const;                                      \
    iterator lower_bound(const K &);                                           \
    iterator upper_bound(const K &);                                           \
    size_t erase(const K &);                                                   \
    pair<iterator, bool> insert(const __wp_element &);                         \
    template <class... A> pair<iterator, bool> insert(A &&...);                \
    template <class... A> pair<iterator, bool> emplace(A &&...);               \
    template <class... A> pair<iterator, bool> try_emplace(A &&...);           \
    template <class... A> pair<iterator, bool> insert_or_assign(A &&...);      \
    void reserve(size_t);                                                      \
  }
__WP_MAP(map, class C = less<K>);
__WP_MAP(multimap, class C = less<K>);
__WP_MAP(unordered_map, class H = hash<K>, class E = equal_to<K>);
__WP_MAP(unordered_multimap, class H = hash<K>, class E = equal_to<K>);
#undef __WP_MAP

#define __WP_SET(NAME, ...)                                                    \
  template <class K, __VA_ARGS__> struct NAME {                                \
    typedef K key_type;                                                        \
    __WP_CONTAINER(NAME, K)                                                    \
    size_t count(const K &) const;                                             \
    bool contains(const K &) const;                                            \
    iterator find(const K &);                                                  \
    const_iterator find(const K &) const;                                      \
    size_t erase(const K &);                                                   \
    template <class... A> pair<iterator, bool> insert(A &&...);                \
    template <class... A> pair<iterator, bool> emplace(A &&...);               \
    void reserve(size_t);                                                      \
  }
__WP_SET(set, class C = less<K>);
__WP_SET(multiset, class C = less<K>);
__WP_SET(unordered_set, class H = hash<K>, class E = equal_to<K>);
#undef __WP_SET

#define __WP_SEQUENCE(NAME)                                                    \
  template <class T> struct NAME {                                             \
    __WP_CONTAINER(NAME, T)                                                    \
    T &operator[](size_t);                                                     \
    T &front();                                                                \
    T &back();                                                                 \
    T &top();                                                                  \
    void push(const T &);                                                      \
    void pop();                                                                \
    void push_back(const T &);                                                 \
    void push_front(const T &);                                                \
    void pop_back();                                                           \
    void pop_front();                                                          \
    template <class... A> void emplace(A &&...);                               \
    template <class... A> void emplace_back(A &&...);                          \
    void resize(size_t);                                                       \
  }
__WP_SEQUENCE(list);
__WP_SEQUENCE(deque);
__WP_SEQUENCE(queue);
__WP_SEQUENCE(stack);
#undef __WP_SEQUENCE
#undef __WP_CONTAINER

template <class T> struct shared_ptr {
  shared_ptr();
  explicit shared_ptr(T *);
  template <class U> shared_ptr(const shared_ptr<U> &);
  T *get() const;
  T *operator->() const;
  T &operator*() const;
  explicit operator bool() const;
  void reset();
  void reset(T *);
};
template <class T, class... A> shared_ptr<T> make_shared(A &&...);
template <class T, class... A> unique_ptr<T> make_unique(A &&...);

struct mutex { mutex(); void lock(); bool try_lock(); void unlock(); };
struct recursive_mutex : mutex {};
struct shared_mutex : mutex {};
template <class M> struct lock_guard { explicit lock_guard(M &); ~lock_guard(); };
template <class M> struct unique_lock { explicit unique_lock(M &); ~unique_lock(); void lock(); void unlock(); };
template <class M> struct scoped_lock { explicit scoped_lock(M &); ~scoped_lock(); };
struct once_flag {};
template <class F, class... A> void call_once(once_flag &, F &&, A &&...);

struct ostringstream : ostream { ostringstream(); explicit ostringstream(const string &); string str() const; void str(const string &); };
struct stringstream : ostringstream { stringstream(); explicit stringstream(const string &); template <class T> stringstream &operator>>(T &); };
struct istringstream : istream { istringstream(); explicit istringstream(const string &); string str() const; };

}  // namespace std
