// SPDX-License-Identifier: Apache-2.0
#include "tests/support/socket_pair.h"

#include <cerrno>

namespace capstan {
namespace {

TEST(SocketPair, CarriesBytesToAnEndThatIsSeen) {
  support::SocketPair pair(false);
  char byte = 0;
  EXPECT_EQ(read(pair.reader(), &byte, 1), -1);
  EXPECT_EQ(errno, EAGAIN);
  EXPECT_EQ(write(pair.writer(), "x", 1), 1);
  EXPECT_EQ(read(pair.reader(), &byte, 1), 1);
  EXPECT_EQ(byte, 'x');
  pair.closeWriter();
  EXPECT_EQ(read(pair.reader(), &byte, 1), 0);
}

}  // namespace
}  // namespace capstan
