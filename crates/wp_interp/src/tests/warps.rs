//! Warp operations, warp barriers, lock-step warps.

use super::*;
use wp_kir::AssertKind;

const ALL: &str = "4294967295:u32";

fn neighbours(barrier: &str) -> String {
    format!("store u32 [S[tid]] = tid; {barrier} x = load u32 [S[(tid ^ #1)]]; store u32 [A[gid]] = x;")
}

#[test]
fn warp_barrier_orders_its_lanes() {
    let body = neighbours(&format!("barrier warp({ALL}) shared global;"));
    let outcome = go(&cuda(&body), 64, 1);
    clean(&outcome);
    assert_eq!(word_of_a(&outcome, 6), 7);
    assert!(go(&cuda(&neighbours("")), 64, 1).has_race());
}

#[test]
fn warp_barrier_does_not_order_two_warps() {
    let body =
        format!("store u32 [S[tid]] = tid; barrier warp({ALL}) shared global; x = load u32 [S[((tid + #32) % #64)]];");
    assert!(go(&cuda(&body), 64, 1).has_race());
}

#[test]
fn partial_masks_order_through_chains() {
    // Lanes 0 and 1 meet, then lanes 1 and 2: lane 0's write is ordered before lane 2's read, lane 3's is not.
    let body = |reader: u32| {
        format!(
            "if (tid == #0) {{ store u32 [S[#0]] = #1; }}
             if (tid < #2) {{ barrier warp(#3) shared global; }}
             if ((#0 < tid) & (tid < #3)) {{ barrier warp(#6) shared global; }}
             if (tid == #{reader}) {{ x = load u32 [S[#0]]; }}"
        )
    };
    clean(&go(&cuda(&body(2)), 4, 1));
    assert!(go(&cuda(&body(3)), 4, 1).has_race());
}

#[test]
fn incomplete_warp_barrier_diverges() {
    let body =
        format!("if (tid < #2) {{ barrier warp({ALL}) shared global; }} else {{ barrier block shared global; }}");
    assert!(go(&cuda(&body), 4, 1).has_divergence());
}

#[test]
fn shuffles_move_values() {
    let body = format!(
        "x = warp shfl_down ((tid * #10), #1) mask {ALL}; store u32 [A[gid]] = x;
         x = warp shfl_xor (tid, #1) mask {ALL} width 4:i32; store u32 [A[(gid + #100)]] = x;
         x = warp shfl (tid, #1) mask {ALL} width 8:i32; store u32 [A[(gid + #200)]] = x;
         x = warp shfl_up (tid, #2) mask {ALL}; store u32 [A[(gid + #300)]] = x;"
    );
    let outcome = go(&cuda(&body), 32, 1);
    clean(&outcome);
    assert_eq!([0, 30, 31].map(|i| word_of_a(&outcome, i)), [10, 310, 310]);
    assert_eq!([100, 101, 106].map(|i| word_of_a(&outcome, i)), [1, 0, 7]);
    assert_eq!([200, 209, 231].map(|i| word_of_a(&outcome, i)), [1, 9, 25]);
    assert_eq!([300, 301, 302].map(|i| word_of_a(&outcome, i)), [0, 1, 0]);
    assert_eq!(outcome.notes, []);
}

#[test]
fn votes_count_participants() {
    let body = format!("x = warp ballot ((tid % #3)) mask {ALL}; store u32 [A[gid]] = x;");
    let outcome = go(&cuda(&body), 6, 1);
    assert_eq!(word_of_a(&outcome, 0), 0b110110);
    // Without mask the lanes that are there take part.
    let legacy = "if (tid < #3) { x = warp ballot (#1); } else { x = warp ballot (#1); } store u32 [A[gid]] = x;";
    let outcome = go(&cuda(legacy), 6, 1);
    assert_eq!([0, 5].map(|i| word_of_a(&outcome, i)), [0b111, 0b111000]);
}

#[test]
fn missing_lanes_are_noted() {
    let body = format!("if (tid < #3) {{ x = warp ballot (#1) mask {ALL}; }} else {{ barrier block shared global; return; }} barrier block shared global;");
    let outcome = go(&cuda(&body), 6, 1);
    assert!(outcome.notes.iter().any(|n| n.kind == NoteKind::MissingLane));
}

#[test]
fn lanes_that_do_not_come_are_found() {
    let absent = |body: &str, threads| {
        let outcome = go(&cuda(body), threads, 1);
        let of_lanes = |f: &&Finding| matches!(f, Finding::AssertFailed { kind: AssertKind::LanesArrive, .. });
        outcome.findings.iter().filter(of_lanes).count()
    };
    assert_eq!(absent(&format!("if (tid < #3) {{ x = warp ballot (#1) mask {ALL}; }}"), 6), 1, "they have ended");
    let at_barrier = format!("if (tid < #3) {{ x = warp ballot (#1) mask {ALL}; }} barrier block shared global;");
    assert_eq!(absent(&at_barrier, 6), 1, "they wait at a barrier of the block");
    assert_eq!(absent("if (tid < #3) { x = warp ballot (#1) mask 7:u32; }", 6), 0, "the mask does not name them");
    assert_eq!(absent(&format!("x = warp ballot (#1) mask {ALL};"), 40), 0, "lanes without a thread");
    assert_eq!(absent(&format!("if (tid < #32) {{ x = warp ballot (#1) mask {ALL}; }}"), 64), 0, "another warp");
    let arms = format!("if (tid < #3) {{ x = warp any (#1) mask {ALL}; }} else {{ x = warp any (#0) mask {ALL}; }}");
    assert_eq!(absent(&arms, 6), 0, "an operation in the other arm may serve");
}

#[test]
fn lock_step_warps_order_instructions() {
    let config = Config { warp_sync: Some(32), ..Config::default() };
    let outcome = go_with(&cuda(&neighbours("")), 64, 1, &zero_inputs(), &config);
    clean(&outcome);
    assert_eq!(word_of_a(&outcome, 6), 7);
    // One instruction of two lanes still conflicts, and so do two warps.
    assert!(go_with(&cuda("store u32 [S[#0]] = tid;"), 2, 1, &zero_inputs(), &config).has_race());
    let small = Config { warp_sync: Some(1), ..Config::default() };
    assert!(go_with(&cuda(&neighbours("")), 64, 1, &zero_inputs(), &small).has_race());
}

#[test]
fn lock_step_lanes_meet_behind_branches() {
    // The unrolled tail of a reduction, as old CUDA code has it.
    let body = "
      store u32 [S[tid]] = #1;
      barrier block shared global;
      i = #16;
      loop loop0 L0 while (#0 < i) {
        if (tid < i) {
          x = load u32 [S[tid]]; y = load u32 [S[(tid + i)]];
          store u32 [S[tid]] = (x + y);
        }
      } step { i = (i >> #1); }
      if (tid == #0) { x = load u32 [S[#0]]; store u32 [A[#0]] = x; }";
    let config = Config { warp_sync: Some(32), ..Config::default() };
    let outcome = go_with(&cuda(body), 32, 1, &zero_inputs(), &config);
    clean(&outcome);
    assert_eq!(word_of_a(&outcome, 0), 32);
    assert!(go(&cuda(body), 32, 1).has_race());
}

#[test]
fn arms_of_a_branch_are_unordered_in_lock_step() {
    let config = Config { warp_sync: Some(32), ..Config::default() };
    let run = |body: &str| go_with(&cuda(body), 32, 1, &zero_inputs(), &config);
    let arms = "if (tid < #16) { store u32 [S[#0]] = #1; } else { x = load u32 [S[#0]]; }";
    assert!(run(&format!("if (tid == #3) {{ {arms} }}")).findings.is_empty());
    assert!(run("if (tid == #3) { store u32 [S[#0]] = #1; } else { x = load u32 [S[#0]]; }").has_race());
    // The lanes meet between the two accesses.
    clean(&run(
        "if (tid == #3) { store u32 [S[#0]] = #1; } store u32 [A[gid]] = #0; if (tid == #4) { x = load u32 [S[#0]]; }",
    ));
}

#[test]
fn lock_step_iterations_are_aligned() {
    // Lane k skips an access in iteration k; it must not run ahead of the others.
    let body = "
      i = #0;
      loop loop0 L0 while (i < #4) {
        if (tid == i) { store u32 [A[gid]] = i; }
        store u32 [S[((tid + i) % #4)]] = tid;
      } step { i = (i + #1); }";
    let config = Config { warp_sync: Some(32), ..Config::default() };
    clean(&go_with(&cuda(body), 4, 1, &zero_inputs(), &config));
}
