# SPDX-License-Identifier: Apache-2.0
# What `-> stream` methods return. Import as "/capnp/stream.capnp".

@0x86c366a91393f3f8;

$import "/capnp/c++.capnp".namespace("capnp");

struct StreamResult @0x995f9a3377c0b16e {
  # The empty result of a streaming method. Tools know it by its id.
}
