//! Names the digits of dividends, so that quotients and remainders become polynomials of them.
//!
//! A quotient or a remainder by positive divisors, nested or not, is a slice `floor(x / low) mod (high / low)` of the
//! digits of a number `x`: `(x / W) % H` lies between `W` and `H*W`, `x / (H*W)` above `H*W`. The divisors of one
//! number that divide one another as monomials, `c1 | c2 | ..`, are the cuts of one positional system,
//! `x = d0 + c1*d1 + c2*d2 + ..` with `0 <= dj < c(j+1)/cj`, which determines the digits. Divisors that do not fit
//! into one system get one of their own.

mod dividends;

use crate::bounds::{product, times};
use crate::digits::{divide, without};
use rustc_hash::{FxHashMap, FxHashSet};
use wp_logic::{Class, Linear, Range, Sort, Term, TermId, Terms};

wp_base::limits! {
    /// Digits that are named.
    const MAX_DIGITS: usize = 40;
}

/// `coefficient * product of factors`, a divisor. The factors are sorted.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Monomial {
    coefficient: i128,
    factors: Vec<TermId>,
}

impl Monomial {
    fn one() -> Self {
        Monomial { coefficient: 1, factors: Vec::new() }
    }

    /// A divisor; a sum is a factor as a whole.
    fn of(terms: &Terms, t: TermId) -> Self {
        let linear = terms.linear(t);
        match (linear.constant, linear.items.as_slice()) {
            (coefficient, []) => Monomial { coefficient, factors: Vec::new() },
            (0, &[(coefficient, m)]) => Monomial { coefficient, factors: terms.factors(m) },
            _ => Monomial { coefficient: 1, factors: vec![t] },
        }
    }

    fn times(&self, other: &Monomial) -> Option<Monomial> {
        let mut factors = [&self.factors[..], &other.factors[..]].concat();
        factors.sort_unstable();
        Some(Monomial { coefficient: self.coefficient.checked_mul(other.coefficient)?, factors })
    }

    /// `self / other`, if that is a monomial.
    fn over(&self, other: &Monomial) -> Option<Monomial> {
        let coefficient = self.coefficient.checked_div(other.coefficient)?;
        if coefficient.checked_mul(other.coefficient) != Some(self.coefficient) {
            return None;
        }
        Some(Monomial { coefficient, factors: without(self.factors.clone(), &other.factors)? })
    }

    /// The product, with the names of what is named in the factors.
    fn term(&self, terms: &mut Terms, names: &mut FxHashMap<TermId, TermId>) -> TermId {
        let factors: Vec<TermId> = self.factors.iter().map(|&f| terms.substitute_cached(f, names)).collect();
        let product = product(terms, &factors);
        terms.scale(self.coefficient, product)
    }
}

/// `floor(number / low) mod (high / low)`, without the remainder where `high` is absent. `low` and `high` are positive,
/// and `low` divides `high`.
#[derive(Clone, Debug)]
struct Slice {
    number: TermId,
    low: Monomial,
    high: Option<Monomial>,
}

impl Slice {
    fn whole(number: TermId) -> Slice {
        Slice { number, low: Monomial::one(), high: None }
    }

    /// The quotient, or the remainder, of the slice by a positive divisor, if that is a slice.
    fn cut(&self, divisor: &Monomial, quotient: bool) -> Option<Slice> {
        let at = self.low.times(divisor)?;
        if let Some(high) = &self.high {
            high.over(&at)?;
        }
        let (low, high) = if quotient { (at, self.high.clone()) } else { (self.low.clone(), Some(at)) };
        Some(Slice { number: self.number, low, high })
    }

    fn cuts(&self) -> impl Iterator<Item = &Monomial> {
        std::iter::once(&self.low).chain(&self.high)
    }
}

