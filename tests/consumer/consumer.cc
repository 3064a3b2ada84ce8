// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/read.h"
#include "note.capnp.h"

int main() {
  capstan::MessageBuilder message;
  message.initRoot<note::Note>().setText("installed");
  const auto framed = capstan::marshal(message);
  if (!framed.ok()) return 1;
  bool same = false;
  const absl::Status status = capstan::read<note::Note>(*framed, [&](note::Note::Reader read) {
    same = std::string_view(read.getText()) == "installed";
  });
  return status.ok() && same ? 0 : 1;
}
