//! Specification comments: their places, and the meaning of their names there.
//!
//! `requires` and `ensures` stand in front of a kernel or at the head of its body; `assert` between statements;
//! `loop invariant` in front of a loop or at the head of its body; `logic` and `predicate` outside of functions. A
//! `requires` without quantifiers is an assumption of the kernel, as `__requires` is; asserts and invariants are
//! checked like `__assert` and `__invariant`. A comment that stands elsewhere, or is not understood, makes the kernel
//! (or the file) an error: it never just disappears. `ghost` stands between statements ([`crate::ghosts`]), a
//! `barrier invariant` in front of a barrier ([`crate::barrier_invariants`]).

use crate::ctx::{Lowerer, Place};
use crate::ctype::CType;
use crate::decls::{is_function, Constant};
use crate::Annotations;
use std::rc::Rc;
use std::sync::Arc;
use wp_base::{Diagnostic, FileId, Span};
use wp_clang::{Node, NodeId, TranslationUnit};
use wp_kir::{AssertKind, AssumeKind, Block, ExprKind, Special, StmtKind, Type};
use wp_spec::syntax::Definition;
use wp_spec::{
    Array, Clause, ClauseKind, Comment, Definitions, Named, Quantifier, Scalar, Scope, Sort, Term, TermKind, Threads,
};

/// A clause as it was read, with its place in the file.
#[derive(Clone)]
pub(crate) struct Written {
    pub clause: wp_spec::syntax::Clause,
    pub comment: Span,
}

/// The logic functions and predicates of a file, or what is wrong with them and where.
pub(crate) type Defined = Result<Definitions, Box<(Diagnostic, Span)>>;

/// A diagnostic for a specification.
fn wrong(message: &str, span: Span) -> Diagnostic {
    Diagnostic::error("WP0507", format!("specification: {message}"))
        .primary(span, "here")
        .help("docs/specification.md describes the language; `warpproof explain WP0507` says where clauses may stand")
}

fn span_of(file: FileId, base: usize, at: &std::ops::Range<usize>) -> Span {
    let place = |n: usize| u32::try_from(base + n).unwrap_or(u32::MAX);
    Span { file, start: place(at.start), end: place(at.end.max(at.start + 1)) }
}

impl<'u> Lowerer<'u> {
    /// The comments of a file within a range of bytes.
    pub(crate) fn comments_in(&self, file: FileId, from: u32, to: u32) -> Vec<Comment> {
        let all = self.decls.comments(file);
        let first = all.partition_point(|c| c.range.start < from as usize);
        all[first..].iter().take_while(|c| c.range.end <= to as usize).cloned().collect()
    }

    /// The comments in front of a function.
    pub(crate) fn comments_in_front(&self, node: &Node) -> Vec<Comment> {
        let file = node.span.file;
        let Some(source) = self.decls.unit.sources.file(file) else { return Vec::new() };
        let mut before = self.comments_in(file, 0, node.span.start);
        // From the last one back, as long as no other declaration stands in between.
        let mut end = node.span.start as usize;
        let mut first = before.len();
        while first > 0 {
            let comment = &before[first - 1];
            let between = source.text.get(comment.range.end..end).unwrap_or(";");
            if wp_spec::has_code(between, &[';', '}']) {
                break;
            }
            end = comment.range.start;
            first -= 1;
        }
        before.split_off(first)
    }

    /// Parses comments; the first error is kept.
    pub(crate) fn read_specs(&mut self, file: FileId, comments: &[Comment], outside: bool) -> Vec<Written> {
        let mut found = Vec::new();
        for comment in comments {
            let span = span_of(file, 0, &comment.range);
            self.decls.attach(span);
            match comment.parse() {
                Ok(text) => {
                    let defined = text.definitions.first().map(|d| &d.at);
                    if let Some(at) = defined.or(text.operators.first().map(|o| &o.at)).filter(|_| !outside) {
                        let span = span_of(file, comment.range.start, at);
                        self.spec_error("`logic`, `predicate` and `operator` stand outside of functions", span);
                    }
                    found.extend(text.clauses.into_iter().map(|clause| Written { clause, comment: span }));
                }
                Err(e) => self.spec_error(&e.message, span_of(file, comment.range.start, &e.at)),
            }
        }
        found
    }

    pub(crate) fn spec_error(&mut self, message: &str, span: Span) {
        if self.spec_error.is_none() {
            self.spec_error = Some(wrong(message, span));
        }
    }

