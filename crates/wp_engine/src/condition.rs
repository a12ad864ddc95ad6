//! Conditions over the extents of a launch and integer parameters: the language of preconditions that are proposed.
//!
//! A condition has four forms that mean the same: a value under a valuation, a term of a summary, a precondition of a
//! kernel (in 64-bit integers, signed but for comparisons of parameters of 64 unsigned bits with constants), and text.
//! Exact.

use std::collections::BTreeMap;
use wp_base::Span;
use wp_kir::{
    AssumeKind, Axis, BinOp, CastKind, Dialect, Dim, ExprId, ExprKind, Kernel, Launch, ParamId, Special, Stmt,
    StmtKind, Type,
};
use wp_logic::{TermId, Terms};

wp_base::limits! {
    /// A bound below this leaves few values.
    const NARROW: i128 = 16;
}

/// The quantities of conditions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Quantity {
    /// `blockDim.*`
    BlockDim(Axis),
    /// `gridDim.*`
    GridDim(Axis),
    /// An integer parameter.
    Param(ParamId),
}

impl Quantity {
    /// The value of an extent in a launch, if it is given.
    pub fn given(self, launch: &Launch) -> Option<i128> {
        let dim = match self {
            Quantity::BlockDim(axis) => launch.block[axis.index()],
            Quantity::GridDim(axis) => launch.grid[axis.index()],
            Quantity::Param(_) => return None,
        };
        match dim {
            Dim::Known(n) => Some(i128::from(n)),
            Dim::Any => None,
        }
    }

    /// The axis of an extent.
    pub fn axis(self) -> Option<Axis> {
        match self {
            Quantity::BlockDim(axis) | Quantity::GridDim(axis) => Some(axis),
            Quantity::Param(_) => None,
        }
    }

    /// True if the quantity is an extent, hence at least 1.
    pub fn is_extent(self) -> bool {
        !matches!(self, Quantity::Param(_))
    }
}

/// Values of quantities. A quantity that is absent may have any value.
pub(crate) type Valuation = BTreeMap<Quantity, i128>;

/// The terms that stand for quantities in a summary, where they are not constant.
pub(crate) type Symbols = BTreeMap<Quantity, TermId>;

/// `factor * quantity * ...`
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Monomial {
    /// Constant factor.
    pub factor: i128,
    /// The quantities, sorted.
    pub of: Vec<Quantity>,
}

impl Monomial {
    /// A constant.
    pub fn constant(factor: i128) -> Self {
        Self { factor, of: Vec::new() }
    }

    /// A quantity.
    pub fn of(quantity: Quantity) -> Self {
        Self { factor: 1, of: vec![quantity] }
    }

    /// The product; `None` beyond 64 bits.
    pub fn times(&self, other: &Self) -> Option<Self> {
        let factor = self.factor.checked_mul(other.factor).filter(|f| i64::try_from(*f).is_ok())?;
        let mut of = [&self.of[..], &other.of[..]].concat();
        of.sort_unstable();
        Some(Self { factor, of })
    }

    /// True for a constant that is no less than a number.
    pub fn is_at_least(&self, least: i128) -> bool {
        self.of.is_empty() && self.factor >= least
    }

    fn value(&self, valuation: &Valuation) -> Option<i128> {
        self.of.iter().try_fold(self.factor, |product, q| product.checked_mul(*valuation.get(q)?))
    }

    fn term(&self, terms: &mut Terms, symbols: &Symbols) -> Option<TermId> {
        let mut product = terms.int(self.factor);
        for q in &self.of {
            product = terms.mul(product, *symbols.get(q)?);
        }
        Some(product)
    }

    fn expr(&self, kernel: &mut Kernel) -> ExprId {
        let mut product = None;
        for &q in &self.of {
            let (kind, ty) = match q {
                Quantity::BlockDim(axis) => (ExprKind::Special(Special::BlockDim(axis)), Type::U32),
                Quantity::GridDim(axis) => (ExprKind::Special(Special::GridDim(axis)), Type::U32),
                Quantity::Param(param) => {
                    let param = &kernel.params[param];
                    (ExprKind::Var(param.var), param.ty)
                }
            };
            let value = kernel.expr(kind, ty, Span::NONE);
            let value = match ty {
                Type::I64 => value,
                _ => kernel.expr(ExprKind::Cast(CastKind::IntToInt, value), Type::I64, Span::NONE),
            };
            product = Some(match product {
                None => value,
                Some(before) => kernel.expr(ExprKind::Binary(BinOp::Mul, before, value), Type::I64, Span::NONE),
            });
        }
        let factor = kernel.int(self.factor, Type::I64, Span::NONE);
        match product {
            None => factor,
            Some(product) if self.factor == 1 => product,
            Some(product) => kernel.expr(ExprKind::Binary(BinOp::Mul, factor, product), Type::I64, Span::NONE),
        }
    }

