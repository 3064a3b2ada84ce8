// SPDX-License-Identifier: Apache-2.0
#include "tests/layout/trees.h"

#include <pthread.h>

#include "capstan/layout/canonical.h"
#include "capstan/layout/to_text.h"

namespace capstan {
namespace {

std::string randomText(Random& random) {
  std::string text(random.below(40), ' ');
  for (char& letter : text) letter = static_cast<char>('a' + random.below(26));
  return text;
}

void fillNumbers(AllTypes::Builder to, Random& random) {
  to.setBoolField(random.flip());
  to.setInt8Field(static_cast<std::int8_t>(random.next()));
  to.setInt64Field(static_cast<std::int64_t>(random.next()));
  to.setFloat64Field(static_cast<double>(random.below(1000)) / 8);
  to.setEnumField(static_cast<test_types::Color>(random.below(6)));
}

void fillFlatLists(AllTypes::Builder to, Random& random) {
  if (random.flip()) to.initVoidList(random.below(5));
  if (random.flip()) {
    auto bools = to.initBoolList(random.below(70));
    for (std::uint32_t i = 0; i < bools.size(); ++i) bools.set(i, random.flip());
  }
  if (random.flip()) {
    auto numbers = to.initInt16List(random.below(9));
    for (std::uint32_t i = 0; i < numbers.size(); ++i) {
      numbers.set(i, static_cast<std::int16_t>(random.next()));
    }
  }
  if (random.flip()) {
    const std::string data = randomText(random);
    to.setDataField(std::as_bytes(std::span(data)));
  }
}

void fillPointerLists(AllTypes::Builder to, Random& random) {
  if (random.flip()) {
    auto texts = to.initTextList(random.below(6));
    for (std::uint32_t i = 0; i < texts.size(); ++i) {
      if (random.flip()) texts.set(i, randomText(random));
    }
  }
  if (random.flip()) {
    auto matrix = to.initInt32Matrix(random.below(4));
    for (std::uint32_t i = 0; i < matrix.size(); ++i) {
      auto row = matrix.init(i, random.below(4));
      for (std::uint32_t j = 0; j < row.size(); ++j) row.set(j, static_cast<std::int32_t>(j));
    }
  }
}

void fillStructs(AllTypes::Builder to, Random& random, int depth) {
  if (random.flip()) fillRandom(to.initStructField(), random, depth);
  if (random.flip()) {
    for (AllTypes::Builder element : to.initStructList(random.below(4))) {
      fillRandom(element, random, depth);
    }
  }
  if (random.below(4) == 0) {
    auto matrix = to.initStructMatrix(2);
    for (AllTypes::Builder element : matrix.init(1, 2)) fillRandom(element, random, depth);
  }
  if (random.below(4) == 0) {
    fillRandom(to.getAnyField().initAs<AllTypes>(), random, depth);
  }
}

void* runWork(void* work) {
  (*static_cast<const std::function<void()>*>(work))();
  return nullptr;
}

}  // namespace

void fillRandom(AllTypes::Builder to, Random& random, int depth) {
  fillNumbers(to, random);
  if (random.flip()) to.setTextField(randomText(random));
  fillFlatLists(to, random);
  fillPointerLists(to, random);
  if (depth != 0) fillStructs(to, random, depth - 1);
}

std::vector<ArenaOptions> allOptions() {
  std::vector<ArenaOptions> all(2);
  all[1].growth = GrowthPolicy::kSingleSegment;
  for (std::uint32_t words : {200u, 40u, 8u, 1u}) {
    ArenaOptions small;
    small.firstSegmentWords = words;
    small.maxSegmentWords = words;
    all.push_back(small);
  }
  return all;
}

std::vector<std::vector<std::byte>> contentOf(MessageBuilder& message) {
  std::vector<std::vector<std::byte>> content;
  for (const auto& segment : message.segments())
    content.emplace_back(segment.begin(), segment.end());
  return content;
}

std::string canonicalText(const AllTypes::Reader& from) {
  const absl::StatusOr<Buffer> canonical = canonicalize(from);
  if (!canonical.ok()) return canonical.status().ToString();
  const std::span<const std::byte> bytes = canonical->bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void buildChain(PointerBuilder root, std::uint32_t count, std::uint16_t pointers,
                std::uint16_t link) {
  PointerBuilder at = root;
  for (std::uint32_t i = 0; i < count; ++i) {
    const StructBuilder node = at.initStruct({1, pointers});
    node.set(DataField<std::uint64_t>{0}, i);
    for (std::uint16_t p = 0; p < pointers; ++p) {
      if (p != link) node.pointer(PointerField{p}).setText("x");
    }
    at = node.pointer(PointerField{link});
  }
}

std::uint32_t chainLength(PointerReader root, std::uint16_t link) {
  std::uint32_t length = 0;
  for (PointerReader at = root; !at.isNull(); ++length) at = at.getStruct().pointer(link);
  return length;
}

// AddressSanitizer makes frames several times as large.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kStackScale = 8;
#else
constexpr std::size_t kStackScale = 1;
#endif

void runOnSmallStack(const std::function<void()>& work, std::size_t stackBytes) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, stackBytes * kStackScale), 0);
  pthread_t thread;
  ASSERT_EQ(
      pthread_create(&thread, &attributes, &runWork, const_cast<std::function<void()>*>(&work)), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

}  // namespace capstan
