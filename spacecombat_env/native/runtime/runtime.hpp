// What Python's operators and builtins mean in C++, for the code that is written from the rules.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#define PY_INLINED [[gnu::always_inline]] inline
#ifdef _WIN32
#define PY_EXPORTED __declspec(dllexport)
#else
#define PY_EXPORTED [[gnu::visibility("default")]]
#endif

// Functions of rules can be compiled for a GPU as well.
#ifdef __CUDACC__
#define PY_DEVICE __device__
#else
#define PY_DEVICE
#endif

PY_DEVICE constexpr int64_t operator""_i(unsigned long long value) {
  return static_cast<int64_t>(value);
}

namespace py {

// The checked build stops with the file and the line of the rule, which calls have as defaults.
#ifdef PY_CHECKED
#define PY_PLACE , const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define PY_CHECK(is_sound, reason) check(is_sound, reason, file, line)
inline void check(bool is_sound, const char* reason, const char* file, int line) {
  if (is_sound) return;
  std::fprintf(stderr, "%s:%d: %s\n", file, line, reason);
  std::abort();
}
struct Index {
  int64_t at;
  const char* file;
  int line;
  Index(int64_t at PY_PLACE) : at(at), file(file), line(line) {}
};
inline int64_t within(Index index, int64_t length) {
  check(index.at >= 0 && index.at < length, "index out of range", index.file, index.line);
  return index.at;
}
#else
#define PY_PLACE
#define PY_CHECK(is_sound, reason)
using Index = int64_t;
PY_DEVICE inline int64_t within(Index index, int64_t) { return index; }
#endif

// --- rows ---------------------------------------------------------------------------------------

template <class T>
struct Span {
  T* data;
  int64_t length;
  PY_DEVICE T& operator[](Index at) const { return data[within(at, length)]; }
};

template <class T>
struct Span2 {
  T* data;
  int64_t rows, columns;
  PY_DEVICE Span<T> row(Index at) const { return {data + within(at, rows) * columns, columns}; }
};

template <class T, int64_t N>
PY_DEVICE Span<T> span(T (&array)[N]) {
  return {array, N};
}
template <class T>
PY_DEVICE Span<T> span(Span<T> row) {
  return row;
}

template <class Row>
PY_DEVICE auto part(Row&& row, int64_t low, int64_t high PY_PLACE) {
  auto whole = span(row);
  PY_CHECK(low >= 0 && low <= whole.length && high >= 0 && high <= whole.length,
           "part out of range");
  return decltype(whole){whole.data + low, high > low ? high - low : 0};
}
template <class Row>
PY_DEVICE auto rest(Row&& row, int64_t low PY_PLACE) {
  auto whole = span(row);
  PY_CHECK(low >= 0 && low <= whole.length, "part out of range");
  return decltype(whole){whole.data + low, whole.length - low};
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
  PY_DEVICE int64_t operator[](Index at) const { return items[within(at, N)]; }
  PY_DEVICE bool operator==(const Integers& other) const {
    bool is_equal = true;
    for (int64_t at = 0; at < N; ++at) is_equal = is_equal && items[at] == other.items[at];
    return is_equal;
  }
};

// The element row[index] of anything with elements.
template <class T, int64_t N>
PY_INLINED PY_DEVICE T& at(T (&array)[N], Index index) {
  return array[within(index, N)];
}
template <class Row>
PY_INLINED PY_DEVICE decltype(auto) at(const Row& row, Index index) {
  return row[index];
}

struct Range {
  int64_t low, high, step;
  PY_DEVICE bool has_more() const { return step > 0 ? low < high : step < 0 && low > high; }
  PY_DEVICE void next() { low += step; }
  PY_DEVICE int64_t length() const {
    if (!has_more()) return 0;
    return step > 0 ? (high - low - 1) / step + 1 : (low - high - 1) / -step + 1;
  }
};

template <class T, class V>
PY_DEVICE void fill_one(T& place, V value) {
  if constexpr (std::is_array_v<T>) {
    for (auto& each : place) fill_one(each, value);
  } else {
    place = static_cast<T>(value);
  }
}
template <class Row, class V>
PY_DEVICE void fill(Row&& row, V value) {
  auto whole = span(row);
  for (int64_t at = 0; at < whole.length; ++at) fill_one(whole.data[at], value);
}
template <class T, class V>
PY_DEVICE void fill(Span2<T> matrix, V value) {
  for (int64_t at = 0; at < matrix.rows * matrix.columns; ++at) matrix.data[at] = T(value);
}

template <class T, class S>
PY_DEVICE void copy_one(T& place, const S& value) {
  if constexpr (std::is_array_v<T>) {
    for (size_t at = 0; at < std::extent_v<T>; ++at) copy_one(place[at], value[at]);
  } else {
    place = static_cast<T>(value);
  }
}
// Copy bytes; the two places may overlap.
PY_DEVICE inline void move(void* to, const void* from, size_t size) {
#ifdef __CUDA_ARCH__
  auto* target = static_cast<char*>(to);
  auto* source = static_cast<const char*>(from);
  if (target < source) {
    for (size_t at = 0; at < size; ++at) target[at] = source[at];
  } else {
    for (size_t at = size; at > 0; --at) target[at - 1] = source[at - 1];
  }
#else
  std::memmove(to, from, size);
#endif
}
template <class Row, class S>
PY_DEVICE void copy(Row&& row, Span<S> from PY_PLACE) {
  auto whole = span(row);
  PY_CHECK(whole.length == from.length, "a copy to a row of another length");
  if constexpr (std::is_same_v<std::remove_cv_t<S>, std::remove_reference_t<decltype(*whole.data)>>) {
    move(whole.data, from.data, sizeof(S) * from.length);
  } else {
    for (int64_t at = 0; at < whole.length; ++at) copy_one(whole.data[at], from.data[at]);
  }
}
template <class Row, class S, int64_t N>
PY_DEVICE void copy(Row&& row, S (&from)[N] PY_PLACE) {
  PY_CHECK(span(row).length == N, "a copy to a row of another length");
  copy(row, span(from));
}
template <class Row, int64_t N>
PY_DEVICE void copy(Row&& row, const Integers<N>& from PY_PLACE) {
  auto whole = span(row);
  PY_CHECK(whole.length == N, "a copy to a row of another length");
  for (int64_t at = 0; at < N; ++at) copy_one(whole.data[at], from.items[at]);
}

// An integer equals a float if their values do.
template <class A, class B>
PY_DEVICE bool equal(A a, B b) {
  if constexpr (std::is_floating_point_v<A> || std::is_floating_point_v<B>) {
    return static_cast<double>(a) == static_cast<double>(b);
  } else {
    return static_cast<int64_t>(a) == static_cast<int64_t>(b);
  }
}
template <class Row, class V>
PY_DEVICE bool contains(Row&& row, V value) {
  auto whole = span(row);
  for (int64_t at = 0; at < whole.length; ++at) {
    if (equal(whole.data[at], value)) return true;
  }
  return false;
}
template <class V>
PY_DEVICE bool contains(Range range, V value) {
  for (; range.has_more(); range.next()) {
    if (equal(range.low, value)) return true;
  }
  return false;
}
template <int64_t N, class V>
PY_DEVICE bool contains(Integers<N> items, V value) {
  for (int64_t item : items.items) {
    if (equal(item, value)) return true;
  }
  return false;
}
template <class V, class... Others>
PY_DEVICE bool is_one_of(V value, Others... others) {
  return (equal(value, others) || ...);
}

// --- numbers ------------------------------------------------------------------------------------

// The remainder of C++ has the sign of a, that of Python the sign of b. The least integer divided by
// -1 wraps, like every result of more than 64 bits; the instruction of some processors would trap.
PY_DEVICE inline int64_t floor_divide(int64_t a, int64_t b PY_PLACE) {
  PY_CHECK(b != 0, "division by zero");
  if (b == -1) return -a;
  int64_t quotient = a / b, rest = a - quotient * b;
  return quotient - ((rest ^ b) < 0 && rest != 0);
}
PY_DEVICE inline int64_t modulo(int64_t a, int64_t b PY_PLACE) {
  PY_CHECK(b != 0, "division by zero");
  if (b == -1) return 0;
  int64_t rest = a % b;
  return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
}
PY_DEVICE inline double divide(double a, double b PY_PLACE) {
  PY_CHECK(b != 0, "division by zero");
  return a / b;
}
PY_DEVICE inline double floor_divide(double a, double b PY_PLACE) {
  PY_CHECK(b != 0, "division by zero");
  double quotient = (a - std::fmod(a, b)) / b;
  if (std::fmod(a, b) != 0 && (a < 0) != (b < 0)) quotient -= 1;
  double whole = std::floor(quotient);
  return quotient == 0 ? std::copysign(0.0, a / b) : quotient - whole > 0.5 ? whole + 1 : whole;
}
PY_DEVICE inline double modulo(double a, double b PY_PLACE) {
  PY_CHECK(b != 0, "division by zero");
  double rest = std::fmod(a, b);
  if (rest == 0) return std::copysign(0.0, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}
PY_DEVICE inline int64_t shift_left(int64_t value, int64_t by PY_PLACE) {
  PY_CHECK(by >= 0 && by < 64, "shift out of range");
  return value << by;
}
PY_DEVICE inline int64_t shift_right(int64_t value, int64_t by PY_PLACE) {
  PY_CHECK(by >= 0 && by < 64, "shift out of range");
  return value >> by;
}
PY_DEVICE inline int64_t power(int64_t base, int64_t exponent PY_PLACE) {
  PY_CHECK(exponent >= 0, "negative exponent");
  int64_t result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}
PY_DEVICE inline double power(double base, double exponent) { return std::pow(base, exponent); }
PY_DEVICE inline int64_t truncated(double value PY_PLACE) {
  PY_CHECK(value >= -0x1p63 && value < 0x1p63, "a float beyond 64 bits");
  return static_cast<int64_t>(value);
}
PY_DEVICE inline int64_t rounded(double value PY_PLACE) {
  PY_CHECK(value >= -0x1p63 && value < 0x1p63, "a float beyond 64 bits");
  return static_cast<int64_t>(std::nearbyint(value));
}

PY_DEVICE inline int64_t absolute(int64_t value) { return value < 0 ? -value : value; }
PY_DEVICE inline double absolute(double value) { return std::fabs(value); }
template <class T>
PY_DEVICE T least(T a, T b) {
  return b < a ? b : a;
}
template <class T>
PY_DEVICE T greatest(T a, T b) {
  return b > a ? b : a;
}
template <class T, class... More>
PY_DEVICE T least(T a, T b, More... more) {
  return least(least(a, b), more...);
}
template <class T, class... More>
PY_DEVICE T greatest(T a, T b, More... more) {
  return greatest(greatest(a, b), more...);
}

// --- memory -------------------------------------------------------------------------------------

template <class T>
PY_DEVICE void prefetch(T* record, int64_t at) {
#ifndef __CUDACC__
  __builtin_prefetch(reinterpret_cast<char*>(record) + at, 1, 3);
#endif
}

}  // namespace py
