//! Notes the operands whose order of evaluation is unspecified, for the analysis [`wp_kir::settle_orders`].
//!
//! The lowering of an expression with such operands registers their nodes (`in_open_order`). When such a node is
//! lowered, wherever that happens below the expression, the statements that are emitted are those of the operand
//! (`as_operand`). If an operand has an effect that another one may see, the statements of each operand are put into
//! labelled blocks, and the variables in its value count as reads. Specifications have no effects and are not
//! considered.

use super::Builder;
use crate::nodes::{node_address, Refused};
use crate::values::Place;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;
use wp_base::{Id, Span};
use wp_clang::Node;
use wp_decls::{strip, CType};
use wp_kir::{Array, Block, ExprId, LabelId, OpenOrder, Operand, Stmt, StmtKind};

/// The construct that is rejected if the order of operands matters.
const OPEN_ORDER: &str =
    "operands of which one changes what the other one uses, in an order that the language leaves open";

/// The labels of operand blocks have numbers from here on. The labels of statements have smaller numbers.
const FIRST_LABEL: usize = 1 << 30;

/// An operand of an expression that is being lowered: the index of the expression in [`Orders::expressions`], and the
/// index of the operand in it.
type OperandId = (usize, usize);

/// An expression that is being lowered and whose operands have an unspecified order.
struct OpenExpression {
    /// The number of blocks around the expression.
    depth: usize,
    /// The index of its first statement in the current block.
    start: usize,
    /// The first variable that the expression creates. Older variables are visible outside of it.
    first_var: usize,
    /// The first label that the expression creates.
    first_label: usize,
    operands: Vec<Evaluations>,
}

/// The evaluations of an operand so far. An operand may be evaluated in several parts.
#[derive(Clone, Default)]
struct Evaluations {
    /// Its statements that stand in the block of the expression itself, as ranges of indices.
    ranges: Vec<Range<usize>>,
    /// Its statements in inner blocks, already enclosed in labelled blocks, and the expressions of its value.
    operand: Operand,
    /// The effects of all its statements.
    effects: VisibleEffects,
}

/// The effects of statements that another operand may see.
#[derive(Clone, Copy)]
struct VisibleEffects {
    /// True if a statement writes memory, synchronises, or ends the thread.
    acts: bool,
    /// The oldest variable that is assigned.
    oldest_var: usize,
    /// The oldest label that a jump leads to.
    oldest_label: usize,
}

impl Default for VisibleEffects {
    fn default() -> Self {
        Self { acts: false, oldest_var: usize::MAX, oldest_label: usize::MAX }
    }
}

impl VisibleEffects {
    fn join(&mut self, other: VisibleEffects) {
        *self = VisibleEffects {
            acts: self.acts || other.acts,
            oldest_var: self.oldest_var.min(other.oldest_var),
            oldest_label: self.oldest_label.min(other.oldest_label),
        };
    }

    fn add(&mut self, kind: &StmtKind) {
        self.acts |= matches!(
            kind,
            StmtKind::Store { .. }
                | StmtKind::Atomic { .. }
                | StmtKind::Barrier { .. }
                | StmtKind::NamedBarrier(_)
                | StmtKind::MemFence { .. }
                | StmtKind::Copy(_)
                | StmtKind::Return
        );
        if let Some(var) = kind.target() {
            self.oldest_var = self.oldest_var.min(var.index());
        }
        if let StmtKind::Break(label) | StmtKind::Continue(label) = kind {
            self.oldest_label = self.oldest_label.min(label.index());
        }
    }
}

/// The operands of a kernel whose order of evaluation is unspecified.
#[derive(Default)]
pub(crate) struct Orders {
    /// The expressions that were lowered, for the analysis.
    noted: wp_kir::Orders,
    /// The number of blocks around the current statement.
    depth: usize,
    /// The expressions that are being lowered, innermost last.
    expressions: Vec<OpenExpression>,
    /// The operands that are being evaluated, innermost last, with the effects of their statements.
    evaluating: Vec<(OperandId, VisibleEffects)>,
    /// From the address of a node to the operand that the node is, or that it lies on the path below.
    nodes: FxHashMap<usize, OperandId>,
    /// The number of labels of operand blocks.
    labels: usize,
    /// Pointers to the first element of an array of the source.
    arrays: FxHashMap<ExprId, Array>,
    /// From a pointer that was computed from a pointer in `arrays` to the pointer in `arrays`.
    derived: FxHashMap<ExprId, ExprId>,
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