/// A positional system for a number.
#[derive(Debug)]
struct System {
    number: TermId,
    /// The cuts above 1, in rising order; each divides the next.
    cuts: Vec<Monomial>,
    /// A digit below each cut, and the last one above all. Empty until they are named.
    digits: Vec<TermId>,
    /// True while and after the digits are named.
    begun: bool,
}

impl System {
    /// Adds a cut; false if it does not fit.
    fn add(&mut self, cut: &Monomial) -> bool {
        if *cut == Monomial::one() || self.cuts.contains(cut) {
            return true;
        }
        let at = self.cuts.iter().position(|c| cut.over(c).is_none()).unwrap_or(self.cuts.len());
        let fits = self.cuts[at..].iter().all(|c| c.over(cut).is_some());
        if fits {
            self.cuts.insert(at, cut.clone());
        }
        fits
    }

    /// True if the cuts of the slice fit, or were there.
    fn accept(&mut self, slice: &Slice) -> bool {
        let before = self.cuts.clone();
        let fits = self.number == slice.number && slice.cuts().all(|cut| self.add(cut));
        if !fits {
            self.cuts = before;
        }
        fits
    }

    /// Names the digits. Output: that they are below their radices, and that the number is a sum of them.
    fn name(
        &mut self,
        terms: &mut Terms,
        number: TermId,
        names: &mut FxHashMap<TermId, TermId>,
    ) -> Option<(Vec<TermId>, Written)> {
        let mut facts = Vec::new();
        let mut below = Monomial::one();
        let whole = terms.range(number);
        let class = class_of(terms, number);
        for cut in &self.cuts {
            let radix = cut.over(&below)?.term(terms, names);
            let place = below.term(terms, names);
            let most = terms.range(radix).hi.map(|hi| hi - 1);
            let quotients = whole.floor_div(terms.range(place));
            let most = if quotients.is_at_least(0) { least_of(most, quotients.hi) } else { most };
            let digit = terms.sym("digit", Sort::Int, class, Range { lo: Some(0), hi: most });
            facts.push(terms.lt(digit, radix));
            self.digits.push(digit);
            below = cut.clone();
        }
        let place = below.term(terms, names);
        let range = whole.floor_div(terms.range(place));
        self.digits.push(terms.sym("digit", Sort::Int, class, range));
        let sum = self.value(terms, &Slice::whole(number), names)?;
        facts.push(terms.eq(number, sum));
        Some((facts, Written { number: terms.linear(number), sum }))
    }

    /// The digits between the cuts of a slice as a number.
    fn value(&self, terms: &mut Terms, slice: &Slice, names: &mut FxHashMap<TermId, TermId>) -> Option<TermId> {
        let (low, high) = (&slice.low, slice.high.as_ref());
        let mut sum = terms.int(0);
        let one = Monomial::one();
        let places = std::iter::once(&one).chain(&self.cuts);
        for (place, &digit) in places.zip(&self.digits).skip_while(|(place, _)| *place != low) {
            if high == Some(place) {
                break;
            }
            let weight = place.over(low)?.term(terms, names);
            let part = terms.mul(digit, weight);
            sum = terms.add(sum, part);
        }
        Some(sum)
    }
}

/// A number and the sum of its digits.
struct Written {
    number: Linear,
    sum: TermId,
}

impl Written {
    /// `p` without the last atom of the number that has the coefficient 1 or -1.
    fn eliminate(&self, terms: &mut Terms, p: &Linear) -> Option<Linear> {
        let is_atom = |t: TermId| matches!(terms.kind(t), Term::App(..));
        let &(sign, atom) = self.number.items.iter().rev().find(|&&(c, t)| matches!(c, 1 | -1) && is_atom(t))?;
        let (quotient, _) = divide(terms, p, &Linear::atom(atom))?;
        let difference = self.number.plus(-1, &terms.linear(self.sum))?;
        let difference = terms.from_linear(difference);
        let multiple = times(terms, &quotient, difference)?;
        p.plus(-sign, &multiple)
    }
}

