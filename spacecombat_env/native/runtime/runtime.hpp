// What Python's operators and builtins mean in C++, for the code that is written from the rules.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#ifdef PY_CHECKED
#include <cstdio>
#endif

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

// Checks of indices, lengths, shifts and divisions, in the checked build alone. A failed one names
// the rule's file and line, which are those of the caller, and ends the program.
#ifdef PY_CHECKED
#define PY_HERE , const char* file = __builtin_FILE(), int line = __builtin_LINE()
#define PY_THERE , file, line
#define PY_CHECK(is_sound, ...) \
  if (!(is_sound)) fail(file, line, __VA_ARGS__)
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(const char* file, int line,
                                                        const char* what, int64_t value,
                                                        int64_t limit) {
  std::fprintf(stderr, "%s:%d: %s: %lld (%lld)\n", file, line, what,
               static_cast<long long>(value), static_cast<long long>(limit));
  std::abort();
}
#else
#define PY_HERE
#define PY_THERE
#define PY_CHECK(...)
#endif

// --- rows ---------------------------------------------------------------------------------------

template <class T>
struct Span {
  T* data;
  int64_t length;
  PY_DEVICE T& operator[](int64_t at) const { return data[at]; }
};

template <class T>
struct Span2 {
  T* data;
  int64_t rows, columns;
};

template <class T, int64_t N>
PY_DEVICE Span<T> span(T (&array)[N]) {
  return {array, N};
}
template <class T>
PY_DEVICE Span<T> span(Span<T> row) {
  return row;
}

// The slice row[low:high].
template <class Row>
PY_DEVICE auto part(Row&& row, int64_t low, int64_t high PY_HERE) {
  auto whole = span(row);
  PY_CHECK(low >= 0 && low <= whole.length, "a part begins outside its row", low, whole.length);
  PY_CHECK(high >= 0 && high <= whole.length, "a part ends outside its row", high, whole.length);
  return decltype(whole){whole.data + low, high > low ? high - low : 0};
}
template <class Row>
PY_DEVICE auto part(Row&& row, int64_t low PY_HERE) {
  auto whole = span(row);
  PY_CHECK(low >= 0 && low <= whole.length, "a part begins outside its row", low, whole.length);
  return decltype(whole){whole.data + low, whole.length - low};
}

template <int64_t N>
struct Integers {
  int64_t items[N];
  PY_DEVICE int64_t operator[](int64_t at) const { return items[at]; }
  PY_DEVICE bool operator==(const Integers& other) const {
    bool is_equal = true;
    for (int64_t at = 0; at < N; ++at) is_equal = is_equal && items[at] == other.items[at];
    return is_equal;
  }
};

template <class T, int64_t N>
PY_DEVICE constexpr int64_t length_of(T (&)[N]) {
  return N;
}
template <class T>
PY_DEVICE int64_t length_of(const Span<T>& row) {
  return row.length;
}
template <int64_t N>
PY_DEVICE constexpr int64_t length_of(const Integers<N>&) {
  return N;
}

// The element row[index].
template <class Row>
PY_INLINED PY_DEVICE decltype(auto) at(Row&& row, int64_t index PY_HERE) {
  PY_CHECK(index >= 0 && index < length_of(row), "index out of range", index, length_of(row));
  return row[index];
}
template <class T>
PY_INLINED PY_DEVICE Span<T> row(Span2<T> matrix, int64_t index PY_HERE) {
  PY_CHECK(index >= 0 && index < matrix.rows, "row out of range", index, matrix.rows);
  return {matrix.data + index * matrix.columns, matrix.columns};
}

struct Range {
  int64_t low, high, step;
  PY_DEVICE bool has_more() const { return step > 0 ? low < high : low > high; }
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
PY_DEVICE void copy(Row&& row, Span<S> from PY_HERE) {
  auto whole = span(row);
  PY_CHECK(whole.length == from.length, "rows of different lengths", from.length, whole.length);
  if constexpr (std::is_same_v<std::remove_cv_t<S>, std::remove_reference_t<decltype(*whole.data)>>) {
    move(whole.data, from.data, sizeof(S) * from.length);
  } else {
    for (int64_t at = 0; at < whole.length; ++at) copy_one(whole.data[at], from.data[at]);
  }
}
template <class Row, class S, int64_t N>
PY_DEVICE void copy(Row&& row, S (&from)[N] PY_HERE) {
  copy(row, span(from) PY_THERE);
}
template <class Row, int64_t N>
PY_DEVICE void copy(Row&& row, const Integers<N>& from PY_HERE) {
  auto whole = span(row);
  PY_CHECK(whole.length == N, "rows of different lengths", N, whole.length);
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

// The remainder of C++ has the sign of a, that of Python the sign of b.
PY_DEVICE inline int64_t floor_divide(int64_t a, int64_t b PY_HERE) {
  PY_CHECK(b != 0, "division by zero", a, b);
  int64_t quotient = a / b, rest = a - quotient * b;
  return quotient - ((rest ^ b) < 0 && rest != 0);
}
PY_DEVICE inline int64_t modulo(int64_t a, int64_t b PY_HERE) {
  PY_CHECK(b != 0, "division by zero", a, b);
  int64_t rest = a % b;
  return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
}
PY_DEVICE inline int64_t shift_left(int64_t value, int64_t by PY_HERE) {
  PY_CHECK(by >= 0 && by < 64, "shift out of range", by, 64);
  return value << by;
}
PY_DEVICE inline int64_t shift_right(int64_t value, int64_t by PY_HERE) {
  PY_CHECK(by >= 0 && by < 64, "shift out of range", by, 64);
  return value >> by;
}
PY_DEVICE inline double floor_divide(double a, double b) {
  double quotient = (a - std::fmod(a, b)) / b;
  if (std::fmod(a, b) != 0 && (a < 0) != (b < 0)) quotient -= 1;
  double whole = std::floor(quotient);
  return quotient == 0 ? std::copysign(0.0, a / b) : quotient - whole > 0.5 ? whole + 1 : whole;
}
PY_DEVICE inline double modulo(double a, double b) {
  double rest = std::fmod(a, b);
  if (rest == 0) return std::copysign(0.0, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}
PY_DEVICE inline int64_t power(int64_t base, int64_t exponent PY_HERE) {
  PY_CHECK(exponent >= 0, "negative exponent", exponent, 0);
  int64_t result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}
PY_DEVICE inline double power(double base, double exponent) { return std::pow(base, exponent); }
PY_DEVICE inline int64_t rounded(double value) { return static_cast<int64_t>(std::nearbyint(value)); }

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
