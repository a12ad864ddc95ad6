//! Clients on kernels in printed KIR: what is closed and what stays open.

use std::time::{Duration, Instant};
use wp_check::{check, Context, Limits, Rules, SuspectKind};
use wp_kir::{parse_kernel, Dim, Launch};
use wp_logic::Terms;
use wp_solve::{Solver, SolverConfig};
use wp_summary::{summarise, Config, LoopPolicy};

fn launch(block: Dim, grid: Dim) -> Launch {
    let one = Dim::Known(1);
    Launch { block: [block, one, one], grid: [grid, one, one], ..Launch::ANY }
}

/// Number of open races, divergences and others.
fn open(text: &str, launch: Launch, policy: LoopPolicy) -> (usize, usize, usize) {
    let kernel = parse_kernel(text).expect("the kernel is well-formed");
    wp_kir::verify(&kernel).expect("the kernel is verified");
    let mut terms = Terms::new();
    let mut config = Config::new(launch).with_usual_grants();
    config.policy = policy;
    let summary = summarise(&kernel, &mut terms, &config);
    let mut solver = Solver::new(SolverConfig::default());
    let rules = Rules {
        benign_same_value: false,
        atomic_races: wp_interp::AtomicRaces::default(),
        only_intra_group: false,
        only_divergence: false,
        bounds: true,
        alignment: true,
        initialised: false,
        index_width: wp_check::IndexWidth::Off,
        device_memory: 0,
        assertions: true,
        exit_arrives: true,
        warp_sync: None,
        fault: None,
    };
    let limits = Limits { effort: u64::MAX, deadline: Instant::now() + Duration::from_secs(120) };
    let mut ctx = Context::new(&kernel, &summary, &mut terms, &mut solver, rules, limits);
    let mut counts = (0, 0, 0);
    for suspect in check(&mut ctx).suspects {
        match suspect.kind {
            SuspectKind::Race { .. } => counts.0 += 1,
            SuspectKind::Divergence { .. } => counts.1 += 1,
            _ => counts.2 += 1,
        }
    }
    counts
}

fn kernel(decls: &str, body: &str) -> String {
    format!(
        "kernel \"k\" cuda {{\n  loops 4;\n  labels 4;\n  param p0 \"a\": ptr = v0 -> o0;\n  param p1 \"n\": i32 = v1;\n  \
         object o0 \"a\" global param p0 elem f32 init input;\n  object o1 \"s\" shared declared elem f32 size 1024 shape 256 init undefined;\n  \
         var v0 \"a\": ptr;\n  var v1 \"n\": i32;\n  var v2 \"i\": i32;\n  var v3 \"x\": f32;\n  var v4 \"y\": f32;\n  var v5 \"u\": u32;\n{decls}  body {{\n{body}\n  }}\n}}\n"
    )
}

const GLOBAL_ID: &str = "v2 = int_to_int(((blockIdx.x * blockDim.x) + threadIdx.x)):i32;";
const A_AT_I: &str = "ptradd(v0, (int_to_int(v2):i64 * 4:i64))";
const S_AT_T: &str = "ptradd(&o1, (int_to_int(threadIdx.x):i64 * 4:i64))";

#[test]
fn distinct_elements_do_not_race() {
    let text = kernel("", &format!("{GLOBAL_ID} if (v2 < v1) {{ store f32 [{A_AT_I}] = 1.0:f32; }}"));
    assert_eq!(open(&text, launch(Dim::Any, Dim::Any), LoopPolicy::AccelerateFirst), (0, 0, 0));
    assert_eq!(open(&text, launch(Dim::Known(64), Dim::Known(4)), LoopPolicy::AccelerateFirst), (0, 0, 0));
}

#[test]
fn one_element_for_all_races() {
    let text = kernel("", "store f32 [v0] = 1.0:f32;");
    assert!(open(&text, launch(Dim::Known(64), Dim::Known(4)), LoopPolicy::AccelerateFirst).0 > 0);
}

#[test]
fn a_grid_stride_loop_is_closed_without_sizes() {
    let text = kernel(
        "",
        &format!(
            "{GLOBAL_ID} loop loop0 L0 while (v2 < v1) {{ store f32 [{A_AT_I}] = 1.0:f32; }} step {{ v2 = \
             int_to_int((int_to_int(v2):u32 + (blockDim.x * gridDim.x))):i32; }}"
        ),
    );
    assert_eq!(open(&text, launch(Dim::Any, Dim::Any), LoopPolicy::AccelerateFirst).0, 0);
}

