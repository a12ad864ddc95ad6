//! Races: which pairs are found, and which are not invented.

use super::*;
use AccessKind::{Atomic, Read, Write};

const REDUCE: &str = "
    x = load u32 [A[gid]]; store u32 [S[tid]] = x; BARRIER
    i = (dim >> #1);
    loop loop0 L0 while (#0 < i) {
      if (tid < i) {
        x = load u32 [S[tid]]; y = load u32 [S[(tid + i)]];
        store u32 [S[tid]] = (x + y);
      }
      INNER
    } step { i = (i >> #1); }
    if (tid == #0) { x = load u32 [S[#0]]; store u32 [A[(#1000 + bid)]] = x; }";

fn reduce(first: &str, inner: &str) -> Kernel {
    cuda(&REDUCE.replace("BARRIER", first).replace("INNER", inner))
}

const BARRIER: &str = "barrier block shared global;";

#[test]
fn tree_reduction_is_race_free_and_sums() {
    let mut inputs = zero_inputs();
    inputs.objects.insert(object_a(), ObjectInput { fill: Fill::Index, ..ObjectInput::default() });
    let outcome = go_with(&reduce(BARRIER, BARRIER), 64, 3, &inputs, &Config::default());
    clean(&outcome);
    assert_eq!(word_of_a(&outcome, 1000), 63 * 64 / 2);
    assert_eq!(word_of_a(&outcome, 1001), 63 * 64 / 2 + 64 * 64);
}

#[test]
fn tree_reduction_without_inner_barrier_races() {
    let outcome = go(&reduce(BARRIER, ""), 64, 1);
    assert!(races(&outcome).contains(&(Read, Write, true)));
    assert!(races(&outcome).iter().all(|r| r.2));
}

#[test]
fn tree_reduction_without_first_barrier_races() {
    let outcome = go(&reduce("", BARRIER), 64, 1);
    assert!(outcome.has_race());
}

#[test]
fn racy_increment_shows_both_pairs() {
    let outcome = go(&cuda("x = load u32 [A[#0]]; store u32 [A[#0]] = (x + #1);"), 2, 1);
    assert_eq!(races(&outcome), [(Read, Write, true), (Write, Write, true)]);
    let Finding::Race { object, offset, len, .. } = outcome.findings[0] else { panic!() };
    assert_eq!((object, offset, len), (object_a(), 0, 4));
}

#[test]
fn atomic_increment_counts_and_does_not_race() {
    let outcome = go(&cuda("x = atomic add u32 device [A[#0]] (#1);"), 33, 3);
    clean(&outcome);
    assert_eq!(word_of_a(&outcome, 0), 99);
}

#[test]
fn atomic_races_with_plain_access() {
    let outcome = go(&cuda("atomic add u32 device [A[#0]] (#1); x = load u32 [A[#0]];"), 4, 1);
    assert_eq!(races(&outcome), [(Read, Atomic, true)]);
}

#[test]
fn block_scope_atomics_of_two_blocks_race() {
    let body = "atomic add u32 block [A[#0]] (#1);";
    clean(&go(&cuda(body), 8, 1));
    assert_eq!(races(&go(&cuda(body), 8, 2)), [(Atomic, Atomic, false)]);
}

#[test]
fn blocks_race_across_block_barriers() {
    let body = "if (bid == #0) { store u32 [A[tid]] = #1; } barrier block shared global; if (bid == #1) { x = load u32 [A[tid]]; }";
    let outcome = go(&cuda(body), 4, 2);
    assert_eq!(races(&outcome), [(Read, Write, false)]);
    let config = Config { intra_block_only: true, ..Config::default() };
    clean(&go_with(&cuda(body), 4, 2, &zero_inputs(), &config));
}

#[test]
fn shared_memory_of_two_blocks_is_not_shared() {
    clean(&go(&cuda("store u32 [S[tid]] = bid; x = load u32 [S[tid]]; store u32 [A[gid]] = x;"), 8, 4));
}

#[test]
fn readers_before_a_writer_are_not_forgotten() {
    // Every thread reads cell 0; then the first, a middle or the last thread writes it.
    for writer in [0, 31, 63] {
        let body = format!("x = load u32 [S[#0]]; if (tid == #{writer}) {{ store u32 [S[#0]] = #1; }}");
        assert_eq!(races(&go(&cuda(&body), 64, 1)), [(Read, Write, true)], "{writer}");
    }
}

#[test]
fn own_accesses_do_not_race() {
    clean(&go(&cuda("store u32 [A[gid]] = #1; x = load u32 [A[gid]]; store u32 [A[gid]] = (x + #1);"), 16, 4));
}

#[test]
fn opencl_fences_order_only_their_space() {
    let body = |space: &str, fence: &str| {
        format!("store u32 [{space}[tid]] = #1; barrier block{fence}; x = load u32 [{space}[((tid + #1) % dim)]];")
    };
    for (space, fence, racy) in [
        ("A", " global", false),
        ("A", " shared", true),
        ("S", " shared", false),
        ("S", " global", true),
        ("S", " shared global", false),
        ("A", " shared global", false),
        ("A", "", true),
    ] {
        assert_eq!(go(&opencl(&body(space, fence)), 8, 1).has_race(), racy, "{space}{fence}");
    }
}

#[test]
fn mixed_widths_overlap_by_bytes() {
    // Thread 0 writes a word, thread 1 a byte: of the same word, or of the next one.
    let body = |byte: u32| {
        format!("if (tid == #0) {{ store u32 [A[#0]] = #7; }} else {{ store u8 [ptradd(v0, {byte}:i64)] = 1:u8; }}")
    };
    for byte in 0..4 {
        assert!(go(&cuda(&body(byte)), 2, 1).has_race());
    }
    clean(&go(&cuda(&body(4)), 2, 1));
    let bytes = "store u8 [ptradd(v0, int_to_int(tid):i64)] = 1:u8; barrier block shared global; if (tid == #0) { x = load u32 [A[#0]]; store u32 [A[#1]] = x; }";
    let outcome = go(&cuda(bytes), 4, 1);
    clean(&outcome);
    assert_eq!(word_of_a(&outcome, 1), 0x0101_0101);
}

#[test]
fn equal_values_are_tolerated_on_request_only() {
    let benign = Config { benign: Benign::SameValue, ..Config::default() };
    let same = cuda("store u32 [A[#0]] = #1;");
    assert!(go(&same, 4, 2).has_race());
    clean(&go_with(&same, 4, 2, &zero_inputs(), &benign));
    assert!(go_with(&cuda("store u32 [A[#0]] = gid;"), 4, 1, &zero_inputs(), &benign).has_race());
    // Equal writes must not hide the read of another thread, which sees the old value in some order.
    let hidden = cuda("if (tid < #2) { store u32 [A[#0]] = #1; } x = load u32 [A[#0]]; store u32 [A[(tid + #1)]] = x;");
    assert!(races(&go_with(&hidden, 4, 1, &zero_inputs(), &benign)).contains(&(Read, Write, true)));
    // A thread that wrote the value itself reads it in any order, be it one of many; without tolerance it is a race.
    let own = cuda("store u32 [A[#0]] = #1; x = load u32 [A[#0]]; store u32 [A[(tid + #1)]] = x;");
    clean(&go_with(&own, 16, 2, &zero_inputs(), &benign));
    assert!(races(&go(&own, 4, 1)).contains(&(Read, Write, true)));
    let apart = cuda("store u32 [A[#0]] = #1; barrier block shared global; store u32 [A[#0]] = #2; x = load u32 [A[#0]]; store u32 [A[(tid + #1)]] = x;");
    clean(&go_with(&apart, 8, 1, &zero_inputs(), &benign));
    // A write of the value that was read is tolerated.
    clean(&go_with(&cuda("x = load u32 [A[#0]]; store u32 [A[#0]] = x;"), 4, 1, &zero_inputs(), &benign));
}

#[test]
fn all_static_pairs_are_reported_once() {
    let body = "store u32 [A[#0]] = #1; store u32 [A[#0]] = #2; x = load u32 [A[#0]];";
    // WW on (1,1), (1,2), (2,2) and WR on (1,r), (2,r).
    let outcome = go(&cuda(body), 8, 1);
    assert_eq!(races(&outcome).len(), 5);
    // Each of them within a block and across blocks.
    assert_eq!(races(&go(&cuda(body), 8, 3)).len(), 10);
}

#[test]
fn loop_tail_runs_in_parallel_with_the_next_head() {
    // The barrier is skipped in odd iterations.
    let body = "
      loop loop0 L0 while (i < #4) {
        if ((i % #2) == #0) { barrier block shared global; }
        if (tid == i) { store u32 [S[#0]] = i; }
      } step { i = (i + #1); }";
    assert_eq!(races(&go(&cuda(body), 4, 1)), [(Write, Write, true)]);
}

/// Every block leaves a partial sum; the last one to take a ticket adds them up.
fn single_pass(fence: &str) -> Kernel {
    cuda(&format!(
        "store u32 [A[(#100 + gid)]] = #1;
         {fence}
         barrier block shared global;
         if (tid == #0) {{ x = atomic inc u32 device [A[#0]] (gridDim.x); store u32 [S[#0]] = x; }}
         barrier block shared global;
         x = load u32 [S[#0]];
         if (x == (gridDim.x - #1)) {{
           loop loop0 L0 while (i < (dim * gridDim.x)) {{ x = load u32 [A[(#100 + i)]]; y = (y + x); }} step {{ i = (i + #1); }}
           if (tid == #0) {{ store u32 [A[#1]] = y; store u32 [A[#0]] = #0; }}
         }}"
    ))
}

#[test]
fn fence_and_atomic_order_a_single_pass_reduction() {
    let outcome = go(&single_pass("memfence device;"), 4, 3);
    clean(&outcome);
    assert_eq!([0, 1].map(|i| word_of_a(&outcome, i)), [0, 12]);
    assert!(go(&single_pass(""), 4, 3).has_race());
    assert!(go(&single_pass("memfence block;"), 4, 3).has_race());
}

#[test]
fn fence_before_the_write_orders_nothing() {
    let body = "memfence device; if (bid == #0) { store u32 [A[#1]] = #5; } x = atomic add u32 device [A[#0]] (#1);
      if ((bid == #1) & (x == #1)) { y = load u32 [A[#1]]; }";
    let outcome = run(&cuda(body), &ConcreteLaunch::linear(1, 2), &zero_inputs(), &Config::default());
    assert_eq!(races(&outcome), [(Read, Write, false)]);
}

/// The orders of a write or a read, with whether it releases and acquires.
const ORDERS: [(&str, bool, bool); 5] = [
    ("relaxed", false, false),
    ("acquire", false, true),
    ("release", true, false),
    ("acq_rel", true, true),
    ("seq_cst", true, true),
];

#[test]
fn a_message_is_ordered_by_a_release_and_an_acquire() {
    let found = |body: &str| {
        let outcome = run(&cuda(body), &ConcreteLaunch::linear(1, 2), &zero_inputs(), &Config::default());
        races(&outcome).contains(&(Read, Write, false))
    };
    for (write, releases, _) in ORDERS {
        for (read, _, acquires) in ORDERS {
            let by_order = |scope: &str| {
                format!(
                    "if (bid == #0) {{ store u32 [A[#1]] = #5; atomic exch u32 {scope} {write} [A[#0]] (#1); }}
                     if (bid == #1) {{ x = atomic load u32 {scope} {read} [A[#0]] (); if (x == #1) {{ y = load u32 [A[#1]]; }} }}"
                )
            };
            assert_eq!(found(&by_order("device")), !(releases && acquires), "{write} {read}");
            let by_fences = |scope: &str| {
                format!(
                    "if (bid == #0) {{ store u32 [A[#1]] = #5; memfence {scope} {write}; atomic exch u32 device relaxed [A[#0]] (#1); }}
                     if (bid == #1) {{ x = atomic load u32 device relaxed [A[#0]] (); memfence {scope} {read};
                       if (x == #1) {{ y = load u32 [A[#1]]; }} }}"
                )
            };
            if write != "relaxed" && read != "relaxed" {
                assert_eq!(found(&by_fences("device")), !(releases && acquires), "fences {write} {read}");
                assert!(found(&by_fences("block")), "fences of the block {write} {read}");
            }
        }
    }
}
