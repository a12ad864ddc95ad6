//! Terms on concrete values, in three-valued logic.
//!
//! The value is `False` only if the condition is false over the integers and real numbers: numbers that depend on
//! floats of the kernel are compared with a tolerance, and values that cannot be computed are unknown. A quantifier is
//! decided over a finite range ([`crate::ranges`]); it is unknown if no such range is found or the range is large.

use crate::ranges::Interval;
use crate::term::{Aggregate, Array, BinOp, Quantifier, Recursive, Relation, Scalar, Term, TermKind, Var};
use std::collections::BTreeMap;
use wp_kir::Type;

wp_base::limits! {
    /// Steps of one evaluation.
    const FUEL: u64 = 400_000;
}
/// Recursive functions that are evaluated inside of each other, and terms.
const MAX_CALLS: usize = 100;
const MAX_DEPTH: usize = 1500;
/// Differences below this part of the values are put down to rounding.
const TOLERANCE: f64 = 1e-3;

/// The value of a condition in three-valued logic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// Holds.
    True,
    /// Does not hold.
    False,
    /// Not decided.
    Unknown,
}

impl Truth {
    fn of(b: bool) -> Self {
        if b {
            Truth::True
        } else {
            Truth::False
        }
    }
    fn not(self) -> Self {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }
}

/// A value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Truth value.
    Truth(Truth),
    /// Integer.
    Int(i128),
    /// Real number; whether it is exactly this one.
    Real(f64, bool),
}

/// The source of values; `None` is unknown.
pub trait State {
    /// A scalar.
    fn scalar(&self, scalar: Scalar) -> Option<Value>;
    /// An element, before the kernel if `old`.
    fn element(&self, array: Array, elem: Type, index: i128, old: bool) -> Option<Value>;
    /// The number of elements of this type in an array, if known.
    fn extent(&self, _: Array, _: Type) -> Option<i128> {
        None
    }
}

/// Evaluates a condition.
pub fn eval(term: &Term, state: &dyn State) -> Truth {
    let mut eval = Eval::new(state);
    let truth = eval.truth(term);
    if eval.fuel == 0 {
        Truth::Unknown
    } else {
        truth
    }
}

/// The value of a term.
pub fn value(term: &Term, state: &dyn State) -> Option<Value> {
    Eval::new(state).value(term)
}

/// Why a condition is false: values of variables of `\forall`, outermost first, and the two sides of the comparison
/// that fails, as far as it comes down to that.
pub fn explain(term: &Term, state: &dyn State) -> Explanation {
    let mut eval = Eval::new(state);
    let mut found = Explanation::default();
    eval.explain(term, &mut found);
    found
}

/// The result of [`explain`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explanation {
    /// Variables with their values.
    pub variables: Vec<(String, i128)>,
    /// Left and right side.
    pub sides: Option<(Value, Value)>,
}

pub(crate) struct Eval<'a> {
    pub state: &'a dyn State,
    /// Values of variables.
    pub bound: BTreeMap<Var, i128>,
    /// The ranges of the variables inside the one whose range is computed.
    pub confined: BTreeMap<Var, Interval>,
    fuel: u64,
    /// Recursive functions that are being evaluated.
    calls: Vec<&'a Recursive>,
    /// Terms around the one that is being evaluated.
    depth: usize,
}

impl<'a> Eval<'a> {
    pub fn new(state: &'a dyn State) -> Self {
        Eval { state, bound: BTreeMap::new(), confined: BTreeMap::new(), fuel: FUEL.get(), calls: Vec::new(), depth: 0 }
    }

    fn truth(&mut self, t: &'a Term) -> Truth {
        if self.fuel == 0 {
            return Truth::Unknown;
        }
        self.fuel -= 1;
        self.depth += 1;
        let truth = if self.depth > MAX_DEPTH { Truth::Unknown } else { self.truth_of(t) };
        self.depth -= 1;
        truth
    }

