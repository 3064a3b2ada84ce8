# SPDX-License-Identifier: Apache-2.0
# Schemas as messages: what a compiler hands to a code generator.
#
# A code generator is a program that reads one CodeGeneratorRequest from its standard input and
# writes files into its current directory. Import as "/capnp/schema.capnp".

@0xa93fc509624c72d9;

using Cxx = import "/capnp/c++.capnp";

$Cxx.namespace("capnp::schema");

using Id = UInt64;
# Names a file, type, constant or annotation for ever. The top bit is set.

struct Node {
  # One file, type, group, constant or annotation.

  id @0 :Id;

  displayName @1 :Text;
  # For people and messages: the file's name, a colon, the names of the scopes and of the node.

  displayNamePrefixLength @2 :UInt32;
  # How many leading bytes of the display name to leave out to have only the node's own name.

  scopeId @3 :Id;
  # The node that this one is declared in; 0 for a file. Parameter and result structs of methods
  # have 0 too.

  parameters @32 :List(Parameter);
  # The names of a generic type's own parameters.

  isGeneric @33 :Bool;
  # The node or one of the scopes around it has parameters.

  struct Parameter {
    name @0 :Text;
  }

  nestedNodes @4 :List(NestedNode);
  # What is declared inside, in the order of the text. Groups and aliases are not listed.

  struct NestedNode {
    name @0 :Text;
    # Without any prefix.

    id @1 :Id;
  }

  annotations @5 :List(Annotation);

  union {
    file @6 :Void;

    struct :group {
      dataWordCount @7 :UInt16;
      pointerCount @8 :UInt16;

      preferredListEncoding @9 :ElementSize;
      # inlineComposite in everything that is written today.

      isGroup @10 :Bool;
      # The node is a group: its fields live in the sections of the struct around it, and the
      # two sizes are those of that struct.

      discriminantCount @11 :UInt16;
      # How many fields are members of the unnamed union; 0 without one, else at least 2.

      discriminantOffset @12 :UInt32;
      # Where the union's tag is, in units of 16 bits.

      fields @13 :List(Field);
      # In ascending order of ordinals; a group counts as its lowest one.
    }

    enum :group {
      enumerants @14 :List(Enumerant);
      # The position is the numeric value.
    }

    interface :group {
      methods @15 :List(Method);
      # The position is the number on the wire.

      superclasses @31 :List(Superclass);
    }

    const :group {
      type @16 :Type;
      value @17 :Value;
    }

    annotation :group {
      type @18 :Type;

      targetsFile @19 :Bool;
      targetsConst @20 :Bool;
      targetsEnum @21 :Bool;
      targetsEnumerant @22 :Bool;
      targetsStruct @23 :Bool;
      targetsField @24 :Bool;
      targetsUnion @25 :Bool;
      targetsGroup @26 :Bool;
      targetsInterface @27 :Bool;
      targetsMethod @28 :Bool;
      targetsParam @29 :Bool;
      targetsAnnotation @30 :Bool;
    }
  }

  struct SourceInfo {
    # What the text says about a node beside its meaning.

    id @0 :Id;
    # The node that this is about.

    docComment @1 :Text;

    members @2 :List(Member);
    # One for each field, enumerant or method, in the order of the node's list.

    struct Member {
      docComment @0 :Text;

      startByte @1 :UInt32;
      # The member's declaration covers [startByte, endByte) of the file.

      endByte @2 :UInt32;
    }

    startByte @3 :UInt32;
    # The declaration covers [startByte, endByte) of the file.

    endByte @4 :UInt32;
  }
}

struct Field {
  # A member of a struct or group.

  name @0 :Text;

  codeOrder @1 :UInt16;
  # The position in the text among the members of the same scope.

  annotations @2 :List(Annotation);

  const noDiscriminant :UInt16 = 0xffff;

  discriminantValue @3 :UInt16 = Field.noDiscriminant;
  # The tag's value while this field is the active member of the union; noDiscriminant outside
  # of a union.

  union {
    slot :group {
      # An ordinary field.

      offset @4 :UInt32;
      # From the start of its section, in units of the field's own size.

      type @5 :Type;
      defaultValue @6 :Value;

      hadExplicitDefault @10 :Bool;
      # The text gives the default, be it the same as the type's own.
    }

    group :group {
      # A group, or a named union (a group that has nothing but an unnamed union).

      typeId @7 :Id;
      # The group's node.
    }
  }

  ordinal :union {
    implicit @8 :Void;
    explicit @9 :UInt16;
    # The number as written.
  }
}

struct Enumerant {
  name @0 :Text;

  codeOrder @1 :UInt16;
  # The position in the text.

  annotations @2 :List(Annotation);
}

struct Superclass {
  id @0 :Id;
  brand @1 :Brand;
}

struct Method {
  name @0 :Text;

