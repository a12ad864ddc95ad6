//! Operators with laws stated in the source, as functions that are otherwise uninterpreted.
//!
//! The result of a scan or a reduction by one is `((g(lo) . g(lo + 1)) . ..) . g(hi - 1)`, whatever the tree was: a
//! chain ([`super::chains`]), as a loop of one thread over the same elements is. A loop that starts with the identity
//! starts with its first element.

use super::questions::{too_great, unknown, Stop};
use super::real::{Atom, Chain, Poly};
use super::session::Session;
use wp_kir::{Operator, OperatorLaw};
use wp_logic::{Ratio, Term, TermId};

impl Session<'_> {
    /// The combination of two values; the laws that it assumes are recorded.
    pub fn operation(&mut self, operator: &Operator, operands: Vec<Poly>) -> Poly {
        self.note_laws(operator);
        let identity = |p: &Poly| p.as_constant().is_some_and(|c| is_identity(operator, c));
        match operands.as_slice() {
            [a, b] if operator.has(OperatorLaw::Identity) && identity(a) => b.clone(),
            [a, b] if operator.has(OperatorLaw::Identity) && identity(b) => a.clone(),
            _ => Poly::atom(Atom::Call(operator.function(), operands)),
        }
    }

    /// The laws that no body was seen to have are assumptions.
    pub fn note_laws(&mut self, operator: &Operator) {
        self.assumptions.extend(operator.laws.iter().filter(|(_, seen)| !seen).map(|(law, _)| law.assumption()));
    }

    /// True if a chain that starts with a term starts with its first element.
    pub fn is_identity_of(&self, chain: &Chain, start: TermId) -> bool {
        let Some(operator) = Operator::named(&chain.operation) else { return false };
        let number = match self.terms.kind(start) {
            Term::Int(v) => Some(Ratio::int(*v)),
            Term::Float { bits: 32, value } => Ratio::of_float(f64::from(f32::from_bits(*value as u32))),
            Term::Float { bits: 64, value } => Ratio::of_float(f64::from_bits(*value)),
            _ => None,
        };
        chain.ranges.is_empty() && chain.others.len() == 1 && number.is_some_and(|n| is_identity(&operator, n))
    }

    /// A chain over a range that starts with the identity: it starts with its first element, if there is one.
    pub fn past_identity(&mut self, chain: Chain, [lo, hi, k]: [TermId; 3], known: &[TermId]) -> Result<Poly, Stop> {
        let one = self.terms.int(1);
        if self.has_steps(lo, hi, known)? {
            let start = chain.others.first().and_then(|other| self.replaced(other, k, lo)).ok_or_else(too_great)?;
            let next = self.terms.add(lo, one);
            return Ok(Poly::atom(Atom::Chain(Box::new(Chain { start, ranges: vec![(next, hi, k)], ..chain }))));
        }
        let some = self.terms.lt(lo, hi);
        let none = self.terms.not(some);
        match Operator::named(&chain.operation).and_then(|o| o.identity) {
            Some(identity) if self.holds(known, none)? => Ok(Poly::constant(Ratio::int(i128::from(identity)))),
            Some(_) if !self.varies(some) => Err(Stop::Split(some)),
            _ => unknown("an operation on what may be nothing"),
        }
    }

    /// Tests if a range is not empty.
    pub fn has_steps(&mut self, lo: TermId, hi: TermId, known: &[TermId]) -> Result<bool, Stop> {
        let some = self.terms.lt(lo, hi);
        self.holds(known, some)
    }

    /// The elements `lo..hi`, of which there is at least one, combined in their order.
    pub fn combined(
        &mut self,
        operator: &Operator,
        (lo, hi, k): (TermId, TermId, TermId),
        element: &Poly,
    ) -> Option<Poly> {
        self.note_laws(operator);
        let start = self.replaced(element, k, lo)?;
        let one = self.terms.int(1);
        let next = self.terms.add(lo, one);
        let (operation, others) = (operator.function(), vec![element.clone()]);
        Some(Poly::atom(Atom::Chain(Box::new(Chain {
            operation,
            hole: 0,
            start,
            ranges: vec![(next, hi, k)],
            others,
        }))))
    }
}

/// True if a number is the identity of an operator; of integers by all of their bits, which a type of fewer has too.
fn is_identity(operator: &Operator, number: Ratio) -> bool {
    let Some(cell) = operator.identity.filter(|_| operator.has(OperatorLaw::Identity)) else { return false };
    // Signed numbers and floats have other cells: only what is not negative is looked at.
    number.as_int().is_some_and(|n| n >= 0 && n == i128::from(cell))
}
