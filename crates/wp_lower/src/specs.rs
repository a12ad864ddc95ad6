//! The clauses of specification comments: where each kind of clause may stand, and its effect there.
//!
//! | clause | place | effect |
//! |---|---|---|
//! | `requires`, `ensures` | in front of a kernel, or at the head of its body | contract of the kernel |
//! | `assert` | between statements | assertion, as `__assert` |
//! | `loop invariant` | in front of a loop, or at the head of its body | invariant, as `__invariant` |
//! | `logic`, `predicate`, `operator` | outside of functions | definition |
//! | `ghost` with a value | between statements | [`crate::ghosts`] |
//! | `ghost` without a value | as `requires` | [`crate::contract_names`] |
//! | `barrier invariant` | in front of a barrier | [`crate::barrier_invariants`] |
//! | `assigns`, `reads`, `barrier` | in front of a device function | [`crate::modular`] |
//!
//! A `requires` clause without quantifiers is also an assumption of the kernel, as `__requires` is. A comment that
//! stands elsewhere, or that is not understood, is an error of the kernel or of the file; it is never ignored.

use crate::builder::{Blocks, NO_BARRIER};
use crate::lowerer::Lowerer;
use crate::source::Unit;
use crate::spec_comments::{span_of, Written};
use crate::spec_terms::Terms;
use crate::values::Place;
use crate::Annotations;
use std::sync::Arc;
use wp_base::{FileId, Span};
use wp_clang::{Node, NodeId};
use wp_kir::{AssertKind, AssumeKind, Block, StmtKind};
use wp_spec::{Clause, ClauseKind, Comment, Quantifier, Term, TermKind, Threads};

impl Unit<'_> {
    /// The comments of a file within a range of bytes.
    pub(crate) fn comments_in(&self, file: FileId, from: u32, to: u32) -> Vec<Comment> {
        let all = self.comments.of(file);
        let first = all.partition_point(|c| c.range.start < from as usize);
        all[first..].iter().take_while(|c| c.range.end <= to as usize).cloned().collect()
    }

    /// The comments in front of a function.
    pub(crate) fn comments_in_front(&self, node: &Node) -> Vec<Comment> {
        let file = node.span.file;
        let Some(source) = self.decls.unit.sources.file(file) else { return Vec::new() };
        let mut before = self.comments_in(file, 0, node.span.start);
        // Goes back from the last comment, until there is another declaration between a comment and the next one.
        let mut end = node.span.start as usize;
        let mut first = before.len();
        while first > 0 {
            let comment = &before[first - 1];
            let between = source.text.get(comment.range.end..end).unwrap_or(";");
            let is_of_other = self.comments.has_function_between(file, comment.range.end, end);
            if is_of_other || wp_spec::has_code(between, &[';', '}']) {
                break;
            }
            end = comment.range.start;
            first -= 1;
        }
        before.split_off(first)
    }
}

impl<'u> Lowerer<'u> {
    /// Parses comments, marks them as read, and returns their clauses. The first error is kept. Definitions are allowed
    /// only if `outside` is true: the comments stand outside of functions.
    pub(crate) fn read_specs(&mut self, file: FileId, comments: &[Comment], outside: bool) -> Vec<Written> {
        let mut found = Vec::new();
        for comment in comments {
            let span = span_of(file, 0, &comment.range);
            self.unit.comments.attach(span);
            match comment.parse() {
                Ok(text) => {
                    let defined = text.definitions.first().map(|d| &d.at);
                    if let Some(at) = defined.or(text.operators.first().map(|o| &o.at)).filter(|_| !outside) {
                        let span = span_of(file, comment.range.start, at);
                        self.ir.spec_error("`logic`, `predicate` and `operator` stand outside of functions", span);
                    }
                    found.extend(text.clauses.into_iter().map(|clause| Written { clause, comment: span }));
                }
                Err(e) => self.ir.spec_error(&e.message, span_of(file, comment.range.start, &e.at)),
            }
        }
        found
    }

