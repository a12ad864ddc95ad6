//! Flow of values through one host function: the values of its variables, and the conditions that hold, at every
//! statement.
//!
//! Forward symbolic execution without paths. Where two paths of an `if` join, numbers that differ depend on its
//! condition, and other values that differ become unknown; variables that a loop assigns are unknown at its head.
//! Over-approximate: a fact of a [`State`] holds at every execution of its statement.

use crate::callees::Callees;
use crate::contents::Contents;
use crate::few_calls::Calls;
use crate::functions::returns;
use crate::globals::Globals;
use crate::initial::has_complex_default;
use crate::mentions::Named;
use crate::stores::{calls, Memory, Overwritten};
use crate::uses::{address_of, argument_list, elements_of_list, is_dim3, uses};
use crate::value::{Buffer, Expr, Int, Kind, Symbol, Value};
use crate::vector_forms::is_vector;
use crate::wrappers::CallSite;
use crate::LaunchSite;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wp_clang::{Node, NodeId};
use wp_decls::{is_launch, CType, Decls, Layouts};
use wp_kir::Type;

/// The known values and conditions where execution has arrived.
#[derive(Clone, Default)]
pub(crate) struct State {
    /// True if execution arrives at all.
    pub dead: bool,
    /// Values of variables that flow tells of.
    pub vars: BTreeMap<NodeId, Value>,
    /// Conditions that hold.
    pub guards: Vec<Int>,
    /// Sizes in bytes (`u64`) of buffers that are allocated.
    pub sizes: BTreeMap<Buffer, Int>,
    /// Symbols that are zero or powers of two.
    pub powers: BTreeSet<u32>,
    /// Globals that are assigned for sure.
    pub assigned: BTreeSet<NodeId>,
    /// What buffers hold to which flow sees every store.
    pub contents: BTreeMap<Buffer, Contents>,
    /// Local arrays, each a buffer.
    pub arrays: BTreeMap<NodeId, Buffer>,
}

/// What a launch has read from variables that flow does not tell of: all of it agrees on what they hold.
pub(crate) struct SeenByLaunch {
    /// How many functions are followed where the launch stands: others may change their variables.
    pub depth: usize,
    pub values: FxHashMap<NodeId, Value>,
}

/// A loop.
pub(crate) struct Repeated<'n> {
    /// The declaration of the variable that takes the elements of a range, with the elements where they are known.
    variable: Option<(&'n Node, Option<Vec<i128>>)>,
    pub condition: Option<&'n Node>,
    pub body: &'n Node,
    pub step: Option<&'n Node>,
}

/// A launch that was found.
pub(crate) struct FoundLaunch {
    pub kernel: NodeId,
    pub site: LaunchSite,
    /// The functions whose calls were followed to it, from a launch that names its kernel.
    pub by_calls: Vec<NodeId>,
}

