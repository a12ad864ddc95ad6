//! Clauses as goals: quantifiers become arbitrary numbers, premises become facts, and every element that the kernel
//! writes is replaced by the value of its last store.
//!
//! The last writer of an element in lock-step order is some thread at some store, or there is none. Each case is
//! examined: an arbitrary thread that makes the store to this element and does not overwrite it in its next iteration;
//! or no thread, which is excluded by naming a thread that stores to the element (coverage). The proof makes no
//! assumption about the writers: two threads that write one element without order would race, which is excluded before.

mod writers;

use super::folds::product;
use super::questions::{too_great, unknown, Stop};
use super::real::{Atom, Extreme, Part, Poly};
use super::session::Session;
use super::values::{At, Trail};
use crate::Floats;
use std::collections::BTreeMap;
use wp_base::Assumption;
use wp_check::clauses::{condition, number, related, Reader};
use wp_kir::{ObjectId, Special, Type};
use wp_logic::{Class, Range, Ratio, Sort, Term as Logic, TermId, Terms};
use wp_prove::View;
use wp_spec::{Aggregate, Array, BinOp, Quantifier, Relation, Scalar, Sort as SpecSort, Term, TermKind, Var};

wp_base::limits! {
    /// Conditions that values depend on, one inside of the other.
    pub(crate) const MAX_SPLITS: usize = 6;
    /// Values of a quantified variable that are taken one by one.
    const MAX_VALUES: i128 = 32;
    /// Least values inside of others.
    const MAX_DEPTH: usize = 4;
}

/// Why there is no proof about a recursive function.
pub(crate) const NOT_FOLLOWED: &str = "a recursive function that is neither a sum nor a product is not followed";

/// Values of bound variables.
pub(crate) type Bound = BTreeMap<Var, TermId>;

/// The contents of an element in the case at hand.
#[derive(Clone)]
pub(crate) enum Held {
    /// A value that a thread stored: a term of the generic thread.
    Stored(TermId, View),
    /// The initial contents.
    Initial,
}

/// An element of an array that the kernel writes, at a byte offset.
pub(crate) type Element = (ObjectId, Type, TermId);
pub(crate) type Cases = Vec<(Element, Held)>;

/// What a clause is read with.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'c> {
    /// The values of its variables.
    pub bound: &'c Bound,
    pub known: &'c [TermId],
    /// The contents of elements that were decided.
    pub cases: &'c Cases,
}

/// A comparison of two numbers.
#[derive(Clone, Copy)]
struct Comparison<'t> {
    relation: Relation,
    a: &'t Term,
    b: &'t Term,
}

