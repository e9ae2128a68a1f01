// SHA-256, for the digests of games and the checksums of files.
#pragma once
#include <cstdint>
#include <cstring>

namespace spacecombat {

class Sha256 {
 public:
  void add(const void* data, int64_t size) {
    auto* bytes = static_cast<const uint8_t*>(data);
    for (int64_t at = 0; at < size; ++at) {
      block[filled++] = bytes[at];
      if (filled == sizeof block) take_block();
    }
    total += size;
  }

  void finish(uint8_t (&digest)[32]) {
    uint64_t bits = total * 8;
    const uint8_t one = 0x80, zero = 0;
    add(&one, 1);
    while (filled != 56) add(&zero, 1);
    uint8_t length[8];
    for (int n = 0; n < 8; ++n) length[n] = static_cast<uint8_t>(bits >> (56 - 8 * n));
    add(length, 8);
    for (int n = 0; n < 32; ++n)
      digest[n] = static_cast<uint8_t>(hash[n / 4] >> (24 - 8 * (n % 4)));
  }

 private:
  static uint32_t rotated(uint32_t value, int by) { return value >> by | value << (32 - by); }

  void take_block() {
    uint32_t words[64];
    for (int n = 0; n < 16; ++n) {
      words[n] = 0;
      for (int byte = 0; byte < 4; ++byte) words[n] = words[n] << 8 | block[4 * n + byte];
    }
    for (int n = 16; n < 64; ++n) {
      uint32_t a = words[n - 15], b = words[n - 2];
      words[n] = words[n - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + words[n - 7] +
                 (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
    uint32_t v[8];
    std::memcpy(v, hash, sizeof v);
    for (int n = 0; n < 64; ++n) {
      uint32_t chosen = (v[4] & v[5]) ^ (~v[4] & v[6]);
      uint32_t major = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
      uint32_t first = v[7] + (rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)) + chosen +
                       ROUNDS[n] + words[n];
      uint32_t second = (rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)) + major;
      for (int m = 7; m > 0; --m) v[m] = v[m - 1];
      v[4] += first;
      v[0] = first + second;
    }
    for (int n = 0; n < 8; ++n) hash[n] += v[n];
    filled = 0;
  }

  static constexpr uint32_t ROUNDS[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
      0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
      0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
      0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
      0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
      0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
      0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
      0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
      0xc67178f2};

  uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint8_t block[64] = {};
  uint64_t total = 0;
  int filled = 0;
};

}  // namespace spacecombat
