//! Statements: blocks, declarations, branches, loops and `return`. `switch` and `goto` are in modules of their own.
//!
//! Exact. Computed `goto` and exceptions are rejected.

use crate::builder::Blocks;
use crate::lowerer::Lowerer;
use crate::nodes::{handling, Handling};
use crate::values::{JumpTargets, Place, ReturnSlot, Value};
use crate::vars::initialiser;
use std::rc::Rc;
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{strip, CType, QType};
use wp_kir::{Block, LabelId, LoopId, Space, StmtKind};

wp_base::limits! {
    /// An argument whose expression has at least so many nodes is copied to a variable, and not substituted for its uses.
    const MAX_COPIED: usize = 24;
}

impl<'u> Lowerer<'u> {
    /// Lowers a statement. The names that it declares end with it, unless it is a declaration of the block around it.
    pub(crate) fn stmt(&mut self, node: &'u Node) {
        let visible = self.scope.names_so_far();
        self.stack.visit(node);
        self.any_stmt(node);
        if !matches!(&*node.kind, "DeclStmt" | "LabelStmt" | "AttributedStmt") {
            self.scope.hide_names(visible);
        }
    }

    fn any_stmt(&mut self, node: &'u Node) {
        let span = node.span;
        match &*node.kind {
            "" | "NullStmt" => {}
            "CompoundStmt" => self.body_statements(node, false),
            "DeclStmt" => node.inner.iter().for_each(|d| self.declaration(d)),
            "IfStmt" => self.if_stmt(node),
            "ForStmt" => self.for_stmt(node),
            "WhileStmt" => self.while_stmt(node),
            "DoStmt" => self.do_stmt(node),
            "SwitchStmt" => self.switch_stmt(node),
            "BreakStmt" => match self.stack.frame().targets.last().copied() {
                Some(target) => self.ir.emit(StmtKind::Break(target.break_to), span),
                None => self.ir.unsupported("break outside of a loop", span),
            },
            "ContinueStmt" => {
                match self.stack.frame().targets.iter().rev().find_map(|t| t.continue_to.map(|l| (l, t.once))) {
                    Some((label, true)) => self.ir.emit(StmtKind::Break(label), span),
                    Some((label, false)) => self.ir.emit(StmtKind::Continue(label), span),
                    None => self.ir.unsupported("continue outside of a loop", span),
                }
            }
            "ReturnStmt" => self.return_stmt(node),
            "AttributedStmt" => match node.inner.iter().rev().find(|c| !c.kind.ends_with("Attr")) {
                Some(inner) => self.stmt(inner),
                None => self.ir.unsupported("attributed statement", span),
            },
            "GotoStmt" => self.goto(node),
            "IndirectGotoStmt" => self.ir.unsupported("computed goto", span),
            // `statements` places the labels that stand in a list of statements. A `goto` to any other label is
            // rejected.
            "LabelStmt" => {
                for s in &node.inner {
                    self.specs_between(span.file, span.start, s.span.start, Some(s), false);
                    self.stmt(s);
                }
            }
            "CaseStmt" | "DefaultStmt" => self.ir.unsupported("case label outside of its `switch`", span),
            "GCCAsmStmt" | "MSAsmStmt" => self.asm(node),
            "CXXForRangeStmt" => self.range_for(node),
            "CXXTryStmt" | "CXXCatchStmt" | "SEHTryStmt" => self.ir.unsupported("exceptions", span),
            kind if kind.ends_with("Stmt") && kind != "StmtExpr" => {
                let what = format!("statement `{kind}`");
                self.ir.unsupported(what, span);
            }
            _ => self.discard_unread(node),
        }
    }

    /// Lowers a list of statements with the specification comments between them.
    pub(crate) fn statements_with_specs(&mut self, list: &'u [Node]) {
        let mut before = None;
        for s in list {
            self.specs_after(before, s);
            self.stmt(s);
            before = Some(s);
        }
    }

    pub(crate) fn specs_after(&mut self, before: Option<&'u Node>, next: &'u Node) {
        if let Some(before) = before.map(|b| b.span) {
            self.specs_between(before.file, before.end, next.span.start, Some(next), false);
        }
    }

