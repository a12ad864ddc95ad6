// The part of the C++ library that device code uses, and names that host code cannot do without.

#pragma once

__device__ void *operator new(size_t bytes);
__device__ void *operator new[](size_t bytes);
__device__ void operator delete(void *pointer) noexcept;
__device__ void operator delete[](void *pointer) noexcept;
__device__ void operator delete(void *pointer, size_t bytes) noexcept;
__device__ void operator delete[](void *pointer, size_t bytes) noexcept;
__WP_FN inline void *operator new(size_t, void *place) noexcept { return place; }

namespace std {

using ::size_t;
using ::ptrdiff_t;
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t;
typedef decltype(nullptr) nullptr_t;
using ::sin; using ::cos; using ::tan; using ::asin; using ::acos; using ::atan; using ::atan2; using ::sinh; using ::cosh; using ::tanh;
using ::exp; using ::exp2; using ::expm1; using ::log; using ::log2; using ::log10; using ::log1p; using ::pow; using ::sqrt; using ::cbrt;
using ::hypot; using ::erf; using ::erfc; using ::ceil; using ::floor; using ::trunc; using ::round; using ::rint; using ::fabs; using ::abs;
using ::fmod; using ::fma; using ::fmin; using ::fmax; using ::copysign; using ::isnan; using ::isinf; using ::isfinite; using ::signbit;
using ::memcpy; using ::memset; using ::memmove; using ::printf; using ::fprintf; using ::sprintf; using ::malloc; using ::free; using ::calloc;
using ::exit; using ::abort; using ::_Exit; using ::quick_exit; void terminate() noexcept __attribute__((noreturn)); using ::rand; using ::srand; using ::strlen; using ::strcmp; using ::atoi; using ::atof; using ::clock; using ::clock_t; using ::time; using ::FILE;

struct div_t { int quot, rem; };
struct ldiv_t { long quot, rem; };
div_t div(int numerator, int denominator);
ldiv_t div(long numerator, long denominator);

template <class T> __WP_FN constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> __WP_FN constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }

template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool B, class T, class F> struct conditional { typedef T type; };
template <class T, class F> struct conditional<false, T, F> { typedef F type; };
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;
template <class T> struct remove_const { typedef T type; };
template <class T> struct remove_const<const T> { typedef T type; };
template <class T> struct remove_volatile { typedef T type; };
template <class T> struct remove_volatile<volatile T> { typedef T type; };
template <class T> struct remove_cv { typedef typename remove_const<typename remove_volatile<T>::type>::type type; };
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T &> { typedef T type; };
template <class T> struct remove_reference<T &&> { typedef T type; };
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> struct remove_pointer { typedef T type; };
template <class T> struct remove_pointer<T *> { typedef T type; };
template <class T> struct remove_pointer<T *const> { typedef T type; };
template <class T> struct remove_pointer<T *volatile> { typedef T type; };
template <class T> struct remove_pointer<T *const volatile> { typedef T type; };
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> using remove_volatile_t = typename remove_volatile<T>::type;
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <class T> struct remove_cvref { typedef remove_cv_t<remove_reference_t<T>> type; };
template <class T> using remove_cvref_t = typename remove_cvref<T>::type;
template <class T> struct add_const { typedef const T type; };
template <class T> using add_const_t = typename add_const<T>::type;
template <class T> struct add_pointer { typedef remove_reference_t<T> *type; };
template <class T> using add_pointer_t = typename add_pointer<T>::type;
template <class T> struct underlying_type { typedef __underlying_type(T) type; };
template <class T> using underlying_type_t = typename underlying_type<T>::type;
template <class T> struct type_identity { typedef T type; };
template <class T> using type_identity_t = typename type_identity<T>::type;
template <class...> using void_t = void;
template <class T> struct make_unsigned;
template <class T> struct make_signed;
#define __WP_INTEGRAL(S, U)                                                    \
  template <> struct make_unsigned<S> { typedef U type; };                     \
  template <> struct make_unsigned<U> { typedef U type; };                     \
  template <> struct make_signed<S> { typedef S type; };                       \
  template <> struct make_signed<U> { typedef S type; };
__WP_INTEGRAL(signed char, unsigned char) __WP_INTEGRAL(short, unsigned short) __WP_INTEGRAL(int, unsigned int)
__WP_INTEGRAL(long, unsigned long) __WP_INTEGRAL(long long, unsigned long long)
#undef __WP_INTEGRAL
template <class T> using make_unsigned_t = typename make_unsigned<T>::type;
template <class T> using make_signed_t = typename make_signed<T>::type;
template <> struct make_unsigned<char> { typedef unsigned char type; };
template <> struct make_signed<char> { typedef signed char type; };
template <class T> struct make_unsigned<const T> { typedef const typename make_unsigned<T>::type type; };
template <class T> struct make_signed<const T> { typedef const typename make_signed<T>::type type; };

template <class T> struct __wp_decay { typedef remove_cv_t<T> type; };
template <class T> struct __wp_decay<T[]> { typedef T *type; };
template <class T, size_t N> struct __wp_decay<T[N]> { typedef T *type; };
template <class R, class... A> struct __wp_decay<R(A...)> { typedef R (*type)(A...); };
template <class T> struct decay { typedef typename __wp_decay<remove_reference_t<T>>::type type; };
template <class T> using decay_t = typename decay<T>::type;

