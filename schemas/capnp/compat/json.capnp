# SPDX-License-Identifier: Apache-2.0
# A JSON document as a message, and annotations that say how a message looks as JSON.
# Import as "/capnp/compat/json.capnp".

@0x8ef99297a43a5e34;

$import "/capnp/c++.capnp".namespace("capnp::json");

struct Value {
  # Any JSON value.

  union {
    null @0 :Void;
    boolean @1 :Bool;
    number @2 :Float64;
    string @3 :Text;
    array @4 :List(Value);

    object @5 :List(Field);
    # The members in document order; a name may occur twice.

    call @6 :Call;
    # Not JSON: a function-like form that some dialects write in place of a value.
  }

  struct Field {
    # One member of an object.
    name @0 :Text;
    value @1 :Value;
  }

  struct Call {
    # `function(params...)`.
    function @0 :Text;
    params @1 :List(Value);
  }
}

annotation name @0xfa5b1fd61c2e7c3d (field, enumerant, method, group, union) :Text;
# The name in JSON, when it differs from the schema's.

annotation flatten @0x82d3e852af0336bf (field, group, union) :FlattenOptions;
# The members stand directly in the enclosing JSON object.

struct FlattenOptions {
  prefix @0 :Text = "";
  # Put before the name of each flattened member.
}

annotation discriminator @0xcfa794e8d19a0162 (struct, union) :DiscriminatorOptions;
# The active union member is named by a JSON member of its own.

struct DiscriminatorOptions {
  name @0 :Text;
  # The JSON member that tells which union member is active; by default the union's name.

  valueName @1 :Text;
  # The JSON member that holds the active member's value; by default the union member's name.
}

annotation base64 @0xd7d879450a253e4b (field) :Void;
# A Data field is a string in base64.

annotation hex @0xf061e22f0ae5c7b5 (field) :Void;
# A Data field is a string of hexadecimal digits.

annotation notification @0xa0a054dea32fd98c (method) :Void;
# Calls of the method are sent as JSON-RPC notifications: there is no reply.