#[test]
fn a_tree_reduction_needs_its_barrier() {
    let with = |barrier: &str| {
        kernel(
            "",
            &format!(
                "store f32 [{S_AT_T}] = 1.0:f32; barrier block shared global; v5 = (blockDim.x >> 1:i32); loop loop0 L0 \
                 while (0:u32 < v5) {{ if (threadIdx.x < v5) {{ v3 = load f32 [ptradd(&o1, (int_to_int((threadIdx.x + v5)):i64 \
                 * 4:i64))]; v4 = load f32 [{S_AT_T}]; store f32 [{S_AT_T}] = (v3 + v4); }} {barrier} }} step {{ v5 = (v5 >> \
                 1:i32); }}"
            ),
        )
    };
    let sizes = launch(Dim::Known(256), Dim::Known(4));
    for policy in [LoopPolicy::AccelerateFirst, LoopPolicy::UnrollFirst] {
        assert_eq!(open(&with("barrier block shared global;"), sizes, policy), (0, 0, 0), "{policy:?}");
        assert!(open(&with(""), sizes, policy).0 > 0, "{policy:?}");
    }
}

#[test]
fn the_tail_of_an_iteration_meets_the_head_of_the_next() {
    // A barrier in the middle of the body orders the halves of one iteration, not the last half and the next first half.
    let body = |second_barrier: &str| {
        format!(
            "v2 = 0:i32; loop loop0 L0 while (v2 < v1) {{ store f32 [{S_AT_T}] = 1.0:f32; barrier block shared global; v3 = \
             load f32 [ptradd(&o1, (int_to_int(((threadIdx.x + 1:u32) % 64:u32)):i64 * 4:i64))]; {second_barrier} }} step {{ \
             v2 = (v2 + 1:i32); }}"
        )
    };
    let sizes = launch(Dim::Known(64), Dim::Known(1));
    assert_eq!(open(&kernel("", &body("barrier block shared global;")), sizes, LoopPolicy::AccelerateFirst), (0, 0, 0));
    assert!(open(&kernel("", &body("")), sizes, LoopPolicy::AccelerateFirst).0 > 0);
}

#[test]
fn a_barrier_every_other_iteration_does_not_separate_neighbours() {
    let body = format!(
        "v2 = 0:i32; loop loop0 L0 while (v2 < v1) {{ store f32 [{S_AT_T}] = 1.0:f32; if ((v2 % 2:i32) == 0:i32) {{ barrier \
         block shared global; }} v3 = load f32 [ptradd(&o1, (int_to_int(((threadIdx.x + 1:u32) % 64:u32)):i64 * 4:i64))]; \
         barrier block shared global; }} step {{ v2 = (v2 + 1:i32); }}"
    );
    assert!(open(&kernel("", &body), launch(Dim::Known(64), Dim::Known(1)), LoopPolicy::AccelerateFirst).0 > 0);
}

#[test]
fn a_barrier_under_a_thread_condition_diverges() {
    let text = |cond: &str| kernel("", &format!("if {cond} {{ barrier block shared global; }}"));
    let sizes = launch(Dim::Known(64), Dim::Known(1));
    assert_eq!(open(&text("(threadIdx.x < 16:u32)"), sizes, LoopPolicy::AccelerateFirst).1, 1);
    assert_eq!(open(&text("(v1 < 16:i32)"), sizes, LoopPolicy::AccelerateFirst).1, 0);
    assert_eq!(open(&text("(threadIdx.x < 64:u32)"), sizes, LoopPolicy::AccelerateFirst).1, 0);
}

#[test]
fn a_shared_array_has_bounds() {
    let text =
        |index: &str| kernel("", &format!("store f32 [ptradd(&o1, (int_to_int({index}):i64 * 4:i64))] = 1.0:f32;"));
    let sizes = launch(Dim::Known(256), Dim::Known(1));
    assert_eq!(open(&text("threadIdx.x"), sizes, LoopPolicy::AccelerateFirst), (0, 0, 0));
    assert_eq!(open(&text("(threadIdx.x + 1:u32)"), sizes, LoopPolicy::AccelerateFirst), (0, 0, 1));
}

