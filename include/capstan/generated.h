// SPDX-License-Identifier: Apache-2.0
// The one include of generated headers: the views that accessors are made of.
//
// Applications include this only through generated headers, and message/ headers for what holds
// and moves messages. It stays light: no Abseil, no allocation, no strings.
#pragma once

#include "capstan/arena/message_context.h"
#include "capstan/base/config.h"
#include "capstan/layout/any.h"
#include "capstan/layout/build.h"
#include "capstan/layout/enum_stream.h"
#include "capstan/layout/fields.h"
#include "capstan/layout/follow.h"
#include "capstan/layout/list.h"
#include "capstan/layout/members.h"
#include "capstan/layout/orphan.h"
#include "capstan/layout/text.h"
#include "capstan/layout/traits.h"
