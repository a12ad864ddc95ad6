//! Answers against exhaustive evaluation: random conjunctions over symbols with few values.

use crate::common;
use proptest::prelude::*;
use wp_logic::{Class, FuncId, Range, Sort, Term, TermId, Terms, Value};
use wp_solve::{Answer, Solver};

/// Ranges of the symbols. Two threads' digits, their extents, and a shared number that may be negative.
const RANGES: [(i128, i128); 7] = [(0, 3), (0, 3), (0, 2), (0, 2), (1, 3), (0, 4), (-2, 2)];

struct World {
    terms: Terms,
    symbols: Vec<TermId>,
    funcs: Vec<FuncId>,
}

impl World {
    fn new() -> World {
        let mut terms = Terms::new();
        let mut symbols = Vec::new();
        let mut funcs = Vec::new();
        for (i, &(lo, hi)) in RANGES.iter().enumerate() {
            let f = terms.func(&format!("x{i}"), &[], Sort::Int, Class::Thread, Range::new(lo, hi));
            funcs.push(f);
            symbols.push(terms.app(f, &[]));
        }
        World { terms, symbols, funcs }
    }

    /// Whether some assignment satisfies all conjuncts, as their evaluation says. `None` where one is unconstrained there
    /// (division by 0) and no other satisfies them.
    fn satisfiable(&self, conjuncts: &[TermId]) -> Option<bool> {
        let mut values: Vec<i128> = RANGES.iter().map(|r| r.0).collect();
        let used: Vec<bool> = {
            let apps = self.terms.apps(conjuncts);
            self.symbols.iter().map(|s| apps.contains(s)).collect()
        };
        let mut unsure = false;
        loop {
            let mut symbol =
                |f: FuncId, _: &[Value]| self.funcs.iter().position(|&g| g == f).map(|i| Value::Int(values[i]));
            // The first conjunct that is false settles the assignment.
            let mut result = Some(true);
            for &c in conjuncts {
                match self.terms.eval(c, &mut symbol) {
                    Some(Value::Bool(true)) => {}
                    Some(Value::Bool(false)) => {
                        result = Some(false);
                        break;
                    }
                    _ => result = None,
                }
            }
            match result {
                Some(true) => return Some(true),
                Some(false) => {}
                None => unsure = true,
            }
            let mut i = 0;
            loop {
                if i == values.len() {
                    return if unsure { None } else { Some(false) };
                }
                if used[i] && values[i] < RANGES[i].1 {
                    values[i] += 1;
                    break;
                }
                values[i] = RANGES[i].0;
                i += 1;
            }
        }
    }
}

/// A recipe for an integer term.
#[derive(Clone, Debug)]
enum E {
    Sym(usize),
    Int(i128),
    Add(Box<E>, Box<E>),
    Sub(Box<E>, Box<E>),
    Mul(Box<E>, Box<E>),
    Div(Box<E>, Box<E>),
    Mod(Box<E>, Box<E>),
    Xor(Box<E>, Box<E>),
    Pow(usize),
    Wrap(Box<E>),
    Pick(usize, Box<E>, Box<E>),
}

/// A recipe for a conjunct.
#[derive(Clone, Debug)]
enum C {
    Eq(E, E),
    Lt(E, E),
    Ne(E, E),
    Or(Vec<C>),
}

fn build(w: &mut World, e: &E) -> TermId {
    let pair = |w: &mut World, a: &E, b: &E| (build(w, a), build(w, b));
    match e {
        E::Sym(i) => w.symbols[*i],
        E::Int(v) => w.terms.int(*v),
        E::Add(a, b) => {
            let (a, b) = pair(w, a, b);
            w.terms.add(a, b)
        }
        E::Sub(a, b) => {
            let (a, b) = pair(w, a, b);
            w.terms.sub(a, b)
        }
        E::Mul(a, b) => {
            let (a, b) = pair(w, a, b);
            w.terms.mul(a, b)
        }
        E::Div(a, b) => {
            let (a, b) = pair(w, a, b);
            w.terms.div(a, b)
        }
        E::Mod(a, b) => {
            let (a, b) = pair(w, a, b);
            w.terms.modulo(a, b)
        }
        E::Xor(a, b) => {
            let (a, b) = pair(w, a, b);
            w.terms.bit_xor(a, b)
        }
        E::Pow(i) => w.terms.pow2(w.symbols[*i]),
        E::Wrap(a) => {
            let a = build(w, a);
            w.terms.wrap(3, false, a)
        }
        E::Pick(i, a, b) => {
            let (a, b) = pair(w, a, b);
            let one = w.terms.int(1);
            let c = w.terms.le(w.symbols[*i], one);
            w.terms.ite(c, a, b)
        }
    }
}

