//! Evaluation under an assignment of the symbols.

use crate::{FuncId, Term, TermId, Terms};
use rustc_hash::FxHashMap;

/// A value of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Truth value.
    Bool(bool),
    /// Integer.
    Int(i128),
    /// Float by its bit pattern.
    Float {
        /// Width.
        bits: u8,
        /// Bit pattern.
        value: u64,
    },
}

impl Value {
    /// The integer.
    pub fn as_int(self) -> Option<i128> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }
    /// The truth value.
    pub fn as_bool(self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }
}

/// A term that is evaluated under many assignments: its subterms are collected once.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Operands before the terms they occur in; the term itself is the last.
    order: Vec<TermId>,
    values: FxHashMap<TermId, Option<Value>>,
}

impl Evaluation {
    /// The evaluation of a term.
    pub fn new(terms: &Terms, t: TermId) -> Self {
        let order = terms.subterms(&[t], |_| false);
        Evaluation { order, values: FxHashMap::default() }
    }

    /// [`Terms::eval`] under an assignment.
    pub fn under(&mut self, terms: &Terms, symbol: &mut dyn FnMut(FuncId, &[Value]) -> Option<Value>) -> Option<Value> {
        self.values.clear();
        let mut last = None;
        for &s in &self.order {
            last = terms.eval_one(s, symbol, &self.values);
            self.values.insert(s, last);
        }
        last
    }
}

impl Terms {
    /// The value of a term, where `symbol` gives the values of the applications. `None` where a needed value is missing
    /// or unconstrained (division by 0, a negative exponent) or does not fit an `i128`. Connectives and conditionals
    /// need only the operands that decide.
    pub fn eval(&self, t: TermId, symbol: &mut dyn FnMut(FuncId, &[Value]) -> Option<Value>) -> Option<Value> {
        self.eval_cached(t, symbol, &mut FxHashMap::default())
    }

    /// [`Terms::eval`] with a cache, to evaluate many terms under one assignment.
    pub fn eval_cached(
        &self,
        t: TermId,
        symbol: &mut dyn FnMut(FuncId, &[Value]) -> Option<Value>,
        cache: &mut FxHashMap<TermId, Option<Value>>,
    ) -> Option<Value> {
        for s in self.subterms(&[t], |s| cache.contains_key(&s)) {
            let value = self.eval_one(s, symbol, cache);
            cache.insert(s, value);
        }
        cache[&t]
    }

    fn eval_one(
        &self,
        t: TermId,
        symbol: &mut dyn FnMut(FuncId, &[Value]) -> Option<Value>,
        values: &FxHashMap<TermId, Option<Value>>,
    ) -> Option<Value> {
        let int = |t: &TermId| values[t].and_then(Value::as_int);
        let truth = |t: &TermId| values[t].and_then(Value::as_bool);
        Some(match self.kind(t) {
            Term::Bool(value) => Value::Bool(*value),
            Term::Int(value) => Value::Int(*value),
            Term::Float { bits, value } => Value::Float { bits: *bits, value: *value },
            Term::App(f, args) => {
                let args: Option<Vec<Value>> = args.iter().map(|a| values[a]).collect();
                return symbol(*f, &args?);
            }
            Term::Sum { constant, items } => {
                let mut sum = *constant;
                for (c, t) in items.iter() {
                    sum = sum.checked_add(c.checked_mul(int(t)?)?)?;
                }
                Value::Int(sum)
            }
            Term::Prod(factors) => {
                let mut product = 1i128;
                for t in factors.iter() {
                    product = product.checked_mul(int(t)?)?;
                }
                Value::Int(product)
            }
            Term::Div(a, b) => Value::Int(floor_div(int(a)?, int(b)?)?),
            Term::Mod(a, b) => {
                let (a, b) = (int(a)?, int(b)?);
                Value::Int(a.checked_sub(b.checked_mul(floor_div(a, b)?)?)?)
            }
            Term::Pow2(a) => match int(a)? {
                e @ 0..=126 => Value::Int(1 << e),
                _ => return None,
            },
            Term::BitAnd(a, b) => Value::Int(int(a)? & int(b)?),
            Term::BitOr(a, b) => Value::Int(int(a)? | int(b)?),
            Term::BitXor(a, b) => Value::Int(int(a)? ^ int(b)?),
            Term::Wrap { bits, signed, arg } => Value::Int(wrap_value(*bits, *signed, int(arg)?)),
            Term::Ite(c, a, b) => return if truth(c)? { values[a] } else { values[b] },
            Term::Not(a) => Value::Bool(!truth(a)?),
            Term::And(items) => {
                if items.iter().any(|t| truth(t) == Some(false)) {
                    return Some(Value::Bool(false));
                }
                return items.iter().all(|t| truth(t) == Some(true)).then_some(Value::Bool(true));
            }
            Term::Or(items) => {
                if items.iter().any(|t| truth(t) == Some(true)) {
                    return Some(Value::Bool(true));
                }
                return items.iter().all(|t| truth(t) == Some(false)).then_some(Value::Bool(false));
            }
            Term::Eq(a, b) => Value::Bool(values[a]? == values[b]?),
            Term::Le(a, b) => Value::Bool(int(a)? <= int(b)?),
        })
    }
}

/// Floor division, unless the divisor is 0 or the result overflows.
pub(crate) fn floor_div(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    let inexact = a.checked_rem(b)? != 0;
    Some(if inexact && ((a < 0) != (b < 0)) { quotient - 1 } else { quotient })
}

/// The value of the machine integer type congruent to `value` modulo `2^bits`, for `bits` up to 64.
pub(crate) fn wrap_value(bits: u8, signed: bool, value: i128) -> i128 {
    let modulus = 1i128 << bits;
    let reduced = value.rem_euclid(modulus);
    if signed && reduced >= modulus / 2 {
        reduced - modulus
    } else {
        reduced
    }
}
