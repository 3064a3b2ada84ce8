// SPDX-License-Identifier: Apache-2.0
// The walk keeps its own stack and knows where it stands in each frame, so that a path is worded
// only where there is a fault. Checks are those of the readers, which leave their fault in the
// message's context; the walk takes it out each time.
#include "capstan/layout/validate.h"

#include <algorithm>

#include "capstan/layout/follow.h"
#include "runtime/layout/field_path.h"
#include "runtime/layout/frame_stack.h"
#include "runtime/layout/plain_type.h"
#include "runtime/layout/tree_bound.h"
#include "runtime/layout/type_ref.h"
#include "runtime/layout/word_map.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

constexpr TypeRef kUnknown = {.kind = TypeKind::kAnyPointer};
// What elements are of whose pointers are all unknown.
constexpr TypeRef kNoPointers = {.kind = TypeKind::kVoid};

// The frames at either end of a stack whose steps a path has.
constexpr std::size_t kPathFrames = 64;

enum class Stage : std::uint8_t {
  kFields,    // the fields of a struct's type
  kGroup,     // the same of a group, in the struct of the frame below
  kPointers,  // the pointers that no field was followed for
  kElements,  // the elements of a list
};

// An object that is not done. Trivial, so that a stack of them costs nothing to make.
struct Frame {
  const Segment* segment;
  const std::byte* data;
  const StructTable* table;  // of the struct, or of the list's elements; null: unknown
  std::uint32_t dataBytes;   // of the struct or of an element
  std::uint32_t stepBytes;   // kElements
  std::uint32_t size;        // kElements
  std::uint32_t next;        // the field, pointer or element behind the one at hand
  std::uint16_t pointers;    // of the struct or of an element
  std::uint16_t depth;
  Stage stage;
  TypeKind elementKind;  // kElements
  std::uint8_t elementListDepth;
  bool isLevel;      // a pointer led here
  bool hasInactive;  // members of a union were passed over
  bool isPlain;      // kElements: see PlainType
  bool isUpgraded;   // kPointers: an element of which the type knows pointer 0

  StructReader object() const { return {segment, data, dataBytes, pointers, depth}; }
  StructReader element(std::uint32_t index) const {
    return {segment, data + std::uint64_t{index} * stepBytes, dataBytes, pointers, below(depth)};
  }
  TypeRef elementType() const {
    return {.kind = elementKind, .listDepth = elementListDepth, .structTable = table};
  }
};

bool isActive(const StructTable& type, const FieldTable& field, const StructReader& object) {
  return field.discriminant == kNoDiscriminant ||
         field.discriminant ==
             object.get(DataField<std::uint16_t>{.offset = type.discriminantOffset});
}

// Whether a field that is no inactive member of a union stands at pointer `index`. Calls itself as
// deep as the schema nests groups.
bool hasField(const StructTable& type, const StructReader& object, std::uint32_t index) {
  return std::any_of(type.fields.begin(), type.fields.end(), [&](const FieldTable& field) {
    if (!isActive(type, field, object)) return false;
    if (field.type.kind == TypeKind::kGroup) {
      return hasField(*field.type.structTable, object, index);
    }
    return isPointer(field.type) && field.offset == index;
  });
}

// Takes the message's fault aside and puts back that or, where there was none, the first one found.
class FaultKeeper {
 public:
  explicit FaultKeeper(MessageContext& message) : message_(message), kept_(message.takeFault()) {}
  FaultKeeper(const FaultKeeper&) = delete;
  FaultKeeper& operator=(const FaultKeeper&) = delete;
  ~FaultKeeper() {
    message_.takeFault();
    if (kept_) message_.recordFault(kept_.kind, kept_.segment, kept_.wordOffset);
  }
  void found(const Fault& fault) {
    if (!kept_) kept_ = fault;
  }

 private:
  MessageContext& message_;
  Fault kept_;
};

class Validator {
 public:
  Validator(const PointerReader& root, const ValidateOptions& options)
      : root_(root),
        options_(options),
        message_(*root.segment()->context),
        keeper_(message_),
        levelsLeft_(root.depth() == kUnlimitedDepth ? messageWords(message_) : kUnlimited) {}

