// What Python's operators and builtins mean in C++, for the code that is written from the rules.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#define PY_INLINED [[gnu::always_inline]] inline
#ifdef _WIN32
#define PY_EXPORTED __declspec(dllexport)
#else
#define PY_EXPORTED [[gnu::visibility("default")]]
#endif

constexpr int64_t operator""_i(unsigned long long value) { return static_cast<int64_t>(value); }

namespace py {

#ifdef PY_CHECKED
inline void check(bool is_sound) {
  if (!is_sound) __builtin_trap();
}
#else
inline void check(bool) {}
#endif

// --- rows ---------------------------------------------------------------------------------------

template <class T>
struct Span {
  T* data;
  int64_t length;
  T& operator[](int64_t at) const {
    check(at >= 0 && at < length);
    return data[at];
  }
};

template <class T>
struct Span2 {
  T* data;
  int64_t rows, columns;
  Span<T> row(int64_t at) const {
    check(at >= 0 && at < rows);
    return {data + at * columns, columns};
  }
};

template <class T, int64_t N>
Span<T> span(T (&array)[N]) {
  return {array, N};
}
template <class T>
Span<T> span(Span<T> row) {
  return row;
}

template <class Row>
auto part(Row&& row, int64_t low, int64_t high) {
  auto whole = span(row);
  check(low >= 0 && high <= whole.length);
  return decltype(whole){whole.data + low, high - low};
}

// The memory of an array that a function makes; it ends with the function.
template <class T>
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  ~Memory() { std::free(data_); }
  Span<T> zeros(int64_t length) { return {take(std::calloc(size(length), sizeof(T))), length}; }
  Span<T> empty(int64_t length) { return {take(std::malloc(size(length) * sizeof(T))), length}; }
  Span2<T> zeros(int64_t rows, int64_t columns) {
    return {zeros(rows * columns).data, rows, columns};
  }
  Span2<T> empty(int64_t rows, int64_t columns) {
    return {empty(rows * columns).data, rows, columns};
  }

 private:
  static size_t size(int64_t length) { return length > 0 ? size_t(length) : 1; }
  T* take(void* memory) {
    if (!memory) std::abort();
    std::free(data_);
    return data_ = static_cast<T*>(memory);
  }
  T* data_ = nullptr;
};

template <int64_t N>
struct Integers {
  int64_t items[N];
  int64_t operator[](int64_t at) const {
    check(at >= 0 && at < N);
    return items[at];
  }
  bool operator==(const Integers&) const = default;
};

struct Range {
  int64_t low, high, step;
  bool has_more() const { return step > 0 ? low < high : low > high; }
  void next() { low += step; }
};

template <class T, class V>
void fill_one(T& place, V value) {
  if constexpr (std::is_array_v<T>) {
    for (auto& each : place) fill_one(each, value);
  } else {
    place = static_cast<T>(value);
  }
}
template <class Row, class V>
void fill(Row&& row, V value) {
  auto whole = span(row);
  for (int64_t at = 0; at < whole.length; ++at) fill_one(whole.data[at], value);
}
template <class T, class V>
void fill(Span2<T> matrix, V value) {
  for (int64_t at = 0; at < matrix.rows * matrix.columns; ++at) matrix.data[at] = T(value);
}

template <class T, class S>
void copy_one(T& place, const S& value) {
  if constexpr (std::is_array_v<T>) {
    for (size_t at = 0; at < std::extent_v<T>; ++at) copy_one(place[at], value[at]);
  } else {
    place = static_cast<T>(value);
  }
}
template <class Row, class S>
void copy(Row&& row, Span<S> from) {
  auto whole = span(row);
  check(whole.length == from.length);
  if constexpr (std::is_same_v<std::remove_cv_t<S>, std::remove_reference_t<decltype(*whole.data)>>) {
    std::memmove(whole.data, from.data, sizeof(S) * from.length);
  } else {
    for (int64_t at = 0; at < whole.length; ++at) copy_one(whole.data[at], from.data[at]);
  }
}
template <class Row, class S, int64_t N>
void copy(Row&& row, S (&from)[N]) {
  copy(row, span(from));
}
template <class Row, int64_t N>
void copy(Row&& row, const Integers<N>& from) {
  auto whole = span(row);
  check(whole.length == N);
  for (int64_t at = 0; at < N; ++at) copy_one(whole.data[at], from.items[at]);
}

template <class Row>
bool contains(Row&& row, int64_t value) {
  auto whole = span(row);
  for (int64_t at = 0; at < whole.length; ++at) {
    if (static_cast<int64_t>(whole.data[at]) == value) return true;
  }
  return false;
}
inline bool contains(Range range, int64_t value) {
  for (; range.has_more(); range.next()) {
    if (range.low == value) return true;
  }
  return false;
}
template <class... Others>
bool is_one_of(int64_t value, Others... others) {
  return ((value == static_cast<int64_t>(others)) || ...);
}

// --- numbers ------------------------------------------------------------------------------------

inline int64_t floor_divide(int64_t a, int64_t b) {
  check(b != 0);
  int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
inline int64_t modulo(int64_t a, int64_t b) {
  check(b != 0);
  int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
inline int64_t power(int64_t base, int64_t exponent) {
  int64_t result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}
inline double power(double base, double exponent) { return std::pow(base, exponent); }
inline int64_t rounded(double value) { return static_cast<int64_t>(std::nearbyint(value)); }

template <class T>
T absolute(T value) {
  return value < 0 ? -value : value;
}
template <class T>
T least(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T greatest(T a, T b) {
  return b > a ? b : a;
}
template <class T, class... More>
T least(T a, T b, More... more) {
  return least(least(a, b), more...);
}
template <class T, class... More>
T greatest(T a, T b, More... more) {
  return greatest(greatest(a, b), more...);
}

// --- memory -------------------------------------------------------------------------------------

template <class T>
void prefetch(T* record, int64_t at) {
  __builtin_prefetch(reinterpret_cast<char*>(record) + at, 1, 3);
}

}  // namespace py
