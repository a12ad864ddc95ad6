//! Numbers without a width beside what a device computes.
//!
//! A [`Number`] is the range of the value that the source names if no operation had a width, and, where that is one
//! value, what a device makes of it. The two part at an operation whose result exceeds its type ([`Number::lost`]).
//! Sums, products and conversions keep both. Any other operation takes the value of the device for the value
//! ([`Number::settled`]): what `%`, `&` and `>>` make of a number that wrapped around is what the source asks for.
//!
//! Ranges are over-approximate; a single value is exact.

use wp_kir::{BinOp, ExprId, Type};

/// A number of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// The least exact value.
    pub lo: i128,
    /// The greatest one.
    pub hi: i128,
    /// What a device computes, if it is known.
    pub device: Option<i128>,
    /// The first operation at which the device may leave the exact value by exceeding its type.
    pub lost: Option<ExprId>,
}

impl Number {
    /// One value, which fits its type.
    pub fn point(value: i128) -> Self {
        Self { lo: value, hi: value, device: Some(value), lost: None }
    }

    /// Any value of a range.
    pub fn between(lo: i128, hi: i128) -> Self {
        if lo == hi {
            return Self::point(lo);
        }
        Self { lo, hi, device: None, lost: None }
    }

    /// Any value of a type of integers.
    pub fn any(ty: Type) -> Self {
        let (lo, hi) = ty.int_range().unwrap_or((0, 0));
        Self { lo, hi, device: None, lost: None }
    }

    /// The truth value, if it is known.
    pub fn truth(self) -> Option<bool> {
        (self.lo == self.hi && self.device == Some(self.lo)).then_some(self.lo != 0)
    }

    /// The exact value beside that of the device, if both are known.
    pub fn values(self) -> Option<(i128, i128)> {
        self.device.filter(|_| self.lo == self.hi).map(|device| (self.lo, device))
    }

    /// Any value of the two.
    pub fn or(self, other: Self) -> Self {
        Self {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            device: self.device.filter(|_| self.lo == self.hi && (self.lo, self.device) == (other.lo, other.device)),
            lost: self.lost.or(other.lost),
        }
    }

    /// The value of the device as the value that is meant.
    pub fn settled(self, ty: Type) -> Self {
        match self.values() {
            Some((_, device)) => Self::point(device),
            None if is_within(self, ty) => Self { lost: None, ..self },
            None => Self::any(ty),
        }
    }

    /// The value restricted to a range; none if no value is left.
    pub fn within(self, least: i128, most: i128, ty: Type) -> Option<Self> {
        let (lo, hi) = (self.lo.max(least), self.hi.min(most));
        if lo > hi {
            return None;
        }
        let lost = self.lost.filter(|_| self.values().is_some() || ty.int_range().is_none_or(|(_, max)| hi > max));
        Some(Self { lo, hi, lost, ..self })
    }
}

fn is_within(n: Number, ty: Type) -> bool {
    ty.int_range().is_none_or(|(min, max)| min <= n.lo && n.hi <= max)
}

/// The result of an operation of a type, whose exact bounds and earlier loss are those of `exact`; `by` is the
/// operation if exceeding the type there counts.
fn computed(exact: Number, device: Option<i128>, ty: Type, by: Option<ExprId>) -> Number {
    let device = device.map(|value| ty.wrap(value)).filter(|_| exact.lo == exact.hi);
    let exceeds = ty.int_range().is_some_and(|(_, max)| exact.hi > max);
    let lost = match device {
        Some(device) if device == exact.lo => None,
        _ => exact.lost.or(by.filter(|_| exceeds)),
    };
    Number { device, lost, ..exact }
}

/// The operand of a conversion in another type of integers.
pub(super) fn converted(a: Number, ty: Type, by: Option<ExprId>) -> Number {
    computed(a, a.device, ty, by)
}

