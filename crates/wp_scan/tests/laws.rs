//! Laws against runs: for random programs in the manner of scans, of every size for which a law is stated, the interpreter finds in the
//! array what the law says, wherever the run is without misbehaviour.

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use wp_base::Id;
use wp_interp::{run, ConcreteLaunch, Fill, Inputs, ObjectInput};
use wp_kir::{parse_kernel, verify, Dim, Kernel, Launch, ObjectId};
use wp_scan::laws;
use wp_summary::{Config, ScanLaw, ScanOp, ScanPlace};

/// Elements of the array.
const ELEMENTS: u32 = 48;
/// Sizes of blocks that are run.
const SIZES: u32 = 20;

/// `in` is read, `out` gets what the array `s` holds, `x` and `y` are values, `d` is the distance of a level; `[a i]` is the address of an element.
fn kernel(body: &str) -> Kernel {
    let mut text = body.replace("SYNC", "barrier block shared global;");
    for (array, object) in [("in", "v0"), ("out", "v1"), ("s", "&o2")] {
        while let Some(start) = text.find(&format!("[{array} ")) {
            let end = start + text[start..].find(']').unwrap();
            let index = text[start + array.len() + 2..end].to_owned();
            text.replace_range(start..=end, &format!("[ptradd({object}, int_to_int(({index} * 4:u32)):i64)]"));
        }
    }
    let text = format!(
        "kernel \"k\" cuda {{ loops 2; labels 2; param p0 \"in\": ptr = v0 -> o0; param p1 \"out\": ptr = v1 -> o1;
        object o0 \"in\" global param p0 elem u32 init input;
        object o1 \"out\" global param p1 elem u32 init input;
        object o2 \"s\" shared declared elem u32 size {} shape {ELEMENTS} init undefined;
        var v0 \"in\": ptr; var v1 \"out\": ptr; var v2 \"x\": u32; var v3 \"y\": u32; var v4 \"d\": u32;
        body {{ {text} }} }}",
        4 * ELEMENTS
    );
    let kernel = parse_kernel(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&kernel).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    kernel
}

/// A loop over distances around a level.
fn levels(up: bool, bound: &str, body: &str) -> String {
    let (start, cond, step) = match up {
        true => ("1:u32", format!("(v4 < {bound})"), "(v4 << 1:u32)"),
        false => ("(blockDim.x >> 1:u32)", "(0:u32 < v4)".to_owned(), "(v4 >> 1:u32)"),
    };
    format!("v4 = {start}; loop loop0 L0 head {{ }} while {cond} {{ {body} }} step {{ v4 = {step}; }}")
}

fn conditions() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "(v4 <= threadIdx.x)",
        "(threadIdx.x < v4)",
        "((threadIdx.x % (v4 * 2:u32)) == 0:u32)",
        "((threadIdx.x + v4) < blockDim.x)",
        "(0:u32 < threadIdx.x)",
        "(threadIdx.x < (blockDim.x - 1:u32))",
        "((threadIdx.x & v4) == 0:u32)",
    ])
}

fn indices() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "(threadIdx.x - v4)",
        "(threadIdx.x + v4)",
        "threadIdx.x",
        "(threadIdx.x - 1:u32)",
        "((v4 * ((threadIdx.x * 2:u32) + 1:u32)) - 1:u32)",
        "((v4 * ((threadIdx.x * 2:u32) + 2:u32)) - 1:u32)",
        "((blockDim.x - threadIdx.x) - 1:u32)",
    ])
}

/// How a level combines what it has read into `x` with what it has read into `y`, and what it reads where nothing is to be read: rightly or not.
fn operations() -> impl Strategy<Value = (&'static str, &'static str)> {
    let combined = prop::sample::select(vec![
        "v2 = (v2 + v3);",
        "v2 = (v2 * v3);",
        "v2 = (v2 ^ v3);",
        "v2 = (v2 | v3);",
        "v2 = (v2 & v3);",
        "v2 = max(v2, v3);",
        "v2 = min(v3, v2);",
        "v2 = select((v2 <= v3), v3, v2);",
        "v2 = select(not((v2 < v3)), v2, v3);",
        "if (v3 < v2) { v2 = v3; } else { }",
        "if (v2 < v3) { v2 = v3; } else { v3 = v2; }",
        "v2 = select((int_to_int(v2):i32 < int_to_int(v3):i32), v3, v2);",
        "v2 = select((int_to_int(v2):i32 < int_to_int(v3):i32), max(v2, v3), v2);",
        "if (int_to_int(v2):i32 < int_to_int(v3):i32) { } else { v2 = v3; }",
        "v2 = int_to_int(max(int_to_int(v2):i32, int_to_int(v3):i32)):u32;",
        "v2 = (v2 - v3);",
    ]);
    let identities =
        prop::sample::select(vec!["0:u32", "0:u32", "1:u32", "4294967295:u32", "2147483648:u32", "2147483647:u32"]);
    (combined, identities)
}

