//! Polynomials with rational coefficients over atoms: the normal form of values over the integers and the real numbers.
//!
//! A condition is a number too: 1 or 0. Sums over ranges are linear: they are split by monomial, and factors without
//! the variable stand in front of them; products are split by factors.

use std::collections::BTreeMap;
use wp_logic::{FuncId, Ratio, TermId};

/// Something that is not a sum or a product.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Atom {
    /// A number that is not looked into: an input, an integer term.
    Term(TermId),
    /// Initial contents at a byte offset.
    Read(FuncId, TermId),
    /// A function of numbers.
    Call(String, Vec<Poly>),
    /// A variable at the head of an iteration of a loop that is being followed, of the thread that is being followed.
    Head(FuncId, TermId),
    /// 1 where a condition holds, else 0.
    Cond(TermId),
    /// `Σ body` or `Π body` for the variable from the first bound (included) to the second (excluded); 0 or 1 where
    /// there are none.
    Fold(Fold, TermId, TermId, TermId, Box<Poly>),
    /// The least or the greatest of the values of all parts together, which are not all without values.
    Extreme(Extreme, Vec<Part>),
    /// An operation one time after the other.
    Chain(Box<Chain>),
}

/// `f(.. f(f(start, g(0)), g(1)) ..)` over nested ranges, in their order, the innermost one fastest.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Chain {
    /// The operation, with its types.
    pub operation: String,
    /// The position of the operand that holds the previous value.
    pub hole: usize,
    pub start: Poly,
    /// From the first (included) to the second (excluded), the variable; bounds may have the variables before.
    pub ranges: Vec<(TermId, TermId, TermId)>,
    /// The other operands.
    pub others: Vec<Poly>,
}

/// The operation by which numbers are folded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fold {
    /// Addition.
    Sum,
    /// Multiplication.
    Product,
}

impl Fold {
    /// The value of no numbers.
    pub fn neutral(self) -> Poly {
        Poly::constant(Ratio::int(if self == Fold::Sum { 0 } else { 1 }))
    }

    /// Two numbers; `None` when a number is too great.
    pub fn apply(self, a: &Poly, b: &Poly) -> Option<Poly> {
        match self {
            Fold::Sum => a.plus(Ratio::int(1), b),
            Fold::Product => a.times(b),
        }
    }
}

/// The choice among several numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Extreme {
    Least,
    Greatest,
}

/// Numbers: the values of a polynomial for all values of variables in their ranges for which a condition holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Part {
    /// From the first (included) to the second (excluded), the variable; bounds may have the variables before.
    pub ranges: Vec<(TermId, TermId, TermId)>,
    /// Conditions on the variables.
    pub guards: Vec<TermId>,
    pub value: Poly,
}

impl Part {
    pub fn single(value: Poly) -> Self {
        Part { ranges: Vec::new(), guards: Vec::new(), value }
    }
}

/// `Σ coefficient * Π atoms`; monomials sorted, coefficients not zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Poly(pub BTreeMap<Vec<Atom>, Ratio>);

impl Poly {
    pub fn constant(c: Ratio) -> Self {
        Poly(if c.is_zero() { BTreeMap::new() } else { [(Vec::new(), c)].into_iter().collect() })
    }

    pub fn atom(a: Atom) -> Self {
        Poly([(vec![a], Ratio::int(1))].into_iter().collect())
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The atom that this is.
    pub fn as_atom(&self) -> Option<&Atom> {
        match self.0.iter().next() {
            Some((monomial, c)) if self.0.len() == 1 && *c == Ratio::int(1) => match monomial.as_slice() {
                [atom] => Some(atom),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn as_constant(&self) -> Option<Ratio> {
        match self.0.len() {
            0 => Some(Ratio::int(0)),
            1 => self.0.get(&Vec::new() as &Vec<Atom>).copied(),
            _ => None,
        }
    }

    /// `self + c * o`; `None` when a number is too great.
    pub fn plus(&self, c: Ratio, o: &Poly) -> Option<Poly> {
        let mut sum = self.0.clone();
        for (monomial, d) in &o.0 {
            let term = c.times(*d)?;
            let here = sum.get(monomial).copied().unwrap_or(Ratio::int(0)).plus(term)?;
            if here.is_zero() {
                sum.remove(monomial);
            } else {
                sum.insert(monomial.clone(), here);
            }
        }
        Some(Poly(sum))
    }

    pub fn times(&self, o: &Poly) -> Option<Poly> {
        let mut product = Poly::default();
        for (a, c) in &self.0 {
            for (b, d) in &o.0 {
                let mut monomial = [a.clone(), b.clone()].concat();
                monomial.sort();
                // `[c] * [c] = [c]`
                monomial.dedup_by(|a, b| a == b && matches!(a, Atom::Cond(_)));
                let term = Poly([(monomial, c.times(*d)?)].into_iter().collect());
                product = product.plus(Ratio::int(1), &term)?;
            }
        }
        Some(product)
    }

    /// The same with other atoms.
    pub fn map(&self, atom: &mut dyn FnMut(&Atom) -> Poly) -> Option<Poly> {
        let mut sum = Poly::default();
        for (monomial, c) in &self.0 {
            let mut product = Poly::constant(*c);
            for a in monomial {
                product = product.times(&atom(a))?;
            }
            sum = sum.plus(Ratio::int(1), &product)?;
        }
        Some(sum)
    }

    /// All atoms of the monomials, not those inside of them.
    pub fn atoms(&self) -> Vec<Atom> {
        let mut all: Vec<Atom> = self.0.keys().flatten().cloned().collect();
        all.sort();
        all.dedup();
        all
    }

    /// True if some atom, at any depth, satisfies a test.
    pub fn any(&self, test: &dyn Fn(&Atom) -> bool) -> bool {
        self.0.keys().flatten().any(|a| {
            test(a)
                || match a {
                    Atom::Call(_, args) => args.iter().any(|p| p.any(test)),
                    Atom::Fold(_, _, _, _, body) => body.any(test),
                    Atom::Extreme(_, parts) => parts.iter().any(|p| p.value.any(test)),
                    Atom::Chain(chain) => chain.start.any(test) || chain.others.iter().any(|p| p.any(test)),
                    _ => false,
                }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_base::Id;

    #[test]
    fn polynomials_have_a_normal_form() {
        let [x, y] = [0, 1].map(|i| Poly::atom(Atom::Head(FuncId::from_index(i), TermId::from_index(i))));
        let one = Ratio::int(1);
        let sum = x.plus(one, &y).unwrap();
        let square = sum.times(&sum).unwrap();
        let mixed = x.times(&y).unwrap();
        let expected =
            x.times(&x).unwrap().plus(Ratio::int(2), &mixed).unwrap().plus(one, &y.times(&y).unwrap()).unwrap();
        assert_eq!(square, expected);
        assert!(square.plus(Ratio::int(-1), &expected).unwrap().is_zero());
    }
}