    fn truth_of(&mut self, t: &'a Term) -> Truth {
        match &t.kind {
            TermKind::Bool(b) => Truth::of(*b),
            TermKind::Not(a) => self.truth(a).not(),
            TermKind::Binary(BinOp::And, a, b) => match self.truth(a) {
                Truth::False => Truth::False,
                Truth::True => self.truth(b),
                Truth::Unknown if self.truth(b) == Truth::False => Truth::False,
                Truth::Unknown => Truth::Unknown,
            },
            TermKind::Binary(BinOp::Or, a, b) => self.or(a, b, false),
            TermKind::Binary(BinOp::Implies, a, b) => self.or(a, b, true),
            TermKind::Binary(BinOp::Iff, a, b) => equal_truths(self.truth(a), self.truth(b)),
            TermKind::Compare(relation, a, b) => self.compare(*relation, a, b),
            TermKind::Cond(c, a, b) => match self.truth(c) {
                Truth::True => self.truth(a),
                Truth::False => self.truth(b),
                Truth::Unknown => Truth::Unknown,
            },
            TermKind::Quantified(quantifier, var, _, body) => self.quantified(*quantifier, *var, body),
            _ => match self.value(t) {
                Some(Value::Truth(truth)) => truth,
                _ => Truth::Unknown,
            },
        }
    }

    /// `a || b`, or `a ==> b`.
    fn or(&mut self, a: &'a Term, b: &'a Term, negated: bool) -> Truth {
        let first = self.truth(a);
        match if negated { first.not() } else { first } {
            Truth::True => Truth::True,
            Truth::False => self.truth(b),
            Truth::Unknown if self.truth(b) == Truth::True => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }

    fn compare(&mut self, relation: Relation, a: &'a Term, b: &'a Term) -> Truth {
        let (Some(a), Some(b)) = (self.value(a), self.value(b)) else { return Truth::Unknown };
        let of_order = |order: std::cmp::Ordering| match relation {
            Relation::Lt => order.is_lt(),
            Relation::Le => order.is_le(),
            Relation::Eq => order.is_eq(),
            Relation::Ne => order.is_ne(),
            Relation::Ge => order.is_ge(),
            Relation::Gt => order.is_gt(),
        };
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Truth::of(of_order(a.cmp(&b))),
            (Value::Real(a, x), Value::Real(b, y)) => match a.partial_cmp(&b) {
                Some(order) if x && y || (a - b).abs() > TOLERANCE * (1.0 + a.abs() + b.abs()) => {
                    Truth::of(of_order(order))
                }
                _ => Truth::Unknown,
            },
            (Value::Truth(a), Value::Truth(b)) => match relation {
                Relation::Ne => equal_truths(a, b).not(),
                _ => equal_truths(a, b),
            },
            _ => Truth::Unknown,
        }
    }

    fn value(&mut self, t: &'a Term) -> Option<Value> {
        self.fuel = self.fuel.checked_sub(1)?;
        self.depth += 1;
        let value = if self.depth > MAX_DEPTH { None } else { self.value_of(t) };
        self.depth -= 1;
        value
    }

    /// A recursive function; `None` where it goes too deep.
    fn apply(&mut self, function: &'a Recursive, args: &'a [Term]) -> Option<Value> {
        if self.calls.len() >= MAX_CALLS {
            return None;
        }
        let mut values = Vec::new();
        for arg in args {
            values.push(self.int(arg)?);
        }
        // The values of the surrounding call come back afterwards.
        let outer: Vec<Option<i128>> =
            function.parameters.iter().zip(values).map(|(&p, v)| self.bound.insert(p, v)).collect();
        self.calls.push(function);
        let value = self.value(&function.body);
        self.calls.pop();
        for (&p, before) in function.parameters.iter().zip(outer) {
            match before {
                Some(v) => self.bound.insert(p, v),
                None => self.bound.remove(&p),
            };
        }
        value
    }