    /// Lowers the statements of a compound statement and the specification comments around them. `kernel` is true for
    /// the body of a kernel, whose head may contain its contract.
    pub(crate) fn body_statements(&mut self, code: &'u Node, kernel: bool) {
        let (at, first) = (code.span, code.inner.first());
        self.specs_between(at.file, at.start, first.map_or(at.end, |s| s.span.start), first, kernel);
        self.statements(&code.inner);
        if let Some(last) = code.inner.last() {
            self.specs_between(at.file, last.span.end, at.end, None, false);
        }
        if kernel {
            self.check_at_end();
        }
    }

    // ---- declarations ----

    fn declaration(&mut self, node: &'u Node) {
        match &*node.kind {
            "VarDecl" => {
                self.var_decl(node);
                self.scope.show(crate::specs::declared_name(node));
            }
            "DecompositionDecl" => self.structured_binding(node),
            kind if matches!(handling(kind), Some(Handling::Inert(_))) => {}
            kind => {
                let what = format!("declaration `{kind}`");
                self.ir.unsupported(what, node.span);
            }
        }
    }

    /// `auto [a, b] = e;`: declares an object or reference without a name, and names of its parts.
    fn structured_binding(&mut self, node: &'u Node) {
        self.var_decl(node);
        for binding in bindings(node) {
            self.stack.visit(binding);
            let place = match binding.inner.first() {
                Some(part) if matches!(&*part.kind, "MemberExpr" | "ArraySubscriptExpr") => self.place(part),
                _ => {
                    Place::Value(self.ir.unsupported_value("structured binding of a tuple", &CType::Void, binding.span))
                }
            };
            self.ir.storage_mut().set_origin(binding.id, node.id);
            self.bind(binding.id, place);
            self.scope.show(crate::specs::declared_name(binding));
        }
    }

    fn var_decl(&mut self, node: &'u Node) {
        let span = node.span;
        self.note_effect(node);
        let ty = self.stack.qtype(node);
        let attr = |kind: &str| node.inner.iter().any(|c| &*c.kind == kind);
        if attr("CUDASharedAttr") || ty.space == Some(Space::Shared) {
            let place = self.shared_place(node, &ty);
            self.scope.set(node.id, place);
            return self.stack.cover(node);
        }
        let storage = node.extra.get("storageClass").map_or("", |s| &**s);
        if matches!(storage, "static" | "extern")
            || attr("CUDAConstantAttr")
            || attr("CUDADeviceAttr")
            || ty.space == Some(Space::Constant)
        {
            if &*node.kind == "DecompositionDecl" {
                return self.ir.unsupported("structured binding of static storage", span);
            }
            // Other declarations may be of the same variable.
            let decl = self.unit.decls.declared_variable(node.id).unwrap_or(node);
            let place = self.variable_by_decl(decl, span);
            self.scope.set(node.id, place);
            return self.stack.cover(node);
        }
        let name = node.name.as_deref().unwrap_or("%unnamed").to_owned();
        let init = initialiser(node);
        if let CType::Reference(target) = &ty.ty {
            let place = match init {
                Some(init) => {
                    let place = self.place(init);
                    let place = self.with_storage(node.id, init, place);
                    self.ir.freeze_place(place, span)
                }
                None => Place::Value(self.ir.unsupported_value("reference without initialiser", &target.ty, span)),
            };
            let place = match place {
                // `const T &r = value`: the reference gets storage of its own.
                Place::Value(v) if !matches!(v.ty, CType::Void) => self.ir.temporary(v, span),
                other => other,
            };
            self.bind(node.id, place);
            return;
        }
        if let CType::Unknown(what) = &ty.ty {
            self.ir.unsupported(format!("type `{what}`"), span);
        }
        self.forbid_destructor(node);
        if attr("CleanupAttr") {
            self.ir.unsupported("variable with the attribute `cleanup`", span);
        }
        let mut ty = ty;
        if let (CType::Array(elem, None), Some(init)) = (&ty.ty, init) {
            // The extent comes from the type of the initialiser.
            if let CType::Array(_, n) = self.stack.ctype(init) {
                ty.ty = CType::Array(elem.clone(), n);
            }
        }
        if let Some(init) = init.filter(|init| matches!(ty.ty, CType::Array(..)) && is_pointer(init)) {
            return self.pointer_to_array(node, init);
        }
        let names: Vec<_> = bindings(node).map(|binding| binding.id).chain([node.id]).collect();
        let in_memory = names.iter().any(|id| self.needs_memory(*id));
        let place = match init {
            // Constants fold into their uses, so that bounds computed from them are constants too.
            Some(init) if ty.is_const && !in_memory && !self.scope.is_jumped_past() && self.unit.splittable(&ty.ty) => {
                let (value, block) = self.in_block(|s| s.init_value(init, &ty.ty));
                if block.is_empty() && value.leaves.iter().all(|&e| self.ir.is_const(e)) {
                    Place::Value(self.ir.shape(value, &ty.ty, span))
                } else {
                    self.ir.append(block);
                    let place = self.ir.local(&name, &ty, false, node.loc);
                    let value = self.ir.shape(value, &ty.ty, span);
                    self.ir.store(&place, &value, span);
                    place
                }
            }
            Some(init) => {
                // The initialiser does not read the variable, so the variable may be created behind it. For a lambda
                // this is necessary.
                if let Some(place) =
                    self.unit.splittable(&ty.ty).then_some(()).filter(|_| !in_memory && !is_construct(init))
                {
                    let () = place;
                    let value = self.init_value(init, &ty.ty);
                    let value = self.ir.shape(value, &ty.ty, span);
                    let place = self.ir.local(&name, &ty, false, node.loc);
                    self.ir.store(&place, &value, span);
                    place
                } else {
                    let place = self.ir.local(&name, &ty, in_memory, node.loc);
                    // A constructor may take the address of the object.
                    self.ir.storage_mut().set_owner(node.id, &place);
                    self.initialise(&place, init);
                    place
                }
            }
            None => self.ir.local(&name, &ty, in_memory, node.loc),
        };
        if let Place::Mem { ptr, .. } = place {
            if let wp_kir::ExprKind::AddrOf(object) = *self.ir.kind(ptr) {
                self.align_as_declared(object, node);
            }
        }
        let facts = self.stack.frame().facts.clone();
        if init.is_some() && !self.scope.is_jumped_past() && !names.iter().any(|id| facts.written.contains(id)) {
            self.ir.never_reassigned(&place);
        }
        self.bind(node.id, place);
    }

