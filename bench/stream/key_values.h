// SPDX-License-Identifier: Apache-2.0
// The messages of StreamSingle and StreamMulti, and the socket pair that they go over.
#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace capstan::bench {

inline constexpr std::size_t kStreamMessages = 128;

struct KeyValuePair {
  std::string key;    // 10 random bytes
  std::string value;  // 50 random bytes
};

// The same pairs in every run.
inline const std::vector<KeyValuePair>& keyValues() {
  static const std::vector<KeyValuePair> pairs = [] {
    std::mt19937_64 random(7);
    const auto bytes = [&](std::size_t count) {
      std::string text(count, '\0');
      for (char& c : text) c = static_cast<char>(random());
      return text;
    };
    std::vector<KeyValuePair> made;
    for (std::size_t i = 0; i < kStreamMessages; ++i) made.push_back({bytes(10), bytes(50)});
    return made;
  }();
  return pairs;
}

// What the readers sum up: a byte of each value.
inline std::uint64_t keyValueSum() {
  std::uint64_t sum = 0;
  for (const KeyValuePair& pair : keyValues()) sum += static_cast<unsigned char>(pair.value[49]);
  return sum;
}

struct SocketPair {
  SocketPair() { isOpen = socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0; }
  ~SocketPair() {
    if (!isOpen) return;
    close(fds[0]);
    close(fds[1]);
  }
  SocketPair(const SocketPair&) = delete;
  SocketPair& operator=(const SocketPair&) = delete;

  int fds[2];
  bool isOpen;
};

}  // namespace capstan::bench
