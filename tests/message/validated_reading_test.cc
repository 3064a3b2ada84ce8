// SPDX-License-Identifier: Apache-2.0
// After a validation reading writes nothing: it works with the reader's memory write-protected, and
// from many threads at once.
#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <new>
#include <thread>

#include "absl/strings/str_cat.h"
#include "capstan/layout/to_text.h"
#include "capstan/message/validate.h"
#include "tests/message/sample.h"

namespace capstan {
namespace {

// A reader alone on its pages, which can be made read-only.
class PagedReader {
 public:
  PagedReader() {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    sizeBytes_ = (sizeof(MessageReader) + page - 1) / page * page;
    memory_ = mmap(nullptr, sizeBytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) std::abort();
    reader_ = new (memory_) MessageReader();
  }
  ~PagedReader() {
    setWritable(true);
    reader_->~MessageReader();
    munmap(memory_, sizeBytes_);
  }
  PagedReader(const PagedReader&) = delete;
  PagedReader& operator=(const PagedReader&) = delete;

  MessageReader* operator->() { return reader_; }
  MessageReader& operator*() { return *reader_; }
  void setWritable(bool isWritable) {
    const int protection = isWritable ? PROT_READ | PROT_WRITE : PROT_READ;
    if (mprotect(memory_, sizeBytes_, protection) != 0) std::abort();
  }

 private:
  void* memory_;
  std::size_t sizeBytes_;
  MessageReader* reader_;
};

TEST(ValidatedReading, WritesNothingToTheReader) {
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    const auto bytes = sampleBytes(5, 100, options);
    PagedReader reader;
    ASSERT_TRUE(reader->reopen(bytes).ok());
    ASSERT_TRUE(validate<schema::Node>(*reader).ok());
    reader.setWritable(false);
    EXPECT_TRUE(isSample(reader->getRoot<schema::Node>(), 5, 100));
    EXPECT_NE(toText(reader->getRoot<schema::Node>()), "");
    MessageBuilder copy;
    copy.setRoot<schema::Node>(reader->getRoot<schema::Node>());
    EXPECT_TRUE(isSample(copy.getRootReader<schema::Node>(), 5, 100));
    EXPECT_TRUE(reader->status().ok());
  }
}

TEST(ValidatedReading, WritesToAReaderThatWasNotValidated) {
  const auto bytes = sampleBytes(5, 3);
  EXPECT_DEATH(
      {
        PagedReader reader;
        if (!reader->reopen(bytes).ok()) std::_Exit(0);
        reader.setWritable(false);
        reader->getRoot<schema::Node>();
        std::_Exit(0);
      },
      "");
}

TEST(ValidatedReading, FromManyThreadsIsRaceFree) {
  const auto bytes = sampleBytes(5, 200, smallSegments());
  PagedReader reader;
  ASSERT_TRUE(reader->reopen(bytes).ok());
  ASSERT_TRUE(validate<schema::Node>(*reader).ok());
  reader.setWritable(false);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        EXPECT_TRUE(isSample(reader->getRoot<schema::Node>(), 5, 200));
        EXPECT_TRUE(reader->fault() == Fault{});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Before a validation, the same with faults: each thread finds one, and the first is kept.
TEST(ValidatedReading, ManyThreadsMeetOneFault) {
  auto bytes = sampleBytes(5, 50);
  {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    const Text name = reader.getRoot<schema::Node>().getNestedNodes()[7].getName();
    const_cast<char*>(name.data())[name.size()] = 'x';
  }
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        for (const auto& child : reader.getRoot<schema::Node>().getNestedNodes()) child.getName();
        EXPECT_EQ(reader.fault().kind, FaultKind::kTextNotTerminated);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(validate<schema::Node>(reader).message(),
            absl::StrCat("nestedNodes[7].name: ", reader.status().message()));
}

}  // namespace
}  // namespace capstan