/// A comparison of integers with the numbers replaced by their sums, where fewer monomials are left that share an atom
/// with them.
fn replace_numbers(terms: &mut Terms, written: &[Written], t: TermId) -> TermId {
    let (Term::Eq(a, b) | Term::Le(a, b)) = *terms.kind(t) else { return t };
    if terms.sort(a) != Sort::Int {
        return t;
    }
    let Some(p) = terms.linear(a).plus(-1, &terms.linear(b)) else { return t };
    let atoms: Vec<TermId> =
        written.iter().flat_map(|w| &w.number.items).flat_map(|&(_, m)| terms.factors(m)).collect();
    let shared = |terms: &Terms, p: &Linear| {
        p.items.iter().filter(|item| terms.factors(item.1).iter().any(|f| atoms.contains(f))).count()
    };
    let replaced = written.iter().fold(p.clone(), |p, w| w.eliminate(terms, &p).unwrap_or(p));
    if shared(terms, &replaced) >= shared(terms, &p) {
        return t;
    }
    let is_equality = matches!(terms.kind(t), Term::Eq(..));
    let (left, zero) = (terms.from_linear(replaced), terms.int(0));
    if is_equality {
        terms.eq(left, zero)
    } else {
        terms.le(left, zero)
    }
}

/// The threads that share the number, and with it its digits.
fn class_of(terms: &Terms, number: TermId) -> Class {
    let classes = terms.apps(&[number]).into_iter().filter_map(|app| match terms.kind(app) {
        Term::App(f, _) => Some(terms.func_info(*f).class),
        _ => None,
    });
    classes.max().unwrap_or(Class::Launch)
}

fn least_of(a: Option<i128>, b: Option<i128>) -> Option<i128> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// A quotient or remainder.
struct Part {
    term: TermId,
    slice: Slice,
    /// The system of the slice.
    system: usize,
    /// What the quotient is more than the slice.
    more: Linear,
}

/// Replaces `a div b` and `a mod b` with positive `b` by polynomials of digits, and states the positional systems.
/// `None` when there is nothing or too much to name.
pub(crate) fn name(terms: &mut Terms, literals: &[TermId]) -> Option<TermId> {
    let (parts, systems) = parts(terms, literals)?;
    let digits: usize = systems.iter().map(|s| s.cuts.len() + 1).sum();
    if parts.is_empty() || digits > MAX_DIGITS.get() {
        return None;
    }
    let order: Vec<TermId> = parts.iter().map(|part| part.term).collect();
    let parts = parts.into_iter().map(|part| (part.term, part)).collect();
    let mut naming = Naming { parts, systems, ..Naming::default() };
    for t in order {
        naming.part(terms, t)?;
    }
    let Naming { mut names, mut facts, written, .. } = naming;
    for &t in literals {
        let named = terms.substitute_cached(t, &mut names);
        facts.push(replace_numbers(terms, &written, named));
    }
    Some(terms.and(&facts))
}

/// The naming of the digits of a conjunction.
#[derive(Default)]
struct Naming {
    /// By their terms.
    parts: FxHashMap<TermId, Part>,
    systems: Vec<System>,
    /// The values of parts, and of terms that contain them.
    names: FxHashMap<TermId, TermId>,
    facts: Vec<TermId>,
    written: Vec<Written>,
}

impl Naming {
    /// Names the quotient or remainder `t`, after those in its operands. `None` if a divisor contains what it divides.
    fn part(&mut self, terms: &mut Terms, t: TermId) -> Option<()> {
        let Some(part) = self.parts.remove(&t) else { return Some(()) };
        if !self.systems[part.system].begun {
            self.system(terms, part.system)?;
        }
        let system = &self.systems[part.system];
        if system.digits.is_empty() {
            return None;
        }
        let slice = system.value(terms, &part.slice, &mut self.names)?;
        let more = terms.from_linear(part.more);
        let more = terms.substitute_cached(more, &mut self.names);
        let value = terms.add(slice, more);
        self.names.insert(t, value);
        Some(())
    }

