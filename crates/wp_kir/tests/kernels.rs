//! The printed form of whole kernels: round trips, the verifier's rules by example, and resistance to garbage.

use proptest::prelude::*;
use std::path::{Path, PathBuf};
use wp_kir::{parse_kernel, verify, VerifyRule};

fn kernels() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kir");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn printing_a_parsed_kernel_gives_the_same_text() {
    for (path, text) in kernels() {
        let kernel = parse_kernel(&text).unwrap_or_else(|e| panic!("{}:{e}", path.display()));
        assert_eq!(kernel.to_string(), text, "{}", path.display());
    }
}

#[test]
fn comments_and_layout_do_not_matter() {
    let text = "kernel \"k\" cuda { // a comment\n loops 0;labels 0; body{return;}}//end";
    let printed = parse_kernel(text).unwrap().to_string();
    assert_eq!(printed, "kernel \"k\" cuda {\n  loops 0;\n  labels 0;\n  body {\n    return;\n  }\n}\n");
}

#[test]
fn the_reduction_is_well_formed() {
    let (_, text) = kernels().into_iter().find(|(p, _)| p.ends_with("reduce.kir")).unwrap();
    assert_eq!(verify(&parse_kernel(&text).unwrap()), Ok(()));
}

#[test]
fn errors_carry_their_place() {
    let error =
        parse_kernel("kernel \"k\" cuda {\n  loops 0;\n  body {\n    v0 = (1:i32 ? 2:i32);\n  }\n}").unwrap_err();
    assert_eq!((error.line, error.column), (4, 17));
    let error = parse_kernel("kernel \"k\" cuda {\n  body { v0 = 1; } }").unwrap_err();
    assert_eq!((error.line, error.column, &*error.message), (2, 16, "expected `:` and a type, found `;`"));
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("(", ""), ("neg(", ")"), ("ptradd(", "")] {
        let text = format!("kernel \"k\" cuda {{ body {{ v0 = {}{}", open.repeat(100_000), close.repeat(100_000));
        assert!(parse_kernel(&text).unwrap_err().message.contains("nesting"));
    }
    let text = format!("kernel \"k\" cuda {{ body {}", "{ if true ".repeat(100_000));
    assert!(parse_kernel(&text).is_err());
    let deep = format!("kernel \"k\" cuda {{ body {{ {} {}", "if true { ".repeat(100_000), "}".repeat(100_000));
    assert!(parse_kernel(&deep).unwrap_err().message.contains("nesting"));
}

/// The rules that a kernel with this body breaks. It has `v0: i32`, `v1: bool`, `v2: f32`, `v3: ptr`, one object, two
/// loops and two labels.
fn broken_rules(body: &str) -> Vec<VerifyRule> {
    let text = format!(
        "kernel \"k\" cuda {{ loops 2; labels 2; param p0 \"p\": ptr = v3 -> o0;
         object o0 \"p\" global param p0 elem i32 init input;
         var v0 \"a\": i32; var v1 \"b\": bool; var v2 \"c\": f32; var v3 \"p\": ptr; body {{ {body} }} }}"
    );
    let kernel = parse_kernel(&text).unwrap_or_else(|e| panic!("{e} in {text}"));
    verify(&kernel).err().unwrap_or_default().into_iter().map(|e| e.rule).collect()
}

#[test]
fn well_formed_bodies_pass() {
    for body in [
        "v0 = (v0 + 1:i32);",
        "v0 = (v0 << 1:u8);",
        "v1 = (v3 < null);",
        "v1 = (v1 != true);",
        "v0 = int_to_int(v1):i32;",
        "v0 = bitcast(v2):i32;",
        "store f32 [ptradd(v3, -4:i64)] = v2;",
        "atomic exch f32 device [v3] (v2);",
        "assert assert spec uniform(v0):bool;",
        "declare v0;",
        "barrier block shared invariant ((spec load(v3):i32 == v0)) at (v0) at (7:i32);",
        "barrier block shared invariant ((spec other(v0):i32 == v0)) at (v0, v0) with (7:i32) inferred;",
        "loop loop1 L1 while v1 { block L0 { continue L1; } } step { break L1; }",
    ] {
        assert_eq!(broken_rules(body), [], "{body}");
    }
}