    /// The contract of a kernel: comments in front of it and at the head of its body. Parameters are bound, nothing
    /// else.
    pub(crate) fn contract_of_kernel(&mut self, node: &'u Node, code: &'u Node) {
        if self.annotations == Annotations::None {
            return;
        }
        let own = self.comments_in_front(node);
        let mut clauses = self.read_specs(node.span.file, &own, true);
        let head = code.inner.first().map_or(code.span.end, |s| s.span.start);
        let at_head = self.comments_in(code.span.file, code.span.start, head);
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
                            true => self.required(&Clause { condition: condition.clone(), ..clause }),
                            false => self.contract.is_partly_assumed = true,
                        }
                    }
                    self.contract.requires.push(clause);
                }
                ClauseKind::Ensures if self.annotations == Annotations::All && self.is_of_variables(&written, code) => {
                    self.at_end.push(written);
                }
                ClauseKind::Ensures if self.annotations == Annotations::All => {
                    let clause = self.resolve(&written, true);
                    self.contract.ensures.extend(clause);
                }
                // Clauses at the head are met again in front of the first statement.
                _ if written.comment.start >= code.span.start => {}
                ClauseKind::Ensures => {}
                ClauseKind::Barrier => {
                    let span = self.place_of(&written);
                    self.spec_error(crate::barrier_invariants::NO_BARRIER, span);
                }
                _ if kind.is_of_functions() => {
                    let span = self.place_of(&written);
                    self.spec_error("`assigns`, `reads` and `barrier` stand in front of a device function", span);
                }
                _ => {
                    let text = format!("`{}` stands in front of a kernel", kind.name());
                    let span = self.place_of(&written);
                    self.spec_error(&text, span);
                }
            }
        }
    }

    /// Clauses in the kernel and in the functions that it calls must have been read when it is lowered.
    pub(crate) fn unread_specs(&mut self) {
        if self.annotations != Annotations::All {
            return;
        }
        for at in 0..self.reached.len() {
            let function = self.reached[at].1;
            let comments = self.comments_in(function.file, function.start, function.end);
            let spans = comments.iter().map(|c| span_of(function.file, 0, &c.range));
            let Some(unread) = spans.into_iter().find(|&s| !self.decls.is_attached(s)) else { continue };
            let message = match at {
                0 => "this stands in no list of statements in braces",
                _ => "clauses in functions other than kernels are not supported",
            };
            self.spec_error(message, unread);
        }
    }

    pub(crate) fn place_of(&self, written: &Written) -> Span {
        self.place_at(written, &written.clause.at)
    }

    /// A part of a clause in the file.
    pub(crate) fn place_at(&self, written: &Written, at: &std::ops::Range<usize>) -> Span {
        span_of(written.comment.file, written.comment.start as usize, at)
    }

    /// Loops are counted where a specification of the kernel asks for it.
    pub(crate) fn count_loops_of(&mut self, code: &'u Node) {
        if self.annotations == Annotations::All {
            let comments = self.comments_in(code.span.file, code.span.start, code.span.end);
            self.count_loops(comments.iter().any(|c| c.text.contains("loop_count")));
        }
    }

    /// A precondition as an assumption; one that the IR cannot state is used by the contract only.
    fn required(&mut self, clause: &Clause) {
        match self.spec_term_condition(clause) {
            Some((cond, _)) => self.emit(StmtKind::Assume { cond, kind: AssumeKind::Requires }, clause.span),
            None => self.contract.is_partly_assumed = true,
        }
    }

    /// Types of a clause in the current scope.
    fn resolve(&mut self, written: &Written, contract: bool) -> Option<Clause> {
        let condition = self.resolve_as(written, contract, Sort::Bool)?;
        Some(Clause { kind: written.clause.kind, condition, span: self.place_of(written) })
    }

    /// The value of a ghost statement.
    pub(crate) fn resolve_value(&mut self, written: &Written, sort: Sort) -> Option<Term> {
        self.resolve_as(written, false, sort)
    }

    fn resolve_as(&mut self, written: &Written, contract: bool, sort: Sort) -> Option<Term> {
        self.resolve_part(written, &written.clause.condition, contract, sort)
    }

    /// An expression of a clause.
    pub(crate) fn resolve_part(
        &mut self,
        written: &Written,
        part: &wp_spec::syntax::Expr,
        contract: bool,
        sort: Sort,
    ) -> Option<Term> {
        let entry = matches!(written.clause.kind, ClauseKind::Requires | ClauseKind::Ensures);
        self.resolve_at(written, part, (contract, None, entry), Some(sort))
    }

    /// An expression of a clause in front of a function, where its parameters are bound; `\old` may have a meaning
    /// there. Without a sort it has the one that it has.
    pub(crate) fn resolve_of_function(
        &mut self,
        written: &Written,
        part: &wp_spec::syntax::Expr,
        (function, old): (NodeId, bool),
        sort: Option<Sort>,
    ) -> Option<Term> {
        self.resolve_at(written, part, (old, Some(function), false), sort)
    }

    /// The array of a name at a clause, with its elements and the extents of all dimensions but the first.
    pub(crate) fn array_named(&mut self, written: &Written, name: &str) -> Option<(Array, Type, Vec<u64>)> {
        let definitions = &Definitions::default();
        let span = self.place_of(written);
        let mut names = Names { lowerer: self, function: None, entry: false, pairs: false, span, definitions };
        match names.find(name)? {
            Named::Array(array, elem, extents) => Some((array, elem, extents)),
            _ => None,
        }
    }

    fn resolve_at(
        &mut self,
        written: &Written,
        part: &wp_spec::syntax::Expr,
        (old, function, entry): (bool, Option<NodeId>, bool),
        sort: Option<Sort>,
    ) -> Option<Term> {
        let span = self.place_of(written);
        let defined = self.decls.logic(span.file, || defined(self.decls, span.file));
        let definitions = match &*defined {
            Ok(definitions) => definitions,
            Err(wrong) => {
                let (error, at) = &**wrong;
                self.decls.attach(*at);
                self.spec_error.get_or_insert_with(|| error.clone());
                return None;
            }
        };
        let pairs = written.clause.is_of_pairs();
        let mut names = Names { lowerer: self, function, entry, pairs, span, definitions };
        match wp_spec::resolve_value(part, &mut names, old, sort) {
            Ok(term) => Some(term),
            Err(e) => {
                let span = span_of(written.comment.file, written.comment.start as usize, &e.at);
                self.spec_error(&e.message, span);
                None
            }
        }
    }

    /// The clauses between two statements of a list, in front of `next`.
    pub(crate) fn specs_between(&mut self, file: FileId, from: u32, to: u32, next: Option<&'u Node>, head: bool) {
        if self.annotations != Annotations::All || from >= to {
            return;
        }
        let comments = self.comments_in(file, from, to);
        if comments.is_empty() {
            return;
        }
        if self.speaks_for_itself() {
            self.read_specs(file, &comments, false);
            return;
        }
        let contract_here = head && !self.is_inlined() && self.base == 1;
        for written in self.read_specs(file, &comments, false) {
            let span = self.place_of(&written);
            let kind = written.clause.kind;
            match kind {
                _ if self.is_inlined() => {
                    self.spec_error("clauses in functions other than kernels are not supported", span);
                }
                ClauseKind::Assert => self.checked(&written, AssertKind::Assert),
                ClauseKind::Ghost => self.ghost_statement(&written),
                ClauseKind::Barrier => self.barrier_clause(&written),
                // The loop reads it.
                ClauseKind::Invariant
                    if next.is_some_and(is_loop) || self.invariants_read.contains(&written.comment) => {}
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
                    self.spec_error(text, span);
                }
            }
        }
    }

    /// A condition that is checked here.
    pub(crate) fn checked(&mut self, written: &Written, kind: AssertKind) {
        if self.is_left_out(self.place_of(written)) {
            return;
        }
        let Some(clause) = self.resolve(written, false) else { return };
        self.note_ghosts(&clause.condition, clause.span);
        if !clause.condition.any(&|t| matches!(t.kind, TermKind::Threads(_))) {
            return self.check_condition(&clause, kind);
        }
        for part in clause.condition.conjuncts() {
            let (condition, kind) = match &part.kind {
                TermKind::Threads(threads) => match self.of_each(threads) {
                    Ok(body) if threads.active => (body, kind),
                    Ok(body) => (body, AssertKind::AllThreads),
                    Err(_) if threads.is_about_activity() => (part, kind),
                    Err(why) => {
                        self.unmodelled(why, kind, clause.span);
                        continue;
                    }
                },
                _ => (part, kind),
            };
            self.check_condition(&Clause { condition: condition.clone(), ..clause }, kind);
        }
    }

    /// A condition on all threads as one on each of them, or why it is none.
    fn of_each<'t>(&self, threads: &'t Threads) -> Result<&'t Term, &'static str> {
        if threads.quantifier == Quantifier::Exists {
            return Err("a condition on some thread");
        }
        if threads.related {
            return Err("a condition that relates the values of several threads");
        }
        if !threads.active && (!self.is_behind_barrier() || self.may_return()) {
            return Err(
                "a condition on all threads where some need not be (active(t) ==> leaves them out; directly behind a barrier of a \
                 kernel without `return` all are there)",
            );
        }
        Ok(&threads.body)
    }

    fn check_condition(&mut self, clause: &Clause, kind: AssertKind) {
        let span = clause.span;
        let Some((cond, too_great)) = self.spec_term_condition(clause) else { return self.observe(clause, kind) };
        if self.const_int(too_great) != Some(0) {
            let what = "a value of 2^63 or more in a specification";
            let ((), then_block) = self.in_block(|s| s.unmodelled(what, kind, span));
            self.emit(StmtKind::If { cond: too_great, then_block, else_block: Vec::new() }, span);
        }
        self.emit(StmtKind::Assert { cond, kind }, span);
    }

    /// The invariants of a loop, in front of the statements of its head.
    pub(crate) fn invariants_at(&mut self, span: Span, body: &'u Node, head: Block) -> Block {
        if self.annotations != Annotations::All || self.is_inlined() {
            return head;
        }
        let mut comments = self.comments_in(span.file, 0, span.start);
        let last = comments.pop().filter(|c| {
            let source = self.decls.unit.sources.file(span.file);
            let between = source.and_then(|s| s.text.get(c.range.end..span.start as usize)).unwrap_or(";");
            between.trim().is_empty()
        });
        let mut own: Vec<Comment> = last.into_iter().collect();
        if &*body.kind == "CompoundStmt" {
            let first = body.inner.first().map_or(body.span.end, |s| s.span.start);
            own.extend(self.comments_in(body.span.file, body.span.start, first));
        }
        if own.is_empty() {
            return head;
        }
        let mut written = self.read_specs(span.file, &own, false);
        written.retain(|w| w.clause.kind == ClauseKind::Invariant);
        self.invariants_read.extend(written.iter().map(|w| w.comment));
        let kind = if self.candidates { AssertKind::Candidate } else { AssertKind::Invariant };
        let ((), mut block) = self.in_block(|s| written.iter().for_each(|w| s.checked(w, kind)));
        block.extend(head);
        block
    }
}

