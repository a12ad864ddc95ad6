//! The constructors simplify soundly: random expressions, built with them and evaluated without them.

use crate::{Class, FuncId, Range, Sort, TermId, Terms, Value};
use proptest::prelude::*;

/// An integer expression, never simplified.
#[derive(Clone, Debug)]
enum I {
    Int(i128),
    Sym(usize),
    Call(Box<I>),
    Bin(Op, Box<I>, Box<I>),
    BitNot(Box<I>),
    Shift(bool, Box<I>, usize),
    Pow2(usize),
    Wrap(u8, bool, Box<I>),
    Ite(Box<B>, Box<I>, Box<I>),
}

#[derive(Clone, Copy, Debug)]
enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    DivTrunc,
    RemTrunc,
    And,
    Or,
    Xor,
    Min,
    Max,
}

/// A boolean expression, never simplified.
#[derive(Clone, Debug)]
enum B {
    Lit(bool),
    Sym(usize),
    Cmp(u8, Box<I>, Box<I>),
    And(Vec<B>),
    Or(Vec<B>),
    Not(Box<B>),
    Iff(Box<B>, Box<B>),
    Implies(Box<B>, Box<B>),
    Ite(Box<B>, Box<B>, Box<B>),
}

/// Ranges of the integer symbols; the first has none.
const RANGES: [Option<(i128, i128)>; 6] =
    [None, Some((0, 7)), Some((1, 16)), Some((-8, 8)), Some((0, 1)), Some((0, 255))];
/// Values beyond this are not looked at: polynomials of them could overflow where the expression does not.
const LIMIT: i128 = 1 << 40;

struct Assignment {
    ints: [i128; 6],
    bools: [bool; 3],
}

fn call(x: i128) -> i128 {
    (x * 7 + 3).rem_euclid(5)
}

fn small(v: i128) -> Option<i128> {
    (v.abs() < LIMIT).then_some(v)
}

fn int(e: &I, a: &Assignment) -> Option<i128> {
    small(match e {
        I::Int(v) => *v,
        I::Sym(s) => a.ints[*s],
        I::Call(x) => call(int(x, a)?),
        I::Bin(op, x, y) => {
            let (x, y) = (int(x, a)?, int(y, a)?);
            match op {
                Op::Add => x + y,
                Op::Sub => x - y,
                Op::Mul => x * y,
                Op::Div => crate::eval::floor_div(x, y)?,
                Op::Mod => x - y * crate::eval::floor_div(x, y)?,
                Op::DivTrunc => x.checked_div(y)?,
                Op::RemTrunc => x.checked_rem(y)?,
                Op::And => x & y,
                Op::Or => x | y,
                Op::Xor => x ^ y,
                Op::Min => x.min(y),
                Op::Max => x.max(y),
            }
        }
        I::BitNot(x) => !int(x, a)?,
        I::Shift(true, x, s) => int(x, a)? << a.ints[*s],
        I::Shift(false, x, s) => int(x, a)? >> a.ints[*s],
        I::Pow2(s) => 1 << a.ints[*s],
        I::Wrap(bits, signed, x) => crate::eval::wrap_value(*bits, *signed, int(x, a)?),
        I::Ite(c, x, y) => {
            // Both sides are evaluated, so that the limit holds for everything.
            let (x, y) = (int(x, a)?, int(y, a)?);
            if truth(c, a)? {
                x
            } else {
                y
            }
        }
    })
}

fn truth(e: &B, a: &Assignment) -> Option<bool> {
    Some(match e {
        B::Lit(v) => *v,
        B::Sym(s) => a.bools[*s],
        B::Cmp(op, x, y) => {
            let (x, y) = (int(x, a)?, int(y, a)?);
            match op {
                0 => x == y,
                1 => x <= y,
                2 => x < y,
                3 => x >= y,
                4 => x > y,
                _ => x != y,
            }
        }
        B::And(items) => items.iter().map(|i| truth(i, a)).collect::<Option<Vec<_>>>()?.into_iter().all(|v| v),
        B::Or(items) => items.iter().map(|i| truth(i, a)).collect::<Option<Vec<_>>>()?.into_iter().any(|v| v),
        B::Not(x) => !truth(x, a)?,
        B::Iff(x, y) => truth(x, a)? == truth(y, a)?,
        B::Implies(x, y) => {
            let (x, y) = (truth(x, a)?, truth(y, a)?);
            !x || y
        }
        B::Ite(c, x, y) => {
            let (x, y) = (truth(x, a)?, truth(y, a)?);
            if truth(c, a)? {
                x
            } else {
                y
            }
        }
    })
}