  Validation run(const TypeRef& type) {
    const bool needsMap = options_.findOverlaps || options_.findUnreachable;
    if (needsMap && !map_.open(message_)) {
      refuse(root_, FaultKind::kNoMemory);
    } else {
      if (needsMap) take(*root_.segment(), root_.at(), 1);
      if (!root_.isNull()) visit(root_, type);
      while (!stack_.empty() && !isStopped_) step();
      if (options_.findUnreachable) listUnreachable();
    }
    found_.isComplete = !isStopped_;
    return std::move(found_);
  }

 private:
  // -----------------------------------------------------------------------------------------------
  // Steps: each goes on in the frame at the top, to the next pointer that is not null. Following it
  // may push a frame, which ends references to this one.

  void step() {
    switch (stack_.top().stage) {
      case Stage::kFields:
      case Stage::kGroup:
        return stepFields(stack_.top());
      case Stage::kPointers:
        return stepPointers(stack_.top());
      case Stage::kElements:
        return stepElements(stack_.top());
    }
  }

  void stepFields(Frame& frame) {
    const StructTable& type = *frame.table;
    while (frame.next < type.fields.size()) {
      const FieldTable& field = type.fields[frame.next++];
      const bool isGroup = field.type.kind == TypeKind::kGroup;
      if (!isGroup && !isPointer(field.type)) continue;
      if (!isActive(type, field, frame.object())) {
        frame.hasInactive = true;
        continue;
      }
      if (isGroup) return pushGroup(frame, *field.type.structTable);
      const PointerReader at = frame.object().pointer(static_cast<std::uint16_t>(field.offset));
      if (!at.isNull()) return visit(at, field.type);
    }
    finishFields(frame);
  }

  // The pointers behind those that the type knows are unknown, and so is what inactive members of
  // unions have left in theirs.
  void finishFields(Frame& frame) {
    const bool hasInactive = frame.hasInactive;
    if (frame.stage == Stage::kGroup) {
      pop();
      stack_.top().hasInactive |= hasInactive;
      return;
    }
    frame.stage = Stage::kPointers;
    frame.next = hasInactive ? 0 : frame.table->size.pointers;
  }

  void stepPointers(Frame& frame) {
    const StructReader object = frame.object();
    while (frame.next < frame.pointers) {
      const std::uint32_t index = frame.next++;
      const PointerReader at = object.pointer(static_cast<std::uint16_t>(index));
      if (at.isNull()) continue;
      if (frame.table != nullptr && hasField(*frame.table, object, index)) continue;
      return visit(at, kUnknown);
    }
    pop();
  }

  // Passes over elements in which there is nothing to report.
  static void passPlain(Frame& frame) {
    const PlainType type(*frame.table);
    LeafRun run(*frame.segment);
    while (frame.next < frame.size &&
           type.take(run, frame.element(frame.next).pointerSection(), frame.pointers)) {
      ++frame.next;
    }
  }

  void stepElements(Frame& frame) {
    if (frame.isPlain) passPlain(frame);
    while (frame.next < frame.size) {
      const StructReader element = frame.element(frame.next++);
      const TypeRef type = frame.elementType();
      if (elementSizeOf(type) == ElementSize::kComposite) return pushStruct(element, type, false);
      if (elementSizeOf(type) != ElementSize::kPointer) {
        return pushStruct(element, kUnknown, false);
      }
      const PointerReader first(frame.segment, element.pointerSection(), frame.depth);
      const bool hasMore = frame.pointers > 1;
      if (hasMore) pushUpgraded(element);
      if (!first.isNull() && !isStopped_) return visit(first, type);
      if (hasMore) return;
    }
    pop();
  }

  // -----------------------------------------------------------------------------------------------
  // Following

  // Follows a pointer that is not null as `type`.
  void visit(const PointerReader& at, const TypeRef& type) {
    last_ = at;
    if (type.listDepth != 0) return visitList(at, type);
    switch (type.kind) {
      case TypeKind::kText:
        at.getText();
        accepts(at);
        return;
      case TypeKind::kData:
        at.getData();
        accepts(at);
        return;
      case TypeKind::kStruct:
        return visitStruct(at, type);
      case TypeKind::kInterface:
        return visitCapability(at);
      default:
        return visitUnknown(at);
    }
  }

