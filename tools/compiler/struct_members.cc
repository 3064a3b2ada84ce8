// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/struct_members.h"

#include <array>
#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <memory_resource>
#include <utility>

#include "tools/compiler/ids.h"
#include "tools/compiler/layout_check.h"
#include "tools/compiler/ordinals.h"
#include "tools/compiler/union_layout.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

using Kind = DeclarationKind;

// A union, named or not.
struct UnionState {
  explicit UnionState(SectionLayout& parent) : layout(parent) {}

  UnionLayout layout;
  Node* node = nullptr;  // whose fields the members are
  std::uint16_t members = 0;
};

// A field, group or named union.
struct Member {
  const Declaration* declaration = nullptr;
  Member* parent = nullptr;        // the group or named union around it
  Node* owner = nullptr;           // whose field it is
  Node* group = nullptr;           // its own node, if it is a group or named union
  UnionState* inUnion = nullptr;   // whose direct member it is
  UnionState* ownUnion = nullptr;  // of named unions
  SectionLayout* layout = nullptr;
  std::uint16_t codeOrder = 0;
  bool isAdded = false;
};

class StructBuilder {
 public:
  StructBuilder(Node& node, Resolver& resolver, Diagnostics& diagnostics)
      : root_(node), resolver_(resolver), diagnostics_(diagnostics) {}

  void run() {
    std::uint16_t codeOrder = 0;
    collect(*root_.declaration, root_, nullptr, layout_, nullptr, codeOrder);
    sortByOrdinal(ordered_, [](const Member* member) { return member->declaration; });
    std::vector<const Declaration*> declarations;
    declarations.reserve(ordered_.size());
    for (const Member* member : ordered_) declarations.push_back(member->declaration);
    checkOrdinals(*root_.declaration, declarations, *root_.module->source, diagnostics_);
    for (Member* member : ordered_) addOrdered(*member);
    finish();
  }

 private:
  void collect(const Declaration& scope, Node& owner, Member* parent, SectionLayout& layout,
               UnionState* inUnion, std::uint16_t& codeOrder);
  void collectMember(const Declaration& declaration, Node& owner, Member* parent,
                     SectionLayout& layout, UnionState* inUnion, std::uint16_t codeOrder);
  UnionState& makeUnion(Node& node, SectionLayout& parent);
  Node& makeGroup(Member& member);

  void addOrdered(Member& member);
  void addToOwner(Member& member);
  std::uint32_t place(const Type& type, SectionLayout& layout);
  void finish();
  void finishNode(Node& node);
  void checkUnionOrdinal(const Member& member);

  Node& root_;
  Resolver& resolver_;
  Diagnostics& diagnostics_;
  StructLayout layout_;
  // What building takes is given back at once; of most structs it fits the first bytes.
  std::array<std::byte, 4096> firstBytes_;
  std::pmr::monotonic_buffer_resource memory_{firstBytes_.data(), firstBytes_.size()};
  std::pmr::deque<Member> members_{&memory_};
  // Lists: most structs have no union, and an empty list takes no memory.
  std::pmr::list<UnionState> unions_{&memory_};
  std::pmr::list<UnionBranch> branches_{&memory_};
  std::pmr::vector<Member*> ordered_{&memory_};  // those with an ordinal
};

// Members of an unnamed union belong to the scope around it and are counted with the others there.
void StructBuilder::collect(const Declaration& scope, Node& owner, Member* parent,
                            SectionLayout& layout, UnionState* inUnion, std::uint16_t& codeOrder) {
  owner.fields.reserve(owner.fields.size() + scope.children.size());
  for (const auto& child : scope.children) {
    bool isMember = child->kind == Kind::kField || child->kind == Kind::kUnion ||
                    child->kind == Kind::kGroup || child->kind == Kind::kParameter;
    if (!isMember) continue;
    if (child->kind == Kind::kUnion && child->name.text.empty()) {
      if (inUnion != nullptr) {  // reported as misplaced
        collect(*child, owner, parent, layout, inUnion, codeOrder);
        continue;
      }
      UnionState& state = makeUnion(owner, layout);
      collect(*child, owner, parent, layout, &state, codeOrder);
    } else {
      collectMember(*child, owner, parent, layout, inUnion, codeOrder++);
    }
  }
}

void StructBuilder::collectMember(const Declaration& declaration, Node& owner, Member* parent,
                                  SectionLayout& layout, UnionState* inUnion,
                                  std::uint16_t codeOrder) {
  Member& member = members_.emplace_back();
  member.declaration = &declaration;
  member.parent = parent;
  member.owner = &owner;
  member.inUnion = inUnion;
  member.layout = inUnion == nullptr ? &layout : &branches_.emplace_back(inUnion->layout);
  member.codeOrder = codeOrder;
  if (declaration.ordinal != nullptr) ordered_.push_back(&member);
  if (declaration.kind == Kind::kField || declaration.kind == Kind::kParameter) return;

  Node& group = makeGroup(member);
  if (declaration.kind == Kind::kUnion) member.ownUnion = &makeUnion(group, *member.layout);
  std::uint16_t innerOrder = 0;
  collect(declaration, group, &member, *member.layout, member.ownUnion, innerOrder);
}