fn is_loop(node: &Node) -> bool {
    matches!(&*node.kind, "ForStmt" | "WhileStmt" | "DoStmt")
}

/// The names at the place of a clause; at the entry of the kernel they mean the initial values of parameters.
struct Names<'a, 'u> {
    lowerer: &'a mut Lowerer<'u>,
    /// The function in front of which the clause stands, where it is none of the kernel.
    function: Option<NodeId>,
    entry: bool,
    /// True if a condition on pairs of threads is meant.
    pairs: bool,
    span: Span,
    definitions: &'a Definitions,
}

impl Scope for Names<'_, '_> {
    fn find(&mut self, name: &str) -> Option<Named> {
        let (base, component) = name.split_once('.').map_or((name, None), |(b, c)| (b, Some(c)));
        let s = &mut *self.lowerer;
        if name == wp_spec::RESULT {
            let place = s.result_place()?;
            return Some(self.named(name, None, place));
        }
        let visible = s.visible.iter().rev().find(|(n, _)| &**n == base).map(|(_, id)| *id);
        let place = match visible {
            Some(id) => s.env.get(&id).cloned()?,
            None => {
                if let Some(count) = s.loop_count(base, self.span).filter(|_| component.is_none()) {
                    return Some(count);
                }
                let kernel = self.function.or(s.frames.first().map(|f| f.function))?;
                if !self.entry && s.decls.node(kernel).is_some_and(|k| declares(k, base)) {
                    return Some(unusable("the kernel declares something of this name"));
                }
                match s.decls.constant(base, kernel)? {
                    Constant::Enumerator(value) => return component.is_none().then_some(Named::Int(value)),
                    Constant::Variable(first) => s.variable_by_decl(s.decls.variable(first)?, self.span),
                }
            }
        };
        Some(self.named(name, component, place))
    }