impl Session<'_> {
    /// Shows a goal.
    pub fn show(&mut self, goal: &Term, bound: &Bound, known: &[TermId]) -> Result<(), Stop> {
        match &goal.kind {
            TermKind::Bool(true) => Ok(()),
            TermKind::Binary(BinOp::And, a, b) => {
                self.show(a, bound, known)?;
                self.show(b, bound, known)
            }
            TermKind::Binary(BinOp::Implies, a, b) => {
                // A premise that has no term is left out, which leaves more to be shown.
                let facts = self.premises(a, bound);
                self.show(b, bound, &[known, &facts].concat())
            }
            TermKind::Quantified(Quantifier::Forall, var, name, body) => {
                if self.show_remainders(*var, name, body, bound, known) {
                    return Ok(());
                }
                let symbol = self.terms.sym(name, Sort::Int, Class::Launch, Range::ALL);
                let mut inner = bound.clone();
                inner.insert(*var, symbol);
                match self.show(body, &inner, known) {
                    Err(Stop::Unknown(why)) => self.show_each(*var, body, bound, known, why),
                    shown => shown,
                }
            }
            TermKind::Quantified(Quantifier::Exists, ..) => self.show_exists(goal, bound, known),
            TermKind::Threads(threads) => self.show_of_threads(threads, known),
            TermKind::Binary(BinOp::Or, a, b) if self.condition(goal, bound).is_none() => {
                // `a || b` is `!a ==> b`, and `!b ==> a`.
                let (premise, rest) = match (self.condition(a, bound), self.condition(b, bound)) {
                    (Some(premise), _) => (premise, b),
                    (_, Some(premise)) => (premise, a),
                    _ => return unknown("a disjunction of two conditions on what the kernel writes"),
                };
                let not = self.terms.not(premise);
                self.show(rest, bound, &[known, &[not]].concat())
            }
            TermKind::Compare(relation, a, b) if a.sort != SpecSort::Bool => {
                let scope = Scope { bound, known, cases: &Cases::new() };
                self.compare(Comparison { relation: *relation, a, b }, scope, MAX_SPLITS.get())
            }
            _ => match self.condition(goal, bound) {
                Some(condition) if self.holds(known, condition)? => Ok(()),
                Some(_) => unknown("a condition on inputs does not follow"),
                None => unknown(
                    "a clause of this form is not supported: state it by `\\forall`, `\\exists`, `&&`, `||`, `==>` and comparisons",
                ),
            },
        }
    }

    /// Shows a goal for every value of a variable that its premises confine to a few constants: elsewhere they are
    /// false.
    fn show_each(&mut self, var: Var, goal: &Term, bound: &Bound, known: &[TermId], why: String) -> Result<(), Stop> {
        let (mut lo, mut hi) = (None, None);
        let mut inner = goal;
        while let TermKind::Quantified(Quantifier::Forall, _, _, body) = &inner.kind {
            inner = body;
        }
        while let TermKind::Binary(BinOp::Implies, premise, rest) = &inner.kind {
            confine(premise, var, &mut lo, &mut hi);
            inner = rest;
        }
        let (Some(lo), Some(hi)) = (lo, hi) else { return unknown(why) };
        if hi - lo >= MAX_VALUES.get() {
            return unknown(why);
        }
        for value in lo..=hi {
            self.questions.next_part()?;
            let mut bound = bound.clone();
            bound.insert(var, self.terms.int(value));
            self.show(goal, &bound, known)?;
        }
        Ok(())
    }

    /// The premises that a condition states, as far as they have terms.
    pub fn premises(&mut self, t: &Term, bound: &Bound) -> Vec<TermId> {
        match &t.kind {
            TermKind::Binary(BinOp::And, a, b) => [self.premises(a, bound), self.premises(b, bound)].concat(),
            _ => self.condition(t, bound).into_iter().collect(),
        }
    }

    /// One comparison, in the cases chosen so far.
    fn compare(&mut self, comparison: Comparison<'_>, scope: Scope, splits: usize) -> Result<(), Stop> {
        let Scope { known, cases, .. } = scope;
        let Comparison { relation, a, b } = comparison;
        let mut open = None;
        let floats = self.floats == Floats::Bits && a.sort == SpecSort::Real;
        if floats && relation != Relation::Eq {
            return unknown("of floats as bit patterns only equality is shown");
        }
        let sides = if floats {
            self.float_sides([a, b], scope, &mut open)
        } else {
            self.number(a, scope, &mut open).and_then(|x| Ok((x, self.number(b, scope, &mut open)?)))
        };
        if let Some(element) = open {
            for (held, facts) in self.held(element, known)? {
                let facts = [known, &facts].concat();
                if self.refuted(&facts)? {
                    continue;
                }
                let cases = [&cases[..], &[(element, held)]].concat();
                self.compare(comparison, Scope { known: &facts, cases: &cases, ..scope }, splits)?;
            }
            return Ok(());
        }
        let shown = match sides {
            Ok((x, y)) => match relation {
                Relation::Eq => self.equal(&x, &y, known)?,
                _ => self.ordered(relation, &x, &y, known)?,
            },
            Err(Stop::Split(condition)) if splits > 0 => {
                for condition in [condition, self.terms.not(condition)] {
                    let facts = [known, &[condition]].concat();
                    if !self.refuted(&facts)? {
                        self.compare(comparison, Scope { known: &facts, ..scope }, splits - 1)?;
                    }
                }
                true
            }
            Err(Stop::Split(_)) => return unknown("values depend on too many conditions"),
            Err(stop) => return Err(stop),
        };
        if shown {
            return Ok(());
        }
        let nobody = cases.iter().any(|(_, held)| matches!(held, Held::Initial));
        unknown(match (nobody, self.here.is_some()) {
            (true, false) => "it is not shown that every element is written",
            (true, true) => "it is not shown that every element is written before this place",
            (false, false) => "the values that are stored are not shown equal to those of the clause",
            (false, true) => "the two sides are not shown equal for every thread that gets here",
        })
    }

    /// Comparisons of integers other than equality.
    fn ordered(&mut self, relation: Relation, x: &Poly, y: &Poly, known: &[TermId]) -> Result<bool, Stop> {
        let (Some(a), Some(b)) = (self.integer(x), self.integer(y)) else {
            return self.ordered_extremes(relation, x, y, known, MAX_DEPTH.get());
        };
        let condition = related(self.terms, relation, a, b);
        self.holds(known, condition)
    }

    /// A polynomial of integers as a term.
    pub fn integer(&mut self, p: &Poly) -> Option<TermId> {
        let mut items = Vec::new();
        for (monomial, c) in &p.0 {
            let mut product = self.terms.int(c.as_int()?);
            for a in monomial {
                let t = match a {
                    Atom::Term(t) => *t,
                    Atom::Read(f, offset) => self.terms.app(*f, &[*offset]),
                    Atom::Extreme(which, parts) => self.integer_extreme(*which, parts)?,
                    _ => return None,
                };
                if self.terms.sort(t) != Sort::Int {
                    return None;
                }
                product = self.terms.mul(product, t);
            }
            items.push(product);
        }
        Some(self.terms.sum(&items))
    }

    /// The least or the greatest of some integers, as a term.
    fn integer_extreme(&mut self, which: Extreme, parts: &[Part]) -> Option<TermId> {
        let mut all = None;
        for part in parts {
            if !part.ranges.is_empty() || !part.guards.is_empty() {
                return None;
            }
            let value = self.integer(&part.value)?;
            all = Some(match (which, all) {
                (_, None) => value,
                (Extreme::Least, Some(all)) => self.terms.min(all, value),
                (Extreme::Greatest, Some(all)) => self.terms.max(all, value),
            });
        }
        all
    }

    // ---- terms of the clause ----

    /// A number; an element whose writer is not chosen yet is reported.
    pub fn number(&mut self, t: &Term, scope: Scope, open: &mut Option<Element>) -> Result<Poly, Stop> {
        let Scope { bound, known, .. } = scope;
        let great = too_great;
        let one = Ratio::int(1);
        if self.floats == Floats::Bits && t.sort == SpecSort::Real {
            return self.float_number(t, None, scope, open);
        }
        match &t.kind {
            TermKind::Int(v) => Ok(Poly::constant(Ratio::int(*v))),
            TermKind::Real(v) => match Ratio::of_float(*v) {
                Some(c) => Ok(Poly::constant(c)),
                None => unknown("a constant that is no simple fraction"),
            },
            TermKind::ToReal(a) => self.number(a, scope, open),
            TermKind::Neg(a) => {
                let a = self.number(a, scope, open)?;
                Poly::default().plus(Ratio::int(-1), &a).ok_or_else(great)
            }
            TermKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                let a = self.number(a, scope, open)?;
                let b = self.number(b, scope, open)?;
                if t.sort == SpecSort::Real {
                    self.assumptions.insert(Assumption::RealArithmetic);
                }
                match op {
                    BinOp::Add => a.plus(one, &b),
                    BinOp::Sub => a.plus(Ratio::int(-1), &b),
                    _ => a.times(&b),
                }
                .ok_or_else(great)
            }
            TermKind::Binary(BinOp::Div, a, b) if t.sort == SpecSort::Real => {
                let a = self.number(a, scope, open)?;
                let b = self.number(b, scope, open)?;
                self.assumptions.insert(Assumption::RealArithmetic);
                match b.as_constant().map(Ratio::inverse) {
                    Some(Some(c)) => Poly::default().plus(c, &a).ok_or_else(great),
                    Some(None) => unknown("a division by zero"),
                    None => a.times(&Poly::atom(Atom::Call("inverse".to_owned(), vec![b]))).ok_or_else(great),
                }
            }
            TermKind::Call(name, args) => {
                let mut polys = Vec::new();
                for a in args {
                    polys.push(self.number(a, scope, open)?);
                }
                self.assumptions.insert(Assumption::RealArithmetic);
                let extreme = match *name {
                    "fmin" => Extreme::Least,
                    "fmax" => Extreme::Greatest,
                    _ => return Ok(Poly::atom(Atom::Call((*name).to_owned(), polys))),
                };
                Ok(self.extreme(extreme, polys.into_iter().map(Part::single).collect()))
            }
            TermKind::Cond(c, a, b) => {
                if let Some(which) = chosen(c, a, b) {
                    let a = self.number(a, scope, open)?;
                    let b = self.number(b, scope, open)?;
                    if t.sort == SpecSort::Real {
                        self.assumptions.insert(Assumption::RealArithmetic);
                    }
                    return Ok(self.extreme(which, vec![Part::single(a), Part::single(b)]));
                }
                let Some(c) = self.condition(c, bound) else { return unknown("a condition on what the kernel writes") };
                if self.holds(known, c)? {
                    return self.number(a, scope, open);
                }
                let not = self.terms.not(c);
                if self.holds(known, not)? {
                    return self.number(b, scope, open);
                }
                if !self.varies(c) {
                    return Err(Stop::Split(c));
                }
                let a = self.number(a, Scope { known: &[known, &[c]].concat(), ..scope }, open)?;
                let b = self.number(b, Scope { known: &[known, &[not]].concat(), ..scope }, open)?;
                self.either(c, &a, &b)
            }
            TermKind::Aggregate(..) => self.aggregate(t, scope),
            TermKind::Apply(..) => unknown(NOT_FOLLOWED),
            _ => self.stored_number(t, scope, open),
        }
    }

    /// A number that is no operation: of an array, of a parameter, of integers alone.
    pub fn stored_number(&mut self, t: &Term, scope: Scope, open: &mut Option<Element>) -> Result<Poly, Stop> {
        let Scope { bound, known, cases } = scope;
        match &t.kind {
            TermKind::Element { array: Array::Object(object), elem, index, old } => {
                let Some(index) = self.plain(index, bound) else {
                    return unknown("an index that depends on what the kernel writes");
                };
                self.is_followed(*object)?;
                let size = i128::from(elem.size());
                let offset = self.terms.scale(size, index);
                let written = self.summary.memory.written.contains(object) && !old;
                if !written {
                    return self.initial_value(*object, *elem, offset);
                }
                if self.is_counted(*object) {
                    if self.here.is_some() {
                        return unknown("what atomics have left inside of the kernel");
                    }
                    return self.counted(*object, *elem, offset);
                }
                let element = (*object, *elem, offset);
                match cases.iter().find(|(e, _)| *e == element).map(|(_, held)| held.clone()) {
                    Some(Held::Initial) => self.initial_value(*object, *elem, offset),
                    Some(Held::Stored(value, thread)) => {
                        self.expand(value, At { thread: &thread, known, trail: &Trail::new() })
                    }
                    None => {
                        open.get_or_insert(element);
                        Ok(Poly::default())
                    }
                }
            }
            TermKind::Scalar(Scalar::Expr(e), _) => self.recorded(*e, known),
            _ => match self.plain(t, bound) {
                Some(term) => self.polynomial(term, known),
                None => unknown("an expression of the clause is not supported"),
            },
        }
    }

    /// `\sum`, `\prod`, `\min` or `\max` over a range.
    fn aggregate(&mut self, t: &Term, scope: Scope) -> Result<Poly, Stop> {
        let Scope { bound, known, cases } = scope;
        let TermKind::Aggregate(aggregate, var, name, lo, hi, body) = &t.kind else {
            return unknown("an expression of the clause is not supported");
        };
        let (Some(lo), Some(hi)) = (self.plain(lo, bound), self.plain(hi, bound)) else {
            return unknown("the bounds of a sum");
        };
        let k = self.terms.sym(name, Sort::Int, Class::Launch, Range::ALL);
        let mut bound = bound.clone();
        bound.insert(*var, k);
        let facts = [known, &[self.terms.le(lo, k), self.terms.le(k, hi)]].concat();
        self.summed.push(k);
        let mut inside = None;
        let body = self.number(body, Scope { bound: &bound, known: &facts, cases }, &mut inside);
        self.summed.pop();
        // The element of one summand is none of the clause, so there is no case for each of its writers.
        if inside.is_some() {
            return unknown(format!("`\\{}` over elements that the kernel writes", aggregate.name()));
        }
        let body = body?;
        if t.sort == SpecSort::Real || self.floats == Floats::Reals && body.0.len() > 1 {
            self.assumptions.insert(Assumption::RealArithmetic);
        }
        let one = self.terms.int(1);
        let end = self.terms.add(hi, one);
        let which = match aggregate {
            Aggregate::Sum => return self.sum(lo, end, k, &body),
            Aggregate::Product => return product(lo, end, k, &body),
            Aggregate::Least => Extreme::Least,
            Aggregate::Greatest => Extreme::Greatest,
        };
        // An empty range has no extreme value, so the clause is unconstrained there.
        let some = self.terms.lt(lo, end);
        if !self.holds(known, some)? {
            return unknown(format!("`\\{}` over what may be nothing", aggregate.name()));
        }
        Ok(self.extreme(which, vec![Part { ranges: vec![(lo, end, k)], guards: Vec::new(), value: body }]))
    }

    pub fn initial_value(&mut self, object: ObjectId, ty: Type, offset: TermId) -> Result<Poly, Stop> {
        let read = self.initially(object, ty, offset);
        match self.terms.kind(read).clone() {
            Logic::App(f, _) => Ok(Poly::atom(Atom::Read(f, offset))),
            _ => unknown("an element of a constant array"),
        }
    }

    /// A term of inputs as a polynomial.
    fn polynomial(&mut self, t: TermId, known: &[TermId]) -> Result<Poly, Stop> {
        if self.terms.sort(t) != Sort::Int {
            return Ok(Poly::atom(Atom::Term(t)));
        }
        let generic = View::generic(self.summary);
        self.expand(t, At { thread: &generic, known, trail: &Trail::new() })
    }

    /// A number that does not depend on memory that the kernel writes, as a term.
    pub fn plain(&mut self, t: &Term, bound: &Bound) -> Option<TermId> {
        number(&mut Plain { session: self, bound }, t)
    }

    /// A condition on inputs as a term; `None` if it depends on memory that the kernel writes, on real numbers, or has
    /// quantifiers.
    pub fn condition(&mut self, t: &Term, bound: &Bound) -> Option<TermId> {
        condition(&mut Plain { session: self, bound }, t)
    }
}

