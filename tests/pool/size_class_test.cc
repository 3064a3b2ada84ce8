// SPDX-License-Identifier: Apache-2.0
#include "capstan/pool/size_class.h"

#include <gtest/gtest.h>

namespace capstan {
namespace {

// The bucket found by looking at each: what the computed index must agree with.
unsigned searchedBucket(std::size_t bytes, std::size_t minBytes) {
  unsigned bucket = 0;
  while (bucket < kBucketCount && (bucketBytes(bucket) < bytes || bucketBytes(bucket) < minBytes)) {
    ++bucket;
  }
  return bucket;
}

TEST(SizeClass, ComputesWhatASearchFindsAroundEveryPowerOfTwo) {
  for (std::size_t minBytes = kMinBucketBytes; minBytes <= kMaxBucketBytes; minBytes *= 2) {
    for (std::size_t power = 1; power <= kMaxBucketBytes; power *= 2) {
      for (const std::size_t bytes : {power - 1, power, power + 1}) {
        const unsigned searched = searchedBucket(bytes, minBytes);
        const unsigned computed = bucketFor(bytes, minBytes);
        EXPECT_EQ(computed < kBucketCount ? computed : kBucketCount, searched) << bytes;
      }
    }
  }
}

TEST(SizeClass, HasNoBucketForWhatIsTooLarge) {
  EXPECT_GE(bucketFor(kMaxBucketBytes + 1), kBucketCount);
  EXPECT_GE(bucketFor(~std::size_t{0}), kBucketCount);
  EXPECT_EQ(bucketCapacityBytes(kMaxBucketBytes + 1), kMaxBucketBytes + kPageBytes);
}

// A list of 65,536 pointers with its tag and frame just missed a 512 KiB top bucket elsewhere.
TEST(SizeClass, ServesAListOf65536PointersFromABucket) {
  EXPECT_LT(bucketFor(524296 + 8), kBucketCount);
}

}  // namespace
}  // namespace capstan