UnionState& StructBuilder::makeUnion(Node& node, SectionLayout& parent) {
  UnionState& state = unions_.emplace_back(parent);
  state.node = &node;
  return state;
}

Node& StructBuilder::makeGroup(Member& member) {
  auto group = std::make_unique<Node>();
  group->kind = NodeKind::kStruct;
  group->isGroup = true;
  group->declaration = member.declaration;
  group->module = root_.module;
  group->parent = member.owner;
  group->isGeneric = root_.isGeneric;
  setDisplayName(*group, *member.owner, member.declaration->name.text);
  group->typeStage = Stage::kDone;
  member.group = group.get();
  root_.innerNodes.push_back(std::move(group));
  return *member.group;
}

// Requires: members come in ascending order of ordinals.
void StructBuilder::addOrdered(Member& member) {
  addToOwner(member);
  if (member.ownUnion != nullptr) {
    checkUnionOrdinal(member);
    member.ownUnion->layout.addTag();
    return;
  }
  Type type = resolver_.resolveType(*member.declaration->type, root_);
  std::uint32_t offset = place(type, *member.layout);
  // The field is the last of its owner: it was just added.
  Field& field = member.owner->fields.back();
  field.type = std::move(type);
  field.offset = offset;
}

// Makes the member's field, after those of the groups around it: a group stands where its lowest
// ordinal does.
void StructBuilder::addToOwner(Member& member) {
  if (std::exchange(member.isAdded, true)) return;
  if (member.parent != nullptr) addToOwner(*member.parent);
  auto index = static_cast<std::uint16_t>(member.owner->fields.size());
  Field& field = member.owner->fields.emplace_back();
  field.declaration = member.declaration;
  field.codeOrder = member.codeOrder;
  if (member.declaration->ordinal != nullptr) {
    field.ordinal = static_cast<std::uint16_t>(member.declaration->ordinal->value);
  }
  if (member.inUnion != nullptr) field.discriminant = member.inUnion->members++;
  if (member.group == nullptr) return;
  field.group = member.group;
  member.group->id = groupId(member.owner->id, index);
}

std::uint32_t StructBuilder::place(const Type& type, SectionLayout& layout) {
  if (type.kind == TypeKind::kVoid || type.kind == TypeKind::kUnknown) {
    layout.addVoid();
    return 0;
  }
  return isPointer(type.kind) ? layout.addPointer() : layout.addData(widthLog2(type.kind));
}

void StructBuilder::finish() {
  for (UnionState& state : unions_) {
    state.layout.addTag();
    state.node->discriminantCount = state.members;
    state.node->discriminantOffset = state.layout.tagOffset();
  }
  constexpr std::uint32_t kMaxSection = 0xffff;
  bool fits = layout_.dataWords() <= kMaxSection && layout_.pointers() <= kMaxSection;
  finishNode(root_);
  for (const auto& group : root_.innerNodes) finishNode(*group);
  if (!fits) {
    resolver_.error(root_, root_.declaration->name.range,
                    "this struct is too large: a section has at most 65535 words");
  } else if (const Declaration* overlap = findOverlap(root_)) {
    resolver_.error(root_, overlap->name.range,
                    "the compiler gave a place twice; this is a mistake of its own: please report "
                    "it with this schema");
  }
}

void StructBuilder::finishNode(Node& node) {
  node.dataWords = static_cast<std::uint16_t>(layout_.dataWords());
  node.pointers = static_cast<std::uint16_t>(layout_.pointers());
}

// An ordinal of its own says where the union was made around one existing field.
void StructBuilder::checkUnionOrdinal(const Member& member) {
  if (member.ownUnion->members <= 1) return;
  resolver_.error(root_, member.declaration->ordinal->range,
                  "the ordinal of a union is greater than that of at most one of its members: "
                  "only one field can have existed before the union");
}

}  // namespace

void buildStruct(Node& node, Resolver& resolver, Diagnostics& diagnostics) {
  StructBuilder(node, resolver, diagnostics).run();
}

void buildEnum(Node& node, Diagnostics& diagnostics) {
  std::uint16_t codeOrder = 0;
  for (const auto& child : node.declaration->children) {
    if (child->kind != Kind::kEnumerant || child->ordinal == nullptr) continue;
    node.enumerants.push_back({child, codeOrder++, {}});
  }
  sortByOrdinal(node.enumerants, [](const Enumerant& enumerant) { return enumerant.declaration; });
  std::vector<const Declaration*> declarations;
  for (const Enumerant& enumerant : node.enumerants) {
    declarations.push_back(enumerant.declaration);
  }
  checkOrdinals(*node.declaration, declarations, *node.module->source, diagnostics);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
