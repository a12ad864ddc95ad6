//! Bounds, pointers, private and undefined memory.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn out_of_bounds_is_found_and_skipped() {
    let body = "store u32 [S[(tid + #1)]] = #1; x = load u32 [S[(tid + #60)]];";
    let outcome = go(&cuda(body), 64, 1);
    let found: Vec<_> = outcome
        .findings
        .iter()
        .filter_map(|f| match f {
            Finding::OutOfBounds { offset, width, size, site, .. } => {
                Some((*offset, *width, *size, site.thread.thread[0]))
            }
            _ => None,
        })
        .collect();
    assert_eq!(found, [(256, 4, Some(256), 4), (256, 4, Some(256), 63)]);
    let unchecked = Config { check_bounds: false, ..Config::default() };
    let outcome = go_with(&cuda(body), 64, 1, &zero_inputs(), &unchecked);
    assert!(!outcome.has_bad_access());
    assert!(outcome.has_race());
}

#[test]
fn sizes_of_inputs_bound_parameters() {
    let kernel = cuda("store u32 [A[gid]] = #1;");
    let mut inputs = zero_inputs();
    inputs.objects.insert(object_a(), ObjectInput { size: Some(28), ..ObjectInput::default() });
    let outcome = go_with(&kernel, 4, 2, &inputs, &Config::default());
    assert_eq!(outcome.findings.len(), 1);
    clean(&go(&kernel, 4, 2));
}

#[test]
fn negative_offsets_are_out_of_bounds() {
    let outcome = go(&cuda("store u32 [ptradd(v0, -4:i64)] = #1;"), 1, 1);
    assert!(matches!(outcome.findings[..], [Finding::OutOfBounds { offset: -4, size: None, .. }]));
}

#[test]
fn bad_pointers_have_their_kinds() {
    for (body, fault) in [
        ("x = load u32 [null];", PointerFault::Null),
        ("x = load u32 [p];", PointerFault::Uninitialised),
        ("x = load u32 [int_to_ptr(1234567890123:u64):ptr];", PointerFault::Wild),
        ("p = havoc \"why\"; x = load u32 [p];", PointerFault::Havocked),
    ] {
        let outcome = go(&cuda(body), 2, 1);
        assert!(matches!(outcome.findings[..], [Finding::BadPointer { fault: f, .. }] if f == fault), "{body}");
    }
}

#[test]
fn pointers_survive_memory() {
    let body = "store ptr [&o2] = S[tid]; p = load ptr [&o2]; store u32 [p] = #7; x = load u32 [S[tid]]; store u32 [A[tid]] = x;";
    let outcome = go(&cuda(body), 8, 1);
    clean(&outcome);
    assert_eq!(word_of_a(&outcome, 7), 7);
}

#[test]
fn private_memory_is_per_thread() {
    let body = "store u32 [P[#1]] = tid; barrier block shared global; x = load u32 [P[#1]]; store u32 [A[tid]] = x;";
    let outcome = go(&cuda(body), 8, 1);
    clean(&outcome);
    assert_eq!(word_of_a(&outcome, 5), 5);
}

#[test]
fn undefined_reads_are_noted() {
    let outcome = go(&cuda("x = load u32 [S[tid]]; store u32 [A[tid]] = x;"), 2, 1);
    assert_eq!(outcome.notes.iter().map(|n| n.kind).collect::<Vec<_>>(), [NoteKind::UndefinedRead]);
    assert!(go(&cuda("store u32 [S[tid]] = #1; x = load u32 [S[tid]];"), 2, 1).notes.is_empty());
}

/// The elements of `S` and `P` whose values were not written and matter, by the thread that reads.
fn unwritten(body: &str, threads: u32) -> Vec<(i64, u32)> {
    let config = Config { unwritten: Unwritten::Followed, ..Config::default() };
    let outcome = run(&cuda(body), &ConcreteLaunch::linear(threads, 1), &zero_inputs(), &config);
    let of = |f: &Finding| match f {
        Finding::Unwritten { offset, site, .. } => Some((*offset, site.thread.thread[0])),
        _ => None,
    };
    outcome.findings.iter().filter_map(of).collect()
}

#[test]
fn what_nothing_wrote_is_followed_to_where_it_matters() {
    // To global memory, directly and through other memory, to a branch, to an address.
    assert_eq!(unwritten("x = load u32 [S[tid]]; store u32 [A[tid]] = (x + #1);", 2), [(0, 0)]);
    let through = "x = load u32 [S[tid]]; store u32 [P[#1]] = x; y = load u32 [P[#1]]; store u32 [A[tid]] = y;";
    assert_eq!(unwritten(through, 1), [(0, 0)]);
    assert_eq!(unwritten("x = load u32 [P[#2]]; if (x < #3) { y = #1; }", 1), [(8, 0)]);
    assert_eq!(unwritten("x = load u32 [S[#5]]; store u32 [A[(x & #3)]] = #1;", 1), [(20, 0)]);
    // Only the second thread reads what nobody wrote.
    let guarded = "if (tid < #1) { store u32 [S[tid]] = #1; } barrier block shared; x = load u32 [S[tid]]; store u32 [A[tid]] = x;";
    assert_eq!(unwritten(guarded, 2), [(4, 1)]);
    for harmless in [
        "x = load u32 [S[tid]]; y = x;",
        "x = load u32 [S[tid]]; store u32 [A[tid]] = (x & #0);",
        "store u32 [S[tid]] = #1; x = load u32 [S[tid]]; store u32 [A[tid]] = x;",
        "x = load u32 [S[tid]]; store u32 [S[tid]] = x; store u32 [S[tid]] = #2; y = load u32 [S[tid]]; store u32 [A[tid]] = y;",
    ] {
        assert_eq!(unwritten(harmless, 2), [], "{harmless}");
    }
    clean(&go(&cuda("x = load u32 [S[tid]]; store u32 [A[tid]] = x;"), 2, 1));
}

