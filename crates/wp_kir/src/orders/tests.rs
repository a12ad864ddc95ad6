//! Tests of the analysis on small kernel bodies in the printed form. The blocks `L0` and `L1` are two operands.

use super::*;
use crate::{parse_kernel, verify, ExprKind, VarId};
use wp_base::Id;

/// A kernel with the variables `v0` to `v2` of 32 bits, `v3: bool`, the pointers `v6` to `v8`, and `v9: i64`; with the
/// parameters `v4` and `v5`, which point to the arrays `o2` and `o3`; with the private objects `o0` and `o1` of 64
/// bytes, and the shared object `o4`. A body may use labels from `L2` on.
fn kernel(body: &str) -> Kernel {
    let text = format!(
        "kernel \"k\" cuda {{ loops 6; labels 8; param p0 \"p\": ptr = v4 -> o2; param p1 \"q\": ptr = v5 -> o3;
         object o0 \"a\" private declared elem i32 size 64 init undefined;
         object o1 \"b\" private declared elem i32 size 64 init undefined;
         object o2 \"p\" global param p0 elem i32 init input;
         object o3 \"q\" global param p1 elem i32 init input;
         object o4 \"s\" shared declared elem i32 size 64 init undefined;
         var v0 \"x\": i32; var v1 \"y\": i32; var v2 \"i\": i32; var v3 \"c\": bool; var v4 \"p\": ptr; var v5 \"q\": ptr;
         var v6 \"t\": ptr; var v7 \"u\": ptr; var v8 \"w\": ptr; var v9 \"n\": i64; body {{ {body} }} }}"
    );
    let kernel = parse_kernel(&text).unwrap_or_else(|e| panic!("{e} in {text}"));
    assert_eq!(verify(&kernel), Ok(()), "{text}");
    kernel
}

fn open_order(span: Span, operands: Vec<Operand>) -> OpenOrder {
    OpenOrder { span, whole: LabelId::from_index(7), operands }
}

fn operand(label: usize, values: Vec<ExprId>) -> Operand {
    Operand { blocks: vec![LabelId::from_index(label)], values, is_store: false }
}

/// True if the order of `L0` and `L1` matters. The value of `L1` consists of the expressions that `value` accepts.
fn matters_with(body: &str, value: &dyn Fn(&ExprKind) -> bool) -> bool {
    let mut kernel = kernel(body);
    let values = kernel.exprs.iter().filter(|(_, e)| value(&e.kind)).map(|(id, _)| id).collect();
    let open = vec![open_order(kernel.span, vec![operand(0, Vec::new()), operand(1, values)])];
    let found = settle_orders(&mut kernel, &Orders { open, ..Orders::default() });
    assert_eq!(verify(&kernel), Ok(()));
    let text = kernel.to_string();
    assert!(!text.contains("block L0") && !text.contains("block L1"), "{text}");
    !found.is_empty() || text.contains("havoc")
}

/// The printed statements after the analysis of two operands `L0` and `L1` in an expression `L7`; `None` if the kernel
/// is to be rejected.
fn settled(body: &str) -> Option<String> {
    let mut kernel = kernel(body);
    let open = vec![open_order(kernel.span, vec![operand(0, Vec::new()), operand(1, Vec::new())])];
    let found = settle_orders(&mut kernel, &Orders { open, ..Orders::default() });
    assert_eq!(verify(&kernel), Ok(()));
    let text = kernel.to_string();
    let (_, text) = text.split_once("body {")?;
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('}')).collect();
    found.is_empty().then(|| lines.join(" ").replace(&format!("havoc {OPEN_ORDER:?}"), "?"))
}

#[test]
fn variables_whose_value_depends_on_the_order_are_unknown() {
    let expect = |body: &str, text: &str| assert_eq!(settled(body).as_deref(), Some(text), "{body}");
    expect(
        "v0 = 7:i32; block L7 { v2 = v0; block L0 { v0 = 1:i32; } v1 = v0; } v2 = v0;",
        "v0 = 7:i32; v2 = v0; v0 = 1:i32; v1 = v0; v2 = v0;",
    );
    // Also what reads the variable in front of the operand that assigns it, and what reads it behind.
    expect(
        "block L7 { block L1 { v2 = v0; } block L0 { v0 = 1:i32; } v1 = (v0 + v2); v0 = 3:i32; } v2 = v0;",
        "v0 = ?; v0 = ?; v2 = v0; v0 = ?; v0 = ?; v0 = 1:i32; v0 = ?; v1 = (v0 + v2); v0 = 3:i32; v2 = v0;",
    );
    assert_eq!(settled("block L7 { block L0 { v6 = &o0; } block L1 { v0 = load i32 [v6]; } }"), None);
    let store = "block L0 { store i32 [&o0] = 1:i32; }";
    assert_eq!(settled(&format!("block L7 {{ {store} block L1 {{ v0 = load i32 [&o0]; }} }}")), None);
}

