// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/layout_check.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// Bits [begin, end) of the data section, or pointers behind it: both sections are one line.
struct Span {
  std::uint64_t begin;
  std::uint64_t end;
  const Declaration* owner;
};

constexpr std::uint64_t kPointersBegin = std::uint64_t{1} << 40;
constexpr unsigned kTagBits = 16;

bool isBefore(const Span& a, const Span& b) { return a.begin < b.begin; }

class OverlapFinder {
 public:
  explicit OverlapFinder(const Node& root)
      : dataBits_(std::uint64_t{root.dataWords} * 64), pointers_(root.pointers) {}

  const Declaration* run(const Node& root) {
    spansOf(root);
    return overlap_;
  }

 private:
  // What a struct or group takes, in order and without overlaps.
  std::vector<Span> spansOf(const Node& node) {
    std::vector<Span> apart;
    apart.reserve(node.fields.size() + 1);
    std::vector<Span> members;  // of the union, which may overlap each other
    for (const Field& field : node.fields) {
      std::vector<Span>& to = field.discriminant == kNoDiscriminant ? apart : members;
      if (field.group != nullptr) {
        std::vector<Span> inner = spansOf(*field.group);
        to.insert(to.end(), inner.begin(), inner.end());
      } else {
        addField(field, to);
      }
    }
    if (node.discriminantCount > 0) {
      std::uint64_t begin = std::uint64_t{node.discriminantOffset} * kTagBits;
      addSpan({begin, begin + kTagBits, node.declaration}, dataBits_, apart);
    }
    std::sort(members.begin(), members.end(), isBefore);
    merge(members);
    apart.insert(apart.end(), members.begin(), members.end());
    std::sort(apart.begin(), apart.end(), isBefore);
    for (std::size_t i = 1; i < apart.size(); ++i) {
      if (apart[i].begin < apart[i - 1].end) report(apart[i]);
    }
    merge(apart);
    return apart;
  }

  void addField(const Field& field, std::vector<Span>& to) {
    TypeKind kind = field.type.kind;
    if (kind == TypeKind::kVoid || kind == TypeKind::kUnknown) return;
    if (isPointer(kind)) {
      std::uint64_t begin = kPointersBegin + field.offset;
      return addSpan({begin, begin + 1, field.declaration}, kPointersBegin + pointers_, to);
    }
    std::uint64_t width = std::uint64_t{1} << widthLog2(kind);
    addSpan({field.offset * width, (field.offset + 1) * width, field.declaration}, dataBits_, to);
  }

  void addSpan(const Span& span, std::uint64_t sectionEnd, std::vector<Span>& to) {
    if (span.end > sectionEnd) report(span);
    to.push_back(span);
  }

  // Joins what touches or overlaps. Requires: the spans are in order.
  static void merge(std::vector<Span>& spans) {
    std::size_t count = 0;
    for (const Span& span : spans) {
      if (count == 0 || span.begin > spans[count - 1].end) {
        spans[count++] = span;
      } else {
        spans[count - 1].end = std::max(spans[count - 1].end, span.end);
      }
    }
    spans.erase(spans.begin() + static_cast<std::ptrdiff_t>(count), spans.end());
  }

  void report(const Span& span) {
    if (overlap_ == nullptr) overlap_ = span.owner;
  }

  std::uint64_t dataBits_;
  std::uint64_t pointers_;
  const Declaration* overlap_ = nullptr;
};

}  // namespace

const Declaration* findOverlap(const Node& node) { return OverlapFinder(node).run(node); }

}  // namespace capstan::inline CAPSTAN_ABI::compiler