/// Fill, levels, and what the threads leave: read between barriers, then combined and stored.
fn programs() -> impl Strategy<Value = String> {
    let fills = prop::sample::select(vec![
        "store u32 [s threadIdx.x] = v2;",
        "store u32 [s threadIdx.x] = v2; if (threadIdx.x == 0:u32) { store u32 [s 0:u32] = 0:u32; }",
        "if (v2 < 50:u32) { store u32 [s threadIdx.x] = v2; } else { store u32 [s threadIdx.x] = 0:u32; }",
        "if (v2 < 50:u32) { store u32 [s threadIdx.x] = v2; }",
        "store u32 [s threadIdx.x] = v2; store u32 [s (threadIdx.x + blockDim.x)] = 0:u32;",
    ]);
    let level = prop_oneof![
        (conditions(), indices(), indices(), any::<bool>(), any::<bool>()),
        // Levels of scans and reductions as they are.
        prop::sample::select(vec![
            ("(v4 <= threadIdx.x)", "(threadIdx.x - v4)", "threadIdx.x", true, false),
            ("((threadIdx.x + v4) < blockDim.x)", "(threadIdx.x + v4)", "threadIdx.x", true, false),
            ("(threadIdx.x < v4)", "(threadIdx.x + v4)", "threadIdx.x", false, false),
            ("((threadIdx.x % (v4 * 2:u32)) == 0:u32)", "(threadIdx.x + v4)", "threadIdx.x", false, false),
        ]),
    ];
    let bounds = prop::sample::select(vec!["blockDim.x", "(blockDim.x >> 1:u32)", "8:u32"]);
    (fills, level, any::<bool>(), bounds, any::<bool>(), operations()).prop_map(
        |(fill, level, up, bound, tail, operation)| {
            let (combined, identity) = operation;
            let (cond, from, to, split, exchange) = level;
            let between = if split { "SYNC" } else { "" };
            let keep = if exchange { "store u32 [s FROM] = v2;" } else { "" };
            let body = format!(
                "v3 = {identity}; if {cond} {{ v3 = load u32 [s FROM]; }} {between}
             if {cond} {{ v2 = load u32 [s TO]; {keep} {combined} store u32 [s TO] = v2; }} SYNC"
            );
            let body = body.replace("FROM", from).replace("TO", to);
            let tail = if tail { "SYNC" } else { "" };
            let shown = "v2 = load u32 [s threadIdx.x]; store u32 [out threadIdx.x] = v2;";
            format!("v2 = load u32 [in threadIdx.x]; {fill} SYNC {} {tail} {shown}", levels(up, bound, &body))
        },
    )
}

fn config() -> Config {
    Config::new(Launch { block: [Dim::Any, Dim::Known(1), Dim::Known(1)], ..Launch::ANY }).with_usual_grants()
}

/// What a run leaves in `out`, if nothing goes wrong in it.
fn left(kernel: &Kernel, threads: u32, input: &[u32]) -> Option<Vec<u32>> {
    let cells = input.iter().enumerate().map(|(i, v)| (4 * i as u64, v.to_le_bytes().to_vec())).collect();
    let object = ObjectInput { size: None, fill: Fill::Zero, cells };
    let inputs = Inputs { objects: [(ObjectId::from_index(0), object)].into(), ..Inputs::default() };
    let outcome = run(kernel, &ConcreteLaunch::linear(threads, 1), &inputs, &wp_interp::Config::default());
    if !outcome.findings.is_empty() {
        return None;
    }
    let out = outcome.memory.get(&ObjectId::from_index(1))?;
    (0..threads).map(|i| out.read(4 * i64::from(i), 4).map(|v| v as u32)).collect()
}

fn apply(op: ScanOp, a: u32, b: u32) -> u32 {
    let signed = |f: fn(i32, i32) -> i32| f(a as i32, b as i32) as u32;
    match op {
        ScanOp::Add => a.wrapping_add(b),
        ScanOp::Mul => a.wrapping_mul(b),
        ScanOp::Xor => a ^ b,
        ScanOp::Or => a | b,
        ScanOp::And => a & b,
        ScanOp::Max { signed: false } => a.max(b),
        ScanOp::Min { signed: false } => a.min(b),
        ScanOp::Max { signed: true } => signed(i32::max),
        ScanOp::Min { signed: true } => signed(i32::min),
        ScanOp::Stated(_) => unreachable!("the programs have no operators"),
    }
}

