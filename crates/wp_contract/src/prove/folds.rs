//! Loop variables as folds of their iterations: sums, products, least and greatest values.
//!
//! Let `h` be the value at the head of an iteration and `f` the value at the next head, in a loop of `n` iterations
//! that starts with `s`:
//!
//! | step | value after `n` iterations |
//! |---|---|
//! | `f(h, k) = h + g(k)` | `s + Σ_{k<n} g(k)` |
//! | `f(h, k) = h * g(k)` | `s * Π_{k<n} g(k)` |
//! | `f(h, k) = h . g(k)` for a float operation, bit by bit | a chain ([`super::chains`]) |
//! | `f(h, k) = min(h, g(k))`, also only where a condition `c(k)` holds | `min({s} ∪ {g(k) : k<n, c(k)})` |
//!
//! by induction on `n`. `g` must not mention `h` at any depth, else no fold is recognised. For `n = 0` all of them are
//! `s`. Exact over the mathematical integers (a product that may wrap around is a `Wrap`, which is not followed) and
//! over the real numbers, where the order is total: no NaN, no two zeros (assumption `real-arithmetic`, which the
//! reader of a float operation records).

use super::questions::{too_great, unknown, Stop};
use super::real::{Atom, Chain, Extreme, Fold, Part, Poly};
use super::session::Session;
use crate::Floats;
use wp_kir::Operator;
use wp_logic::{Ratio, Sort, Term, TermId};

wp_base::limits! {
    /// Conditions that a least value is taken under, one inside of the other.
    const MAX_CONDITIONS: usize = 4;
}

/// The effect of an iteration on a variable.
pub(crate) enum Folded {
    Fold(Fold, Poly),
    /// The parts that it is compared with.
    Extreme(Extreme, Vec<Part>),
    /// An operation of floats, or a chain of them, that goes on from the variable.
    Chain(Chain),
}