fn conjunct(w: &mut World, c: &C) -> TermId {
    match c {
        C::Eq(a, b) => {
            let (a, b) = (build(w, a), build(w, b));
            w.terms.eq(a, b)
        }
        C::Lt(a, b) => {
            let (a, b) = (build(w, a), build(w, b));
            w.terms.lt(a, b)
        }
        C::Ne(a, b) => {
            let (a, b) = (build(w, a), build(w, b));
            w.terms.ne(a, b)
        }
        C::Or(items) => {
            let items: Vec<TermId> = items.iter().map(|i| conjunct(w, i)).collect();
            w.terms.or(&items)
        }
    }
}

fn expr(depth: u32) -> BoxedStrategy<E> {
    let leaf = prop_oneof![4 => (0..RANGES.len()).prop_map(E::Sym), 1 => (-2i128..6).prop_map(E::Int)];
    if depth == 0 {
        return leaf.boxed();
    }
    let sub = expr(depth - 1).prop_map(Box::new).boxed();
    let two = (sub.clone(), sub.clone());
    prop_oneof![
        3 => leaf,
        4 => two.clone().prop_map(|(a, b)| E::Add(a, b)),
        2 => two.clone().prop_map(|(a, b)| E::Sub(a, b)),
        4 => two.clone().prop_map(|(a, b)| E::Mul(a, b)),
        1 => two.clone().prop_map(|(a, b)| E::Div(a, b)),
        1 => two.clone().prop_map(|(a, b)| E::Mod(a, b)),
        1 => two.clone().prop_map(|(a, b)| E::Xor(a, b)),
        1 => prop::sample::select(vec![0usize, 2, 5]).prop_map(E::Pow),
        1 => sub.clone().prop_map(E::Wrap),
        1 => (0..RANGES.len(), sub.clone(), sub).prop_map(|(i, a, b)| E::Pick(i, a, b)),
    ]
    .boxed()
}

fn any_conjuncts() -> impl Strategy<Value = Vec<C>> {
    let literal = || {
        prop_oneof![
            3 => (expr(2), expr(2)).prop_map(|(a, b)| C::Eq(a, b)),
            2 => (expr(2), expr(1)).prop_map(|(a, b)| C::Lt(a, b)),
            1 => (expr(1), expr(1)).prop_map(|(a, b)| C::Ne(a, b)),
        ]
    };
    let member = prop_oneof![4 => literal(), 1 => prop::collection::vec(literal(), 2..4).prop_map(C::Or)];
    prop::collection::vec(member, 1..6)
}

/// Conjuncts with others that fix or bound symbols, from which ranges follow.
fn bounded_conjuncts() -> impl Strategy<Value = Vec<C>> {
    let bound = (0..RANGES.len(), -2i128..5, 0..4u8).prop_map(|(i, v, kind)| match kind {
        0 => C::Eq(E::Sym(i), E::Int(v)),
        1 => C::Eq(E::Wrap(Box::new(E::Sym(i))), E::Int(v.rem_euclid(8))),
        2 => C::Lt(E::Sym(i), E::Int(v)),
        _ => C::Lt(E::Int(v), E::Wrap(Box::new(E::Add(Box::new(E::Sym(i)), Box::new(E::Sym(6)))))),
    });
    (any_conjuncts(), prop::collection::vec(bound, 1..4)).prop_map(|(mut conjuncts, bounds)| {
        // A bound inside a disjunction is decided by the one beside it.
        if let Some(first) = bounds.first() {
            conjuncts.push(C::Or(vec![first.clone(), C::Lt(E::Sym(0), E::Sym(1))]));
        }
        conjuncts.extend(bounds);
        conjuncts
    })
}

