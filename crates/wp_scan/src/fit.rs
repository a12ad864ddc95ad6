//! Generalises the contents of arrays in single block sizes to one law for all of them: bounds of intervals as linear
//! forms.

use crate::interval::{Interval, Value};
use wp_kir::ObjectId;
use wp_summary::{Linear, ScanOp};

/// Elements `from..to` of an array are intervals whose bounds follow the index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fit {
    /// The array.
    pub origin: ObjectId,
    /// The operator.
    pub op: ScanOp,
    /// The lower bound: with `true` the index plus a constant, else the constant.
    pub lo: (bool, i64),
    /// The same of the upper bound.
    pub hi: (bool, i64),
    /// First element.
    pub from: i64,
    /// Behind the last one.
    pub to: i64,
}

fn at(bound: (bool, i64), index: i64) -> i64 {
    bound.1 + if bound.0 { index } else { 0 }
}

/// The shapes of bounds: true if a bound follows the index. If both do, elements are unchanged, or sums of some
/// neighbours.
pub const SHAPES: [(bool, bool); 4] = [(false, true), (true, false), (false, false), (true, true)];

/// True if a constant is the combination, by an operator, of the elements of an array from one index up to another.
pub type IsConstant<'a> = &'a dyn Fn(ObjectId, ScanOp, (i64, i64), u64) -> bool;

/// The longest stretch of elements with bounds of a shape.
pub fn fit(elements: &[Value], shape: (bool, bool), is_constant: IsConstant) -> Option<Fit> {
    let op_of = |i: &Interval| match shape {
        (true, true) => i.op.or(Some(ScanOp::Add)),
        _ => i.op,
    };
    let long = |i: &Interval| op_of(i).filter(|_| i.step == 1);
    let seeds = elements.iter().enumerate().filter_map(|(n, e)| match e {
        Value::Interval(i) => long(i).map(|op| (n, *i, op)),
        _ => None,
    });
    let mut best: Option<Fit> = None;
    for (n, seed, op) in seeds {
        let n = n as i64;
        if best.as_ref().is_some_and(|b| (b.from..b.to).contains(&n)) {
            continue;
        }
        let constant = |follows: bool, bound: i64| (follows, bound - if follows { n } else { 0 });
        let (lo, hi) = (constant(shape.0, seed.lo), constant(shape.1, seed.hi));
        let agrees = |index: i64| match elements.get(index as usize) {
            Some(Value::Interval(i)) => {
                let same = i.origin == seed.origin && i.op.is_none_or(|o| o == op);
                same && (i.lo, i.hi, i.step) == (at(lo, index), at(hi, index), 1)
            }
            Some(Value::Known(e)) => is_constant(seed.origin, op, (at(lo, index), at(hi, index)), *e),
            _ => false,
        };
        let from = (0..n).rev().take_while(|&i| agrees(i)).last().unwrap_or(n);
        let to = (n..elements.len() as i64).take_while(|&i| agrees(i)).last().map_or(n, |i| i + 1);
        let found = Fit { origin: seed.origin, op, lo, hi, from, to };
        if best.as_ref().is_none_or(|b| b.to - b.from < to - from) {
            best = Some(found);
        }
    }
    best
}

/// The form in the number of threads that takes these values, the first two decide.
pub fn linear(follows: bool, values: &[(i64, i64)]) -> Option<Linear> {
    let (&(n, value), rest) = values.split_first()?;
    let per_thread = match rest.first() {
        Some(&(m, other)) if (other - value) % (m - n) == 0 => (other - value) / (m - n),
        Some(_) => return None,
        None => 0,
    };
    let form = Linear { follows, per_thread, constant: value - per_thread * n };
    let fits = values.iter().all(|&(m, v)| form.per_thread * m + form.constant == v);
    fits.then_some(form)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_base::Id;

    fn sum(lo: i64, hi: i64) -> Value {
        let op = (hi - lo > 1).then_some(ScanOp::Add);
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

    fn is_empty(_: ObjectId, op: ScanOp, (lo, hi): (i64, i64), e: u64) -> bool {
        lo == hi && op.is_identity(wp_kir::Type::U32, e)
    }

    #[test]
    fn prefixes_are_found() {
        let inclusive = [sum(0, 1), sum(0, 2), sum(0, 3), sum(3, 4)];
        let found = fit(&inclusive, (false, true), &is_empty).unwrap();
        assert_eq!((found.lo, found.hi, found.from, found.to), ((false, 0), (true, 1), 0, 3));
        let exclusive = [Value::Known(0), sum(0, 1), sum(0, 2), sum(0, 3)];
        let found = fit(&exclusive, (false, true), &is_empty).unwrap();
        assert_eq!((found.lo, found.hi, found.from, found.to), ((false, 0), (true, 0), 0, 4));
        let suffixes = [sum(0, 4), sum(1, 4), sum(2, 4), sum(3, 4)];
        let found = fit(&suffixes, (true, false), &is_empty).unwrap();
        assert_eq!((found.lo, found.hi, found.from, found.to), ((true, 0), (false, 4), 0, 4));
        let reduced = [sum(0, 4), sum(1, 4), sum(2, 3), sum(3, 4)];
        assert_eq!(fit(&reduced, (false, false), &is_empty).map(|f| (f.from, f.to)), Some((0, 1)));
        assert_eq!(fit(&[sum(0, 1), sum(1, 2)], (false, true), &is_empty), None);
        assert_eq!(fit(&[Value::Known(1), sum(0, 2)], (false, true), &is_empty).map(|f| f.from), Some(1));
    }

    #[test]
    fn forms_have_to_fit_every_size() {
        let form = |values: &[(i64, i64)]| linear(true, values).map(|l| (l.per_thread, l.constant));
        assert_eq!(form(&[(4, 8), (8, 16), (16, 32)]), Some((2, 0)));
        assert_eq!(form(&[(4, 3), (8, 7), (16, 15)]), Some((1, -1)));
        assert_eq!(form(&[(4, 3), (8, 7), (16, 16)]), None);
        assert_eq!(form(&[(4, 3), (8, 8)]), None);
        assert_eq!(form(&[(64, 9)]), Some((0, 9)));
    }
}