/// The analysis of the host functions of a file.
pub(crate) struct Flow<'a, 'u> {
    pub decls: &'a Decls<'u>,
    pub layouts: &'a Layouts,
    /// Name of the function.
    pub function: Arc<str>,
    /// Variables that flow does not tell of.
    pub unreliable: FxHashSet<NodeId>,
    /// Variables that functions were given by address or reference.
    pub lent: FxHashSet<NodeId>,
    /// True if the compiler has left nothing of the function out.
    pub complete: bool,
    /// Buffers that may have been freed.
    pub lost: BTreeSet<Buffer>,
    /// Buffers that an allocation has made: none is another one.
    pub allocated: BTreeSet<Buffer>,
    /// The memory that allocations are in, other than that of the host.
    pub memory: BTreeMap<Buffer, Memory>,
    /// Buffers of which others than the variables that flow tells of have the address.
    pub exposed: BTreeSet<Buffer>,
    /// The buffers that have been stored to in the iteration that is tried.
    pub overwritten: Overwritten,
    /// Functions whose calls are being followed, innermost last.
    pub followed: Vec<NodeId>,
    /// The known values of globals.
    pub globals: Globals,
    /// Constants of namespace scope whose initialisers are being evaluated.
    pub constants: Vec<NodeId>,
    /// What calls do with the references that they are given.
    pub callees: Callees,
    /// The functions of which all calls are known.
    pub known_calls: Calls,
    /// Functions that were analysed for any arguments.
    pub analysed: FxHashSet<NodeId>,
    /// The number of calls that have been followed.
    pub followed_count: u32,
    /// While a launch is evaluated, what it has read from variables that flow does not tell of.
    pub of_launch: Option<SeenByLaunch>,
    /// The outermost call that is being followed of a function that is given a kernel.
    pub outer_wrapper: Option<CallSite>,
    /// The outermost call that is being followed of a function with several known calls.
    pub outer_call: Option<CallSite>,
    /// Launches, and calls that hand kernels on, to which flow has come in the function that is being followed.
    pub arrived: Vec<NodeId>,
    /// Where the launches found name their kernels.
    pub launched: Vec<Named>,
    /// Launches found.
    pub sites: Vec<FoundLaunch>,
    /// Positive while a loop body is only tried.
    pub trial: u32,
    /// In a `switch` that is executed, and not in a loop inside of it, what holds at each `break` so far.
    pub breaks: Option<Vec<State>>,
    /// In a function without a value whose end matters, what holds at each `return` so far.
    pub returns: Option<Vec<State>>,
    next_symbol: u32,
    next_buffer: u32,
}

impl<'a, 'u> Flow<'a, 'u> {
    pub(crate) fn new(decls: &'a Decls<'u>, layouts: &'a Layouts) -> Self {
        Self {
            decls,
            layouts,
            function: "".into(),
            unreliable: FxHashSet::default(),
            lent: FxHashSet::default(),
            complete: true,
            lost: BTreeSet::new(),
            allocated: BTreeSet::new(),
            memory: BTreeMap::new(),
            exposed: BTreeSet::new(),
            overwritten: Overwritten::default(),
            followed: Vec::new(),
            globals: Globals::default(),
            constants: Vec::new(),
            callees: Callees::default(),
            known_calls: Calls::default(),
            analysed: FxHashSet::default(),
            followed_count: 0,
            of_launch: None,
            outer_wrapper: None,
            outer_call: None,
            arrived: Vec::new(),
            launched: Vec::new(),
            sites: Vec::new(),
            trial: 0,
            breaks: None,
            returns: None,
            next_symbol: 0,
            next_buffer: 0,
        }
    }

    /// A value of a type of which nothing is known.
    pub(crate) fn unknown(&mut self, node: &Node, name: &str) -> Value {
        if is_dim3(node) {
            return Value::Dim3(self.unknown_extents(name));
        }
        if is_vector(node) {
            return Value::Vector(self.symbol(Type::U64, name));
        }
        let ty = self.decls.qtype(node.type_str()).ty;
        self.unknown_of(&ty, name)
    }

    /// A value of a type of which nothing is known.
    fn unknown_of(&mut self, ty: &CType, name: &str) -> Value {
        match ty.scalar() {
            Some(Type::Ptr) => self.unknown_pointer(),
            Some(ty) if ty.is_int() || ty == Type::Bool => Value::Int(self.symbol(ty, name)),
            _ if self.is_extents(ty) => Value::Dim3(self.unknown_extents(name)),
            _ => match self.plain_record(ty) {
                Some(fields) => {
                    let of = |(field, ty): (Arc<str>, CType)| {
                        let value = self.unknown_of(&ty, &format!("{name}.{field}"));
                        (field, value)
                    };
                    Value::Record(fields.into_iter().map(of).collect())
                }
                None => Value::Unknown,
            },
        }
    }

    /// True if a type is that of launch extents.
    pub(crate) fn is_extents(&self, ty: &CType) -> bool {
        let CType::Record(id) = ty else { return false };
        let record = self.decls.record_decl(*id).node;
        record.name.as_deref() == Some("dim3") && !self.decls.is_own(record.id)
    }

