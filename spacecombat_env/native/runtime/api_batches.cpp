// Batches of include/spacecombat.h: many games, stepped by several threads.
#include "api.hpp"

using namespace spacecombat;

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
