// SPDX-License-Identifier: Apache-2.0
// Two connected sockets, closed at the end.
//
// Threads: one at a time.
#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace capstan::support {

class SocketPair {
 public:
  // Whether calls wait.
  explicit SocketPair(bool blocking = true) {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | (blocking ? 0 : SOCK_NONBLOCK), 0, fds_), 0);
  }
  SocketPair(const SocketPair&) = delete;
  SocketPair& operator=(const SocketPair&) = delete;
  ~SocketPair() {
    closeWriter();
    close(fds_[1]);
  }
  void closeWriter() {
    if (fds_[0] >= 0) close(fds_[0]);
    fds_[0] = -1;
  }
  int writer() const { return fds_[0]; }
  int reader() const { return fds_[1]; }

 private:
  int fds_[2];
};

}  // namespace capstan::support