/// The law holds of what a run shows of the array behind its loops; how many elements were compared.
fn check(law: &ScanLaw, kernel: &Kernel, threads: u32, input: &[u32]) -> usize {
    let Some(shown) = left(kernel, threads, input) else { return 0 };
    let zeroed = |i: i64| filled(kernel, threads, input).and_then(|f| f.get(i as usize).copied());
    let mut compared = 0;
    for i in law.from.at(0, threads)..law.to.at(0, threads).min(i64::from(threads)) {
        let (lo, hi) = (law.lo.at(i, threads), law.hi.at(i, threads));
        let Some(elements) = (lo..hi).map(zeroed).collect::<Option<Vec<u32>>>() else { continue };
        let combined = elements.into_iter().reduce(|a, b| apply(law.op, a, b));
        let combined = combined.unwrap_or_else(|| law.op.identity(law.ty).unwrap() as u32);
        assert_eq!(shown[i as usize], combined, "element {i} of {threads}: {law:?}\n{kernel}\n{input:?}");
        compared += 1;
    }
    compared
}

/// What the array holds at the first barrier: the same kernel without its loop.
fn filled(kernel: &Kernel, threads: u32, input: &[u32]) -> Option<Vec<u32>> {
    let mut start = kernel.clone();
    start.body.retain(|s| !matches!(s.kind, wp_kir::StmtKind::Loop { .. }));
    left(&start, threads, input)
}

#[test]
fn laws_hold_in_runs() {
    let mut compared = 0;
    let mut operators = std::collections::BTreeSet::new();
    let element = prop_oneof![0u32..100, any::<u32>()];
    let inputs = prop::collection::vec(element, SIZES as usize);
    let mut runner = TestRunner::new_with_rng(
        ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let counter = std::cell::RefCell::new((&mut compared, &mut operators));
    let result = runner.run(&(programs(), inputs), |(body, input)| {
        let kernel = kernel(&body);
        for law in laws(&kernel, &config()) {
            let behind = matches!(law.place, ScanPlace::AfterLoop(_));
            for &n in law.sizes.iter().filter(|n| **n <= SIZES && behind) {
                let mut counter = counter.borrow_mut();
                let compared = check(&law, &kernel, n, &input);
                *counter.0 += compared;
                if compared > 0 && !law.is_copy() {
                    counter.1.insert(law.op);
                }
            }
        }
        Ok(())
    });
    assert_eq!(result, Ok(()));
    assert!(compared > 5_000, "{compared} elements were compared");
    assert!(operators.len() >= 8, "laws of {operators:?} were compared");
}

#[test]
fn laws_are_found_and_compared() {
    let level = "v3 = 0:u32; if (v4 <= threadIdx.x) { v3 = load u32 [s (threadIdx.x - v4)]; } SYNC
        v2 = load u32 [s threadIdx.x]; store u32 [s threadIdx.x] = (v2 + v3); SYNC";
    let body = format!(
        "v2 = load u32 [in threadIdx.x]; store u32 [s threadIdx.x] = v2; SYNC {}
         v2 = load u32 [s threadIdx.x]; store u32 [out threadIdx.x] = v2;",
        levels(true, "blockDim.x", level)
    );
    let kernel = kernel(&body);
    let laws: Vec<ScanLaw> =
        laws(&kernel, &config()).into_iter().filter(|l| matches!(l.place, ScanPlace::AfterLoop(_))).collect();
    let input: Vec<u32> = (1..=SIZES).collect();
    let law = laws.first().expect("the scan has a law");
    // Larger blocks would access what is not there; sizes between two powers of two are looked at together.
    assert_eq!(law.sizes, (1..=32).collect::<Vec<u32>>(), "{law:?}");
    let compared: usize = (1..=SIZES).map(|n| check(law, &kernel, n, &input)).sum();
    assert_eq!(compared as u32, (1..=SIZES).sum::<u32>());
}

#[test]
fn an_endless_loop_without_statements_ends_the_execution() {
    let fill = "v2 = load u32 [in threadIdx.x]; store u32 [s threadIdx.x] = v2; SYNC";
    let scan = levels(
        true,
        "blockDim.x",
        "v3 = 0:u32; if (v4 <= threadIdx.x) { v3 = load u32 [s (threadIdx.x - v4)]; } SYNC
        v2 = load u32 [s threadIdx.x]; store u32 [s threadIdx.x] = (v2 + v3); SYNC",
    );
    assert!(!laws(&kernel(&format!("{fill} {scan}")), &config()).is_empty());
    let endless = "loop loop1 L1 while true { } step { }";
    assert!(laws(&kernel(&format!("{endless} {fill} {scan}")), &config()).is_empty());
}