    /// Reads the contract of a kernel, from comments in front of it and at the head of its body. At this point the
    /// names of the parameters are known, and no other names.
    pub(crate) fn contract_of_kernel(&mut self, node: &'u Node, code: &'u Node) {
        if self.unit.options.annotations == Annotations::None {
            return;
        }
        let own = self.unit.comments_in_front(node);
        let mut clauses = self.read_specs(node.span.file, &own, true);
        let head = code.inner.first().map_or(code.span.end, |s| s.span.start);
        let at_head = self.unit.comments_in(code.span.file, code.span.start, head);
        clauses.extend(self.read_specs(code.span.file, &at_head, false));
        for written in self.arbitrary_ghosts(clauses, code) {
            let kind = written.clause.kind;
            match kind {
                ClauseKind::Requires => {
                    let Some(clause) = self.resolve(&written, false) else { continue };
                    let whole = clause.condition.is_quantifier_free();
                    let parts = if whole { vec![&clause.condition] } else { clause.condition.conjuncts() };
                    for condition in parts {
                        match condition.is_quantifier_free() {
                            true => self.assume_precondition(&Clause { condition: condition.clone(), ..clause }),
                            false => self.specs.set_partly_assumed(),
                        }
                    }
                    self.specs.add_requires(clause);
                }
                ClauseKind::Ensures
                    if self.unit.options.annotations == Annotations::All && self.is_of_variables(&written, code) =>
                {
                    self.specs.keep_for_end(written);
                }
                ClauseKind::Ensures if self.unit.options.annotations == Annotations::All => {
                    if let Some(clause) = self.resolve(&written, true) {
                        self.specs.add_ensures(clause);
                    }
                }
                // Other clauses at the head of the body are read again in front of the first statement.
                _ if written.comment.start >= code.span.start => {}
                ClauseKind::Ensures => {}
                ClauseKind::Barrier => {
                    let span = written.place();
                    self.ir.spec_error(NO_BARRIER, span);
                }
                _ if kind.is_of_functions() => {
                    let span = written.place();
                    self.ir.spec_error("`assigns`, `reads` and `barrier` stand in front of a device function", span);
                }
                _ => {
                    let text = format!("`{}` stands in front of a kernel", kind.name());
                    let span = written.place();
                    self.ir.spec_error(&text, span);
                }
            }
        }
    }

    /// Reports a comment inside of the kernel, or of a function that it calls, that was not read while it was lowered.
    pub(crate) fn unread_specs(&mut self) {
        if self.unit.options.annotations != Annotations::All {
            return;
        }
        for at in 0..self.reached.functions().len() {
            let function = self.reached.functions()[at].1;
            self.unit.comments.reach(function);
            let comments = self.unit.comments_in(function.file, function.start, function.end);
            let spans = comments.iter().map(|c| span_of(function.file, 0, &c.range));
            let Some(unread) = spans.into_iter().find(|&s| !self.unit.comments.is_attached(s)) else { continue };
            let message = match at {
                0 => "this stands in no list of statements in braces",
                _ => "clauses in functions other than kernels are not supported",
            };
            self.ir.spec_error(message, unread);
        }
    }

    /// Makes the lowering count iterations if a specification in the body names `loop_count`.
    pub(crate) fn count_loops_of(&mut self, code: &'u Node) {
        if self.unit.options.annotations == Annotations::All {
            let comments = self.unit.comments_in(code.span.file, code.span.start, code.span.end);
            self.count_loops(comments.iter().any(|c| c.text.contains("loop_count")));
        }
    }

    /// Emits a precondition as an assumption. If the IR cannot express it, it remains only in the contract.
    fn assume_precondition(&mut self, clause: &Clause) {
        match Terms::looking(&mut self.ir).condition(clause) {
            Some((cond, _)) => self.ir.emit(StmtKind::Assume { cond, kind: AssumeKind::Requires }, clause.span),
            None => self.specs.set_partly_assumed(),
        }
    }

    /// Lowers the clauses between two statements of a list; `next` is the second one. `head` is true at the head of a
    /// kernel's body, where its contract may stand.
    pub(crate) fn specs_between(&mut self, file: FileId, from: u32, to: u32, next: Option<&'u Node>, head: bool) {
        if self.unit.options.annotations != Annotations::All || from >= to {
            return;
        }
        let comments = self.unit.comments_in(file, from, to);
        if comments.is_empty() {
            return;
        }
        if self.inlines_function_with_contract() {
            self.read_specs(file, &comments, false);
            return;
        }
        let contract_here = head && !self.stack.is_inlined() && !self.stack.is_of_function();
        for written in self.read_specs(file, &comments, false) {
            let span = written.place();
            let kind = written.clause.kind;
            match kind {
                _ if self.stack.is_inlined() => {
                    self.ir.spec_error("clauses in functions other than kernels are not supported", span);
                }
                ClauseKind::Assert => self.check_clause(&written, AssertKind::Assert),
                ClauseKind::Ghost => self.ghost_statement(&written),
                ClauseKind::Barrier => self.barrier_clause(&written),
                // The lowering of the loop reads it.
                ClauseKind::Invariant if next.is_some_and(is_loop) || self.specs.is_invariant(written.comment) => {}
                ClauseKind::Requires | ClauseKind::Ensures | ClauseKind::Arbitrary if contract_here => {}
                _ => {
                    let text = match kind {
                        _ if kind.is_of_functions() => {
                            "`assigns`, `reads` and `barrier` stand in front of a device function"
                        }
                        ClauseKind::Arbitrary => {
                            "`ghost` without a value stands in front of a kernel or at the head of its body; elsewhere a ghost variable \
                             is given a value, `ghost int m = e;`"
                        }
                        ClauseKind::Invariant => {
                            "`loop invariant` stands in front of a loop or at the head of its body"
                        }
                        _ => "`requires` and `ensures` stand in front of a kernel or at the head of its body",
                    };
                    self.ir.spec_error(text, span);
                }
            }
        }
    }