    /// `auto *p = &m;`, where `m` is an array: Clang prints the type of the variable like that of an array of pointers.
    fn pointer_to_array(&mut self, node: &'u Node, init: &'u Node) {
        let value = self.expr(init);
        if !matches!(value.ty, CType::Pointer(_)) {
            return self.ir.unsupported(format!("array initialised by `{}`", strip(init).kind), node.span);
        }
        let name = node.name.as_deref().unwrap_or("%unnamed");
        let in_memory = self.needs_memory(node.id);
        let place = self.ir.local(name, &QType::plain(value.ty.clone()), in_memory, node.loc);
        self.ir.store(&place, &value, node.span);
        self.bind(node.id, place);
    }

    // ---- branches ----

    fn if_stmt(&mut self, node: &'u Node) {
        let mut children = node.inner.iter();
        if node.flag("hasInit") {
            if let Some(init) = children.next() {
                self.stmt(init);
            }
        }
        if node.flag("hasVar") {
            if let Some(var) = children.next() {
                self.stmt(var);
            }
        }
        let rest: Vec<&'u Node> = children.collect();
        let (Some(cond), Some(then)) = (rest.first(), rest.get(1)) else {
            return self.ir.unsupported("if statement", node.span);
        };
        let otherwise = rest.get(2).copied();
        let c = self.condition(cond);
        match self.ir.const_int(c) {
            Some(0) => self.exclude(then),
            Some(_) => otherwise.into_iter().for_each(|e| self.exclude(e)),
            None => {}
        }
        self.branch(
            c,
            cond.span,
            |s| s.stmt(then),
            |s| {
                if let Some(e) = otherwise {
                    s.stmt(e);
                }
            },
        );
    }

    // ---- loops ----

    fn for_stmt(&mut self, node: &'u Node) {
        let [init, var, cond, inc, body] = node.inner.as_slice() else {
            return self.ir.unsupported("for statement", node.span);
        };
        self.stmt(init);
        self.loop_stmt(node.span, Some(var), Some(cond), Some(inc), body);
    }

    fn while_stmt(&mut self, node: &'u Node) {
        match node.inner.as_slice() {
            [var, cond, body] => self.loop_stmt(node.span, Some(var), Some(cond), None, body),
            [cond, body] => self.loop_stmt(node.span, None, Some(cond), None, body),
            _ => self.ir.unsupported("while statement", node.span),
        }
    }

