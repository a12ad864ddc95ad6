//! Candidate preconditions of a kernel, from the quantities of its open obligations.
//!
//! Two sources. (1) Addresses are numbers in mixed radix: in `c1*x1 + c2*x2 + ...` over thread and block identifiers,
//! distinct identifiers give distinct sums when what the digit `x1` reaches, `c1 * extent(x1)`, stays within the weight
//! `c2` of another. Each pair of digits of each sum gives such a bound. (2) A small grammar over the quantities and
//! constants that occur. A candidate is only a suggestion: nothing rests on it.

use crate::condition::{Condition, Monomial, Quantity};
use crate::question::Question;
use std::collections::{BTreeMap, BTreeSet};
use wp_check::{Suspect, SuspectKind};
use wp_kir::device::MAX_BLOCK_THREADS;
use wp_kir::{Axis, Kernel, ObjectId, Space};
use wp_logic::{gcd, Term, TermId, Terms};
use wp_prove::PairKind;
use wp_summary::EventKind;

/// Constants that are worth a condition.
const CONSTANTS: std::ops::RangeInclusive<i128> = 2..=65536;
wp_base::limits! {
    /// Constants that are tried, at most.
    const MAX_CONSTANTS: usize = 12;
    /// Offsets that a product of extents is bounded by, at most.
    const MAX_OFFSETS: usize = 4;
    /// Candidates, at most.
    const MAX_CANDIDATES: usize = 160;
}

/// The quantities in the obligations.
#[derive(Default)]
struct Found {
    quantities: BTreeSet<Quantity>,
    constants: BTreeSet<i128>,
    bounds: BTreeSet<Condition>,
    /// Products of two extents, with constants of sums that they are part of.
    offsets: BTreeSet<(Monomial, i128)>,
}

/// The candidates, cheapest first.
pub(super) fn candidates(kernel: &Kernel, questions: &[Question]) -> Vec<Condition> {
    let mut found = Found::default();
    for object in kernel.objects.values() {
        found.constants.extend(object.shape.iter().map(|&n| i128::from(n)));
        let elements = object.size.map(|size| i128::from(size / object.elem.size().max(1)));
        found.constants.extend(elements.filter(|_| object.space == Space::Shared));
    }
    for question in questions {
        found.look_at(question, &question.suspects);
    }
    found.constants.retain(|c| CONSTANTS.contains(c));
    while found.constants.len() > MAX_CONSTANTS.get() {
        found.constants.pop_last();
    }
    let offsets = found.least_offsets();
    let mut out: Vec<Condition> = found.grammar().into_iter().chain(found.bounds).chain(offsets).collect();
    out.sort_by_key(|c| (c.cost(), c.strength()));
    let mut seen = BTreeSet::new();
    out.retain(|c| seen.insert(c.clone()));
    out.truncate(MAX_CANDIDATES.get());
    out
}

/// Bounds between the digits of the addresses that confirmed findings speak of; of findings outside of shared arrays,
/// also by the size of the array.
pub(super) fn confirmed_bounds(kernel: &Kernel, questions: &[Question]) -> BTreeSet<Condition> {
    let mut bounds = BTreeSet::new();
    for question in questions {
        for suspect in question.confirmed_suspects() {
            let mut found = Found::default();
            found.look_at(question, std::slice::from_ref(suspect));
            if let SuspectKind::Bounds { object, .. } = suspect.kind {
                let object = &kernel.objects[object];
                if let (Space::Shared, Some(size)) = (object.space, object.size) {
                    found.within(question, suspect, i128::from(size / object.elem.size().max(1)));
                }
            }
            if let SuspectKind::Race { pair: PairKind::OtherBlock, object, .. } = suspect.kind {
                found.apart(question, object);
            }
            // An identifier that a guard keeps below the bound asks nothing of the extent.
            let guarded = guarded(question, suspect);
            let is_met = |c: &Condition| match c {
                Condition::Le(a, b) if a.factor == 1 && a.of.len() == 1 && b.of.is_empty() => {
                    guarded.get(&a.of[0]).is_some_and(|&extent| extent <= b.factor)
                }
                _ => false,
            };
            bounds.extend(found.bounds.into_iter().filter(|c| !is_met(c)));
        }
    }
    bounds
}

/// Extents that guards of a finding keep identifiers within.
fn guarded(question: &Question, suspect: &Suspect) -> BTreeMap<Quantity, i128> {
    let terms = &question.terms;
    let reach = reaches(question, suspect.second);
    let mut found: BTreeMap<Quantity, i128> = BTreeMap::new();
    let mut open = suspect.conjuncts.clone();
    while let Some(c) = open.pop() {
        match terms.kind(c) {
            Term::And(parts) => open.extend(parts),
            Term::Le(id, limit) => {
                if let (Some(Monomial { of, .. }), Some(limit)) = (reach.get(id), terms.as_int(*limit)) {
                    if let [quantity] = of[..] {
                        let extent = found.entry(quantity).or_insert(limit + 1);
                        *extent = (*extent).min(limit + 1);
                    }
                }
            }
            _ => {}
        }
    }
    found
}

