//! Named barriers: order, generations, deadlock, and counts on which the threads do not agree.

use super::barriers::divergences;
use super::*;

#[test]
fn members_of_a_named_barrier_are_ordered_and_others_are_not() {
    let body = |read: &str| {
        format!("store u32 [A[tid]] = tid; if (tid < #64) {{ barrier sync (#1) of (#64); x = load u32 [A[{read}]]; }}")
    };
    clean(&go(&cuda(&body("(tid ^ #32)")), 96, 1));
    assert_eq!(races(&go(&cuda(&body("(tid + #32)")), 96, 1)), [(AccessKind::Read, AccessKind::Write, true)]);
}

#[test]
fn an_arrival_orders_those_who_wait_and_not_the_other_way_round() {
    let producer = |first: &str, second: &str| {
        format!(
            "if (tid < #32) {{ {first} barrier arrive (#1) of (#64); {second} }}
             else {{ x = load u32 [A[#7]]; barrier sync (#1) of (#64); x = load u32 [S[(tid - #32)]]; }}"
        )
    };
    clean(&go(&cuda(&producer("store u32 [S[tid]] = tid;", "")), 64, 1));
    assert!(go(&cuda(&producer("", "store u32 [S[tid]] = tid;")), 64, 1).has_race());
    // What the waiting thread did before is not known to the one that only arrived.
    assert!(go(&cuda(&producer("", "store u32 [A[#7]] = tid;")), 64, 1).has_race());
}

#[test]
fn a_barrier_is_used_again() {
    let body = |again: &str| {
        format!(
            "if (tid < #64) {{ loop loop0 L0 while (i < #3) {{
               store u32 [S[tid]] = i; barrier sync (#1) of (#64); x = load u32 [S[(tid ^ #32)]]; {again}
             }} step {{ i = (i + #1); }} }}"
        )
    };
    clean(&go(&cuda(&body("barrier sync (#1) of (#64);")), 64, 1));
    assert!(go(&cuda(&body("")), 64, 1).has_race());
}

#[test]
fn warps_that_wait_for_ever_are_in_deadlock() {
    // The other warp ends, waits at another barrier, or waits at a barrier of the block.
    for other in ["", "barrier sync (#2) of (#64);", "barrier block shared global;"] {
        let body = format!("if (tid < #32) {{ barrier sync (#1) of (#64); }} else {{ {other} }}");
        let outcome = go(&cuda(&body), 64, 1);
        assert_eq!(outcome.end, End::Diverged, "{other}");
        assert_eq!(divergences(&outcome)[0], (0, 32, other.is_empty()));
    }
}

#[test]
fn a_warp_arrives_as_a_whole() {
    let body = "if (tid < #16) { barrier sync (#1) of (#32); } else { x = tid; barrier sync (#2) of (#32); }";
    assert_eq!(divergences(&go(&cuda(body), 32, 1))[0], (0, 16, false));
    // Lanes that have ended are not waited for.
    let ended = "if (tid >= #16) { return; } barrier sync (#1) of (#32);";
    clean(&go(&cuda(&ended.replace("tid >= #16", "#15 < tid")), 32, 1));
}

#[test]
fn all_warps_without_a_count() {
    let body = "if (tid < #32) { store u32 [S[tid]] = tid; barrier sync (#3); } else { barrier sync (#3); x = load u32 [S[(tid - #32)]]; }";
    clean(&go(&cuda(body), 64, 1));
}

#[test]
fn counts_that_differ_or_are_wrong() {
    let body = "if (tid < #32) { barrier sync (#1) of (#64); } else { barrier sync (#1) of (#96); }";
    assert!(go(&cuda(body), 64, 1).has_divergence());
    let all = "if (tid < #32) { barrier sync (#1) of (#64); } else { barrier sync (#1); }";
    clean(&go(&cuda(all), 64, 1));
    for wrong in ["(#1) of (#40)", "(#1) of (#0)", "(#16) of (#32)", "(#1) of (#96)"] {
        let outcome = go(&cuda(&format!("barrier sync {wrong};")), 64, 1);
        assert!(matches!(outcome.end, End::Unsupported { .. }), "{wrong}: {:?}", outcome.end);
        assert_eq!(outcome.findings, []);
    }
}

#[test]
fn a_part_of_a_block_shows_nothing() {
    let config = Config { slice: Some(vec![(0, 0), (0, 1)]), ..Config::default() };
    let kernel = cuda("barrier sync (#1) of (#64);");
    let outcome = run(&kernel, &ConcreteLaunch::linear(64, 1), &zero_inputs(), &config);
    assert!(matches!(outcome.end, End::Unsupported { .. }));
}