fn matters(body: &str) -> bool {
    matters_with(body, &|_| false)
}

/// True if the order of two operands matters. `before` is the statements in front of them. Both textual orders must
/// give the same answer.
fn meet(before: &str, one: &str, other: &str) -> bool {
    let (there, back) = (
        matters(&format!("{before} block L0 {{ {one} }} block L1 {{ {other} }}")),
        matters(&format!("{before} block L0 {{ {other} }} block L1 {{ {one} }}")),
    );
    assert_eq!(there, back, "the order in which they stand decides about {one} and {other}");
    there
}

#[test]
fn variables_and_bytes_of_objects() {
    assert!(meet("", "v0 = 1:i32;", "v1 = v0;"));
    assert!(meet("", "v0 = 1:i32;", "v0 = 2:i32;"));
    assert!(!meet("", "v0 = 1:i32;", "v1 = v2;"));
    assert!(!meet("", "v0 = v2;", "v1 = v2;"));
    let store = "store i32 [ptradd(&o0, 4:i64)] = 1:i32;";
    assert!(meet("", store, "v0 = load i32 [ptradd(&o0, 4:i64)];"));
    assert!(meet("", store, "v9 = load i64 [&o0];"));
    assert!(!meet("", store, "v0 = load i32 [ptradd(&o0, 8:i64)];"));
    assert!(!meet("", store, "v0 = load i32 [ptradd(&o1, 4:i64)];"));
    assert!(!meet("", "v0 = load i32 [&o0];", "v1 = load i32 [&o0];"));
    assert!(meet("", store, "v0 = load i32 [ptradd(&o0, v9)];"));
    assert!(meet("", "v0 = atomic add i32 device [v4] (1:i32);", "v1 = atomic add i32 device [v4] (2:i32);"));
}

#[test]
fn values_are_read_behind_the_statements() {
    let x = |kind: &ExprKind| *kind == ExprKind::Var(VarId::from_index(0));
    let body = "block L0 { v0 = 1:i32; } block L1 { v2 = 1:i32; } v1 = v0;";
    assert!(matters_with(body, &x));
    assert!(!matters(body));
}

#[test]
fn pointers_of_different_parameters_are_apart() {
    assert!(!meet("", "store i32 [v4] = 1:i32;", "v0 = load i32 [v5];"));
    assert!(meet("v5 = v4;", "store i32 [v4] = 1:i32;", "v0 = load i32 [v5];"));
    // A pointer that is read from memory of the launch leads anywhere there, but not to what only the thread knows.
    let read = "v6 = load ptr [v4]; v7 = load ptr [ptradd(v4, 8:i64)];";
    assert!(meet(read, "store i32 [v6] = 1:i32;", "v0 = load i32 [v7];"));
    assert!(meet(read, "store i32 [v6] = 1:i32;", "v0 = load i32 [v5];"));
    assert!(!meet(read, "store i32 [v6] = 1:i32;", "v0 = load i32 [&o0];"));
}

#[test]
fn pointers_in_variables_are_followed_flow_sensitively() {
    let both = ("store i32 [v6] = 1:i32;", "v0 = load i32 [v7];");
    assert!(!meet("v6 = &o0; v7 = &o1;", both.0, both.1));
    assert!(meet("v6 = &o0; v7 = &o1; v7 = v6;", both.0, both.1));
    assert!(!meet("v6 = &o0; v7 = v6; v7 = &o1;", both.0, both.1));
    assert!(meet("v6 = &o0; v7 = &o1; if v3 { v7 = v6; }", both.0, both.1));
    assert!(!meet("v6 = &o0; if v3 { v7 = v6; } else { v7 = &o1; } v7 = &o1;", both.0, both.1));
    assert!(meet("v6 = &o0; v7 = select(v3, &o0, &o1);", both.0, both.1));
    // A path that ends does not count.
    assert!(!meet("v6 = &o0; v7 = &o1; if v3 { v7 = v6; return; }", both.0, both.1));
    assert!(meet("v6 = &o0; block L2 { v7 = &o0; if v3 { break L2; } v7 = &o1; }", both.0, both.1));
}