    /// Notes that a pointer is computed from another one and points into the same array.
    pub(crate) fn note_derived(&mut self, ptr: ExprId, from: ExprId) {
        let base = if self.arrays.contains_key(&from) { Some(from) } else { self.derived.get(&from).copied() };
        // Expressions are shared, so `ptr` may be an older expression, which was not computed from `base`.
        if let Some(base) = base.filter(|base| *base < ptr) {
            self.derived.insert(ptr, base);
        }
    }
}

/// The operands that the nodes of an expression belonged to before.
pub(crate) struct Shadowed(Vec<(usize, Option<OperandId>)>);

/// An evaluation of an operand that has begun.
pub(crate) struct Evaluation {
    operand: OperandId,
    /// The index of its first statement in the current block.
    start: usize,
}

impl Builder<'_> {
    /// Registers the operands of an expression that is about to be lowered.
    pub(crate) fn open_expression(&mut self, operands: &[&Node]) -> Shadowed {
        let number = self.orders.expressions.len();
        self.orders.expressions.push(OpenExpression {
            depth: self.orders.depth,
            start: self.current_block.len(),
            first_var: self.kernel.vars.len(),
            first_label: self.kernel.label_count as usize,
            operands: vec![Evaluations::default(); operands.len()],
        });
        let mut shadowed = Vec::new();
        for (i, operand) in operands.iter().enumerate() {
            // The nodes on the path below an operand count as the operand: the lowering of an expression may evaluate `x`
            // in place of `&x`, for example.
            let mut node: &Node = operand;
            loop {
                shadowed.push((node_address(node), self.orders.nodes.insert(node_address(node), (number, i))));
                match node.inner.as_slice() {
                    [inner] => node = inner,
                    _ => break,
                }
            }
        }
        Shadowed(shadowed)
    }

    /// Notes that a registered operand of the innermost expression is the store of an assignment.
    pub(crate) fn mark_store(&mut self, node: &Node) {
        let Some(&(number, operand)) = self.orders.nodes.get(&node_address(node)).filter(|_| self.spec_depth == 0)
        else {
            return;
        };
        if let Some(store) = self.orders.expressions.get_mut(number).and_then(|s| s.operands.get_mut(operand)) {
            store.operand.is_store = true;
        }
    }

    /// Ends an expression that was opened.
    pub(crate) fn close_expression(&mut self, shadowed: Shadowed, span: Span) {
        for (node, before) in shadowed.0.into_iter().rev() {
            match before {
                Some(operand) => self.orders.nodes.insert(node, operand),
                None => self.orders.nodes.remove(&node),
            };
        }
        if let Some(open) = self.orders.expressions.pop() {
            self.note_expression(open, span);
        }
    }

    /// Begins the evaluation of a node, if it is a registered operand.
    pub(crate) fn begin_operand(&mut self, node: &Node) -> Option<Evaluation> {
        if self.spec_depth > 0 || self.orders.nodes.is_empty() {
            return None;
        }
        let operand = *self.orders.nodes.get(&node_address(node))?;
        // A node on the path below an operand belongs to the evaluation that has begun.
        if self.orders.evaluating.iter().any(|(other, _)| *other == operand) {
            return None;
        }
        self.orders.evaluating.push((operand, VisibleEffects::default()));
        Some(Evaluation { operand, start: self.current_block.len() })
    }

    /// Ends the evaluation of an operand, whose result has these expressions.
    pub(crate) fn end_operand(&mut self, evaluation: Evaluation, values: Vec<ExprId>) {
        let Evaluation { operand: (number, operand), start } = evaluation;
        let seen = self.orders.evaluating.pop().map(|(_, seen)| seen).unwrap_or_default();
        if let Some((_, outer)) = self.orders.evaluating.last_mut() {
            outer.join(seen);
        }
        let values: Vec<ExprId> = values.into_iter().filter(|e| self.mentions_mutable(*e)).collect();
        let is_inside = self.orders.expressions.get(number).is_some_and(|s| s.depth < self.orders.depth);
        let label = is_inside.then(|| self.enclose(start..self.current_block.len()));
        if let Some(evaluated) = self.orders.expressions.get_mut(number).and_then(|s| s.operands.get_mut(operand)) {
            evaluated.operand.values.extend(values);
            evaluated.effects.join(seen);
            match label {
                Some(label) => evaluated.operand.blocks.extend(label),
                None => evaluated.ranges.push(start..self.current_block.len()),
            }
        }
    }

    /// Notes an expression for the analysis, if one of its operands has an effect that another one may see.
    fn note_expression(&mut self, open: OpenExpression, span: Span) {
        let acts = |o: &Evaluations| {
            o.effects.acts || o.effects.oldest_var < open.first_var || o.effects.oldest_label < open.first_label
        };
        let is_empty = |o: &Evaluations| {
            o.ranges.iter().all(Range::is_empty) && o.operand.values.is_empty() && o.operand.blocks.is_empty()
        };
        if !open.operands.iter().any(acts) || open.operands.iter().filter(|o| !is_empty(o)).count() < 2 {
            return;
        }
        let mut operands: Vec<Operand> = open.operands.iter().map(|o| o.operand.clone()).collect();
        let ranges = open.operands.iter().enumerate().flat_map(|(i, o)| o.ranges.iter().map(move |r| (r.clone(), i)));
        let mut ranges: Vec<(Range<usize>, usize)> = ranges.collect();
        ranges.sort_by_key(|(range, _)| range.start);
        for (range, operand) in ranges.into_iter().rev() {
            operands[operand].blocks.extend(self.enclose(range));
        }
        if let Some(whole) = self.enclose(open.start..self.current_block.len()) {
            self.orders.noted.open.push(OpenOrder { span, whole, operands });
        }
    }

    /// Moves a range of statements of the current block into a new labelled block; `None` if the range is empty.
    fn enclose(&mut self, range: Range<usize>) -> Option<LabelId> {
        let first = self.current_block.get(range.clone())?.first()?;
        let span = first.span;
        let label = LabelId::from_index(FIRST_LABEL + self.orders.labels);
        self.orders.labels += 1;
        let start = range.start;
        let body: Block = self.current_block.drain(range).collect();
        self.current_block.insert(start, Stmt { kind: StmtKind::Labelled { label, body }, span });
        // The range may contain the statement at this index. Then the search for barriers starts at the labelled block.
        self.pending_invariants.since = self.pending_invariants.since.min(start);
        Some(label)
    }

    /// Notes that `ptr` points to the first element of the array `lvalue`, whose place is `place`.
    pub(crate) fn note_array(&mut self, lvalue: &Node, place: &Place, ptr: ExprId) {
        let ty = place.ty();
        if let (CType::Array(_, Some(_)), Ok((bytes, _))) = (&ty, self.unit.layouts.size_align(self.unit.decls, &ty)) {
            let is_named = matches!(&*strip(lvalue).kind, "DeclRefExpr" | "MemberExpr");
            self.orders.note_array(ptr, bytes, is_named);
        }
    }

    /// Runs the analysis on the complete kernel, and refuses every expression in which the order of operands matters.
    pub(super) fn settle_orders(&mut self) {
        let mut orders = std::mem::take(&mut self.orders);
        if orders.noted.open.is_empty() {
            return;
        }
        orders.noted.arrays = orders.arrays.drain().collect::<BTreeMap<_, _>>();
        orders.noted.derived = orders.derived.drain().collect::<BTreeMap<_, _>>();
        for span in wp_kir::settle_orders(&mut self.kernel, &orders.noted) {
            self.refuse(Refused { what: OPEN_ORDER.to_owned(), span });
        }
    }
}
