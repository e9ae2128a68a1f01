// Games of include/spacecombat.h.
#include "api.hpp"

using namespace spacecombat;

namespace {

constexpr int8_t NOT_WRITTEN = -3;  // a seat that `advance` has not written

bool is_seat(int64_t seat) { return seat == 0 || seat == 1; }

// Call `advance` without observations, which are written when they are asked for.
void advance_game(spacecombat_game& game, int64_t action) {
  const spacecombat_scenario& scenario = *game.scenario;
  int8_t seat = NOT_WRITTEN;
  Rows rows{game.state, 1, scenario.rules, scenario.opening, &action, nullptr, 0, game.mask,
            scenario.info.actions, &seat, game.rewards, &game.done, game.state, game.tally};
  scenario.unit->advance(rows, 0, 1, 0);
  game.seat = seat == NOT_WRITTEN ? scenario.unit->seat(game.state) : seat;
}

void copy_game(const spacecombat_game& from, spacecombat_game& to) {
  const spacecombat_info& info = from.scenario->info;
  std::memcpy(to.state, from.state, info.state);
  std::memcpy(to.mask, from.mask, info.actions);
  std::memcpy(to.tally, from.tally, sizeof to.tally);
  to.seat = from.seat;
}

// The checksum of a saved game, which covers the scenario's digest too.
void checksum_of(const spacecombat_scenario& scenario, const void* data, int64_t size,
                 uint8_t (&found)[32]) {
  Sha256 sum;
  sum.add(scenario.info.digest, 64);
  sum.add(data, size);
  sum.finish(found);
}

}  // namespace

int32_t spacecombat_new(spacecombat_scenario* scenario, uint64_t seed, spacecombat_game** game) {
  if (!scenario || !game) return SPACECOMBAT_NULL;
  auto* made = allocated<spacecombat_game>(1);
  if (!made) return SPACECOMBAT_MEMORY;
  made->scenario = retained(scenario);
  made->state = allocated<char>(scenario->info.state);
  made->visible = allocated<char>(scenario->info.state);
  made->mask = allocated<int8_t>(scenario->info.actions);
  if (!made->state || !made->visible || !made->mask) {
    spacecombat_free(made);
    return SPACECOMBAT_MEMORY;
  }
  spacecombat_start(made, seed);
  *game = made;
  return SPACECOMBAT_OK;
}

void spacecombat_free(spacecombat_game* game) {
  if (!game) return;
  std::free(game->state);
  std::free(game->visible);
  std::free(game->mask);
  release(game->scenario);
  std::free(game);
}

int32_t spacecombat_start(spacecombat_game* game, uint64_t seed) {
  if (!game) return SPACECOMBAT_NULL;
  std::memset(game->tally, 0, sizeof game->tally);
  game->scenario->unit->set_seed(game->state, seed);
  advance_game(*game, BEGIN);
  return SPACECOMBAT_OK;
}

int32_t spacecombat_copy(const spacecombat_game* from, spacecombat_game* to) {
  if (!from || !to) return SPACECOMBAT_NULL;
  if (from->scenario != to->scenario) return SPACECOMBAT_OTHER;
  if (from != to) copy_game(*from, *to);
  return SPACECOMBAT_OK;
}

int32_t spacecombat_seat(const spacecombat_game* game) {
  return game ? game->seat : SPACECOMBAT_NOBODY;
}

int32_t spacecombat_player(const spacecombat_game* game) {
  if (!game || game->seat < 0) return SPACECOMBAT_NOBODY;
  return static_cast<int32_t>(game->scenario->unit->player(game->state));
}

int32_t spacecombat_legal(const spacecombat_game* game, int8_t* mask, int64_t length) {
  if (!game || !mask) return SPACECOMBAT_NULL;
  if (length != game->scenario->info.actions) return SPACECOMBAT_SIZE;
  int32_t count = 0;
  for (int64_t at = 0; at < length; ++at) count += mask[at] = game->mask[at];
  return count;
}

int32_t spacecombat_apply(spacecombat_game* game, int64_t action) {
  if (!game) return SPACECOMBAT_NULL;
  if (game->seat < 0) return SPACECOMBAT_OVER;
  if (action < 0 || action >= game->scenario->info.actions || !game->mask[action])
    return SPACECOMBAT_ILLEGAL;
  advance_game(*game, action);
  return SPACECOMBAT_OK;
}

int32_t spacecombat_random(const spacecombat_game* game, int64_t* seed) {
  if (!game || !seed) return SPACECOMBAT_NULL;
  if (game->seat < 0) return SPACECOMBAT_OVER;
  int64_t action = 0;
  const spacecombat_scenario& scenario = *game->scenario;
  scenario.unit->random_actions(game->mask, 1, scenario.info.actions, seed, &action);
  return static_cast<int32_t>(action);
}

int32_t spacecombat_choose(spacecombat_game* game, const spacecombat_scripted* player,
                           int32_t luck) {
  if (!game || !player || !player->choose || !player->style) return SPACECOMBAT_NULL;
  if (game->seat < 0) return SPACECOMBAT_OVER;
  const spacecombat_scenario& scenario = *game->scenario;
  const Unit& unit = *scenario.unit;
  if (!player->ruleset || std::strcmp(player->ruleset, unit.ruleset)) return SPACECOMBAT_RULES;
  if (!player->capacity || std::strcmp(player->capacity, unit.capacity)) return SPACECOMBAT_RULES;
  unit.redact(game->state, game->visible, game->seat);
  int64_t action = unit.choose(player->choose, game->visible, scenario.rules, scenario.opening,
                               game->mask, scenario.info.actions, player->style, luck & INT32_MAX);
  return action >= 0 ? static_cast<int32_t>(action) : SPACECOMBAT_ILLEGAL;
}

