//! Conditions that every usual launch satisfies, for the quantities that a kernel's findings speak of: blocks are
//! multiples of a warp where the kernel works by warps, sizes are at least 1, nothing comes near 2^31, and extents fit
//! the constants that the kernel is written with ([`super::fitting`]).
//!
//! A parameter is a size where the findings show it as an upper bound (`i < n`) or as a factor or divisor of an index,
//! and where the kernel tells no value below 1 from 1: `mode == 0` and `i >= start` make a parameter that may well be
//! 0. A quantity that a `requires` of the source mentions gets no condition. A condition is only a suggestion: the
//! class of a verdict rests on a proof under it ([`super::classes`]).

use super::expressions::{constant, plain_variable, quantity};
use super::{asserted, fitting, strides};
use crate::condition::{Condition, Monomial, Quantity, Usual};
use crate::question::Question;
use crate::Options;
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::{
    visit, AssumeKind, Axis, BinOp, CastKind, ExprId, ExprKind, Kernel, ParamId, Special, StmtKind, Type, VarId,
};
use wp_logic::{Term, TermId};

/// The greatest usual size: half of what the indices of 32 bits can tell apart.
pub(super) const GREATEST: i128 = 1 << 30;

/// The greatest usual step or size of 64 bits: with a number of 31 bits its product does not wrap around.
pub(super) const GREATEST_WIDE: i128 = 1 << 32;

/// The conditions, in a fixed order.
pub(super) fn conditions(kernel: &Kernel, options: &Options, questions: &[Question]) -> Vec<Usual> {
    let stated = stated(kernel);
    let speaks = |question: &Question, q| question.symbols.contains_key(&q) || question.wide.contains_key(&q);
    let open = |q: Quantity| questions.iter().any(|question| speaks(question, q)) && !stated.contains(&q);
    let mut out = Vec::new();
    let block = Quantity::BlockDim(Axis::X);
    let by_warps = works_by_warps(kernel);
    if open(block) && by_warps {
        let condition = Condition::Multiple(Monomial::of(block), Monomial::constant(i128::from(kernel.lanes)));
        out.push(Usual::one(condition, "the size of a block is no multiple of a warp".to_owned()));
    }
    let sizes = Sizes::of(questions);
    let flags = Flags::of(kernel);
    let names: Vec<(ParamId, String)> = kernel.params.iter().map(|(id, p)| (id, format!("`{}`", p.name))).collect();
    for (param, name) in &names {
        let quantity = Quantity::Param(*param);
        if !open(quantity) || !sizes.is_size(quantity) {
            continue;
        }
        let ty = kernel.params[*param].ty;
        if !flags.tells_small_values_apart(*param) {
            let condition = Condition::Le(Monomial::constant(1), Monomial::of(quantity));
            let negative = if matches!(ty, Type::Int { signed: true, .. }) { " or negative" } else { "" };
            out.push(Usual::one(condition, format!("{name} is 0{negative}")));
            // A step in bytes is at least the element that it leads from.
            let width = sizes.widths.get(&quantity).filter(|_| ty == Type::U64);
            out.extend(width.map(|&width| {
                let condition = Condition::Le(Monomial::constant(width), Monomial::of(quantity));
                Usual::one(condition, format!("{name} is less than the {width} bytes of an element"))
            }));
        }
        if matches!(ty, Type::Int { bits: 64, .. }) {
            let condition = Condition::Le(Monomial::of(quantity), Monomial::constant(GREATEST_WIDE));
            out.push(Usual::one(condition, format!("{name} is beyond 2^32, where offsets of 64 bits may wrap around")));
        }
        if matches!(ty, Type::Int { bits: 32, .. }) {
            let condition = Condition::Le(Monomial::of(quantity), Monomial::constant(GREATEST));
            out.push(Usual::one(condition, format!("{name} is near 2^31, where indices wrap around")));
        }
    }
    for (a, b) in &sizes.products {
        let is_wide = |q: &Quantity| matches!(q, Quantity::Param(p) if kernel.params[*p].ty == Type::U64);
        if open(*a) && open(*b) && !is_wide(a) && !is_wide(b) {
            let condition =
                Monomial::of(*a).times(&Monomial::of(*b)).map(|p| Condition::Le(p, Monomial::constant(GREATEST)));
            let name = |q: &Quantity| match q {
                Quantity::Param(p) => kernel.params[*p].name.to_string(),
                _ => String::new(),
            };
            let otherwise = format!("`{} * {}` is near 2^31, where indices wrap around", name(a), name(b));
            out.extend(condition.map(|condition| Usual::one(condition, otherwise)));
        }
    }
    for axis in Axis::ALL {
        let pair = [Quantity::BlockDim(axis), Quantity::GridDim(axis)];
        if pair.into_iter().all(open) {
            let threads = Monomial { factor: 1, of: pair.to_vec() };
            let condition = Condition::Le(threads, Monomial::constant(GREATEST));
            let otherwise =
                format!("the threads of the grid along {} are near 2^31, where indices wrap around", axis.letter());
            out.push(Usual::one(condition, otherwise));
        }
    }
    out.extend(asserted::conditions(kernel, &open));
    out.extend(strides::conditions(kernel, questions, &open));
    // Code that was not read may give any extent.
    if !options.launched_unread {
        out.extend(fitting::conditions(kernel, questions, by_warps, &open));
    }
    out
}

