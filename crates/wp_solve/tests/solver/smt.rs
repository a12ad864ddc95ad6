//! Race queries as kernels give them, decided by the SMT solver alone.

use crate::common::{smt, Pair};
use wp_logic::{Class, Range, Sort, Value};
use wp_solve::{Answer, Method};

#[test]
fn one_dimensional_indices_are_disjoint() {
    for same_block in [false, true] {
        let mut p = Pair::new(same_block);
        p.dims(1);
        let i = p.global(0);
        let answer = p.check(&mut smt(false), i, i);
        assert!(matches!(answer, Answer::Unsat(Method::Smt | Method::Structural)), "{answer:?}");
    }
}

#[test]
fn two_dimensional_indices_with_a_guard_are_disjoint() {
    for same_block in [false, true] {
        let mut p = Pair::new(same_block);
        p.dims(2);
        let width = p.param("width", 1, 0x7fff_ffff);
        let (x, y) = (p.global(0), p.global(1));
        let inside = p.t.lt(x, width);
        p.fact(inside);
        let row = p.t.mul(y, width);
        let i = p.t.add(row, x);
        let answer = p.check(&mut smt(false), i, i);
        assert!(answer.is_unsat(), "{same_block} {answer:?}");
    }
}

#[test]
fn a_missing_guard_races_and_the_model_is_confirmed() {
    let mut p = Pair::new(false);
    p.dims(2);
    let width = p.param("width", 1, 0x7fff_ffff);
    let (x, y) = (p.global(0), p.global(1));
    let row = p.t.mul(y, width);
    let i = p.t.add(row, x);
    let conjuncts = p.race(i, i);
    let answer = smt(false).check(&mut p.t, &conjuncts);
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    assert!(!model.approximate);
    for &c in &conjuncts {
        assert_eq!(model.eval(&p.t, c), Some(Value::Bool(true)), "{}", p.t.display(c));
    }
}

#[test]
fn neighbours_race_and_models_are_made_small() {
    let mut p = Pair::new(true);
    p.dims(1);
    let one = p.t.int(1);
    let next = p.t.add(p.tid[0], one);
    let conjuncts = p.race(p.tid[0], next);
    let mut solver = smt(false);
    let prefer = [p.dim[0], p.grid[0], p.tid[0]];
    let Answer::Sat(model) = solver.minimise(&mut p.t, &conjuncts, &prefer) else { panic!() };
    assert_eq!(model.int(p.dim[0]), Some(2));
    assert_eq!(model.int(p.tid[0]), Some(1));
}

#[test]
fn grid_stride_loops_are_disjoint() {
    let mut p = Pair::new(false);
    p.dims(1);
    let k = p.private("k", 0, 0x7fff_ffff);
    let stride = p.t.mul(p.grid[0], p.dim[0]);
    p.t.assume_range(stride, Range::new(1, 0x7fff_ffff));
    let i = p.global(0);
    let step = p.t.mul(k, stride);
    let i = p.t.add(i, step);
    let answer = p.check(&mut smt(false), i, i);
    assert!(answer.is_unsat(), "{answer:?}");
}

#[test]
fn bitwise_exchange_partners_are_disjoint() {
    // Bitonic sort: thread i with i < i ^ j touches i and i ^ j.
    let mut p = Pair::new(true);
    p.dims(1);
    let e = p.param("e", 0, 9);
    let j = p.t.pow2(e);
    let i = p.tid[0];
    let partner = p.t.bit_xor(i, j);
    let lower = p.t.lt(i, partner);
    p.fact(lower);
    let mut solver = smt(false);
    let answer = p.check(&mut solver, partner, partner);
    assert!(answer.is_unsat(), "{answer:?}");
}