  codeOrder @1 :UInt16;
  # The position in the text.

  implicitParameters @7 :List(Node.Parameter);
  # Type parameters of the method itself.

  paramStructType @2 :Id;
  # The struct of the parameters; made for the method (scopeId 0) if the text lists them.

  paramBrand @5 :Brand;

  resultStructType @3 :Id;
  resultBrand @6 :Brand;

  annotations @4 :List(Annotation);
}

struct Type {
  # A type expression.

  union {
    void @0 :Void;
    bool @1 :Void;
    int8 @2 :Void;
    int16 @3 :Void;
    int32 @4 :Void;
    int64 @5 :Void;
    uint8 @6 :Void;
    uint16 @7 :Void;
    uint32 @8 :Void;
    uint64 @9 :Void;
    float32 @10 :Void;
    float64 @11 :Void;
    text @12 :Void;
    data @13 :Void;

    list :group {
      elementType @14 :Type;
    }

    enum :group {
      typeId @15 :Id;
      brand @21 :Brand;
    }
    struct :group {
      typeId @16 :Id;
      brand @22 :Brand;
    }
    interface :group {
      typeId @17 :Id;
      brand @23 :Brand;
    }

    anyPointer :union {
      unconstrained :union {
        # No parameter is involved.

        anyKind @18 :Void;
        struct @25 :Void;
        list @26 :Void;
        capability @27 :Void;
      }

      parameter :group {
        # A parameter of a generic type.

        scopeId @19 :Id;
        # The node that declares the parameter.

        parameterIndex @20 :UInt16;
      }

      implicitMethodParameter :group {
        # A type parameter of the method that the type is used in.

        parameterIndex @24 :UInt16;
      }
    }
  }
}

struct Brand {
  # Which types a generic type's parameters stand for.

  scopes @0 :List(Scope);
  # Each scope at most once. The parameters of a scope that is missing are unbound.

  struct Scope {
    scopeId @0 :Id;
    # The generic node whose parameters are bound here.

    union {
      bind @1 :List(Binding);
      # One for each parameter.

      inherit @2 :Void;
      # The parameters stand for themselves: the use is inside of that node.
    }
  }

  struct Binding {
    union {
      unbound @0 :Void;
      type @1 :Type;
      # Always a pointer type.
    }
  }
}

struct Value {
  # A constant, default, or annotation value. The member agrees with the type that belongs to it.

  union {
    void @0 :Void;
    bool @1 :Bool;
    int8 @2 :Int8;
    int16 @3 :Int16;
    int32 @4 :Int32;
    int64 @5 :Int64;
    uint8 @6 :UInt8;
    uint16 @7 :UInt16;
    uint32 @8 :UInt32;
    uint64 @9 :UInt64;
    float32 @10 :Float32;
    float64 @11 :Float64;
    text @12 :Text;
    data @13 :Data;

    list @14 :AnyPointer;

    enum @15 :UInt16;
    struct @16 :AnyPointer;

    interface @17 :Void;
    # Only null is possible.

    anyPointer @18 :AnyPointer;
  }
}

struct Annotation {
  # One application of an annotation.

  id @0 :Id;
  # The annotation's node.

  brand @2 :Brand;

  value @1 :Value;
}

enum ElementSize {
  # How the elements of a list are encoded; the numbers are those of list pointers.

  empty @0;
  bit @1;
  byte @2;
  twoBytes @3;
  fourBytes @4;
  eightBytes @5;
  pointer @6;
  inlineComposite @7;
}

struct CapnpVersion {
  # The version of the language that the compiler implements.

  major @0 :UInt16;
  minor @1 :UInt8;
  micro @2 :UInt8;
}

struct CodeGeneratorRequest {
  capnpVersion @2 :CapnpVersion;

  nodes @0 :List(Node);
  # All that the requested files declare and all that this depends on, groups too.

  sourceInfo @3 :List(Node.SourceInfo);

  requestedFiles @1 :List(RequestedFile);
  # The files named on the command line.

  struct RequestedFile {
    id @0 :Id;
    # The file's node.

    filename @1 :Text;
    # As given, less the source prefix.

    imports @2 :List(Import);
    # What the file imports, whether or not it is used.

    struct Import {
      id @0 :Id;

      name @1 :Text;
      # As written in the import.
    }

    fileSourceInfo @3 :FileSourceInfo;

    struct FileSourceInfo {
      # Where the file speaks of other nodes: for editors and viewers.

      identifiers @0 :List(Identifier);

      struct Identifier {
        startByte @0 :UInt32;
        endByte @1 :UInt32;

        union {
          typeId @2 :UInt64;
          # The name is that of a node.

          member :group {
            # The name is that of a field, enumerant or method.
            parentTypeId @3 :UInt64;
            ordinal @4 :UInt16;
          }
        }
      }
    }
  }
}