struct Build {
    terms: Terms,
    ints: Vec<TermId>,
    bools: Vec<TermId>,
    function: FuncId,
    int_funcs: Vec<FuncId>,
}

impl Build {
    fn new() -> Self {
        let mut terms = Terms::new();
        let (mut ints, mut int_funcs) = (Vec::new(), Vec::new());
        for (i, range) in RANGES.iter().enumerate() {
            let range = range.map_or(Range::ALL, |(lo, hi)| Range::new(lo, hi));
            let f = terms.func(&format!("x{i}"), &[], Sort::Int, Class::Thread, range);
            int_funcs.push(f);
            ints.push(terms.app(f, &[]));
        }
        let bools = (0..3).map(|i| terms.sym(&format!("b{i}"), Sort::Bool, Class::Thread, Range::ALL)).collect();
        let function = terms.func("call", &[Sort::Int], Sort::Int, Class::Launch, Range::new(0, 4));
        Build { terms, ints, bools, function, int_funcs }
    }

    fn int(&mut self, e: &I) -> TermId {
        match e {
            I::Int(v) => self.terms.int(*v),
            I::Sym(s) => self.ints[*s],
            I::Call(x) => {
                let x = self.int(x);
                self.terms.app(self.function, &[x])
            }
            I::Bin(op, x, y) => {
                let (x, y) = (self.int(x), self.int(y));
                let t = &mut self.terms;
                match op {
                    Op::Add => t.add(x, y),
                    Op::Sub => t.sub(x, y),
                    Op::Mul => t.mul(x, y),
                    Op::Div => t.div(x, y),
                    Op::Mod => t.modulo(x, y),
                    Op::DivTrunc => t.div_trunc(x, y),
                    Op::RemTrunc => t.rem_trunc(x, y),
                    Op::And => t.bit_and(x, y),
                    Op::Or => t.bit_or(x, y),
                    Op::Xor => t.bit_xor(x, y),
                    Op::Min => t.min(x, y),
                    Op::Max => t.max(x, y),
                }
            }
            I::BitNot(x) => {
                let x = self.int(x);
                self.terms.bit_not(x)
            }
            I::Shift(left, x, s) => {
                let x = self.int(x);
                let s = self.ints[*s];
                if *left {
                    self.terms.shl(x, s)
                } else {
                    self.terms.shr(x, s)
                }
            }
            I::Pow2(s) => self.terms.pow2(self.ints[*s]),
            I::Wrap(bits, signed, x) => {
                let x = self.int(x);
                self.terms.wrap(*bits, *signed, x)
            }
            I::Ite(c, x, y) => {
                let (c, x, y) = (self.bool(c), self.int(x), self.int(y));
                self.terms.ite(c, x, y)
            }
        }
    }

    fn bool(&mut self, e: &B) -> TermId {
        match e {
            B::Lit(v) => self.terms.bool(*v),
            B::Sym(s) => self.bools[*s],
            B::Cmp(op, x, y) => {
                let (x, y) = (self.int(x), self.int(y));
                let t = &mut self.terms;
                match op {
                    0 => t.eq(x, y),
                    1 => t.le(x, y),
                    2 => t.lt(x, y),
                    3 => t.ge(x, y),
                    4 => t.gt(x, y),
                    _ => t.ne(x, y),
                }
            }
            B::And(items) => {
                let items: Vec<TermId> = items.iter().map(|i| self.bool(i)).collect();
                self.terms.and(&items)
            }
            B::Or(items) => {
                let items: Vec<TermId> = items.iter().map(|i| self.bool(i)).collect();
                self.terms.or(&items)
            }
            B::Not(x) => {
                let x = self.bool(x);
                self.terms.not(x)
            }
            B::Iff(x, y) => {
                let (x, y) = (self.bool(x), self.bool(y));
                self.terms.iff(x, y)
            }
            B::Implies(x, y) => {
                let (x, y) = (self.bool(x), self.bool(y));
                self.terms.implies(x, y)
            }
            B::Ite(c, x, y) => {
                let (c, x, y) = (self.bool(c), self.bool(x), self.bool(y));
                self.terms.ite(c, x, y)
            }
        }
    }

