# SPDX-License-Identifier: Apache-2.0
# Constants of every kind, and those that other generators trip over.
@0xc7e4d19a0b5f3826;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("golden");

const yes :Bool = true;
const no :Bool = false;
const lowest :Int32 = -2147483648;
const unbounded :Float64 = inf;
const negativeUnbounded :Float32 = -inf;
const notANumber :Float32 = nan;
const empty :Text = "";
const nothing :Void = void;
const noData :Data = "";
const noList :List(Text) = [];
const all :List(Holder) = [(), (text = "some"), .none];
const none :Holder = ();

struct Holder {
  union {
    number @0 :Int8 = 3;
    text @1 :Text;
  }
  const none :Holder = ();
  const some :Holder = (text = "some");
}
