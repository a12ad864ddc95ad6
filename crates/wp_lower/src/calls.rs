//! Calls: a function with a body is inlined, a function that is known by name has the meaning in `intrinsics`, and any
//! other function without a body is lowered by `external`.
//!
//! Inlining creates new variables for every parameter and local variable, so names cannot clash. A parameter by value
//! is a copy, a parameter by reference is the caller's lvalue, and `return` leaves a labelled block around the body. A
//! cycle of calls is rejected, and the message names its functions.

use crate::builder::Blocks;
use crate::function_types::{result, returns_reference, writes_through_arguments};
use crate::lowerer::Lowerer;
use crate::source::Unit;
use crate::state::{CallStack, Frame};
use crate::values::{Place, ReturnSlot, Value};
use std::rc::Rc;
use wp_base::Span;
use wp_clang::{DeclRef, Node, NodeId};
use wp_decls::{address_operand, body, strip, strip_casts, CType, QType};
use wp_kir::Type;

/// A call that is about to be lowered.
pub(crate) struct Call<'u> {
    pub id: NodeId,
    pub name: String,
    pub args: Vec<&'u Node>,
    pub ty: CType,
    pub span: Span,
    /// The object of a member call.
    pub object: Option<&'u Node>,
    pub object_is_pointer: bool,
    /// True for an overloaded assignment operator in operator notation: its right side is evaluated first.
    pub right_first: bool,
    /// True if the function returns a reference.
    pub refers: bool,
}

impl<'u> Unit<'u> {
    /// The declared type of the result.
    fn result_type(&self, def: &'u Node, call: &Call<'_>) -> QType {
        let text = def.ty.as_deref().unwrap_or("");
        if matches!(call.ty, CType::Void) && text.starts_with("void (") {
            return QType::plain(CType::Void);
        }
        let parsed = self.decls.qtype(result(text));
        // The type of the call is already resolved.
        let of_call = QType::plain(call.ty.clone());
        match parsed.ty {
            CType::Reference(_) => parsed,
            _ if call.refers => QType::plain(CType::Reference(Rc::new(of_call))),
            _ => of_call,
        }
    }
}

impl<'u> CallStack<'u> {
    /// Marks the expression that names the function of a call as visited. The object of a member function is lowered
    /// separately.
    fn visit_callee(&mut self, node: &'u Node) {
        let Some(callee) = node.inner.first() else { return };
        let named = strip_casts(callee);
        if &*named.kind != "MemberExpr" {
            return self.cover(callee);
        }
        self.visit_path(callee, named);
        self.visit(named);
    }
}

impl<'u> Lowerer<'u> {
    /// The function that a call names. The name may be that of a parameter that is bound to a function.
    fn callee(&self, node: &'u Node) -> Option<Rc<DeclRef>> {
        let target = strip_casts(node.inner.first()?);
        let target = if &*target.kind == "UnaryOperator" && matches!(target.opcode.as_deref(), Some("&" | "*")) {
            strip_casts(target.inner.first()?)
        } else {
            target
        };
        let named = target.referenced.as_ref()?;
        let is_variable = matches!(&*named.kind, "VarDecl" | "ParmVarDecl" | "FieldDecl" | "BindingDecl");
        match &*target.kind {
            "DeclRefExpr" => match self.scope.place(named.id) {
                Some(Place::Function(f)) => Some(f.clone()),
                Some(_) => None,
                None if is_variable => None,
                None => Some(Rc::new(named.clone())),
            },
            // A member expression does not tell what kind of member it names.
            "MemberExpr" if is_variable || !self.unit.decls.may_be_function(named.id) => None,
            "MemberExpr" => Some(Rc::new(named.clone())),
            _ => None,
        }
    }

