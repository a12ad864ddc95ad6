//! Operators with laws stated in the source: functions that are otherwise uninterpreted.
//!
//! Every application gets its own instances of the laws (Chong et al. 2013, section 4.3, left the instantiation to the
//! solver): its bounds, its value if an operand is the identity or both operands are equal, and commutativity. The
//! domain of ranges uses associativity.

use crate::context::Context;
use wp_kir::{Operator, OperatorLaw, Type};
use wp_logic::{Class, Range, Sort, Term, TermId};

impl Context<'_> {
    /// The combination of two values of a type by a function; none where that is no operator.
    pub(crate) fn operator(&mut self, function: &str, [a, b]: [TermId; 2], ty: Type) -> Option<TermId> {
        let operator = Operator::named(function)?;
        let value = self.pure_call(function, &[a, b], &[ty, ty], ty);
        // A law that was shown on the body is no assumption.
        self.out.assumptions.extend(operator.laws.iter().filter(|(_, seen)| !seen).map(|(law, _)| law.assumption()));
        let Term::App(f, _) = *self.terms.kind(value) else { return Some(value) };
        if !self.out.axioms.of(f).is_empty() || !ty.is_int() {
            return Some(value);
        }
        let [x, y] = ["left", "right"].map(|name| self.terms.sym(name, Sort::Int, Class::Launch, Range::ALL));
        let both = self.terms.app(f, &[x, y]);
        let mut facts = Vec::new();
        for &(law, _) in &operator.laws {
            match law {
                OperatorLaw::Associative => {}
                OperatorLaw::Commutative => {
                    let turned = self.terms.app(f, &[y, x]);
                    facts.push(self.terms.eq(both, turned));
                }
                OperatorLaw::Idempotent => {
                    let (same, one) = (self.terms.eq(x, y), self.terms.eq(both, x));
                    facts.push(self.terms.implies(same, one));
                }
                OperatorLaw::Identity => {
                    let Some(e) = operator.identity.and_then(|cell| number(cell, ty)) else { continue };
                    let e = self.terms.int(e);
                    for (operand, other) in [(x, y), (y, x)] {
                        let (is, kept) = (self.terms.eq(operand, e), self.terms.eq(both, other));
                        facts.push(self.terms.implies(is, kept));
                    }
                }
                OperatorLaw::UpperBound => facts.extend([x, y].map(|part| self.terms.le(part, both))),
                OperatorLaw::LowerBound => facts.extend([x, y].map(|part| self.terms.le(both, part))),
            }
        }
        // The operands are numbers of the type.
        let inside: Vec<TermId> = [x, y].into_iter().flat_map(|t| self.within(t, ty)).collect();
        let (inside, fact) = (self.terms.and(&inside), self.terms.and(&facts));
        let fact = self.terms.implies(inside, fact);
        self.out.axioms.add(f, vec![x, y], fact);
        Some(value)
    }

    fn within(&mut self, t: TermId, ty: Type) -> Vec<TermId> {
        let (lo, hi) = ty.int_range().unwrap_or((0, 0));
        let (lo, hi) = (self.terms.int(lo), self.terms.int(hi));
        vec![self.terms.le(lo, t), self.terms.le(t, hi)]
    }
}

/// The number of a cell of an integer type.
fn number(cell: u64, ty: Type) -> Option<i128> {
    let Type::Int { bits, signed } = ty else { return None };
    let value = i128::from(cell & (u64::MAX >> (64 - u32::from(bits))));
    Some(if signed && value >= 1 << (bits - 1) { value - (1 << bits) } else { value })
}