    fn definition(&self, name: &str) -> Option<Rc<Definition>> {
        self.definitions.get(name)
    }

    fn inside(&self) -> bool {
        !self.entry
    }

    fn relates_pairs(&self) -> bool {
        self.pairs
    }

    fn is_uniform(&self, scalar: Scalar) -> bool {
        self.lowerer.is_uniform(scalar)
    }

    /// A clause reads the dimensions that it names, so they are no unread ones (`unused-dims`).
    fn names(&mut self, special: Special) {
        self.lowerer.k.expr(ExprKind::Special(special), Type::U32, self.span);
    }

    fn is_private(&self, object: wp_kir::ObjectId) -> bool {
        self.lowerer.k.objects[object].space == wp_kir::Space::Private
    }
}

/// True if something below a node, other than a variable, gets a name: enumerators, functions, names of other scopes.
fn declares(node: &Node, name: &str) -> bool {
    node.inner.iter().any(|c| {
        let declaration = c.kind.ends_with("Decl") && !matches!(&*c.kind, "VarDecl" | "ParmVarDecl" | "FieldDecl");
        let named = c.name.as_deref().is_some_and(|n| n.rsplit("::").next() == Some(name));
        declaration && named || declares(c, name)
    })
}

impl Names<'_, '_> {
    fn named(&mut self, name: &str, component: Option<&str>, place: Place) -> Named {
        let span = self.span;
        let (leaf, ty) = match &place {
            Place::Vars { vars, ty } => {
                let k = &self.lowerer.k;
                let found = match component {
                    None if vars.len() == 1 => Some((vars[0], ty.clone())),
                    None => None,
                    Some(_) => {
                        vars.iter().find(|v| *k.vars[**v].name == *name).map(|v| (*v, CType::Scalar(k.vars[*v].ty)))
                    }
                };
                let Some((var, ty)) = found else {
                    return unusable("only scalars, arrays and pointers have a value here");
                };
                let param = k.params.iter().find(|(_, p)| p.var == var).filter(|_| self.entry);
                if let Some((id, param)) = param {
                    return match (&ty, param.object) {
                        (CType::Scalar(t), _) => Named::Scalar(Scalar::Param(id), *t),
                        (CType::Pointer(_), Some(object)) => array(Array::Object(object), pointed(&ty)),
                        _ => unusable("its type is not supported"),
                    };
                }
                (self.lowerer.k.expr(ExprKind::Var(var), self.lowerer.k.vars[var].ty, span), ty)
            }
            Place::Value(v) if component.is_none() && v.leaves.len() == 1 => (v.leaves[0], v.ty.clone()),
            Place::Mem { ptr, ty: ty @ CType::Array(..), .. } if component.is_none() => {
                let base = match self.lowerer.k.exprs[*ptr].kind {
                    ExprKind::AddrOf(object) => Array::Object(object),
                    _ => Array::Pointer(*ptr),
                };
                return array(base, rows(ty));
            }
            Place::Mem { .. } => return unusable("its value is kept in memory"),
            _ => return unusable("only scalars, arrays and pointers have a value here"),
        };
        match (&ty, self.lowerer.const_int(leaf)) {
            (CType::Scalar(_), Some(value)) => Named::Int(value),
            (CType::Scalar(t), None) => Named::Scalar(Scalar::Expr(leaf), *t),
            (CType::Pointer(_), _) => array(Array::Pointer(leaf), pointed(&ty)),
            _ => unusable("its type is not supported"),
        }
    }
}

