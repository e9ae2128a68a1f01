// The end of each unit's file: its entry points as a `Unit`.
//
// The file defines before: the types State, Rules, Games, Table, Out; entry(NAME), the unit's
// function of that name; HAS_PLAYER; and UNIT, RULESET, CAPACITY, LAYOUT, MEMORY.
#include "unit.hpp"

namespace {

Games games_of(const void* states, int64_t count) {
  auto* first = static_cast<State*>(const_cast<void*>(states));
  return {{first, count},
          {reinterpret_cast<uint8_t*>(first), count, sizeof(State)},
          {reinterpret_cast<int64_t*>(first), count, sizeof(State) / sizeof(int64_t)}};
}

Table table_of(const void* rules, const void* opening) {
  auto games = games_of(opening, 1);
  return {{static_cast<Rules*>(const_cast<void*>(rules)), 1}, games.states, games.int64};
}

int64_t action_count_of(const void* state) {
  return entry(action_count)(static_cast<State*>(const_cast<void*>(state)));
}

int8_t seat_of(const void* state) { return static_cast<const State*>(state)->seat; }

void set_seed_of(void* state, uint64_t seed) {
  auto& chance = static_cast<State*>(state)->chance;
  chance.seed_lo = static_cast<decltype(chance.seed_lo)>(seed & 0xffffffff);
  chance.seed_hi = static_cast<decltype(chance.seed_hi)>(seed >> 32 & 0x7fffffff);
}

void advance_of(const spacecombat::Rows& rows, int64_t low, int64_t high, int64_t secret) {
  auto games = games_of(rows.states, rows.count);
  auto table = table_of(rows.rules, rows.opening);
  py::Span<int64_t> actions{const_cast<int64_t*>(rows.actions), rows.count};
  Out out{{rows.observation, rows.count, rows.columns},
          {rows.mask, rows.count, rows.action_count},
          {rows.seat, rows.count},
          {rows.rewards, rows.count, 2},
          {rows.done, rows.count},
          games_of(rows.visible, 1),
          {rows.tally, rows.count, 6}};
  py::Integers<4> span{{low, high, secret, 0}};
  entry(advance)(&games, &table, &actions, &out, &span);
}

int64_t player_of([[maybe_unused]] const void* state) {
#if HAS_PLAYER
  auto games = games_of(state, 1);
  return entry(player)(&games, 0);
#else
  return 0;
#endif
}

void redact_of(const void* state, void* visible, int64_t seat) {
  auto games = games_of(state, 1), into = games_of(visible, 1);
  entry(redact)(&games, 0, &into, 0, seat);
}

void observe_of(const void* visible, const void* rules, const void* opening, int64_t seat,
                int8_t* row, int64_t columns) {
  auto games = games_of(visible, 1);
  auto table = table_of(rules, opening);
  py::Span<int8_t> entries{row, columns};
  entry(observe_visible)(&games, 0, &table, seat, &entries);
}

void determinize_of(const void* visible, const void* rules, const void* opening, int64_t seat,
                    int64_t seed, void* state) {
  auto games = games_of(visible, 1), into = games_of(state, 1);
  auto table = table_of(rules, opening);
  entry(determinize)(&games, 0, &table, seat, seed, &into, 0);
}

void returns_of(const void* state, const void* rules, const void* opening, float* row) {
  auto games = games_of(state, 1);
  auto table = table_of(rules, opening);
  py::Span<float> both{row, 2};
  entry(returns)(&games, 0, &table, &both);
}

void random_actions_of(const int8_t* mask, int64_t count, int64_t columns, int64_t* seeds,
                       int64_t* actions) {
  py::Span2<int8_t> masks{const_cast<int8_t*>(mask), count, columns};
  py::Span<int64_t> seed_row{seeds, count}, action_row{actions, count};
  entry(random_actions)(&masks, &seed_row, &action_row, 0, count);
}

int64_t choose_of(spacecombat::Choose player, const void* visible, const void* rules,
                  const void* opening, const int8_t* mask, int64_t columns, const int32_t* style,
                  int64_t luck) {
  auto games = games_of(visible, 1);
  auto table = table_of(rules, opening);
  int64_t row = 0, action = -1;
  py::Span2<int8_t> masks{const_cast<int8_t*>(mask), 1, columns};
  py::Span<const int32_t> styles{style, 1};
  py::Span<int64_t> rows{&row, 1}, actions{&action, 1}, bits{&luck, 1};
  player(&games, &table, &masks, &styles, &rows, &actions, &bits);
  return action;
}

}  // namespace

extern const spacecombat::Unit UNIT;
const spacecombat::Unit UNIT{
    RULESET,        CAPACITY,    LAYOUT,     MEMORY, sizeof(State),     sizeof(Rules), action_count_of,
    seat_of,        set_seed_of, advance_of, player_of,         redact_of,     observe_of,
    determinize_of, returns_of,  random_actions_of, choose_of};
