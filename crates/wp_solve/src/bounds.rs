//! Proves polynomial inequalities from the inequalities of a conjunction, by intervals and by adding known facts.
//!
//! A fact is `f <= 0`. To prove `p <= 0` it is enough to prove `k*p - u*f <= 0` for a positive integer `k` and a term
//! `u` known to be non-negative; `u` is chosen so that a monomial cancels. The search is bounded by depth and fuel, so
//! a failed search does not refute the inequality.

use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;
use wp_logic::{gcd, Linear, Range, Sort, Term, TermId, Terms};

wp_base::limits! {
    /// Facts added in a row.
    const DEPTH: usize = 8;
    /// Goals whose monomials are cancelled for one proof.
    const FUEL: usize = 160;
    /// The same for one quick proof.
    const QUICK_FUEL: usize = 12;
    /// Facts of a conjunction that are used.
    const MAX_FACTS: usize = 96;
    /// How often each fact narrows the ranges of its monomials.
    const NARROWINGS: usize = 2;
}

/// How many inequalities a proof may look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// A proof of few steps.
    Quick,
    Full,
}

/// Products of facts, by their numbers, and terms.
type Multiples = FxHashMap<(usize, TermId), Option<Rc<Linear>>>;

/// A fact that cancels a monomial.
#[derive(Clone, Copy, Debug)]
struct Partner {
    /// Its number.
    fact: usize,
    /// The coefficient of its monomial.
    coefficient: i128,
    /// What the fact is multiplied with, unless it has the monomial itself.
    cofactor: Option<TermId>,
}

/// Partners of monomials with a positive coefficient, or a negative one.
type Partners = FxHashMap<(TermId, bool), Rc<[Partner]>>;

/// The inequalities and ranges that a conjunction states.
#[derive(Debug, Default)]
pub(crate) struct Bounds {
    /// `f <= 0`
    pub facts: Vec<Linear>,
    /// Ranges of atoms and monomials that the conjunction states.
    stated: FxHashMap<TermId, Range>,
    /// For each monomial, the facts in which it has a positive and a negative coefficient.
    index: FxHashMap<(TermId, bool), Vec<usize>>,
    /// Ranges of monomials that were asked for.
    ranges: RefCell<FxHashMap<TermId, Range>>,
    /// The ranges of `narrowed_ranges`, computed at the first use.
    narrowed: RefCell<Option<FxHashMap<TermId, Range>>>,
    /// Facts times terms that were asked for; `None` where a coefficient leaves 128 bits.
    multiples: RefCell<Multiples>,
    /// Partners of monomials, by the sign of their coefficient, that were asked for.
    partners: RefCell<Partners>,
    /// Facts that no search adds.
    excluded: RefCell<Vec<usize>>,
    /// Inequalities that may still be looked at, over all proofs.
    pub fuel: Cell<usize>,
}

impl Bounds {
    /// Collects the facts of the literals, and of the divisions and moduli that occur in them.
    pub fn new(terms: &mut Terms, literals: &[TermId], fuel: usize) -> Bounds {
        let mut bounds = Bounds { fuel: Cell::new(fuel), ..Bounds::default() };
        for &t in literals {
            match *terms.kind(t) {
                Term::Le(a, b) => bounds.state(terms, a, b, false),
                Term::Eq(a, b) if terms.sort(a) == Sort::Int => bounds.state(terms, a, b, true),
                _ => {}
            }
        }
        for t in terms.subterms(literals, |_| false) {
            if let Term::Div(a, b) | Term::Mod(a, b) = *terms.kind(t) {
                if terms.range(b).is_at_least(1) {
                    let remainder = matches!(terms.kind(t), Term::Mod(..));
                    bounds.division(terms, t, a, b, remainder);
                }
            }
        }
        bounds.facts.truncate(MAX_FACTS.get());
        for (i, fact) in bounds.facts.iter().enumerate() {
            for &(c, m) in &fact.items {
                bounds.index.entry((m, c > 0)).or_default().push(i);
            }
        }
        bounds
    }

