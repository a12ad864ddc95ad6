//! Which arrays are replaced, on small kernels in a shorthand of the printed IR, and simulations of both kernels
//! compared.
//!
//! `i`, `j`, `x` are `i32` variables, `n` an `i32` parameter, `p` a pointer variable; `a` is the global output, `w` a private array of four
//! `i32`, `u` another one, `f` one of `f32`, `y` a variable of this type; `[w i]` is the address of an element.

use super::replace_private_arrays;
use crate::Contents;
use wp_base::Id;
use wp_interp::{run, ConcreteLaunch, Inputs, Value};
use wp_kir::{parse_kernel, verify, Kernel, LoopId, ParamId, Stmt, StmtKind, Storage};

fn kernel(body: &str) -> Kernel {
    let mut text = body.to_owned();
    for (array, object) in [("w", "&o1"), ("u", "&o2"), ("f", "&o3"), ("a", "v0")] {
        while let Some(start) = text.find(&format!("[{array} ")) {
            let end = start + text[start..].find(']').unwrap();
            let index = text[start + 3..end].to_owned();
            text.replace_range(start..=end, &format!("[ptradd({object}, (int_to_int({index}):i64 * 4:i64))]"));
        }
    }
    let text = format!(
        "kernel \"k\" cuda {{ loops 4; labels 6; param p0 \"a\": ptr = v0 -> o0; param p1 \"n\": i32 = v1;
        object o0 \"a\" global param p0 elem i32 init input;
        object o1 \"w\" private declared elem i32 size 16 shape 4 init undefined;
        object o2 \"u\" private declared elem i32 size 16 shape 2 2 init undefined;
        object o3 \"f\" private declared elem f32 size 16 shape 4 init undefined;
        var v0 \"a\": ptr; var v1 \"n\": i32; var v2 \"i\": i32; var v3 \"j\": i32; var v4 \"x\": i32; var v5 \"p\": ptr; var v6 \"y\": f32;
        body {{ {} }} }}",
        text
    );
    let kernel = parse_kernel(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&kernel).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    kernel
}

/// A loop of the variable `v` from 0 while it is below a bound.
fn counted(id: u32, v: &str, bound: &str, body: &str) -> String {
    format!("{v} = 0:i32; loop loop{id} L{id} head {{ }} while ({v} < {bound}) {{ {body} }} step {{ {v} = ({v} + 1:i32); }}")
}

const I: &str = "v2";
const J: &str = "v3";
const FOUR: &str = "4:i32";

/// Sets the four elements of `w` to their index.
fn filled() -> String {
    counted(0, I, FOUR, "store i32 [w v2] = v2;")
}

/// Adds up the elements of `w` into `a[0]`.
fn summed() -> String {
    let body = "v4 = load i32 [w v2]; v3 = (v3 + v4);";
    format!("v3 = 0:i32; {} store i32 [a 0:i32] = v3;", counted(1, I, FOUR, body))
}

fn private_accesses(kernel: &Kernel) -> usize {
    let mut count = 0;
    super::visit(&kernel.body, &mut |s: &Stmt| {
        if let StmtKind::Load { ptr, .. } | StmtKind::Store { ptr, .. } = &s.kind {
            let at = wp_kir::address(kernel, *ptr, &wp_kir::Known::new());
            count += usize::from(at.is_some());
        }
    });
    count
}

/// The kernel with variables; both write the same in runs for several `n`.
fn replaced(body: &str) -> Kernel {
    let before = kernel(body);
    let after =
        replace_private_arrays(&before, Contents::All).unwrap_or_else(|| panic!("nothing is replaced in {body}"));
    assert_eq!(verify(&after), Ok(()), "{after}");
    for n in -1..7 {
        let inputs = Inputs { params: [(ParamId::from_index(1), Value::Int(n))].into(), ..Inputs::default() };
        let [first, second] =
            [&before, &after].map(|k| run(k, &ConcreteLaunch::linear(1, 1), &inputs, &wp_interp::Config::default()));
        assert_eq!((&first.memory, &first.end), (&second.memory, &second.end), "n = {n}\n{after}");
        assert_eq!(first.findings, second.findings);
        assert!(!first.memory.is_empty());
    }
    after
}

/// Asserts that nothing is replaced.
fn stays(body: &str) {
    if let Some(kernel) = replace_private_arrays(&kernel(body), Contents::All) {
        panic!("replaced:\n{kernel}");
    }
}

fn loops(kernel: &Kernel) -> Vec<LoopId> {
    let mut ids = Vec::new();
    super::visit(&kernel.body, &mut |s: &Stmt| {
        if let StmtKind::Loop { id, .. } = s.kind {
            ids.push(id);
        }
    });
    ids
}

#[test]
fn loops_over_the_array_are_gone_and_its_cells_have_names() {
    let after = replaced(&format!("{} {}", filled(), summed()));
    assert_eq!((private_accesses(&after), loops(&after).len()), (0, 0), "{after}");
    let names: Vec<&str> = after.vars.values().map(|v| &*v.name).filter(|n| n.contains('[')).collect();
    assert_eq!(names, ["w[0]", "w[1]", "w[2]", "w[3]"]);
}

