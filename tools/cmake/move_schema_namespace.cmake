# SPDX-License-Identifier: Apache-2.0
# Copies the schema FROM to TO with its C++ namespace moved below `oracle`.
file(READ "${FROM}" text)
string(REPLACE "Cxx.namespace(\"" "Cxx.namespace(\"oracle::" text "${text}")
file(WRITE "${TO}" "${text}")
