//! The declarations that stay, on small bodies in the printed form.

use super::*;
use crate::{parse_kernel, verify};

/// The declarations that stay in a body, in the order of the text. It has variables `v0` to `v3` of 32 bits and `v4: bool`, the private
/// arrays `o0` of 16 bytes and `o1` of 64, and six labels and loops.
fn kept(body: &str) -> String {
    let text = format!(
        "kernel \"k\" cuda {{ loops 6; labels 6; param p0 \"p\": ptr = v5 -> o2;
         object o0 \"a\" private declared elem i32 size 16 shape 4 init undefined;
         object o1 \"b\" private declared elem i32 size 64 shape 4 4 init undefined;
         object o2 \"p\" global param p0 elem i32 init input;
         var v0 \"v\": i32; var v1 \"w\": i32; var v2 \"i\": i32; var v3 \"j\": i32; var v4 \"c\": bool; var v5 \"p\": ptr;
         body {{ {body} }} }}"
    );
    let mut kernel = parse_kernel(&text).unwrap_or_else(|e| panic!("{e} in {text}"));
    assert_eq!(verify(&kernel), Ok(()));
    drop_dead_declarations(&mut kernel);
    assert_eq!(verify(&kernel), Ok(()));
    let mut left = Vec::new();
    visit(&kernel.body, &mut |s| match s.kind {
        StmtKind::Declare { storage: Storage::Var(var) } => left.push(var.to_string()),
        StmtKind::Declare { storage: Storage::Object(object) } => left.push(object.to_string()),
        _ => {}
    });
    left.join(" ")
}

const USE: &str = "store i32 [v5] = v0;";

#[test]
fn what_is_set_first_on_every_path_is_dead() {
    for set in [
        "v0 = 1:i32;",
        "v0 = load i32 [v5];",
        "v0 = havoc \"asm\";",
        "if v4 { v0 = 1:i32; } else { v0 = 2:i32; }",
        "if v4 { v0 = 1:i32; } else { return; }",
        "block L0 { if v4 { v0 = 1:i32; break L0; } v0 = 2:i32; }",
        "block L0 { block L1 { if v4 { break L1; } v0 = 2:i32; break L0; } v0 = 3:i32; }",
        // A loop that runs at least once: `do`, and a counter that starts below its bound.
        "loop loop0 L0 while true { v0 = 1:i32; } step { if v4 { break L0; } }",
        "v2 = 0:i32; loop loop0 L0 while (v2 < 4:i32) { v0 = 1:i32; } step { v2 = (v2 + 1:i32); }",
        "loop loop0 L0 while true { if v4 { continue L0; } v0 = 1:i32; break L0; }",
    ] {
        assert_eq!(kept(&format!("declare v0; {set} {USE}")), "", "{set}");
    }
    assert_eq!(kept("declare v0; declare o0; return;"), "");
}

#[test]
fn what_a_path_may_read_first_stays() {
    for set in [
        "",
        "if v4 { v0 = 1:i32; }",
        "v0 = (v0 + 1:i32);",
        "block L0 { if v4 { break L0; } v0 = 2:i32; }",
        "loop loop0 L0 while v4 { v0 = 1:i32; }",
        "loop loop0 L0 while (v2 < 4:i32) { v0 = 1:i32; } step { v2 = (v2 + 1:i32); }",
        "v2 = 4:i32; loop loop0 L0 while (v2 < 4:i32) { v0 = 1:i32; } step { v2 = (v2 + 1:i32); }",
        "v2 = 0:i32; declare v2; loop loop0 L0 while (v2 < 4:i32) { v0 = 1:i32; }",
        "v2 = 0:i32; loop loop0 L0 head { v2 = v1; } while (v2 < 4:i32) { v0 = 1:i32; }",
        "loop loop0 L0 while true { if v4 { break L0; } v0 = 1:i32; }",
        "loop loop0 L0 while true { if v4 { continue L0; } v0 = 1:i32; } step { if v4 { break L0; } }",
        // Only the second iteration reads it.
        "loop loop0 L0 while v4 { if v4 { v1 = v0; } } v0 = 1:i32;",
    ] {
        assert!(kept(&format!("declare v0; {set} {USE}")).contains("v0"), "{set}");
    }
    assert_eq!(kept("assert function_wide (v0 < v1); declare v0; return;"), "v0");
    assert_eq!(kept("declare v0; assert assert (spec load(v5):i32 == v0); v0 = 1:i32;"), "v0");
}