#[test]
fn pointers_that_change_in_loops() {
    let both = ("store i32 [v6] = 1:i32;", "v0 = load i32 [v7];");
    // The second iteration sees what the first one leaves.
    let rotate = |inner: &str| format!("v6 = &o0; v7 = &o1; loop loop0 L2 while v3 {{ {inner} }}");
    assert!(matters(&rotate("block L0 { store i32 [v6] = 1:i32; } block L1 { v0 = load i32 [v7]; } v7 = v6;")));
    assert!(!matters(&rotate(
        "v7 = &o1; block L0 { store i32 [v6] = 1:i32; } block L1 { v0 = load i32 [v7]; } v7 = v6;"
    )));
    assert!(meet(&rotate("v8 = v7; v7 = v6; v6 = v8;"), both.0, both.1));
    assert!(meet(&rotate("if v3 { v7 = v6; continue L2; } v7 = &o1;"), both.0, both.1));
    // Through a variable that one statement assigns, read before that in the next iteration.
    let carried = rotate("v6 = select(v3, v8, v6); v8 = &o1;");
    assert!(meet(&carried, both.0, both.1));
    // Steps.
    let steps = "v6 = &o0; loop loop0 L2 while v3 { v6 = ptradd(v6, 4:i64); }";
    assert!(meet(steps, "store i32 [v6] = 1:i32;", "v0 = load i32 [ptradd(&o0, 40:i64)];"));
    assert!(!meet(steps, "store i32 [v6] = 1:i32;", "v0 = load i32 [&o1];"));
}

#[test]
fn pointers_in_memory() {
    let held = "store ptr [&o0] = &o1; store ptr [ptradd(&o0, 8:i64)] = v4;";
    let through = |at: &str| format!("v6 = load ptr [ptradd(&o0, {at}:i64)]; store i32 [v6] = 1:i32;");
    assert!(meet(held, &through("0"), "v0 = load i32 [&o1];"));
    assert!(!meet(held, &through("8"), "v0 = load i32 [&o1];"));
    assert!(meet(held, &through("8"), "v0 = load i32 [v4];"));
    // What is stored later replaces what was there; where the place is not known, it is added.
    let replaced = format!("{held} store ptr [&o0] = v5;");
    assert!(!meet(&replaced, &through("0"), "v0 = load i32 [&o1];"));
    let added = format!("{held} store ptr [ptradd(&o0, v9)] = v5;");
    assert!(meet(&added, &through("0"), "v0 = load i32 [&o1];"));
    assert!(meet(&added, &through("8"), "v0 = load i32 [v5];"));
    // By a pointer to the pointer.
    let behind = format!("{held} v7 = &o0; store ptr [v7] = v5;");
    assert!(!meet(&behind, &through("0"), "v0 = load i32 [&o1];"));
    let either = format!("{held} v7 = select(v3, &o0, ptradd(&o0, 8:i64)); store ptr [v7] = v5;");
    assert!(meet(&either, &through("0"), "v0 = load i32 [&o1];"));
    assert!(meet(&either, &through("0"), "v0 = load i32 [v5];"));
    // A copy of the bytes, as a number and in parts.
    let copied = format!("{held} v9 = load i64 [&o0]; store i64 [ptradd(&o0, 16:i64)] = v9;");
    assert!(meet(&copied, &through("16"), "v0 = load i32 [&o1];"));
    let parts = format!("{held} v0 = load i32 [&o0]; store i32 [ptradd(&o0, 16:i64)] = v0;");
    assert!(meet(&parts, &through("16"), "v1 = load i32 [ptradd(&o1, 12:i64)];"));
    // The operand itself changes the pointer.
    let moves = "store ptr [&o0] = v4; v6 = load ptr [&o0]; store i32 [v6] = 1:i32;";
    assert!(!meet(held, moves, "v0 = load i32 [&o1];"));
    assert!(meet(held, moves, "v7 = load ptr [&o0];"));
    let declared = format!("{held} declare o0;");
    assert!(!meet(&declared, &through("0"), "v0 = load i32 [&o1];"));
}

#[test]
fn addresses_that_are_known_elsewhere() {
    let any = "store i32 [v6] = 1:i32;";
    let load = "v6 = load ptr [v4];";
    assert!(meet(&format!("store ptr [v5] = &o0; {load}"), any, "v0 = load i32 [&o0];"));
    assert!(meet(&format!("store ptr [&o1] = &o0; store ptr [v5] = &o1; {load}"), any, "v0 = load i32 [&o0];"));
    // A store through a pointer that may lead anywhere puts a pointer into what is known elsewhere.
    let wild = format!("store ptr [v5] = &o1; {load} store ptr [v6] = &o0; v7 = load ptr [&o1];");
    assert!(meet(&wild, "store i32 [v7] = 1:i32;", "v0 = load i32 [&o0];"));
    // Numbers as addresses.
    let number = "v9 = ptr_to_int(&o0):i64; v6 = int_to_ptr(v9):ptr;";
    assert!(meet(number, any, "v0 = load i32 [&o0];"));
    assert!(!meet(number, any, "v0 = load i32 [&o1];"));
    let computed = "v9 = (ptr_to_int(&o0):i64 ^ ptr_to_int(&o1):i64); v6 = int_to_ptr(v9):ptr;";
    assert!(meet(computed, any, "v0 = load i32 [&o1];"));
    assert!(!meet(computed, any, "v0 = load i32 [v4];"));
}