impl Found {
    /// The reach of an offset's digits stays within an array of so many elements. Offsets stand divided by what their
    /// coefficients have in common; one that ends elsewhere than at a divisor of the array's length, as `s[i + 1]`
    /// does, goes wrong in the blocks that the array is for.
    fn within(&mut self, question: &Question, suspect: &Suspect, elements: i128) {
        let terms = &question.terms;
        let by_term: BTreeMap<TermId, Quantity> = question.symbols.iter().map(|(&q, &t)| (t, q)).collect();
        let reach = reaches(question, suspect.second);
        let facts: BTreeSet<TermId> = question.summary.facts.iter().map(|f| f.term).collect();
        for t in terms.subterms(&suspect.conjuncts, |t| facts.contains(&t)) {
            let Term::Le(a, limit) = *terms.kind(t) else { continue };
            let limit = terms.as_int(limit).map(i128::abs).filter(|&n| n > 0 && elements % n == 0);
            if let Some(limit) = limit.map(Monomial::constant) {
                let spans = digits(terms, a, &by_term, &reach).into_values().flatten();
                self.bounds.extend(spans.filter_map(|span| at_most(&span, &limit)));
            }
        }
    }

    /// The reach of the block numbers stays within the distance of accesses that differ by a constant, as iterations of
    /// an unrolled loop do: blocks have no barrier that would keep such accesses apart, as threads of a block have.
    fn apart(&mut self, question: &Question, object: ObjectId) {
        let terms = &question.terms;
        let reach = reaches(question, None);
        let mut constants: BTreeMap<Vec<(i128, TermId)>, BTreeSet<i128>> = BTreeMap::new();
        for event in &question.summary.events {
            if let EventKind::Access(access) = &event.kind {
                if access.object == object {
                    let linear = terms.linear(access.offset);
                    constants.entry(linear.items.to_vec()).or_default().insert(linear.constant);
                }
            }
        }
        for (items, constants) in constants {
            let distances = constants.iter().zip(constants.iter().skip(1)).map(|(low, high)| high.saturating_sub(*low));
            let distances: BTreeSet<i128> = distances.collect();
            for (coefficient, id) in items.into_iter().flat_map(|(c, t)| unwrapped(terms, c, t)) {
                let Some(extent) = reach.get(&id).filter(|m| matches!(m.of[..], [Quantity::GridDim(_)])) else {
                    continue;
                };
                let Some(span) = extent.times(&Monomial::constant(coefficient.saturating_abs())) else { continue };
                self.bounds.extend(distances.iter().filter_map(|&d| at_most(&span, &Monomial::constant(d))));
            }
        }
    }

    fn look_at(&mut self, question: &Question, suspects: &[Suspect]) {
        let terms = &question.terms;
        let by_term: BTreeMap<TermId, Quantity> = question.symbols.iter().map(|(&q, &t)| (t, q)).collect();
        let facts: BTreeSet<TermId> = question.summary.facts.iter().map(|f| f.term).collect();
        for suspect in suspects {
            let reach = reaches(question, suspect.second);
            self.quantities.extend(terms.apps(&suspect.conjuncts).iter().filter_map(|t| by_term.get(t)));
            // Limits of launches say nothing of the kernel.
            let own = suspect.conjuncts.iter().copied().filter(|c| !facts.contains(c));
            for t in terms.subterms(&own.collect::<Vec<_>>(), |t| facts.contains(&t)) {
                match *terms.kind(t) {
                    Term::Div(_, by) | Term::Mod(_, by) => self.constants.extend(terms.as_int(by)),
                    Term::Le(_, limit) => {
                        self.constants.extend(terms.as_int(limit).into_iter().flat_map(|c| [c.abs(), (c + 1).abs()]))
                    }
                    Term::Sum { .. } => {
                        let offset = terms.linear(t).constant.saturating_abs();
                        for (weight, spans) in digits(terms, t, &by_term, &reach) {
                            self.constants.extend(weight.of.is_empty().then_some(weight.factor));
                            self.bounds.extend(spans.iter().filter_map(|span| at_most(span, &weight)));
                            // Elements of parts that lie an offset apart.
                            let of_threads = spans.into_iter().filter(|s| s.factor == 1 && s.of.len() == 2);
                            self.offsets.extend(of_threads.map(|span| (span, offset)));
                        }
                    }
                    // Values that do not wrap around are distinct if they were distinct before.
                    Term::Wrap { bits, signed, arg } => {
                        let limit = Monomial::constant((1i128 << (bits - u8::from(signed))) - 1);
                        let spans = digits(terms, arg, &by_term, &reach).into_values().flatten();
                        self.bounds.extend(
                            spans
                                .filter(|s| s.of.len() + usize::from(s.factor > 1) > 1)
                                .filter_map(|s| at_most(&s, &limit)),
                        );
                    }
                    _ => {}
                }
            }
        }
    }

