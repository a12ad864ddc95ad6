//! Lowers `switch` to conditions on its value.
//!
//! Exact for labels anywhere in the body. If all labels stand at the top level of the body and every part ends in a
//! jump, the parts become a chain of `if`. Otherwise a variable `entered` says whether execution has passed the label
//! that the value selects. Statements without labels are guarded by this variable. A branch or loop around a label is
//! entered if nothing was entered before and a label in it is selected. So Duff's device becomes a loop whose first
//! iteration begins in the middle.

use crate::builder::{Blocks, Builder};
use crate::lowerer::Lowerer;
use crate::state::CallStack;
use crate::values::{JumpTargets, Value};
use wp_base::Span;
use wp_clang::Node;
use wp_kir::{BinOp, Block, ExprId, StmtKind, Type, VarId};

/// A label of a `switch`: one `case` or `default`.
struct Label<'u> {
    node: &'u Node,
    /// The values that select it: a number, or the first and the last of a range.
    cases: Vec<(i128, Option<i128>)>,
    default: bool,
    /// The condition that the value of the `switch` selects the label.
    selected: Option<ExprId>,
}

/// The labels of a `switch`, and the variable which says that the selected label was passed.
struct Entry<'u> {
    labels: Vec<Label<'u>>,
    entered: VarId,
}

/// A part of the body: labels at the top level, and the statements behind them up to the next labels.
struct Part<'u> {
    /// The range of its labels.
    labels: std::ops::Range<usize>,
    /// The first statement, with the labels in front of it.
    first: &'u Node,
    rest: Vec<&'u Node>,
}

impl<'u> Builder<'u> {
    /// Computes for each label the condition that the value selects it.
    fn select_labels(&mut self, value: ExprId, labels: &mut [Label<'u>], span: Span) {
        let mut any = self.bool(false, span);
        for label in labels.iter_mut() {
            let span = label.node.span;
            let mut hit = self.bool(false, span);
            for &(low, high) in &label.cases {
                let ty = self.ty(value);
                let low = self.int(low, ty, span);
                let test = match high {
                    None => self.bin(BinOp::Eq, value, low, span),
                    Some(high) => {
                        let high = self.int(high, ty, span);
                        let a = self.bin(BinOp::Le, low, value, span);
                        let b = self.bin(BinOp::Le, value, high, span);
                        self.bin(BinOp::And, a, b, span)
                    }
                };
                hit = self.bin(BinOp::Or, hit, test, span);
            }
            any = self.bin(BinOp::Or, any, hit, span);
            label.selected = Some(hit);
        }
        let none = self.not(any, span);
        for label in labels.iter_mut().filter(|label| label.default) {
            label.selected = Some(none);
        }
    }

    /// The condition that the value selects one of some labels.
    fn any_selected<'l>(&mut self, labels: impl Iterator<Item = &'l Label<'u>>, span: Span) -> ExprId
    where
        'u: 'l,
    {
        let mut any = self.bool(false, span);
        for selected in labels.filter_map(|label| label.selected) {
            any = self.bin(BinOp::Or, any, selected, span);
        }
        any
    }

    /// The condition that some statements are executed: the switch was entered before, or the value selects a label in
    /// them.
    fn may_enter<'n>(&mut self, nodes: impl Iterator<Item = &'n Node>, at: &Entry<'u>, span: Span) -> ExprId {
        let inside: Vec<&Label<'u>> = nodes.flat_map(|n| labels_below(n, &at.labels)).collect();
        let selected = self.any_selected(inside.into_iter(), span);
        let entered = self.read(at.entered, span);
        let may = self.bin(BinOp::Or, entered, selected, span);
        self.freeze_expr(may, span)
    }
}

impl<'u> CallStack<'u> {
    /// Marks the labels and attributes in front of a statement as visited, and returns the statement.
    fn visit_labels(&mut self, first: &'u Node, labels: &[Label<'u>]) -> &'u Node {
        let mut node = first;
        while let Some(inner) = behind_label(node, labels) {
            self.visit(node);
            node = inner;
        }
        node
    }
}

