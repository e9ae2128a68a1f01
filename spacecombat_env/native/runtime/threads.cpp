// Threads that play the rows of a batch together. The caller of a round is the first of them.
//
// Each thread has a share of the rows, the same in every round, so that they stay in its cache.
// When its share is done it takes blocks of other shares, so that no thread waits for one that
// sleeps. Between rounds a thread polls for a short
// time, then sleeps until it is woken.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#ifdef _WIN32
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" [[gnu::visibility("default")]]
#endif

namespace {

constexpr int64_t BLOCK = 8;  // rows that a thread takes at once
constexpr auto SPIN_TIME = std::chrono::microseconds(100);  // about the cost of waking a thread
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

struct Pool {
  explicit Pool(int64_t count) : shares(count), work(count) {}
  ~Pool() { stop(); }

  void run(int64_t turns_, bool stepping_, bool drawing_) {
    turns = turns_, stepping = stepping_, drawing = drawing_;
    done.store(0, std::memory_order_relaxed);
    for (auto& share : shares) share.next.store(share.low, std::memory_order_release);
    if (shares.size() > 1) wake();
    work_shares(0);
    for (int64_t spins = 0; done.load(std::memory_order_acquire) < shares.back().high; ++spins) {
      if (spins % SPINS_PER_LOOK) pause_briefly(); else std::this_thread::yield();
    }
  }

  void stop() {
    {
      std::lock_guard lock(mutex);
      is_stopped = true;
      round.fetch_add(1, std::memory_order_release);
    }
    woken.notify_all();
    for (auto& thread : threads) thread.join();
    threads.clear();
    is_stopped = false;
  }

  std::vector<Share> shares;
  std::vector<Work> work;

 private:
  void wake() {
    if (threads.empty()) start();
    round.fetch_add(1, std::memory_order_seq_cst);
    if (sleeping.load(std::memory_order_seq_cst) == 0) return;
    { std::lock_guard lock(mutex); }
    woken.notify_all();
  }

  void start() {
    int64_t seen = round.load();
    for (size_t own = 1; own < shares.size(); ++own) {
      threads.emplace_back([this, own, seen] { follow(own, seen); });
    }
  }

  // Take part in every round until the pool stops.
  void follow(size_t own, int64_t seen) {
    for (;;) {
      seen = wait_for_round(seen);
      if (is_stopped) return;
      work_shares(own);
    }
  }

  int64_t wait_for_round(int64_t seen) {
    auto end = std::chrono::steady_clock::now() + SPIN_TIME;
    do {
      for (int64_t spin = 0; spin < SPINS_PER_LOOK; ++spin) {
        if (round.load(std::memory_order_acquire) != seen) return round.load();
        pause_briefly();
      }
    } while (std::chrono::steady_clock::now() < end);
    std::unique_lock lock(mutex);
    sleeping.fetch_add(1, std::memory_order_seq_cst);
    woken.wait(lock, [&] { return round.load(std::memory_order_seq_cst) != seen; });
    sleeping.fetch_sub(1, std::memory_order_seq_cst);
    return round.load();
  }

  void work_shares(size_t own) {
    for (size_t place = 0; place < shares.size(); ++place) {
      Share& share = shares[(own + place) % shares.size()];
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

  std::vector<std::thread> threads;
  std::atomic<int64_t> round{0}, done{0}, sleeping{0};
  std::mutex mutex;
  std::condition_variable woken;
  std::atomic<bool> is_stopped{false};
  int64_t turns = 0;
  bool stepping = false, drawing = false;
};

}  // namespace

// `edges` holds the first row of each share, and the number of rows.
EXPORTED void* spacecombat_pool_new(int64_t count, const int64_t* edges) {
  auto* pool = new Pool(count);
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

EXPORTED void spacecombat_pool_free(void* pool) { delete static_cast<Pool*>(pool); }
