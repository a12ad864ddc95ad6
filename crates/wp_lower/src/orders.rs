//! Operands whose order of evaluation the language leaves open, as the lowering notes them for [`wp_kir::settle_orders`].
//!
//! An expression with such operands names them by their nodes (`in_open_order`); the lowering of a node that is named is the evaluation of
//! the operand (`as_operand`), wherever the meaning of the expression asks for it. The statements that each operand emits are put into labelled
//! blocks where another operand might see them, and the mutable variables in its value count as reads. Specifications have no effects.

use crate::account::key;
use crate::ctx::Lowerer;
use crate::nodes::Refused;
use crate::values::{Place, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;
use wp_base::{Id, Span};
use wp_clang::Node;
use wp_decls::{strip, CType};
use wp_kir::{Array, Block, ExprId, LabelId, OpenOrder, Operand, Stmt, StmtKind};

/// Operands whose order is open.
const OPEN_ORDER: &str =
    "operands of which one changes what the other one uses, in an order that the language leaves open";

/// Labels of operands are numbered from here on; those of statements stay below.
const FIRST_LABEL: usize = 1 << 30;

/// Nodes below an operand by which a meaning may evaluate it, such as `x` for `&x`.
const MAX_PATH: usize = 8;

/// An operand of an expression that is being lowered: the number of the expression, and its own.
type Name = (usize, usize);

/// An expression with operands in open order that is being lowered.
struct OpenSet {
    /// Nesting of blocks around it.
    depth: usize,
    /// Its first statement in the block.
    start: usize,
    /// Variables and labels with smaller numbers were there before.
    first_var: usize,
    first_label: usize,
    operands: Vec<Evaluated>,
}

/// The evaluations of an operand so far.
#[derive(Clone, Default)]
struct Evaluated {
    /// Statements in the block of the expression.
    ranges: Vec<Range<usize>>,
    noted: Operand,
    seen: Seen,
}

/// What statements do that somebody else may see.
#[derive(Clone, Copy)]
struct Seen {
    /// Whether they access memory in another way than by reading, synchronise, or end the thread.
    acts: bool,
    /// The oldest variable that is assigned, and the oldest label that is a target of a jump.
    var: usize,
    label: usize,
}

impl Default for Seen {
    fn default() -> Self {
        Self { acts: false, var: usize::MAX, label: usize::MAX }
    }
}

impl Seen {
    fn join(&mut self, other: Seen) {
        *self =
            Seen { acts: self.acts || other.acts, var: self.var.min(other.var), label: self.label.min(other.label) };
    }

    fn add(&mut self, kind: &StmtKind) {
        self.acts |= matches!(
            kind,
            StmtKind::Store { .. }
                | StmtKind::Atomic { .. }
                | StmtKind::Barrier { .. }
                | StmtKind::MemFence { .. }
                | StmtKind::Return
        );
        if let Some(var) = kind.target() {
            self.var = self.var.min(var.index());
        }
        if let StmtKind::Break(label) | StmtKind::Continue(label) = kind {
            self.label = self.label.min(label.index());
        }
    }
}

/// Open orders of a kernel.
#[derive(Default)]
pub(crate) struct Orders {
    noted: wp_kir::Orders,
    /// Nesting of blocks.
    depth: usize,
    sets: Vec<OpenSet>,
    /// The operands that are being evaluated, with what their statements do.
    evaluating: Vec<(Name, Seen)>,
    /// Operands by their nodes and by those that lead to them.
    nodes: FxHashMap<usize, Name>,
    labels: usize,
    arrays: FxHashMap<ExprId, Array>,
    derived: FxHashMap<ExprId, ExprId>,
}

/// What the evaluation of an operand gives.
pub(crate) trait Given {
    /// The expressions that are read later.
    fn values(&self) -> Vec<ExprId>;
}

impl Given for () {
    fn values(&self) -> Vec<ExprId> {
        Vec::new()
    }
}

impl Given for Value {
    fn values(&self) -> Vec<ExprId> {
        self.leaves.clone()
    }
}

impl Given for Place {
    fn values(&self) -> Vec<ExprId> {
        match self {
            Place::Mem { ptr, .. } | Place::Bits { ptr, .. } => vec![*ptr],
            Place::Value(value) => value.values(),
            Place::Swizzle { base, .. } => base.values(),
            Place::Vars { .. } | Place::Function(_) => Vec::new(),
        }
    }
}

impl Given for (Place, Value) {
    fn values(&self) -> Vec<ExprId> {
        [self.0.values(), self.1.values()].concat()
    }
}

impl Orders {
    /// Notes a statement that is emitted.
    pub(crate) fn note_statement(&mut self, kind: &StmtKind) {
        if let Some((_, seen)) = self.evaluating.last_mut() {
            seen.add(kind);
        }
    }

    pub(crate) fn enter_block(&mut self) {
        self.depth += 1;
    }

    pub(crate) fn leave_block(&mut self) {
        self.depth -= 1;
    }

    /// Notes that a pointer leads to the first element of an array of the source.
    pub(crate) fn note_array(&mut self, ptr: ExprId, bytes: u64, is_named: bool) {
        let known = self.arrays.entry(ptr).or_insert(Array { bytes, is_named });
        known.bytes = known.bytes.max(bytes);
        known.is_named &= is_named;
    }

    /// Notes that a pointer is computed from another one, and stays in its array.
    pub(crate) fn note_derived(&mut self, ptr: ExprId, from: ExprId) {
        let base = if self.arrays.contains_key(&from) { Some(from) } else { self.derived.get(&from).copied() };
        // An expression that was there before is not computed from the pointer.
        if let Some(base) = base.filter(|base| *base < ptr) {
            self.derived.insert(ptr, base);
        }
    }
}

impl<'u> Lowerer<'u> {
    /// Lowers an expression of which the order of operands is open. The lowering of their nodes is their evaluation.
    pub(crate) fn in_open_order<R>(
        &mut self,
        operands: &[&'u Node],
        span: Span,
        lower: impl FnOnce(&mut Self) -> R,
    ) -> R {
        if self.spec > 0 || operands.len() < 2 {
            return lower(self);
        }
        let set = self.orders.sets.len();
        self.orders.sets.push(OpenSet {
            depth: self.orders.depth,
            start: self.cur.len(),
            first_var: self.k.vars.len(),
            first_label: self.k.label_count as usize,
            operands: vec![Evaluated::default(); operands.len()],
        });
        let mut hidden = Vec::new();
        for (i, operand) in operands.iter().enumerate() {
            let mut node: &Node = operand;
            for _ in 0..MAX_PATH {
                hidden.push((key(node), self.orders.nodes.insert(key(node), (set, i))));
                match node.inner.as_slice() {
                    [inner] => node = inner,
                    _ => break,
                }
            }
        }
        let result = lower(self);
        for (node, before) in hidden.into_iter().rev() {
            match before {
                Some(name) => self.orders.nodes.insert(node, name),
                None => self.orders.nodes.remove(&node),
            };
        }
        if let Some(set) = self.orders.sets.pop() {
            self.close_set(set, span);
        }
        result
    }

    /// Lowers a node, as an operand if it is one of an expression whose order is open.
    pub(crate) fn as_operand<R: Given>(&mut self, node: &'u Node, lower: impl FnOnce(&mut Self) -> R) -> R {
        let name = if self.spec > 0 || self.orders.nodes.is_empty() { None } else { self.orders.nodes.get(&key(node)) };
        // What leads to the node is the same operand.
        let is_begun = |name: &Name| self.orders.evaluating.iter().any(|(other, _)| other == name);
        let Some((set, operand)) = name.copied().filter(|name| !is_begun(name)) else { return lower(self) };
        let start = self.cur.len();
        self.orders.evaluating.push(((set, operand), Seen::default()));
        let result = lower(self);
        let seen = self.orders.evaluating.pop().map(|(_, seen)| seen).unwrap_or_default();
        if let Some((_, outer)) = self.orders.evaluating.last_mut() {
            outer.join(seen);
        }
        let values: Vec<ExprId> = result.values().into_iter().filter(|e| self.mentions_mutable(*e)).collect();
        let is_inside = self.orders.sets.get(set).is_some_and(|s| s.depth < self.orders.depth);
        let label = is_inside.then(|| self.enclose(start..self.cur.len()));
        if let Some(evaluated) = self.orders.sets.get_mut(set).and_then(|s| s.operands.get_mut(operand)) {
            evaluated.noted.values.extend(values);
            evaluated.seen.join(seen);
            match label {
                Some(label) => evaluated.noted.blocks.extend(label),
                None => evaluated.ranges.push(start..self.cur.len()),
            }
        }
        result
    }

    /// Keeps an expression for the end, if one of its operands does anything that another one may see.
    fn close_set(&mut self, set: OpenSet, span: Span) {
        let acts = |o: &Evaluated| o.seen.acts || o.seen.var < set.first_var || o.seen.label < set.first_label;
        let is_empty = |o: &Evaluated| {
            o.ranges.iter().all(Range::is_empty) && o.noted.values.is_empty() && o.noted.blocks.is_empty()
        };
        if !set.operands.iter().any(acts) || set.operands.iter().filter(|o| !is_empty(o)).count() < 2 {
            return;
        }
        let mut operands: Vec<Operand> = set.operands.iter().map(|o| o.noted.clone()).collect();
        let ranges = set.operands.iter().enumerate().flat_map(|(i, o)| o.ranges.iter().map(move |r| (r.clone(), i)));
        let mut ranges: Vec<(Range<usize>, usize)> = ranges.collect();
        ranges.sort_by_key(|(range, _)| range.start);
        for (range, operand) in ranges.into_iter().rev() {
            operands[operand].blocks.extend(self.enclose(range));
        }
        if let Some(whole) = self.enclose(set.start..self.cur.len()) {
            self.orders.noted.open.push(OpenOrder { span, whole, operands });
        }
    }

    /// Puts statements of the current block into a labelled one.
    fn enclose(&mut self, range: Range<usize>) -> Option<LabelId> {
        let first = self.cur.get(range.clone())?.first()?;
        let span = first.span;
        let label = LabelId::from_index(FIRST_LABEL + self.orders.labels);
        self.orders.labels += 1;
        let start = range.start;
        let body: Block = self.cur.drain(range).collect();
        self.cur.insert(start, Stmt { kind: StmtKind::Labelled { label, body }, span });
        // Statements have moved: more of them count as standing behind the clause.
        self.waiting.since = self.waiting.since.min(start);
        Some(label)
    }

    /// Notes the array of the source that a pointer leads to the first element of. `lvalue`: the array.
    pub(crate) fn note_array(&mut self, lvalue: &Node, place: &Place, ptr: ExprId) {
        let ty = place.ty();
        if let (CType::Array(_, Some(_)), Ok((bytes, _))) = (&ty, self.layouts.size_align(self.decls, &ty)) {
            let is_named = matches!(&*strip(lvalue).kind, "DeclRefExpr" | "MemberExpr");
            self.orders.note_array(ptr, bytes, is_named);
        }
    }

    /// Decides about all expressions whose order is open, when the kernel is complete.
    pub(crate) fn settle_orders(&mut self) {
        let mut orders = std::mem::take(&mut self.orders);
        if orders.noted.open.is_empty() {
            return;
        }
        orders.noted.arrays = orders.arrays.drain().collect::<BTreeMap<_, _>>();
        orders.noted.derived = orders.derived.drain().collect::<BTreeMap<_, _>>();
        for span in wp_kir::settle_orders(&mut self.k, &orders.noted) {
            self.refuse(Refused { what: OPEN_ORDER.to_owned(), span });
        }
    }
}
