// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/message_file.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "capstan/codec/framing.h"
#include "runtime/message/frame_status.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

// Closes on the way out; the mapping stays.
struct Descriptor {
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  int fd;
};

absl::Status failure(const char* what, const std::string& path) {
  return absl::ErrnoToStatus(errno, absl::StrCat("MessageFile: cannot ", what, " ", path));
}

}  // namespace

absl::StatusOr<MessageFile> MessageFile::open(const std::string& path,
                                              const ReaderOptions& options) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) return failure("open", path);
  struct stat status;
  if (fstat(file.fd, &status) != 0) return failure("look at", path);
  if (!S_ISREG(status.st_mode)) {
    return absl::InvalidArgumentError(
        absl::StrCat("MessageFile: ", path, " is no regular file: read it with a Decoder"));
  }
  const auto bytes = static_cast<std::size_t>(status.st_size);
  void* data = nullptr;
  if (bytes != 0) {
    data = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.fd, 0);
    if (data == MAP_FAILED) return failure("map", path);
  }
  MessageFile out(static_cast<const std::byte*>(data), bytes);
  out.index(options);
  return out;
}

void MessageFile::index(const ReaderOptions& options) {
  const Bytes whole(data_, sizeBytes_);
  while (offsets_.back() != sizeBytes_) {
    const Bytes rest = whole.from(static_cast<std::size_t>(offsets_.back()));
    SegmentTable table;
    const FaultKind kind = parseSegmentTable(rest, options.maxMessageWords, table);
    if (kind != FaultKind::kNone && kind != FaultKind::kFrameTruncated) {
      const std::string who = absl::StrCat("MessageFile: message at byte ", offsets_.back());
      tailStatus_ = internal::tableStatus(who, kind, options, internal::packedHint(rest));
      return;
    }
    if (kind == FaultKind::kFrameTruncated || table.messageBytes() > rest.size()) {
      tailStatus_ = absl::DataLossError(
          absl::StrCat("MessageFile: the file ends inside the message at byte ", offsets_.back(),
                       ", after ", rest.size(), " bytes of it"));
      return;
    }
    offsets_.push_back(offsets_.back() + table.messageBytes());
  }
}

MessageFile::MessageFile(MessageFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      sizeBytes_(std::exchange(other.sizeBytes_, 0)),
      offsets_(std::exchange(other.offsets_, {0})),
      tailStatus_(std::exchange(other.tailStatus_, absl::OkStatus())) {}

MessageFile& MessageFile::operator=(MessageFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(sizeBytes_, other.sizeBytes_);
  std::swap(offsets_, other.offsets_);
  std::swap(tailStatus_, other.tailStatus_);
  return *this;
}

MessageFile::~MessageFile() {
  if (data_ != nullptr) munmap(const_cast<std::byte*>(data_), sizeBytes_);
}

Bytes MessageFile::operator[](std::size_t index) const {
  const std::uint64_t begin = offsets_[index];
  return {data_ + begin, static_cast<std::size_t>(offsets_[index + 1] - begin)};
}

void MessageFile::advise(std::size_t first, std::size_t count, int advice) const {
  const auto pageBytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t begin = offsets_[first] / pageBytes * pageBytes;
  const std::uint64_t end = offsets_[first + count];
  if (begin == end) return;
  // A hint: what the system makes of it changes nothing that is read.
  madvise(const_cast<std::byte*>(data_) + begin, static_cast<std::size_t>(end - begin), advice);
}

void MessageFile::willNeed(std::size_t first, std::size_t count) const {
  advise(first, count, MADV_WILLNEED);
}

void MessageFile::doneWith(std::size_t first, std::size_t count) const {
  advise(first, count, MADV_DONTNEED);
}

}  // namespace capstan::inline CAPSTAN_ABI
