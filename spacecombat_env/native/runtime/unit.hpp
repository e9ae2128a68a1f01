// What the functions for other programs (api.cpp) know of a unit: a rule set for the records of
// one capacity class.
#pragma once
#include <cstdint>

namespace spacecombat {

// A scripted player: games, table, masks, style, rows, actions, random bits.
using Choose = void (*)(const void*, const void*, void*, const void*, void*, void*, void*);

// Rows of games and the buffers that `advance` fills (core.ruleset.Out).
struct Rows {
  void* states;
  int64_t count;
  const void *rules, *opening;
  const int64_t* actions;
  int8_t* observation;
  int64_t columns;  // entries of an observation; 0: none is written
  int8_t* mask;
  int64_t action_count;
  int8_t* seat;
  float* rewards;
  uint8_t* done;
  void* visible;  // one record
  int32_t* tally;
};

// The functions take records as bytes. `rules` and `opening` are those of the scenario.
struct Unit {
  const char *ruleset, *capacity;
  uint64_t layout;  // of the records: native.scenario_file.layout_number
  int64_t memory_first, memory_end;  // bytes of a record that are no part of its digest
  int64_t state_size, rules_size;
  int64_t (*action_count)(const void* state);
  int8_t (*seat)(const void* state);
  void (*set_seed)(void* state, uint64_t seed);
  void (*advance)(const Rows& rows, int64_t low, int64_t high, int64_t secret);
  int64_t (*player)(const void* state);
  void (*redact)(const void* state, void* visible, int64_t seat);
  void (*observe)(const void* visible, const void* rules, const void* opening, int64_t seat,
                  int8_t* row, int64_t columns);
  void (*determinize)(const void* visible, const void* rules, const void* opening, int64_t seat,
                      int64_t seed, void* state);
  void (*returns)(const void* state, const void* rules, const void* opening, float* row);
  void (*random_actions)(const int8_t* mask, int64_t count, int64_t columns, int64_t* seeds,
                         int64_t* actions);
  int64_t (*choose)(Choose player, const void* visible, const void* rules, const void* opening,
                    const int8_t* mask, int64_t columns, const int32_t* style, int64_t luck);
};

}  // namespace spacecombat