    fn loop_stmt(
        &mut self,
        span: Span,
        var: Option<&'u Node>,
        cond: Option<&'u Node>,
        inc: Option<&'u Node>,
        body: &'u Node,
    ) {
        if let Some(cond) = cond {
            self.note_head_in_condition(cond);
        }
        let (cond, head) = self.in_iteration(|s| {
            if let Some(var) = var.filter(|v| !v.is_absent()) {
                s.stmt(var);
            }
            match cond.filter(|c| !c.is_absent()) {
                Some(c) => s.condition(c),
                None => s.ir.bool(true, span),
            }
        });
        if self.ir.const_int(cond) == Some(0) {
            // The head runs once, the body never.
            self.ir.append(head);
            self.exclude(body);
            inc.into_iter().for_each(|inc| self.exclude(inc));
            return;
        }
        if self.ir.const_int(cond).is_some() {
            self.note_head_in_body(body);
        }
        let head = self.with_function_wide_invariants(head);
        let count = self.begin_count(span);
        let head = self.with_invariants(span, body, head);
        let (id, label, body) = self.loop_body(|s| s.stmt(body));
        let step = self.loop_step(inc);
        let step = self.end_count(count, span, step);
        self.ir.emit(StmtKind::Loop { id, label, head, cond, body, step, unroll_hint: false }, span);
    }

    /// `for (auto x : range)`: Clang prints the parts of the equivalent `for` loop in the standard.
    fn range_for(&mut self, node: &'u Node) {
        let span = node.span;
        let [init, range, begin, end, cond, inc, variable, body] = node.inner.as_slice() else {
            return self.ir.unsupported("range-based for", span);
        };
        for part in [init, range, begin, end] {
            self.stmt(part);
        }
        let (cond, head) = self.in_iteration(|s| s.condition(cond));
        let head = self.with_function_wide_invariants(head);
        let (id, label) = (self.ir.loop_id(), self.ir.label());
        self.stack.frame().targets.push(JumpTargets { break_to: label, continue_to: Some(label), once: false });
        let ((), body) = self.in_iteration(|s| {
            s.stmt(variable);
            s.stmt(body);
        });
        self.stack.frame().targets.pop();
        let ((), step) = self.in_iteration(|s| s.discard(inc));
        self.ir.emit(StmtKind::Loop { id, label, head, cond, body, step, unroll_hint: false }, span);
    }

    fn do_stmt(&mut self, node: &'u Node) {
        let span = node.span;
        let [body, cond] = node.inner.as_slice() else {
            return self.ir.unsupported("do statement", span);
        };
        let constant = wp_decls::constant_of(cond, self.unit.decls);
        if constant == Some(0) {
            // `do { } while (0)`: the body runs once.
            self.stack.cover(cond);
            let label = self.ir.label();
            self.stack.frame().targets.push(JumpTargets { break_to: label, continue_to: Some(label), once: true });
            let ((), block) = self.in_block(|s| s.stmt(body));
            self.stack.frame().targets.pop();
            return self.ir.emit_labelled(label, block, span);
        }
        self.note_head_in_body(body);
        let head = self.with_function_wide_invariants(Vec::new());
        let count = self.begin_count(span);
        let head = self.with_invariants(span, body, head);
        let (id, label, body) = self.loop_body(|s| s.stmt(body));
        let step = self.leave_unless(cond, label, span);
        let step = self.end_count(count, span, step);
        let always = self.ir.bool(true, span);
        self.ir.emit(StmtKind::Loop { id, label, head, cond: always, body, step, unroll_hint: false }, span);
    }

    /// The number and the label of a loop, and its body.
    pub(crate) fn loop_body(&mut self, lower: impl FnOnce(&mut Self)) -> (LoopId, LabelId, Block) {
        let (id, label) = (self.ir.loop_id(), self.ir.label());
        self.stack.frame().targets.push(JumpTargets { break_to: label, continue_to: Some(label), once: false });
        let ((), body) = self.in_iteration(lower);
        self.stack.frame().targets.pop();
        (id, label, body)
    }

    /// The step of a `for` loop.
    pub(crate) fn loop_step(&mut self, inc: Option<&'u Node>) -> Block {
        self.in_iteration(|s| inc.filter(|i| !i.is_absent()).into_iter().for_each(|inc| s.discard(inc))).1
    }

