// SPDX-License-Identifier: Apache-2.0
// Messages in an event loop: `event_loop COUNT` sends that many people over a non-blocking socket
// pair, and receives them, both in one thread that epoll drives.
//
// The sender detaches each message from its builder, so that the buffers travel with the message
// until the socket has taken them. The receiver gives a FrameParser whatever the socket has.
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "addressbook.capnp.h"
#include "capstan/codec/fd_stream.h"
#include "capstan/message/encoder.h"
#include "capstan/message/frame_parser.h"
#include "capstan/message/message_builder.h"

namespace {

using addressbook::Person;

class Sender {
 public:
  Sender(int fd, std::uint32_t count) : sink_(fd), encoder_(sink_), left_(count) {}

  // Sends for as long as the socket takes it.
  absl::Status onWritable() {
    absl::Status status = encoder_.flush();
    while (status.ok() && left_ != 0 && !encoder_.hasPending()) {
      auto person = message_.initRoot<Person>();
      person.setId(left_--);
      person.setName("Somebody");
      status = encoder_.encode(message_.detach());
    }
    return absl::IsUnavailable(status) ? absl::OkStatus() : status;
  }
  bool isDone() const { return left_ == 0 && !encoder_.hasPending(); }

 private:
  capstan::FdSink sink_;
  capstan::Encoder encoder_;
  capstan::MessageBuilder message_;
  std::uint32_t left_;
};

class Receiver {
 public:
  explicit Receiver(int fd) : source_(fd) {}

  // Takes what the socket has, and each message that is whole by then.
  absl::Status onReadable() {
    const auto room = parser_.room();
    if (!room.ok()) return room.status();
    const absl::StatusOr<std::size_t> bytes = source_.read(*room);
    if (absl::IsUnavailable(bytes.status())) return absl::OkStatus();
    if (!bytes.ok()) return bytes.status();
    if (*bytes == 0) {
      isDone_ = true;
      return parser_.finish();
    }
    parser_.commit(*bytes);
    return takeMessages();
  }
  bool isDone() const { return isDone_; }
  std::uint64_t people() const { return people_; }
  std::uint64_t idSum() const { return idSum_; }

 private:
  absl::Status takeMessages() {
    for (;;) {
      const absl::StatusOr<bool> got = parser_.next();
      if (!got.ok() || !*got) return got.status();
      idSum_ += parser_.getRoot<Person>().getId();
      ++people_;
      const absl::Status status = parser_.message().status();
      if (!status.ok()) return status;
    }
  }

  capstan::FdSource source_;
  capstan::FrameParser parser_;
  bool isDone_ = false;
  std::uint64_t people_ = 0;
  std::uint64_t idSum_ = 0;
};

void watch(int poll, int fd, std::uint32_t events) {
  epoll_event event = {};
  event.events = events;
  event.data.fd = fd;
  epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
}

absl::Status run(std::uint32_t count) {
  int fds[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds) != 0) {
    return absl::UnavailableError("no socket pair");
  }
  const int poll = epoll_create1(0);
  watch(poll, fds[0], EPOLLOUT);
  watch(poll, fds[1], EPOLLIN);
  Sender sender(fds[0], count);
  Receiver receiver(fds[1]);
  absl::Status status;
  while (status.ok() && !receiver.isDone()) {
    epoll_event event;
    if (epoll_wait(poll, &event, 1, -1) != 1) continue;
    status = event.data.fd == fds[0] ? sender.onWritable() : receiver.onReadable();
    if (event.data.fd == fds[0] && sender.isDone()) close(fds[0]);  // leaves the poll, too
  }
  close(fds[1]);
  close(poll);
  std::cout << receiver.people() << " people came; their ids add up to " << receiver.idSum()
            << '\n';
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint32_t count =
      argc == 2 ? static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 0;
  if (count == 0) {
    std::cerr << "usage: event_loop COUNT\n";
    return 2;
  }
  const absl::Status status = run(count);
  if (!status.ok()) std::cerr << "event_loop: " << status << '\n';
  return status.ok() ? 0 : 1;
}