impl Session<'_> {
    /// The step from the value at the head of an iteration to that after the iteration; `None` when it is none of the
    /// steps above.
    pub fn step_of(&mut self, after: &Poly, head: &Atom) -> Option<Folded> {
        let own = Poly::atom(head.clone());
        let free = |p: &Poly| !p.any(&|a| a == head);
        if let Some(added) = after.plus(Ratio::int(-1), &own).filter(free) {
            return Some(Folded::Fold(Fold::Sum, added));
        }
        let mut factor = Poly::default();
        let mut divides = true;
        for (monomial, c) in &after.0 {
            let mut rest = monomial.clone();
            divides &= rest.iter().position(|a| a == head).map(|at| rest.remove(at)).is_some();
            factor.0.insert(rest, *c);
        }
        if divides && free(&factor) {
            return Some(Folded::Fold(Fold::Product, factor));
        }
        let of_operator = |a: &Atom| match a {
            Atom::Call(f, _) => Operator::named(f).is_some(),
            Atom::Chain(chain) => Operator::named(&chain.operation).is_some(),
            _ => false,
        };
        if self.floats == Floats::Bits || after.as_atom().is_some_and(of_operator) {
            if let Some(link) = self.link_of(after, head) {
                return Some(Folded::Chain(link));
            }
        }
        let mut which = None;
        let parts = self.compared(after, head, &mut which, MAX_CONDITIONS.get())?;
        which.map(|which| Folded::Extreme(which, parts))
    }

    /// The parts that a variable is compared with, where its value after an iteration is its own or the lesser
    /// (greater) one.
    fn compared(
        &mut self,
        after: &Poly,
        head: &Atom,
        which: &mut Option<Extreme>,
        conditions: usize,
    ) -> Option<Vec<Part>> {
        let own = Poly::atom(head.clone());
        if *after == own {
            return Some(Vec::new());
        }
        if let Some(Atom::Extreme(kind, parts)) = after.as_atom() {
            let is_own = |p: &Part| p.ranges.is_empty() && p.guards.is_empty() && p.value == own;
            let others: Vec<Part> = parts.iter().filter(|p| !is_own(p)).cloned().collect();
            let kept = others.len() < parts.len() && !others.iter().any(|p| p.value.any(&|a| a == head));
            return (kept && *which.get_or_insert(*kind) == *kind).then_some(others);
        }
        let condition = after.atoms().into_iter().find_map(|a| match a {
            Atom::Cond(c) => Some(c),
            _ => None,
        })?;
        let mut all = Vec::new();
        let not = self.terms.not(condition);
        for (value, guard) in [(1, condition), (0, not)] {
            let value = Poly::constant(Ratio::int(value));
            let case =
                after.map(&mut |a| if *a == Atom::Cond(condition) { value.clone() } else { Poly::atom(a.clone()) })?;
            let parts = self.compared(&case, head, which, conditions.checked_sub(1)?)?;
            all.extend(parts.into_iter().map(|mut p| {
                p.guards.push(guard);
                p
            }));
        }
        Some(all)
    }

    /// The value after the iterations `lo <= k < hi`; a start of `None` is the bound that no number exceeds.
    pub fn folded(
        &mut self,
        step: Folded,
        start: Option<Poly>,
        [lo, hi, k]: [TermId; 3],
        known: &[TermId],
    ) -> Result<Poly, Stop> {
        match (step, start) {
            (Folded::Fold(Fold::Sum, added), Some(start)) => {
                let sum = self.sum(lo, hi, k, &added)?;
                start.plus(Ratio::int(1), &sum).ok_or_else(too_great)
            }
            (Folded::Fold(Fold::Product, factor), Some(start)) => {
                start.times(&product(lo, hi, k, &factor)?).ok_or_else(too_great)
            }
            (Folded::Extreme(which, mut parts), start) => {
                for part in &mut parts {
                    part.ranges.insert(0, (lo, hi, k));
                }
                match start {
                    Some(start) => parts.push(Part::single(start)),
                    None if self.has_values(&parts, known)? => {}
                    None => return unknown("a least or greatest value of what may be nothing"),
                }
                Ok(self.extreme(which, parts))
            }
            (Folded::Chain(mut chain), Some(start)) => {
                chain.start = start;
                chain.ranges.insert(0, (lo, hi, k));
                Ok(Poly::atom(Atom::Chain(Box::new(chain))))
            }
            (Folded::Chain(chain), None) => self.past_identity(chain, [lo, hi, k], known),
            (Folded::Fold(..), None) => unknown("a value that is not finite"),
        }
    }

    /// The least or the greatest of the values of parts that are not all without values.
    ///
    /// A part whose values are least values themselves is the union of their parts: each of these has values wherever
    /// it occurs.
    pub fn extreme(&self, which: Extreme, parts: Vec<Part>) -> Poly {
        let mut flat = Vec::new();
        for part in parts {
            match part.value.as_atom() {
                Some(Atom::Extreme(same, inner)) if *same == which => {
                    for p in inner {
                        flat.push(Part {
                            ranges: [&part.ranges[..], &p.ranges].concat(),
                            guards: [&part.guards[..], &p.guards].concat(),
                            value: p.value.clone(),
                        });
                    }
                }
                _ => flat.push(part),
            }
        }
        flat.sort();
        flat.dedup();
        match flat.as_slice() {
            [one] if one.ranges.is_empty() && one.guards.is_empty() => one.value.clone(),
            _ => Poly::atom(Atom::Extreme(which, flat)),
        }
    }

    /// Tests if some part has a value: one without conditions, none of whose ranges is empty.
    pub fn has_values(&mut self, parts: &[Part], known: &[TermId]) -> Result<bool, Stop> {
        'parts: for part in parts.iter().filter(|p| p.guards.is_empty()) {
            let mut facts = known.to_vec();
            for &(lo, hi, k) in &part.ranges {
                let some = self.terms.lt(lo, hi);
                if !self.holds(&facts, some)? {
                    continue 'parts;
                }
                facts.push(self.terms.le(lo, k));
                facts.push(self.terms.lt(k, hi));
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// True if a term is the infinity that is neutral: no number is greater, or less.
    pub fn is_bound(&self, which: Extreme, t: TermId) -> bool {
        let (t, negated) = match self.terms.kind(t) {
            Term::App(f, args) if args.len() == 1 && self.terms.func_info(*f).name[..] == *"fneg" => (args[0], true),
            _ => (t, false),
        };
        let number = match *self.terms.kind(t) {
            Term::Float { bits: 32, value } => f64::from(f32::from_bits(value as u32)),
            Term::Float { bits: 64, value } => f64::from_bits(value),
            _ => return false,
        };
        number.is_infinite() && (number.is_sign_negative() != negated) == (which == Extreme::Greatest)
    }

    /// `c ? a : b` as `rest ? extreme(a, b) : b`, with the operands and the rest.
    ///
    /// `a <= b ? a : b` is the lesser, whether `<` or `<=`: where they are equal it does not matter. Floats are real
    /// numbers here.
    pub fn extreme_of(&mut self, c: TermId, a: TermId, b: TermId) -> Option<(Extreme, TermId, [TermId; 2])> {
        let not = self.terms.not(c);
        for (c, a, b) in [(c, a, b), (not, b, a)] {
            let conjuncts = match self.terms.kind(c) {
                Term::And(items) => items.to_vec(),
                _ => vec![c],
            };
            for at in 0..conjuncts.len() {
                if let Some(which) = self.chosen(conjuncts[at], a, b) {
                    let mut others = conjuncts.clone();
                    others.remove(at);
                    return Some((which, self.terms.and(&others), [a, b]));
                }
            }
        }
        None
    }

    /// Which of two numbers `c ? a : b` is.
    fn chosen(&self, c: TermId, a: TermId, b: TermId) -> Option<Extreme> {
        let (c, negated) = match *self.terms.kind(c) {
            Term::Not(c) => (c, true),
            _ => (c, false),
        };
        match self.terms.kind(c) {
            // `l - r <= 0` is `a - b <= 0` or `a - b < 0`.
            Term::Le(l, r) if self.terms.sort(a) == Sort::Int && !negated => {
                let [l, r, a, b] = [*l, *r, a, b].map(|t| self.terms.linear(t));
                let (side, other) = (l.plus(-1, &r)?, a.plus(-1, &b)?);
                let off = |factor: i128| side.plus(factor, &other).and_then(|rest| rest.as_int());
                match (off(-1), off(1)) {
                    (Some(0 | 1), _) => Some(Extreme::Least),
                    (_, Some(0 | 1)) => Some(Extreme::Greatest),
                    _ => None,
                }
            }
            Term::App(f, args) if matches!(&*self.terms.func_info(*f).name, "flt" | "fle") => {
                let least = match args[..] {
                    [x, y] if (x, y) == (a, b) => !negated,
                    [x, y] if (y, x) == (a, b) => negated,
                    _ => return None,
                };
                Some(if least { Extreme::Least } else { Extreme::Greatest })
            }
            _ => None,
        }
    }
}

/// `Π body` for `lo <= k < hi`, by factors.
pub(crate) fn product(lo: TermId, hi: TermId, k: TermId, body: &Poly) -> Result<Poly, Stop> {
    let one = Poly::constant(Ratio::int(1));
    let fold = |body: Poly| Poly::atom(Atom::Fold(Fold::Product, lo, hi, k, Box::new(body)));
    let mut monomials = body.0.iter();
    let (Some((monomial, c)), None) = (monomials.next(), monomials.next()) else { return Ok(fold(body.clone())) };
    let mut all = if *c == Ratio::int(1) { one } else { fold(Poly::constant(*c)) };
    for atom in monomial {
        all = all.times(&fold(Poly::atom(atom.clone()))).ok_or_else(too_great)?;
    }
    Ok(all)
}
