// The functions of include/spacecombat.h: scenarios, games and batches for other programs.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#ifdef _WIN32
#define SPACECOMBAT_API __declspec(dllexport)
#else
#define SPACECOMBAT_API [[gnu::visibility("default")]]
#endif
#include "spacecombat.h"
#include "sha256.hpp"
#include "unit.hpp"

using spacecombat::Rows;
using spacecombat::Sha256;
using spacecombat::Unit;

extern const Unit* const spacecombat_units[];  // written by native.build; a null ends it

namespace {

constexpr char MAGIC[8] = {'S', 'P', 'C', 'O', 'M', 'B', 'A', 'T'};
constexpr uint32_t FILE_VERSION = 1;
constexpr int64_t REFRESH = -1, BEGIN = -3;  // actions of `advance` (core.kernels.batch)
constexpr int64_t TALLY = 6;                 // columns of core.ruleset.Tally
constexpr int8_t NOT_WRITTEN = -3;           // a seat that `advance` has not written

// The beginning of a scenario file (native/scenario_file.py). The checksum covers all else.
struct Header {
  char magic[8];
  uint32_t version, header_size;
  char ruleset[32], capacity[16], name[64];
  uint8_t digest[32];
  uint64_t layout;
  int64_t rules_size, state_size, actions, observation, about_size;
  uint8_t spare[16];
  uint8_t checksum[32];
};
static_assert(sizeof(Header) == 256);

template <class T>
T* allocated(int64_t count) {
  return static_cast<T*>(std::calloc(static_cast<size_t>(count > 0 ? count : 1), sizeof(T)));
}

void write_hex(const uint8_t (&digest)[32], char* hex) {
  for (int n = 0; n < 64; ++n) hex[n] = "0123456789abcdef"[digest[n / 2] >> (n % 2 ? 0 : 4) & 15];
  hex[64] = 0;
}

template <size_t N>
void copy_text(char (&target)[N], const char* source, size_t size) {
  size_t length = size < N - 1 ? size : N - 1;
  std::memcpy(target, source, length);
  target[length] = 0;
}

bool is_seat(int64_t seat) { return seat == 0 || seat == 1; }

}  // namespace

