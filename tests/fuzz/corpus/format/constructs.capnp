# lead
@0x8123456789abcdef ; # doc of file
# more

using Cxx=import   "/capnp/c++.capnp";using Foo=import "bar.capnp".Baz.Qux(Text,Data);using A.B;
$Cxx.namespace("x")  ;

annotation foo @0x8123456789abcdee(struct,field , union,group,enum,enumerant,interface,method,param,annotation,const, file):Text;
annotation bar(*):Void $foo("x");
interface Persistent @0x8123456789abcdee (SturdyRef,Owner)extends(A,B(T),.C) $bar{ # doc
  save@0 SaveParams->SaveResults;
  load @1 [T,U](a:T,b :List(U)=null $foo("hi"))->(c:Map(Text, T) ) ; # trailing
  stream @2 .Foo -> stream;
  generic @3 [T] .Foo(T) -> .Bar;
  veryLongMethodNameThatGoesOn @4 (parameterNumberOne :Text, parameterNumberTwo :List(UInt64)) -> (resultNumberOne :Text, resultTwo :Data);
  veryLongMethodNameThatGoesOnAndOn @5 (parameterNumberOne :Text, parameterNumberTwo :List(UInt64), parameterNumberThree :Float64) -> (resultNumberOne :Text, resultTwo :Data);
  commented @6 (
    a :Int8, # first
    b :Int8  # second
    # last
  ) -> (
   c :Int8 # x
   , d:Int8);

  # free
  # standing


  # another
  # group
  x @7 () -> ();
}
struct Map(Key,Value){
  entries @0:List(Entry) = [];
  u@3! :union{a @1:Int8= - 5;b @2 : .Foo.Bar;
    
  }
  union { # doc

    # not doc
    c @4 : import "x".Foo $ .foo("x" "y");
    d : group $foo("looooooooooooooooooooooong annotation text") $foo("another looooooooooooong annotation") {}
  }
}
const l :List(Int32) = [1,2,-3, 0x44,1000000,2000000,3000000,4000000,5000000,6000000,7000000,8000000,9000000];
const m :List(Foo) = [(a=1,b="x"),(a=2,b="yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy",c=[1,2,3], d = (e = inf, f = -inf)), .q, A.b(c).d];
const n :List(Int8) = [1,2,];
const o :Text = "one\n"
   "two\n" "three";
const p :Text = `line one
  `line  two 
;
const q :Data = 0x" 0102 
  03 04";
const r :Text="aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const s # why
 :Int8 # what
 = # eq
 # own
 5 # end
 ; # doc of s
const t :List(Text) = [ # open
 "a" # a

 , # comma

 # own
 "b", `back
 , `tick
 ];
struct X $foo( a = 1, ) {}
# end