    /// Bounds of products of extents by the least offsets beside them: what keeps the parts nearest to each other
    /// apart.
    fn least_offsets(&self) -> Vec<Condition> {
        let mut taken: BTreeMap<&Monomial, usize> = BTreeMap::new();
        let worth = self.offsets.iter().filter(|(_, offset)| CONSTANTS.contains(offset));
        let few = worth.filter(|(span, _)| {
            let count = taken.entry(span).or_default();
            *count += 1;
            *count <= MAX_OFFSETS.get()
        });
        few.filter_map(|(span, offset)| at_most(span, &Monomial::constant(*offset))).collect()
    }

    fn grammar(&self) -> Vec<Condition> {
        let one = Monomial::constant(1);
        let mut out = Vec::new();
        let extents: Vec<Quantity> = self.quantities.iter().copied().filter(|q| q.is_extent()).collect();
        let params: Vec<Quantity> = self.quantities.iter().copied().filter(|q| !q.is_extent()).collect();
        for &q in &extents {
            out.push(Condition::Eq(Monomial::of(q), one.clone()));
            out.push(Condition::Power(q));
            for &c in &self.constants {
                let c = Monomial::constant(c);
                out.push(Condition::Le(Monomial::of(q), c.clone()));
                out.push(Condition::Multiple(Monomial::of(q), c.clone()));
                out.push(Condition::Multiple(c.clone(), Monomial::of(q)));
                out.push(Condition::Eq(Monomial::of(q), c));
            }
        }
        for (i, &a) in extents.iter().enumerate() {
            for &b in &extents[i + 1..] {
                let alike = matches!(
                    (a, b),
                    (Quantity::BlockDim(_), Quantity::BlockDim(_)) | (Quantity::GridDim(_), Quantity::GridDim(_))
                );
                if alike {
                    out.push(Condition::Eq(Monomial::of(a), Monomial::of(b)));
                    out.push(Condition::Le(Monomial::of(a), Monomial::of(b)));
                    out.push(Condition::Le(Monomial::of(b), Monomial::of(a)));
                }
            }
        }
        let threads = Axis::ALL.into_iter().filter_map(|axis| {
            let pair = [Quantity::BlockDim(axis), Quantity::GridDim(axis)];
            pair.iter().all(|q| self.quantities.contains(q)).then(|| Monomial { factor: 1, of: pair.to_vec() })
        });
        let spans: Vec<Monomial> = extents.iter().map(|&q| Monomial::of(q)).chain(threads).collect();
        for (i, &p) in params.iter().enumerate() {
            let p = Monomial::of(p);
            out.push(Condition::Le(one.clone(), p.clone()));
            for span in &spans {
                out.push(Condition::Le(span.clone(), p.clone()));
                out.push(Condition::Le(p.clone(), span.clone()));
                out.push(Condition::Eq(p.clone(), span.clone()));
                out.push(Condition::Multiple(p.clone(), span.clone()));
            }
            for &c in &self.constants {
                let c = Monomial::constant(c);
                out.push(Condition::Le(p.clone(), c.clone()));
                out.push(Condition::Le(c.clone(), p.clone()));
                out.push(Condition::Multiple(p.clone(), c));
            }
            for &other in &params[i + 1..] {
                let other = Monomial::of(other);
                out.push(Condition::Ne(p.clone(), other.clone()));
                out.push(Condition::Le(p.clone(), other.clone()));
                out.push(Condition::Le(other.clone(), p.clone()));
                out.push(Condition::Eq(p.clone(), other));
            }
        }
        out
    }
}

/// Sizes of blocks that fit a shared array: a thread for each element or for each two of a row, a thread for each
/// element of a matrix, whose rows may have one element more against conflicts of banks.
pub(super) fn sizes_of_blocks(kernel: &Kernel) -> Vec<Vec<Condition>> {
    let is = |axis, n: u64| Condition::Eq(Monomial::of(Quantity::BlockDim(axis)), Monomial::constant(i128::from(n)));
    let mut sets: Vec<Vec<Condition>> = Vec::new();
    for object in kernel.objects.values().filter(|o| o.space == Space::Shared) {
        let elements = object.size.map(|size| size / object.elem.size().max(1));
        let sizes: Vec<Vec<u64>> = match (&object.shape[..], elements) {
            ([rows, columns], _) => [*columns, columns.saturating_sub(1)].into_iter().map(|c| vec![c, *rows]).collect(),
            (_, Some(n)) => vec![vec![n], vec![n / 2]],
            _ => Vec::new(),
        };
        for size in sizes {
            let fits = size.iter().all(|&n| n > 1) && size.iter().product::<u64>() <= u64::from(MAX_BLOCK_THREADS);
            let set: Vec<Condition> = Axis::ALL.into_iter().zip(&size).map(|(axis, &n)| is(axis, n)).collect();
            if fits && !sets.contains(&set) {
                sets.push(set);
            }
        }
    }
    sets
}

