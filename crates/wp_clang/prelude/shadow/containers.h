// Classes of the C++ library that device code uses by value: arrays, tuples, optional values, sequences of integers.

#ifndef __WP_CONTAINERS
#define __WP_CONTAINERS

namespace std {

template <class T, size_t N> struct array {
  typedef T value_type;
  typedef size_t size_type;
  typedef T *iterator;
  typedef const T *const_iterator;
  T __elements[N == 0 ? 1 : N];
  __WP_FN constexpr T &operator[](size_t i) { return __elements[i]; }
  __WP_FN constexpr const T &operator[](size_t i) const { return __elements[i]; }
  __WP_FN constexpr T &at(size_t i) { return __elements[i]; }
  __WP_FN constexpr const T &at(size_t i) const { return __elements[i]; }
  __WP_FN constexpr T &front() { return __elements[0]; }
  __WP_FN constexpr const T &front() const { return __elements[0]; }
  __WP_FN constexpr T &back() { return __elements[N - 1]; }
  __WP_FN constexpr const T &back() const { return __elements[N - 1]; }
  __WP_FN constexpr T *data() { return __elements; }
  __WP_FN constexpr const T *data() const { return __elements; }
  __WP_FN constexpr T *begin() { return __elements; }
  __WP_FN constexpr const T *begin() const { return __elements; }
  __WP_FN constexpr T *end() { return __elements + N; }
  __WP_FN constexpr const T *end() const { return __elements + N; }
  __WP_FN constexpr const T *cbegin() const { return __elements; }
  __WP_FN constexpr const T *cend() const { return __elements + N; }
  __WP_FN constexpr size_t size() const { return N; }
  __WP_FN constexpr bool empty() const { return N == 0; }
  __WP_FN constexpr void fill(const T &value) { for (size_t i = 0; i < N; ++i) __elements[i] = value; }
};
template <class T, class... U> array(T, U...) -> array<T, 1 + sizeof...(U)>;

template <class T, T... I> struct integer_sequence { typedef T value_type; __WP_FN static constexpr size_t size() { return sizeof...(I); } };
template <class T, T N> using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template <size_t... I> using index_sequence = integer_sequence<size_t, I...>;
template <size_t N> using make_index_sequence = make_integer_sequence<size_t, N>;
template <class... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;

template <class... T> struct tuple;
template <> struct tuple<> {};
template <class Head> struct tuple<Head> {
  Head __head;
  constexpr tuple() = default;
  __WP_FN constexpr tuple(Head head) : __head(static_cast<Head &&>(head)) {}
};
template <class Head, class Next, class... Tail> struct tuple<Head, Next, Tail...> {
  Head __head;
  tuple<Next, Tail...> __tail;
  constexpr tuple() = default;
  __WP_FN constexpr tuple(Head head, Next next, Tail... tail)
      : __head(static_cast<Head &&>(head)), __tail(static_cast<Next &&>(next), static_cast<Tail &&>(tail)...) {}
};
template <class... T> tuple(T...) -> tuple<T...>;
template <size_t I, class T> struct tuple_element;
template <class Head, class... Tail> struct tuple_element<0, tuple<Head, Tail...>> { typedef Head type; };
template <size_t I, class Head, class... Tail> struct tuple_element<I, tuple<Head, Tail...>> : tuple_element<I - 1, tuple<Tail...>> {};
template <size_t I, class T> using tuple_element_t = typename tuple_element<I, T>::type;
template <class T> struct tuple_size;
template <class... T> struct tuple_size<tuple<T...>> { enum : size_t { value = sizeof...(T) }; };
template <size_t I, class Head, class... Tail> __WP_FN constexpr auto &get(tuple<Head, Tail...> &t) {
  if constexpr (I == 0) return t.__head;
  else return get<I - 1>(t.__tail);
}
template <size_t I, class Head, class... Tail> __WP_FN constexpr const auto &get(const tuple<Head, Tail...> &t) {
  if constexpr (I == 0) return t.__head;
  else return get<I - 1>(t.__tail);
}
template <size_t I, class... T> __WP_FN constexpr tuple_element_t<I, tuple<T...>> &&get(tuple<T...> &&t) {
  return static_cast<tuple_element_t<I, tuple<T...>> &&>(get<I>(t));
}
template <class... T> __WP_FN constexpr tuple<decay_t<T>...> make_tuple(T &&...values) { return tuple<decay_t<T>...>(static_cast<T &&>(values)...); }

struct nullopt_t { explicit constexpr nullopt_t(int) {} };
inline constexpr nullopt_t nullopt{0};
template <class T> struct optional {
  T __value;
  bool __holds;
  __WP_FN constexpr optional() : __value(), __holds(false) {}
  __WP_FN constexpr optional(nullopt_t) : __value(), __holds(false) {}
  __WP_FN constexpr optional(const T &value) : __value(value), __holds(true) {}
  __WP_FN constexpr bool has_value() const { return __holds; }
  __WP_FN constexpr explicit operator bool() const { return __holds; }
  __WP_FN constexpr T &value() { return __value; }
  __WP_FN constexpr const T &value() const { return __value; }
  __WP_FN constexpr T &operator*() { return __value; }
  __WP_FN constexpr const T &operator*() const { return __value; }
  __WP_FN constexpr T *operator->() { return &__value; }
  __WP_FN constexpr const T *operator->() const { return &__value; }
  template <class U> __WP_FN constexpr T value_or(U &&other) const { return __holds ? __value : static_cast<T>(other); }
};

}  // namespace std

namespace cuda {
namespace std {
using ::std::array; using ::std::tuple; using ::std::get; using ::std::make_tuple; using ::std::optional; using ::std::nullopt;
}
}

#endif
