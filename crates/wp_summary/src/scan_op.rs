//! The operators of prefix sums and reductions, and their laws.
//!
//! A law of a scan requires an associative operator (Chong et al. 2013, section 4.3): then neighbouring ranges of
//! elements combine. On integers of one width all operators here are associative modulo that width; floats are real
//! numbers.

use wp_kir::{BinOp, ExprId, Operator, OperatorLaw, Type};
use wp_logic::{TermId, Terms};

/// The operation that combines elements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ScanOp {
    /// `+`
    Add,
    /// `*`
    Mul,
    /// `^`
    Xor,
    /// `|`
    Or,
    /// `&`
    And,
    /// The greatest one, in the order of signed or of unsigned numbers.
    Max {
        /// True if of signed ones; of floats always.
        signed: bool,
    },
    /// The least one.
    Min {
        /// True if of signed ones; of floats always.
        signed: bool,
    },
    /// An operator of which the source states laws.
    Stated(Stated),
}

/// The laws of an operator of the source that a law of a scan needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stated {
    /// The first call of it.
    pub call: ExprId,
    /// The type of its operands.
    pub ty: Type,
    /// The neutral element, in the bits of the type.
    pub identity: Option<u64>,
    /// True if the order of elements does not matter.
    pub commutes: bool,
    /// True if an element may be combined more than once.
    pub idempotent: bool,
    /// True if the result is at least its operands.
    pub above: bool,
    /// True if the result of the operator is at most its operands.
    pub below: bool,
}

impl Stated {
    /// The operator with the laws that the source states.
    pub fn new(operator: &Operator, call: ExprId, ty: Type) -> Stated {
        let mask = u64::MAX >> (64 - 8 * ty.size().clamp(1, 8));
        Stated {
            call,
            ty,
            identity: operator.identity.map(|cell| cell & mask),
            commutes: operator.has(OperatorLaw::Commutative),
            idempotent: operator.has(OperatorLaw::Idempotent),
            above: ty.is_int() && operator.has(OperatorLaw::UpperBound),
            below: ty.is_int() && operator.has(OperatorLaw::LowerBound),
        }
    }
}

/// The change of combinations with every further element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// Prefixes grow by at most this much.
    By(i128),
    /// Prefixes do not fall.
    Up,
    /// Prefixes do not grow.
    Down,
    /// The growth is unknown.
    Any,
}

impl Growth {
    /// The comparison of a combination of more elements with one of fewer, each with its index.
    pub fn in_order(self, terms: &mut Terms, (low, x): (TermId, TermId), (high, y): (TermId, TermId)) -> TermId {
        match self {
            Growth::By(most) => {
                let (most, zero) = (terms.int(most), terms.int(0));
                let (rise, steps) = (terms.sub(high, low), terms.sub(y, x));
                let limit = terms.mul(most, steps);
                let bounds = [terms.le(zero, rise), terms.le(rise, limit)];
                terms.and(&bounds)
            }
            Growth::Up => terms.le(low, high),
            Growth::Down => terms.le(high, low),
            Growth::Any => terms.tru(),
        }
    }
}

impl ScanOp {
    /// The operator of an operation on numbers in an order; none where ranges of elements do not combine by it.
    pub fn of(op: BinOp, signed: bool) -> Option<ScanOp> {
        Some(match op {
            BinOp::Add => ScanOp::Add,
            BinOp::Mul => ScanOp::Mul,
            BinOp::Xor => ScanOp::Xor,
            BinOp::Or => ScanOp::Or,
            BinOp::And => ScanOp::And,
            BinOp::Max => ScanOp::Max { signed },
            BinOp::Min => ScanOp::Min { signed },
            _ => return None,
        })
    }

    /// True if an element may be combined more than once.
    pub fn is_idempotent(self) -> bool {
        match self {
            ScanOp::Or | ScanOp::And | ScanOp::Max { .. } | ScanOp::Min { .. } => true,
            ScanOp::Stated(stated) => stated.idempotent,
            ScanOp::Add | ScanOp::Mul | ScanOp::Xor => false,
        }
    }

    /// True if the order of elements does not matter.
    pub fn commutes(self) -> bool {
        !matches!(self, ScanOp::Stated(Stated { commutes: false, .. }))
    }

    /// True if the result may be beyond the type, where the operations are those of numbers that do not wrap around.
    pub fn may_exceed(self) -> bool {
        matches!(self, ScanOp::Add | ScanOp::Mul)
    }

    /// True if the order of numbers that it is about is that of a type.
    pub fn is_of(self, ty: Type) -> bool {
        match (self, ty) {
            (ScanOp::Max { signed } | ScanOp::Min { signed }, Type::Int { signed: own, .. }) => signed == own,
            (ScanOp::Max { signed } | ScanOp::Min { signed }, _) => signed,
            (ScanOp::Stated(stated), _) => stated.ty == ty,
            _ => true,
        }
    }