    /// The fields of a structure that is copied field by field, and that no function changes but through its address.
    pub(crate) fn plain_record(&self, ty: &CType) -> Option<Vec<(Arc<str>, CType)>> {
        let CType::Record(id) = ty else { return None };
        let record = self.decls.record_decl(*id);
        let own = |c: &Node| {
            let special = matches!(&*c.kind, "CXXConstructorDecl" | "CXXDestructorDecl")
                || &*c.kind == "CXXMethodDecl" && c.name.as_deref() == Some("operator=");
            special && !c.flag("isImplicit")
        };
        let written = |c: &Node| own(c) || &*c.kind == "FunctionTemplateDecl" && c.inner.iter().any(own);
        let hidden =
            |c: &Node| &*c.kind == "FieldDecl" && (c.flag("mutable") || c.name.is_none() || has_complex_default(c));
        if record.is_union || record.is_lambda || record.node.inner.iter().any(|c| written(c) || hidden(c)) {
            return None;
        }
        let layout = self.layouts.record(self.decls, *id).ok()?;
        let odd = |f: &wp_decls::Field| {
            f.is_base || f.bits.is_some() || f.ty.is_volatile || matches!(f.ty.ty, CType::Reference(_))
        };
        if layout.fields.iter().any(odd) {
            return None;
        }
        Some(layout.fields.iter().map(|f| (f.name.as_str().into(), f.ty.ty.clone())).collect())
    }

    pub(crate) fn symbol(&mut self, ty: Type, name: &str) -> Int {
        self.next_symbol += 1;
        Expr::new(Kind::Symbol(Symbol { id: self.next_symbol, name: name.into(), of_dim3: false }), ty)
    }

    /// The extents of a `dim3` of which nothing is known.
    pub(crate) fn unknown_extents(&mut self, name: &str) -> [Int; 3] {
        [0; 3].map(|_| {
            self.next_symbol += 1;
            Expr::new(Kind::Symbol(Symbol { id: self.next_symbol, name: name.into(), of_dim3: true }), Type::U32)
        })
    }

    pub(crate) fn buffer(&mut self) -> Buffer {
        self.next_buffer += 1;
        Buffer(self.next_buffer)
    }

    pub(crate) fn unknown_pointer(&mut self) -> Value {
        Value::Pointer(self.buffer(), Expr::int(0, Type::I64))
    }

    /// Makes variables unknown. A number that is constant stays what it is, whatever is given a reference to it.
    pub(crate) fn forget(&mut self, st: &mut State, vars: &FxHashSet<NodeId>) {
        let addresses: Vec<Value> = st.vars.iter().filter(|(v, _)| vars.contains(v)).map(|(_, x)| x.clone()).collect();
        addresses.iter().for_each(|value| self.expose_value(st, value));
        let known: Vec<(NodeId, bool)> = st
            .vars
            .iter()
            .filter(|(v, _)| vars.contains(v))
            .map(|(v, x)| (*v, matches!(x, Value::Int(_) | Value::Float(_))))
            .collect();
        for (v, is_number) in known {
            match self.decls.node(v) {
                Some(node) if is_number && self.is_constant(node) => {}
                Some(node) => {
                    let value = self.unknown(node, node.name.as_deref().unwrap_or("host"));
                    st.vars.insert(v, value);
                }
                None => drop(st.vars.remove(&v)),
            }
        }
    }

    /// Adds a condition that holds from here on.
    pub(crate) fn assume(&mut self, st: &mut State, condition: &Value, holds: bool) {
        let Value::Int(c) = condition else { return };
        if c.ty != Type::Bool {
            return;
        }
        let fact = if holds { c.clone() } else { c.not() };
        for part in fact.conjuncts() {
            match part.constant() {
                Some(0) => st.dead = true,
                Some(_) => {}
                None => st.guards.push(part),
            }
        }
    }

