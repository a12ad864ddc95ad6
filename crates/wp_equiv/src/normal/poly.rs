//! Polynomials over forms: integers modulo a power of two, or rational coefficients.

use super::{Form, FormId, Forms, Op, TooLarge};
use std::collections::BTreeMap;
use wp_kir::Type;
use wp_logic::Ratio;

/// The domain of coefficients.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Ring {
    /// Integers modulo `2^bits`.
    Machine(u8),
    /// Rational numbers.
    Real,
}

/// A coefficient; which one is used is the ring's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Number {
    Machine(u64),
    Real(Ratio),
}

/// Monomials (sorted forms, with repetition) with coefficients that are not zero, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Poly {
    pub ring: Ring,
    pub items: Vec<(Vec<FormId>, Number)>,
}

/// The bits of a width.
pub(crate) fn mask(bits: u8) -> u64 {
    if bits >= 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

impl Ring {
    pub(crate) fn add(self, a: Number, b: Number) -> Result<Number, TooLarge> {
        match (self, a, b) {
            (Ring::Machine(bits), Number::Machine(a), Number::Machine(b)) => {
                Ok(Number::Machine(a.wrapping_add(b) & mask(bits)))
            }
            (Ring::Real, Number::Real(a), Number::Real(b)) => a.plus(b).map(Number::Real).ok_or(TooLarge),
            _ => Err(TooLarge),
        }
    }

    pub(crate) fn mul(self, a: Number, b: Number) -> Result<Number, TooLarge> {
        match (self, a, b) {
            (Ring::Machine(bits), Number::Machine(a), Number::Machine(b)) => {
                Ok(Number::Machine(a.wrapping_mul(b) & mask(bits)))
            }
            (Ring::Real, Number::Real(a), Number::Real(b)) => a.times(b).map(Number::Real).ok_or(TooLarge),
            _ => Err(TooLarge),
        }
    }

    pub(crate) fn one(self) -> Number {
        match self {
            Ring::Machine(_) => Number::Machine(1),
            Ring::Real => Number::Real(Ratio::int(1)),
        }
    }

    pub(crate) fn minus_one(self) -> Number {
        match self {
            Ring::Machine(bits) => Number::Machine(mask(bits)),
            Ring::Real => Number::Real(Ratio::int(-1)),
        }
    }
}

fn is_zero(number: Number) -> bool {
    match number {
        Number::Machine(n) => n == 0,
        Number::Real(r) => r.is_zero(),
    }
}

impl Forms<'_> {
    /// A form as a polynomial.
    pub(super) fn poly(&self, ring: Ring, form: FormId) -> Poly {
        let items = match (self.get(form), ring) {
            (Form::Poly(poly), _) if poly.ring == ring => return poly.clone(),
            (Form::Const(_, 0), _) => Vec::new(),
            (Form::Const(Type::Int { .. }, cell), Ring::Machine(bits)) => {
                vec![(Vec::new(), Number::Machine(cell & mask(bits)))]
            }
            (Form::Const(ty, cell), Ring::Real) => match Ratio::of_float(float(*ty, *cell)) {
                Some(ratio) if ratio.is_zero() => Vec::new(),
                Some(ratio) => vec![(Vec::new(), Number::Real(ratio))],
                None => vec![(vec![form], ring.one())],
            },
            _ => vec![(vec![form], ring.one())],
        };
        Poly { ring, items }
    }

    /// The form of a polynomial; the constants of a ring of integers have that width.
    pub(super) fn of_poly(&mut self, poly: Poly) -> FormId {
        match (poly.items.as_slice(), poly.ring) {
            ([], Ring::Machine(bits)) => self.intern(Form::Const(Type::Int { bits, signed: false }, 0)),
            ([(monomial, Number::Machine(n))], Ring::Machine(bits)) if monomial.is_empty() => {
                let n = *n;
                self.intern(Form::Const(Type::Int { bits, signed: false }, n))
            }
            ([(monomial, number)], ring) if monomial.len() == 1 && *number == ring.one() => monomial[0],
            // Constants of the real numbers stay polynomials, so that those of all widths are alike.
            _ => self.intern(Form::Poly(poly)),
        }
    }

    /// `Σ factor * poly`
    pub(super) fn sum(&mut self, ring: Ring, parts: &[(Number, Poly)]) -> Result<Poly, TooLarge> {
        let mut items: BTreeMap<Vec<FormId>, Number> = BTreeMap::new();
        for (factor, poly) in parts {
            self.spend(poly.items.len())?;
            for (monomial, number) in &poly.items {
                add_to(ring, &mut items, monomial.clone(), ring.mul(*factor, *number)?)?;
            }
        }
        Ok(Poly { ring, items: items.into_iter().filter(|(_, n)| !is_zero(*n)).collect() })
    }

    /// `a * b`
    pub(super) fn product(&mut self, a: &Poly, b: &Poly) -> Result<Poly, TooLarge> {
        let ring = a.ring;
        self.spend(a.items.len().saturating_mul(b.items.len()))?;
        let mut items: BTreeMap<Vec<FormId>, Number> = BTreeMap::new();
        for (left, x) in &a.items {
            for (right, y) in &b.items {
                let mut monomial: Vec<FormId> = left.iter().chain(right).copied().collect();
                monomial.sort_unstable();
                if ring == Ring::Real {
                    monomial = self.merge_exponentials(monomial)?;
                }
                add_to(ring, &mut items, monomial, ring.mul(*x, *y)?)?;
            }
        }
        Ok(Poly { ring, items: items.into_iter().filter(|(_, n)| !is_zero(*n)).collect() })
    }

    /// `exp(a) exp(b) = exp(a + b)`, and `exp(0) = 1`.
    fn merge_exponentials(&mut self, monomial: Vec<FormId>) -> Result<Vec<FormId>, TooLarge> {
        let exponent = |forms: &Self, id: FormId| match forms.get(id) {
            Form::App(Op::Call(name, _), args) if &**name == "exp" => args.first().copied(),
            _ => None,
        };
        let Some((Form::App(op, _), 2..)) = monomial
            .iter()
            .find(|&&id| exponent(self, id).is_some())
            .map(|&id| (self.get(id).clone(), monomial.iter().filter(|&&id| exponent(self, id).is_some()).count()))
        else {
            return Ok(monomial);
        };
        let (mut rest, mut parts) = (Vec::new(), Vec::new());
        for id in monomial {
            match exponent(self, id) {
                Some(arg) => parts.push((Ring::Real.one(), self.poly(Ring::Real, arg))),
                None => rest.push(id),
            }
        }
        let sum = self.sum(Ring::Real, &parts)?;
        if !sum.items.is_empty() {
            let arg = self.of_poly(sum);
            rest.push(self.app(op, vec![arg]));
            rest.sort_unstable();
        }
        Ok(rest)
    }
}

fn add_to(
    ring: Ring,
    items: &mut BTreeMap<Vec<FormId>, Number>,
    monomial: Vec<FormId>,
    number: Number,
) -> Result<(), TooLarge> {
    let sum = match items.get(&monomial) {
        Some(&old) => ring.add(old, number)?,
        None => number,
    };
    items.insert(monomial, sum);
    Ok(())
}

/// The value of the bits of a float; halves are not looked into.
pub(crate) fn float(ty: Type, cell: u64) -> f64 {
    match ty {
        Type::Float { bits: 32 } => f64::from(f32::from_bits(cell as u32)),
        Type::Float { bits: 64 } => f64::from_bits(cell),
        _ => f64::NAN,
    }
}