    /// The parameter of 64 unsigned bits, if the monomial is such a parameter alone.
    fn wide(&self, kernel: &Kernel) -> Option<ParamId> {
        match self.of[..] {
            [Quantity::Param(param)] if self.factor == 1 && kernel.params[param].ty == Type::U64 => Some(param),
            _ => None,
        }
    }

    /// The monomial in 64 unsigned bits, for a comparison of `param` with a constant that is not negative: 64 signed
    /// bits would not hold all values of the parameter.
    fn beside(&self, param: ParamId, kernel: &mut Kernel) -> ExprId {
        debug_assert!(self.of.is_empty() && self.factor >= 0 || self.wide(kernel) == Some(param));
        match self.of.is_empty() {
            true => kernel.int(self.factor, Type::U64, Span::NONE),
            false => {
                let var = kernel.params[param].var;
                kernel.expr(ExprKind::Var(var), Type::U64, Span::NONE)
            }
        }
    }

    pub fn text(&self, kernel: &Kernel) -> String {
        let mut parts: Vec<String> = Vec::new();
        if self.factor != 1 || self.of.is_empty() {
            parts.push(self.factor.to_string());
        }
        parts.extend(self.of.iter().map(|&q| name(kernel, q)));
        parts.join(" * ")
    }
}

/// The name of a quantity in the source.
fn name(kernel: &Kernel, quantity: Quantity) -> String {
    let of_launch = |cuda: &str, opencl: &str, axis: Axis| match kernel.dialect {
        Dialect::Cuda | Dialect::Hip => format!("{cuda}.{}", axis.letter()),
        Dialect::OpenCl => format!("{opencl}({})", axis.index()),
    };
    match quantity {
        Quantity::BlockDim(axis) => of_launch("blockDim", "get_local_size", axis),
        Quantity::GridDim(axis) => of_launch("gridDim", "get_num_groups", axis),
        Quantity::Param(param) => kernel.params[param].name.to_string(),
    }
}

/// A condition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Condition {
    /// `a <= b`
    Le(Monomial, Monomial),
    /// `a == b`
    Eq(Monomial, Monomial),
    /// `a != b`
    Ne(Monomial, Monomial),
    /// `a` is a multiple of `b`, which is positive.
    Multiple(Monomial, Monomial),
    /// The quantity is a power of two.
    Power(Quantity),
}

