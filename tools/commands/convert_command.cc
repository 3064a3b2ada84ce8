// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/convert_command.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "capstan/codec/packed_stream.h"
#include "capstan/layout/canonical.h"
#include "capstan/message/decoder.h"
#include "tools/commands/message_format.h"
#include "tools/commands/message_writer.h"
#include "tools/commands/standard_stream.h"
#include "tools/compiler/messages.h"

namespace capstan::inline CAPSTAN_ABI::commands {
namespace {

absl::Status withMore(const absl::Status& status, std::string_view before, std::string_view after) {
  return absl::Status(status.code(),
                      absl::StrCat(abslText(before), status.message(), abslText(after)));
}

// One run of the command, after its arguments.
class ConvertRun {
 public:
  ConvertRun(const ConvertCommand& command, Conversion formats, InputStream& input,
             ByteSink& output)
      : command_(command),
        from_(formats.from),
        to_(formats.to),
        input_(input),
        writer_(formats.to, command.segmentWords, command.limits.maxMessageWords, output) {
    if (isPacked(from_)) unpacked_.emplace(input_);
  }

  absl::Status run();

 private:
  absl::Status lookAtStart();
  absl::Status convertStream();
  absl::Status convertFlat();
  absl::Status checkCanonical(MessageReader& message, Bytes bytes) const;
  std::string hint(MessageFormat seen) const;
  absl::Status explain(const absl::Status& status);
  ByteSource& source() {
    return unpacked_.has_value() ? static_cast<ByteSource&>(*unpacked_) : input_;
  }

  const ConvertCommand& command_;
  MessageFormat from_;
  MessageFormat to_;
  InputStream& input_;
  std::optional<PackedSource> unpacked_;
  MessageWriter writer_;
  std::uint64_t messages_ = 0;  // that have been converted
};

absl::Status ConvertRun::run() {
  absl::Status status = lookAtStart();
  if (!status.ok()) return status;
  status = isFlat(from_) ? convertFlat() : convertStream();
  return status.ok() ? writer_.finish() : explain(status);
}

// Any word can be the root of a flat file, so that these have to look like one, too.
absl::Status ConvertRun::lookAtStart() {
  const absl::StatusOr<InputStart> start = input_.start();
  if (!start.ok()) return start.status();
  if (command_.trustsFormat) return absl::OkStatus();
  // Whether it is canonical is told from all of it.
  const MessageFormat said = from_ == MessageFormat::kCanonical ? MessageFormat::kFlat : from_;
  const bool fits = couldBe(said, *start) && (!isFlat(said) || looksLike(said, *start));
  if (fits && !isFlat(said)) return absl::OkStatus();
  const std::optional<MessageFormat> seen = looksLikeOther(said, *start);
  if (!seen.has_value() || (fits && isFlat(*seen))) return absl::OkStatus();
  if (!fits) {
    return absl::InvalidArgumentError(
        absl::StrCat(hint(*seen), " (or --trust-format, if that is wrong)"));
  }
  compiler::printStatus(absl::InvalidArgumentError(
      absl::StrCat("warning: the input looks like ", abslText(nameOf(*seen)), ", too")));
  return absl::OkStatus();
}

std::string ConvertRun::hint(MessageFormat seen) const {
  return absl::StrCat("the input does not look like ", abslText(nameOf(from_)), ", but like ",
                      abslText(nameOf(seen)), ": say ", abslText(nameOf(seen)), ":",
                      abslText(nameOf(to_)));
}

absl::Status ConvertRun::convertStream() {
  Decoder decoder(source(), command_.limits.readerOptions());
  for (;; ++messages_) {
    const absl::StatusOr<bool> got = decoder.next();
    if (!got.ok()) return got.status();
    if (!*got) return absl::OkStatus();
    absl::Status status = writer_.write(decoder.message());
    if (status.ok()) continue;
    return withMore(status,
                    absl::StrCat("message ", messages_, ", at byte ", decoder.offsetBytes(),
                                 isPacked(from_) ? " of the unpacked input: " : ": "),
                    "");
  }
}

absl::Status ConvertRun::convertFlat() {
  std::string bytes;
  absl::Status status = readToEnd(source(), command_.limits.maxMessageWords, bytes);
  if (!status.ok()) return status;
  if (bytes.size() % kBytesPerWord != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("the input ends at byte ", bytes.size(), ", inside a word"));
  }
  MessageReader reader(command_.limits.readerOptions());
  status = reader.reopenFlat(bytes);
  if (!status.ok()) return status;
  if (from_ == MessageFormat::kCanonical && !command_.trustsFormat) {
    status = checkCanonical(reader, bytes);
    if (!status.ok()) return status;
  }
  return writer_.write(reader);
}

absl::Status ConvertRun::checkCanonical(MessageReader& message, Bytes bytes) const {
  if (isCanonical(bytes)) return absl::OkStatus();
  const absl::StatusOr<Buffer> canonical = canonicalize(message.root());
  if (!canonical.ok()) return canonical.status();
  const std::span<const std::byte> wanted = canonical->bytes();
  const auto differs =
      std::mismatch(wanted.begin(), wanted.end(), bytes.data(), bytes.data() + bytes.size());
  return absl::InvalidArgumentError(
      absl::StrCat("the input is not in canonical form: word ",
                   (differs.first - wanted.begin()) / std::ptrdiff_t{kBytesPerWord}, " of ",
                   bytes.size() / kBytesPerWord,
                   " differs from what it would be there; --trust-format takes it as flat"));
}

// Adds what may help to an error of the input.
absl::Status ConvertRun::explain(const absl::Status& status) {
  if (absl::IsResourceExhausted(status)) {
    return withMore(status, "",
                    "; --max-message-words, --traversal-limit and --nesting-limit raise the "
                    "limits of reading");
  }
  const absl::StatusOr<InputStart> start = input_.start();
  if (messages_ > 0 || !start.ok()) return status;
  const std::optional<MessageFormat> seen = looksLikeOther(from_, *start);
  return seen.has_value() ? withMore(status, "", "; " + hint(*seen)) : status;
}

}  // namespace

absl::Status convertMessages(const ConvertCommand& command) {
  const absl::StatusOr<Conversion> formats = parseConversion(command.formats);
  if (!formats.ok()) return formats.status();
  if (command.segmentWords != 0 && isFlat(formats->to)) {
    return absl::InvalidArgumentError(absl::StrCat("--segment-size is for binary and packed: a ",
                                                   abslText(nameOf(formats->to)),
                                                   " file is one segment"));
  }
  absl::StatusOr<std::unique_ptr<InputStream>> input = InputStream::open(command.input);
  if (!input.ok()) return input.status();
  absl::StatusOr<std::unique_ptr<OutputStream>> output = OutputStream::open(command.output);
  if (!output.ok()) return output.status();
  absl::Status status = ConvertRun(command, *formats, **input, **output).run();
  return status.ok() ? (*output)->finish() : status;
}

int runConvert(const ConvertCommand& command) {
  absl::Status status = convertMessages(command);
  if (status.ok()) return 0;
  compiler::printStatus(status);
  return 1;
}

}  // namespace capstan::inline CAPSTAN_ABI::commands