    /// `a <= b`, or `a = b`.
    fn state(&mut self, terms: &Terms, a: TermId, b: TermId, equal: bool) {
        let Some(fact) = terms.linear(a).plus(-1, &terms.linear(b)) else { return };
        if let [(c @ (1 | -1), m)] = *fact.items.as_slice() {
            if let Some(bound) = fact.constant.checked_neg() {
                let range = match (equal, c) {
                    (true, 1) => Range::point(bound),
                    (true, _) => Range::point(fact.constant),
                    (false, 1) => Range::at_most(bound),
                    (false, _) => Range::at_least(fact.constant),
                };
                let old = self.stated.get(&m).copied().unwrap_or(Range::ALL);
                self.stated.insert(m, old.intersect(range));
            }
        }
        if equal {
            self.facts.extend(fact.scale(-1));
        }
        self.facts.push(fact);
    }

    /// The range of each monomial of a fact, narrowed by each fact [`NARROWINGS`] times: from `x + y <= 0` and `y >= 1`
    /// follows `x <= -1`.
    fn narrowed_ranges(&self, terms: &Terms) -> FxHashMap<TermId, Range> {
        let mut narrowed: FxHashMap<TermId, Range> = FxHashMap::default();
        for fact in std::iter::repeat_n(&self.facts, NARROWINGS.get()).flatten() {
            let range_of = |m: TermId| narrowed.get(&m).copied().unwrap_or_else(|| self.range_of_monomial(terms, m));
            let ranges: Vec<Range> = fact.items.iter().map(|&(_, m)| range_of(m)).collect();
            for (at, &(c, m)) in fact.items.iter().enumerate() {
                let others = fact.items.iter().zip(&ranges).enumerate().filter(|&(other, _)| other != at);
                let others = others.fold(Range::point(fact.constant), |sum, (_, (&(c, _), r))| sum.plus(r.scale(c)));
                // c*m <= most
                let Some(most) = others.lo.and_then(i128::checked_neg) else { continue };
                let new = if c > 0 {
                    Range::at_most(most.div_euclid(c))
                } else {
                    let least = c.checked_neg().and_then(|c| most.div_euclid(c).checked_neg());
                    least.map_or(Range::ALL, Range::at_least)
                };
                narrowed.insert(m, ranges[at].intersect(new));
            }
        }
        narrowed
    }

    /// `b*(a div b) <= a < b*(a div b) + b` and `a mod b < b`.
    fn division(&mut self, terms: &mut Terms, t: TermId, a: TermId, b: TermId, remainder: bool) {
        let push = |bounds: &mut Bounds, terms: &Terms, left: TermId, right: TermId, constant: i128| {
            if let Some(fact) = terms.linear(left).plus(-1, &terms.linear(right)) {
                bounds.facts.extend(fact.plus(1, &Linear::int(constant)));
            }
        };
        if remainder {
            push(self, terms, t, b, 1);
        } else {
            let product = terms.mul(b, t);
            push(self, terms, product, a, 0);
            let next = terms.add(product, b);
            push(self, terms, a, next, 1);
        }
    }

    /// Range of a monomial, by the ranges of the terms and the inequalities of the conjunction.
    fn range_of_monomial(&self, terms: &Terms, m: TermId) -> Range {
        *self.ranges.borrow_mut().entry(m).or_insert_with(|| self.new_range(terms, m))
    }

    fn new_range(&self, terms: &Terms, m: TermId) -> Range {
        let stated = |t: TermId| self.stated.get(&t).copied().unwrap_or(Range::ALL).intersect(terms.range(t));
        let whole = stated(m);
        match terms.kind(m) {
            Term::Prod(factors) => {
                let product = factors.iter().fold(Range::point(1), |r, &f| r.times(stated(f)));
                whole.intersect(product)
            }
            _ => whole,
        }
    }

    /// Range of a polynomial, by what is stated of its monomials.
    pub fn stated_range(&self, terms: &Terms, p: &Linear) -> Range {
        self.range_by_parts(terms, p).intersect(terms.range_of_linear(p))
    }

    /// Range of a polynomial; by narrowed ranges of its monomials where the stated ones leave its sign open.
    /// [`Bounds::implies`] does not use these: in a search with them, a monomial that is known to be at most 0 would stay,
    /// where adding a fact that cancels it proves more.
    pub fn range(&self, terms: &Terms, p: &Linear) -> Range {
        let stated = self.stated_range(terms, p);
        if stated.is_at_least(1) || stated.is_at_most(-1) {
            return stated;
        }
        let items = p.items.iter();
        let of = |m: TermId| self.narrowed_range(terms, m);
        stated.intersect(items.fold(Range::point(p.constant), |sum, &(c, m)| sum.plus(of(m).scale(c))))
    }

