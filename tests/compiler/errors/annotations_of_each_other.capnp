@0x8123456789abcdef;
annotation one (*) :Void $two;
annotation two (*) :Void $three;
annotation three (*) :Void $two;
annotation four (annotation) :Text;
annotation five (*) :Void $four("fine") $six;
annotation six (*) :Void $four("too");