#[test]
fn a_misaligned_access_is_an_error_where_nothing_sets_alignment() {
    let mut kernel = cuda("store u32 [ptradd(v0, int_to_int((tid * #2)):i64)] = #1;");
    let launch = ConcreteLaunch::linear(2, 1);
    let noted = run(&kernel, &launch, &zero_inputs(), &Config::default());
    assert!(!noted.findings.iter().any(|f| matches!(f, Finding::Misaligned { .. })));
    assert!(noted.notes.iter().any(|n| n.kind == NoteKind::Misaligned));
    kernel.has_natural_alignment = true;
    let found = run(&kernel, &launch, &zero_inputs(), &Config::default());
    let misaligned = found.findings.iter().find(|f| matches!(f, Finding::Misaligned { .. }));
    assert!(
        matches!(misaligned, Some(Finding::Misaligned { offset: 2, width: 4, site, .. }) if site.thread.thread[0] == 1)
    );
}

/// The values that two iterations read from storage that the first one has set and every one declares.
fn after_declaration(declare: &str, set: &str, read: &str, config: &Config) -> Outcome {
    let body = format!("{declare} if (i == #0) {{ {set} }} {read} store u32 [A[((tid * #2) + i)]] = x;");
    let text = format!("i = #0; loop loop0 L0 while (i < #2) {{ {body} }} step {{ i = (i + #1); }}");
    go_with(&cuda(&text), 4, 1, &zero_inputs(), config)
}

#[test]
fn a_declaration_brings_back_what_was_never_set() {
    let config = Config { unset_values: true, ..Config::default() };
    let array = after_declaration("declare o2;", "store u32 [P[#1]] = #70;", "x = load u32 [P[#1]];", &config);
    let var = after_declaration("declare y;", "y = #70;", "x = y;", &config);
    for outcome in [&array, &var] {
        assert!((0..4).all(|t| word_of_a(outcome, 2 * t) == 70), "what is set behind it is kept");
        let later: BTreeSet<u64> = (0..4).map(|t| word_of_a(outcome, 2 * t + 1)).collect();
        assert!(!later.contains(&70) && later.len() > 1, "every thread has its own: {later:?}");
        assert!(outcome.havocked.is_empty(), "any value is a behaviour");
    }
    assert_eq!(array.notes.iter().map(|n| n.kind).collect::<Vec<_>>(), [NoteKind::UndefinedRead]);
    let zero = after_declaration("declare y;", "y = #70;", "x = y;", &Config::default());
    assert_eq!([0, 1].map(|i| word_of_a(&zero, i)), [70, 0]);
    let other = after_declaration("declare o2; store u32 [P[#1]] = #5;", "", "x = load u32 [P[#1]];", &config);
    clean(&other);
    assert_eq!([0, 1].map(|i| word_of_a(&other, i)), [5, 5]);
}

#[test]
fn a_declared_pointer_points_nowhere() {
    let body = "p = S[tid]; declare p; x = load u32 [p];";
    let outcome = go(&cuda(body), 1, 1);
    assert!(matches!(outcome.findings[..], [Finding::BadPointer { fault: PointerFault::Uninitialised, .. }]));
}

#[test]
fn cells_and_fills_are_seen() {
    let kernel = cuda("x = load u32 [A[tid]]; store u32 [A[(tid + #1000)]] = x;");
    let mut input = ObjectInput { fill: Fill::Index, ..ObjectInput::default() };
    input.cells.insert(4, vec![0xff, 0, 0, 0, 0xee, 0, 0, 0]);
    let mut inputs = zero_inputs();
    inputs.objects.insert(object_a(), input);
    let outcome = go_with(&kernel, 4, 1, &inputs, &Config::default());
    assert_eq!([1000, 1001, 1002, 1003].map(|i| word_of_a(&outcome, i)), [0, 0xff, 0xee, 3]);
}

#[test]
fn far_offsets_are_distinct_cells() {
    let far = |n: u64| format!("store u32 [ptradd(v0, {n}:i64)] = tid;");
    assert!(go(&cuda(&far(1 << 40)), 2, 1).has_race());
    let two = format!("if (tid == #0) {{ {} }} else {{ {} }}", far(1 << 40), far((1 << 40) + 4));
    clean(&go(&cuda(&two), 2, 1));
}

#[test]
fn what_a_run_leaves_is_what_the_next_one_finds() {
    let pages = |pages: &[(i64, &[u8])]| Contents { pages: pages.iter().map(|(at, b)| (*at, b.to_vec())).collect() };
    let mut input = ObjectInput { cells: BTreeMap::from([(0, vec![1; 6]), (8, vec![2; 8])]), ..ObjectInput::default() };
    input.overlay(&pages(&[(2, &[3, 3])]));
    assert_eq!(input.cells, BTreeMap::from([(0, vec![1, 1, 3, 3, 1, 1]), (8, vec![2; 8])]));
    // A page that reaches into both runs, and one behind everything.
    input.overlay(&pages(&[(4, &[4; 6]), (20, &[5; 2]), (-8, &[6; 8])]));
    let expected = BTreeMap::from([(0, vec![1, 1, 3, 3]), (4, vec![4; 6]), (10, vec![2; 6]), (20, vec![5; 2])]);
    assert_eq!(input.cells, expected);
    input.overlay(&pages(&[(0, &[7; 32])]));
    assert_eq!(input.cells, BTreeMap::from([(0, vec![7; 32])]));
}
