# Not the file's comment: it stands before the id.
@0x9e0e4bedbcefaf87;
# The file's comment.
#  Indented by one.
#
# After an empty line.

# Not part of it.

struct Documented {
  # What stands behind the brace.
  # Two lines.

  a @0 :Int8;  # On the same line,
  # continued.
  b @1 :Int8;
  # On the next line.

  # Detached.
  c @2 :Int8;

  # Detached too.
  g :group {  # The group's.
    x @3 :Int8;  # x
    y @4 :Int8;
  }
  u :union {
    v @5 :Void;
    # v
    w @6 :Void; }
  # Behind the union's brace, as there was none behind the first.
  e @7 :E;
  enum E { p @1; # p
    q @0; # q
  } # Behind the enum.
}
# Behind a struct that has a comment: not used.

const k :Int8 = 1; # k
annotation note (*) :Void;
#no space