impl<'u> Lowerer<'u> {
    pub(crate) fn switch_stmt(&mut self, node: &'u Node) {
        let span = node.span;
        let mut children: Vec<&'u Node> = node.inner.iter().collect();
        if node.flag("hasInit") && !children.is_empty() {
            let init = children.remove(0);
            self.stmt(init);
        }
        if node.flag("hasVar") && !children.is_empty() {
            let var = children.remove(0);
            self.stmt(var);
        }
        let &[cond, body] = children.as_slice() else {
            return self.ir.unsupported("switch statement", span);
        };
        let value = self.scalar(cond);
        let value = self.ir.freeze_expr(value, span);
        let mut labels = Vec::new();
        if let Err(at) = self.labels_of(body, &mut labels) {
            return self.ir.unsupported("switch with a case that is no constant", at);
        }
        self.ir.select_labels(value, &mut labels, span);
        let label = self.ir.label();
        // `continue` inside the switch belongs to the enclosing loop.
        self.stack.frame().targets.push(JumpTargets { break_to: label, continue_to: None, once: false });
        let parts = parts(body, &labels).filter(|parts| parts.iter().rev().skip(1).all(ends_in_jump));
        let ((), block) = self.in_block(|s| match parts {
            Some(parts) => {
                s.stack.visit(body);
                s.chain(&parts, &labels);
            }
            None => {
                let entered = s.ir.var("%entered", Type::Bool, span);
                let no = s.ir.bool(false, span);
                s.ir.assign(entered, no, span);
                s.enter(body, &Entry { labels, entered });
            }
        });
        self.stack.frame().targets.pop();
        self.ir.emit_labelled(label, block, span);
    }

    /// Adds the labels of a `switch` at or below a node, in source order. The error is the place of a label whose value
    /// is not known.
    fn labels_of(&mut self, node: &'u Node, labels: &mut Vec<Label<'u>>) -> Result<(), Span> {
        match &*node.kind {
            "SwitchStmt" | "LambdaExpr" => return Ok(()),
            "CaseStmt" | "DefaultStmt" => {
                let default = &*node.kind == "DefaultStmt";
                let mut cases = Vec::new();
                if !default {
                    let range = node.flag("isGNURange") || node.inner.len() == 3;
                    let values = if range { 2 } else { 1 };
                    let mut found = Vec::new();
                    for value in node.inner.iter().take(values) {
                        found.push(self.case_value(value).ok_or(node.span)?);
                        self.stack.cover(value);
                    }
                    let (low, high) = (*found.first().ok_or(node.span)?, found.get(1).copied());
                    cases.push((low, high));
                }
                labels.push(Label { node, cases, default, selected: None });
            }
            _ => {}
        }
        node.inner.iter().try_for_each(|c| self.labels_of(c, labels))
    }

    fn case_value(&mut self, node: &'u Node) -> Option<i128> {
        let constant = |s: &mut Self, e: &Value| e.leaves.first().and_then(|&e| s.ir.const_int(e));
        let (value, _) =
            self.try_lowering(|s| s.expr(node), |s, e, block| block.is_empty() && constant(s, e).is_some())?;
        constant(self, &value)
    }

    /// `if (selected 0) part 0 else if (selected 1) part 1 ...`
    fn chain(&mut self, parts: &[Part<'u>], labels: &[Label<'u>]) {
        let Some((part, rest)) = parts.split_first() else { return };
        let mine = &labels[part.labels.clone()];
        let lower = |s: &mut Self| {
            let first = s.stack.visit_labels(part.first, mine);
            let list: Vec<&'u Node> = std::iter::once(first).chain(part.rest.iter().copied()).collect();
            // In C a jump to a later label may skip a declaration with an initialiser.
            let outer = s.scope.set_jumped_past(!s.unit.cuda);
            s.without_last_break(&list);
            s.scope.set_jumped_past(outer);
        };
        if rest.is_empty() && mine.iter().any(|label| label.default) {
            // No earlier part is selected, so the last part, which has `default`, is.
            return lower(self);
        }
        let span = part.first.span;
        let selected = self.ir.any_selected(mine.iter(), span);
        match self.ir.const_int(selected) {
            Some(0) => {
                self.exclude_part(part, labels);
                self.chain(rest, labels);
            }
            Some(_) => {
                lower(self);
                rest.iter().for_each(|part| self.exclude_part(part, labels));
            }
            None => self.branch(selected, span, lower, |s| s.chain(rest, labels)),
        }
    }

