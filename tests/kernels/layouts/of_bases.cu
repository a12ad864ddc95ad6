//@ flags: --block 64 --grid 1
//@ kernel: sizes assertions=proved
//@ kernel: no_room_for_members assertions=refuted
//@ kernel: empty_base_apart assertions=refuted
//@ kernel: packed_base assertions=refuted
//@ kernel: in_the_room_of_the_base races=proved
//@ kernel: of_the_next_object races=refuted
//@ kernel: last_object_fits bounds=proved
//@ kernel: last_object_too_long bounds=refuted
// Members of a derived class stand in the room at the end of a base that is no plain struct of C; an empty base and a
// member of its type have different addresses; a packed class does not pack its base.
struct Empty {};
struct Twice : Empty { Empty e; char c; };
struct OfEmpty { Empty a, b; };
struct Behind : OfEmpty { char c; };
struct Default { int x = 1; char c = 2; };
struct OfDefault : Default { char d; };
struct Plain { int x; char c; };
struct OfPlain : Plain { char d; };
struct Made { int a; __device__ Made(int v = 0) : a(v) {} };
struct WithMade { Made made; char c; };
struct OfMade : WithMade { char d; };
struct Referring { int &r; char c; };
struct OfReferring : Referring { char d; };
class Private { int x; char c; };
struct OfPrivate : Private { char d; };
struct __attribute__((packed)) Packed : Plain { char d; int y; };
struct Elements { Default n[2]; char t; };
struct OfElements : Elements { char e; };
struct First : Empty { int x; };
struct Moved : Empty { First f; };
__global__ void sizes() {
  assert(sizeof(Twice) == 3 && sizeof(Behind) == 3 && sizeof(OfDefault) == 8 && sizeof(OfPlain) == 12);
  assert(sizeof(OfMade) == 8 && sizeof(OfReferring) == 16 && sizeof(OfPrivate) == 8 && sizeof(Packed) == 16);
  assert(sizeof(OfElements) == 20 && sizeof(Moved) == 8 && alignof(Moved) == 4);
}
__global__ void no_room_for_members() { assert(sizeof(OfDefault) == 12); } //~ ERROR assert
__global__ void empty_base_apart() { assert(sizeof(Twice) == 2); }         //~ ERROR assert
__global__ void packed_base() { assert(sizeof(Packed) == 13); }            //~ ERROR assert
__global__ void in_the_room_of_the_base(OfDefault *s) {
  if (threadIdx.x == 0) s[1].d = 1;
  if (threadIdx.x == 1) ((char *)s)[12] = 2;
}
__global__ void of_the_next_object(OfDefault *s) {
  if (threadIdx.x == 0) s[1].d = 1;          //~ ERROR race
  if (threadIdx.x == 1) ((char *)s)[13] = 2; //~ ERROR race
}
__global__ void last_object_fits() {
  __shared__ char bytes[80];
  OfDefault *s = (OfDefault *)bytes;
  if (threadIdx.x < 10) s[threadIdx.x].d = 1;
}
__global__ void last_object_too_long() {
  __shared__ char bytes[77];
  OfDefault *s = (OfDefault *)bytes;
  if (threadIdx.x < 10) s[threadIdx.x].d = 1; //~ ERROR bounds
}
