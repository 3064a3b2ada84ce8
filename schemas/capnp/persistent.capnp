# SPDX-License-Identifier: Apache-2.0
# Capabilities that can be saved and restored. Import as "/capnp/persistent.capnp".

@0xb8630836983feed7;

$import "/capnp/c++.capnp".namespace("capnp");

interface Persistent @0xc8cb212fcd9f5691 (SturdyRef, Owner) {
  # A capability that outlives its connection. What refers to it, and who may own such a reference,
  # is up to the network.

  save @0 SaveParams -> SaveResults;
  # Makes a reference from which the capability can be restored later.

  struct SaveParams {
    sealFor @0 :Owner;
    # Who alone will be able to restore the reference.
  }
  struct SaveResults {
    sturdyRef @0 :SturdyRef;
  }
}

annotation persistent @0xf622595091cafb67 (interface, field) :Void;
# The interface is Persistent, or the field holds a capability that is, without saying so by its
# type.