    /// The neutral element, in the bits of a type, its higher bits zero; none where the type has no such number.
    pub fn identity(self, ty: Type) -> Option<u64> {
        let infinity = |bits: u8, negative: bool| match bits {
            32 => Some(u64::from(if negative { f32::NEG_INFINITY } else { f32::INFINITY }.to_bits())),
            64 => Some(if negative { f64::NEG_INFINITY } else { f64::INFINITY }.to_bits()),
            _ => None,
        };
        let ones = |bits: u8| u64::MAX >> (64 - u32::from(bits));
        match (self, ty) {
            (ScanOp::Stated(stated), _) => stated.identity.filter(|_| stated.ty.size() == ty.size()),
            (ScanOp::Add, Type::Float { .. }) => Some(0),
            (ScanOp::Mul, Type::Float { bits: 32 }) => Some(u64::from(1f32.to_bits())),
            (ScanOp::Mul, Type::Float { bits: 64 }) => Some(1f64.to_bits()),
            (ScanOp::Max { signed: true }, Type::Float { bits }) => infinity(bits, true),
            (ScanOp::Min { signed: true }, Type::Float { bits }) => infinity(bits, false),
            (ScanOp::Add | ScanOp::Xor | ScanOp::Or | ScanOp::Max { signed: false }, Type::Int { .. }) => Some(0),
            (ScanOp::Mul, Type::Int { .. }) => Some(1),
            (ScanOp::And | ScanOp::Min { signed: false }, Type::Int { bits, .. }) => Some(ones(bits)),
            (ScanOp::Max { signed: true }, Type::Int { bits, .. }) => Some(1 << (bits - 1)),
            (ScanOp::Min { signed: true }, Type::Int { bits, .. }) => Some(ones(bits) >> 1),
            _ => None,
        }
    }

    /// True if a cell of a type, its higher bits whatever they are, changes nothing.
    pub fn is_identity(self, ty: Type, cell: u64) -> bool {
        let mask = u64::MAX >> (64 - 8 * ty.size().clamp(1, 8));
        self.identity(ty) == Some(cell & mask)
    }

    /// The identity as a number of an integer type.
    pub fn neutral(self, ty: Type) -> Option<i128> {
        let Type::Int { bits, signed } = ty else { return None };
        let cell = i128::from(self.identity(ty)?);
        Some(if signed && cell >= 1 << (bits - 1) { cell - (1 << bits) } else { cell })
    }

    /// The growth of combinations of integers, no element of which is below the first number or above the second.
    pub fn growth(self, least: Option<i128>, most: Option<i128>) -> Growth {
        match (self, least) {
            (ScanOp::Add, Some(0..)) => most.map_or(Growth::Any, Growth::By),
            (ScanOp::Stated(Stated { above: true, .. }), _) => Growth::Up,
            (ScanOp::Stated(Stated { below: true, .. }), _) => Growth::Down,
            (ScanOp::Max { .. }, _) | (ScanOp::Or, Some(0..)) => Growth::Up,
            (ScanOp::Min { .. }, _) | (ScanOp::And, Some(0..)) => Growth::Down,
            _ => Growth::Any,
        }
    }

    /// Two integers combined, where the result cannot exceed the type; none for operators that have no term.
    pub fn apply(self, terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
        Some(match self {
            ScanOp::Add => terms.add(a, b),
            ScanOp::Max { .. } => terms.max(a, b),
            ScanOp::Min { .. } => terms.min(a, b),
            ScanOp::Or => terms.bit_or(a, b),
            ScanOp::And => terms.bit_and(a, b),
            ScanOp::Xor => terms.bit_xor(a, b),
            ScanOp::Mul | ScanOp::Stated(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_are_those_of_the_order() {
        let max = ScanOp::Max { signed: true };
        assert_eq!(max.neutral(Type::I32), Some(i128::from(i32::MIN)));
        assert_eq!(ScanOp::Min { signed: true }.neutral(Type::I32), Some(i128::from(i32::MAX)));
        assert_eq!(ScanOp::Max { signed: false }.neutral(Type::U32), Some(0));
        assert_eq!(ScanOp::And.neutral(Type::U32), Some(i128::from(u32::MAX)));
        assert_eq!(ScanOp::And.neutral(Type::I32), Some(-1));
        assert_eq!(max.identity(Type::Float { bits: 32 }), Some(0xff80_0000));
        assert!(!max.is_of(Type::U32) && max.is_of(Type::Float { bits: 32 }));
    }

    #[test]
    fn only_numbers_that_are_not_negative_make_bits_grow() {
        assert_eq!(ScanOp::Or.growth(Some(-1), None), Growth::Any);
        assert_eq!(ScanOp::Or.growth(Some(0), None), Growth::Up);
        assert_eq!(ScanOp::Max { signed: true }.growth(None, None), Growth::Up);
        assert_eq!(ScanOp::Add.growth(Some(0), Some(1)), Growth::By(1));
        assert_eq!(ScanOp::Xor.growth(Some(0), Some(1)), Growth::Any);
    }
}