struct spacecombat_scenario {
  int32_t uses;  // itself while it is open, and its games and batches
  const Unit* unit;
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
  int32_t tally[TALLY];
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

// --- scenarios ----------------------------------------------------------------------------------

namespace {

const Unit* find_unit(const Header& header) {
  for (auto* place = spacecombat_units; *place; ++place) {
    const Unit& unit = **place;
    if (!std::strcmp(unit.ruleset, header.ruleset) && !std::strcmp(unit.capacity, header.capacity))
      return &unit;
  }
  return nullptr;
}

bool has_right_checksum(const Header& header, const char* body, int64_t size) {
  Sha256 sum;
  uint8_t found[32];
  sum.add(&header, offsetof(Header, checksum));
  sum.add(body, size);
  sum.finish(found);
  return !std::memcmp(found, header.checksum, sizeof found);
}

// Whether the parts that the header names fill the rest of the file.
bool has_right_size(const Header& header, int64_t size) {
  int64_t parts[] = {header.rules_size, header.state_size, header.observation * 4,
                     header.about_size};
  if (header.observation < 0 || header.observation > size) return false;
  int64_t total = 0;
  for (int64_t part : parts) {
    if (part < 0 || part > size) return false;
    total += part;
  }
  return total == size;
}

int32_t check_header(Header& header, const char* body, int64_t size) {
  if (std::memcmp(header.magic, MAGIC, sizeof MAGIC)) return SPACECOMBAT_FILE;
  if (header.version != FILE_VERSION) return SPACECOMBAT_VERSION;
  if (header.header_size != sizeof header || !has_right_size(header, size)) return SPACECOMBAT_FILE;
  if (!has_right_checksum(header, body, size)) return SPACECOMBAT_FILE;
  header.ruleset[31] = header.capacity[15] = header.name[63] = 0;
  const Unit* unit = find_unit(header);
  if (!unit || unit->layout != header.layout || unit->state_size != header.state_size ||
      unit->rules_size != header.rules_size)
    return SPACECOMBAT_RULES;
  return SPACECOMBAT_OK;
}

void fill_info(spacecombat_info& info, const Header& header) {
  copy_text(info.ruleset, header.ruleset, std::strlen(header.ruleset));
  copy_text(info.capacity, header.capacity, std::strlen(header.capacity));
  copy_text(info.name, header.name, std::strlen(header.name));
  write_hex(header.digest, info.digest);
  info.actions = static_cast<int32_t>(header.actions);
  info.observation = static_cast<int32_t>(header.observation);
  info.state = static_cast<int32_t>(header.state_size);
  info.saved = static_cast<int32_t>(header.state_size + TALLY * sizeof(int32_t) + 32);
}

void release(spacecombat_scenario* scenario) {
  if (__atomic_sub_fetch(&scenario->uses, 1, __ATOMIC_ACQ_REL) > 0) return;
  std::free(scenario->rules);
  std::free(scenario->opening);
  std::free(scenario->scales);
  std::free(scenario->about);
  std::free(scenario);
}

spacecombat_scenario* retained(spacecombat_scenario* scenario) {
  __atomic_add_fetch(&scenario->uses, 1, __ATOMIC_ACQ_REL);
  return scenario;
}

// Copy the parts of a file; false if there is no memory.
bool copy_parts(spacecombat_scenario& scenario, const Header& header, const char* body) {
  scenario.rules = allocated<char>(header.rules_size);
  scenario.opening = allocated<char>(header.state_size);
  scenario.scales = allocated<float>(header.observation);
  scenario.about = allocated<char>(header.about_size + 1);
  if (!scenario.rules || !scenario.opening || !scenario.scales || !scenario.about) return false;
  std::memcpy(scenario.rules, body, header.rules_size);
  body += header.rules_size;
  std::memcpy(scenario.opening, body, header.state_size);
  body += header.state_size;
  std::memcpy(scenario.scales, body, header.observation * sizeof(float));
  body += header.observation * sizeof(float);
  std::memcpy(scenario.about, body, header.about_size);
  scenario.about_size = header.about_size;
  return true;
}

}  // namespace

const char* spacecombat_message(int32_t code) {
  switch (code) {
    case SPACECOMBAT_OK: return "done";
    case SPACECOMBAT_NULL: return "a pointer is null";
    case SPACECOMBAT_FILE: return "not a scenario file, or a damaged one";
    case SPACECOMBAT_VERSION: return "a scenario file of another version of its format";
    case SPACECOMBAT_RULES: return "the library has no such rules, or other records";
    case SPACECOMBAT_SIZE: return "a buffer of the wrong length";
    case SPACECOMBAT_SEAT: return "a seat other than 0 and 1";
    case SPACECOMBAT_ILLEGAL: return "not a legal action";
    case SPACECOMBAT_OVER: return "the game is over";
    case SPACECOMBAT_SAVED: return "not a saved game of this scenario, or a damaged one";
    case SPACECOMBAT_OTHER: return "the two games belong to different scenarios";
    case SPACECOMBAT_MEMORY: return "no memory left";
    default: return "no code of this library";
  }
}

int32_t spacecombat_open(const void* data, int64_t size, spacecombat_scenario** scenario) {
  if (!data || !scenario) return SPACECOMBAT_NULL;
  Header header;
  if (size < static_cast<int64_t>(sizeof header)) return SPACECOMBAT_FILE;
  std::memcpy(&header, data, sizeof header);
  auto* body = static_cast<const char*>(data) + sizeof header;
  int32_t code = check_header(header, body, size - sizeof header);
  if (code != SPACECOMBAT_OK) return code;
  auto* made = allocated<spacecombat_scenario>(1);
  if (!made) return SPACECOMBAT_MEMORY;
  made->uses = 1;
  made->unit = find_unit(header);
  fill_info(made->info, header);
  code = copy_parts(*made, header, body) ? SPACECOMBAT_OK : SPACECOMBAT_MEMORY;
  if (code == SPACECOMBAT_OK && made->unit->action_count(made->opening) != header.actions)
    code = SPACECOMBAT_RULES;
  if (code != SPACECOMBAT_OK) {
    release(made);
    return code;
  }
  *scenario = made;
  return SPACECOMBAT_OK;
}

void spacecombat_close(spacecombat_scenario* scenario) {
  if (scenario) release(scenario);
}

int32_t spacecombat_describe(const spacecombat_scenario* scenario, spacecombat_info* info) {
  if (!scenario || !info) return SPACECOMBAT_NULL;
  *info = scenario->info;
  return SPACECOMBAT_OK;
}

const char* spacecombat_about(const spacecombat_scenario* scenario, int64_t* size) {
  if (!scenario) return nullptr;
  if (size) *size = scenario->about_size;
  return scenario->about;
}

const float* spacecombat_scales(const spacecombat_scenario* scenario) {
  return scenario ? scenario->scales : nullptr;
}

// --- one game -----------------------------------------------------------------------------------

namespace {

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
  sum.add(game->state, game->scenario->info.state);
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

// --- many games ---------------------------------------------------------------------------------

#ifndef __wasm__
using Advance = void (*)(const void*, const void*, void*, const void*, int64_t*);
extern "C" {
void* spacecombat_pool_new(int64_t count, const int64_t* edges);
void spacecombat_pool_bind(void* pool, int64_t own, Advance advance, void** arguments,
                           int64_t auto_reset, int64_t flags, void* draw, void** draw_arguments);
void spacecombat_pool_run(void* pool, int64_t turns, int64_t stepping, int64_t drawing);
void spacecombat_pool_free(void* pool);
}
#endif

namespace {

void advance_rows(const spacecombat_batch& batch, char* visible, int64_t low, int64_t high) {
  const spacecombat_scenario& scenario = *batch.scenario;
  Rows rows{batch.states, batch.count, scenario.rules, scenario.opening, batch.actions,
            batch.observation, scenario.info.observation, batch.mask, scenario.info.actions,
            batch.seat, batch.rewards, batch.done, visible, batch.tally};
  scenario.unit->advance(rows, low, high, batch.secret);
}

#ifndef __wasm__
// `advance_rows` as the pool calls it.
void advance_share(const void* batch, const void*, void* visible, const void*, int64_t* span) {
  advance_rows(*static_cast<const spacecombat_batch*>(batch), static_cast<char*>(visible), span[0],
               span[1]);
}

void open_pool(spacecombat_batch& batch) {
  for (int64_t own = 0; own <= batch.threads; ++own) {
    batch.edges[own] = own * batch.count / batch.threads;
  }
  batch.pool = spacecombat_pool_new(batch.threads, batch.edges);
  for (int64_t own = 0; own < batch.threads; ++own) {
    char* visible = batch.visible + own * batch.scenario->info.state;
    void* arguments[4] = {&batch, nullptr, visible, nullptr};
    void* none[3] = {};
    spacecombat_pool_bind(batch.pool, own, advance_share, arguments, 0, 0, nullptr, none);
  }
}
#endif

void run_batch(spacecombat_batch& batch) {
#ifndef __wasm__
  if (batch.pool) return spacecombat_pool_run(batch.pool, 0, 1, 0);
#endif
  advance_rows(batch, batch.visible, 0, batch.count);
}

bool allocate_batch(spacecombat_batch& batch) {
  const spacecombat_info& info = batch.scenario->info;
  int64_t count = batch.count;
  batch.states = allocated<char>(count * info.state);
  batch.visible = allocated<char>(batch.threads * info.state);
  batch.actions = allocated<int64_t>(count);
  batch.edges = allocated<int64_t>(batch.threads + 1);
  batch.observation = allocated<int8_t>(count * info.observation);
  batch.mask = allocated<int8_t>(count * info.actions);
  batch.seat = allocated<int8_t>(count);
  batch.rewards = allocated<float>(count * 2);
  batch.done = allocated<uint8_t>(count);
  batch.tally = allocated<int32_t>(count * TALLY);
  return batch.states && batch.visible && batch.actions && batch.edges && batch.observation &&
         batch.mask && batch.seat && batch.rewards && batch.done && batch.tally;
}

}  // namespace

int32_t spacecombat_batch_new(spacecombat_scenario* scenario, const uint64_t* seeds, int64_t count,
                              int64_t threads, spacecombat_batch** batch) {
  if (!scenario || !seeds || !batch) return SPACECOMBAT_NULL;
  if (count < 1 || count > INT32_MAX || threads < 1) return SPACECOMBAT_SIZE;
  auto* made = allocated<spacecombat_batch>(1);
  if (!made) return SPACECOMBAT_MEMORY;
  made->scenario = retained(scenario);
  made->count = count;
  made->threads = threads < count ? threads : count;
  if (!allocate_batch(*made)) {
    spacecombat_batch_free(made);
    return SPACECOMBAT_MEMORY;
  }
#ifndef __wasm__
  if (made->threads > 1) open_pool(*made);
#endif
  for (int64_t at = 0; at < count; ++at) {
    scenario->unit->set_seed(made->states + at * scenario->info.state, seeds[at]);
    made->actions[at] = BEGIN;
  }
  run_batch(*made);
  *batch = made;
  return SPACECOMBAT_OK;
}

void spacecombat_batch_free(spacecombat_batch* batch) {
  if (!batch) return;
#ifndef __wasm__
  if (batch->pool) spacecombat_pool_free(batch->pool);
#endif
  void* parts[] = {batch->states, batch->visible, batch->actions, batch->edges,
                   batch->observation, batch->mask, batch->seat, batch->rewards, batch->done,
                   batch->tally};
  for (void* part : parts) std::free(part);
  release(batch->scenario);
  std::free(batch);
}

int32_t spacecombat_batch_rows(const spacecombat_batch* batch, spacecombat_rows* rows) {
  if (!batch || !rows) return SPACECOMBAT_NULL;
  *rows = {batch->count,   batch->observation, batch->mask, batch->seat,
           batch->rewards, batch->done,        batch->tally};
  return SPACECOMBAT_OK;
}

int32_t spacecombat_batch_step(spacecombat_batch* batch, const int64_t* actions, int64_t count,
                               int64_t secret) {
  if (!batch || !actions) return SPACECOMBAT_NULL;
  if (count != batch->count) return SPACECOMBAT_SIZE;
  for (int64_t at = 0; at < count; ++at) {
    if (actions[at] < 0 && actions[at] != SPACECOMBAT_KEEP) return SPACECOMBAT_ILLEGAL;
  }
  std::memcpy(batch->actions, actions, count * sizeof(int64_t));
  batch->secret = secret;
  run_batch(*batch);
  return SPACECOMBAT_OK;
}

int32_t spacecombat_batch_random(const spacecombat_batch* batch, int64_t* seeds, int64_t* actions,
                                 int64_t count) {
  if (!batch || !seeds || !actions) return SPACECOMBAT_NULL;
  if (count != batch->count) return SPACECOMBAT_SIZE;
  const spacecombat_scenario& scenario = *batch->scenario;
  scenario.unit->random_actions(batch->mask, count, scenario.info.actions, seeds, actions);
  return SPACECOMBAT_OK;
}

const void* spacecombat_batch_record(const spacecombat_batch* batch, int64_t at) {
  if (!batch || at < 0 || at >= batch->count) return nullptr;
  return batch->states + at * batch->scenario->info.state;
}