    fn eval(&self, t: TermId, a: &Assignment) -> Option<Value> {
        self.terms.eval(t, &mut |f, args| {
            if f == self.function {
                return args[0].as_int().map(|x| Value::Int(call(x)));
            }
            if let Some(position) = self.int_funcs.iter().position(|&g| g == f) {
                return Some(Value::Int(a.ints[position]));
            }
            let name = self.terms.func_info(f).name.clone();
            Some(Value::Bool(a.bools[name[1..].parse::<usize>().unwrap()]))
        })
    }
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        4 => Just(Op::Add), 3 => Just(Op::Sub), 3 => Just(Op::Mul), 2 => Just(Op::Div), 2 => Just(Op::Mod),
        1 => Just(Op::DivTrunc), 1 => Just(Op::RemTrunc), 1 => Just(Op::And), 1 => Just(Op::Or), 1 => Just(Op::Xor),
        1 => Just(Op::Min), 1 => Just(Op::Max)
    ]
}

fn constant() -> impl Strategy<Value = i128> {
    prop_oneof![
        -6i128..=20,
        prop::sample::select(vec![32i128, 64, 128, 255, 256, -256, 65535, 4294967295, -16, 12, 24, 6, 0x0ff0, 0xf0f]),
    ]
}

/// Integer and boolean expressions of bounded depth.
fn exprs(depth: u32) -> (BoxedStrategy<I>, BoxedStrategy<B>) {
    let leaf = prop_oneof![2 => constant().prop_map(I::Int), 4 => (0..RANGES.len()).prop_map(I::Sym)].boxed();
    let bool_leaf = prop_oneof![1 => any::<bool>().prop_map(B::Lit), 4 => (0..3usize).prop_map(B::Sym)].boxed();
    if depth == 0 {
        return (leaf, bool_leaf);
    }
    let (i, b) = exprs(depth - 1);
    let boxed = |s: &BoxedStrategy<I>| s.clone().prop_map(Box::new);
    let boxed_bool = |s: &BoxedStrategy<B>| s.clone().prop_map(Box::new);
    let amount = prop::sample::select(vec![1usize, 4]);
    let ints = prop_oneof![
        2 => leaf,
        8 => (op(), boxed(&i), boxed(&i)).prop_map(|(op, x, y)| I::Bin(op, x, y)),
        4 => (op(), boxed(&i), constant()).prop_map(|(op, x, y)| I::Bin(op, x, Box::new(I::Int(y)))),
        1 => boxed(&i).prop_map(I::Call),
        1 => boxed(&i).prop_map(I::BitNot),
        1 => (any::<bool>(), boxed(&i), amount.clone()).prop_map(|(l, x, s)| I::Shift(l, x, s)),
        1 => amount.prop_map(I::Pow2),
        2 => (prop::sample::select(vec![3u8, 4, 8, 16, 32]), any::<bool>(), boxed(&i)).prop_map(|(b, s, x)| I::Wrap(b, s, x)),
        2 => (boxed_bool(&b), boxed(&i), boxed(&i)).prop_map(|(c, x, y)| I::Ite(c, x, y)),
    ];
    let bools = prop_oneof![
        1 => bool_leaf,
        6 => (0u8..6, boxed(&i), boxed(&i)).prop_map(|(op, x, y)| B::Cmp(op, x, y)),
        4 => (0u8..6, boxed(&i), constant()).prop_map(|(op, x, y)| B::Cmp(op, x, Box::new(I::Int(y)))),
        3 => prop::collection::vec(b.clone(), 1..5).prop_map(B::And),
        3 => prop::collection::vec(b.clone(), 1..5).prop_map(B::Or),
        1 => boxed_bool(&b).prop_map(B::Not),
        1 => (boxed_bool(&b), boxed_bool(&b)).prop_map(|(x, y)| B::Iff(x, y)),
        1 => (boxed_bool(&b), boxed_bool(&b)).prop_map(|(x, y)| B::Implies(x, y)),
        1 => (boxed_bool(&b), boxed_bool(&b), boxed_bool(&b)).prop_map(|(c, x, y)| B::Ite(c, x, y)),
    ];
    (ints.boxed(), bools.boxed())
}

