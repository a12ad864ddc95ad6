//! The abstract values: constants, addresses, and combinations of neighbouring elements.
//!
//! An interval stands for `F(lo) op F(lo + 1) op .. op F(hi - 1)`, where `F` is the array's contents at the first
//! barrier. Two neighbouring intervals combine to one (Chong et al. 2013, section 4.2). Exact modulo the width of an
//! element; for floats, over the real numbers.
//!
//! The greatest and the least element depend on an order. A comparison of two values is kept as a value, so that a
//! choice by it is recognised as the greater or the lesser one, whether it is written as a function, a conditional
//! expression or a statement.

use wp_kir::{BinOp, ObjectId, Type};
use wp_summary::{ScanOp, Stated};

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
    pub op: Option<ScanOp>,
    /// Bits of an element: the higher bits of a wider value are unknown, unless [`Interval::extended`] gives them.
    pub bits: u8,
    /// True if no operation can have wrapped around: those of signed numbers or floats of this width, and those that
    /// have no greater result.
    pub exact: bool,
    /// In a wider type: whether the higher bits are those of a signed number, or zero; none where they are not known.
    pub extended: Option<bool>,
}

/// One side of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A constant.
    Known(u64),
    /// Neighbouring elements.
    Interval(Interval),
}

/// The comparison `lesser < greater`, or `lesser <= greater`: for equal values the result is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Type of both.
    pub ty: Type,
    /// The one that is less where it is true.
    pub lesser: Operand,
    /// The one that is greater.
    pub greater: Operand,
}

/// The base of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The null pointer.
    Null,
    /// An object.
    Object(ObjectId),
    /// Anywhere.
    Unknown,
}

/// The abstract value of a variable or a cell.
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
    /// A truth value, as 0 or 1.
    Compared(Comparison),
    /// Anything.
    Opaque,
}

impl Value {
    /// The abstract value where two paths with these values join.
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

impl Operand {
    /// A constant or elements.
    pub fn of(value: Value) -> Option<Operand> {
        match value {
            Value::Known(cell) => Some(Operand::Known(cell)),
            Value::Interval(i) => Some(Operand::Interval(i)),
            _ => None,
        }
    }

    fn value(self) -> Value {
        match self {
            Operand::Known(cell) => Value::Known(cell),
            Operand::Interval(i) => Value::Interval(i),
        }
    }

    /// True if a value, perhaps of another width, is this one.
    fn is(self, value: Value) -> bool {
        match (self, value) {
            (Operand::Known(a), Value::Known(b)) => a == b,
            (Operand::Interval(a), Value::Interval(b)) => a == Interval { extended: a.extended, ..b },
            _ => false,
        }
    }
}

impl Comparison {
    /// `a < b` or `a <= b` of values of a type of which not both are constants.
    pub fn new(ty: Type, a: Value, b: Value) -> Option<Comparison> {
        let (lesser, greater) = (Operand::of(a)?, Operand::of(b)?);
        (ty.is_int() || ty.is_float()).then_some(Comparison { ty, lesser, greater })
    }

    /// The negation.
    pub fn negated(self) -> Comparison {
        Comparison { lesser: self.greater, greater: self.lesser, ..self }
    }

