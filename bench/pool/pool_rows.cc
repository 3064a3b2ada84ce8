// SPDX-License-Identifier: Apache-2.0
// Pool: acquire and release in a process of one thread.
#include "bench/support/allocators.h"
#include "bench/support/row.h"

namespace capstan::bench {
namespace {

const Rows kRows([] { addPairRows("Pool"); });

}  // namespace
}  // namespace capstan::bench
