// SPDX-License-Identifier: Apache-2.0
// Whatever is done with orphans, running out of memory on the way leaves all of them, and what they
// were to go into, as they were.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "capstan/arena/exhaustion.h"
#include "capstan/layout/to_text.h"
#include "tests/layout/trees.h"

namespace capstan {
namespace {

using test_types::Newer;
using test_types::Older;

// A message with a tree, and orphans of every kind beside it.
class World {
 public:
  explicit World(const ArenaOptions& options) : message(options) {
    root = message.initRoot<AllTypes>();
    root.setTextField("the root's text");
    root.initStructField().setTextField("the root's child");
    tree = message.newOrphan<AllTypes>();
    tree.getBuilder().setTextField("the orphan's text");
    tree.getBuilder().initStructList(2)[1].setTextField("below the orphan");
    texts = message.newOrphan<List<Text>>(3);
    for (std::uint32_t i = 0; i < 3; ++i) texts.getBuilder().set(i, "one of the texts");
    structs = message.newOrphan<List<Older>>(3);
    for (Older::Builder each : structs.getBuilder()) each.setName("one of the structs");
    numbers = message.newOrphan<List<std::uint16_t>>(5);
    numbers.getBuilder().set(4, 1234);
    older = message.newOrphan<Older>();
    older.getBuilder().setName("of the older schema");
    others = message.newOrphan<List<Older>>(2);
    others.getBuilder()[1].setName("another");
    behind = message.newOrphan<Data>(8);  // so that none of them is the last of the message
  }

  // All that there is, as text.
  std::string content() const {
    std::string all = toText(root.asReader()) + toText(tree.getReader()) + "\n";
    for (const Text each : texts.getReader()) all += std::string(each) + "\n";
    for (const Older::Reader each : structs.getReader()) all += toText(each);
    for (const std::uint16_t each : numbers.getReader()) all += std::to_string(each) + " ";
    for (const Older::Reader each : others.getReader()) all += toText(each);
    return all + toText(older.getReader());
  }

  MessageBuilder message;
  AllTypes::Builder root;
  Orphan<AllTypes> tree;
  Orphan<List<Text>> texts;
  Orphan<List<Older>> structs;
  Orphan<List<std::uint16_t>> numbers;
  Orphan<Older> older;
  Orphan<Data> behind;
  Orphan<List<Older>> others;  // in another segment, where there are some
};

// Builds in an orphan as another type. Where that fails the orphan keeps its type, too.
template <typename To, typename From>
void buildAs(Orphan<From>& orphan) {
  auto other = Orphan<AnyPointer>(std::move(orphan)).releaseAs<To>();
  struct Back {
    Orphan<From>& to;
    Orphan<To>& from;
    ~Back() { to = Orphan<AnyPointer>(std::move(from)).template releaseAs<From>(); }
  } const back{orphan, other};
  (void)other.getBuilder();
}

struct Operation {
  const char* name;
  std::function<void(World&)> run;
};

const std::vector<Operation>& operations() {
  static const std::vector<Operation> kAll = {
      {"adopt", [](World& w) { w.root.adoptStructField(std::move(w.tree)); }},
      {"adopt a list", [](World& w) { w.root.adoptTextList(std::move(w.texts)); }},
      {"adopt as root", [](World& w) { w.message.adoptRoot(std::move(w.older)); }},
      {"adopt into an orphan",
       [](World& w) { w.tree.getBuilder().adoptTextList(std::move(w.texts)); }},
      {"move over an element",
       [](World& w) { w.others.getBuilder().adoptTruncating(1, std::move(w.older)); }},
      {"new struct", [](World& w) { (void)w.message.newOrphan<AllTypes>(); }},
      {"new list", [](World& w) { (void)w.message.newOrphan<List<Newer>>(9); }},
      {"new text", [](World& w) { (void)w.message.newOrphanCopy<Text>("some new text"); }},
      {"copy", [](World& w) { (void)w.message.newOrphanCopy<AllTypes>(w.tree.getReader()); }},
      {"extend pointers", [](World& w) { w.texts.extend(9); }},
      {"extend structs", [](World& w) { w.structs.extend(9); }},
      {"extend numbers", [](World& w) { w.numbers.extend(90); }},
      {"grow a struct", [](World& w) { buildAs<Newer>(w.older); }},
      {"grow structs", [](World& w) { buildAs<List<Newer>>(w.structs); }},
      {"texts as structs", [](World& w) { buildAs<List<Newer>>(w.texts); }},
      {"numbers as structs", [](World& w) { buildAs<List<Newer>>(w.numbers); }},
      {"concat",
       [](World& w) {
         const auto list = w.structs.getReader();
         (void)w.message.orphanage().newOrphanConcat<Older>({list, list});
       }},
  };
  return kAll;
}

// The least limit that leaves room for a world: a limited message opens smaller segments.
std::uint64_t leastWords(ArenaOptions options) {
  for (options.maxMessageWords = World(options).message.sizeWords();; ++options.maxMessageWords) {
    try {
      const World world(options);
      return options.maxMessageWords;
    } catch (const ArenaExhausted&) {
      continue;
    }
  }
}

// Returns: whether there was memory for it.
bool tryRun(const Operation& operation, const ArenaOptions& options) {
  World world(options);
  const std::string before = world.content();
  const std::uint64_t wordsBefore = world.message.sizeWords();
  try {
    operation.run(world);
    return true;
  } catch (const ArenaExhausted&) {
    EXPECT_EQ(world.content(), before);
    // The word for the landing pad of what was made and dropped again may be lost.
    EXPECT_LE(world.message.sizeWords(), wordsBefore + 1);
    EXPECT_FALSE(world.message.arena().fault());
    return false;
  }
}

TEST(OrphanExhaustion, LeavesEverythingIntactAtEveryAllocation) {
  if constexpr (!kExceptions) GTEST_SKIP() << "exhaustion does not throw in this build";
  for (ArenaOptions options : allOptions()) {
    const std::uint64_t least = leastWords(options);
    for (const Operation& operation : operations()) {
      std::uint64_t extra = 0;
      for (; extra < 1000; ++extra) {
        SCOPED_TRACE(testing::Message() << operation.name << " with " << extra << " words more");
        options.maxMessageWords = least + extra;
        if (tryRun(operation, options) || HasFailure()) break;
      }
      // Adoption in one segment is the only thing that takes no memory.
      const bool isAdoption = std::string_view(operation.name).starts_with("adopt") ||
                              std::string_view(operation.name).starts_with("move");
      EXPECT_TRUE(extra != 0 || isAdoption) << operation.name;
      EXPECT_LT(extra, 1000u) << operation.name;
    }
  }
}

TEST(OrphanExhaustion, DisowningAndDroppingTakeNoMemory) {
  if constexpr (!kExceptions) GTEST_SKIP() << "exhaustion does not throw in this build";
  for (ArenaOptions options : allOptions()) {
    options.maxMessageWords = leastWords(options);
    World world(options);
    auto child = world.root.disownStructField();
    EXPECT_EQ(child.getReader().getTextField(), "the root's child");
    auto whole = world.message.disownRoot<AllTypes>();
    EXPECT_EQ(whole.getReader().getTextField(), "the root's text");
    world.texts.truncate(1);
    world.numbers.truncate(1);
    world.tree = {};
    EXPECT_EQ(world.texts.getReader()[0], "one of the texts");
  }
}

}  // namespace
}  // namespace capstan