/// The quantities that preconditions of the source mention: there the source says which values callers may choose.
fn stated(kernel: &Kernel) -> BTreeSet<Quantity> {
    let mut found = BTreeSet::new();
    visit(&kernel.body, &mut |s| {
        if let StmtKind::Assume { cond, kind: AssumeKind::Requires | AssumeKind::Assume } = s.kind {
            let mut open = vec![cond];
            while let Some(e) = open.pop() {
                found.extend(quantity(kernel, e));
                open.extend(kernel.exprs[e].kind.children());
            }
        }
    });
    found
}

/// True if a kernel has operations of warps, or computes positions in warps from thread identifiers.
fn works_by_warps(kernel: &Kernel) -> bool {
    let mut by_operation = false;
    let mut assigned: Vec<(VarId, ExprId)> = Vec::new();
    visit(&kernel.body, &mut |s| match &s.kind {
        StmtKind::Warp { .. } => by_operation = true,
        StmtKind::Assign { var, value } => assigned.push((*var, *value)),
        _ => {}
    });
    let mut of_thread: BTreeSet<VarId> = BTreeSet::new();
    loop {
        let before = of_thread.len();
        for (var, value) in &assigned {
            if mentions_thread(kernel, *value, &of_thread) {
                of_thread.insert(*var);
            }
        }
        if of_thread.len() == before {
            break;
        }
    }
    let lanes = i128::from(kernel.lanes);
    let splits = |kind: &ExprKind| match *kind {
        ExprKind::Special(Special::LaneId) => true,
        ExprKind::Binary(op, a, b) => {
            let by = match op {
                BinOp::Div | BinOp::Rem => lanes,
                BinOp::Shr => i128::from(kernel.lanes.ilog2()),
                BinOp::And => lanes - 1,
                _ => return false,
            };
            constant(kernel, b) == Some(by) && mentions_thread(kernel, a, &of_thread)
        }
        _ => false,
    };
    by_operation || kernel.exprs.values().any(|e| splits(&e.kind))
}

fn mentions_thread(kernel: &Kernel, e: ExprId, of_thread: &BTreeSet<VarId>) -> bool {
    match &kernel.exprs[e].kind {
        ExprKind::Special(Special::ThreadIdx(_)) => true,
        ExprKind::Var(var) => of_thread.contains(var),
        kind => kind.children().into_iter().any(|c| mentions_thread(kernel, c, of_thread)),
    }
}

/// The uses of parameters in the findings.
#[derive(Default)]
struct Sizes {
    /// The upper bounds in conditions on accesses.
    upper: BTreeSet<Quantity>,
    lower: BTreeSet<Quantity>,
    /// Factors of products with what differs between threads or iterations, and divisors.
    factors: BTreeSet<Quantity>,
    /// Products of two parameters.
    products: BTreeSet<(Quantity, Quantity)>,
    /// The widest accesses that comparisons of offsets with products of a parameter tell.
    widths: BTreeMap<Quantity, i128>,
}

