// SPDX-License-Identifier: Apache-2.0
// Which kernel is chosen, and that CAPSTAN_KERNELS has a say in it.
#include "capstan/codec/packed_kernels.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string_view>

namespace capstan {
namespace {

std::string_view chosen(const char* wanted) { return internal::choosePackedKernel(wanted).name; }

TEST(PackedKernels, TheLastIsScalarAndRunsEverywhere) {
  ASSERT_FALSE(packedKernels().empty());
  EXPECT_EQ(std::string_view(packedKernels().back().name), "scalar");
  EXPECT_TRUE(packedKernels().back().usable());
}

TEST(PackedKernels, EachHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const PackedKernel& kernel : packedKernels()) names.insert(kernel.name);
  EXPECT_EQ(names.size(), packedKernels().size());
}

TEST(PackedKernels, TheFirstUsableIsChosen) {
  for (const PackedKernel& kernel : packedKernels()) {
    if (!kernel.usable()) continue;
    EXPECT_EQ(chosen(nullptr), kernel.name);
    return;
  }
}

TEST(PackedKernels, AUsableNameIsHeeded) {
  for (const PackedKernel& kernel : packedKernels()) {
    EXPECT_EQ(chosen(kernel.name), kernel.usable() ? kernel.name : "scalar");
  }
}

TEST(PackedKernels, AnUnknownNameGivesScalar) {
  for (const char* name : {"", "Scalar", "scalar ", "avx9000", "scalar,vbmi2"}) {
    EXPECT_EQ(chosen(name), "scalar") << name;
  }
}

// CI runs the suite with CAPSTAN_KERNELS=scalar: this fails there unless it is heeded.
TEST(PackedKernels, TheEnvironmentIsAsked) {
  EXPECT_EQ(&packedKernel(), &internal::choosePackedKernel(std::getenv("CAPSTAN_KERNELS")));
  EXPECT_EQ(&packedKernel(), &packedKernel());
}

}  // namespace
}  // namespace capstan