    /// Executes a statement.
    pub(crate) fn statement(&mut self, st: &mut State, node: &Node) {
        if st.dead {
            return self.not_executed(node);
        }
        match &*node.kind {
            "" | "NullStmt" => {}
            "ExprWithCleanups" if node.inner.first().is_some_and(|c| &*c.kind == "CXXThrowExpr") => {
                self.statement(st, &node.inner[0]);
            }
            "CompoundStmt" | "AttributedStmt" => node.inner.iter().for_each(|c| self.statement(st, c)),
            "DeclStmt" => node.inner.iter().for_each(|d| self.declaration(st, d)),
            "IfStmt" => self.branch(st, node),
            "ForStmt" => match &node.inner[..] {
                [init, variable, condition, step, body] if variable.is_absent() => {
                    self.statement(st, init);
                    let (condition, step) = (Some(condition), Some(step));
                    self.repeated(st, &Repeated { variable: None, condition, body, step });
                }
                _ => self.opaque(st, node),
            },
            "WhileStmt" => match &node.inner[..] {
                [condition, body] => {
                    self.repeated(st, &Repeated { variable: None, condition: Some(condition), body, step: None });
                }
                _ => self.opaque(st, node),
            },
            "DoStmt" => match &node.inner[..] {
                // `do { .. } while (0)` runs once.
                [body, condition] if is_false(condition) && self.complete && !leaves(body) => self.statement(st, body),
                [body, condition] => {
                    self.repeated(st, &Repeated { variable: None, condition: None, body, step: Some(condition) });
                    let is_pure = !calls(condition) && self.changed_by(st, condition).is_empty();
                    if is_pure && self.complete && !leaves(body) {
                        let c = self.eval(st, condition);
                        self.assume(st, &c, false);
                    }
                }
                _ => self.opaque(st, node),
            },
            "CXXForRangeStmt" => match &node.inner[..] {
                [before @ .., condition, step, variable, body] if before.len() == 4 => {
                    before.iter().filter(|part| !part.is_absent()).for_each(|part| self.statement(st, part));
                    let elements = self.elements_of_range(st, before);
                    let (variable, condition, step) = (Some((variable, elements)), Some(condition), Some(step));
                    self.repeated(st, &Repeated { variable, condition, body, step });
                }
                _ => self.opaque(st, node),
            },
            "ReturnStmt" | "CXXThrowExpr" | "BreakStmt" | "ContinueStmt" => {
                node.inner.iter().for_each(|c| drop(self.eval(st, c)));
                self.expose_operands(st, node.inner.iter());
                if let (Some(breaks), "BreakStmt") = (&mut self.breaks, &*node.kind) {
                    breaks.push(st.clone());
                }
                if let (Some(returns), "ReturnStmt") = (&mut self.returns, &*node.kind) {
                    returns.push(st.clone());
                }
                st.dead = true;
            }
            "SwitchStmt" => match &node.inner[..] {
                [condition, body] if self.switch(st, condition, body) => {}
                _ => self.opaque(st, node),
            },
            "CXXTryStmt" => self.opaque(st, node),
            _ => {
                let _ = self.eval(st, node);
                self.note_assigned(st, node);
            }
        }
    }

    fn declaration(&mut self, st: &mut State, node: &Node) {
        match &*node.kind {
            "VarDecl" => {}
            "DecompositionDecl" => {
                self.expose_mentioned(st, node);
                return drop(self.opaque_value(st, node));
            }
            _ => return,
        }
        let init = node.inner.iter().find(|c| !c.kind.ends_with("Attr"));
        for element in elements_of_list(node).into_iter().flatten().filter(|e| address_of(e).is_none()) {
            let _ = self.eval(st, element);
            self.note_assigned(st, element);
        }
        let mut value = match (init, argument_list(node)) {
            (_, Some(list)) => Value::Arguments(list.into()),
            (Some(init), None) => self.eval(st, init),
            (None, None) => Value::Unknown,
        };
        // A value without a form keeps what its type says. A `static` is initialised once, by the first call.
        let is_static = node.extra.get("storageClass").is_some_and(|s| &**s == "static");
        let is_constant = matches!(&value, Value::Int(e) if e.constant().is_some());
        if value == Value::Unknown || (is_static && !is_constant) {
            value = self.unknown(node, node.name.as_deref().unwrap_or("host"));
        }
        if self.tells_of(node) {
            st.vars.insert(node.id, value);
        } else {
            self.escapes(st, &value);
        }
        if node.type_str().contains('&') {
            self.expose_mentioned(st, node);
        }
        self.declare_array(st, node);
    }