int32_t spacecombat_observe(spacecombat_game* game, int32_t seat, int8_t* row, int64_t length) {
  if (!game || !row) return SPACECOMBAT_NULL;
  if (!is_seat(seat)) return SPACECOMBAT_SEAT;
  const spacecombat_scenario& scenario = *game->scenario;
  if (length != scenario.info.observation) return SPACECOMBAT_SIZE;
  scenario.unit->redact(game->state, game->visible, seat);
  scenario.unit->observe(game->visible, scenario.rules, scenario.opening, seat, row, length);
  return SPACECOMBAT_OK;
}

int32_t spacecombat_redact(const spacecombat_game* game, int32_t seat, void* record,
                           int64_t length) {
  if (!game || !record) return SPACECOMBAT_NULL;
  if (!is_seat(seat)) return SPACECOMBAT_SEAT;
  if (length != game->scenario->info.state) return SPACECOMBAT_SIZE;
  game->scenario->unit->redact(game->state, game->visible, seat);
  std::memcpy(record, game->visible, length);
  return SPACECOMBAT_OK;
}

int32_t spacecombat_determinize(const spacecombat_game* game, int32_t seat, uint64_t seed,
                                spacecombat_game* into) {
  if (!game || !into) return SPACECOMBAT_NULL;
  if (!is_seat(seat)) return SPACECOMBAT_SEAT;
  if (game->scenario != into->scenario) return SPACECOMBAT_OTHER;
  const spacecombat_scenario& scenario = *game->scenario;
  bool is_open = game->seat >= 0;
  if (game != into) copy_game(*game, *into);
  if (!is_open) return SPACECOMBAT_OK;
  scenario.unit->redact(game->state, into->visible, seat);
  scenario.unit->determinize(into->visible, scenario.rules, scenario.opening, seat,
                             static_cast<int64_t>(seed & INT64_MAX), into->state);
  advance_game(*into, REFRESH);
  return SPACECOMBAT_OK;
}

int32_t spacecombat_returns(const spacecombat_game* game, float* returns) {
  if (!game || !returns) return SPACECOMBAT_NULL;
  const spacecombat_scenario& scenario = *game->scenario;
  scenario.unit->returns(game->state, scenario.rules, scenario.opening, returns);
  return SPACECOMBAT_OK;
}

int32_t spacecombat_outcome(const spacecombat_game* game, spacecombat_result* result) {
  if (!game || !result) return SPACECOMBAT_NULL;
  const int32_t* row = game->tally;
  *result = game->seat < 0 ? spacecombat_result{row[0], row[1], row[2], row[3], row[4]}
                           : spacecombat_result{-1, 0, 0, 0, 0};
  return SPACECOMBAT_OK;
}

const void* spacecombat_record(const spacecombat_game* game) {
  return game ? game->state : nullptr;
}

int32_t spacecombat_digest(const spacecombat_game* game, char* hex, int64_t length) {
  if (!game || !hex) return SPACECOMBAT_NULL;
  if (length < 65) return SPACECOMBAT_SIZE;
  Sha256 sum;
  uint8_t digest[32];
  const spacecombat::Unit& unit = *game->scenario->unit;
  sum.add(game->state, unit.memory_first);
  sum.add(game->state + unit.memory_end, game->scenario->info.state - unit.memory_end);
  sum.finish(digest);
  write_hex(digest, hex);
  return SPACECOMBAT_OK;
}

int32_t spacecombat_save(const spacecombat_game* game, void* data, int64_t length) {
  if (!game || !data) return SPACECOMBAT_NULL;
  const spacecombat_info& info = game->scenario->info;
  if (length != info.saved) return SPACECOMBAT_SIZE;
  auto* bytes = static_cast<uint8_t*>(data);
  std::memcpy(bytes, game->state, info.state);
  std::memcpy(bytes + info.state, game->tally, sizeof game->tally);
  uint8_t checksum[32];
  checksum_of(*game->scenario, bytes, length - 32, checksum);
  std::memcpy(bytes + length - 32, checksum, 32);
  return SPACECOMBAT_OK;
}

int32_t spacecombat_restore(spacecombat_game* game, const void* data, int64_t length) {
  if (!game || !data) return SPACECOMBAT_NULL;
  const spacecombat_info& info = game->scenario->info;
  if (length != info.saved) return SPACECOMBAT_SAVED;
  auto* bytes = static_cast<const uint8_t*>(data);
  uint8_t checksum[32];
  checksum_of(*game->scenario, bytes, length - 32, checksum);
  if (std::memcmp(bytes + length - 32, checksum, 32)) return SPACECOMBAT_SAVED;
  std::memcpy(game->state, bytes, info.state);
  std::memcpy(game->tally, bytes + info.state, sizeof game->tally);
  std::memset(game->mask, 0, info.actions);
  advance_game(*game, REFRESH);
  return SPACECOMBAT_OK;
}