fn assignment() -> impl Strategy<Value = Assignment> {
    let ints = RANGES.map(|range| {
        let (lo, hi) = range.unwrap_or((-40, 40));
        prop_oneof![Just(lo), Just(hi), lo..=hi].boxed()
    });
    (ints, any::<[bool; 3]>()).prop_map(|(ints, bools)| Assignment { ints, bools })
}

impl std::fmt::Debug for Assignment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.ints, self.bools)
    }
}

fn config(cases: u32) -> ProptestConfig {
    // PROPTEST_CASES asks for longer runs.
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: default.cases.max(cases),
        failure_persistence: None,
        max_global_rejects: 1 << 20,
        ..default
    }
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn integers_keep_their_value(e in exprs(4).0, assignments in prop::collection::vec(assignment(), 12)) {
        let mut build = Build::new();
        let t = build.int(&e);
        let range = build.terms.range(t);
        for a in &assignments {
            if let Some(expected) = int(&e, a) {
                prop_assert_eq!(build.eval(t, a), Some(Value::Int(expected)), "{} under {:?}", build.terms.display(t), a);
                prop_assert!(range.contains(expected), "{} not in {:?}", expected, range);
            }
        }
    }

    #[test]
    fn truth_values_keep_their_value(e in exprs(4).1, assignments in prop::collection::vec(assignment(), 12)) {
        let mut build = Build::new();
        let t = build.bool(&e);
        for a in &assignments {
            if let Some(expected) = truth(&e, a) {
                prop_assert_eq!(build.eval(t, a), Some(Value::Bool(expected)), "{} under {:?}", build.terms.display(t), a);
            }
        }
    }

    #[test]
    fn substitution_and_renaming_commute_with_evaluation(e in exprs(3).0, by in exprs(1).0, a in assignment()) {
        let mut build = Build::new();
        let t = build.int(&e);
        let by = build.int(&by);
        let value = build.eval(by, &a).and_then(Value::as_int);
        prop_assume!(value.is_some());
        let map = [(build.ints[0], by)].into_iter().collect();
        let replaced = build.terms.substitute(t, &map);
        let mut shifted = Assignment { ints: a.ints, bools: a.bools };
        shifted.ints[0] = value.unwrap();
        if let Some(expected) = int(&e, &shifted) {
            prop_assert_eq!(build.eval(replaced, &a), Some(Value::Int(expected)));
        }
    }

    #[test]
    fn declared_ranges_are_used_soundly(e in exprs(3).1, c in -3i128..4, d in -3i128..4, a in assignment()) {
        let mut build = Build::new();
        let (x, y) = (build.ints[0], build.ints[3]);
        let (x, y) = (build.terms.scale(c, x), build.terms.scale(d, y));
        let part = build.terms.add(x, y);
        let early = build.bool(&e);
        build.terms.assume_range(part, Range::new(0, 30));
        let late = build.bool(&e);
        let value = c * a.ints[0] + d * a.ints[3];
        prop_assume!((0..=30).contains(&value));
        if let Some(expected) = truth(&e, &a) {
            prop_assert_eq!(build.eval(early, &a), Some(Value::Bool(expected)));
            prop_assert_eq!(build.eval(late, &a), Some(Value::Bool(expected)));
            let again = build.terms.substitute(early, &Default::default());
            prop_assert_eq!(build.eval(again, &a), Some(Value::Bool(expected)));
        }
    }

    #[test]
    fn negation_flips_and_is_undone(e in exprs(3).1, a in assignment()) {
        let mut build = Build::new();
        let t = build.bool(&e);
        let negated = build.terms.not(t);
        let twice = build.terms.not(negated);
        if let Some(expected) = truth(&e, &a) {
            prop_assert_eq!(build.eval(negated, &a), Some(Value::Bool(!expected)));
            prop_assert_eq!(build.eval(twice, &a), Some(Value::Bool(expected)));
        }
    }
}