    fn exclude_part(&mut self, part: &Part<'u>, labels: &[Label<'u>]) {
        let first = self.stack.visit_labels(part.first, &labels[part.labels.clone()]);
        self.exclude(first);
        part.rest.iter().for_each(|s| self.exclude(s));
    }

    /// Lowers the statements of a part without the `break` at its end, which the chain of `if` implies.
    fn without_last_break(&mut self, list: &[&'u Node]) {
        match list {
            [block] if &*block.kind == "CompoundStmt" => {
                self.stack.visit(block);
                let inner: Vec<&'u Node> = block.inner.iter().collect();
                self.without_last_break(&inner);
            }
            [before @ .., last] if &*last.kind == "BreakStmt" => {
                before.iter().for_each(|s| self.stmt(s));
                self.stack.visit(last);
            }
            list => list.iter().for_each(|s| self.stmt(s)),
        }
    }

    /// Lowers a statement of which execution starts at the selected label, if the label is in it, or at its start, if
    /// the switch was entered before.
    fn enter(&mut self, node: &'u Node, at: &Entry<'u>) {
        self.enter_list(std::slice::from_ref(node), at);
    }

    /// The same for a list of statements.
    fn enter_list(&mut self, list: &'u [Node], at: &Entry<'u>) {
        let mut unlabelled: Vec<&'u Node> = Vec::new();
        for statement in list {
            if labels_below(statement, &at.labels).next().is_none() {
                unlabelled.push(statement);
                continue;
            }
            self.if_entered(&std::mem::take(&mut unlabelled), at);
            let mut node = statement;
            while let Some(inner) = behind_label(node, &at.labels) {
                self.stack.visit(node);
                if let Some(label) = at.labels.iter().find(|label| std::ptr::eq(label.node, node)) {
                    let span = node.span;
                    let entered = self.ir.read(at.entered, span);
                    let selected = self.ir.any_selected(std::iter::once(label), span);
                    let now = self.ir.bin(BinOp::Or, entered, selected, span);
                    self.ir.assign(at.entered, now, span);
                }
                node = inner;
            }
            match labels_below(node, &at.labels).next() {
                Some(_) => self.enter_inside(node, at),
                None => unlabelled.push(node),
            }
        }
        self.if_entered(&unlabelled, at);
    }

    /// Lowers statements without labels, which are executed if the switch was entered before.
    fn if_entered(&mut self, list: &[&'u Node], at: &Entry<'u>) {
        let Some(first) = list.first() else { return };
        let entered = self.ir.read(at.entered, first.span);
        // In C, a variable whose declaration was skipped is in scope without a value.
        let outer = self.scope.set_jumped_past(!self.unit.cuda);
        self.branch(entered, first.span, |s| list.iter().for_each(|n| s.stmt(n)), |_| {});
        self.scope.set_jumped_past(outer);
    }

    /// Lowers a statement with labels inside of it.
    fn enter_inside(&mut self, node: &'u Node, at: &Entry<'u>) {
        let span = node.span;
        self.stack.visit(node);
        match (&*node.kind, node.inner.as_slice()) {
            ("CompoundStmt", list) => self.enter_list(list, at),
            ("IfStmt", [cond, branches @ ..]) if !node.flag("hasInit") && !node.flag("hasVar") => {
                self.enter_if(cond, branches, at, span);
            }
            ("WhileStmt", [cond, body]) => self.enter_loop(Some(cond), None, body, at, span),
            ("ForStmt", [init, var, cond, inc, body]) if var.is_absent() => {
                let entered = self.ir.read(at.entered, span);
                self.branch(entered, span, |s| s.stmt(init), |_| {});
                self.enter_loop(Some(cond).filter(|c| !c.is_absent()), Some(inc), body, at, span);
            }
            ("DoStmt", [body, cond]) => {
                let once = self.ir.may_enter(std::iter::once(body), at, span);
                self.branch(once, span, |s| s.enter_do(body, cond, at, span), |_| {});
            }
            _ => {
                self.stack.cover(node);
                self.ir.unsupported(format!("case label inside of `{}`", node.kind), span);
            }
        }
    }

    /// The condition of a branch or loop around labels: if the switch was entered before, it is `cond`; otherwise it is
    /// that the value selects a label in `node`.
    fn condition_or_label(&mut self, cond: Option<&'u Node>, node: &Node, at: &Entry<'u>, span: Span) -> ExprId {
        let holds = self.ir.var("%holds", Type::Bool, span);
        let selected = self.ir.any_selected(labels_below(node, &at.labels), span);
        let entered = self.ir.read(at.entered, span);
        self.branch(
            entered,
            span,
            |s| {
                let value = match cond {
                    Some(cond) => s.condition(cond),
                    None => s.ir.bool(true, span),
                };
                s.ir.assign(holds, value, span);
            },
            |s| s.ir.assign(holds, selected, span),
        );
        self.ir.read(holds, span)
    }

    fn enter_if(&mut self, cond: &'u Node, branches: &'u [Node], at: &Entry<'u>, span: Span) {
        let Some((then, rest)) = branches.split_first() else { return self.ir.unsupported("if statement", span) };
        let otherwise = rest.first();
        // Passing a label of one branch must not change which branch is taken.
        let enters_else = otherwise.map(|e| {
            let entered = self.ir.read(at.entered, span);
            let entered = self.ir.freeze_expr(entered, span);
            let selected = self.ir.any_selected(labels_below(e, &at.labels), span);
            (entered, selected)
        });
        let holds = self.condition_or_label(Some(cond), then, at, span);
        let holds = self.ir.freeze_expr(holds, span);
        let ((), then_block) = self.in_block(|s| s.enter(then, at));
        let ((), else_block) = self.in_block(|s| {
            if let (Some(e), Some((entered, selected))) = (otherwise, enters_else) {
                let enters = s.ir.bin(BinOp::Or, entered, selected, span);
                s.branch(enters, span, |s| s.enter(e, at), |_| {});
            }
        });
        self.ir.emit(StmtKind::If { cond: holds, then_block, else_block }, span);
    }

    fn enter_loop(
        &mut self,
        cond: Option<&'u Node>,
        inc: Option<&'u Node>,
        body: &'u Node,
        at: &Entry<'u>,
        span: Span,
    ) {
        let (cond, head) = self.in_iteration(|s| s.condition_or_label(cond, body, at, span));
        let (id, label, body) = self.loop_body(|s| s.enter(body, at));
        let step = self.loop_step(inc);
        self.ir.emit(StmtKind::Loop { id, label, head, cond, body, step, unroll_hint: false }, span);
    }

    fn enter_do(&mut self, body: &'u Node, cond: &'u Node, at: &Entry<'u>, span: Span) {
        let (id, label, body) = self.loop_body(|s| s.enter(body, at));
        let step = self.leave_unless(cond, label, span);
        let always = self.ir.bool(true, span);
        self.ir
            .emit(StmtKind::Loop { id, label, head: Block::new(), cond: always, body, step, unroll_hint: false }, span);
    }
}

/// The statement behind a case label, a label of `goto`, or an attribute.
fn wrapped(node: &Node) -> Option<&Node> {
    match &*node.kind {
        "CaseStmt" | "DefaultStmt" | "LabelStmt" => node.inner.last(),
        "AttributedStmt" => node.inner.iter().rev().find(|c| !c.kind.ends_with("Attr")),
        _ => None,
    }
}

/// The same, if the node is or contains a label of the `switch`.
fn behind_label<'n>(node: &'n Node, labels: &[Label<'_>]) -> Option<&'n Node> {
    wrapped(node).filter(|_| labels_below(node, labels).next().is_some())
}

/// The labels at or below a node.
fn labels_below<'l, 'u>(node: &Node, labels: &'l [Label<'u>]) -> impl Iterator<Item = &'l Label<'u>> {
    let mut found: Vec<*const Node> = Vec::new();
    collect(node, &mut found);
    labels.iter().filter(move |label| found.contains(&std::ptr::from_ref(label.node)))
}

fn collect(node: &Node, found: &mut Vec<*const Node>) {
    if matches!(&*node.kind, "CaseStmt" | "DefaultStmt") {
        found.push(std::ptr::from_ref(node));
    }
    if &*node.kind != "LambdaExpr" {
        node.inner.iter().for_each(|c| collect(c, found));
    }
}

/// The parts of a body; `None` if a label does not stand at its top level, or a statement stands in front of the first
/// label.
fn parts<'u>(body: &'u Node, labels: &[Label<'u>]) -> Option<Vec<Part<'u>>> {
    let list = if &*body.kind == "CompoundStmt" { body.inner.as_slice() } else { std::slice::from_ref(body) };
    let mut parts: Vec<Part<'u>> = Vec::new();
    let mut placed = 0;
    for statement in list {
        let start = placed;
        let mut node = statement;
        while let Some(inner) = wrapped(node) {
            placed += usize::from(labels.get(placed).is_some_and(|label| std::ptr::eq(label.node, node)));
            node = inner;
        }
        if placed > start {
            parts.push(Part { labels: start..placed, first: statement, rest: Vec::new() });
        } else {
            parts.last_mut()?.rest.push(statement);
        }
    }
    (placed == labels.len()).then_some(parts)
}

fn ends_in_jump(part: &Part<'_>) -> bool {
    let mut last = part.rest.last().copied().unwrap_or(part.first);
    loop {
        match &*last.kind {
            "BreakStmt" | "ReturnStmt" | "ContinueStmt" => return true,
            "CompoundStmt" => match last.inner.last() {
                Some(inner) => last = inner,
                None => return false,
            },
            _ => match wrapped(last) {
                Some(inner) => last = inner,
                None => return false,
            },
        }
    }
}
