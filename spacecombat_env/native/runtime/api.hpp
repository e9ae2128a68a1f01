// What the files of include/spacecombat.h share: scenarios, games, batches, memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#ifdef _WIN32
#define SPACECOMBAT_API __declspec(dllexport)
#else
#define SPACECOMBAT_API [[gnu::visibility("default")]]
#endif
#include "sha256.hpp"
#include "spacecombat.h"
#include "unit.hpp"

struct spacecombat_scenario {
  int32_t uses;  // itself while it is open, and its games and batches
  const spacecombat::Unit* unit;
  spacecombat_info info;
  char *rules, *opening, *about;
  float* scales;
  int64_t about_size;
};

struct spacecombat_game {
  spacecombat_scenario* scenario;
  char *state, *visible;
  int8_t *mask, seat;
  uint8_t done;
  float rewards[2];
  int32_t tally[6];
};

struct spacecombat_batch {
  spacecombat_scenario* scenario;
  int64_t count, threads, secret;
  char *states, *visible;  // `visible`: a record for each thread
  int64_t *actions, *edges;
  int8_t *observation, *mask, *seat;
  float* rewards;
  uint8_t* done;
  int32_t* tally;
  void* pool;
};

namespace spacecombat {

constexpr int64_t REFRESH = -1, BEGIN = -3;  // actions of `advance` (core.kernels.batch)
constexpr int64_t TALLY = 6;                 // columns of core.ruleset.Tally

template <class T>
T* allocated(int64_t count) {
  return static_cast<T*>(std::calloc(static_cast<size_t>(count > 0 ? count : 1), sizeof(T)));
}

inline void write_hex(const uint8_t (&digest)[32], char* hex) {
  for (int n = 0; n < 64; ++n) hex[n] = "0123456789abcdef"[digest[n / 2] >> (n % 2 ? 0 : 4) & 15];
  hex[64] = 0;
}

// Count one more that uses a scenario.
inline spacecombat_scenario* retained(spacecombat_scenario* scenario) {
  __atomic_add_fetch(&scenario->uses, 1, __ATOMIC_ACQ_REL);
  return scenario;
}

// Count one fewer, and free the scenario after the last.
void release(spacecombat_scenario* scenario);

}  // namespace spacecombat