/// Clauses about memory that the kernel does not write.
struct Plain<'a, 's> {
    session: &'a mut Session<'s>,
    bound: &'a Bound,
}

impl Reader for Plain<'_, '_> {
    fn terms(&mut self) -> &mut Terms {
        self.session.terms
    }

    fn leaf(&mut self, t: &Term) -> Option<TermId> {
        let session = &mut *self.session;
        Some(match &t.kind {
            TermKind::Bound(var, _) => *self.bound.get(var)?,
            TermKind::Active => session.activity?,
            TermKind::Scalar(Scalar::Param(p), _) => *session.summary.params.get(p)?,
            TermKind::Scalar(Scalar::Special(special), _) => {
                let l = session.summary.launch;
                match special {
                    Special::BlockDim(axis) => l.bdim[axis.index()],
                    Special::GridDim(axis) => l.gdim[axis.index()],
                    Special::GlobalOffset(axis) => l.offset[axis.index()],
                    _ => session.index_here(*special)?,
                }
            }
            TermKind::Scalar(Scalar::Expr(e), _) => session.plainly_recorded(*e)?,
            TermKind::Element { array: Array::Object(object), elem, index, old } => {
                session.is_followed(*object).ok()?;
                if session.summary.memory.written.contains(object) && !old && !session.at_launch {
                    return None;
                }
                let index = session.plain(index, self.bound)?;
                let offset = session.terms.scale(i128::from(elem.size()), index);
                session.initially(*object, *elem, offset)
            }
            _ => return None,
        })
    }
}

