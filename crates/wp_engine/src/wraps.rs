//! Unsigned arithmetic that wraps around on the way to the addresses of a witness: `65536 * 65536 wraps to 0`.
//!
//! Input: a confirmed simulation. Output: a line for each operation whose operands are determined by the arguments, the
//! launch and the thread. Incomplete: values that depend on memory or on variables that are assigned more than once are
//! not examined. No verdict depends on it.

use std::collections::{BTreeMap, BTreeSet};
use wp_base::Span;
use wp_check::witness::Confirmed;
use wp_interp::{ConcreteLaunch, Finding, Inputs, ThreadRef, Value};
use wp_kir::{visit, BinOp, CastKind, ExprId, ExprKind, Kernel, Special, StmtKind, Type, VarId};

/// Lines at most.
const MOST: usize = 3;
/// Nesting of expressions that is followed.
const DEEPEST: usize = 64;

/// A line for each operation that wraps around in the addresses that a finding is about.
pub(crate) fn wraps(kernel: &Kernel, confirmed: &Confirmed) -> Vec<String> {
    let sites: Vec<(Span, ThreadRef)> = match &confirmed.finding {
        Finding::Race { first, second, .. } => vec![(first.span, first.thread), (second.span, second.thread)],
        Finding::OutOfBounds { site, .. } => vec![(site.span, site.thread)],
        _ => return Vec::new(),
    };
    let mut lines = Vec::new();
    for (span, thread) in sites {
        let mut at = Evaluation::new(kernel, &confirmed.launch, &confirmed.inputs, thread);
        for address in addresses(kernel, span) {
            at.value(address, 0);
        }
        for line in at.wrapped {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines.truncate(MOST);
    lines
}

/// The addresses of the accesses at a place.
fn addresses(kernel: &Kernel, span: Span) -> Vec<ExprId> {
    let mut found = Vec::new();
    visit(&kernel.body, &mut |s| match &s.kind {
        StmtKind::Load { ptr, .. } | StmtKind::Store { ptr, .. } | StmtKind::Atomic { ptr, .. } if s.span == span => {
            found.push(*ptr);
        }
        _ => {}
    });
    found
}

/// Expressions on the values of one thread.
struct Evaluation<'a> {
    kernel: &'a Kernel,
    launch: &'a ConcreteLaunch,
    thread: ThreadRef,
    /// Values of parameters.
    given: BTreeMap<VarId, i128>,
    /// The only assignment of each variable that has one, and is set by nothing else.
    assigned: BTreeMap<VarId, ExprId>,
    known: BTreeMap<ExprId, Option<i128>>,
    wrapped: Vec<String>,
}

impl<'a> Evaluation<'a> {
    fn new(kernel: &'a Kernel, launch: &'a ConcreteLaunch, inputs: &Inputs, thread: ThreadRef) -> Self {
        let mut assigned = BTreeMap::new();
        let mut several = BTreeSet::new();
        visit(&kernel.body, &mut |s| {
            let Some(var) = s.kind.target() else { return };
            match s.kind {
                StmtKind::Assign { value, .. } if !assigned.contains_key(&var) => {
                    assigned.insert(var, value);
                }
                _ => {
                    several.insert(var);
                }
            }
        });
        let mut given = BTreeMap::new();
        for (id, param) in kernel.params.iter() {
            if assigned.contains_key(&param.var) || several.contains(&param.var) {
                several.insert(param.var);
            } else if let (Type::Int { .. }, Some(Value::Int(v))) = (param.ty, inputs.params.get(&id)) {
                given.insert(param.var, in_type(*v, param.ty));
            }
        }
        assigned.retain(|var, _| !several.contains(var));
        Self { kernel, launch, thread, given, assigned, known: BTreeMap::new(), wrapped: Vec::new() }
    }

    fn value(&mut self, expr: ExprId, depth: usize) -> Option<i128> {
        if let Some(known) = self.known.get(&expr) {
            return *known;
        }
        let value = if depth > DEEPEST { None } else { self.computed(expr, depth + 1) };
        self.known.insert(expr, value);
        value
    }

    fn computed(&mut self, expr: ExprId, depth: usize) -> Option<i128> {
        let kernel = self.kernel;
        let e = &kernel.exprs[expr];
        match &e.kind {
            ExprKind::Int(v) => Some(*v),
            ExprKind::Var(var) => match self.given.get(var) {
                Some(v) => Some(*v),
                None => {
                    let value = *self.assigned.get(var)?;
                    self.value(value, depth)
                }
            },
            ExprKind::Special(special) => self.special(*special),
            ExprKind::Cast(CastKind::IntToInt, inner) => Some(in_type(self.value(*inner, depth)?, e.ty)),
            ExprKind::PtrAdd(base, offset) => {
                self.value(*base, depth);
                self.value(*offset, depth)
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(*a, depth), self.value(*b, depth));
                self.binary(*op, a?, b?, e.ty)
            }
            _ => {
                for child in e.kind.children() {
                    self.value(child, depth);
                }
                None
            }
        }
    }

    fn binary(&mut self, op: BinOp, a: i128, b: i128, ty: Type) -> Option<i128> {
        let (exact, sign) = match op {
            BinOp::Add => (a.checked_add(b)?, '+'),
            BinOp::Mul => (a.checked_mul(b)?, '*'),
            BinOp::Sub => (a.checked_sub(b)?, '-'),
            BinOp::Div if b != 0 => return Some(a / b),
            BinOp::Rem if b != 0 => return Some(a % b),
            _ => return None,
        };
        let value = in_type(exact, ty);
        let Type::Int { bits: bits @ ..64, signed: false } = ty else { return (value == exact).then_some(value) };
        if value != exact {
            let line = format!("{bits}-bit unsigned arithmetic wraps around: {a} {sign} {b} wraps to {value}");
            if !self.wrapped.contains(&line) {
                self.wrapped.push(line);
            }
        }
        Some(value)
    }

    fn special(&self, special: Special) -> Option<i128> {
        let value = match special {
            Special::ThreadIdx(axis) => self.thread.thread[axis.index()],
            Special::BlockIdx(axis) => self.thread.block[axis.index()],
            Special::BlockDim(axis) => self.launch.block[axis.index()],
            Special::GridDim(axis) => self.launch.grid[axis.index()],
            Special::GlobalOffset(_) | Special::LaneId => return None,
        };
        Some(i128::from(value))
    }
}

/// A number modulo the width of an integer type.
fn in_type(value: i128, ty: Type) -> i128 {
    let Type::Int { bits, signed } = ty else { return value };
    let wrapped = value.rem_euclid(1i128 << bits);
    if signed && wrapped >= 1i128 << (bits - 1) {
        wrapped - (1i128 << bits)
    } else {
        wrapped
    }
}
