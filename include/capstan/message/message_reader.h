// SPDX-License-Identifier: Apache-2.0
// MessageReader: a message in borrowed bytes.
//
// Opening parses the segment table and nothing else; each pointer is checked when it is followed.
// Accessors never fail: the first fault of the message is kept and `status()` words it. So read,
// then ask `status()`; or use capstan::read<T> (read.h), which does both.
//
// A single-segment message needs no table and no allocation; `reopen` reuses the reader. The bytes
// may stand at any alignment and are never written. Moving or destroying a reader ends its views.
// Threads: any number may read one opened reader; opening needs it alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "absl/status/status.h"
#include "capstan/arena/message_context.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/base/fault.h"
#include "capstan/layout/any.h"
#include "capstan/message/reader_options.h"

namespace capstan::inline CAPSTAN_ABI {

struct TypeRef;
struct Validation;
struct ValidateOptions;

namespace internal {

// The segments of a reader. `open` functions leave it empty on a fault.
class ReaderContext : public MessageContext {
 public:
  ReaderContext() = default;
  ReaderContext(ReaderContext&& other) noexcept { *this = std::move(other); }
  ReaderContext& operator=(ReaderContext&& other) noexcept;
  ~ReaderContext() = default;

  void openOne(const std::byte* data, std::uint64_t words, std::uint64_t budget) {
    // Segments of readers are never written; Segment is shared with arenas.
    first_.begin = const_cast<std::byte*>(data);
    first_.used = first_.capacity = first_.begin + words * kBytesPerWord;
    moreCount_ = 0;
    startAgain(budget);
  }
  // Returns: false when there is no memory for the table.
  bool openMany(const SegmentTable& table, const std::byte* content, std::uint64_t budget);
  bool openMany(std::span<const Bytes> segments, std::uint64_t budget);
  void startAgain(std::uint64_t budget) {
    setBudget(budget);
    clearFault();
  }
  void close() { openOne(nullptr, 0, kUnlimited); }
  // Refuses to open: what was wrong with the frame is the fault of a reader of nothing.
  void closeWith(FaultKind kind) {
    close();
    recordFault(kind, 0, 0);
  }
  // Starts a new pass. The fault stays, and so does a budget that is unlimited.
  void refillBudget(std::uint64_t budget) {
    if (budgetWords() != kUnlimited) setBudget(budget);
  }
  void liftBudget() { setBudget(kUnlimited); }

 private:
  bool makeRoom(std::uint32_t segments);
  void place(std::uint32_t id, const std::byte* data, std::uint64_t words);

  std::unique_ptr<Segment[]> segments_;  // after the first
  std::unique_ptr<Segment*[]> table_;
  std::uint32_t room_ = 0;
};

}  // namespace internal

class MessageReader {
 public:
  // A reader of nothing: its root is missing.
  MessageReader() = default;
  explicit MessageReader(const ReaderOptions& options) : options_(options) {}
  MessageReader(MessageReader&&) noexcept = default;
  MessageReader& operator=(MessageReader&&) noexcept = default;

  // Opens the framed message that `framed` holds exactly. All views of the former message end.
  // Errors: InvalidArgument (cut off, bytes behind the message), ResourceExhausted (limits); the
  // reader is then one of nothing. Cost: O(segments); allocates only for more segments than this
  // reader has had before. Lifetime: `framed` is borrowed.
  absl::Status reopen(Bytes framed) {
    const std::uint64_t bytes = singleSegmentMessageBytes(framed);
    if (bytes == framed.size() && openSingle(framed.data(), bytes)) [[likely]]
      return absl::OkStatus();
    return reopenSlow(framed, nullptr);
  }
  // The same for the message at the start of `framed`. Returns its size in `usedBytes`.
  absl::Status reopenPrefix(Bytes framed, std::size_t& usedBytes) {
    if (reopenSingle(framed, usedBytes)) [[likely]]
      return absl::OkStatus();
    return reopenSlow(framed, &usedBytes);
  }
  // The same for a message of one segment that is within the limits and all there, as most are.
  // Returns: whether it is one; the reader is otherwise as before.
  bool reopenSingle(Bytes framed, std::size_t& usedBytes) {
    const std::uint64_t bytes = singleSegmentMessageBytes(framed);
    if (bytes > framed.size() || !openSingle(framed.data(), bytes)) [[unlikely]]
      return false;
    usedBytes = static_cast<std::size_t>(bytes);
    return true;
  }
  // Opens segments that came without a table; each must be whole words. Errors: as reopen.
  absl::Status reopenSegments(std::span<const Bytes> segments);
  // Opens one segment that came without a table, as canonical messages do.
  absl::Status reopenFlat(Bytes segment) { return reopenSegments({&segment, 1}); }

  // The root. Lifetime: until the reader is reopened, moved or destroyed.
  template <typename T = AnyPointer>
  ReaderOf<T> getRoot() const& {
    return Pointee<T>::read(root());
  }
  template <typename T = AnyPointer>
  ReaderOf<T> getRoot() const&& = delete;

  // The root pointer; a null one, with a fault, where the message has no word for it.
  PointerReader root() const& {
    const Segment& first = context_.first();
    if (first.begin == first.used) [[unlikely]]
      return refuseRoot();
    return {&first, first.begin, options_.nestingLimit};
  }
  PointerReader root() const&& = delete;

  // What capabilities stand for: see layout/capability.h. Stays attached when the reader is opened
  // anew.
  void setCapabilityTable(CapabilityTable* table) { context_.setCapabilityTable(table); }
  CapabilityTable* capabilityTable() const { return context_.capabilityTable(); }

  // The first thing that was found wrong since opening, and its wording.
  Fault fault() const { return context_.fault(); }
  absl::Status status() const { return fault() ? wordFault() : absl::OkStatus(); }

  // Starts a new pass: the traversal budget is whole again. The fault stays.
  void refillBudget();
  // Walks the whole message; validate.h has the typed way, and what it finds. Starts a new pass;
  // where nothing is wrong the budget is no longer counted down until this reader is reopened.
  // Requires: no other thread reads.
  Validation validate(const TypeRef& type, const ValidateOptions& options);
  // What is left of the budget, in words.
  std::uint64_t budgetWords() const { return context_.budgetWords(); }

  std::uint32_t segmentCount() const { return context_.segmentCount(); }
  std::uint64_t sizeWords() const;
  const ReaderOptions& options() const { return options_; }

 private:
  // Opens a message of one segment. Returns: false where that is above a limit.
  bool openSingle(const std::byte* message, std::uint64_t bytes) {
    const std::uint64_t words = bytes / kBytesPerWord - 1;
    if (words > options_.maxMessageWords || words > kMaxSegmentWords) [[unlikely]]
      return false;
    context_.openOne(message + kBytesPerWord, words, traversalBudget(options_, words));
    return true;
  }
  absl::Status reopenSlow(Bytes framed, std::size_t* usedBytes);
  PointerReader refuseRoot() const;
  absl::Status wordFault() const;

  ReaderOptions options_;
  // Reading charges the budget and keeps the fault: relaxed words that const views may write.
  mutable internal::ReaderContext context_;
};

}  // namespace capstan::inline CAPSTAN_ABI