#[test]
fn each_rule_is_enforced() {
    use VerifyRule::*;
    for (body, rule) in [
        ("v9 = 1:i32;", IdRange),
        ("v0 = v9:i32;", IdRange),
        ("v3 = &o7;", IdRange),
        ("loop loop2 L0 while v1 { }", IdRange),
        ("block L2 { }", IdRange),
        ("v0 = float_to_int(bits(0):f24):i32;", TypeWidth),
        ("v0 = int_to_int(1:i7):i32;", TypeWidth),
        ("v0 = 2147483648:i32;", ConstantRange),
        ("v1 = 2:bool;", ConstantRange),
        ("v2 = bits(4294967296):f32;", ConstantRange),
        ("v0 = (v0 + 1:i64);", OperandType),
        ("v0 = (v0 + v1):i32;", OperandType),
        ("v0 = v2;", OperandType),
        ("v0 = v2:i32;", OperandType),
        ("v1 = (v1 < v1);", OperandType),
        ("v2 = (v2 % v2);", OperandType),
        ("v0 = not(v0);", OperandType),
        ("v0 = select(v0, v0, v0);", OperandType),
        ("if v0 { }", OperandType),
        ("loop loop0 L0 while v0 { }", OperandType),
        ("v0 = load f32 [v3];", OperandType),
        ("v0 = load i32 [v0];", OperandType),
        ("store i32 [v3] = v2;", OperandType),
        ("v3 = ptradd(v3, v0);", OperandType),
        ("atomic and f32 block [v3] (v2);", OperandType),
        ("barrier warp(v0) shared;", OperandType),
        ("assert assert v0;", OperandType),
        ("atomic add i32 block [v3] ();", Arity),
        ("v0 = warp shfl (v0);", Arity),
        ("assert assert spec enabled(v1):bool;", Arity),
        ("v0 = float_to_int(v0):i32;", Cast),
        ("v0 = bitcast(1.0:f64):i32;", Cast),
        ("v1 = int_to_int(v0):bool;", Cast),
        ("v1 = not(spec enabled():bool);", SpecPlace),
        ("declare v9;", IdRange),
        ("declare o9;", IdRange),
        ("declare o0;", Declaration),
        ("if spec uniform(v0):bool { }", SpecPlace),
        ("break L0;", Label),
        ("block L0 { } break L0;", Label),
        ("block L0 { continue L0; }", Label),
        ("block L0 { } block L0 { }", Label),
        ("loop loop0 L0 while v1 { } loop loop0 L1 while v1 { }", LoopId),
        ("memfence device relaxed;", Order),
        ("copy begin;", Copy),
        ("copy end;", Copy),
        ("copy begin; copy commit; copy end;", Copy),
        ("copy begin; if v1 { copy begin; copy end; } copy end; copy begin;", Copy),
    ] {
        assert_eq!(broken_rules(body), [rule], "{body}");
    }
}

#[test]
fn declarations_must_agree() {
    for declarations in [
        "param p0 \"p\": ptr = v0; var v0 \"p\": i32;",
        "param p0 \"p\": i32 = v0; param p1 \"q\": i32 = v0; var v0 \"p\": i32;",
        "param p0 \"p\": i32 = v0 -> o0; object o0 \"p\" global param p0 elem i32 init input; var v0 \"p\": i32;",
        "param p0 \"p\": ptr = v0 -> o0; object o0 \"p\" global declared elem i32 init input; var v0 \"p\": ptr;",
        "object o0 \"p\" global dynamic elem i32 init input;",
        "object o0 \"p\" global declared elem i32 size 1 init bytes \"0000\";",
    ] {
        let kernel = parse_kernel(&format!("kernel \"k\" cuda {{ {declarations} body {{ }} }}")).unwrap();
        let errors = verify(&kernel).unwrap_err();
        assert!(errors.iter().all(|e| e.rule == VerifyRule::Declaration), "{declarations}: {errors:?}");
    }
}

#[test]
fn a_graph_with_a_cycle_is_reported_and_printed() {
    let mut kernel = parse_kernel("kernel \"k\" cuda { var v0 \"a\": i32; body { v0 = neg(1:i32); } }").unwrap();
    let ids: Vec<_> = kernel.exprs.ids().collect();
    kernel.exprs[ids[0]].kind = wp_kir::ExprKind::Unary(wp_kir::UnOp::Neg, ids[1]);
    assert!(verify(&kernel).unwrap_err().iter().any(|e| e.rule == VerifyRule::ChildBeforeParent));
    assert!(kernel.to_string().contains("v0 = neg(neg(<e1>));"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn garbage_never_panics(text in "\\PC*") {
        let _ = parse_kernel(&text);
        let _ = parse_kernel(&format!("kernel \"k\" cuda {{ body {{ {text}"));
    }

    #[test]
    fn mutated_text_never_panics(edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, "[a-z0-9(){};:\\[\\]\"&<>=., -]{0,6}"), 1..6)) {
        for (_, mut text) in kernels() {
            for (place, length, insert) in &edits {
                let start = place.index(text.len());
                let end = (start + length).min(text.len());
                text.replace_range(start..end, insert);
            }
            if let Ok(kernel) = parse_kernel(&text) {
                let _ = verify(&kernel);
                let printed = kernel.to_string();
                let again = parse_kernel(&printed).expect("the printer writes what the parser reads");
                prop_assert_eq!(again.to_string(), printed);
            }
        }
    }
}