/// Narrows the range of a variable by the comparisons of a premise with constants.
fn confine(premise: &Term, var: Var, lo: &mut Option<i128>, hi: &mut Option<i128>) {
    let is_var = |t: &Term| matches!(t.kind, TermKind::Bound(v, _) if v == var);
    let mut least = |n: i128| *lo = Some(lo.map_or(n, |lo| lo.max(n)));
    let mut most = |n: i128| *hi = Some(hi.map_or(n, |hi| hi.min(n)));
    match &premise.kind {
        TermKind::Binary(BinOp::And, a, b) => {
            confine(a, var, lo, hi);
            confine(b, var, lo, hi);
        }
        TermKind::Compare(relation, a, b) => match (relation, &a.kind, &b.kind) {
            (Relation::Lt, _, TermKind::Int(n)) if is_var(a) => most(n - 1),
            (Relation::Le, _, TermKind::Int(n)) if is_var(a) => most(*n),
            (Relation::Lt, TermKind::Int(n), _) if is_var(b) => least(n + 1),
            (Relation::Le, TermKind::Int(n), _) if is_var(b) => least(*n),
            _ => {}
        },
        _ => {}
    }
}

/// Which of two numbers `c ? a : b` is, where `c` compares them: `a < b ? a : b` is the lesser, whether `<` or `<=`.
fn chosen(c: &Term, a: &Term, b: &Term) -> Option<Extreme> {
    let TermKind::Compare(relation, x, y) = &c.kind else { return None };
    let in_order = if same(x, a) && same(y, b) {
        true
    } else if same(x, b) && same(y, a) {
        false
    } else {
        return None;
    };
    match relation {
        Relation::Lt | Relation::Le if in_order => Some(Extreme::Least),
        Relation::Gt | Relation::Ge if !in_order => Some(Extreme::Least),
        Relation::Lt | Relation::Le | Relation::Gt | Relation::Ge => Some(Extreme::Greatest),
        Relation::Eq | Relation::Ne => None,
    }
}