  void visitStruct(const PointerReader& at, const TypeRef& type) {
    const StructReader object = at.getStruct();
    if (accepts(at)) pushStruct(object, type, true);
  }

  void visitList(const PointerReader& at, const TypeRef& type) {
    TypeRef element = type;
    --element.listDepth;
    const ListReader list = at.getList(elementSizeOf(element));
    if (accepts(at)) pushElements(list, element);
  }

  void visitCapability(const PointerReader& at) {
    std::uint32_t index = 0;
    at.getCapabilityIndex(index);
    accepts(at);
  }

  // What a copy would take: bytes have no level of nesting of their own.
  void visitUnknown(const PointerReader& at) {
    const WirePointer target = peek(at.segment(), at.at()).pointer;
    if (target.kind() == PointerKind::kStruct && !target.isNull()) return visitStruct(at, kUnknown);
    if (target.kind() != PointerKind::kList) {
      accepts(at);
    } else if (target.elementSize() == ElementSize::kByte) {
      at.getData();
      accepts(at);
    } else {
      const ListReader list = at.getAnyList();
      const bool isPointers = list.elementSize() == ElementSize::kPointer;
      if (accepts(at)) pushElements(list, isPointers ? kUnknown : kNoPointers);
    }
  }

  // Whether following the pointer left no fault, and what it leads to is its own.
  bool accepts(const PointerReader& at) {
    if (message_.fault()) [[unlikely]] {
      report(message_.takeFault());
      return false;
    }
    if (map_.isOpen() && !takeTarget(at) && options_.findOverlaps) {  // check: validate-overlap
      refuse(at, FaultKind::kOverlap);
      return false;
    }
    return true;
  }

  // Takes the words that a pointer was found to lead to, landing pads included.
  bool takeTarget(const PointerReader& at) {
    bool isOwn = true;
    const WirePointer pointer = at.word();
    if (pointer.kind() == PointerKind::kFar) {
      const Segment& pads = *message_.segment(pointer.segment());
      isOwn = take(pads, pads.begin + pointer.padOffsetWords() * kBytesPerWord,
                   pointer.isDoubleFar() ? 2 : 1);
    }
    const Target target = peek(at.segment(), at.at());
    if (target.at == nullptr) return isOwn;  // a capability
    return take(*target.segment, target.at, targetWords(target.pointer)) && isOwn;
  }

  bool take(const Segment& segment, const std::byte* at, std::uint64_t words) {
    return map_.take(segment.id, segment.wordOf(at), words);
  }

  // -----------------------------------------------------------------------------------------------
  // Frames

  void pushStruct(const StructReader& object, const TypeRef& type, bool isLevel) {
    if (object.pointers() == 0) return;
    Frame frame = frameOf(object, isLevel);
    frame.table = type.kind == TypeKind::kStruct ? type.structTable : nullptr;
    frame.stage = frame.table != nullptr ? Stage::kFields : Stage::kPointers;
    push(frame);
  }

  void pushGroup(const Frame& parent, const StructTable& group) {
    Frame frame = parent;
    frame.table = &group;
    frame.stage = Stage::kGroup;
    frame.next = 0;
    frame.isLevel = false;
    frame.hasInactive = false;
    push(frame);
  }

  // The pointers of an element of which the type knows pointer 0.
  void pushUpgraded(const StructReader& element) {
    Frame frame = frameOf(element, false);
    frame.isUpgraded = true;
    frame.next = 1;
    push(frame);
  }

  void pushElements(const ListReader& list, const TypeRef& element) {
    if (list.pointers() == 0 || list.size() == 0) return;
    Frame frame = frameOf(
        {list.segment(), list.data(), list.dataBytes(), list.pointers(), list.depth()}, true);
    frame.stage = Stage::kElements;
    frame.table = element.structTable;
    frame.stepBytes = list.stepBytes();
    frame.size = list.size();
    frame.elementKind = element.kind;
    frame.elementListDepth = element.listDepth;
    frame.isPlain = isPlain(list, element);
    push(frame);
  }