fn unusable(why: &str) -> Named {
    Named::Unusable(why.to_owned())
}

fn array(base: Array, shape: Option<(Type, Vec<u64>)>) -> Named {
    match shape {
        Some((elem, extents)) => Named::Array(base, elem, extents),
        None => unusable("only arrays of numbers are supported"),
    }
}

/// Elements that a pointer points to, in rows.
fn pointed(ty: &CType) -> Option<(Type, Vec<u64>)> {
    match &ty.pointee()?.ty {
        CType::Scalar(t) if *t != Type::Ptr => Some((*t, Vec::new())),
        row @ CType::Array(_, Some(n)) => {
            let (elem, mut extents) = rows(row)?;
            extents.insert(0, *n);
            Some((elem, extents))
        }
        _ => None,
    }
}

/// Elements of an array, with the extents of all dimensions but the first.
fn rows(ty: &CType) -> Option<(Type, Vec<u64>)> {
    let CType::Array(mut elem, _) = ty.clone() else { return None };
    let mut extents = Vec::new();
    loop {
        match &elem.ty {
            CType::Scalar(t) if *t != Type::Ptr => return Some((*t, extents)),
            CType::Array(inner, Some(n)) => {
                extents.push(*n);
                elem = inner.clone();
            }
            _ => return None,
        }
    }
}

