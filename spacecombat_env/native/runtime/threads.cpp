// Threads that play the rows of a batch together. The caller of a round is the first of them.
//
// Each thread has a share of the rows, the same in every round, so that they stay in its cache.
// When its share is done it takes blocks of other shares, so that no thread waits for one that
// sleeps. Between rounds a thread polls for a short time, then sleeps until it is woken.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "system.hpp"

#ifdef _WIN32
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" [[gnu::visibility("default")]]
#endif

namespace {

constexpr int64_t BLOCK = 8;  // rows that a thread takes at once
constexpr int64_t SPIN_TIME = 100'000;  // nanoseconds, about the cost of waking a thread
constexpr int64_t SPINS_PER_LOOK = 64;  // polls between two looks at the clock

using Advance = void (*)(const void*, const void*, void*, const void*, int64_t*);
using Draw = void (*)(void*, void*, void*, int64_t, int64_t);

struct alignas(128) Share {
  std::atomic<int64_t> next{0};
  int64_t low = 0, high = 0;
};

// What one thread calls: the arguments differ in the record that it redacts into.
struct Work {
  Advance advance = nullptr;
  void* advance_arguments[4] = {};
  int64_t span[4] = {};  // low, high, auto_reset, flags
  Draw draw = nullptr;
  void* draw_arguments[3] = {};
};

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// What a thread is started with.
struct Start {
  struct Pool* pool;
  int64_t own, seen;
};

OS_ENTRY run_thread(void* given);

struct Pool {
  explicit Pool(int64_t count_) : count(count_) {
    shares = new (block_of(sizeof(Share))) Share[count];
    work = new (block_of(sizeof(Work))) Work[count];
    starts = new (block_of(sizeof(Start))) Start[count];
    threads = new (block_of(sizeof(os::Thread))) os::Thread[count];
    os::init(&mutex, &woken);
  }
  ~Pool() {
    stop();
    os::destroy(&mutex, &woken);
    for (int64_t n = 0; n < blocks; ++n) std::free(memory[n]);
  }

  void run(int64_t turns_, bool stepping_, bool drawing_) {
    turns = turns_, stepping = stepping_, drawing = drawing_;
    done.store(0, std::memory_order_relaxed);
    for (int64_t own = 0; own < count; ++own) {
      shares[own].next.store(shares[own].low, std::memory_order_release);
    }
    if (count > 1) wake();
    work_shares(0);
    int64_t rows = shares[count - 1].high;
    for (int64_t spins = 0; done.load(std::memory_order_acquire) < rows; ++spins) {
      if (spins % SPINS_PER_LOOK) pause_briefly(); else os::yield();
    }
  }

  void stop() {
    os::lock(&mutex);
    is_stopped = true;
    round.fetch_add(1, std::memory_order_release);
    os::unlock(&mutex);
    os::wake_all(&woken);
    for (int64_t n = 0; n < running; ++n) os::join(threads[n]);
    running = 0;
    is_started = is_stopped = false;
  }

  int64_t count;
  Share* shares;
  Work* work;

  // Take part in every round until the pool stops.
  void follow(int64_t own, int64_t seen) {
    for (;;) {
      seen = wait_for_round(seen);
      if (is_stopped) return;
      work_shares(own);
    }
  }

 private:
  // Return memory for an object of a size for each thread, as caches are aligned.
  void* block_of(size_t size) {
    constexpr uintptr_t LINES = alignof(Share);
    void* block = std::malloc(size_t(count) * size + LINES);
    if (!block) std::abort();
    memory[blocks++] = block;
    return reinterpret_cast<void*>((reinterpret_cast<uintptr_t>(block) + LINES) & ~(LINES - 1));
  }

  void wake() {
    if (!is_started) start();
    round.fetch_add(1, std::memory_order_seq_cst);
    if (sleeping.load(std::memory_order_seq_cst) == 0) return;
    os::lock(&mutex);
    os::unlock(&mutex);
    os::wake_all(&woken);
  }