/// The weights of the digits of a sum, each with what the digits of other weights reach.
fn digits(
    terms: &Terms,
    sum: TermId,
    by_term: &BTreeMap<TermId, Quantity>,
    reach: &BTreeMap<TermId, Monomial>,
) -> BTreeMap<Monomial, BTreeSet<Monomial>> {
    let mut digits: BTreeSet<(Monomial, Option<Monomial>)> = BTreeSet::new();
    for (coefficient, monomial) in unwrapped(terms, 1, sum) {
        let mut weight = Monomial::constant(coefficient.saturating_abs());
        let mut digit = None;
        let mut plain = true;
        for factor in terms.factors(monomial) {
            match by_term.get(&factor) {
                Some(&q) => match weight.times(&Monomial::of(q)) {
                    Some(product) => weight = product,
                    None => plain = false,
                },
                None if digit.is_none() => digit = Some(factor),
                None => plain = false,
            }
        }
        let Some(digit) = digit.filter(|_| plain) else { continue };
        let known = || terms.range(digit).hi.filter(|&h| h < (1 << 20)).map(|h| Monomial::constant(h + 1));
        let extent = reach.get(&digit).cloned().or_else(known);
        let span = extent.and_then(|e| weight.times(&e));
        digits.insert((weight, span));
    }
    let spans = |weight: &Monomial| {
        let others = digits.iter().filter(|(w, _)| w != weight || digits.len() == 1);
        others.filter_map(|(_, span)| span.clone()).collect()
    };
    digits.iter().map(|(weight, _)| (weight.clone(), spans(weight))).collect()
}

/// The coefficients and monomials of a multiple of a sum and of the sums that wrap around in it.
fn unwrapped(terms: &Terms, factor: i128, sum: TermId) -> Vec<(i128, TermId)> {
    let mut open = vec![(factor, sum)];
    let mut found = Vec::new();
    while let Some((factor, t)) = open.pop() {
        for &(coefficient, monomial) in &terms.linear(t).items {
            let coefficient = coefficient.saturating_mul(factor);
            match *terms.kind(monomial) {
                Term::Wrap { arg, .. } => open.push((coefficient, arg)),
                _ => found.push((coefficient, monomial)),
            }
        }
    }
    found
}

/// The number of values of both threads' identifiers.
fn reaches(question: &Question, second: Option<([TermId; 3], [TermId; 3])>) -> BTreeMap<TermId, Monomial> {
    let launch = question.summary.launch;
    let mut reach = BTreeMap::new();
    for (tid, bid) in [Some((launch.tid, launch.bid)), second].into_iter().flatten() {
        for axis in Axis::ALL {
            let i = axis.index();
            for (id, extent, quantity) in
                [(tid[i], launch.bdim[i], Quantity::BlockDim(axis)), (bid[i], launch.gdim[i], Quantity::GridDim(axis))]
            {
                let extent = question.terms.as_int(extent).map_or(Monomial::of(quantity), Monomial::constant);
                reach.insert(id, extent);
            }
        }
    }
    reach
}

/// `a <= b` without common factors; `None` when that is decided for all extents.
fn at_most(a: &Monomial, b: &Monomial) -> Option<Condition> {
    let (mut a, mut b) = (a.clone(), b.clone());
    a.of.retain(|q| match b.of.iter().position(|other| other == q) {
        // Extents are positive, so that they cancel.
        Some(at) if q.is_extent() => {
            b.of.remove(at);
            false
        }
        _ => true,
    });
    let common = gcd(a.factor, b.factor).max(1);
    (a.factor, b.factor) = (a.factor / common, b.factor / common);
    // `3 * x <= 8` says `x <= 2`; below 2 only an extent of 1 is left, which the grammar has.
    if b.of.is_empty() {
        (a.factor, b.factor) = (1, b.factor / a.factor.max(1));
    }
    if b.of.is_empty() && b.factor < 2 {
        return None;
    }
    // From `x * n <= n` follows that `x` is 1, which the grammar has too, or that `n` is not positive.
    if !b.of.is_empty() && b.of.iter().all(|q| a.of.contains(q)) {
        return None;
    }
    let open = match (a.of.is_empty(), b.of.iter().all(|q| q.is_extent())) {
        (true, true) => a.factor > b.factor && !b.of.is_empty(),
        _ => true,
    };
    open.then_some(Condition::Le(a, b))
}