impl Condition {
    /// The quantities in the condition.
    pub fn quantities(&self) -> impl Iterator<Item = Quantity> + '_ {
        let (one, two): (&[Quantity], &[Quantity]) = match self {
            Condition::Le(a, b) | Condition::Eq(a, b) | Condition::Ne(a, b) | Condition::Multiple(a, b) => {
                (&a.of, &b.of)
            }
            Condition::Power(q) => (std::slice::from_ref(q), &[]),
        };
        one.iter().chain(two).copied()
    }

    /// The truth value of the condition; `None` if the valuation lacks one of its quantities.
    pub fn holds(&self, valuation: &Valuation) -> Option<bool> {
        let both = |a: &Monomial, b: &Monomial| Some((a.value(valuation)?, b.value(valuation)?));
        Some(match self {
            Condition::Le(a, b) => both(a, b).map(|(a, b)| a <= b)?,
            Condition::Eq(a, b) => both(a, b).map(|(a, b)| a == b)?,
            Condition::Ne(a, b) => both(a, b).map(|(a, b)| a != b)?,
            Condition::Multiple(a, b) => both(a, b).map(|(a, b)| b > 0 && a.rem_euclid(b) == 0)?,
            Condition::Power(q) => valuation.get(q).map(|&v| v > 0 && v & (v - 1) == 0)?,
        })
    }

    /// The condition as a term; `None` if it has a quantity without a symbol, such as one that is constant in the
    /// summary.
    pub fn term(&self, terms: &mut Terms, symbols: &Symbols) -> Option<TermId> {
        Some(match self {
            Condition::Le(a, b) => {
                let (a, b) = (a.term(terms, symbols)?, b.term(terms, symbols)?);
                terms.le(a, b)
            }
            Condition::Eq(a, b) => {
                let (a, b) = (a.term(terms, symbols)?, b.term(terms, symbols)?);
                terms.eq(a, b)
            }
            Condition::Ne(a, b) => {
                let (a, b) = (a.term(terms, symbols)?, b.term(terms, symbols)?);
                terms.ne(a, b)
            }
            Condition::Multiple(a, b) => {
                let (a, b) = (a.term(terms, symbols)?, b.term(terms, symbols)?);
                let (rest, zero) = (terms.modulo(a, b), terms.int(0));
                let (even, positive) = (terms.eq(rest, zero), terms.lt(zero, b));
                terms.and(&[even, positive])
            }
            Condition::Power(q) => {
                let value = *symbols.get(q)?;
                let zero = terms.int(0);
                let one = terms.int(1);
                let less = terms.sub(value, one);
                let bits = terms.bit_and(value, less);
                let (single, positive) = (terms.eq(bits, zero), terms.lt(zero, value));
                terms.and(&[single, positive])
            }
        })
    }

    /// The values just outside the condition, as a term: where it bounds something, one beyond the bound.
    pub fn outside(&self, terms: &mut Terms, symbols: &Symbols) -> Option<TermId> {
        match self {
            Condition::Le(a, b) => {
                let (a, b, one) = (a.term(terms, symbols)?, b.term(terms, symbols)?, terms.int(1));
                let beyond = terms.add(b, one);
                Some(terms.eq(a, beyond))
            }
            _ => {
                let inside = self.term(terms, symbols)?;
                Some(terms.not(inside))
            }
        }
    }

    /// A weaker condition of the same form: with twice the greatest value, or half of the least value or of the
    /// divisor. `None` if the condition has no such number.
    pub fn weaker(&self) -> Option<Self> {
        match self {
            Condition::Le(a, b) if b.of.is_empty() && b.factor <= 1 << 30 => {
                Some(Condition::Le(a.clone(), Monomial::constant(2 * b.factor)))
            }
            Condition::Le(a, b) if a.of.is_empty() && a.factor > 1 => {
                Some(Condition::Le(Monomial::constant(a.factor / 2), b.clone()))
            }
            Condition::Multiple(a, b) if b.of.is_empty() && b.factor % 2 == 0 && b.factor > 2 => {
                Some(Condition::Multiple(a.clone(), Monomial::constant(b.factor / 2)))
            }
            _ => None,
        }
    }

    /// True if the condition leaves few values. Then another condition may be the one that the proof needs.
    pub fn is_narrow(&self) -> bool {
        match self {
            Condition::Le(a, b) => b.of.is_empty() && b.factor < a.factor.saturating_mul(NARROW.get()),
            Condition::Eq(_, b) => b.of.is_empty() && b.factor > 1,
            _ => false,
        }
    }

    /// The condition with a bound half way to that of a weaker condition of the same form; `None` if no number is in
    /// between.
    pub fn between(&self, weaker: &Self) -> Option<Self> {
        match (self, weaker) {
            (Condition::Le(a, b), Condition::Le(x, y)) if a == x && b.of.is_empty() && y.of.is_empty() => {
                let middle = b.factor + (y.factor - b.factor) / 2;
                (middle > b.factor).then(|| Condition::Le(a.clone(), Monomial::constant(middle)))
            }
            (Condition::Le(a, b), Condition::Le(x, y)) if b == y && a.of.is_empty() && x.of.is_empty() => {
                let middle = a.factor - (a.factor - x.factor) / 2;
                (middle < a.factor).then(|| Condition::Le(Monomial::constant(middle), b.clone()))
            }
            _ => None,
        }
    }

    /// Puts the condition in front of the body of a kernel, as a precondition.
    pub fn require(&self, kernel: &mut Kernel) {
        let cond = self.expr(kernel);
        let kind = StmtKind::Assume { cond, kind: AssumeKind::Requires };
        kernel.body.insert(0, Stmt { kind, span: kernel.span });
    }

    fn expr(&self, kernel: &mut Kernel) -> ExprId {
        let truth = |kernel: &mut Kernel, op, a, b| kernel.expr(ExprKind::Binary(op, a, b), Type::Bool, Span::NONE);
        match self {
            Condition::Le(a, b) | Condition::Eq(a, b) | Condition::Ne(a, b) => {
                let wide = a.wide(kernel).or(b.wide(kernel));
                let (left, right) = match wide.filter(|_| [a, b].iter().any(|side| side.of.is_empty())) {
                    Some(param) => (a.beside(param, kernel), b.beside(param, kernel)),
                    None => (a.expr(kernel), b.expr(kernel)),
                };
                let op = match self {
                    Condition::Le(..) => BinOp::Le,
                    Condition::Eq(..) => BinOp::Eq,
                    _ => BinOp::Ne,
                };
                truth(kernel, op, left, right)
            }
            Condition::Multiple(a, b) => {
                let (left, right) = (a.expr(kernel), b.expr(kernel));
                let rest = kernel.expr(ExprKind::Binary(BinOp::Rem, left, right), Type::I64, Span::NONE);
                let zero = kernel.int(0, Type::I64, Span::NONE);
                let even = truth(kernel, BinOp::Eq, rest, zero);
                match b.of.iter().all(|q| q.is_extent()) {
                    true => even,
                    false => {
                        let positive = truth(kernel, BinOp::Lt, zero, right);
                        truth(kernel, BinOp::And, positive, even)
                    }
                }
            }
            Condition::Power(q) => {
                let value = Monomial::of(*q).expr(kernel);
                let one = kernel.int(1, Type::I64, Span::NONE);
                let zero = kernel.int(0, Type::I64, Span::NONE);
                let less = kernel.expr(ExprKind::Binary(BinOp::Sub, value, one), Type::I64, Span::NONE);
                let bits = kernel.expr(ExprKind::Binary(BinOp::And, value, less), Type::I64, Span::NONE);
                let single = truth(kernel, BinOp::Eq, bits, zero);
                match q.is_extent() {
                    true => single,
                    false => {
                        let positive = truth(kernel, BinOp::Lt, zero, value);
                        truth(kernel, BinOp::And, positive, single)
                    }
                }
            }
        }
    }

    /// The condition as the source would write it, in mathematical integers.
    pub fn text(&self, kernel: &Kernel) -> String {
        match self {
            // A constant reads better on the right.
            Condition::Le(a, b) if a.of.is_empty() => format!("{} >= {}", b.text(kernel), a.text(kernel)),
            Condition::Le(a, b) => format!("{} <= {}", a.text(kernel), b.text(kernel)),
            Condition::Eq(a, b) => format!("{} == {}", a.text(kernel), b.text(kernel)),
            Condition::Ne(a, b) => format!("{} != {}", a.text(kernel), b.text(kernel)),
            Condition::Multiple(a, b) => {
                let by = match b.of.len() + usize::from(b.factor != 1) {
                    0 | 1 => b.text(kernel),
                    _ => format!("({})", b.text(kernel)),
                };
                let even = format!("{} % {by} == 0", a.text(kernel));
                match b.of.iter().all(|q| q.is_extent()) {
                    true => even,
                    false => format!("{} > 0 && {even}", b.text(kernel)),
                }
            }
            Condition::Power(q) => {
                let value = name(kernel, *q);
                let single = format!("({value} & ({value} - 1)) == 0");
                match q.is_extent() {
                    true => single,
                    false => format!("{value} > 0 && {single}"),
                }
            }
        }
    }

    /// A key that orders conditions of equal cost: of two that differ in a constant, the weaker one comes first.
    pub fn strength(&self) -> (i128, Self) {
        let of = match self {
            Condition::Le(_, b) if b.of.is_empty() => -b.factor,
            Condition::Le(a, _) if a.of.is_empty() => a.factor,
            Condition::Multiple(a, b) if !a.of.is_empty() => b.factor,
            Condition::Multiple(a, _) => -a.factor,
            _ => 0,
        };
        (of, self.clone())
    }

    /// The cost of the condition for the user; cheaper conditions are tried first. A bound costs less than a fixed
    /// value, a comparison of quantities less than one with a number, and an extent of 1 less than another fixed one.
    pub fn cost(&self) -> u32 {
        let numbers = |a: &Monomial, b: &Monomial| a.of.is_empty() || b.of.is_empty();
        match self {
            Condition::Ne(..) => 2,
            // An upper bound of a parameter tells little about how a kernel distributes its work.
            Condition::Le(a, _) if a.of.iter().any(|q| !q.is_extent()) && a.of.len() == 1 => 6,
            // A comparison of two extents of a launch tells little about that too.
            Condition::Le(a, b)
                if a.factor == 1 && b.factor == 1 && a.of.len() == 1 && b.of.len() == 1 && b.of[0].is_extent() =>
            {
                5
            }
            Condition::Le(a, b) => 2 + u32::from(numbers(a, b)) + (a.of.len() + b.of.len()) as u32 / 3,
            Condition::Eq(a, b) if a.of.len() == 1 && *b == Monomial::constant(1) && a.of[0].is_extent() => 4,
            Condition::Multiple(a, b) => 4 + u32::from(numbers(a, b)),
            Condition::Power(_) => 4,
            Condition::Eq(a, b) if !numbers(a, b) => 5 + (a.of.len() + b.of.len()) as u32 / 3,
            Condition::Eq(..) => 12,
        }
    }
}

/// Conditions that belong together, with a description of the launches that break them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Usual {
    pub conditions: Vec<Condition>,
    pub otherwise: String,
}

impl Usual {
    /// A single condition.
    pub fn one(condition: Condition, otherwise: String) -> Self {
        Self { conditions: vec![condition], otherwise }
    }

    /// True if a launch with these values breaks one of the conditions.
    pub fn excludes(&self, v: &Valuation) -> bool {
        self.conditions.iter().any(|c| c.holds(v) == Some(false))
    }
}

#[cfg(test)]
mod tests;