    /// Range of a monomial, by the narrowed ranges of its factors and its own.
    fn narrowed_range(&self, terms: &Terms, m: TermId) -> Range {
        let mut narrowed = self.narrowed.borrow_mut();
        let narrowed = narrowed.get_or_insert_with(|| self.narrowed_ranges(terms));
        let of_atom = |m: TermId| narrowed.get(&m).copied().unwrap_or_else(|| self.range_of_monomial(terms, m));
        let product = terms.factors(m).into_iter().fold(Range::point(1), |r, f| r.times(of_atom(f)));
        of_atom(m).intersect(product)
    }

    fn range_by_parts(&self, terms: &Terms, p: &Linear) -> Range {
        let parts = p.items.iter();
        parts.fold(Range::point(p.constant), |sum, &(c, m)| sum.plus(self.range_of_monomial(terms, m).scale(c)))
    }

    /// True if ranges show `p <= 0`.
    fn is_not_positive(&self, terms: &Terms, p: &Linear) -> bool {
        self.range_by_parts(terms, p).is_at_most(0) || terms.range_of_linear(p).is_at_most(0)
    }

    /// A fact times a term.
    fn multiple(&self, terms: &mut Terms, fact: usize, u: TermId) -> Option<Rc<Linear>> {
        let mut known = self.multiples.borrow_mut();
        known.entry((fact, u)).or_insert_with(|| times(terms, &self.facts[fact], u).map(Rc::new)).clone()
    }

    /// Facts with a monomial that divides `m` by something not negative, and whose coefficient has the given sign.
    fn partners(&self, terms: &mut Terms, m: TermId, positive: bool) -> Rc<[Partner]> {
        let mut known = self.partners.borrow_mut();
        let all = known.entry((m, positive)).or_insert_with(|| self.new_partners(terms, m, positive).into()).clone();
        let excluded = self.excluded.borrow();
        match excluded.is_empty() {
            true => all,
            false => all.iter().copied().filter(|partner| !excluded.contains(&partner.fact)).collect(),
        }
    }

    fn new_partners(&self, terms: &mut Terms, m: TermId, positive: bool) -> Vec<Partner> {
        let with = |n: TermId, cofactor: Option<TermId>| {
            let facts = self.index.get(&(n, positive)).into_iter().flatten();
            facts.map(move |&fact| {
                let item = self.facts[fact].items.iter().find(|i| i.1 == n);
                Partner { fact, coefficient: item.map_or(0, |i| i.0), cofactor }
            })
        };
        let mut partners: Vec<Partner> = with(m, None).collect();
        let factors = terms.factors(m);
        if factors.len() > 1 {
            for (n, cofactor) in divisors(terms, &factors) {
                if self.narrowed_range(terms, cofactor).is_at_least(0) {
                    partners.extend(with(n, Some(cofactor)));
                }
            }
        }
        partners
    }

    /// Excludes the facts of an equality `p = 0` from the searches that follow, and ends any earlier exclusion: in proofs
    /// about parts of `p` it only leads back to `p`.
    pub fn exclude(&self, p: Option<&Linear>) {
        let both = p.and_then(|p| Some([p.clone(), p.scale(-1)?]));
        let is_meant = |fact: &Linear| both.as_ref().is_some_and(|both| both.contains(fact));
        *self.excluded.borrow_mut() = (0..self.facts.len()).filter(|&i| is_meant(&self.facts[i])).collect();
    }

    /// True if the conjunction implies `p <= 0`.
    pub fn implies(&self, terms: &mut Terms, p: &Linear) -> bool {
        self.implies_by(terms, p, Effort::Full)
    }

    pub fn implies_by(&self, terms: &mut Terms, p: &Linear, effort: Effort) -> bool {
        let fuel = match effort {
            Effort::Quick => QUICK_FUEL.get(),
            Effort::Full => FUEL.get(),
        };
        let given = self.fuel.get().min(fuel);
        let mut search = Search { bounds: self, fuel: given, open: BinaryHeap::new(), seen: FxHashSet::default() };
        let proved = search.prove(terms, p);
        let spent = given - search.fuel;
        self.fuel.set(self.fuel.get() - spent);
        terms.add_steps(spent as u64);
        proved
    }

