// SPDX-License-Identifier: Apache-2.0
// Every field of every type of the test schemas, once for both sides.
#include "tests/differential/compare.h"

#include "all_types.capnp.h"
#include "groups.capnp.h"
#include "importing.capnp.h"

#if CAPSTAN_HAVE_ORACLE_LIBRARY
#include "oracle/all_types.capnp.h"
#include "oracle/groups.capnp.h"
#include "oracle/importing.capnp.h"
#include "tests/differential/comparison.h"
#endif

namespace capstan {

std::span<const RootType> rootTypes() {
  using namespace test_types;
  static const RootType kAll[] = {
      {"AllTypes", &AllTypes::kTable},
      {"Defaults", &Defaults::kTable},
      {"Unions", &Unions::kTable},
      {"Older", &Older::kTable},
      {"Newer", &Newer::kTable},
      {"Lists", &Lists::kTable},
      {"Groups", &test_groups::Groups::kTable},
      {"Importing", &test_importing::Importing::kTable},
      {"Inner", &test_importing::Importing::Inner::kTable},
  };
  return kAll;
}

std::vector<const StructTable*> rootTables() {
  std::vector<const StructTable*> tables;
  for (const RootType& type : rootTypes()) tables.push_back(type.table);
  return tables;
}

#if CAPSTAN_HAVE_ORACLE_LIBRARY
namespace differential {

// The same type on both sides, as a Pair of readers.
#define PAIR_OF(type) const Pair<type::Reader, oracle::type::Reader>&
// A value, a pointer, and a member of a union.
#define VALUE(Name) c.field(#Name, at, [](const auto& from) { return from.get##Name(); })
#define POINTER(Name)                                                             \
  c.presence("has" #Name, at, [](const auto& from) { return from.has##Name(); }); \
  VALUE(Name)
#define MEMBER(Name) \
  if (at.ours.is##Name()) VALUE(Name)
#define POINTER_MEMBER(Name) \
  if (at.ours.is##Name()) {  \
    POINTER(Name);           \
  }
#define WHICH() c.field("which", at, [](const auto& from) { return from.which(); })

void compareFields(Comparison& c, PAIR_OF(test_types::AllTypes) at) {
  VALUE(VoidField);
  VALUE(BoolField);
  VALUE(Int8Field);
  VALUE(Int16Field);
  VALUE(Int32Field);
  VALUE(Int64Field);
  VALUE(Uint8Field);
  VALUE(Uint16Field);
  VALUE(Uint32Field);
  VALUE(Uint64Field);
  VALUE(Float32Field);
  VALUE(Float64Field);
  VALUE(EnumField);
  POINTER(TextField);
  POINTER(DataField);
  POINTER(AnyField);
  POINTER(VoidList);
  POINTER(BoolList);
  POINTER(Int8List);
  POINTER(Int16List);
  POINTER(Int32List);
  POINTER(Int64List);
  POINTER(Uint8List);
  POINTER(Uint16List);
  POINTER(Uint32List);
  POINTER(Uint64List);
  POINTER(Float32List);
  POINTER(Float64List);
  POINTER(TextList);
  POINTER(DataList);
  POINTER(EnumList);
  POINTER(Int32Matrix);
  POINTER(TextMatrix);
  POINTER(StructField);
  POINTER(StructList);
  POINTER(StructMatrix);
}

void compareFields(Comparison& c, PAIR_OF(test_types::Defaults) at) {
  VALUE(BoolField);
  VALUE(Int8Field);
  VALUE(Int16Field);
  VALUE(Int32Field);
  VALUE(Int64Field);
  VALUE(Uint8Field);
  VALUE(Uint16Field);
  VALUE(Uint32Field);
  VALUE(Uint64Field);
  VALUE(Float32Field);
  VALUE(Float64Field);
  VALUE(EnumField);
  VALUE(NotANumber);
  VALUE(Infinite);
  POINTER(TextField);
  POINTER(DataField);
  POINTER(StructField);
  POINTER(VoidList);
  POINTER(BoolList);
  POINTER(Int8List);
  POINTER(Int64List);
  POINTER(Float64List);
  POINTER(TextList);
  POINTER(DataList);
  POINTER(StructList);
  POINTER(EnumList);
  POINTER(Int32Matrix);
}

void compareFields(Comparison& c, PAIR_OF(test_types::Unions::Shape::Box) at) {
  VALUE(Width);
  VALUE(Height);
  POINTER(Name);
}

void compareFields(Comparison& c, PAIR_OF(test_types::Unions::Shape) at) {
  WHICH();
  MEMBER(Circle);
  MEMBER(Square);
  POINTER_MEMBER(Label);
  MEMBER(Box);
  MEMBER(Nothing);
}

void compareFields(Comparison& c, PAIR_OF(test_types::Unions::Place) at) {
  POINTER(Street);
  VALUE(Number);
  VALUE(Flag);
}

void compareFields(Comparison& c, PAIR_OF(test_types::Unions) at) {
  VALUE(Before);
  VALUE(Shape);
  VALUE(Place);
  WHICH();
  MEMBER(Number);
  POINTER_MEMBER(Text);
  POINTER_MEMBER(List);
  POINTER_MEMBER(Self);
  POINTER_MEMBER(Any);
  MEMBER(Color);
  VALUE(After);
}

void compareFields(Comparison& c, PAIR_OF(test_types::Older) at) {
  VALUE(Id);
  POINTER(Name);
}

void compareFields(Comparison& c, PAIR_OF(test_types::Newer) at) {
  VALUE(Id);
  POINTER(Name);
  VALUE(Extra);
  POINTER(More);
  POINTER(Children);
}

void compareFields(Comparison& c, PAIR_OF(test_types::Lists) at) {
  POINTER(Olders);
  POINTER(Newers);
  POINTER(Bytes);
  POINTER(Words);
  POINTER(Texts);
}

void compareFields(Comparison& c, PAIR_OF(test_groups::Groups::Kind::Small) at) {
  VALUE(A);
  VALUE(B);
}

void compareFields(Comparison& c, PAIR_OF(test_groups::Groups::Kind::Large::Inner::R) at) {
  VALUE(S);
  POINTER(T);
}

void compareFields(Comparison& c, PAIR_OF(test_groups::Groups::Kind::Large::Inner) at) {
  WHICH();
  MEMBER(P);
  MEMBER(Q);
  MEMBER(R);
}

void compareFields(Comparison& c, PAIR_OF(test_groups::Groups::Kind::Large) at) {
  VALUE(X);
  POINTER(Y);
  VALUE(Inner);
}

void compareFields(Comparison& c, PAIR_OF(test_groups::Groups::Kind::Pair) at) {
  POINTER(First);
  POINTER(Second);
}

void compareFields(Comparison& c, PAIR_OF(test_groups::Groups::Kind) at) {
  WHICH();
  MEMBER(Nothing);
  MEMBER(Small);
  MEMBER(Large);
  MEMBER(Pair);
}

void compareFields(Comparison& c, PAIR_OF(test_groups::Groups::Plain::Nested) at) {
  VALUE(Deep);
  POINTER(Deeper);
}

void compareFields(Comparison& c, PAIR_OF(test_groups::Groups::Plain) at) {
  VALUE(Left);
  POINTER(Right);
  VALUE(Nested);
}

void compareFields(Comparison& c, PAIR_OF(test_groups::Groups) at) {
  VALUE(Kind);
  VALUE(After);
  VALUE(Plain);
}

void compareFields(Comparison& c, PAIR_OF(test_importing::Importing::Inner) at) {
  POINTER(Colors);
  POINTER(Matrix);
}

void compareFields(Comparison& c, PAIR_OF(test_importing::Importing) at) {
  VALUE(Color);
  POINTER(Everything);
  POINTER(Groups);
  POINTER(Newer);
}

// An AnyPointer is read as what it looks like, or as a struct.
void compareFields(Comparison& c, const Pair<AnyPointer::Reader, capnp::AnyPointer::Reader>& at) {
  const auto as = [&]<typename Ours, typename Theirs>(const char* name) {
    c.field(name, at, [](const auto& from) {
      if constexpr (std::is_same_v<decltype(from), const AnyPointer::Reader&>) {
        return from.template getAs<Ours>();
      } else {
        return from.template getAs<Theirs>();
      }
    });
  };
  const WirePointer pointer = at.ours.raw().word();
  c.presence("isNull", at, [](const auto& from) { return from.isNull(); });
  if (pointer.kind() != PointerKind::kList) {
    return as.template operator()<test_types::Newer, oracle::test_types::Newer>("as Newer");
  }
  if (pointer.elementSize() == ElementSize::kByte) {
    as.template operator()<Text, capnp::Text>("as Text");
    return as.template operator()<Data, capnp::Data>("as Data");
  }
  as.template operator()<List<test_types::Newer>, capnp::List<oracle::test_types::Newer>>(
      "as List(Newer)");
  as.template operator()<List<std::uint16_t>, capnp::List<std::uint16_t>>("as List(UInt16)");
}

#undef PAIR_OF
#undef VALUE
#undef POINTER
#undef MEMBER
#undef POINTER_MEMBER
#undef WHICH

}  // namespace differential

namespace {

using differential::Comparison;

// By the index of rootTypes().
void compareRoot(std::size_t type, Comparison& c) {
  switch (type) {
    case 0:
      return c.root<test_types::AllTypes, oracle::test_types::AllTypes>();
    case 1:
      return c.root<test_types::Defaults, oracle::test_types::Defaults>();
    case 2:
      return c.root<test_types::Unions, oracle::test_types::Unions>();
    case 3:
      return c.root<test_types::Older, oracle::test_types::Older>();
    case 4:
      return c.root<test_types::Newer, oracle::test_types::Newer>();
    case 5:
      return c.root<test_types::Lists, oracle::test_types::Lists>();
    case 6:
      return c.root<test_groups::Groups, oracle::test_groups::Groups>();
    case 7:
      return c.root<test_importing::Importing, oracle::test_importing::Importing>();
    default:
      return c.root<test_importing::Importing::Inner, oracle::test_importing::Importing::Inner>();
  }
}

}  // namespace

// The reference's ExceptionCallback must stand on the real stack: AddressSanitizer gives the locals
// of what it instruments a stack of its own (detect_stack_use_after_return).
[[gnu::no_sanitize_address]] std::string compareReads(std::size_t type,
                                                      std::span<const support::Words> segments,
                                                      const CompareLimits& limits,
                                                      CompareTally& tally) {
  Comparison comparison(segments, limits, tally);
  compareRoot(type, comparison);
  return comparison.difference();
}

#else

std::string compareReads(std::size_t, std::span<const support::Words>, const CompareLimits&,
                         CompareTally&) {
  return "the reference's library is not installed";
}

#endif

}  // namespace capstan
