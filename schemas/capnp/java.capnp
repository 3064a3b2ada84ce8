# SPDX-License-Identifier: Apache-2.0
# Annotations that steer the Java code generator. Import as "/capnp/java.capnp".

@0xc5f1af96651f70ea;

annotation package @0x9ee4c8f803b3b596 (file) :Text;
# The Java package of the generated file.

annotation outerClassname @0x9b066bb4881f7cd3 (file) :Text;
# The class that holds everything generated from the file.