#[test]
fn symbolic_division_is_decided() {
    let mut p = Pair::new(true);
    let n = p.param("n", 1, 1 << 20);
    let x = p.param("x", 0, 1 << 20);
    let (q, r) = (p.t.div(x, n), p.t.modulo(x, n));
    let back = p.t.mul(q, n);
    let back = p.t.add(back, r);
    let differ = p.t.ne(back, x);
    assert!(smt(false).check(&mut p.t, &[differ]).is_unsat());
    let small = p.t.lt(r, n);
    let large = p.t.not(small);
    assert!(smt(false).check(&mut p.t, &[large]).is_unsat());
}

#[test]
fn functions_of_equal_arguments_are_equal() {
    let mut p = Pair::new(true);
    p.dims(1);
    let f = p.t.func("A", &[Sort::Int], Sort::Int, Class::Launch, Range::new(0, 255));
    let i = p.tid[0];
    let a = p.t.app(f, &[i]);
    let b = p.other(a);
    let j = p.other(i);
    let (same, differ) = (p.t.eq(i, j), p.t.ne(a, b));
    let mut solver = smt(false);
    assert!(solver.check(&mut p.t, &[same, differ]).is_unsat());
    let Answer::Sat(model) = solver.check(&mut p.t, &[differ]) else { panic!() };
    assert_ne!(model.int(a), model.int(b));
    assert_eq!(model.function(f, &[model.value(i).unwrap()]), model.value(a));
}

#[test]
fn floats_are_their_bit_patterns() {
    let mut p = Pair::new(true);
    let x = p.t.sym("x", Sort::Float(32), Class::Launch, Range::ALL);
    let one = p.t.float(32, u64::from(1f32.to_bits()));
    let is_one = p.t.eq(x, one);
    let Answer::Sat(model) = smt(false).check(&mut p.t, &[is_one]) else { panic!() };
    assert_eq!(model.value(x), Some(Value::Float { bits: 32, value: u64::from(1f32.to_bits()) }));
}

#[test]
fn a_solver_that_cannot_run_is_no_proof() {
    let config = wp_solve::SolverConfig { program: Some("no-such-program".into()), ..Default::default() };
    let mut solver = wp_solve::Solver::new(config);
    let mut p = Pair::new(true);
    p.dims(1);
    let i = p.tid[0];
    let two = p.t.int(2);
    let i = p.t.div(i, two);
    let answer = p.check(&mut solver, i, i);
    assert!(matches!(answer, Answer::Unknown(wp_solve::UnknownCause::Died(_))), "{answer:?}");
}

#[test]
fn hopeless_queries_end_by_the_resource_limit() {
    let mut p = Pair::new(true);
    let goal = p.sum_of_cubes();
    let (program, _) = wp_solve::find_solver(None).unwrap_or_else(|missing| panic!("{missing}"));
    let config = wp_solve::SolverConfig {
        program: Some(program),
        query_timeout: std::time::Duration::from_millis(200),
        ..Default::default()
    };
    let mut solver = wp_solve::Solver::new(config);
    assert!(matches!(solver.check(&mut p.t, &[goal]), Answer::Unknown(_)));
    // The solver is usable afterwards.
    let x = p.param("v", 0, 10);
    let five = p.t.int(5);
    let equal = p.t.eq(x, five);
    assert!(matches!(solver.check(&mut p.t, &[equal]), Answer::Sat(_)));
}

#[test]
fn float_guards_get_bit_exact_inputs() {
    // x + 1.0f < 2.5f and x * x == 2.25f
    let mut p = Pair::new(true);
    let f32s = Sort::Float(32);
    let add = p.t.func("fadd", &[f32s, f32s], f32s, Class::Launch, Range::ALL);
    let mul = p.t.func("fmul", &[f32s, f32s], f32s, Class::Launch, Range::ALL);
    let lt = p.t.func("flt", &[f32s, f32s], Sort::Bool, Class::Launch, Range::ALL);
    let eq = p.t.func("feq", &[f32s, f32s], Sort::Bool, Class::Launch, Range::ALL);
    let x = p.t.sym("x", f32s, Class::Launch, Range::ALL);
    let mut constant = |v: f32| p.t.float(32, u64::from(v.to_bits()));
    let (one, limit, square) = (constant(1.0), constant(2.5), constant(2.25));
    let sum = p.t.app(add, &[x, one]);
    let product = p.t.app(mul, &[x, x]);
    let guard = p.t.app(lt, &[sum, limit]);
    let exact = p.t.app(eq, &[product, square]);
    let Answer::Sat(model) = smt(false).check(&mut p.t, &[guard, exact]) else { panic!() };
    assert!(!model.approximate);
    let Some(Value::Float { value, .. }) = model.value(x) else { panic!() };
    assert_eq!(f32::from_bits(value as u32), -1.5);
}