#[test]
fn a_loop_that_changes_the_array_stays_a_loop() {
    let inner = counted(2, I, FOUR, "v4 = load i32 [w v2]; store i32 [w v2] = (v4 + v3);");
    let after = replaced(&format!("{} {} {}", filled(), counted(3, J, "v1", &inner), summed()));
    assert_eq!((private_accesses(&after), loops(&after)), (0, vec![LoopId::from_index(3)]), "{after}");
}

#[test]
fn a_long_loop_in_a_short_one_is_copied() {
    let inner = counted(2, J, "v1", "v4 = load i32 [w v2]; store i32 [w v2] = (v4 + v3);");
    let after = replaced(&format!("{} {} {}", filled(), counted(3, I, FOUR, &inner), summed()));
    let ids = loops(&after);
    assert_eq!((private_accesses(&after), ids.len()), (0, 4), "{after}");
    assert!(ids.windows(2).all(|w| w[0] != w[1]));
}

#[test]
fn early_exits_leave_and_skip_iterations() {
    for jump in ["break L3;", "continue L3;"] {
        for at in 0..5 {
            let body = format!(
                "if (v2 == v1) {{ {jump} }} if (v2 == {at}:i32) {{ {jump} }} v4 = load i32 [w v2]; store i32 [w v2] = (v4 + 10:i32);"
            );
            let after = replaced(&format!("{} {} {}", filled(), counted(3, I, FOUR, &body), summed()));
            assert_eq!(private_accesses(&after), 0, "{after}");
        }
    }
}

#[test]
fn a_variable_that_an_early_exit_leaves_open_is_not_known_behind_it() {
    let search = counted(3, I, FOUR, "if (v2 == v1) { break L3; } store i32 [w v2] = 7:i32;");
    stays(&format!("{} {search} store i32 [w v2] = 9:i32;", filled()));
}

#[test]
fn loops_that_test_at_the_end_are_unrolled() {
    let body = "v4 = load i32 [w v2]; store i32 [w v2] = (v4 * 3:i32);";
    let step = "v2 = (v2 + 1:i32); if (4:i32 <= v2) { break L3; }";
    let looped = format!("v2 = 0:i32; loop loop3 L3 head {{ }} while true {{ {body} }} step {{ {step} }}");
    assert_eq!(private_accesses(&replaced(&format!("{} {looped} {}", filled(), summed()))), 0);
}

#[test]
fn a_thread_that_returns_in_an_iteration_does_nothing_more() {
    let body = "if (v2 == v1) { return; } store i32 [a v2] = v2; store i32 [w v2] = v2;";
    assert_eq!(private_accesses(&replaced(&format!("{} {}", counted(0, I, FOUR, body), summed()))), 0);
}

#[test]
fn indices_by_variables_stay_in_memory() {
    stays(&format!("{} store i32 [w v1] = 9:i32; {}", filled(), summed()));
    stays(&counted(0, I, "v1", "store i32 [w v2] = v2;"));
    stays(&format!("{} v4 = load i32 [w v4]; store i32 [a 0:i32] = v4;", filled()));
}

#[test]
fn one_array_may_stay_and_another_go() {
    let body = "v4 = load i32 [w v2]; store i32 [u v2] = v4; store i32 [w v1] = v2;";
    let last = "v4 = load i32 [u 3:i32]; store i32 [a 0:i32] = v4;";
    let before = kernel(&format!("{} {} {last}", filled(), counted(2, I, FOUR, body)));
    let after = replace_private_arrays(&before, Contents::All).unwrap();
    let names: Vec<&str> = after.vars.values().map(|v| &*v.name).filter(|n| n.contains('[')).collect();
    assert_eq!(names, ["u[0][0]", "u[0][1]", "u[1][0]", "u[1][1]"]);
    assert_eq!(loops(&after), [LoopId::from_index(0)], "only what the other array needs is unrolled");
}

#[test]
fn addresses_that_go_elsewhere_keep_the_array() {
    for use_ in
        ["v5 = &o1; store i32 [v5] = 1:i32;", "if (&o1 == v0) { v4 = 1:i32; }", "atomic add i32 device [&o1] (1:i32);"]
    {
        let body = format!("{} {use_} {}", filled(), summed());
        if let Some(after) = replace_private_arrays(&kernel(&body), Contents::All) {
            panic!("{after}");
        }
    }
}

#[test]
fn an_array_that_holds_its_own_address_stays() {
    let mut own = kernel("store ptr [&o1] = &o1;");
    for s in &mut own.body {
        if let StmtKind::Store { ptr, value, .. } = &mut s.kind {
            *value = *ptr;
        }
    }
    assert_eq!(replace_private_arrays(&own, Contents::All), None);
}

#[test]
fn accesses_outside_of_the_array_keep_it() {
    stays(&counted(0, I, "5:i32", "store i32 [w v2] = v2;"));
    stays(&format!("{} store i32 [w -1:i32] = 1:i32;", filled()));
    // Unless they are never made.
    let guarded = counted(3, I, FOUR, "if (v2 < 3:i32) { v4 = load i32 [w (v2 + 1:i32)]; store i32 [w v2] = v4; }");
    replaced(&format!("{} {guarded} {}", filled(), summed()));
}