  // Start the other threads. One that does not start leaves its share to the rest.
  void start() {
    int64_t seen = round.load();
    for (int64_t own = 1; own < count; ++own) {
      starts[own] = {this, own, seen};
      running += os::start(&threads[running], run_thread, &starts[own]);
    }
    is_started = true;
  }

  int64_t wait_for_round(int64_t seen) {
    int64_t end = os::nanoseconds() + SPIN_TIME;
    do {
      for (int64_t spin = 0; spin < SPINS_PER_LOOK; ++spin) {
        if (round.load(std::memory_order_acquire) != seen) return round.load();
        pause_briefly();
      }
    } while (os::nanoseconds() < end);
    os::lock(&mutex);
    sleeping.fetch_add(1, std::memory_order_seq_cst);
    while (round.load(std::memory_order_seq_cst) == seen) os::wait(&woken, &mutex);
    sleeping.fetch_sub(1, std::memory_order_seq_cst);
    os::unlock(&mutex);
    return round.load();
  }

  void work_shares(int64_t own) {
    for (int64_t place = 0; place < count; ++place) {
      Share& share = shares[(own + place) % count];
      for (;;) {
        int64_t low = share.next.fetch_add(BLOCK, std::memory_order_acquire);
        if (low >= share.high) break;
        int64_t high = low + BLOCK < share.high ? low + BLOCK : share.high;
        work_on_block(work[own], low, high);
        done.fetch_add(high - low, std::memory_order_release);
      }
    }
  }

  void work_on_block(Work& own, int64_t low, int64_t high) {
    for (int64_t turn = 0; turn < turns; ++turn) {
      draw(own, low, high);
      step(own, low, high);
    }
    if (stepping) step(own, low, high);
    if (drawing) draw(own, low, high);
  }

  static void step(Work& own, int64_t low, int64_t high) {
    own.span[0] = low, own.span[1] = high;
    auto given = own.advance_arguments;
    own.advance(given[0], given[1], given[2], given[3], own.span);
  }

  static void draw(Work& own, int64_t low, int64_t high) {
    auto given = own.draw_arguments;
    own.draw(given[0], given[1], given[2], low, high);
  }

  void* memory[4] = {};
  int64_t blocks = 0;
  Start* starts;
  os::Thread* threads;
  int64_t running = 0;
  bool is_started = false;
  std::atomic<int64_t> round{0}, done{0}, sleeping{0};
  os::Mutex mutex;
  os::Condition woken;
  std::atomic<bool> is_stopped{false};
  int64_t turns = 0;
  bool stepping = false, drawing = false;
};

OS_ENTRY run_thread(void* given) {
  auto* start = static_cast<Start*>(given);
  start->pool->follow(start->own, start->seen);
  return 0;
}

}  // namespace

// `edges` holds the first row of each share, and the number of rows.
EXPORTED void* spacecombat_pool_new(int64_t count, const int64_t* edges) {
  void* place = std::malloc(sizeof(Pool));
  if (!place) std::abort();
  auto* pool = new (place) Pool(count);
  for (int64_t own = 0; own < count; ++own) {
    pool->shares[own].low = edges[own];
    pool->shares[own].high = edges[own + 1];
  }
  return pool;
}

EXPORTED void spacecombat_pool_bind(void* pool, int64_t own, Advance advance, void** arguments,
                                    int64_t auto_reset, int64_t flags, Draw draw,
                                    void** draw_arguments) {
  Work& work = static_cast<Pool*>(pool)->work[own];
  work.advance = advance, work.draw = draw;
  for (int n = 0; n < 4; ++n) work.advance_arguments[n] = arguments[n];
  for (int n = 0; n < 3; ++n) work.draw_arguments[n] = draw_arguments[n];
  work.span[2] = auto_reset, work.span[3] = flags;
}

EXPORTED void spacecombat_pool_run(void* pool, int64_t turns, int64_t stepping, int64_t drawing) {
  static_cast<Pool*>(pool)->run(turns, stepping != 0, drawing != 0);
}

EXPORTED void spacecombat_pool_stop(void* pool) { static_cast<Pool*>(pool)->stop(); }

EXPORTED void spacecombat_pool_free(void* pool) {
  static_cast<Pool*>(pool)->~Pool();
  std::free(pool);
}