  // Whether no element has pointers but texts and data, and the words they take are not of
  // interest.
  bool isPlain(const ListReader& list, const TypeRef& element) const {
    return list.segment() != nullptr && !map_.isOpen() &&
           elementSizeOf(element) == ElementSize::kComposite &&
           list.pointers() <= element.structTable->size.pointers &&
           PlainType(*element.structTable).isPlain();
  }

  // A frame of an object whose pointers are unknown.
  static Frame frameOf(const StructReader& object, bool isLevel) {
    return {.segment = object.segment(),
            .data = object.data(),
            .table = nullptr,
            .dataBytes = object.dataBytes(),
            .stepBytes = 0,
            .size = 0,
            .next = 0,
            .pointers = object.pointers(),
            .depth = object.depth(),
            .stage = Stage::kPointers,
            .elementKind = TypeKind::kVoid,
            .elementListDepth = 0,
            .isLevel = isLevel,
            .hasInactive = false,
            .isPlain = false,
            .isUpgraded = false};
  }

  void push(const Frame& frame) {
    if (frame.isLevel) {
      if (levelsLeft_ == 0) {  // check: validate-cycle
        return refuse(last_, FaultKind::kNestingLimit);
      }
      --levelsLeft_;
    }
    if (!stack_.push(frame)) refuse(last_, FaultKind::kNoMemory);
  }

  void pop() {
    if (stack_.top().isLevel) ++levelsLeft_;
    stack_.pop();
  }

  // -----------------------------------------------------------------------------------------------
  // What is found

  void refuse(const PointerReader& at, FaultKind kind) {
    message_.recordFault(kind, at.segment()->id, at.segment()->wordOf(at.at()));
    report(message_.takeFault());
  }

  void report(const Fault& fault) {
    keeper_.found(fault);
    found_.faults.push_back({.path = path(), .fault = fault});
    isStopped_ = found_.faults.size() >= options_.maxFaults ||
                 fault.kind == FaultKind::kTraversalLimit || fault.kind == FaultKind::kNoMemory;
  }

  std::string path() {
    FieldPath path;
    const std::size_t frames = stack_.size();
    for (std::size_t i = 0; i < frames; ++i) {
      if (i == kPathFrames && frames > 2 * kPathFrames) {
        path.addGap();
        i = frames - kPathFrames;
      }
      addStep(path, stack_[i]);
    }
    return path.take();
  }

  static void addStep(FieldPath& path, const Frame& frame) {
    const std::uint32_t at = frame.next - 1;
    switch (frame.stage) {
      case Stage::kFields:
      case Stage::kGroup:
        return path.addField(frame.table->fields[at].name);
      case Stage::kPointers:
        if (at != 0 || !frame.isUpgraded) path.addPointer(at);
        return;
      case Stage::kElements:
        return path.addElement(at);
    }
  }

  void listUnreachable() {
    for (std::uint32_t id = 0; id < message_.segmentCount(); ++id) {
      const std::uint64_t end = message_.segment(id)->sizeWords();
      for (std::uint64_t word = map_.takenRun(id, 0, end); word < end;
           word += map_.takenRun(id, word, end)) {
        const std::uint64_t words = map_.freeRun(id, word, end);
        if (found_.unreachable.size() < options_.maxUnreachableRuns) {
          found_.unreachable.push_back({.segment = id,
                                        .wordOffset = static_cast<std::uint32_t>(word),
                                        .words = static_cast<std::uint32_t>(words)});
        }
        found_.unreachableWords += words;
        word += words;
      }
    }
  }

  const PointerReader root_;
  PointerReader last_ = root_;  // the last one that was followed
  const ValidateOptions& options_;
  MessageContext& message_;
  FaultKeeper keeper_;
  std::uint64_t levelsLeft_;  // a tree has no more of them than words
  bool isStopped_ = false;
  Validation found_;
  WordMap map_;
  FrameStack<Frame> stack_;
};

}  // namespace
}  // namespace internal

Validation validateTree(const PointerReader& root, const TypeRef& type,
                        const ValidateOptions& options) {
  if (root.segment() == nullptr) return {.isComplete = true};
  return internal::Validator(root, options).run(type);
}

}  // namespace capstan::inline CAPSTAN_ABI