#[test]
fn overlapping_accesses_and_other_types_keep_the_array() {
    stays(&format!("{} store f32 [&o1] = 1.0:f32;", filled()));
    stays(&format!("{} store i8 [ptradd(&o1, 5:i64)] = 1:i8;", filled()));
    stays(&format!("{} store i32 [ptradd(&o1, 2:i64)] = 1:i32;", filled()));
    stays(&format!("{} store volatile i32 [&o1] = 1:i32;", filled()));
}

#[test]
fn loops_with_barriers_or_invariants_are_not_unrolled() {
    stays(&counted(0, I, FOUR, "store i32 [w v2] = v2; barrier block shared global;"));
    let head = "assert invariant (0:i32 <= v2);";
    stays(&format!(
        "v2 = 0:i32; loop loop0 L0 head {{ {head} }} while (v2 < 4:i32) {{ store i32 [w v2] = v2; }} step {{ v2 = (v2 + 1:i32); }}"
    ));
    stays(&format!("assert function_wide true; {} {}", filled(), summed()));
}

#[test]
fn the_declaration_of_an_array_is_that_of_elements_that_are_not_set() {
    let declared = |body: &str| {
        let iteration = format!("declare o1; {body}");
        // A value that is read without being set differs from place to place, so simulations are not compared.
        let after = replace_private_arrays(&kernel(&counted(3, J, "v1", &iteration)), Contents::All).unwrap();
        let mut names = Vec::new();
        super::visit(&after.body, &mut |s: &Stmt| match s.kind {
            StmtKind::Declare { storage: Storage::Var(var) } => names.push(after.vars[var].name.to_string()),
            StmtKind::Declare { storage: Storage::Object(object) } => panic!("{object} is declared in {after}"),
            _ => {}
        });
        names.join(" ")
    };
    let read = |at: u32| format!("v4 = load i32 [w {at}:i32]; store i32 [a {at}:i32] = v4;");
    assert_eq!(declared(&format!("{} {} {}", filled(), read(0), read(3))), "");
    assert_eq!(declared(&format!("store i32 [w 1:i32] = v3; {} {}", read(1), read(2))), "w[2]");
    assert_eq!(declared(&format!("if (v3 == 0:i32) {{ {} }} {} {}", filled(), read(1), read(2))), "w[1] w[2]");
}

#[test]
fn what_would_be_too_long_stays() {
    let nest =
        counted(0, I, "64:i32", &counted(1, J, "64:i32", &counted(2, "v4", "64:i32", "store i32 [w (v2 - v3)] = v4;")));
    stays(&nest);
    stays(&counted(0, I, "65:i32", "store i32 [w (v2 - v2)] = v2; store i32 [w (v2 / 100:i32)] = 1:i32;"));
}

/// The arrays of which variables are made where only what is needed is.
fn needed(body: &str) -> String {
    let Some(after) = replace_private_arrays(&kernel(body), Contents::Needed) else { return String::new() };
    let names: std::collections::BTreeSet<char> =
        after.vars.values().filter(|v| v.name.contains('[')).filter_map(|v| v.name.chars().next()).collect();
    names.into_iter().collect()
}

#[test]
fn accumulators_of_floats_stay_in_memory_where_only_memory_gets_them() {
    let filled = counted(0, I, FOUR, "store f32 [f v2] = 1.0:f32;");
    let stored = "v6 = load f32 [f 0:i32]; store f32 [a 0:i32] = v6;";
    assert_eq!(needed(&format!("{filled} {stored}")), "");
    let compared = "v6 = load f32 [f 0:i32]; if (v6 < 2.0:f32) { v3 = 1:i32; }";
    assert_eq!(needed(&format!("{filled} {compared}")), "", "a comparison of floats is opaque");
    let asserted = "v6 = load f32 [f 0:i32]; assert assert (v6 == 1.0:f32);";
    assert_eq!(needed(&format!("{filled} {asserted}")), "f");
}

#[test]
fn what_addresses_conditions_and_stored_integers_depend_on_is_needed() {
    for use_ in [
        "v4 = load i32 [w 1:i32]; store i32 [a v4] = 0:i32;",
        "v4 = load i32 [w 1:i32]; v3 = (v4 + 1:i32); v4 = load i32 [a v3];",
        "v4 = load i32 [w 1:i32]; if (v4 < 2:i32) { v3 = 1:i32; }",
        "v4 = load i32 [w 1:i32]; store i32 [a 0:i32] = v4;",
        "v4 = load i32 [w 1:i32]; atomic add i32 device [a 0:i32] (v4);",
        "v4 = load i32 [w 1:i32]; store i32 [u 0:i32] = v4; v3 = load i32 [u 0:i32]; assume assume (v3 == 1:i32);",
    ] {
        assert!(needed(&format!("{} {use_}", filled())).contains('w'), "{use_}");
    }
    let unused = "v4 = load i32 [w 1:i32]; store i32 [u 0:i32] = v4;";
    assert_eq!(needed(&format!("{} {unused}", filled())), "");
}