#[test]
fn barriers_and_jumps() {
    let barrier = "barrier block shared global;";
    assert!(meet("", barrier, "v0 = load i32 [&o4];"));
    assert!(meet("", barrier, "store i32 [v4] = 1:i32;"));
    assert!(meet("", "memfence device;", barrier));
    assert!(!meet("", barrier, "v0 = load i32 [&o0]; v1 = v0;"));
    assert!(meet("", "if v3 { return; }", "store i32 [v4] = 1:i32;"));
    // Without a fence a barrier orders nothing, but a thread that has ended does not come to it.
    assert!(!meet("", "barrier block;", "v0 = load i32 [&o4];"));
    assert!(!meet("", "barrier block;", barrier));
    assert!(meet("", "if v3 { return; }", "barrier block;"));
    assert!(matters("block L2 { block L0 { if v3 { break L2; } } block L1 { v0 = 1:i32; } v1 = v0; } v2 = v0;"));
    assert!(!matters("block L0 { block L2 { if v3 { break L2; } v1 = 2:i32; } } block L1 { v0 = 1:i32; } v2 = v0;"));
}

#[test]
fn effects_of_inner_operands_are_those_of_the_outer_ones() {
    let body = "block L0 { block L2 { store i32 [&o0] = 1:i32; } block L3 { v1 = 1:i32; } }
                block L1 { v0 = load i32 [&o0]; }";
    let mut kernel = kernel(body);
    let pair = |a, b| open_order(kernel.span, vec![operand(a, Vec::new()), operand(b, Vec::new())]);
    let (outer, inner) = (pair(0, 1), pair(2, 3));
    let mut again = kernel.clone();
    let orders = |open| Orders { open, ..Orders::default() };
    assert_eq!(settle_orders(&mut kernel, &orders(vec![outer, inner.clone()])).len(), 1);
    assert_eq!(settle_orders(&mut again, &orders(vec![inner])).len(), 0);
}

/// True if a store to `store` and a load from `ptradd(&o0, 36)` conflict. The pointer expression `array` points to an
/// array of the source of 16 bytes, and `derived` points into the same array.
fn array(before: &str, store: &str, array: &str, derived: &str) -> bool {
    let body = format!(
        "{before} block L0 {{ store i32 [{store}] = 1:i32; }} block L1 {{ v0 = load i32 [ptradd(&o0, 36:i64)]; }}"
    );
    let mut kernel = kernel(&body);
    let text = |id: ExprId| {
        let mut one = kernel.clone();
        one.body = vec![crate::Stmt {
            kind: StmtKind::Load { var: VarId::from_index(0), ty: crate::Type::I32, ptr: id, volatile: false },
            span: kernel.span,
        }];
        one.to_string()
    };
    let find = |wanted: &str| {
        let is = |id: &ExprId| kernel.ty(*id) == crate::Type::Ptr && text(*id).contains(&format!("[{wanted}]"));
        let found: Vec<ExprId> = kernel.exprs.ids().filter(is).collect();
        *found.first().unwrap_or_else(|| panic!("no {wanted}"))
    };
    let (base, derived) = (find(array), find(derived));
    let open = vec![open_order(kernel.span, vec![operand(0, Vec::new()), operand(1, Vec::new())])];
    let mut orders = Orders { open, ..Orders::default() };
    orders.arrays.insert(base, Array { bytes: 16, is_named: true });
    orders.derived.insert(derived, base);
    !settle_orders(&mut kernel, &orders).is_empty()
}

#[test]
fn an_index_stays_in_the_array_of_the_source() {
    let at = |start: u32| (format!("v6 = ptradd(&o0, {start}:i64);"), format!("ptradd(&o0, {start}:i64)"));
    let indexed = "ptradd(&o0, v9)";
    let (before, base) = at(32);
    assert!(array(&before, indexed, &base, indexed));
    let (before, base) = at(16);
    assert!(!array(&before, indexed, &base, indexed));
    // A constant index beyond the end is what it is.
    assert!(array(&before, "ptradd(&o0, 36:i64)", &base, "ptradd(&o0, 36:i64)"));
    // Without the array it may be anywhere in the object.
    assert!(meet("", "store i32 [ptradd(&o0, v9)] = 1:i32;", "v0 = load i32 [ptradd(&o0, 36:i64)];"));
}
