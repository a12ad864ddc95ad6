//! The abstract values: constants, addresses, and combinations of neighbouring elements.
//!
//! An interval stands for `F(lo) op F(lo + 1) op .. op F(hi - 1)`, where `F` is what an array held at the first barrier. Two that
//! are neighbours combine to one (Chong et al. 2013, section 4.2), for operators that are associative and commutative on integers of
//! one width whatever their sign. Exact modulo that width; for floats, over the real numbers.

use wp_kir::{BinOp, ObjectId, Type};

/// Every `step`-th element of an array from `lo` on, `hi` excluded, combined by one operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The array.
    pub origin: ObjectId,
    /// Index of the first element.
    pub lo: i64,
    /// Behind the last one: a positive number of steps from `lo`.
    pub hi: i64,
    /// The distance of elements; 1 while there is one element only.
    pub step: i64,
    /// The operator; none while there is one element only.
    pub op: Option<BinOp>,
    /// Bits of an element: of a wider value no more is known.
    pub bits: u8,
    /// Whether all operations were those of signed numbers or floats of this width, which do not wrap around.
    pub exact: bool,
}

/// Where a pointer may point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The null pointer.
    Null,
    /// An object.
    Object(ObjectId),
    /// Anywhere.
    Unknown,
}

/// What a variable or a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A constant, as a cell of `wp_interp::scalar`.
    Known(u64),
    /// A pointer with its byte offset, where that is known.
    Pointer(Base, Option<i64>),
    /// The number of threads of the block, where that is open.
    Threads,
    /// Neighbouring elements.
    Interval(Interval),
    /// Anything.
    Opaque,
}

impl Value {
    /// What a place holds that two paths reach with these values.
    pub fn join(self, other: Value) -> Value {
        match (self, other) {
            _ if self == other => self,
            (Value::Pointer(a, _), Value::Pointer(b, _)) if a == b => Value::Pointer(a, None),
            (Value::Pointer(..), _) | (_, Value::Pointer(..)) => Value::Pointer(Base::Unknown, None),
            _ => Value::Opaque,
        }
    }

    /// Anything of a type.
    pub fn unknown(ty: Type) -> Value {
        match ty {
            Type::Ptr => Value::Pointer(Base::Unknown, None),
            _ => Value::Opaque,
        }
    }
}

/// The combination of two values of a type of which not both are constants.
pub fn combine(op: BinOp, ty: Type, a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Interval(i), Value::Known(e)) | (Value::Known(e), Value::Interval(i)) if is_identity(op, e) => {
            // `x - 0` is `x`, `0 - x` is not.
            match (op, a) {
                (BinOp::Sub, Value::Known(_)) => Value::Opaque,
                _ => Value::Interval(i),
            }
        }
        (Value::Interval(a), Value::Interval(b)) => {
            let keeps = matches!(ty, Type::Int { signed: true, .. }) || ty.is_float();
            let exact = a.exact && b.exact && keeps && 8 * ty.size() == u64::from(a.bits);
            unite(op, a, b).map_or(Value::Opaque, |both| Value::Interval(Interval { exact, ..both }))
        }
        _ => Value::Opaque,
    }
}

fn is_identity(op: BinOp, e: u64) -> bool {
    matches!(op, BinOp::Add | BinOp::Sub | BinOp::Or | BinOp::Xor) && e == 0
}

fn unite(op: BinOp, a: Interval, b: Interval) -> Option<Interval> {
    if a.origin != b.origin {
        return None;
    }
    if op == BinOp::Sub {
        return difference(a, b);
    }
    let counts_once = matches!(op, BinOp::Add | BinOp::Xor);
    let idempotent = matches!(op, BinOp::Or | BinOp::And);
    if !(counts_once || idempotent) || [a, b].iter().any(|i| i.op.is_some_and(|o| o != op)) {
        return None;
    }
    let (a, b) = if a.lo <= b.lo { (a, b) } else { (b, a) };
    let overlap = idempotent && a.step == 1 && b.step == 1 && b.lo <= a.hi;
    if overlap {
        return Some(Interval { hi: a.hi.max(b.hi), op: Some(op), ..a });
    }
    let step = match (a.op, b.op) {
        _ if a.lo == b.lo => return None,
        // The distance of two single elements.
        (None, None) => b.lo - a.lo,
        // A single one behind a row, or in front of it.
        (_, None) if a.hi == b.lo => a.step,
        (None, _) if a.lo + b.step == b.lo => b.step,
        // One row behind the other.
        (Some(_), Some(_)) if a.step == b.step && a.hi == b.lo => a.step,
        // Two rows whose elements take turns.
        (Some(_), Some(_)) if a.step == b.step && 2 * (b.lo - a.lo) == a.step && b.hi - b.lo == a.hi - a.lo => {
            return Some(Interval { hi: a.hi, step: a.step / 2, op: Some(op), ..a })
        }
        _ => return None,
    };
    let count = a.count() + b.count();
    Some(Interval { hi: a.lo + count * step, step, op: Some(op), ..a })
}

impl Interval {
    /// The number of elements.
    pub fn count(&self) -> i64 {
        (self.hi - self.lo) / self.step
    }
}