    /// True if flow tells what a variable holds. What is constant cannot change, whatever is done to it.
    pub(crate) fn tells_of(&self, variable: &Node) -> bool {
        self.is_constant(variable) || !self.unreliable.contains(&variable.id)
    }

    fn is_constant(&self, variable: &Node) -> bool {
        let q = self.decls.qtype(variable.type_str());
        let is_reference = variable.type_str().contains('&');
        (q.is_const || variable.flag("constexpr")) && !q.is_volatile && !is_reference
    }

    fn branch(&mut self, st: &mut State, node: &Node) {
        let mut parts: Vec<&Node> = node.inner.iter().collect();
        for flag in ["hasInit", "hasVar"] {
            if node.flag(flag) && !parts.is_empty() {
                let part = parts.remove(0);
                self.statement(st, part);
            }
        }
        let [condition, then, otherwise @ ..] = &parts[..] else { return self.opaque(st, node) };
        let c = self.eval(st, condition);
        let mut other = st.clone();
        self.assume(st, &c, true);
        self.statement(st, then);
        self.assume(&mut other, &c, false);
        if let Some(otherwise) = otherwise.first() {
            self.statement(&mut other, otherwise);
        }
        *st = self.join_on(&c, std::mem::take(st), other);
    }

    fn repeated(&mut self, st: &mut State, parts: &Repeated<'_>) {
        let of_switch = self.breaks.take();
        self.iterations(st, parts);
        self.breaks = of_switch;
    }

    fn iterations(&mut self, st: &mut State, parts: &Repeated<'_>) {
        let &Repeated { condition, body, step, .. } = parts;
        let entry = st.clone();
        let all = [parts.variable.as_ref().map(|(variable, _)| *variable), condition, step, Some(body)];
        let all: Vec<&Node> = all.into_iter().flatten().collect();
        let changed = self.changed_by_all(st, &all);
        let stepped = if self.complete { self.stepped_variables(st, &all) } else { Vec::new() };
        self.forget(st, &changed);
        self.stepped_at_head(st, stepped);
        // An iteration may free buffers that the next one still points to.
        let before = std::mem::take(&mut self.lost);
        let stored_before = std::mem::take(&mut self.overwritten);
        self.trial += 1;
        self.iteration(&mut st.clone(), parts);
        self.trial -= 1;
        st.sizes.retain(|b, _| !self.lost.contains(b));
        self.lost.extend(before);
        st.contents.retain(|b, _| !self.overwritten.includes(*b));
        let fills = if self.complete && !leaves(body) { self.fills(&entry, st, parts) } else { Vec::new() };
        let filled = self.filled(&entry, fills);
        self.overwritten.add(stored_before);
        if self.trial > 0 {
            // The trial of a surrounding loop needs only the variables that may be freed, and what is stored.
            st.contents.extend(filled);
            return self.forget(st, &changed);
        }
        let left = self.iteration(&mut st.clone(), parts);
        let pure = condition.is_some_and(|c| self.changed_by(st, c).is_empty());
        match left {
            // The condition was evaluated on the variables at the head, where the loop is left.
            Some(c) if pure && self.complete && !leaves(body) => self.assume(st, &c, false),
            _ => self.forget(st, &changed),
        }
        st.contents.extend(filled.into_iter().filter(|(buffer, _)| !self.exposed.contains(buffer)));
    }

    /// One iteration from the state at the head; the condition's value.
    fn iteration(&mut self, st: &mut State, parts: &Repeated<'_>) -> Option<Value> {
        let Repeated { variable, condition, body, step } = parts;
        let (condition, step) = (*condition, *step);
        let c = condition.filter(|c| !c.is_absent()).map(|c| self.eval(st, c));
        if let Some(c) = &c {
            self.assume(st, c, true);
        }
        if let Some((variable, elements)) = variable {
            self.statement(st, variable);
            self.takes_element(st, variable, elements.as_deref());
        }
        let head = st.clone();
        self.statement(st, body);
        if let Some(step) = step.filter(|s| !s.is_absent()) {
            if leaves(body) {
                // By `continue`, from anywhere in the body.
                let sizes = std::mem::take(&mut st.sizes);
                *st = head;
                st.sizes.retain(|b, size| sizes.get(b) == Some(size));
                let changed = self.changed_by(st, body);
                self.forget(st, &changed);
            }
            st.dead = false;
            let _ = self.eval(st, step);
        }
        c
    }