    /// The abstract value that is `yes` where a condition is true, else `no`.
    pub fn choose(self, yes: Value, no: Value) -> Value {
        let op = match () {
            () if yes == no => return yes,
            () if self.greater.is(yes) && self.lesser.is(no) => BinOp::Max,
            () if self.lesser.is(yes) && self.greater.is(no) => BinOp::Min,
            () => return yes.join(no),
        };
        // Higher bits are known if both values agree on them; where one is a constant, they have to be those that were
        // compared.
        let extended = match (yes, no) {
            (Value::Interval(a), Value::Interval(b)) if a.extended == b.extended => a.extended,
            (Value::Interval(i), Value::Known(_)) | (Value::Known(_), Value::Interval(i)) => {
                let compared = [self.lesser, self.greater].contains(&Operand::Interval(i));
                match i.extended {
                    Some(_) if !compared => return Value::Opaque,
                    extended => extended,
                }
            }
            _ => return Value::Opaque,
        };
        match combine(op, self.ty, self.lesser.value(), self.greater.value()) {
            Value::Interval(i) => Value::Interval(Interval { extended, ..i }),
            _ => Value::Opaque,
        }
    }
}

/// The combination of two values of a type of which not both are constants.
pub fn combine(op: BinOp, ty: Type, a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Interval(i), Value::Known(e)) | (Value::Known(e), Value::Interval(i)) => {
            // `x - 0` is `x`, `0 - x` is not.
            let keeps = match op {
                BinOp::Sub => e == 0 && a == Value::Interval(i),
                _ => i.operator(op, ty).is_some_and(|op| i.is_identity(op, ty, e)),
            };
            if keeps {
                Value::Interval(i)
            } else {
                Value::Opaque
            }
        }
        (Value::Interval(a), Value::Interval(b)) => both(op, ty, a, b).map_or(Value::Opaque, Value::Interval),
        _ => Value::Opaque,
    }
}

fn both(op: BinOp, ty: Type, a: Interval, b: Interval) -> Option<Interval> {
    let keeps = matches!(ty, Type::Int { signed: true, .. }) || ty.is_float();
    let no_wrap = keeps && 8 * ty.size() == u64::from(a.bits);
    let exact = a.exact && b.exact;
    if op == BinOp::Sub {
        return difference(a, b).map(|rest| Interval { exact: exact && no_wrap, extended: None, ..rest });
    }
    let of = a.operator(op, ty)?;
    if b.operator(op, ty) != Some(of) {
        return None;
    }
    let united = unite(of, a, b)?;
    // Bit by bit, and by choice, higher bits stay what they are.
    let extended = if of.may_exceed() || a.extended != b.extended { None } else { a.extended };
    Some(Interval { exact: exact && (no_wrap || !of.may_exceed()), extended, ..united })
}

/// The combination of two values by an operator of the source, in this order, of which not both are constants.
pub fn combine_stated(stated: Stated, a: Value, b: Value) -> Value {
    let whole = |i: &Interval| u64::from(i.bits) == 8 * stated.ty.size();
    let op = ScanOp::Stated(stated);
    match (a, b) {
        (Value::Interval(i), Value::Known(e)) | (Value::Known(e), Value::Interval(i)) => {
            if whole(&i) && op.is_identity(stated.ty, e) {
                Value::Interval(i)
            } else {
                Value::Opaque
            }
        }
        (Value::Interval(a), Value::Interval(b)) if whole(&a) && whole(&b) => {
            let exact = a.exact && b.exact;
            unite(op, a, b).map_or(Value::Opaque, |i| Value::Interval(Interval { exact, extended: None, ..i }))
        }
        _ => Value::Opaque,
    }
}