/// Sums of which one is the beginning or the end of the other.
fn difference(a: Interval, b: Interval) -> Option<Interval> {
    let of_sums = [a, b].iter().all(|i| i.step == 1 && i.op.is_none_or(|op| op == BinOp::Add));
    let rest = match () {
        () if a.lo == b.lo && b.hi < a.hi => Interval { lo: b.hi, ..a },
        () if a.hi == b.hi && a.lo < b.lo => Interval { hi: b.lo, ..a },
        () => return None,
    };
    of_sums.then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_base::Id;

    fn interval(lo: i64, hi: i64, op: Option<BinOp>) -> Value {
        Value::Interval(Interval { origin: ObjectId::from_index(0), lo, hi, step: 1, op, bits: 32, exact: true })
    }

    #[test]
    fn rows_take_turns() {
        let row = |lo, hi, step| {
            Value::Interval(Interval {
                origin: ObjectId::from_index(0),
                lo,
                hi,
                step,
                op: Some(BinOp::Add),
                bits: 32,
                exact: true,
            })
        };
        let pair = combine(BinOp::Add, Type::I32, interval(0, 1, None), interval(4, 5, None));
        assert_eq!(pair, row(0, 8, 4));
        assert_eq!(combine(BinOp::Add, Type::I32, pair, row(2, 10, 4)), row(0, 8, 2));
        assert_eq!(combine(BinOp::Add, Type::I32, row(0, 8, 2), row(1, 9, 2)), row(0, 8, 1));
        assert_eq!(combine(BinOp::Add, Type::I32, pair, row(1, 9, 4)), Value::Opaque);
        assert_eq!(combine(BinOp::Add, Type::I32, pair, row(2, 14, 4)), Value::Opaque);
        assert_eq!(combine(BinOp::Add, Type::I32, pair, interval(8, 9, None)), row(0, 12, 4));
        assert_eq!(combine(BinOp::Add, Type::I32, interval(3, 4, None), row(7, 15, 4)), row(3, 15, 4));
        assert_eq!(combine(BinOp::Add, Type::I32, interval(0, 1, None), interval(0, 1, None)), Value::Opaque);
        assert_eq!(combine(BinOp::Add, Type::I32, row(0, 8, 4), row(0, 8, 4)), Value::Opaque);
    }

    #[test]
    fn neighbours_combine_and_others_do_not() {
        let add = Some(BinOp::Add);
        let sum = combine(BinOp::Add, Type::I32, interval(2, 4, add), interval(4, 5, None));
        assert_eq!(sum, interval(2, 5, add));
        assert_eq!(combine(BinOp::Add, Type::I32, interval(4, 5, None), interval(2, 4, add)), interval(2, 5, add));
        assert_eq!(combine(BinOp::Add, Type::I32, interval(2, 4, add), interval(3, 5, add)), Value::Opaque);
        assert_eq!(combine(BinOp::Add, Type::I32, interval(2, 4, add), interval(5, 6, None)), Value::Opaque);
        let or = Some(BinOp::Or);
        assert_eq!(combine(BinOp::Or, Type::I32, interval(2, 4, or), interval(3, 5, None)), interval(2, 5, or));
        assert_eq!(combine(BinOp::Or, Type::I32, interval(2, 4, add), interval(4, 5, None)), Value::Opaque);
        assert_eq!(
            combine(BinOp::Xor, Type::I32, interval(2, 4, Some(BinOp::Xor)), interval(3, 5, None)),
            Value::Opaque
        );
        assert_eq!(combine(BinOp::Mul, Type::I32, interval(2, 3, None), interval(3, 4, None)), Value::Opaque);
    }

    #[test]
    fn identities_and_differences() {
        let add = Some(BinOp::Add);
        assert_eq!(combine(BinOp::Add, Type::I32, interval(1, 3, add), Value::Known(0)), interval(1, 3, add));
        assert_eq!(combine(BinOp::Add, Type::I32, interval(1, 3, add), Value::Known(1)), Value::Opaque);
        assert_eq!(combine(BinOp::Sub, Type::I32, interval(1, 3, add), Value::Known(0)), interval(1, 3, add));
        assert_eq!(combine(BinOp::Sub, Type::I32, Value::Known(0), interval(1, 3, add)), Value::Opaque);
        assert_eq!(combine(BinOp::And, Type::I32, interval(1, 3, None), Value::Known(0)), Value::Opaque);
        assert_eq!(combine(BinOp::Sub, Type::I32, interval(0, 5, add), interval(4, 5, None)), interval(0, 4, add));
        assert_eq!(combine(BinOp::Sub, Type::I32, interval(0, 5, add), interval(0, 2, add)), interval(2, 5, add));
        assert_eq!(combine(BinOp::Sub, Type::I32, interval(0, 5, add), interval(1, 2, None)), Value::Opaque);
        assert_eq!(combine(BinOp::Sub, Type::I32, interval(0, 5, add), interval(0, 5, add)), Value::Opaque);
        assert_eq!(
            combine(BinOp::Sub, Type::I32, interval(0, 5, Some(BinOp::Xor)), interval(4, 5, None)),
            Value::Opaque
        );
    }
}