#[test]
fn float_conversions_of_indices() {
    // (float)i == 16777216 has two solutions that are integers near 2^24.
    let mut p = Pair::new(true);
    let f32s = Sort::Float(32);
    let i = p.param("i", 16_777_217, 0x7fff_ffff);
    let convert = p.t.func("i2f", &[Sort::Int], f32s, Class::Launch, Range::ALL);
    let converted = p.t.app(convert, &[i]);
    let constant = p.t.float(32, u64::from(16_777_216f32.to_bits()));
    let equal = p.t.eq(converted, constant);
    let Answer::Sat(model) = smt(false).check(&mut p.t, &[equal]) else { panic!() };
    if !model.approximate {
        assert_eq!(model.int(i), Some(16_777_217));
    }
}

#[test]
fn models_do_not_depend_on_earlier_queries() {
    let query = |solver: &mut wp_solve::Solver, warm: bool| {
        let mut p = Pair::new(false);
        p.dims(2);
        let width = p.param("width", 1, 0x7fff_ffff);
        let (x, y) = (p.global(0), p.global(1));
        if warm {
            let one = p.t.int(1);
            let next = p.t.add(x, one);
            p.check(solver, x, next);
            p.check(solver, y, x);
        }
        let row = p.t.mul(y, width);
        let i = p.t.add(row, x);
        match p.check(solver, i, i) {
            Answer::Sat(model) => model.entries.iter().map(|&(t, v)| (p.t.display(t), v)).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        }
    };
    let mut solver = smt(false);
    let cold = query(&mut solver, false);
    assert_eq!(cold, query(&mut solver, true));
    assert_eq!(cold, query(&mut smt(false), true));
}

#[test]
fn a_limit_that_is_reached_while_a_question_is_read_is_no_crash() {
    let mut p = Pair::new(true);
    p.dims(1);
    let mut solver = smt(false);
    for n in 0..25 {
        let numbers: Vec<_> = (0..40).map(|i| p.param(&format!("x{n}_{i}"), -1000, 1000)).collect();
        let mut conjuncts = Vec::new();
        for (i, &a) in numbers.iter().enumerate() {
            for &b in &numbers[i + 1..] {
                let product = p.t.mul(a, b);
                let sum = p.t.add(product, a);
                let limit = p.t.int(n);
                let quotient = p.t.div(sum, b);
                conjuncts.push(p.t.le(quotient, limit));
            }
        }
        let answer = solver.check_within(&mut p.t, &conjuncts, u32::MAX);
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    }
    assert_eq!(solver.stats().restarts, 0);
    let i = p.global(0);
    assert!(p.check(&mut solver, i, i).is_unsat());
}

#[test]
fn a_model_is_found_without_the_procedures_that_refute() {
    let mut p = Pair::new(true);
    p.dims(1);
    let one = p.t.int(1);
    let next = p.t.add(p.tid[0], one);
    let conjuncts = p.race(p.tid[0], next);
    let model = smt(true).model(&mut p.t, &conjuncts, 1).expect("neighbours race");
    for &c in &conjuncts {
        assert_eq!(model.eval(&p.t, c), Some(Value::Bool(true)), "{}", p.t.display(c));
    }
    let same = p.race(p.tid[0], p.tid[0]);
    assert!(smt(true).model(&mut p.t, &same, 1).is_none());
}
