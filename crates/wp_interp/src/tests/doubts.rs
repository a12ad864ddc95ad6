//! Decisions for which it matters that a device may have another float than the run.

use super::*;

fn made_up(body: &str, threads: u32) -> Vec<String> {
    let outcome = go(&cuda(body), threads, 1);
    outcome.havocked.into_iter().map(|(what, _)| what.to_string()).collect()
}

/// A decision on whether a float is below a number.
fn decides(float: &str, below: &str) -> bool {
    let made_up = made_up(&format!("f = {float}; if (f < {below}:f32) {{ store u32 [A[#0]] = #1; }}"), 1);
    !made_up.is_empty()
}

#[test]
fn only_decisions_within_the_error_are_made_up() {
    assert!(!decides("call \"exp\"(1.0:f32):f32", "2.5"));
    assert!(!decides("call \"exp\"(1.0:f32):f32", "3.0"));
    assert!(decides("call \"exp\"(1.0:f32):f32", "2.7182817"));
    // A result that is computed from an uncertain value is uncertain too, and an exact one is not.
    assert!(decides("(call \"exp\"(1.0:f32):f32 * 2.0:f32)", "5.4365635"));
    assert!(decides("neg(call \"exp\"(1.0:f32):f32)", "-2.7182817"));
    assert!(!decides("call \"exp\"(0.0:f32):f32", "1.0"));
    assert!(!decides("call \"sqrt\"(2.0:f32):f32", "1.4142135"));
    assert!(decides("call \"native_sqrt\"(2.0:f32):f32", "100.0"));
}

#[test]
fn results_that_nobody_decides_on_leave_the_run_as_evidence() {
    assert_eq!(made_up("f = call \"exp\"(1.0:f32):f32; store f32 [A[tid]] = f;", 4), Vec::<String>::new());
}

#[test]
fn memory_selections_and_integers_keep_the_range() {
    let exp = "f = call \"exp\"(1.0:f32):f32; ";
    let through = "store f32 [A[tid]] = f; f = load f32 [A[tid]]; if (f < 2.7182817:f32) { x = #1; }";
    assert_eq!(made_up(&format!("{exp}{through}"), 1).len(), 1);
    // Two bytes of the element, and two others.
    let part = "store f32 [A[tid]] = f; x = load u32 [ptradd(v0, 2:i64)]; if (x < #1) { y = #1; }";
    assert_eq!(made_up(&format!("{exp}{part}"), 1).len(), 1);
    let overwritten = "store f32 [A[tid]] = f; store u32 [A[tid]] = #0; x = load u32 [A[tid]]; if (x < #1) { y = #1; }";
    assert!(made_up(&format!("{exp}{overwritten}"), 1).is_empty());
    let index = "x = float_to_int((f * 1000000.0:f32)):u32; store u32 [A[x]] = #1;";
    assert_eq!(made_up(&format!("{exp}{index}"), 1).len(), 1);
    let bucket = "x = float_to_int(f):u32; store u32 [A[x]] = #1;";
    assert!(made_up(&format!("{exp}{bucket}"), 1).is_empty());
    let chosen = "x = select((f < 2.7182817:f32), #1, #2); store u32 [A[x]] = #1;";
    assert_eq!(made_up(&format!("{exp}{chosen}"), 1).len(), 1);
    let either = "q = ((f < 2.7182817:f32) | (#1 == #1)); if q { x = #1; }";
    assert!(made_up(&format!("{exp}{either}"), 1).is_empty());
}

#[test]
fn products_may_be_fused_with_sums() {
    // 1 + 2^-23 squared is 1 + 2^-22 + 2^-46, of which rounding loses the last part.
    let product = "f = (bits(1065353217):f32 * bits(1065353217):f32); ";
    let difference = "f = (f - bits(1065353218):f32); ";
    let sign = "if (0.0:f32 < f) { x = #1; }";
    assert_eq!(made_up(&format!("{product}{difference}{sign}"), 1).len(), 1);
    // By itself a product is rounded, and a great difference decides.
    assert!(made_up(&format!("{product}if (bits(1065353218):f32 < f) {{ x = #1; }}"), 1).is_empty());
    assert!(made_up(&format!("{product}f = (f - 0.5:f32); {sign}"), 1).is_empty());
    // Exact products are what they are.
    assert!(made_up(&format!("f = (1.5:f32 * 1.5:f32); f = (f - 2.25:f32); {sign}"), 1).is_empty());
}