    /// The step of a `do` loop: leaves it where the condition does not hold.
    pub(crate) fn leave_unless(&mut self, cond: &'u Node, label: LabelId, span: Span) -> Block {
        let step = self.in_iteration(|s| {
            let holds = s.condition(cond);
            let done = s.ir.not(holds, span);
            s.branch(done, span, |s| s.ir.emit(StmtKind::Break(label), span), |_| {});
        });
        step.1
    }

    // ---- return ----

    fn return_stmt(&mut self, node: &'u Node) {
        let span = node.span;
        let slot = self.stack.frame().slot.clone();
        let value = node.inner.first().filter(|c| !c.is_absent());
        match (&slot, value) {
            (ReturnSlot::Kernel, _) => {
                if let Some(v) = value {
                    self.discard(v);
                }
                self.ir.copies_are_complete();
                self.check_kernel_ensures();
                self.ir.emit(StmtKind::Return, span);
                return;
            }
            (ReturnSlot::Nothing, Some(v)) => self.discard(v),
            (ReturnSlot::Vars(vars, ty), Some(v)) => {
                let (vars, ty) = (vars.clone(), ty.clone());
                let value = self.init_value(v, &ty);
                let value = self.ir.shape(value, &ty, span);
                self.ir.store(&Place::Vars { vars, ty }, &value, span);
            }
            (ReturnSlot::Reference(var, _), Some(v)) => {
                let var = *var;
                let place = self.place(v);
                let ptr = self.address_of(v, &place, span);
                self.ir.assign(var, ptr, span);
            }
            (ReturnSlot::Mem(ptr, ty), Some(v)) => {
                let place = Place::Mem { ptr: *ptr, ty: ty.clone(), volatile: false };
                self.initialise(&place, v);
            }
            (_, None) => {}
        }
        match self.stack.frame().return_label {
            Some(label) => {
                self.ir.emit(StmtKind::Break(label), span);
            }
            None => self.ir.unsupported("return", span),
        }
    }

    /// The facts of a function, computed once. Notes the construct that its scan refuses, if any.
    pub(crate) fn facts_of(&mut self, node: &'u Node) -> Rc<crate::scan::FunctionFacts> {
        let facts = self.stack.facts(node);
        facts.refused.iter().for_each(|refused| self.ir.refuse(refused.clone()));
        facts
    }

    /// Binds a parameter by value: to the value itself if neither can change, else to a copy.
    pub(crate) fn bind_copy(&mut self, param: &'u Node, ty: &QType, value: Value, span: Span) {
        let facts = self.stack.frame().facts.clone();
        let in_memory = self.needs_memory(param.id) || !self.unit.splittable(&ty.ty);
        let value = self.ir.shape(value, &ty.ty, span);
        // A parameter that is only read needs no copy if nothing can change its value. A large expression is copied to
        // a variable nevertheless, because expressions would grow without bound if it were substituted repeatedly.
        let small = value.leaves.iter().all(|&e| self.ir.expr_size(e, MAX_COPIED.get()) < MAX_COPIED.get());
        let stable =
            (self.ir.in_specification() || small) && !value.leaves.iter().any(|&e| self.ir.mentions_mutable(e));
        if stable && !in_memory && !facts.written.contains(&param.id) {
            self.scope.set(param.id, Place::Value(value));
            return;
        }
        let name = param.name.as_deref().unwrap_or("%arg").to_owned();
        let place = self.ir.local(&name, ty, in_memory, param.loc);
        self.ir.store(&place, &value, span);
        if !facts.written.contains(&param.id) {
            self.ir.never_reassigned(&place);
        }
        self.bind(param.id, place);
    }
}

/// True for an expression that initialises no array.
fn is_pointer(init: &Node) -> bool {
    let kinds = ["UnaryOperator", "ImplicitCastExpr", "CallExpr", "BinaryOperator", "ConditionalOperator"];
    kinds.contains(&&*strip(init).kind)
}

/// The names that a structured binding declares.
fn bindings(node: &Node) -> impl Iterator<Item = &Node> {
    node.inner.iter().filter(|c| &*c.kind == "BindingDecl")
}

fn is_construct(node: &Node) -> bool {
    matches!(&*strip(node).kind, "CXXConstructExpr" | "CXXTemporaryObjectExpr")
}
