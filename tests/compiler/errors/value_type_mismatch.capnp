@0x8123456789abcdef;
const a :Int8 = "text";
const b :Text = 5;
const c :Bool = 1;
const d :List(Int8) = (x = 1);
const e :Int8 = [1];
const f :Text = 0x"00";
const g :Int32 = 1.5;
