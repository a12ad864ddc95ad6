//! The store: interning, symbols, sorts and ranges.

use crate::{Class, Func, FuncId, Linear, Range, Sort, Term, TermId};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::borrow::Cow;
use wp_base::{Arena, Id};

/// The store of terms: two terms of one store are equal in form exactly when their ids are equal.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    terms: IndexSet<Term, FxBuildHasher>,
    sorts: Vec<Sort>,
    ranges: Vec<Range>,
    funcs: Arena<FuncId, Func>,
    /// Declared ranges of terms that are not sums.
    assumed_atoms: FxHashMap<TermId, Range>,
    /// Declared ranges of sums, without their constants.
    assumed_sums: Vec<AssumedSum>,
    assumptions: Vec<(TermId, Range)>,
    pub(crate) negations: FxHashMap<TermId, TermId>,
    /// Steps that procedures on terms have reported.
    steps: u64,
}

impl Terms {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// The operator and operands of a term.
    pub fn kind(&self, t: TermId) -> &Term {
        &self.terms[t.index()]
    }
    /// The sort of a term.
    pub fn sort(&self, t: TermId) -> Sort {
        self.sorts[t.index()]
    }
    /// An interval that holds every value of an integer term; for other sorts [`Range::ALL`].
    pub fn range(&self, t: TermId) -> Range {
        self.ranges[t.index()]
    }
    /// The symbol.
    pub fn func_info(&self, f: FuncId) -> &Func {
        &self.funcs[f]
    }
    /// Adds steps of a procedure that costs about as much per step as making a term does.
    pub fn add_steps(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
    }
    /// The work so far, as a count that is the same on every machine: terms made, and steps of procedures.
    pub fn work(&self) -> u64 {
        self.steps.saturating_add(self.terms.len() as u64)
    }
    /// Number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }
    /// True if there is no term.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// A fresh symbol.
    pub fn func(&mut self, name: &str, args: &[Sort], result: Sort, class: Class, range: Range) -> FuncId {
        self.funcs.push(Func { name: name.into(), args: args.to_vec(), result, class, range, is_copy: false })
    }
    /// A fresh copy of a function symbol, for another thread.
    pub fn copy_of(&mut self, f: FuncId, mark: &str) -> FuncId {
        let original = &self.funcs[f];
        let name = format!("{}{mark}", original.name).into();
        self.funcs.push(Func { name, is_copy: true, ..original.clone() })
    }
    /// A fresh symbol without arguments, as a term.
    pub fn sym(&mut self, name: &str, sort: Sort, class: Class, range: Range) -> TermId {
        let f = self.func(name, &[], sort, class, range);
        self.app(f, &[])
    }
    /// A symbol applied to arguments.
    pub fn app(&mut self, f: FuncId, args: &[TermId]) -> TermId {
        debug_assert_eq!(self.funcs[f].args.len(), args.len());
        debug_assert!(self.funcs[f].args.iter().zip(args).all(|(&s, &a)| s == self.sort(a)));
        if let (Sort::Int, Some(value)) = (self.funcs[f].result, self.funcs[f].range.as_point()) {
            return self.int(value);
        }
        self.intern(Term::App(f, args.into()))
    }
    /// An integer constant.
    pub fn int(&mut self, value: i128) -> TermId {
        self.intern(Term::Int(value))
    }
    /// A truth value.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.intern(Term::Bool(value))
    }
    /// True.
    pub fn tru(&mut self) -> TermId {
        self.bool(true)
    }
    /// False.
    pub fn fls(&mut self) -> TermId {
        self.bool(false)
    }
    /// A float constant by its bit pattern.
    pub fn float(&mut self, bits: u8, value: u64) -> TermId {
        self.intern(Term::Float { bits, value })
    }
    /// The value of an integer constant.
    pub fn as_int(&self, t: TermId) -> Option<i128> {
        match self.kind(t) {
            Term::Int(value) => Some(*value),
            _ => None,
        }
    }
    /// The value of a boolean constant.
    pub fn as_bool(&self, t: TermId) -> Option<bool> {
        match self.kind(t) {
            Term::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub(crate) fn intern(&mut self, term: Term) -> TermId {
        if let Some(index) = self.terms.get_index_of(&term) {
            return TermId::from_index(index);
        }
        let sort = self.sort_of(&term);
        let id = TermId::from_index(self.terms.len());
        let range = if sort == Sort::Int { self.range_of(&term) } else { Range::ALL };
        self.terms.insert(term);
        self.sorts.push(sort);
        self.ranges.push(range);
        id
    }

    fn sort_of(&self, term: &Term) -> Sort {
        match term {
            Term::Bool(_) | Term::Not(_) | Term::And(_) | Term::Or(_) | Term::Eq(..) | Term::Le(..) => Sort::Bool,
            Term::Float { bits, .. } => Sort::Float(*bits),
            Term::App(f, _) => self.funcs[*f].result,
            Term::Ite(_, then, _) => self.sort(*then),
            Term::Int(_)
            | Term::Sum { .. }
            | Term::Prod(_)
            | Term::Div(..)
            | Term::Mod(..)
            | Term::Pow2(_)
            | Term::BitAnd(..)
            | Term::BitOr(..)
            | Term::BitXor(..)
            | Term::Wrap { .. } => Sort::Int,
        }
    }

    /// Declares that the value of `t` lies in `range` under every assignment of interest. Ranges of terms built before
    /// are refined too, the terms themselves are not simplified again. A sum profits from the declared range of a part
    /// of it, also when the part is multiplied by an integer or a monomial.
    pub fn assume_range(&mut self, t: TermId, range: Range) {
        if self.sort(t) != Sort::Int || self.range(t).is_subset(range) {
            return;
        }
        self.assumptions.push((t, range));
        match self.kind(t) {
            Term::Int(_) => {}
            Term::Sum { constant, items } => {
                let items = items.to_vec();
                let range = constant.checked_neg().map_or(Range::ALL, |c| range.plus(Range::point(c)));
                let atoms = self.atoms(&items);
                self.assumed_sums.push(AssumedSum { items, range, atoms });
            }
            _ => {
                let old = self.assumed_atoms.get(&t).copied().unwrap_or(Range::ALL);
                self.assumed_atoms.insert(t, old.intersect(range));
            }
        }
        // Subterms have smaller ids, so one pass in order of ids reaches the fixed point of the bottom-up computation.
        // A sum that profits has the factors of the declared monomials below it.
        let first = match self.kind(t) {
            Term::Sum { items, .. } => items.iter().flat_map(|i| self.factors(i.1)).map(Id::index).max().unwrap_or(0),
            _ => t.index(),
        };
        for index in first..self.terms.len() {
            if self.sorts[index] == Sort::Int {
                let range = self.range_of(&self.terms[index]);
                let declared = self.assumed_atoms.get(&TermId::from_index(index)).copied().unwrap_or(Range::ALL);
                self.ranges[index] = range.intersect(declared);
            }
        }
    }

    /// The declared ranges, in the order of declaration.
    pub fn assumptions(&self) -> &[(TermId, Range)] {
        &self.assumptions
    }

    fn range_of(&self, term: &Term) -> Range {
        let r = |t: &TermId| self.range(*t);
        match term {
            Term::Int(value) => Range::point(*value),
            Term::App(f, _) => self.funcs[*f].range,
            Term::Sum { constant, items } => self.range_of_sum(*constant, items),
            Term::Prod(factors) => self.range_of_product(factors),
            Term::Div(a, b) => r(a).floor_div(r(b)),
            Term::Mod(a, b) => r(a).floor_mod(r(b)),
            Term::Pow2(a) => r(a).pow2(),
            Term::BitAnd(a, b) => r(a).and_bits(r(b)),
            Term::BitOr(a, b) => r(a).or_bits(r(b)),
            Term::BitXor(a, b) => r(a).xor_bits(r(b)),
            Term::Wrap { bits, signed, arg } => {
                if r(arg).within(*bits, *signed) {
                    r(arg)
                } else {
                    Range::of_type(*bits, *signed)
                }
            }
            Term::Ite(_, a, b) => r(a).hull(r(b)),
            Term::Bool(_)
            | Term::Float { .. }
            | Term::Not(_)
            | Term::And(_)
            | Term::Or(_)
            | Term::Eq(..)
            | Term::Le(..) => Range::ALL,
        }
    }

    fn range_of_product(&self, factors: &[TermId]) -> Range {
        let mut range = Range::point(1);
        let mut index = 0;
        while index < factors.len() {
            let factor = self.range(factors[index]);
            if factors.get(index + 1) == Some(&factors[index]) {
                // A square is not negative, which the product of two intervals does not show.
                range = range.times(factor.times(factor).intersect(Range::at_least(0)));
                index += 2;
            } else {
                range = range.times(factor);
                index += 1;
            }
        }
        range
    }

    /// Range of `constant + Σ items`, by intervals and by the declared ranges of parts.
    pub(crate) fn range_of_sum(&self, constant: i128, items: &[(i128, TermId)]) -> Range {
        let plain = |items: &[(i128, TermId)]| {
            items.iter().fold(Range::point(constant), |sum, &(c, t)| sum.plus(self.range(t).scale(c)))
        };
        let mut range = plain(items);
        if let Some(paired) = self.range_by_remainders(constant, items) {
            range = range.intersect(paired);
        }
        if let Some(paired) = self.range_by_quotients(constant, items) {
            range = range.intersect(paired);
        }
        if self.assumed_sums.is_empty() || items.len() < 2 {
            return range;
        }
        let atoms = self.atoms(items);
        let mut rest: Cow<'_, [(i128, TermId)]> = Cow::Borrowed(items);
        let mut parts = Range::point(0);
        // Most have other atoms: this is asked often.
        for part in self.assumed_sums.iter().filter(|part| part.atoms & !atoms == 0) {
            if let Some((factor, without)) = self.extract(&rest, &part.items) {
                parts = parts.plus(factor.times(part.range));
                rest = Cow::Owned(without);
            }
        }
        if rest.len() < items.len() {
            range = range.intersect(plain(&rest).plus(parts));
        }
        range
    }

    /// The factors of monomials, as a set of their numbers modulo 128.
    fn atoms(&self, items: &[(i128, TermId)]) -> u128 {
        let factors = items.iter().flat_map(|(_, t)| self.factors_of(t));
        factors.fold(0, |set, factor| set | 1 << (factor.index() % 128))
    }

    /// Range of a sum in which remainders stand against their dividends or against remainders by multiples of their
    /// divisors: `x mod n <= x` for `x >= 0`, `x mod n <= x mod (m*n)`. `None` when there are none.
    fn range_by_remainders(&self, constant: i128, items: &[(i128, TermId)]) -> Option<Range> {
        let mut used = vec![false; items.len()];
        let mut range = Range::point(constant);
        for (i, &(c, small)) in items.iter().enumerate() {
            let Term::Mod(x, n) = *self.kind(small) else { continue };
            if !self.range(n).is_at_least(1) {
                continue;
            }
            let bounds = |t: TermId| match *self.kind(t) {
                Term::Mod(y, m) if y == x => {
                    self.as_int(m).zip(self.as_int(n)).is_some_and(|(m, n)| m > 0 && m % n == 0)
                }
                _ => t == x && self.range(x).is_at_least(0),
            };
            let partner = (0..items.len())
                .find(|&j| !used[j] && !used[i] && j != i && (items[j].0 > 0) != (c > 0) && bounds(items[j].1));
            let Some(j) = partner else { continue };
            (used[i], used[j]) = (true, true);
            let (d, great) = items[j];
            // c*small + d*great = ±(e*(great - small) + the rest of the two), where 0 <= great - small <= great.
            let (small_count, great_count) = (c.checked_abs()?, d.checked_abs()?);
            let common = small_count.min(great_count);
            let difference = Range { lo: Some(0), hi: self.range(great).hi };
            let pair = difference
                .scale(common)
                .plus(self.range(great).scale(great_count - common))
                .plus(self.range(small).scale(common - small_count));
            range = range.plus(if d > 0 { pair } else { pair.negate() });
        }
        let rest = items.iter().zip(&used).filter(|(_, &used)| !used);
        used.contains(&true).then(|| rest.fold(range, |sum, (&(c, t), _)| sum.plus(self.range(t).scale(c))))
    }

    /// Range of a sum with remainders that are written with quotients: `0 <= x - n*(x div n) < n`. `None` when there are
    /// none.
    fn range_by_quotients(&self, constant: i128, items: &[(i128, TermId)]) -> Option<Range> {
        items.iter().find_map(|&(c, t)| {
            let Term::Div(x, n) = *self.kind(t) else { return None };
            let n = self.as_int(n).filter(|&n| n > 0 && c % n == 0)?;
            let factor = (c / n).checked_neg()?;
            let dividend = self.linear(x);
            let is_part = dividend.items.iter().all(|&(d, monomial)| {
                let found = items.binary_search_by_key(&monomial, |&(_, t)| t);
                found.is_ok_and(|at| d.checked_mul(factor) == Some(items[at].0))
            });
            if !is_part {
                return None;
            }
            let all = Linear { constant, items: items.to_vec() };
            let rest = all.plus(factor.checked_neg()?, &dividend)?.plus(c.checked_neg()?, &Linear::atom(t))?;
            // The quotient may be one of the monomials of its dividend.
            let is_whole = rest.items.len() + dividend.items.len() + 1 == items.len();
            is_whole.then(|| self.range_of_sum(rest.constant, &rest.items).plus(Range::new(0, n - 1).scale(factor)))
        })
    }

    /// Finds a factor `k * m` (integer and monomial) such that `items = k * m * part + rest`; the range of the factor
    /// and the rest.
    fn extract(&self, items: &[(i128, TermId)], part: &[(i128, TermId)]) -> Option<(Range, Vec<(i128, TermId)>)> {
        let &(lead, lead_monomial) = part.first()?;
        if part.len() > items.len() {
            return None;
        }
        let lead_factors = self.factors_of(&lead_monomial);
        for (c, t) in items {
            let Some(cofactors) = remove_factors(self.factors_of(t), lead_factors) else { continue };
            if c.checked_rem(lead) != Some(0) {
                continue;
            }
            let k = c / lead;
            let mut rest = items.to_vec();
            let all = part.iter().all(|&(pc, pt)| {
                let mut factors = self.factors(pt);
                factors.extend(&cofactors);
                factors.sort_unstable();
                let Some(position) =
                    rest.iter().position(|(c, t)| Some(*c) == pc.checked_mul(k) && self.factors_of(t) == factors)
                else {
                    return false;
                };
                rest.remove(position);
                true
            });
            if all {
                return Some((self.range_of_product(&cofactors).scale(k), rest));
            }
        }
        None
    }

    /// Range of a linear view.
    pub fn range_of_linear(&self, linear: &Linear) -> Range {
        self.range_of_sum(linear.constant, &linear.items)
    }
}

/// A sum without its constant whose range is declared.
#[derive(Clone, Debug)]
struct AssumedSum {
    items: Vec<(i128, TermId)>,
    range: Range,
    /// The result of [`Terms::atoms`] for the items.
    atoms: u128,
}

/// `from` without the factors `what` (both sorted, with repetition), if it has them all.
pub(crate) fn remove_factors(from: &[TermId], what: &[TermId]) -> Option<Vec<TermId>> {
    // Most do not have them: this is asked often, and nothing is built for a no.
    let mut others = from.iter();
    if from.len() < what.len() || !what.iter().all(|factor| others.any(|f| f == factor)) {
        return None;
    }
    let mut wanted = what.iter().peekable();
    Some(from.iter().filter(|f| wanted.next_if_eq(f).is_none()).copied().collect())
}