#[test]
fn a_flag_in_shared_memory_is_uniform_after_a_barrier() {
    // Every thread reads the same cell between two barriers in which nobody writes it.
    let text = |index: &str| {
        kernel(
            "",
            &format!(
                "if (threadIdx.x == 0:u32) {{ store f32 [&o1] = 1.0:f32; }} barrier block shared global; v3 = load f32 \
                 [ptradd(&o1, (int_to_int({index}):i64 * 4:i64))]; barrier block shared global; if (0.5:f32 < v3) {{ barrier \
                 block shared global; }}"
            ),
        )
    };
    let sizes = launch(Dim::Known(64), Dim::Known(1));
    assert_eq!(open(&text("0:u32"), sizes, LoopPolicy::AccelerateFirst), (0, 0, 0));
    assert_eq!(open(&text("threadIdx.x"), sizes, LoopPolicy::AccelerateFirst).1, 1);
}

#[test]
fn two_halves_used_in_turn_need_one_barrier() {
    // The half written in an iteration is read in the next one, after the barrier.
    let body = |barrier: &str| {
        format!(
            "v2 = 0:i32; v5 = 0:u32; loop loop0 L0 while (v2 < v1) {{ store f32 [ptradd(&o1, (int_to_int(((v5 * 128:u32) + \
             threadIdx.x)):i64 * 4:i64))] = 1.0:f32; v5 = (1:u32 - v5); {barrier} v3 = load f32 [ptradd(&o1, \
             (int_to_int((((1:u32 - v5) * 128:u32) + ((threadIdx.x + 1:u32) % 64:u32))):i64 * 4:i64))]; }} step {{ v2 = (v2 + \
             1:i32); }}"
        )
    };
    let sizes = launch(Dim::Known(64), Dim::Known(1));
    assert_eq!(open(&kernel("", &body("barrier block shared global;")), sizes, LoopPolicy::AccelerateFirst), (0, 0, 0));
    assert!(open(&kernel("", &body("")), sizes, LoopPolicy::AccelerateFirst).0 > 0);
}

#[test]
fn a_loop_left_by_break_is_followed_by_everybody() {
    let text = kernel(
        "",
        "v2 = 0:i32; loop loop0 L0 while (v2 < v1) { v3 = load f32 [v0]; if (0.5:f32 < v3) { break L0; } } step { v2 = (v2 \
         + 1:i32); } barrier block shared global;",
    );
    assert_eq!(open(&text, launch(Dim::Known(64), Dim::Known(1)), LoopPolicy::AccelerateFirst), (0, 0, 0));
}

#[test]
fn a_counter_compared_for_inequality_stays_below_its_bound() {
    let text = |limit: &str| {
        kernel(
            "",
            &format!(
                "v2 = 0:i32; loop loop0 L0 while (v2 != {limit}:i32) {{ store f32 [ptradd(&o1, (((int_to_int(threadIdx.x):i64 * \
                 4:i64) + int_to_int(v2):i64) * 4:i64))] = 1.0:f32; }} step {{ v2 = (v2 + 1:i32); }}"
            ),
        )
    };
    let sizes = launch(Dim::Known(64), Dim::Known(1));
    assert_eq!(open(&text("4"), sizes, LoopPolicy::AccelerateFirst), (0, 0, 0));
    assert!(open(&text("5"), sizes, LoopPolicy::AccelerateFirst).0 > 0);
}

#[test]
fn a_message_needs_a_release_and_an_acquire_in_the_scope_of_the_device() {
    let flag = "  param p2 \"f\": ptr = v6 -> o2;\n  object o2 \"f\" global param p2 elem u32 init input;\n  var v6 \"f\": ptr;\n";
    let orders = [
        ("relaxed", false, false),
        ("acquire", false, true),
        ("release", true, false),
        ("acq_rel", true, true),
        ("seq_cst", true, true),
    ];
    for (write, releases, _) in orders {
        for (read, _, acquires) in orders {
            for scope in ["block", "device", "system"] {
                let body = format!(
                    "if ((threadIdx.x == 0:u32) & (blockIdx.x == 0:u32)) {{ store f32 [v0] = 1.0:f32; atomic exch u32 {scope} {write} [v6] \
                     (1:u32); }} if ((threadIdx.x == 0:u32) & (blockIdx.x == 1:u32)) {{ v5 = atomic load u32 {scope} {read} [v6] (); if (v5 \
                     == 1:u32) {{ v3 = load f32 [v0]; }} }}"
                );
                let races =
                    open(&kernel(flag, &body), launch(Dim::Known(32), Dim::Known(2)), LoopPolicy::AccelerateFirst).0;
                let is_ordered = releases && acquires && scope != "block";
                assert_eq!(races == 0, is_ordered, "{scope} {write} {read}");
            }
        }
    }
}
