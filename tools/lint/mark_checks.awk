# SPDX-License-Identifier: Apache-2.0
# For tools/lint/mutate: makes every marked check of a file removable at run time.
#
# Reads one source file; writes it, changed, to standard output, and a line "number name file:line"
# per check to the file `list`. Checks are numbered from `first` on. README.md has the convention.

{ line[NR] = $0 }

END {
  number = first
  for (at = 1; at <= NR; at++) {
    if (match(line[at], /\/\/ check: .*$/)) instrument(at, substr(line[at], RSTART + 10))
  }
  for (at = 1; at <= NR; at++) print edited(at)
}

function fail(at, why) {
  printf "%s:%d: %s\n", path, at, why > "/dev/stderr"
  failed = 1
  exit 1
}

# Finds the condition that the mark at line `at` means and instruments what its names stand for.
function instrument(at, mark,   passes, names, count, i) {
  passes = sub(/ *passes *$/, "", mark)
  sub(/,$/, "", mark)
  count = split(mark, names, / *, */)
  locate(at)
  walk(at)
  if (count == 1) {
    remove(at, names[1], 1, operands, passes)
    return
  }
  if (count != operands) fail(at, count " names for " operands " operands")
  for (i = 1; i <= count; i++) if (names[i] != "-") remove(at, names[i], i, i, operator == "&&")
}

# Sets row and column to the place right behind the opening of the condition, and closer to what
# ends it.
function locate(at) {
  if (line[at] ~ /^[ \t]*\/\/ check:/) row = at + 1
  else if (line[at] !~ /(if|while) \(/ && line[at - 1] ~ /(if|while) \(/) row = at - 1
  else row = at
  if (match(line[row], /(if|while) \(/)) {
    closer = ")"
  } else if (match(line[row], /return /)) {
    closer = ";"
  } else {
    fail(at, "no if, while or return beside this mark")
  }
  column = RSTART + RLENGTH
}

# Walks from there to the closer and notes where the top-level operands begin and end.
function walk(at,   r, c, depth, character, pair) {
  operands = 1
  operator = ""
  fromRow[1] = row
  fromColumn[1] = column
  depth = 0
  for (r = row; r <= NR; r++) {
    for (c = (r == row ? column : 1); c <= length(line[r]); c++) {
      character = substr(line[r], c, 1)
      pair = substr(line[r], c, 2)
      if (pair == "//") break
      if (character == "'" || character == "\"") { c = afterLiteral(r, c, character); continue }
      if (depth == 0 && character == closer) { endOperand(r, c - 1); return }
      if (character ~ /[(\[{]/) depth++
      if (character ~ /[)\]}]/) depth--
      if (depth == 0 && character == ";") { fromRow[1] = r; fromColumn[1] = c + 1; operands = 1 }
      if (depth == 0 && (pair == "&&" || pair == "||")) { splitAt(r, c, pair); c++ }
    }
  }
  fail(at, "the condition does not end")
}

function afterLiteral(r, c, quote) {
  for (c++; c <= length(line[r]) && substr(line[r], c, 1) != quote; c++) {
    if (substr(line[r], c, 1) == "\\") c++
  }
  return c
}

# `||` binds weakest: where there is one, the `&&` seen before it join into one operand.
function splitAt(r, c, pair) {
  if (operator == "||" && pair == "&&") return
  if (operator == "&&" && pair == "||") operands = 1
  operator = pair
  endOperand(r, c - 1)
  operands++
  fromRow[operands] = r
  fromColumn[operands] = c + 2
}

function endOperand(r, c) {
  toRow[operands] = r
  toColumn[operands] = c
}

# Wraps operands from..to so that they become `value` while their check is the removed one.
function remove(at, name, from, to, value,   opening) {
  if (name !~ /^[a-z0-9-]+$/) fail(at, "the name \"" name "\" is not like-this")
  opening = value ? "(capstanRemoved(" number ") || (" : "(!capstanRemoved(" number ") && ("
  insert(fromRow[from], fromColumn[from], opening)
  insert(toRow[to], toColumn[to] + 1, "))")
  printf "%d %s %s:%d\n", number, name, path, at >> list
  number++
}

function insert(r, c, text) { insertion[r, c] = insertion[r, c] text }

function edited(r,   c, result) {
  result = ""
  for (c = 1; c <= length(line[r]) + 1; c++) {
    if ((r, c) in insertion) result = result insertion[r, c]
    result = result substr(line[r], c, 1)
  }
  return result
}
