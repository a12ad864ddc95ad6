//! Sizes and offsets of records, compared with those that C++ compilers give.

use std::io::Write;
use wp_clang::{parse, Language, ParseOptions, TranslationUnit};
use wp_decls::{CType, Decls, Layouts, RecordLayout};

fn parsed(text: &str, language: Language) -> TranslationUnit {
    let suffix = if language == Language::Cuda { ".cu" } else { ".cl" };
    let mut file = tempfile::Builder::new().suffix(suffix).tempfile().expect("a temporary file");
    file.write_all(text.as_bytes()).expect("the file is written");
    parse(file.path(), language, &ParseOptions::default()).expect("Clang answers")
}

fn layout(decls: &Decls<'_>, layouts: &Layouts, name: &str) -> Result<RecordLayout, String> {
    match decls.qtype(name).ty {
        CType::Record(id) => layouts.record(decls, id).map(|l| (*l).clone()).map_err(|why| why.to_string()),
        other => Err(format!("{other:?}")),
    }
}

/// `name size alignment: offset offset ..`; a bit-field has its first bit and its width.
fn describe(name: &str, layout: &Result<RecordLayout, String>) -> String {
    match layout {
        Err(why) => format!("{name} {why}"),
        Ok(layout) => {
            let place = |f: &wp_decls::Field| match f.bits {
                Some(bits) => format!(" {}+{}", bits.at, bits.width),
                None => format!(" {}", f.offset),
            };
            let places: String = layout.fields.iter().map(place).collect();
            format!("{name} {} {}:{places}", layout.size, layout.align)
        }
    }
}

fn check(text: &str, language: Language, expected: &[&str]) {
    let unit = parsed(text, language);
    let decls = Decls::new(&unit, false);
    let layouts = Layouts::new(&unit);
    let names = expected.iter().filter_map(|line| line.split(' ').next());
    let found: Vec<String> = names.map(|name| describe(name, &layout(&decls, &layouts, name))).collect();
    assert_eq!(found, expected);
}

#[test]
fn bases_of_classes() {
    let text = "struct E {};
        struct S1 : E { E e; char c; };
        struct B2 { E a, b; }; struct S2 : B2 { char c; };
        struct B3 { int x = 1; char c = 2; }; struct S3 : B3 { char d; };
        struct In { int a; __device__ In(int v = 0) : a(v) {} };
        struct B4 { In i; char c; }; struct S4 : B4 { char d; };
        struct B5 { int &r; char c; }; struct S5 : B5 { char d; };
        class B6 { int x; char c; friend struct S6; }; struct S6 : B6 { char d; };
        struct B7 { int x; }; struct __attribute__((packed)) S7 : B7 { char c; int y; };
        struct B8 { E e; }; struct S8 : B8 { int c; };
        struct G { int a; char c = 1; }; struct B9 { G n[2]; char t; }; struct S9 : B9 { char e; };
        struct F : E { int x; }; struct S10 : E { F f; };
        __global__ void k(S1 *a, S2 *b, S3 *c, S4 *d, S5 *e, S6 *f, S7 *g, S8 *h, S9 *i, S10 *j) {}";
    let expected = [
        "S1 3 1: 0 1 2",
        "S2 3 1: 0 2",
        "S3 8 4: 0 5",
        "S4 8 4: 0 5",
        "S5 16 8: 0 9",
        "S6 8 4: 0 5",
        "S7 12 4: 0 4 5",
        "S8 8 4: 0 4",
        "S9 20 4: 0 17",
        "S10 8 4: 0 4",
    ];
    check(text, Language::Cuda, &expected);
}