    /// A statement of which only is known what it may assign. What it does not assign holds in it and behind it.
    pub(crate) fn opaque(&mut self, st: &mut State, node: &Node) {
        let changed = self.changed_by(st, node);
        if self.may_free(node) {
            self.lose_all(st);
        }
        let mut mentioned = Vec::new();
        uses(&self.callees, node, &mut |v, _| mentioned.extend(st.vars.get(&v).cloned()));
        let mut inside = st.clone();
        inside.vars.retain(|v, _| !changed.contains(v));
        inside.contents.clear();
        self.expose_mentioned(st, node);
        self.overwrite_all(st);
        self.launches_in(&inside, node);
        // The targets of the mentioned pointers are not followed.
        mentioned.iter().for_each(|value| self.escapes(st, value));
        self.forget(st, &changed);
        if let Some(breaks) = self.breaks.as_mut().filter(|_| breaks_out(node)) {
            breaks.push(st.clone());
        }
        if let Some(returns) = self.returns.as_mut().filter(|_| returns(node)) {
            returns.push(st.clone());
        }
    }

    /// Launches where execution does not arrive are none. Where the compiler has left something out, that may have been a way there.
    pub(crate) fn not_executed(&mut self, node: &Node) {
        if !self.complete {
            return self.launches_in(&State::default(), node);
        }
        if is_launch(node) && self.trial == 0 {
            let name = self.name_of_launch(node);
            self.launched.extend(name);
        }
        if self.trial == 0 && matches!(&*node.kind, "CUDAKernelCallExpr" | "CallExpr") {
            self.arrived.push(node.id);
            self.call_is_dead(node);
        }
        self.not_named(node);
        if &*node.kind != "LambdaExpr" {
            node.inner.iter().for_each(|c| self.not_executed(c));
        }
    }

    /// Launches in a tree, in a state that holds throughout it.
    pub(crate) fn launches_in(&mut self, inside: &State, node: &Node) {
        self.call_is_open(node);
        if is_launch(node) {
            let _ = self.eval(&mut inside.clone(), node);
        } else if &*node.kind != "LambdaExpr" {
            node.inner.iter().for_each(|c| self.launches_in(inside, c));
        }
    }

    /// A pointer goes where it may be freed unseen.
    pub(crate) fn escapes(&mut self, st: &mut State, value: &Value) {
        match value {
            Value::Pointer(buffer, _) => {
                st.sizes.remove(buffer);
                self.lost.insert(*buffer);
                self.expose(st, *buffer);
            }
            Value::Record(fields) => fields.values().for_each(|f| self.escapes(st, f)),
            _ => {}
        }
    }

    /// Any buffer may be freed.
    pub(crate) fn lose_all(&mut self, st: &mut State) {
        self.lost.extend(st.sizes.keys().copied());
        st.sizes.clear();
        self.overwrite_all(st);
    }
}

fn is_false(condition: &Node) -> bool {
    let inner = wp_decls::strip_casts(condition);
    inner.value.as_deref() == Some("0") || inner.value.as_deref() == Some("false")
}

/// True if a statement may leave the `switch` around it by a `break`.
fn breaks_out(node: &Node) -> bool {
    let takes_breaks = ["ForStmt", "WhileStmt", "DoStmt", "CXXForRangeStmt", "SwitchStmt"].contains(&&*node.kind);
    &*node.kind == "BreakStmt" || !takes_breaks && node.inner.iter().any(breaks_out)
}

/// True if a body may leave its loop other than by the condition.
fn leaves(node: &Node) -> bool {
    matches!(&*node.kind, "BreakStmt" | "ContinueStmt" | "GotoStmt") || node.inner.iter().any(leaves)
}