impl Sizes {
    fn of(questions: &[Question]) -> Self {
        let mut found = Self::default();
        for question in questions {
            let symbols = question.symbols.iter().chain(&question.wide);
            let by_term: BTreeMap<TermId, Quantity> = symbols.map(|(&q, &t)| (t, q)).collect();
            let param = |t: TermId| by_term.get(&t).copied().filter(|q| !q.is_extent());
            for suspect in question.confirmed_suspects() {
                for &c in &suspect.conjuncts {
                    found.bounds(question, c, &param);
                }
                for t in question.terms.subterms(&suspect.conjuncts, |_| false) {
                    match question.terms.kind(t) {
                        Term::Prod(factors) => {
                            let params: Vec<Quantity> = factors.iter().filter_map(|&f| param(f)).collect();
                            // In `layer * n` either may be a position, and 0.
                            if factors.iter().any(|f| !by_term.contains_key(f)) {
                                found.factors.extend(&params);
                            }
                            if let [a, b] = params[..] {
                                found.products.insert((a.min(b), a.max(b)));
                            }
                        }
                        Term::Div(_, by) | Term::Mod(_, by) => found.factors.extend(param(*by)),
                        Term::Le(a, limit) => {
                            let width = question.terms.as_int(*limit).map(|limit| limit.abs() + 1);
                            let width = width.filter(|w| matches!(w, 2 | 4 | 8 | 16));
                            let of_sum = question.terms.subterms(&[*a], |_| false);
                            for q in of_sum.into_iter().filter_map(param).filter(|_| width.is_some()) {
                                let widest = found.widths.entry(q).or_default();
                                *widest = (*widest).max(width.unwrap_or_default());
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        found
    }

    /// The parameters by which a condition bounds a term.
    fn bounds(&mut self, question: &Question, c: TermId, param: &dyn Fn(TermId) -> Option<Quantity>) {
        match question.terms.kind(c) {
            Term::And(parts) => parts.iter().for_each(|&part| self.bounds(question, part, param)),
            Term::Le(a, _) => {
                let items = question.terms.linear(*a).items;
                for &(factor, t) in &items {
                    let Some(quantity) = param(t) else { continue };
                    // The sum is at most a constant: what has the other sign is bounded by the parameter.
                    if items.iter().any(|&(other, _)| (other < 0) != (factor < 0)) {
                        if factor < 0 { &mut self.upper } else { &mut self.lower }.insert(quantity);
                    }
                }
            }
            _ => {}
        }
    }

    fn is_size(&self, quantity: Quantity) -> bool {
        !self.lower.contains(&quantity) && (self.upper.contains(&quantity) || self.factors.contains(&quantity))
    }
}

/// The parameters that the kernel compares with constants so that 1 and smaller values differ.
struct Flags<'k> {
    kernel: &'k Kernel,
    /// Variables that hold nothing but the value of a parameter.
    copies: BTreeMap<VarId, ParamId>,
    /// Parameters that are assigned.
    changed: BTreeSet<ParamId>,
}

impl<'k> Flags<'k> {
    fn of(kernel: &'k Kernel) -> Self {
        let mut targets: BTreeMap<VarId, Vec<Option<ExprId>>> = BTreeMap::new();
        visit(&kernel.body, &mut |s| match &s.kind {
            StmtKind::Assign { var, value } => targets.entry(*var).or_default().push(Some(*value)),
            StmtKind::Declare { .. } => {}
            kind => {
                if let Some(var) = kind.target() {
                    targets.entry(var).or_default().push(None);
                }
            }
        });
        let mut copies: BTreeMap<VarId, ParamId> = kernel.params.iter().map(|(id, p)| (p.var, id)).collect();
        let changed = copies.iter().filter(|(var, _)| targets.contains_key(var)).map(|(_, &id)| id).collect();
        loop {
            let before = copies.len();
            for (&var, values) in &targets {
                let params: BTreeSet<Option<ParamId>> =
                    values.iter().map(|v| copies.get(&plain_variable(kernel, (*v)?)?).copied()).collect();
                if let (1, Some(Some(id)), false) = (params.len(), params.first(), copies.contains_key(&var)) {
                    copies.insert(var, *id);
                }
            }
            if copies.len() == before {
                break;
            }
        }
        Self { kernel, copies, changed }
    }

    fn tells_small_values_apart(&self, param: ParamId) -> bool {
        self.changed.contains(&param)
            || self.kernel.exprs.values().any(|e| match e.kind {
                ExprKind::Binary(op, a, b) if op.is_comparison() => {
                    self.is_about(a, param) != Some(false)
                        && self.is_about(b, param) != Some(false)
                        && self.mentions(&[a, b], param)
                        && self.differs(param, |value| {
                            let (a, b) = (self.value(a, param, value)?, self.value(b, param, value)?);
                            Some(match op {
                                BinOp::Lt => a < b,
                                BinOp::Le => a <= b,
                                BinOp::Eq => a == b,
                                _ => a != b,
                            })
                        })
                }
                ExprKind::Cast(CastKind::ToBool, a) => self.is_about(a, param) == Some(true),
                _ => false,
            })
    }

    fn mentions(&self, parts: &[ExprId], param: ParamId) -> bool {
        parts.iter().any(|&e| self.is_about(e, param) == Some(true))
    }

    /// True if a truth value is not the same for 1 and for smaller values, or not known.
    fn differs(&self, param: ParamId, truth: impl Fn(i128) -> Option<bool>) -> bool {
        let signed = matches!(self.kernel.params[param].ty, Type::Int { signed: true, .. });
        let at_one = truth(1);
        let small: &[i128] = if signed { &[0, -1, -2] } else { &[0] };
        at_one.is_none() || small.iter().any(|&value| truth(value) != at_one)
    }

    /// `Some(true)` for what the parameter alone determines, `Some(false)` for what something else does, `None` for
    /// constants.
    fn is_about(&self, e: ExprId, param: ParamId) -> Option<bool> {
        match &self.kernel.exprs[e].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null => None,
            ExprKind::Var(var) => Some(self.copies.get(var) == Some(&param)),
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Select(..) | ExprKind::Cast(..) => {
                let parts = self.kernel.exprs[e].kind.children();
                let parts: Vec<bool> = parts.into_iter().filter_map(|c| self.is_about(c, param)).collect();
                (!parts.is_empty()).then(|| parts.into_iter().all(|about| about))
            }
            _ => Some(false),
        }
    }

    fn value(&self, e: ExprId, param: ParamId, value: i128) -> Option<i128> {
        match self.kernel.exprs[e].kind {
            ExprKind::Int(n) => Some(n),
            ExprKind::Var(var) => (self.copies.get(&var) == Some(&param)).then_some(value),
            ExprKind::Cast(CastKind::IntToInt, inner) => self.value(inner, param, value),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(a, param, value)?, self.value(b, param, value)?);
                match op {
                    BinOp::Add => a.checked_add(b),
                    BinOp::Sub => a.checked_sub(b),
                    BinOp::Mul => a.checked_mul(b),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
