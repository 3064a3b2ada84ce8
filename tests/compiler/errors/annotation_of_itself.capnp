@0x8123456789abcdef;
annotation note (*) :Void $note;