/// Race queries: `x0 * stride + x2 + c` against `x1 * stride + x3 + d`, with guards that may be missing or wrong.
fn races() -> impl Strategy<Value = Vec<C>> {
    let sym = |i: usize| Box::new(E::Sym(i));
    let stride = prop_oneof![
        3 => Just(E::Sym(4)),
        2 => Just(E::Sym(5)),
        2 => (1i128..5).prop_map(E::Int),
        1 => (0i128..2).prop_map(move |c| E::Add(sym(4), Box::new(E::Int(c)))),
        1 => Just(E::Mul(sym(4), sym(5))),
        1 => Just(E::Pow(5)),
        1 => Just(E::Sym(6)),
    ];
    let extent = prop_oneof![3 => Just(E::Sym(4)), 2 => Just(E::Sym(5)), 1 => (1i128..4).prop_map(E::Int)];
    let column = prop_oneof![
        5 => Just((E::Sym(2), E::Sym(3))),
        1 => Just((E::Mod(sym(2), sym(4)), E::Mod(sym(3), sym(4)))),
        1 => Just((E::Add(sym(2), sym(6)), E::Add(sym(3), sym(6)))),
        1 => Just((E::Mul(sym(2), Box::new(E::Int(2))), E::Mul(sym(3), Box::new(E::Int(2))))),
        1 => Just((E::Pick(6, sym(2), sym(0)), E::Pick(6, sym(3), sym(1)))),
    ];
    (stride, extent, column, 0i128..2, 0i128..2, any::<[bool; 3]>(), any::<bool>()).prop_map(
        move |(stride, extent, (mine, theirs), c, d, guards, constants)| {
            let address = |row: usize, column: &E, offset: i128| {
                let base = E::Mul(Box::new(E::Sym(row)), Box::new(stride.clone()));
                let index = E::Add(Box::new(base), Box::new(column.clone()));
                E::Add(Box::new(index), Box::new(E::Int(if constants { offset } else { 0 })))
            };
            let mut conjuncts = vec![
                C::Eq(address(0, &mine, c), address(1, &theirs, d)),
                C::Or(vec![C::Ne(E::Sym(0), E::Sym(1)), C::Ne(E::Sym(2), E::Sym(3))]),
            ];
            if guards[0] {
                conjuncts.push(C::Lt(mine.clone(), extent.clone()));
            }
            if guards[1] {
                conjuncts.push(C::Lt(theirs, extent.clone()));
            }
            if guards[2] {
                conjuncts.push(C::Lt(E::Int(0), extent));
            }
            conjuncts
        },
    )
}

fn check(solver: &mut Solver, recipe: &[C]) -> Result<bool, TestCaseError> {
    let mut w = World::new();
    let conjuncts: Vec<TermId> = recipe.iter().map(|c| conjunct(&mut w, c)).collect();
    let answer = solver.check(&mut w.terms, &conjuncts);
    let text = || conjuncts.iter().map(|&c| w.terms.display(c)).collect::<Vec<_>>().join("  &&  ");
    match &answer {
        Answer::Unsat(method) => {
            let expected = w.satisfiable(&conjuncts);
            prop_assert_ne!(expected, Some(true), "{:?} refuted {}", method, text());
        }
        Answer::Sat(model) if !model.approximate && !model.entries.is_empty() => {
            for &c in &conjuncts {
                let complete = w.terms.apps(&[c]).iter().all(|&a| model.value(a).is_some());
                if complete && !matches!(w.terms.kind(c), Term::Bool(true)) {
                    prop_assert_eq!(model.eval(&w.terms, c), Some(Value::Bool(true)), "{}", text());
                }
            }
        }
        Answer::Sat(_) | Answer::Unknown(_) => {}
    }
    Ok(answer.is_unsat())
}

fn config(cases: u32) -> ProptestConfig {
    // PROPTEST_CASES asks for longer runs.
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(cases), failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config(250))]

    #[test]
    fn digits_never_refute_the_satisfiable(recipe in any_conjuncts()) {
        check(&mut common::digits_only(), &recipe)?;
    }

    #[test]
    fn what_follows_from_bounds_never_refutes_the_satisfiable(recipe in bounded_conjuncts()) {
        check(&mut common::digits_only(), &recipe)?;
    }

    #[test]
    fn digits_never_refute_a_race(recipe in races()) {
        check(&mut common::digits_only(), &recipe)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 15, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_solver_agrees_with_evaluation(recipes in prop::collection::vec(any_conjuncts(), 4)) {
        let mut solver = common::smt(false);
        for recipe in &recipes {
            check(&mut solver, recipe)?;
        }
    }

    #[test]
    fn models_of_simplified_conjuncts_are_models(recipes in prop::collection::vec(bounded_conjuncts(), 4)) {
        let mut solver = common::smt(true);
        for recipe in &recipes {
            check(&mut solver, recipe)?;
        }
    }
}