#[test]
fn an_iteration_reads_what_it_sets() {
    let body = |set: &str| format!("loop loop0 L0 while v4 {{ declare v0; {set} {USE} }}");
    assert_eq!(kept(&body("v0 = 1:i32;")), "");
    assert_eq!(kept(&body("if v4 { continue L0; } v0 = 1:i32;")), "");
    assert_eq!(kept(&body("if v4 { v0 = 1:i32; }")), "v0");
    // The values that the last iteration left are forgotten, so the outer declaration is dead.
    assert_eq!(kept("declare v0; loop loop0 L0 while v4 { declare v0; if v4 { v0 = 1:i32; } v1 = v0; }"), "v0");
}

const ALL: &str = "v2 = 0:i32; loop loop0 L0 while (v2 < 4:i32) \
    { store i32 [ptradd(&o0, (int_to_int(v2):i64 * 4:i64))] = v1; } step { v2 = (v2 + 1:i32); }";

#[test]
fn arrays_that_are_filled_first_are_dead() {
    let any = "v0 = load i32 [ptradd(&o0, int_to_int(v1):i64)];";
    let one = "v0 = load i32 [ptradd(&o0, 4:i64)];";
    let store = |at: i32| format!("store i32 [ptradd(&o0, {at}:i64)] = v1;");
    assert_eq!(kept(&format!("declare o0; {ALL} {any}")), "");
    assert_eq!(kept(&format!("declare o0; {} {one}", store(4))), "");
    assert_eq!(kept(&format!("declare o0; {}{}{}{} {any}", store(0), store(4), store(8), store(12))), "");
    let rows = "v2 = 0:i32; loop loop0 L0 while (v2 < 4:i32) { v3 = 0:i32; loop loop1 L1 while (v3 < 4:i32) { \
        store i32 [ptradd(&o1, (int_to_int(((v2 * 4:i32) + v3)):i64 * 4:i64))] = v1; } step { v3 = (v3 + 1:i32); } } \
        step { v2 = (v2 + 1:i32); }";
    assert_eq!(kept(&format!("declare o1; {rows} v0 = load i32 [ptradd(&o1, int_to_int(v1):i64)];")), "");
    for fill in [
        String::new(),
        store(8),
        format!("{}{}{}", store(0), store(4), store(12)),
        format!("store i32 [ptradd(&o0, int_to_int(v1):i64)] = v1; {}", store(0)),
        format!("if v4 {{ {ALL} }}"),
        ALL.replace("v2 = 0:i32", "v2 = 2:i32"),
        ALL.replace("v2 < 4:i32", "v2 < v1"),
        ALL.replace("{ store", "{ if v4 { break L0; } store"),
        ALL.replace("{ store", "{ if v4 { continue L0; } store"),
        ALL.replace("{ store", "{ declare o0; store"),
        ALL.replace("{ store", "{ if v4 { v2 = 7:i32; } store"),
    ] {
        assert!(kept(&format!("declare o0; {fill} {any}")).starts_with("o0"), "{fill}");
    }
    // A jump out of the loop leaves the rest of the array as it was.
    let out = ALL.replace("{ store", "{ if v4 { break L5; } store");
    assert_eq!(kept(&format!("declare o0; block L5 {{ {out} }} {any}")), "o0");
}

#[test]
fn an_array_whose_address_goes_elsewhere_stays() {
    assert_eq!(kept("declare o0; v5 = &o0;"), "o0");
    assert_eq!(kept("declare o0; store ptr [v5] = &o0;"), "o0");
    assert_eq!(kept("declare o0; v4 = (v5 == &o0);"), "o0");
    assert_eq!(kept("declare o0; atomic add i32 device [&o0] (v0);"), "o0");
    assert_eq!(kept("declare o0; store i32 [&o0] = v0;"), "");
}