template <class T> __WP_FN constexpr const T &as_const(T &value) noexcept { return value; }
template <class T> __WP_FN constexpr remove_reference_t<T> &&move(T &&value) noexcept { return static_cast<remove_reference_t<T> &&>(value); }
template <class T> __WP_FN constexpr T &&forward(remove_reference_t<T> &value) noexcept { return static_cast<T &&>(value); }
template <class T> __WP_FN constexpr const T &clamp(const T &value, const T &low, const T &high) { return value < low ? low : high < value ? high : value; }
template <class T, class U = T> __WP_FN T exchange(T &object, U &&value) { T old = move(object); object = forward<U>(value); return old; }
template <class T> __WP_FN void swap(T &a, T &b) { T c = move(a); a = move(b); b = move(c); }
template <class T> T &&declval() noexcept;

// Host only.
template <class T> struct allocator {};
template <class T> struct __wp_iterator;
template <class T> struct initializer_list {
  const T *__begin;
  size_t __size;
  constexpr const T *begin() const { return __begin; }
  constexpr const T *end() const { return __begin + __size; }
  constexpr size_t size() const { return __size; }
};
template <class T, class A = allocator<T>> struct vector {
  typedef T value_type;
  typedef T *iterator;
  typedef const T *const_iterator;
  vector();
  explicit vector(size_t);
  vector(size_t, const T &);
  vector(const T *, const T *);
  vector(initializer_list<T>);
  vector(const vector &);
  ~vector();
  vector &operator=(const vector &);
  T &operator[](size_t);
  const T &operator[](size_t) const;
  T &at(size_t);
  T &front();
  T &back();
  T *data();
  const T *data() const;
  T *begin();
  T *end();
  const T *begin() const;
  const T *end() const;
  size_t size() const;
  bool empty() const;
  void resize(size_t);
  void resize(size_t, const T &);
  void reserve(size_t);
  void assign(size_t, const T &);
  void clear();
  void push_back(const T &);
  void pop_back();
  template <class... A1> void emplace_back(A1 &&...);
  template <class... A1> T *insert(A1 &&...);
  T *erase(const T *);
  T *erase(const T *, const T *);
  void swap(vector &);
  size_t capacity() const;
  __wp_iterator<T> rbegin();
  __wp_iterator<T> rend();
};
struct string {
  string();
  string(const char *);
  string(const string &);
  ~string();
  string &operator=(const string &);
  const char *c_str() const;
  size_t size() const;
  size_t length() const;
  bool empty() const;
  char &operator[](size_t);
  string &operator+=(const string &);
  string &operator+=(char);
  enum : size_t { npos = static_cast<size_t>(-1) };
  size_t find(const string &, size_t = 0) const;
  size_t rfind(const string &, size_t = static_cast<size_t>(-1)) const;
  string substr(size_t, size_t = static_cast<size_t>(-1)) const;
  int compare(const string &) const;
  string &append(const string &);
  void push_back(char);
  char &back();
  char &front();
  char *begin();
  char *end();
};
string operator+(const string &, const string &);
bool operator==(const string &, const string &);
bool operator!=(const string &, const string &);
bool operator<(const string &, const string &);
template <class T> string to_string(T);
int stoi(const string &, size_t * = nullptr, int = 10);
long stol(const string &, size_t * = nullptr, int = 10);
unsigned long stoul(const string &, size_t * = nullptr, int = 10);
float stof(const string &, size_t * = nullptr);
double stod(const string &, size_t * = nullptr);
struct ostream {
  template <class T> ostream &operator<<(const T &);
  ostream &operator<<(ostream &(*)(ostream &));
};
ostream &endl(ostream &);
ostream &flush(ostream &);
extern ostream cout, cerr;
struct ofstream : ostream { ofstream(); ofstream(const char *); void open(const char *); void close(); bool is_open() const; };
struct type_info { const char *name() const; bool operator==(const type_info &) const; bool operator!=(const type_info &) const; };
struct istream { template <class T> istream &operator>>(T &); };
extern istream cin;
struct ifstream : istream { ifstream(); ifstream(const char *); void open(const char *); void close(); bool is_open() const; bool good() const; };
struct __wp_manipulator {};
__wp_manipulator setw(int);
__wp_manipulator setprecision(int);
ostream &fixed(ostream &);
struct exception { virtual ~exception(); virtual const char *what() const noexcept; };
struct runtime_error : exception { explicit runtime_error(const string &); explicit runtime_error(const char *); };
template <class I> void sort(I, I);
template <class I, class F> void sort(I, I, F);
template <class I, class T> void fill(I, I, const T &);
template <class I, class O> O copy(I, I, O);
template <class I, class F> void generate(I, I, F);
template <class I, class T> T accumulate(I, I, T);
template <class T> struct default_delete { void operator()(T *) const; };
template <class T> struct default_delete<T[]> { void operator()(T *) const; };
template <class T> struct __wp_pointee { typedef T type; };
template <class T> struct __wp_pointee<T[]> { typedef T type; };
template <class T, class D = default_delete<T>> struct unique_ptr {
  typedef typename __wp_pointee<T>::type element_type;
  typedef element_type *pointer;
  unique_ptr();
  unique_ptr(nullptr_t);
  explicit unique_ptr(pointer);
  unique_ptr(pointer, const D &);
  unique_ptr(unique_ptr &&);
  ~unique_ptr();
  unique_ptr &operator=(unique_ptr &&);
  unique_ptr &operator=(nullptr_t);
  pointer get() const;
  pointer release();
  void reset(pointer = nullptr);
  void swap(unique_ptr &);
  explicit operator bool() const;
  pointer operator->() const;
  element_type &operator*() const;
  element_type &operator[](size_t) const;
};

}  // namespace std
