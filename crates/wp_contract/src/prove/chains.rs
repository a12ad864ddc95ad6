//! Float operations one after the other, in the order of the iterations: `(((s + g(0)) + g(1)) + ...)`, bit by bit.
//!
//! The operation is uninterpreted, so two chains are equal when they start with the same value and the same operation
//! follows with the same operands in the same order: over one range each, or where the nested ranges of the one count
//! the range of the other (`k = T*t + j`, as the loop over tiles and the loop in a tile count the steps of a dot
//! product). Of no iterations the chain is its start.

use super::bits::commutes;
use super::questions::Stop;
use super::real::{Atom, Chain, Poly};
use super::session::Session;
use wp_base::Assumption;
use wp_kir::{Operator, OperatorLaw};
use wp_logic::{Ratio, TermId};

impl Session<'_> {
    /// The chain that an iteration prolongs by one operation, or by a chain over the iterations of a loop inside;
    /// `None` if it does not.
    pub fn link_of(&mut self, after: &Poly, head: &Atom) -> Option<Chain> {
        let own = Poly::atom(head.clone());
        let free = |p: &Poly| !p.any(&|a| a == head);
        match after.as_atom()? {
            Atom::Call(operation, args) => {
                let hole = args.iter().position(|a| *a == own)?;
                let mut others = args.clone();
                others.remove(hole);
                if !others.iter().all(free) {
                    return None;
                }
                let turns = Operator::named(operation).is_some_and(|o| o.has(OperatorLaw::Commutative));
                // `g + h` is `h + g` but for which NaN a NaN is.
                let hole = if commutes(operation) && hole == 1 {
                    self.assumptions.insert(Assumption::NanPayload);
                    0
                } else if turns {
                    0
                } else {
                    hole
                };
                Some(Chain { operation: operation.clone(), hole, start: own, ranges: Vec::new(), others })
            }
            Atom::Chain(chain) if chain.start == own && chain.others.iter().all(free) => Some((**chain).clone()),
            _ => None,
        }
    }

    /// Tests if two chains are equal.
    pub fn same_chains(&mut self, a: &Chain, b: &Chain, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        if (&a.operation, a.hole, a.others.len()) != (&b.operation, b.hole, b.others.len())
            || !self.same_value(&a.start, &b.start, known, depth)?
        {
            return Ok(false);
        }
        let (deep, flat) = if a.ranges.len() >= b.ranges.len() { (a, b) } else { (b, a) };
        if deep.ranges.len() == flat.ranges.len() {
            return self.same_steps(deep, flat, known, depth);
        }
        self.counted_steps(deep, flat, known, depth)
    }

    /// Chains over as many ranges, compared range by range.
    fn same_steps(&mut self, a: &Chain, b: &Chain, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        let mut facts = known.to_vec();
        let (mut mine, mut theirs) = (a.clone(), b.clone());
        let mut values = Vec::new();
        let zero = self.terms.int(0);
        for at in 0..a.ranges.len() {
            let ((lo, hi, k), (first, last, j)) = (mine.ranges[at], theirs.ranges[at]);
            let (length, other) = (self.terms.sub(hi, lo), self.terms.sub(last, first));
            if !self.same_term(length, other, &facts)? {
                return Ok(false);
            }
            let step = self.index(length);
            facts.push(self.terms.le(zero, step));
            facts.push(self.terms.lt(step, length));
            let (x, y) = (self.terms.add(lo, step), self.terms.add(first, step));
            values.extend([(k, x), (j, y)]);
            let (Some(one), Some(two)) = (self.replaced_chain(&mine, k, x), self.replaced_chain(&theirs, j, y)) else {
                return Ok(false);
            };
            (mine, theirs) = (one, two);
        }
        facts.extend(self.given(&values));
        self.same_others(&mine, &theirs, &facts, depth)
    }

    /// Tests if nested ranges count a range, digit by digit, and the steps are the same.
    fn counted_steps(&mut self, deep: &Chain, flat: &Chain, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        let [(first, last, variable)] = flat.ranges[..] else { return Ok(false) };
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let lengths: Vec<TermId> = deep.ranges.iter().map(|&(lo, hi, _)| self.terms.sub(hi, lo)).collect();
        let apps = self.terms.apps(&lengths);
        if deep.ranges.iter().any(|(_, _, k)| apps.contains(k)) {
            return Ok(false);
        }
        for &n in &lengths {
            let positive = self.terms.le(zero, n);
            if !self.holds(known, positive)? {
                return Ok(false);
            }
        }
        let product = lengths.iter().fold(one, |p, &n| self.terms.mul(p, n));
        let length = self.terms.sub(last, first);
        if !self.same_term(product, length, known)? {
            return Ok(false);
        }
        let mut facts = known.to_vec();
        let (mut steps, mut z) = (deep.clone(), zero);
        let mut values = Vec::new();
        for (&(lo, _, k), &n) in deep.ranges.iter().zip(&lengths) {
            let digit = self.index(n);
            facts.push(self.terms.le(zero, digit));
            facts.push(self.terms.lt(digit, n));
            let high = self.terms.mul(z, n);
            z = self.terms.add(high, digit);
            let x = self.terms.add(lo, digit);
            values.push((k, x));
            let Some(next) = self.replaced_chain(&steps, k, x) else { return Ok(false) };
            steps = next;
        }
        let at = self.terms.add(first, z);
        values.push((variable, at));
        facts.extend(self.given(&values));
        let Some(flat) = self.replaced_chain(flat, variable, at) else { return Ok(false) };
        self.same_others(&steps, &flat, &facts, depth)
    }

    fn same_others(&mut self, a: &Chain, b: &Chain, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        for (x, y) in a.others.iter().zip(&b.others) {
            if !self.same_value(x, y, known, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn same_value(&mut self, a: &Poly, b: &Poly, known: &[TermId], depth: usize) -> Result<bool, Stop> {
        match a.plus(Ratio::int(-1), b) {
            Some(difference) if depth > 0 => self.vanishes(difference, known, depth - 1),
            _ => Ok(false),
        }
    }

    /// A chain with a term for a variable that is not its own, or whose range is of no more use.
    pub fn replaced_chain(&mut self, chain: &Chain, k: TermId, by: TermId) -> Option<Chain> {
        let map = [(k, by)].into_iter().collect();
        let start = self.replaced(&chain.start, k, by)?;
        let others: Option<Vec<Poly>> = chain.others.iter().map(|p| self.replaced(p, k, by)).collect();
        let mut of = |t: TermId| self.terms.substitute(t, &map);
        let ranges = chain.ranges.iter().map(|&(lo, hi, v)| (of(lo), of(hi), v)).collect();
        Some(Chain { operation: chain.operation.clone(), hole: chain.hole, start, ranges, others: others? })
    }
}