#[test]
fn attributes_and_bit_fields() {
    let text = "typedef int aint __attribute__((aligned(2)));
        struct Loose { char c; aint i; };
        struct __attribute__((ms_struct)) Ms { char a : 3; int b : 5; };
        #pragma pack(push, 2)
        struct Pragma { char c; int i; int b : 3; };
        #pragma pack(pop)
        struct Behind { char c; int i; } __attribute__((packed));
        typedef struct __align__(16) { float x; char y; } Aligned;
        struct Bits { unsigned a : 3; unsigned : 0; unsigned b : 5; char c; long d : 40; };
        namespace { struct __align__(2) Anonymous { char c; }; }
        template <class T, bool B, class... R> struct __align__(8) Of { T t; struct __align__(4) In { char q; } in; }; }
        enum class Kind { A, B };
        template <Kind K> struct __align__(32) OfKind { char c; };
        class Outer { struct __align__(8) Hidden { char c; }; public: Hidden *h; };
        __global__ void k(Of<Aligned, true, int, char> *a, OfKind<Kind::B> *b) { a->t.x = 1; b->c = 2; }";
    let expected = [
        "Loose 6 2: 0 2",
        "Ms 8 4: 0+3 32+5",
        "Pragma 8 2: 0 2 48+3",
        "Behind 5 1: 0 1",
        "Aligned 16 16: 0 4",
        "Bits 16 8: 0+3 32+5 5 64+40",
        "Of<Aligned,true,int,char> 32 16: 0 16",
        "Of<Aligned,true,int,char>::In 4 4: 0",
        "Anonymous 2 2: 0",
        "OfKind<1> 32 32: 0",
        "Outer::Hidden 8 8: 0",
    ];
    check(text, Language::Cuda, &expected);
}

#[test]
fn types_of_functions() {
    // Those of which there are objects are stated; those that print alike are not told apart.
    let text = "struct B { int x = 1; char c = 2; };
        template <class T> __global__ void f(T *p) { struct Twice : B { T x; }; Twice l; p[0] = l.x; }
        template __global__ void f<char>(char *);
        template __global__ void f<double>(double *);
        __global__ void k(int *p) { struct Once : B { char d; }; Once l; struct Never : B { char d; };
            struct Plain { char a; int b; }; p[0] = l.d + ((Never *)p)->d + ((Plain *)p)->b; }";
    let expected = [
        "Once 8 4: 0 5",
        "Plain 8 4: 0 4",
        "Never record with a layout that the compiler does not state",
        "Twice Unknown(\"Twice\")",
    ];
    check(text, Language::Cuda, &expected);
}

#[test]
fn names_that_several_types_have() {
    let text = "struct B { int x = 1; char c = 2; };
        struct S : B { short d; };
        namespace a { struct S : B { char d; }; }
        namespace a { namespace b { struct S : B { double d; }; struct T : a::S { char e; }; } }
        inline namespace v1 { template <int N> struct I : B { char q[N]; }; }
        template <class T> struct W : T { char d; };
        template <class T> __global__ void f(T *p) { struct L : B { char d; }; ((W<L> *)p)->d = 1; }
        struct L : B { int z[100]; };
        template __global__ void f<int>(int *);
        __global__ void k(W<B> *p, W<L> *q, a::b::T *t, a::b::S *s, I<3> *i) {
            S one; p->d = one.d; q->d = 2; t->e = 1; s->d = 2; i->q[0] = 1; }";
    let expected = [
        "S Unknown(\"S\")",
        "a::S 8 4: 0 5",
        "a::b::S 16 8: 0 8",
        "a::b::T 8 4: 0 6",
        "I<3> 8 4: 0 5",
        "W<B> 8 4: 0 5",
        "W<L> Unknown(\"W<L>\")",
    ];
    check(text, Language::Cuda, &expected);
}

#[test]
fn what_stands_behind_a_class_changes_nothing() {
    let text = "struct B { int x = 1; char c = 2; };
        struct S : B { char d; }; struct Other : B { char d, e, f, g; };
        namespace { struct Hidden : B { char d; }; }
        struct __align__(16) Strict { char d; };
        __global__ void k(S *s, Hidden *h, Other *o, Strict *t) { s->d = 1; h->d = 1; o->d = 1; t->d = 1; }
        #define S Other
        #define x ][
        #define char double
        #pragma pack(1)
        ";
    check(text, Language::Cuda, &["S 8 4: 0 5", "Hidden 8 4: 0 5", "Other 12 4: 0 5 6 7 8", "Strict 16 16: 0"]);
    let hidden = "struct B { int x = 1; char c = 2; };
        namespace n { namespace { struct S : B { char d; }; struct T { S *s; }; } struct Q : B { double d; }; }
        typedef n::Q Alias;
        namespace { struct Alias2 : B { char d; }; }
        __global__ void k(n::T *t, Alias *a, Alias2 *b) { t->s->d = 1; a->d = 1; b->d = 1; }";
    check(hidden, Language::Cuda, &["n::S 8 4: 0 5", "Alias 16 8: 0 8", "Alias2 8 4: 0 5"]);
}

