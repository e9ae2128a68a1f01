// Threads of the operating system, without the C++ runtime library, which a library then need not
// find on another machine.
#pragma once
#include <cstdint>
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <pthread.h>
#include <sched.h>
#include <time.h>
#endif

namespace os {

#ifdef _WIN32
using Thread = HANDLE;
using Mutex = SRWLOCK;
using Condition = CONDITION_VARIABLE;
#define OS_ENTRY DWORD WINAPI

inline void init(Mutex* mutex, Condition* condition) {
  InitializeSRWLock(mutex);
  InitializeConditionVariable(condition);
}
inline void destroy(Mutex*, Condition*) {}
inline void lock(Mutex* mutex) { AcquireSRWLockExclusive(mutex); }
inline void unlock(Mutex* mutex) { ReleaseSRWLockExclusive(mutex); }
inline void wait(Condition* condition, Mutex* mutex) {
  SleepConditionVariableSRW(condition, mutex, INFINITE, 0);
}
inline void wake_all(Condition* condition) { WakeAllConditionVariable(condition); }
inline bool start(Thread* thread, LPTHREAD_START_ROUTINE entry, void* given) {
  *thread = CreateThread(nullptr, 0, entry, given, 0, nullptr);
  return *thread != nullptr;
}
inline void join(Thread thread) {
  WaitForSingleObject(thread, INFINITE);
  CloseHandle(thread);
}
inline void yield() { SwitchToThread(); }
inline int64_t nanoseconds() {
  LARGE_INTEGER now, frequency;
  QueryPerformanceCounter(&now);
  QueryPerformanceFrequency(&frequency);
  return int64_t(double(now.QuadPart) * 1e9 / double(frequency.QuadPart));
}
#else
using Thread = pthread_t;
using Mutex = pthread_mutex_t;
using Condition = pthread_cond_t;
#define OS_ENTRY void*

inline void init(Mutex* mutex, Condition* condition) {
  pthread_mutex_init(mutex, nullptr);
  pthread_cond_init(condition, nullptr);
}
inline void destroy(Mutex* mutex, Condition* condition) {
  pthread_cond_destroy(condition);
  pthread_mutex_destroy(mutex);
}
inline void lock(Mutex* mutex) { pthread_mutex_lock(mutex); }
inline void unlock(Mutex* mutex) { pthread_mutex_unlock(mutex); }
inline void wait(Condition* condition, Mutex* mutex) { pthread_cond_wait(condition, mutex); }
inline void wake_all(Condition* condition) { pthread_cond_broadcast(condition); }
inline bool start(Thread* thread, void* (*entry)(void*), void* given) {
  return pthread_create(thread, nullptr, entry, given) == 0;
}
inline void join(Thread thread) { pthread_join(thread, nullptr); }
inline void yield() { sched_yield(); }
inline int64_t nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}
#endif

}  // namespace os