    /// Emits the check of a clause at its place. Of a clause about all threads, the conjuncts are checked one by one.
    pub(crate) fn check_clause(&mut self, written: &Written, kind: AssertKind) {
        if self.ghosts.leave_out(written.place()) {
            return;
        }
        let Some(clause) = self.resolve(written, false) else { return };
        self.note_ghosts(&clause.condition, clause.span);
        if !clause.condition.any(&|t| matches!(t.kind, TermKind::Threads(_))) {
            return self.check_condition(&clause, kind);
        }
        for part in clause.condition.conjuncts() {
            let (condition, kind) = match &part.kind {
                TermKind::Threads(threads) => match self.condition_on_each_thread(threads) {
                    Ok(body) if threads.active => (body, kind),
                    Ok(body) => (body, AssertKind::AllThreads),
                    Err(_) if threads.is_about_activity() => (part, kind),
                    Err(why) => {
                        self.ir.unmodelled(why, kind, clause.span);
                        continue;
                    }
                },
                _ => (part, kind),
            };
            self.check_condition(&Clause { condition: condition.clone(), ..clause }, kind);
        }
    }

    /// The condition that each thread has to satisfy so that a condition on all threads holds, or the reason why there
    /// is none.
    fn condition_on_each_thread<'t>(&self, threads: &'t Threads) -> Result<&'t Term, &'static str> {
        if threads.quantifier == Quantifier::Exists {
            return Err("a condition on some thread");
        }
        if threads.related {
            return Err("a condition that relates the values of several threads");
        }
        if !threads.active && (!self.is_behind_barrier() || self.stack.may_return()) {
            return Err(
                "a condition on all threads where some need not be (active(t) ==> leaves them out; directly behind a barrier of a \
                 kernel without `return` all are there)",
            );
        }
        Ok(&threads.body)
    }

    /// Emits the assertion of a condition, or records the values in it if the IR cannot express it.
    fn check_condition(&mut self, clause: &Clause, kind: AssertKind) {
        let span = clause.span;
        match Terms::looking(&mut self.ir).condition(clause) {
            Some(condition) => self.ir.assert_condition(condition, kind, span),
            None => self.record_clause(clause, kind),
        }
    }

    /// The head of a loop with the assertions of its invariant clauses in front. The clauses stand in front of the loop
    /// or at the head of its body.
    pub(crate) fn with_invariants(&mut self, span: Span, body: &'u Node, head: Block) -> Block {
        if self.unit.options.annotations != Annotations::All || self.stack.is_inlined() {
            return head;
        }
        let mut comments = self.unit.comments_in(span.file, 0, span.start);
        let last = comments.pop().filter(|c| {
            let source = self.unit.decls.unit.sources.file(span.file);
            let between = source.and_then(|s| s.text.get(c.range.end..span.start as usize)).unwrap_or(";");
            between.trim().is_empty()
        });
        let mut own: Vec<Comment> = last.into_iter().collect();
        if &*body.kind == "CompoundStmt" {
            let first = body.inner.first().map_or(body.span.end, |s| s.span.start);
            own.extend(self.unit.comments_in(body.span.file, body.span.start, first));
        }
        if own.is_empty() {
            return head;
        }
        let mut written = self.read_specs(span.file, &own, false);
        written.retain(|w| w.clause.kind == ClauseKind::Invariant);
        self.specs.add_invariants(&written);
        let kind =
            if self.unit.options.invariants_as_candidates { AssertKind::Candidate } else { AssertKind::Invariant };
        let ((), mut block) = self.in_block(|s| written.iter().for_each(|w| s.check_clause(w, kind)));
        block.extend(head);
        block
    }
}

fn is_loop(node: &Node) -> bool {
    matches!(&*node.kind, "ForStmt" | "WhileStmt" | "DoStmt")
}

/// The names of parameters that are bound, which are all that specifications in a function see of its caller.
pub(crate) fn declared_names(bound: &[(&Node, Place)]) -> Vec<(Arc<str>, NodeId)> {
    bound.iter().filter_map(|(param, _)| declared_name(param)).collect()
}

/// The name that a declaration declares, with its id.
pub(crate) fn declared_name(node: &Node) -> Option<(Arc<str>, NodeId)> {
    node.name.clone().map(|name| (name, node.id))
}