/// A sum, difference, product, least or greatest value; `None` for other operations.
pub(super) fn linear(op: BinOp, a: Number, b: Number, ty: Type, by: Option<ExprId>) -> Option<Number> {
    let apply: fn(i128, i128) -> i128 = match op {
        BinOp::Add => i128::saturating_add,
        BinOp::Sub => i128::saturating_sub,
        BinOp::Mul => i128::saturating_mul,
        BinOp::Min => |x, y| x.min(y),
        BinOp::Max => |x, y| x.max(y),
        _ => return None,
    };
    let (lo, hi) = match op {
        BinOp::Sub => (apply(a.lo, b.hi), apply(a.hi, b.lo)),
        BinOp::Mul => corners(a, b, apply),
        _ => (apply(a.lo, b.lo), apply(a.hi, b.hi)),
    };
    let device = a.device.zip(b.device).map(|(a, b)| apply(a, b));
    let exact = Number { lo, hi, device: None, lost: a.lost.or(b.lost) };
    Some(computed(exact, device, ty, by))
}

fn corners(a: Number, b: Number, apply: impl Fn(i128, i128) -> i128) -> (i128, i128) {
    let all = [apply(a.lo, b.lo), apply(a.lo, b.hi), apply(a.hi, b.lo), apply(a.hi, b.hi)];
    (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
}

/// `a << b`, as the product that it stands for.
pub(super) fn shifted(a: Number, b: Number, ty: Type, by: Option<ExprId>) -> Number {
    match b.settled(ty).values() {
        Some((amount @ 0..=62, _)) => {
            linear(BinOp::Mul, a, Number::point(1 << amount), ty, by).unwrap_or(Number::any(ty))
        }
        _ => Number::any(ty),
    }
}

/// Any other operation on integers, on settled operands.
pub(super) fn other(op: BinOp, a: Number, b: Number, ty: Type) -> Number {
    if let (Some((x, _)), Some((y, _))) = (a.values(), b.values()) {
        let value = match op {
            BinOp::Div => x.checked_div(y),
            BinOp::Rem => x.checked_rem(y),
            BinOp::And => Some(x & y),
            BinOp::Or => Some(x | y),
            BinOp::Xor => Some(x ^ y),
            BinOp::Shr => u32::try_from(y).ok().and_then(|y| x.checked_shr(y)),
            _ => None,
        };
        return value.map_or(Number::any(ty), |value| Number::point(ty.wrap(value)));
    }
    let natural = a.lo >= 0;
    match op {
        BinOp::Div if b.lo >= 1 => {
            let (lo, hi) = corners(a, b, |x, y| x / y);
            Number::between(lo, hi)
        }
        BinOp::Rem if b.lo >= 1 && natural => Number::between(0, a.hi.min(b.hi - 1)),
        BinOp::Rem if b.lo >= 1 => Number::between(1 - b.hi, b.hi - 1),
        BinOp::Shr if natural => match b.values() {
            Some((amount @ 0..=62, _)) => Number::between(a.lo >> amount, a.hi >> amount),
            _ => Number::between(0, a.hi),
        },
        BinOp::And if natural && b.lo >= 0 => Number::between(0, a.hi.min(b.hi)),
        BinOp::And if natural => Number::between(0, a.hi),
        BinOp::And if b.lo >= 0 => Number::between(0, b.hi),
        BinOp::Or | BinOp::Xor if natural && b.lo >= 0 => {
            let bits = 128 - a.hi.max(b.hi).leading_zeros();
            Number::between(0, (1i128 << bits.min(126)) - 1)
        }
        _ => Number::any(ty),
    }
}

/// A comparison: known where the exact values decide it and those of the device agree.
pub(super) fn compared(op: BinOp, a: Number, b: Number) -> Number {
    let unknown = Number::any(Type::Bool);
    let exact = match op {
        BinOp::Lt if a.hi < b.lo => true,
        BinOp::Lt if a.lo >= b.hi => false,
        BinOp::Le if a.hi <= b.lo => true,
        BinOp::Le if a.lo > b.hi => false,
        BinOp::Eq | BinOp::Ne if a.hi < b.lo || b.hi < a.lo => op == BinOp::Ne,
        BinOp::Eq | BinOp::Ne if a.lo == a.hi && b.lo == b.hi => op == BinOp::Eq,
        _ => return unknown,
    };
    let agrees = match (a.device, b.device) {
        (Some(x), Some(y)) => {
            exact
                == match op {
                    BinOp::Lt => x < y,
                    BinOp::Le => x <= y,
                    BinOp::Eq => x == y,
                    _ => x != y,
                }
        }
        _ => true,
    };
    if agrees {
        Number::point(i128::from(exact))
    } else {
        unknown
    }
}

/// `&`, `|` and `^` of truth values.
pub(super) fn connected(op: BinOp, a: Number, b: Number) -> Number {
    match (op, a.truth(), b.truth()) {
        (BinOp::And, Some(false), _) | (BinOp::And, _, Some(false)) => Number::point(0),
        (BinOp::And, Some(true), _) => b,
        (BinOp::And, _, Some(true)) => a,
        (BinOp::Or, Some(true), _) | (BinOp::Or, _, Some(true)) => Number::point(1),
        (BinOp::Or, Some(false), _) => b,
        (BinOp::Or, _, Some(false)) => a,
        (BinOp::Xor | BinOp::Ne, Some(x), Some(y)) => Number::point(i128::from(x != y)),
        (BinOp::Eq, Some(x), Some(y)) => Number::point(i128::from(x == y)),
        _ => Number::any(Type::Bool),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_base::Id;

    const E: Option<ExprId> = None;

    fn by(n: usize) -> Option<ExprId> {
        Some(ExprId::from_index(n))
    }

    #[test]
    fn a_product_that_exceeds_its_type_is_lost_and_kept_exact() {
        let n = Number::point(50_000);
        let product = linear(BinOp::Mul, n, n, Type::I32, by(7)).unwrap();
        assert_eq!((product.values(), product.lost), (Some((2_500_000_000, -1_794_967_296)), by(7)));
        let sum = linear(BinOp::Add, product, Number::point(1), Type::I32, by(8)).unwrap();
        assert_eq!((sum.values(), sum.lost), (Some((2_500_000_001, -1_794_967_295)), by(7)));
        let wide = converted(sum, Type::I64, by(9));
        assert_eq!((wide.values(), wide.lost), (sum.values(), by(7)));
        assert_eq!(converted(wide, Type::U32, by(9)).lost, None, "as unsigned it is the exact value again");
    }

    #[test]
    fn unsigned_differences_that_come_back_are_not_lost() {
        let below = linear(BinOp::Sub, Number::point(0), Number::point(1), Type::U32, by(1)).unwrap();
        assert_eq!((below.values(), below.lost), (Some((-1, (1 << 32) - 1)), None));
        let back = linear(BinOp::Add, below, Number::point(4), Type::U32, by(2)).unwrap();
        assert_eq!((back.values(), back.lost), (Some((3, 3)), None));
    }

    #[test]
    fn other_operations_mean_the_value_of_the_device() {
        let hash = linear(BinOp::Mul, Number::point(1 << 31), Number::point(5), Type::U32, by(1)).unwrap();
        assert_eq!(hash.lost, by(1));
        let slot = other(BinOp::Rem, hash.settled(Type::U32), Number::point(1 << 31), Type::U32);
        assert_eq!((slot.values(), slot.lost), (Some((0, 0)), None));
        let wide = Number { lo: 0, hi: 1 << 40, device: None, lost: by(1) };
        assert_eq!(wide.settled(Type::U32), Number::any(Type::U32));
    }

    #[test]
    fn a_comparison_that_the_device_decides_otherwise_is_not_known() {
        let index = linear(BinOp::Mul, Number::point(50_000), Number::point(50_000), Type::I32, E).unwrap();
        assert_eq!(compared(BinOp::Lt, index, Number::point(100)).truth(), None);
        assert_eq!(compared(BinOp::Lt, Number::between(0, 9), Number::point(10)).truth(), Some(true));
        assert_eq!(compared(BinOp::Lt, Number::between(0, 10), Number::point(10)).truth(), None);
    }

    #[test]
    fn ranges_hold_the_results_of_their_values() {
        let ranges = [(-3, 2), (0, 5), (2, 7)];
        for op in [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem, BinOp::And, BinOp::Or, BinOp::Shr] {
            for (a, b) in ranges.into_iter().flat_map(|a| ranges.map(|b| (a, b))) {
                let apply =
                    |x: Number, y: Number| linear(op, x, y, Type::I32, E).unwrap_or_else(|| other(op, x, y, Type::I32));
                let all = apply(Number::between(a.0, a.1), Number::between(b.0, b.1));
                for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                    let one = apply(Number::point(x), Number::point(y));
                    if let Some((value, _)) = one.values() {
                        assert!(all.lo <= value && value <= all.hi, "{op:?} {x} {y}: {value} not in {all:?}");
                    }
                }
            }
        }
    }
}