    fn system(&mut self, terms: &mut Terms, index: usize) -> Option<()> {
        let system = &mut self.systems[index];
        system.begun = true;
        let mut operands = vec![system.number];
        operands.extend(system.cuts.last().iter().flat_map(|cut| cut.factors.iter().copied()));
        for inner in terms.subterms(&operands, |_| false) {
            self.part(terms, inner)?;
        }
        let system = &mut self.systems[index];
        let number = terms.substitute_cached(system.number, &mut self.names);
        let (facts, written) = system.name(terms, number, &mut self.names)?;
        self.facts.extend(facts);
        self.written.push(written);
        Some(())
    }
}

/// The quotients and remainders, operands first, and the systems that their cuts make.
fn parts(terms: &mut Terms, literals: &[TermId]) -> Option<(Vec<Part>, Vec<System>)> {
    let mut parts: Vec<Part> = Vec::new();
    let mut systems: Vec<System> = Vec::new();
    let mut slices = dividends::slices(terms, literals);
    // What is written as digits of another number stands nowhere else.
    let operands: FxHashSet<TermId> = slices.iter().filter(|(a, s)| s.number != **a).map(|(&a, _)| a).collect();
    // The first dividend with a remainder by a constant.
    let mut first: FxHashMap<(TermId, TermId), TermId> = FxHashMap::default();
    for t in dividends::outside(terms, literals, &operands) {
        let (Term::Div(a, b) | Term::Mod(a, b)) = *terms.kind(t) else { continue };
        if !terms.range(b).is_at_least(1) {
            continue;
        }
        let quotient = matches!(terms.kind(t), Term::Div(..));
        let (number, more) = match slices.contains_key(&a) {
            true => (a, Linear::default()),
            false => congruent(terms, &mut first, a, b),
        };
        let more = if quotient { more } else { Linear::default() };
        let divisor = Monomial::of(terms, b);
        let outer = slices.get(&number).and_then(|slice| slice.cut(&divisor, quotient));
        let slice = match outer {
            Some(slice) => slice,
            None => Slice::whole(number).cut(&divisor, quotient)?,
        };
        if more == Linear::default() {
            slices.insert(t, slice.clone());
            if quotient {
                // a - b*(a div b)
                let multiple = terms.mul(b, t);
                let rest = terms.sub(a, multiple);
                let whole = slices.get(&number).cloned().unwrap_or_else(|| Slice::whole(number));
                if let (Some(rest_slice), false) = (whole.cut(&divisor, false), slices.contains_key(&rest)) {
                    slices.insert(rest, rest_slice);
                }
            }
        }
        let system = match systems.iter_mut().position(|system| system.accept(&slice)) {
            Some(system) => system,
            None => {
                let mut system = System { number: slice.number, cuts: Vec::new(), digits: Vec::new(), begun: false };
                if !system.accept(&slice) {
                    return None;
                }
                systems.push(system);
                systems.len() - 1
            }
        };
        parts.push(Part { term: t, slice, system, more });
    }
    Some((parts, systems))
}

/// An earlier dividend that differs from `a` by a visible multiple of `b`, and the multiple; else `a` itself.
fn congruent(
    terms: &mut Terms,
    first: &mut FxHashMap<(TermId, TermId), TermId>,
    a: TermId,
    b: TermId,
) -> (TermId, Linear) {
    let Some(m) = terms.as_int(b) else { return (a, Linear::default()) };
    let earlier = *first.entry((terms.modulo(a, b), b)).or_insert(a);
    let difference = terms.linear(a).plus(-1, &terms.linear(earlier));
    match difference.map(|d| d.split(m)) {
        Some((multiple, rest)) if rest.as_int() == Some(0) => (earlier, multiple),
        _ => (a, Linear::default()),
    }
}

#[cfg(test)]
mod tests;