    /// The definition of the function that a call names.
    fn definition(&self, node: &Node, callee: &DeclRef) -> Option<&'u Node> {
        let of_class = || {
            let named = strip_casts(node.inner.first()?);
            let object = named.inner.first().filter(|_| &*named.kind == "MemberExpr" && !named.flag("isArrow"))?;
            match self.stack.ctype(object) {
                CType::Record(id) => self.unit.decls.conversion_of_prelude(id, &callee.name),
                _ => None,
            }
        };
        self.unit.decls.definition(callee).or_else(of_class)
    }

    /// True if a call or construction may assign a variable: its body will be inlined, or it is a function without a
    /// body that receives a pointer or reference through which it may write.
    pub(crate) fn inlines(&self, node: &Node) -> bool {
        if matches!(&*node.kind, "CXXConstructExpr" | "CXXTemporaryObjectExpr") {
            return self.stack.construction_runs_code(node);
        }
        let Some(first) = node.inner.first() else { return true };
        let target = strip_casts(first);
        match &target.referenced {
            Some(named) => match self.scope.place(named.id) {
                Some(_) => true,
                None => {
                    self.unit.decls.definition(named).is_some()
                        || node.inner.iter().skip(1).any(|a| address_operand(a).is_some())
                        || writes_through_arguments(&named.ty, false)
                }
            },
            None => true,
        }
    }

    /// A call whose value is read.
    pub(crate) fn call_to_read(&mut self, node: &'u Node) -> Place {
        self.lower_call(node, false)
    }

    /// A call as an lvalue: the place that the returned reference refers to.
    pub(crate) fn call_place(&mut self, node: &'u Node) -> Place {
        self.lower_call(node, node.flag("lvalue") && !self.ir.in_specification())
    }

    /// Lowers a call. `refers` says that the caller needs the place that a function of the prelude (`std::min`) refers
    /// to.
    fn lower_call(&mut self, node: &'u Node, refers: bool) -> Place {
        let span = node.span;
        let ty = self.stack.ctype(node);
        let Some(callee) = self.callee(node) else {
            return Place::Value(self.pointer_call(node));
        };
        let first = strip_casts(&node.inner[0]);
        let mut args: Vec<&'u Node> = node.inner.iter().skip(1).collect();
        let mut object = None;
        let mut object_is_pointer = false;
        let definition = self.definition(node, &callee);
        // A function that the file declares has no meaning by its name.
        let own = !self.unit.decls.is_builtin(&callee);
        match &*node.kind {
            "CXXMemberCallExpr" => {
                object = first.inner.first();
                object_is_pointer = first.flag("isArrow");
            }
            // A static member function of a class of the prelude: the class determines the meaning.
            "CallExpr" if &*first.kind == "MemberExpr" && !own => {
                object = first.inner.first();
                object_is_pointer = first.flag("isArrow");
            }
            "CXXOperatorCallExpr" => {
                let method = &*callee.kind == "CXXMethodDecl"
                    || definition.is_some_and(|d| &*d.kind == "CXXMethodDecl")
                    || self.unit.decls.node(callee.id).is_some_and(|d| &*d.kind == "CXXMethodDecl");
                if method && !args.is_empty() {
                    object = Some(args.remove(0));
                }
            }
            _ => {}
        }
        let name = callee.name.to_string();
        let open: Vec<&'u Node> = match (&*node.kind, args.as_slice()) {
            // Overloaded operators evaluate their operands in the order of the built-in operators.
            ("CXXOperatorCallExpr", _) if is_sequenced(&name) => Vec::new(),
            ("CXXOperatorCallExpr", &[a, b]) if self.unit.is_ordered(name.trim_start_matches("operator"), a, b) => {
                Vec::new()
            }
            ("CXXOperatorCallExpr", _) if name != "operator()" => {
                object.into_iter().chain(args.iter().copied()).collect()
            }
            _ => args.clone(),
        };
        self.stack.visit_callee(node);
        let right_first = &*node.kind == "CXXOperatorCallExpr" && is_assignment(&name);
        let returns_place = node.flag("lvalue") || node.flag("xvalue");
        let call =
            Call { id: node.id, name, args, ty, span, object, object_is_pointer, right_first, refers: returns_place };
        self.in_open_order(&open, span, |s| s.call_of(node, &call, &callee, refers))
    }

    /// A call of a function that is named.
    fn call_of(&mut self, node: &'u Node, call: &Call<'u>, callee: &DeclRef, refers: bool) -> Place {
        let span = node.span;
        let definition = self.definition(node, callee);
        let own = !self.unit.decls.is_builtin(callee);
        if !own && call.name.starts_with("__") {
            if let Some(value) = self.annotation(call) {
                if self.unit.decls.defines_named(&call.name) {
                    // For other compilers the call means the function of the file.
                    let what = format!("call of `{}`, which is an annotation and a function of this file", call.name);
                    return Place::Value(self.ir.unsupported_value(what, &call.ty, span));
                }
                // An annotation does not evaluate its arguments as a call does.
                self.stack.cover(node);
                return Place::Value(value);
            }
        }
        if let (true, Some(def)) = (call.name.starts_with("__spec_"), definition) {
            return Place::Value(self.specified_call(def, call));
        }
        self.note_effect(node);
        let member = node.inner.first().map(strip_casts).filter(|f| own && &*f.kind == "MemberExpr");
        if let (Some(member), "CallExpr") = (member, &*node.kind) {
            // The object in front of a static member.
            member.inner.iter().for_each(|object| self.evaluate_unused(object, false));
        }
        if let Some(object) = call.object {
            let class = self.stack.ctype(object);
            if self.unit.decls.may_be_overridden(callee, &class) {
                let what = format!("call of the virtual function `{}`", call.name);
                return Place::Value(self.ir.unsupported_value(what, &call.ty, span));
            }
        }
        // The functions of the library compare, other than the global ones of the same names, which ignore a NaN.
        if !own && returns_reference(&callee.ty) && (!refers || call.name == "clamp") {
            if let Some(value) = self.compared(call) {
                return Place::Value(value);
            }
        }
        let is_cast = !own && self.unit.cuda && is_cast_by_name(&call.name) && returns_reference(&callee.ty);
        if let (true, [object]) = (is_cast, call.args.as_slice()) {
            return self.place(object);
        }
        // The intrinsics give only the value of `min` and `max`.
        if refers && !own && matches!(call.name.as_str(), "min" | "max") {
            if let Some(place) = self.min_max_place(call) {
                return place;
            }
        }
        if own {
            if let Some(value) = self.operator_call(call, callee, definition) {
                return Place::Value(value);
            }
        }
        if let Some(place) = self.trivial_assignment(call, callee) {
            return place;
        }
        if let Some(def) = definition {
            // A function of the prelude with a body may be an intrinsic too, which takes precedence.
            if !own {
                if let Some(value) = self.intrinsic(call) {
                    self.unused_operands(call);
                    return Place::Value(value);
                }
            }
            return self.inline(def, call);
        }
        if self.unit.decls.may_be_defined(callee) {
            let what = format!("call of `{}`, of which it is not clear whether this file has its body", call.name);
            return Place::Value(self.ir.unsupported_value(what, &call.ty, span));
        }
        let known = if own { None } else { self.intrinsic(call) };
        match known {
            Some(value) => {
                self.unused_operands(call);
                Place::Value(value)
            }
            None => Place::Value(self.unknown_function(call, callee)),
        }
    }

    /// Evaluates the operands of a built-in function that its meaning does not use, because their reads are accesses.
    fn unused_operands(&mut self, call: &Call<'u>) {
        if let Some(operand) = call.object.filter(|object| !self.stack.is_accounted(object)) {
            self.evaluate_unused(operand, false);
        }
        for operand in call.args.iter().copied() {
            if !self.stack.is_accounted(operand) {
                self.evaluate_unused(operand, operand.flag("lvalue"));
            }
        }
    }

    /// Evaluates an operand whose value is not used. Conversions around it have no effect and are skipped, but for the
    /// one to a value, which reads the operand. `is_read` says that an lvalue is read without a conversion, through a
    /// reference.
    fn evaluate_unused(&mut self, operand: &'u Node, mut is_read: bool) {
        let inner = strip_casts(operand);
        self.stack.visit_path(operand, inner);
        let mut at = operand;
        while !std::ptr::eq(at, inner) {
            is_read |= at.cast_kind.as_deref() == Some("LValueToRValue");
            match at.inner.last() {
                Some(below) => at = below,
                None => break,
            }
        }
        if is_read {
            self.expr(inner);
        } else {
            self.discard(inner);
        }
    }

    /// A call of an `operator=` that copies the bytes of the object: the class, its members and its bases have no such
    /// operator with code.
    fn trivial_assignment(&mut self, call: &Call<'u>, callee: &DeclRef) -> Option<Place> {
        if call.name != "operator=" {
            return None;
        }
        let (object, [source]) = (call.object?, call.args.as_slice()) else { return None };
        let ty = self.stack.ctype(object);
        let written = self.unit.decls.node(callee.id).is_some_and(|f| self.unit.has_own_code(f))
            && self.unit.decls.is_own(callee.id);
        if written || self.stack.has_assignment_code(&ty) {
            return None;
        }
        let value = self.expr(source);
        let value = if self.effects(object) { self.ir.freeze_value(value, call.span) } else { value };
        let place = self.place(object);
        let place = self.ir.freeze_place(place, call.span);
        self.ir.store(&place, &value, call.span);
        Some(place)
    }

    /// Inlines a function with a body.
    pub(crate) fn inline(&mut self, def: &'u Node, call: &Call<'u>) -> Place {
        let span = call.span;
        if let Some(contract) = self.contract_for(def, call) {
            return self.call_by_contract(def, call, &contract);
        }
        if self.unit.is_left_to_code_generation(def) {
            let what = format!("call of `{}`, whose code the compiler makes", call.name);
            return Place::Value(self.ir.unsupported_value(what, &call.ty, span));
        }
        if self.stack.is_active(def.id) {
            let what = format!("recursion: {} -> {}", self.stack.names_from(def.id).join(" -> "), call.name);
            return Place::Value(self.ir.unsupported_value(what, &call.ty, span));
        }
        if !self.stack.count_inlining() {
            return Place::Value(self.ir.unsupported_value("too many inlined calls", &call.ty, span));
        }
        // The object is evaluated before the arguments; for an assignment operator, the argument is evaluated first.
        let before = match call.object.filter(|_| call.right_first) {
            Some(object) => {
                let mut bound = self.arguments(def, &call.args, false, span);
                if self.effects(object) {
                    for (_, place) in &mut bound {
                        if let Place::Value(value) = place {
                            *value = self.ir.freeze_value(value.clone(), span);
                        }
                    }
                }
                Some(bound)
            }
            None => None,
        };
        let this = match call.object {
            Some(object) if call.object_is_pointer => Some(match &*strip(object).kind {
                "CXXThisExpr" if self.stack.frame().this.is_some() => {
                    self.stack.cover(object);
                    self.stack
                        .frame()
                        .this
                        .clone()
                        .unwrap_or(Place::Value(Value { ty: CType::Void, leaves: Vec::new() }))
                }
                _ => {
                    let pointer = self.expr(object);
                    let ptr = self.ir.only(&pointer, span);
                    let ptr = self.ir.freeze_expr(ptr, span);
                    self.ir.deref(ptr, &pointer.ty)
                }
            }),
            Some(object) => {
                let place = self.place(object);
                let place = self.with_storage(def.id, object, place);
                Some(self.ir.freeze_place(place, span))
            }
            None => None,
        };
        let captures = self
            .unit
            .decls
            .parent_record
            .get(&def.id)
            .map(|&r| self.unit.decls.record_decl(r).node.id)
            .and_then(|id| self.lambdas.captures(id).cloned());
        let bound = match before {
            Some(bound) => bound,
            None => self.arguments(def, &call.args, call.right_first, span),
        };
        let variables = captures.iter().flat_map(|captures| &captures.variables);
        let hidden = self.scope.hide(variables.map(|(id, place)| (*id, place)));
        // In a lambda, `this` is what the lambda captured.
        let this = match captures.and_then(|captures| captures.this) {
            Some(captured) => {
                self.ir.storage_mut().set_origin(def.id, captured.function);
                Some(captured.place)
            }
            None => this,
        };
        self.requires_at_call(def, &bound, span);
        let place = self.body_of(def, this, bound, call);
        self.scope.restore(hidden);
        place
    }

    /// Lowers the body of a function with its parameters bound, and returns its result.
    pub(crate) fn body_of(
        &mut self,
        def: &'u Node,
        this: Option<Place>,
        bound: Vec<(&'u Node, Place)>,
        call: &Call<'u>,
    ) -> Place {
        let (name, span) = (&call.name, call.span);
        let Some(code) = body(def) else {
            return Place::Value(self.ir.unsupported_value("function without a body", &call.ty, span));
        };
        self.reached.add(def);
        let facts = self.facts_of(def);
        let result = self.unit.result_type(def, call);
        let label = self.ir.label();
        let tail_only = facts.returns <= 1 && code.inner.last().is_some_and(|l| &*l.kind == "ReturnStmt");
        let reference = matches!(result.ty, CType::Reference(_));
        let value_ty = result.referent().ty.clone();
        let nothing = matches!(value_ty, CType::Void) || (tail_only && (reference || self.unit.splittable(&value_ty)));
        let slot = if nothing {
            ReturnSlot::Nothing
        } else if reference {
            let var = self.ir.var(&format!("%ref{}", self.ir.kernel().vars.len()), Type::Ptr, span);
            ReturnSlot::Reference(var, value_ty.clone())
        } else if self.unit.splittable(&value_ty) {
            let vars = self.ir.split_vars(&format!("%{name}"), &value_ty, span);
            ReturnSlot::Vars(vars, value_ty.clone())
        } else {
            match self.ir.local("%result", &QType::plain(value_ty.clone()), true, span) {
                Place::Mem { ptr, ty, .. } => ReturnSlot::Mem(ptr, ty),
                _ => ReturnSlot::Nothing,
            }
        };
        let visible = self.scope.replace_names(crate::specs::declared_names(&bound));
        self.stack.enter(Frame { return_label: Some(label), this, ..Frame::new(def, name, facts, slot.clone()) });
        self.bind_parameters(bound, span);
        self.begin_contract(code);
        self.stack.visit(code);
        let outer = self.ir.begin_inlining(self.unit.is_built_in(def), span);
        let (tail, block) = self.in_block(|s| {
            if matches!(slot, ReturnSlot::Nothing) && tail_only && !matches!(value_ty, CType::Void) {
                let (last, before) = match code.inner.split_last() {
                    Some(parts) => parts,
                    None => return None,
                };
                s.statements(before);
                s.stack.visit(last);
                let value = last.inner.first()?;
                if reference {
                    let place = s.place(value);
                    return Some(s.ir.freeze_place(place, span));
                }
                let value = s.init_value(value, &value_ty);
                let value = s.ir.shape(value, &value_ty, span);
                return Some(Place::Value(s.ir.freeze_value(value, span)));
            }
            s.statements(&code.inner);
            None
        });
        self.ir.end_inlining(outer);
        self.check_accounted([code]);
        self.stack.leave();
        self.scope.replace_names(visible);
        self.note_returned(&value_ty);
        self.ir.emit_labelled(label, block, span);
        let ensures = self.end_contract();
        if !ensures.is_empty() {
            let result = match (&tail, &slot) {
                (Some(Place::Value(value)), _) => Some(value.clone()),
                (None, ReturnSlot::Vars(vars, ty)) => {
                    let place = Place::Vars { vars: vars.clone(), ty: ty.clone() };
                    Some(self.ir.load(&place, span))
                }
                _ => None,
            };
            self.check_ensures(&ensures, result, true);
        }
        match (tail, slot) {
            (Some(place), _) => place,
            (None, ReturnSlot::Vars(vars, ty)) => Place::Vars { vars, ty },
            (None, ReturnSlot::Reference(var, ty)) => {
                let ptr = self.ir.read(var, span);
                Place::Mem { ptr, ty, volatile: false }
            }
            (None, ReturnSlot::Mem(ptr, ty)) => Place::Mem { ptr, ty, volatile: false },
            (None, _) => Place::Value(Value { ty: CType::Void, leaves: Vec::new() }),
        }
    }
}

/// True if a function of the library is a cast: it refers to its argument.
fn is_cast_by_name(name: &str) -> bool {
    matches!(name, "move" | "forward" | "as_const")
}

/// True if the operands of an overloaded operator are evaluated in a fixed order.
fn is_sequenced(name: &str) -> bool {
    let others = ["operator[]", "operator<<", "operator>>", "operator,", "operator&&", "operator||", "operator->*"];
    is_assignment(name) || others.contains(&name)
}

/// True if a function is one of `operator=`, `operator+=`, ...
fn is_assignment(name: &str) -> bool {
    let comparisons = ["==", "!=", "<=", ">="];
    name.strip_prefix("operator").is_some_and(|op| op.ends_with('=') && !comparisons.contains(&op))
}
