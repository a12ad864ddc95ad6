//! Values, assertions, assumptions, havoc, fuel, coverage.

use super::*;

fn eval(expr: &str) -> u64 {
    let outcome = go(&cuda(&format!("x = {expr}; store u32 [A[#0]] = x;")), 1, 1);
    assert_eq!(outcome.end, End::Completed);
    word_of_a(&outcome, 0)
}

#[test]
fn scalar_operations() {
    assert_eq!(eval("(#7 - #9)"), u64::from(u32::MAX - 1));
    assert_eq!(eval("bitcast((-7:i32 / 2:i32)):u32"), u64::from(-3i32 as u32));
    assert_eq!(eval("bitcast((-8:i32 >> 1:i32)):u32"), u64::from(-4i32 as u32));
    assert_eq!(eval("int_to_int((200:u8 + 100:u8)):u32"), 44);
    assert_eq!(eval("int_to_int(int_to_int(200:u8):i8):u32"), u64::from(-56i32 as u32));
    assert_eq!(eval("float_to_int((2.5:f32 * 3.0:f32)):u32"), 7);
    assert_eq!(eval("bitcast(1.0:f32):u32"), 0x3f80_0000);
    assert_eq!(eval("int_to_int((1.0:f32 < 2.0:f32)):u32"), 1);
    assert_eq!(eval("select((bits(2143289344):f32 == 1.0:f32), #1, #2)"), 2);
    assert_eq!(eval("call \"popc\"(#255):u32"), 8);
    assert_eq!(eval("max(#3, min(#9, #5))"), 5);
}

#[test]
fn guarded_division_is_not_noted() {
    let guarded = go(&cuda("x = select((n == #0), #1, (#5 / n)); q = ((n != #0) & ((#5 / n) == #1));"), 1, 1);
    assert_eq!(guarded.notes, []);
    let plain = go(&cuda("x = (#5 / n);"), 1, 1);
    assert_eq!(plain.notes[0].kind, NoteKind::DivisionByZero);
}

#[test]
fn assertions_and_assumptions() {
    let outcome = go(&cuda("assert assert (tid < #3);"), 5, 1);
    assert!(matches!(outcome.findings[..], [Finding::AssertFailed { thread, .. }] if thread.thread[0] == 3));
    let kernel = cuda("assume requires (n == #4); store u32 [A[tid]] = n;");
    assert!(matches!(go(&kernel, 2, 1).end, End::AssumptionViolated { .. }));
    let mut inputs = zero_inputs();
    inputs.params.insert(param_n(), Value::Int(4));
    clean(&go_with(&kernel, 2, 1, &inputs, &Config::default()));
    let spec = go(&cuda("assert assert spec uniform(n):bool; assert assert (spec load(v0):u32 == #0);"), 2, 1);
    assert_eq!((spec.skipped_specs.len(), spec.findings.len()), (1, 0));
}

#[test]
fn unsupported_constructs_stop_only_when_reached() {
    let kernel = cuda("if (#2 < tid) { unsupported \"texture\"; }");
    clean(&go(&kernel, 2, 1));
    assert!(matches!(&go(&kernel, 8, 1).end, End::Unsupported { what, .. } if &**what == "texture"));
}

#[test]
fn havoc_is_recorded_and_can_be_chosen() {
    let kernel = cuda("x = unmodelled \"asm\"; store u32 [A[tid]] = x;");
    let free = go(&kernel, 2, 1);
    assert_eq!(free.havocked.len(), 1);
    let span = free.havocked[0].1;
    let mut inputs = zero_inputs();
    let second = ThreadRef { block: [0; 3], thread: [1, 0, 0] };
    inputs.havoc.insert((span, None), vec![Value::Int(11)]);
    inputs.havoc.insert((span, Some(second)), vec![Value::Int(22)]);
    let outcome = go_with(&kernel, 2, 1, &inputs, &Config::default());
    assert_eq!([0, 1].map(|i| word_of_a(&outcome, i)), [11, 22]);
}

#[test]
fn fuel_bounds_endless_loops() {
    let kernel = cuda("loop loop0 L0 while true { x = (x + #1); }");
    let config = Config { fuel: 10_000, ..Config::default() };
    let outcome = go_with(&kernel, 2, 1, &zero_inputs(), &config);
    assert_eq!((outcome.end, outcome.steps), (End::FuelExhausted, 10_000));
}

#[test]
fn spinning_threads_let_others_run() {
    let body = "
      if (tid == #0) {
        loop loop0 L0 while (x == #0) { x = atomic load u32 device [A[#0]] (); }
      } else { atomic exch u32 device [A[#0]] (#1); }";
    clean(&go(&cuda(body), 2, 1));
}

#[test]
fn coverage_names_executed_parts() {
    let kernel = cuda("if (n == #0) { x = #1; } else { x = #2; }");
    let config = Config { coverage: true, ..Config::default() };
    assert_eq!(go_with(&kernel, 1, 1, &zero_inputs(), &config).covered.len(), 2);
}

#[test]
fn random_inputs_are_determined_by_their_seed() {
    let kernel = cuda("x = load u32 [A[n]];");
    let launch = ConcreteLaunch::linear(8, 2);
    assert_eq!(random_inputs(&kernel, &launch, 5, None), random_inputs(&kernel, &launch, 5, None));
    assert!((0..20).any(|s| random_inputs(&kernel, &launch, s, None) != random_inputs(&kernel, &launch, s + 1, None)));
}

#[test]
fn launches_beyond_the_limits_are_refused() {
    let kernel = cuda("x = #1;");
    for launch in [ConcreteLaunch::linear(0, 1), ConcreteLaunch { block: [u32::MAX; 3], grid: [1; 3], offset: [0; 3] }]
    {
        assert!(matches!(run(&kernel, &launch, &zero_inputs(), &Config::default()).end, End::Unsupported { .. }));
    }
}