    fn value_of(&mut self, t: &'a Term) -> Option<Value> {
        Some(match &t.kind {
            TermKind::Int(v) => Value::Int(*v),
            TermKind::Real(v) => real(*v, true),
            TermKind::Bound(var, _) => Value::Int(*self.bound.get(var)?),
            TermKind::Scalar(scalar, _) => self.state.scalar(*scalar)?,
            TermKind::Element { array, elem, index, old } => {
                let index = self.int(index)?;
                self.state.element(*array, *elem, index, *old)?
            }
            TermKind::Neg(a) => match self.value(a)? {
                Value::Int(v) => Value::Int(v.checked_neg()?),
                Value::Real(v, exact) => Value::Real(-v, exact),
                Value::Truth(_) => return None,
            },
            TermKind::BitNot(a) => Value::Int(!self.int(a)?),
            TermKind::ToReal(a) => real(self.int(a)? as f64, true),
            TermKind::Cond(c, a, b) if t.sort != crate::Sort::Bool => match self.truth(c) {
                Truth::True => self.value(a)?,
                Truth::False => self.value(b)?,
                Truth::Unknown => return None,
            },
            TermKind::Binary(op, a, b) if t.sort != crate::Sort::Bool => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                arithmetic(*op, a, b)?
            }
            TermKind::Call(name, args) => {
                let mut reals = Vec::new();
                for a in args {
                    let Value::Real(v, exact) = self.value(a)? else { return None };
                    reals.push((v, exact));
                }
                function(name, &reals)?
            }
            TermKind::Aggregate(aggregate, var, _, lo, hi, body) => self.aggregate(*aggregate, *var, lo, hi, body)?,
            TermKind::Apply(function, args) => self.apply(function, args)?,
            TermKind::Again(args) => self.apply(self.calls.last().copied()?, args)?,
            TermKind::Threads(_) | TermKind::Active | TermKind::Other(_) => return None,
            _ => Value::Truth(self.truth(t)),
        })
    }

    pub fn int(&mut self, t: &'a Term) -> Option<i128> {
        match self.value(t)? {
            Value::Int(v) => Some(v),
            _ => None,
        }
    }

    /// `None` for the least and the greatest of no values: they are undefined, so nothing that they occur in is decided
    /// by them.
    fn aggregate(
        &mut self,
        aggregate: Aggregate,
        var: Var,
        lo: &'a Term,
        hi: &'a Term,
        body: &'a Term,
    ) -> Option<Value> {
        let (mut at, hi) = (self.int(lo)?, self.int(hi)?);
        let is_int = body.sort == crate::Sort::Int;
        let number = |n: i32| if is_int { Value::Int(i128::from(n)) } else { Value::Real(f64::from(n), true) };
        let mut all = match aggregate {
            Aggregate::Sum => Some(number(0)),
            Aggregate::Product => Some(number(1)),
            Aggregate::Least | Aggregate::Greatest => None,
        };
        while at <= hi {
            self.bound.insert(var, at);
            let value = self.value(body);
            self.bound.remove(&var);
            let value = value?;
            all = Some(match (aggregate, all) {
                (_, None) => value,
                (Aggregate::Sum, Some(all)) => arithmetic(BinOp::Add, all, value)?,
                (Aggregate::Product, Some(all)) => arithmetic(BinOp::Mul, all, value)?,
                (Aggregate::Least, Some(all)) => extreme(all, value, std::cmp::Ordering::Less)?,
                (Aggregate::Greatest, Some(all)) => extreme(all, value, std::cmp::Ordering::Greater)?,
            });
            at += 1;
        }
        all
    }

    fn quantified(&mut self, quantifier: Quantifier, var: Var, body: &'a Term) -> Truth {
        // Outside of the range the body has the value that decides nothing.
        let decides = quantifier == Quantifier::Exists;
        let (Some(lo), Some(hi)) = self.range(quantifier, var, body) else { return Truth::Unknown };
        let mut result = Truth::of(!decides);
        let mut at = lo;
        while at <= hi {
            self.bound.insert(var, at);
            let here = self.truth(body);
            self.bound.remove(&var);
            if here == Truth::of(decides) {
                return here;
            }
            if here == Truth::Unknown {
                result = Truth::Unknown;
            }
            if self.fuel == 0 {
                return Truth::Unknown;
            }
            at += 1;
        }
        result
    }

    fn explain(&mut self, t: &'a Term, found: &mut Explanation) {
        match &t.kind {
            TermKind::Quantified(Quantifier::Forall, var, name, body) => {
                let (Some(lo), Some(hi)) = self.range(Quantifier::Forall, *var, body) else { return };
                for at in lo..=hi {
                    self.bound.insert(*var, at);
                    if self.truth(body) == Truth::False {
                        found.variables.push((name.clone(), at));
                        return self.explain(body, found);
                    }
                }
            }
            TermKind::Binary(BinOp::And, a, b) => {
                let first = self.truth(a) == Truth::False;
                self.explain(if first { a } else { b }, found);
            }
            TermKind::Binary(BinOp::Implies, _, b) => self.explain(b, found),
            TermKind::Compare(_, a, b) => found.sides = self.value(a).zip(self.value(b)),
            _ => {}
        }
    }
}