#[test]
fn unknown_values_count_where_something_depends_on_them() {
    let unknown = "x = havoc \"asm\"; ";
    let count = |body: &str| made_up(&format!("{unknown}{body}"), 2).len();
    // They may be computed with, stored and loaded again.
    assert_eq!(count("x = (x + #1); store u32 [A[tid]] = x; x = load u32 [A[tid]];"), 0);
    assert_eq!(count("store u32 [A[tid]] = x; x = load u32 [A[tid]]; if (x == #0) { x = #1; }"), 1);
    assert_eq!(count("if (x == #0) { x = #1; }"), 1);
    assert_eq!(count("store u32 [A[x]] = #1;"), 1);
    assert_eq!(count("assert assert (x < #9);"), 1);
    // Nothing depends on the value any more.
    assert_eq!(count("x = #2; store u32 [A[x]] = #1;"), 0);
    // More than the value is unknown.
    assert_eq!(made_up("x = unmodelled \"asm\"; store u32 [A[tid]] = x;", 2).len(), 1);
    // Conflicts of equal values depend on all of them.
    let benign = Config { benign: Benign::SameValue, ..Config::default() };
    let kernel = cuda(&format!("{unknown}store u32 [A[#0]] = x;"));
    assert_eq!(go_with(&kernel, 2, 1, &zero_inputs(), &benign).havocked.len(), 1);
}

#[test]
fn addresses_are_those_of_no_device() {
    let count = |body: &str| made_up(body, 2).len();
    let far = "x = int_to_int((ptr_to_int(v0):u64 >> 40:u64)):u32; if (x == #0) { x = #1; }";
    assert_eq!(count(far), 1);
    assert_eq!(count("x = ptr_to_shared(v0):u32; if (x < #100) { x = #1; }"), 1);
    assert_eq!(
        count("x = ptr_to_shared(v0):u32; store u32 [A[tid]] = x; x = load u32 [A[tid]]; if (x < #9) { x = #1; }"),
        1
    );
    assert_eq!(count("x = int_to_int(ptr_to_int(v0):u64):u32; if (x < #9) { x = #1; }"), 1);
    // The last bits may be zero, null is no address, and distances in one object are what they are.
    assert_eq!(count("x = (ptr_to_shared(v0):u32 & #15); if (x == #0) { x = #1; }"), 0);
    assert_eq!(count("if (ptr_to_int(v0):u64 == 0:u64) { x = #1; }"), 0);
    // The window of shared memory begins at 0, and only the last bits of a start are known.
    assert_eq!(count("if (ptr_to_shared(v0):u32 == #0) { x = #1; }"), 1);
    let moved = |by: u32| {
        let address = "ptr_to_shared(v0):u32";
        count(&format!("x = ({address} ^ #{by}); x = (x - {address}); if (x < #9) {{ x = #1; }}"))
    };
    assert_eq!((moved(1024), moved(64)), (1, 0));
    // A number that is no address leads anywhere.
    assert_eq!(count("x = #300000; store u32 [shared_to_ptr(x):ptr] = #1;"), 1);
    assert_eq!(count("x = (ptr_to_shared(ptradd(v0, 8:i64)):u32 - ptr_to_shared(v0):u32); if (x < #9) { x = #1; }"), 0);
    // A pointer that is made of an address leads where it led.
    assert_eq!(count("store u32 [int_to_ptr((ptr_to_int(v0):u64 + 4:u64)):ptr] = #1;"), 0);
}

#[test]
fn contents_matter_where_they_are_evidence() {
    let count = |body: &str| {
        let config = Config { contents_matter: true, ..Config::default() };
        go_with(&cuda(body), 1, 1, &zero_inputs(), &config).havocked.len()
    };
    let exp = "f = call \"exp\"(1.0:f32):f32; ";
    let cut = "x = float_to_int((f * 1000000.0:f32)):u32; store u32 [A[#0]] = x;";
    assert_eq!(count(&format!("{exp}{cut}")), 1);
    assert_eq!(count(&format!("{exp}x = float_to_int(f):u32; store u32 [A[#0]] = x;")), 0);
}

#[test]
fn open_contents_are_the_ranges_in_memory() {
    let open = |body: &str| {
        let config = Config { open_contents: true, ..Config::default() };
        let outcome = go_with(&cuda(body), 1, 1, &zero_inputs(), &config);
        assert!(outcome.havocked.is_empty());
        outcome.open.into_values().flatten().map(|v| (v.offset, v.width, v.range)).collect::<Vec<_>>()
    };
    let store = "store f32 [ptradd(v0, 8:i64)] = f;";
    let values = open(&format!("f = call \"exp\"(1.0:f32):f32; {store}"));
    let &[(8, 4, Some((low, high)))] = &values[..] else { panic!("{values:?}") };
    assert!(low < 1f64.exp() && 1f64.exp() < high && high - low < 1e-5);
    assert_eq!(open(&format!("f = call \"native_sqrt\"(2.0:f32):f32; {store}")), [(8, 4, None)]);
    // The last store counts.
    assert!(open(&format!("f = call \"exp\"(1.0:f32):f32; {store} f = 1.0:f32; {store}")).is_empty());
}