    /// True if the conjunction implies `p < q`.
    pub fn below(&self, terms: &mut Terms, p: &Linear, q: &Linear, effort: Effort) -> bool {
        p.plus(-1, q).and_then(|d| d.plus(1, &Linear::int(1))).is_some_and(|d| self.implies_by(terms, &d, effort))
    }
}

/// A pending goal: if `p <= 0` holds, so does the inequality to prove.
#[derive(PartialEq, Eq)]
struct Open {
    /// How many of its monomials have no upper bound, how many have a positive one, and how many facts were added.
    key: (usize, usize, usize),
    /// Earlier ones come first among those of one key.
    number: usize,
    p: Linear,
}

impl Ord for Open {
    /// The greatest is the one to look at first.
    fn cmp(&self, other: &Open) -> Ordering {
        (other.key, other.number).cmp(&(self.key, self.number))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Open) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A search for facts to add, which looks first at what has the fewest monomials without an upper bound.
struct Search<'a> {
    bounds: &'a Bounds,
    fuel: usize,
    open: BinaryHeap<Open>,
    seen: FxHashSet<(i128, Vec<(i128, TermId)>)>,
}

impl Search<'_> {
    fn prove(&mut self, terms: &mut Terms, p: &Linear) -> bool {
        if self.close_or_queue(terms, p.clone(), 0) {
            return true;
        }
        while let Some(Open { key: (.., facts), p, .. }) = self.open.pop() {
            if self.fuel == 0 {
                return false;
            }
            self.fuel -= 1;
            for (c, m) in self.to_cancel(terms, &p) {
                for &partner in self.bounds.partners(terms, m, c > 0).iter() {
                    let Some(next) = self.combine(terms, &p, c, partner) else { continue };
                    if self.close_or_queue(terms, next, facts + 1) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// True if ranges show `p <= 0`; remembers `p` otherwise.
    fn close_or_queue(&mut self, terms: &Terms, p: Linear, facts: usize) -> bool {
        if !self.seen.insert((p.constant, p.items.clone())) {
            return false;
        }
        if self.bounds.is_not_positive(terms, &p) {
            return true;
        }
        if facts < DEPTH.get() && !p.items.is_empty() {
            let upper = |&(c, m): &(i128, TermId)| self.bounds.range_of_monomial(terms, m).scale(c).hi;
            let unbounded = p.items.iter().filter(|i| upper(i).is_none()).count();
            let positive = p.items.iter().filter(|i| upper(i).is_some_and(|hi| hi > 0)).count();
            self.open.push(Open { key: (unbounded, positive, facts), number: self.seen.len(), p });
        }
        false
    }

    /// The monomials of which one is to be cancelled next. Each without an upper bound must be cancelled before ranges can
    /// close the goal, so the one that the fewest facts cancel is enough; where all have bounds, each that may be positive
    /// is tried.
    fn to_cancel(&self, terms: &mut Terms, p: &Linear) -> Vec<(i128, TermId)> {
        let mut blocking: Vec<(Option<i128>, i128, TermId)> = p
            .items
            .iter()
            .map(|&(c, m)| (self.bounds.range_of_monomial(terms, m).scale(c).hi, c, m))
            .filter(|&(hi, ..)| hi.is_none_or(|hi| hi > 0))
            .collect();
        let unbounded = blocking.iter().filter(|b| b.0.is_none()).map(|&(_, c, m)| (c, m));
        let fewest = unbounded.min_by_key(|&(c, m)| (self.bounds.partners(terms, m, c > 0).len(), m));
        if let Some(fewest) = fewest {
            return vec![fewest];
        }
        blocking.sort_by_key(|&(hi, _, m)| (hi.map(i128::saturating_neg), m));
        blocking.into_iter().map(|(_, c, m)| (c, m)).collect()
    }

    /// `k*p - l*u*f` with `k*c = l*d`, reduced.
    fn combine(&self, terms: &mut Terms, p: &Linear, c: i128, partner: Partner) -> Option<Linear> {
        let multiple;
        let fact = match partner.cofactor {
            None => &self.bounds.facts[partner.fact],
            Some(u) => {
                multiple = self.bounds.multiple(terms, partner.fact, u)?;
                &*multiple
            }
        };
        let (c, d) = (c.checked_abs()?, partner.coefficient.checked_abs()?);
        let g = gcd(c, d);
        let sum = p.scale(d / g)?.plus(-(c / g), fact)?;
        // x*g + k <= 0 iff x <= floor(-k / g)
        match sum.content() {
            0 | 1 => Some(sum),
            g => Some(Linear {
                constant: sum.constant.checked_neg()?.div_euclid(g).checked_neg()?,
                items: sum.items.into_iter().map(|(c, t)| (c / g, t)).collect(),
            }),
        }
    }
}

/// `p * u`
pub(crate) fn times(terms: &mut Terms, p: &Linear, u: TermId) -> Option<Linear> {
    let p = terms.from_linear(p.clone());
    let product = terms.mul(p, u);
    Some(terms.linear(product))
}

/// The proper divisors of a product with their cofactors, in a fixed order; products of many factors are not taken
/// apart.
pub(crate) fn divisors(terms: &mut Terms, factors: &[TermId]) -> Vec<(TermId, TermId)> {
    if factors.len() > 6 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for mask in 1..(1usize << factors.len()) - 1 {
        let pick = |want: bool| -> Vec<TermId> {
            factors.iter().enumerate().filter(|&(i, _)| (mask >> i & 1 == 1) == want).map(|(_, &f)| f).collect()
        };
        let pair = (product(terms, &pick(true)), product(terms, &pick(false)));
        if !found.contains(&pair) {
            found.push(pair);
        }
    }
    found.sort_by_key(|&(n, _)| (terms.factors(n).len(), n));
    found
}

/// The product of atoms.
pub(crate) fn product(terms: &mut Terms, factors: &[TermId]) -> TermId {
    let one = terms.int(1);
    factors.iter().fold(one, |p, &f| terms.mul(p, f))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digits::refute;
    use wp_logic::Class;

    const EXTENT: Range = Range { lo: Some(1), hi: Some((1 << 31) - 1) };

    /// `block * size + thread` for two threads, with `thread < size` among the facts.
    fn positions(terms: &mut Terms, axis: &str, facts: &mut Vec<TermId>) -> [TermId; 2] {
        let size = terms.sym(&format!("blockDim.{axis}"), Sort::Int, Class::Launch, EXTENT);
        ["", "'"].map(|of| {
            let block =
                terms.sym(&format!("blockIdx.{axis}{of}"), Sort::Int, Class::Thread, Range::new(0, (1 << 31) - 2));
            let thread = terms.sym(&format!("threadIdx.{axis}{of}"), Sort::Int, Class::Thread, Range::new(0, 1023));
            facts.push(terms.lt(thread, size));
            let first = terms.mul(block, size);
            terms.add(first, thread)
        })
    }

    /// Addresses `z*image + y*row + x` of two threads that are equal although one of the coordinates differs; `row` and
    /// `image` are at least `width` and `height*row` where `is_apart`.
    fn images(is_apart: bool) -> bool {
        let mut terms = Terms::new();
        let mut facts = Vec::new();
        let [x, y] = ["x", "y"].map(|axis| positions(&mut terms, axis, &mut facts));
        let z = ["z", "z'"].map(|n| terms.sym(n, Sort::Int, Class::Thread, Range::new(0, 65534)));
        let [width, height, row, image] = ["width", "height", "row", "image"]
            .map(|n| terms.sym(n, Sort::Int, Class::Launch, Range::new(-(1 << 31), (1 << 31) - 1)));
        for i in 0..2 {
            facts.extend([terms.lt(x[i], width), terms.lt(y[i], height)]);
        }
        facts.push(terms.le(width, row));
        let rows = terms.mul(height, row);
        if is_apart {
            facts.push(terms.le(rows, image));
        }
        let address = [0, 1].map(|i| {
            let (z, y) = (terms.mul(z[i], image), terms.mul(y[i], row));
            let sum = terms.add(z, y);
            terms.add(sum, x[i])
        });
        facts.push(terms.eq(address[0], address[1]));
        let differ = [x, y, z].map(|[a, b]| terms.ne(a, b));
        facts.push(terms.or(&differ));
        refute(&mut terms, &facts)
    }

    #[test]
    fn planes_of_padded_rows_do_not_meet() {
        assert!(images(true));
        assert!(!images(false));
    }
}