/// The definitions of a file: those that stand outside of functions. A comment with nothing else is read thereby.
pub(crate) fn defined(decls: &crate::decls::Decls<'_>, file: FileId) -> Defined {
    let inside = functions(decls.unit);
    let mut definitions = Definitions::default();
    for comment in decls.comments(file).iter() {
        let span = span_of(file, 0, &comment.range);
        let within = |f: &Span| f.file == file && f.start <= span.start && span.end <= f.end;
        // A comment that cannot be parsed is an error where it is read as a clause.
        let Ok(text) = comment.parse() else { continue };
        if inside.iter().any(within) {
            continue;
        }
        if text.clauses.is_empty() {
            decls.attach(span);
        }
        let mut added = Vec::new();
        added.extend(text.definitions.into_iter().map(|d| definitions.add(d)));
        for mut operator in text.operators {
            let (start, at) = (comment.range.start, operator.at.clone());
            operator.at = start + at.start..start + at.end;
            let place = span_of(file, 0, &operator.at);
            if !has_function(decls.unit, &operator.name) {
                let text = format!("there is no function `{}` in these files", operator.name);
                return Err(Box::new((wrong(&text, place), place)));
            }
            added.push(definitions.add_operator(operator).map_err(|e| wp_spec::Error { at, ..e }));
        }
        if let Some(e) = added.into_iter().find_map(Result::err) {
            let at = span_of(file, comment.range.start, &e.at);
            return Err(Box::new((wrong(&e.message, at), at)));
        }
    }
    Ok(definitions)
}

/// Clauses that stand where nothing reads them: outside of functions, but in front of no kernel. What stands in
/// functions that no kernel reaches says nothing of a kernel.
pub(crate) fn strays(decls: &crate::decls::Decls<'_>) -> Vec<Diagnostic> {
    let inside = functions(decls.unit);
    let mut files: Vec<FileId> = decls.kernels.iter().map(|k| k.node.span.file).collect();
    files.sort_unstable();
    files.dedup();
    let mut found = Vec::new();
    for file in files {
        if let Err(wrong) = &*decls.logic(file, || defined(decls, file)) {
            let (error, at) = &**wrong;
            // Unless a kernel has said so.
            if !decls.is_attached(*at) {
                found.push(error.clone());
            }
        }
        for comment in decls.comments(file).iter() {
            let span = span_of(file, 0, &comment.range);
            let within = |f: &Span| f.file == file && f.start <= span.start && span.end <= f.end;
            if !decls.is_attached(span) && !inside.iter().any(within) && !is_contract(decls, comment, span, &inside) {
                found.push(match comment.parse() {
                    Ok(_) => wrong("this stands in front of no kernel, statement or loop", span),
                    Err(e) => wrong(&e.message, span_of(file, comment.range.start, &e.at)),
                });
            }
        }
    }
    found
}

fn has_function(unit: &TranslationUnit, name: &str) -> bool {
    let mut open = vec![&unit.root];
    while let Some(node) = open.pop() {
        if is_function(&node.kind) && node.name.as_deref() == Some(name) {
            return true;
        }
        open.extend(&node.inner);
    }
    false
}

/// True if a comment is the contract of a function, which no kernel has called.
fn is_contract(decls: &crate::decls::Decls<'_>, comment: &Comment, span: Span, functions: &[Span]) -> bool {
    let next = functions.iter().filter(|f| f.file == span.file && f.start >= span.end).map(|f| f.start).min();
    let source = decls.unit.sources.file(span.file);
    let between = next.zip(source).and_then(|(next, s)| s.text.get(comment.range.end..next as usize));
    let of_functions = |c: &wp_spec::syntax::Clause| {
        c.kind.is_of_functions() || matches!(c.kind, ClauseKind::Requires | ClauseKind::Ensures)
    };
    between.is_some_and(|text| !wp_spec::has_code(text, &[';', '}']))
        && comment.parse().is_ok_and(|text| text.clauses.iter().all(of_functions))
}

fn functions(unit: &TranslationUnit) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut open = vec![&unit.root];
    while let Some(node) = open.pop() {
        if is_function(&node.kind) {
            spans.push(node.span);
        } else {
            open.extend(&node.inner);
        }
    }
    spans
}

/// The name that a declaration makes visible.
pub(crate) fn visible(node: &Node) -> Option<(Arc<str>, NodeId)> {
    node.name.clone().map(|name| (name, node.id))
}