#[test]
fn opencl() {
    let text = "struct Plain { char a; float3 v; };
        struct __attribute__((packed)) Tight { char c; int i; };
        typedef struct { char c; int i; } __attribute__((packed)) Named;
        typedef union { char c; int i __attribute__((aligned(16))); } Either;
        __kernel void k(__global struct Plain *a, __global struct Tight *b, __global Named *c, __global Either *d) {}";
    let expected = ["Plain 32 16: 0 16", "Tight 5 1: 0 1", "Named 5 1: 0 1", "Either 16 16: 0 0"];
    check(text, Language::OpenCl, &expected);
}

#[test]
fn the_prelude_is_laid_out_as_the_compiler_does() {
    let names = ["char1", "char2", "char3", "uchar4", "short3", "int2", "int3", "uint4", "float2", "float3", "float4"];
    let more = ["double2", "double3", "double4", "longlong2", "dim3", "uint3", "__half", "__half2"];
    let names: Vec<&str> = names.into_iter().chain(more).collect();
    let asserts =
        |number: usize, name: &&str| format!("enum {{ s{number} = sizeof({name}), a{number} = alignof({name}) }};");
    let text: String = names.iter().enumerate().map(|(i, name)| asserts(i, name)).collect();
    let unit = parsed(&text, Language::Cuda);
    let (decls, layouts) = (Decls::new(&unit, false), Layouts::new(&unit));
    for (i, name) in names.iter().enumerate() {
        let value = |prefix: char| {
            let found = decls.constant(&format!("{prefix}{i}"), unit.root.id);
            match found {
                Ok(Some(wp_decls::Constant::Enumerator(value))) => value as u64,
                _ => panic!("no size of {name}"),
            }
        };
        let ty = decls.qtype(name).ty;
        assert_eq!(layouts.size_align(&decls, &ty), Ok((value('s'), value('a'))), "{name}");
    }
}

#[test]
fn lambdas_have_room_for_their_captures() {
    let text = "#include <cstring>
        template <class F> struct Holder { char c; F f; };
        template <class F> __device__ void hold(F f) { Holder<F> h{1, f}; }
        template <class F> __device__ void copy(F f, char *to) { Holder<F> h{1, f}; memcpy(to, &h, sizeof h); }
        __global__ void k(char *out, int x) {
            long y = x;
            auto plain = [x] { return x; };
            auto none = [] { return 1; };
            auto both = [x, &y] { return x + (int)y; };
            hold(plain);
            hold(none);
            copy(both, out);
        }";
    let unit = parsed(text, Language::Cuda);
    let (decls, layouts) = (Decls::new(&unit, false), Layouts::new(&unit));
    fn collect<'u>(node: &'u wp_clang::Node, out: &mut Vec<&'u wp_clang::Node>) {
        if &*node.kind == "LambdaExpr" {
            out.push(node);
        }
        node.inner.iter().for_each(|c| collect(c, out));
    }
    let mut lambdas = Vec::new();
    collect(&unit.root, &mut lambdas);
    let found: Vec<_> = lambdas
        .iter()
        .map(|lambda| {
            let class = lambda.inner.iter().find(|c| &*c.kind == "CXXRecordDecl").expect("a class");
            let ty = decls.qtype(lambda.type_str()).ty;
            let leaves = layouts.leaves(&decls, &ty).expect("leaves").len();
            (layouts.size_align(&decls, &ty), leaves, layouts.is_reinterpreted(&decls, class.id))
        })
        .collect();
    assert_eq!(found, [(Ok((4, 4)), 0, false), (Ok((1, 1)), 0, false), (Ok((16, 8)), 0, true)]);
}