fn unite(op: ScanOp, a: Interval, b: Interval) -> Option<Interval> {
    if a.origin != b.origin || [a, b].iter().any(|i| i.op.is_some_and(|o| o != op)) {
        return None;
    }
    if !op.commutes() {
        // In order, and nothing in between.
        let next = a.step == 1 && b.step == 1 && a.hi == b.lo;
        return next.then_some(Interval { hi: b.hi, op: Some(op), ..a });
    }
    let (a, b) = if a.lo <= b.lo { (a, b) } else { (b, a) };
    let overlap = op.is_idempotent() && a.step == 1 && b.step == 1 && b.lo <= a.hi;
    if overlap {
        let hi = a.hi.max(b.hi);
        return Some(Interval { hi, op: (hi - a.lo > 1).then_some(op), ..a });
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

    /// The effect of an operation of a type on elements: the order is that of the values, which the type does not
    /// determine if it is wider.
    fn operator(&self, op: BinOp, ty: Type) -> Option<ScanOp> {
        let whole = 8 * ty.size() == u64::from(self.bits);
        let own = ty.is_float() || matches!(ty, Type::Int { signed: true, .. });
        let signed = match self.extended {
            _ if whole => own,
            // Extended negative numbers are the greatest ones among unsigned numbers.
            Some(signed) => signed && own,
            None if matches!(op, BinOp::Min | BinOp::Max) => return None,
            None => own,
        };
        ScanOp::of(op, signed)
    }

    /// True if a constant of a type changes nothing.
    fn is_identity(&self, op: ScanOp, ty: Type, e: u64) -> bool {
        if 8 * ty.size() == u64::from(self.bits) {
            return op.is_identity(ty, e);
        }
        let (Type::Int { bits: wide, signed }, Some(mask)) = (ty, (self.bits < 64).then(|| (1u64 << self.bits) - 1))
        else {
            return false;
        };
        let e = e & (u64::MAX >> (64 - u32::from(wide)));
        let all = u64::MAX >> (64 - u32::from(wide));
        let negative = signed && e > all >> 1;
        let least = if self.extended == Some(true) { all & !(mask >> 1) } else { 0 };
        let most = if self.extended == Some(true) { mask >> 1 } else { mask };
        match op {
            // Its operands have the width of an element.
            ScanOp::Stated(_) => false,
            ScanOp::Add | ScanOp::Xor | ScanOp::Or => e == 0,
            ScanOp::Mul => e == 1,
            ScanOp::And => e == all || self.extended == Some(false) && e & mask == mask,
            // Not above the least element, in the order of the wider type.
            ScanOp::Max { signed: true } => negative && e <= least,
            ScanOp::Max { signed: false } => e == 0 || self.extended == Some(false) && negative,
            ScanOp::Min { signed: true } => !negative && e >= most,
            ScanOp::Min { signed: false } => {
                self.extended == Some(false) && !negative && e >= mask || e == all && !signed
            }
        }
    }
}

/// Sums of which one is the beginning or the end of the other.
fn difference(a: Interval, b: Interval) -> Option<Interval> {
    let of_sums = [a, b].iter().all(|i| i.step == 1 && i.op.is_none_or(|op| op == ScanOp::Add));
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

    fn interval(lo: i64, hi: i64, op: Option<ScanOp>) -> Value {
        Value::Interval(Interval {
            origin: ObjectId::from_index(0),
            lo,
            hi,
            step: 1,
            op,
            bits: 32,
            exact: true,
            extended: None,
        })
    }

    #[test]
    fn rows_take_turns() {
        let row = |lo, hi, step| {
            Value::Interval(Interval {
                origin: ObjectId::from_index(0),
                lo,
                hi,
                step,
                op: Some(ScanOp::Add),
                bits: 32,
                exact: true,
                extended: None,
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
        let add = Some(ScanOp::Add);
        let sum = combine(BinOp::Add, Type::I32, interval(2, 4, add), interval(4, 5, None));
        assert_eq!(sum, interval(2, 5, add));
        assert_eq!(combine(BinOp::Add, Type::I32, interval(4, 5, None), interval(2, 4, add)), interval(2, 5, add));
        assert_eq!(combine(BinOp::Add, Type::I32, interval(2, 4, add), interval(3, 5, add)), Value::Opaque);
        assert_eq!(combine(BinOp::Add, Type::I32, interval(2, 4, add), interval(5, 6, None)), Value::Opaque);
        let or = Some(ScanOp::Or);
        assert_eq!(combine(BinOp::Or, Type::I32, interval(2, 4, or), interval(3, 5, None)), interval(2, 5, or));
        assert_eq!(combine(BinOp::Or, Type::I32, interval(2, 4, add), interval(4, 5, None)), Value::Opaque);
        assert_eq!(
            combine(BinOp::Xor, Type::I32, interval(2, 4, Some(ScanOp::Xor)), interval(3, 5, None)),
            Value::Opaque
        );
        let product = combine(BinOp::Mul, Type::I32, interval(2, 3, None), interval(3, 4, None));
        assert_eq!(product, interval(2, 4, Some(ScanOp::Mul)));
        assert_eq!(combine(BinOp::Mul, Type::I32, product, interval(3, 4, None)), Value::Opaque);
        assert_eq!(combine(BinOp::Shl, Type::I32, interval(2, 3, None), interval(3, 4, None)), Value::Opaque);
    }

    #[test]
    fn identities_and_differences() {
        let add = Some(ScanOp::Add);
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
            combine(BinOp::Sub, Type::I32, interval(0, 5, Some(ScanOp::Xor)), interval(4, 5, None)),
            Value::Opaque
        );
    }

    #[test]
    fn choices_are_the_greater_or_the_lesser_one() {
        let (x, y) = (interval(0, 2, Some(ScanOp::Max { signed: true })), interval(2, 3, None));
        let less = Comparison::new(Type::I32, x, y).unwrap();
        let max = interval(0, 3, Some(ScanOp::Max { signed: true }));
        assert_eq!(less.choose(y, x), max);
        assert_eq!(less.negated().choose(x, y), max);
        assert_eq!(less.choose(x, y), Value::Opaque, "the lesser one of what is a greatest one");
        assert_eq!(less.choose(y, Value::Known(0)), Value::Opaque);
        // Another order.
        assert_eq!(Comparison::new(Type::U32, x, y).unwrap().choose(y, x), Value::Opaque);
        let single = Comparison::new(Type::U32, interval(1, 2, None), y).unwrap();
        assert_eq!(single.choose(interval(1, 2, None), y), interval(1, 3, Some(ScanOp::Min { signed: false })));
        assert_eq!(combine(BinOp::Max, Type::I32, y, y), y);
    }

    #[test]
    fn constants_below_all_elements_change_no_greatest_one() {
        let x = interval(2, 3, None);
        let least = i64::from(i32::MIN) as u64;
        assert_eq!(combine(BinOp::Max, Type::I32, x, Value::Known(least)), x);
        assert_eq!(combine(BinOp::Max, Type::I32, x, Value::Known(least & 0xffff_ffff)), x);
        assert_eq!(combine(BinOp::Max, Type::I32, x, Value::Known(0)), Value::Opaque);
        assert_eq!(combine(BinOp::Max, Type::U32, x, Value::Known(0)), x);
        assert_eq!(combine(BinOp::Min, Type::U32, x, Value::Known(0xffff_ffff)), x);
        assert_eq!(combine(BinOp::Min, Type::I32, x, Value::Known(0x7fff_ffff)), x);
        assert_eq!(combine(BinOp::Min, Type::I32, x, Value::Known(0xffff_ffff)), Value::Opaque);
        assert_eq!(combine(BinOp::And, Type::U32, x, Value::Known(0xffff_ffff)), x);
        // Bytes in a wider type.
        let byte = |extended| {
            let Value::Interval(i) = x else { unreachable!() };
            Value::Interval(Interval { bits: 8, extended, ..i })
        };
        let (zero, sign, none) = (byte(Some(false)), byte(Some(true)), byte(None));
        let max = |x, e: i64| combine(BinOp::Max, Type::I32, x, Value::Known(e as u64)) == x;
        assert!(max(zero, 0) && max(zero, -1) && !max(zero, 1));
        assert!(max(sign, -128) && max(sign, -1000) && !max(sign, -127) && !max(sign, 0));
        assert!(!max(none, 0) && !max(none, -1000));
        let min = |x, e: i64| combine(BinOp::Min, Type::I32, x, Value::Known(e as u64)) == x;
        assert!(min(zero, 255) && !min(zero, 254) && min(sign, 127) && !min(sign, 126) && !min(sign, -1));
        assert_eq!(combine(BinOp::Max, Type::I32, zero, sign), Value::Opaque);
    }
}
