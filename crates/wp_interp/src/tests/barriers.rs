//! Barriers: divergence, exited threads, iterations, grid barriers.

use super::*;

pub(super) fn divergences(outcome: &Outcome) -> Vec<(u32, u32, bool)> {
    outcome
        .findings
        .iter()
        .filter_map(|f| match f {
            Finding::Divergence { arrived, missing, missing_exited, .. } => {
                Some((arrived.thread[0], missing.thread[0], *missing_exited))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn barrier_in_one_branch_diverges() {
    let body = "if (tid < #2) { barrier block shared global; x = #1; } else { barrier block shared global; x = #2; }";
    let outcome = go(&cuda(body), 4, 1);
    assert_eq!(divergences(&outcome), [(0, 2, false)]);
    assert_eq!(outcome.end, End::Diverged);
}

#[test]
fn exited_threads_arrive_on_request() {
    let body = "if (tid < #2) { return; } barrier block shared global; store u32 [A[tid]] = #1;";
    let outcome = go(&cuda(body), 4, 1);
    clean(&outcome);
    assert_eq!(outcome.notes.len(), 1);
    assert_eq!(outcome.notes[0].kind, NoteKind::ExitedBeforeBarrier);
    let strict = Config { exit_arrives: false, ..Config::default() };
    assert_eq!(divergences(&go_with(&cuda(body), 4, 1, &zero_inputs(), &strict)), [(2, 0, true)]);
    // OpenCL has no such rule.
    assert_eq!(divergences(&go(&opencl(body), 4, 1)), [(2, 0, true)]);
}

#[test]
fn thread_dependent_trip_counts_diverge() {
    let body = "loop loop0 L0 while (i < tid) { barrier block shared global; } step { i = (i + #1); }";
    let outcome = go(&cuda(body), 3, 1);
    assert!(outcome.findings.is_empty(), "exited threads arrive: {:?}", outcome.findings);
    assert_eq!(divergences(&go(&opencl(body), 3, 1)), [(1, 0, true)]);
}

#[test]
fn same_barrier_in_different_iterations_diverges() {
    // Thread 0 skips the barrier of iteration 0 and waits in iteration 1.
    let body = "
      loop loop0 L0 while (i < #2) {
        if ((tid + i) != #0) { barrier block shared global; }
      } step { i = (i + #1); }";
    assert_eq!(divergences(&go(&cuda(body), 2, 1)), [(0, 1, false)]);
}

#[test]
fn only_the_diverging_block_stops() {
    let body =
        "if ((tid == #0) | (bid != #1)) { barrier block shared global; x = #1; } else { barrier block shared global; }
      store u32 [A[gid]] = #5;";
    let outcome = go(&cuda(body), 2, 3);
    assert_eq!(outcome.findings.len(), 1);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|i| word_of_a(&outcome, i)), [5, 5, 0, 0, 5, 5]);
}

#[test]
fn break_and_continue_and_labelled_blocks() {
    let body = "
      block L3 {
        loop loop0 L0 while true {
          if (i == #5) { break L0; }
          if ((i % #2) == #1) { continue L0; }
          x = (x + i);
          if (#100 < x) { break L3; }
          barrier block shared global;
        } step { i = (i + #1); }
        x = (x + #10);
      }
      store u32 [A[gid]] = ((x * #100) + i);";
    let outcome = go(&cuda(body), 4, 1);
    clean(&outcome);
    assert_eq!(word_of_a(&outcome, 3), 1605);
}

#[test]
fn switch_with_fall_through() {
    // case 0: x += 1 (falls through); case 1: x += 2, break; default: x += 4.
    let body = "
      block L0 {
        block L1 {
          if (tid == #0) { x = (x + #1); break L1; }
          if (tid == #1) { break L1; }
          x = (x + #4);
          break L0;
        }
        x = (x + #2);
      }
      store u32 [A[tid]] = x;";
    let outcome = go(&cuda(body), 3, 1);
    assert_eq!([0, 1, 2].map(|i| word_of_a(&outcome, i)), [3, 2, 4]);
}

#[test]
fn grid_barrier_orders_blocks() {
    let body = |kind: &str| {
        format!("store u32 [A[gid]] = gid; barrier {kind} shared global; x = load u32 [A[((gid + #4) % #12)]]; store u32 [A[(gid + #100)]] = x;")
    };
    let outcome = go(&cuda(&body("grid")), 4, 3);
    clean(&outcome);
    assert_eq!(word_of_a(&outcome, 100), 4);
    assert_eq!(word_of_a(&outcome, 111), 3);
    assert!(go(&cuda(&body("block")), 4, 3).has_race());
}

#[test]
fn grid_barrier_missed_by_a_block_diverges() {
    let body = "if (bid == #0) { return; } barrier grid shared global;";
    let strict = Config { exit_arrives: false, ..Config::default() };
    assert!(go_with(&cuda(body), 2, 2, &zero_inputs(), &strict).has_divergence());
}

#[test]
fn slices_run_only_their_threads() {
    let kernel = cuda(
        "store u32 [A[gid]] = #1; barrier block shared global; x = load u32 [A[(gid + #1)]]; if (x == #9) { y = #1; }",
    );
    let config = Config { slice: Some(vec![(0, 1), (1, 0)]), ..Config::default() };
    let outcome = run(&kernel, &ConcreteLaunch::linear(4, 1000), &zero_inputs(), &config);
    assert_eq!(outcome.end, End::Completed);
    assert!(!outcome.slice_closed);
    assert_eq!([0, 1, 4, 5].map(|i| word_of_a(&outcome, i)), [0, 1, 1, 0]);
    // A value that is only copied has no influence.
    let copied = cuda("store u32 [A[gid]] = #1; barrier block shared global; x = load u32 [A[(gid + #1)]]; y = x; store u32 [S[tid]] = y;");
    assert!(run(&copied, &ConcreteLaunch::linear(4, 1000), &zero_inputs(), &config).slice_closed);
    let through_memory = cuda(
        "store u32 [A[gid]] = #1; barrier block shared global; x = load u32 [A[(gid + #1)]]; store u32 [S[tid]] = x;
         y = load u32 [S[tid]]; store u32 [A[y]] = #1;",
    );
    assert!(!run(&through_memory, &ConcreteLaunch::linear(4, 1000), &zero_inputs(), &config).slice_closed);
    // Blocks may be larger than those that run as a whole.
    let outcome = run(&kernel, &ConcreteLaunch::linear(1 << 31, 1), &zero_inputs(), &config);
    assert_eq!(word_of_a(&outcome, 1), 1);
    assert_eq!(outcome.end, End::Completed);
    let last = Config { slice: Some(vec![(0, (1 << 31) - 1)]), ..Config::default() };
    let too_large = |config: &Config| run(&kernel, &ConcreteLaunch::linear(1 << 31, 1), &zero_inputs(), config).end;
    assert!(matches!(too_large(&last), End::Unsupported { .. }));
    assert!(matches!(too_large(&Config::default()), End::Unsupported { .. }));
    let kernel = cuda("x = load u32 [A[gid]]; store u32 [S[x]] = #1;");
    let config = Config { slice: Some(vec![(0, 1), (0, 3)]), ..Config::default() };
    let outcome = run(&kernel, &ConcreteLaunch::linear(4, 1000), &zero_inputs(), &config);
    assert!(outcome.slice_closed);
    assert!(outcome.has_race());
}