fn equal_truths(a: Truth, b: Truth) -> Truth {
    if a == Truth::Unknown || b == Truth::Unknown {
        Truth::Unknown
    } else {
        Truth::of(a == b)
    }
}

/// A real number, exact only while sums and products of such numbers are exact in double precision.
fn real(value: f64, exact: bool) -> Value {
    let fine = value.abs() < 65536.0 && (value * 256.0).fract() == 0.0;
    Value::Real(value, exact && fine)
}

/// The one of two numbers that compares so with the other.
fn extreme(a: Value, b: Value, wanted: std::cmp::Ordering) -> Option<Value> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Some(if x.cmp(&y) == wanted { a } else { b }),
        (Value::Real(x, p), Value::Real(y, q)) => {
            // Rounding may decide between the two operands, but not the value.
            Some(Value::Real(if x.partial_cmp(&y)? == wanted { x } else { y }, p && q))
        }
        _ => None,
    }
}

fn arithmetic(op: BinOp, a: Value, b: Value) -> Option<Value> {
    Some(match (a, b) {
        (Value::Int(a), Value::Int(b)) => Value::Int(match op {
            BinOp::Add => a.checked_add(b)?,
            BinOp::Sub => a.checked_sub(b)?,
            BinOp::Mul => a.checked_mul(b)?,
            BinOp::Div => a.checked_div(b)?,
            BinOp::Rem => a.checked_rem(b)?,
            BinOp::Shl => a.checked_mul(1i128.checked_shl(u32::try_from(b).ok().filter(|b| *b < 64)?)?)?,
            BinOp::Shr => a.checked_shr(u32::try_from(b).ok()?)?,
            BinOp::BitAnd => a & b,
            BinOp::BitOr => a | b,
            BinOp::BitXor => a ^ b,
            BinOp::And | BinOp::Or | BinOp::Implies | BinOp::Iff => return None,
        }),
        (Value::Real(a, x), Value::Real(b, y)) => match op {
            BinOp::Add => real(a + b, x && y),
            BinOp::Sub => real(a - b, x && y),
            BinOp::Mul => real(a * b, x && y),
            BinOp::Div if b != 0.0 => real(a / b, false),
            _ => return None,
        },
        _ => return None,
    })
}