/// True if two terms are the same text but for where they stand and for the names of their bound variables.
fn same(a: &Term, b: &Term) -> bool {
    fn alike(a: &Term, b: &Term, bound: &mut Vec<(Var, Var)>) -> bool {
        let heads = match (&a.kind, &b.kind) {
            (TermKind::Bool(x), TermKind::Bool(y)) => x == y,
            (TermKind::Int(x), TermKind::Int(y)) => x == y,
            (TermKind::Real(x), TermKind::Real(y)) => x == y,
            (TermKind::Bound(x, _), TermKind::Bound(y, _)) => {
                let own = bound.iter().rev().find(|(p, q)| p == x || q == y);
                own.map_or(x == y, |pair| *pair == (*x, *y))
            }
            (TermKind::Scalar(x, _), TermKind::Scalar(y, _)) => x == y,
            (
                TermKind::Element { array, elem, old, .. },
                TermKind::Element { array: array2, elem: elem2, old: old2, .. },
            ) => (array, elem, old) == (array2, elem2, old2),
            (TermKind::Binary(x, ..), TermKind::Binary(y, ..)) => x == y,
            (TermKind::Call(x, _), TermKind::Call(y, _)) => x == y,
            (TermKind::Neg(_), TermKind::Neg(_)) | (TermKind::ToReal(_), TermKind::ToReal(_)) => true,
            (TermKind::Aggregate(f, v, _, lo, hi, x), TermKind::Aggregate(g, w, _, lo2, hi2, y)) => {
                let ranges = f == g && alike(lo, lo2, bound) && alike(hi, hi2, bound);
                bound.push((*v, *w));
                let same = ranges && alike(x, y, bound);
                bound.pop();
                return same;
            }
            _ => false,
        };
        let (x, y) = (a.kind.children(), b.kind.children());
        heads && x.len() == y.len() && x.into_iter().zip(y).all(|(x, y)| alike(x, y, bound))
    }
    alike(a, b, &mut Vec::new())
}