fn function(name: &str, args: &[(f64, bool)]) -> Option<Value> {
    Some(match (name, args) {
        ("sqrt", [(v, _)]) if *v >= 0.0 => real(v.sqrt(), false),
        ("exp", [(v, _)]) => real(v.exp(), false),
        ("log", [(v, _)]) if *v > 0.0 => real(v.ln(), false),
        ("fabs", [(v, exact)]) => real(v.abs(), *exact),
        ("fmax", [(a, x), (b, y)]) => real(a.max(*b), *x && *y),
        ("fmin", [(a, x), (b, y)]) => real(a.min(*b), *x && *y),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, resolve, Named, Scope};
    use wp_base::Id;
    use wp_kir::{ObjectId, ParamId};

    /// `n` is 3, `a` holds 0, 1, 4, 9, ..., `x` the same as floats that a kernel computed.
    struct Fixture;

    impl Scope for Fixture {
        fn find(&mut self, name: &str) -> Option<Named> {
            match name {
                "n" => Some(Named::Scalar(Scalar::Param(ParamId::from_index(0)), Type::I32)),
                "a" => Some(Named::Array(Array::Object(ObjectId::from_index(0)), Type::I32, Vec::new())),
                "x" => Some(Named::Array(Array::Object(ObjectId::from_index(0)), Type::F32, Vec::new())),
                "m" => Some(Named::Array(Array::Object(ObjectId::from_index(0)), Type::I32, vec![2])),
                _ => None,
            }
        }
        fn definition(&self, _: &str) -> Option<std::rc::Rc<crate::syntax::Definition>> {
            None
        }
    }

    impl State for Fixture {
        fn scalar(&self, scalar: Scalar) -> Option<Value> {
            matches!(scalar, Scalar::Param(_)).then_some(Value::Int(3))
        }
        fn element(&self, _: Array, elem: Type, index: i128, old: bool) -> Option<Value> {
            let value = if old { 0 } else { index * index };
            Some(if elem == Type::F32 { Value::Real(value as f64, false) } else { Value::Int(value) })
        }
    }

    fn of(text: &str) -> Truth {
        let clause = parse(&format!("ensures {text}")).unwrap().clauses.remove(0);
        eval(&resolve(&clause.condition, &mut Fixture, true).unwrap(), &Fixture)
    }

    #[test]
    fn conditions_are_decided() {
        for text in [
            "n == 3 && 0 <= n < 4",
            "\\forall integer i; 0 <= i < n ==> a[i] == i * i",
            "forall i. 0 <= i -> i < n -> a[i] >= 0",
            "\\forall integer i, j; 0 <= i < n && 0 <= j < i ==> a[j] < a[i]",
            "\\exists integer i; 0 <= i <= n && a[i] == 9",
            // Variables that bound each other, and are not alone.
            "\\forall integer i, j; 0 <= i && i < j && j <= n ==> a[i] < a[j]",
            "\\forall integer i; 0 <= i && i + 1 <= n ==> a[i] < a[i + 1]",
            "\\forall integer i, k; 0 <= i < n && a[i] <= k && k < a[i + 1] ==> k < 9",
            "\\forall integer i; 0 <= i ==> (\\forall integer j; i < j && j - 1 < n ==> a[i] < a[j])",
            "\\sum(0, n, \\lambda integer k; a[k]) == 14",
            "\\sum(1, 0, \\lambda integer k; a[k]) == 0",
            "\\prod(1, n, \\lambda integer k; a[k]) == 36",
            "\\prod(1, 0, \\lambda integer k; a[k]) == 1 && \\prod(1, 0, \\lambda integer k; x[k]) == 1",
            "\\min(-3, n, \\lambda integer k; a[k] - 2 * k) == -1 && \\max(-2, 1, \\lambda integer k; a[k]) == 4",
            "\\max(1, n, \\lambda integer k; x[k]) > 8.5 && \\min(1, n, \\lambda integer k; -x[k]) < -8.5",
            "n > 5 ==> \\min(1, 0, \\lambda integer k; a[k]) == 7",
            "m[1][0] == 4",
            "\\old(a[2]) == 0 && a[2] != \\old(a[2])",
            "-7 / 2 == -3 && -7 % 2 == -1 && (6 & 3) == 2 && 1 << 4 == 16",
            "n > 5 ? false : true",
            "x[2] > 3.5",
        ] {
            assert_eq!(of(text), Truth::True, "{text}");
        }
        for text in [
            "\\forall integer i; 0 <= i < n ==> a[i] == i",
            "\\exists integer i; 0 <= i < n && a[i] == 5",
            "\\forall integer i, j; 0 <= i && i < j && j <= n ==> a[j] != 9",
            "x[2] == 4.5",
            "\\forall integer i; 0 <= i < n ==> x[i] == i",
        ] {
            assert_eq!(of(text), Truth::False, "{text}");
        }
        for text in [
            "\\forall integer i; a[i] >= 0",
            "x[2] == 4",
            "n / 0 == 0",
            "\\exists integer i; i > 0",
            "\\min(1, 0, \\lambda integer k; a[k]) == 0",
            "\\max(1, 0, \\lambda integer k; a[k]) == \\max(1, 0, \\lambda integer k; a[k])",
            "\\max(1, 2, \\lambda integer k; x[k]) == 4",
        ] {
            assert_eq!(of(text), Truth::Unknown, "{text}");
        }
    }

    #[test]
    fn types_are_checked() {
        let error = |text: &str| {
            let clause = parse(&format!("ensures {text}")).unwrap().clauses.remove(0);
            resolve(&clause.condition, &mut Fixture, false).unwrap_err().message
        };
        assert_eq!(error("a == 1"), "`a` is an array: name an element of it");
        assert_eq!(error("n[1] == 1"), "`n` is no array");
        assert_eq!(error("m[1] == 1"), "`m` has 2 dimensions, not 1");
        assert_eq!(error("a[1.5] == 1"), "an integer is expected, this is a real number");
        assert_eq!(error("\\old(n) == 1"), "`\\old` has a meaning only in `ensures`");
        assert_eq!(error("x[0]"), "a truth value is expected, this is a real number");
        assert_eq!(error("foo(n) == 1"), "there is no function `foo` in specifications");
        assert_eq!(error("q == 1"), "there is no `q` here (macros are not known in comments)");
    }
}
