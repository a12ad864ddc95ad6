//! What the functions that a kernel reaches ever store into each pointer: a set of storage for every variable, member, parameter and result.
//!
//! Flow and context are left out, and members stand for those of all objects of their class. Over-approximate: a pointer may point to anything
//! (`Root::Memory`) where it is stored in a way that is not followed, where it lies in a union, and in objects that were there before the kernel or
//! lie in storage of another type (`open` classes).

use super::location::{Location, Root, Step};
use super::reach::Reach;
use super::targets::{callee, has_known_calls, Locations, Targets};
use super::{is_common, is_pointer, is_reference};
use crate::calls::{is_omitted, result_end};
use crate::ctype::{CType, RecordId};
use crate::decls::{is_function, params, Decls};
use crate::scan::{strip, strip_casts};
use crate::vars::initialiser;
use rustc_hash::{FxHashMap, FxHashSet};
use wp_clang::{Node, NodeId};

/// More places than this are held without the numbers of elements.
const MAX_EXACT: usize = 24;

/// More places than this are any.
const MAX_PLACES: usize = 96;

/// More rounds than this are not made.
const MAX_ROUNDS: usize = 40;

/// Where a value goes.
#[derive(Clone, Copy)]
enum Into<'u> {
    Lvalue(&'u Node),
    Cell(NodeId),
    Result(NodeId),
}

/// A pointer that is stored, or a reference that is bound.
struct Flow<'u> {
    into: Into<'u>,
    from: &'u Node,
    /// Whether the storage of an lvalue goes there instead of what a pointer points to.
    binds: bool,
}

/// The pointers of a file.
#[derive(Default)]
pub(crate) struct Cells {
    held: FxHashMap<NodeId, Locations>,
    results: FxHashMap<NodeId, Locations>,
    /// Pointers that may hold anything.
    any: FxHashSet<NodeId>,
    any_results: FxHashSet<NodeId>,
    /// Whether a pointer is stored where it is not known which.
    wild: bool,
    /// Classes whose objects may come from elsewhere.
    open: FxHashSet<RecordId>,
    union_fields: FxHashSet<NodeId>,
    fields: FxHashMap<NodeId, Option<RecordId>>,
    /// Variables and members whose address is known elsewhere.
    escaped: FxHashSet<NodeId>,
}

impl Cells {
    /// Collects what a file stores.
    pub fn new(decls: &Decls<'_>) -> Self {
        let mut cells = Cells::default();
        let mut flows = Vec::new();
        let reached = Reach::new(decls);
        let mut collect = Collect { decls, cells: &mut cells, flows: &mut flows, function: None, reached: &reached };
        collect.tree(&decls.unit.root);
        cells.escaped.clone_from(&decls.mentions().escaped);
        for kernel in &decls.kernels {
            for p in params(kernel.node) {
                cells.open_type(decls, &decls.qtype(p.type_str()).ty);
                let start = Location::new(Root::Behind(p.id)).part(Step::Element(None));
                cells.held.entry(p.id).or_default().insert(start);
            }
        }
        for _ in 0..MAX_ROUNDS {
            if !cells.round(decls, &flows) {
                return cells;
            }
        }
        cells.any.extend(cells.held.keys().copied());
        cells.any_results.extend(cells.results.keys().copied());
        cells.wild = true;
        cells
    }

    /// Adds what all flows store; whether there was anything new.
    fn round(&mut self, decls: &Decls<'_>, flows: &[Flow<'_>]) -> bool {
        let mut changed = false;
        for flow in flows {
            let targets = Targets { decls, cells: &*self };
            let from = if flow.binds { targets.of_lvalue(flow.from) } else { targets.of_pointer(flow.from) };
            let from: Locations = from.iter().flat_map(|at| targets.closed(at)).collect();
            let mut into: Vec<NodeId> = Vec::new();
            let mut wild = false;
            match flow.into {
                Into::Cell(id) => into.push(id),
                Into::Result(id) => {
                    changed |= add(self.results.entry(id).or_default(), from);
                    continue;
                }
                Into::Lvalue(node) => {
                    let places = targets.of_lvalue(node);
                    for at in places.iter().flat_map(|at| targets.closed(at)) {
                        match (at.field(), at.root) {
                            (Some(field), _) => into.push(field),
                            (None, Root::Variable(id)) if !at.steps.contains(&Step::Part) => into.push(id),
                            // Memory that the launch gives holds none of the kernel's own pointers.
                            (None, Root::Behind(_)) => {}
                            _ => wild = true,
                        }
                    }
                }
            }
            if wild && !self.wild {
                self.wild = true;
                changed = true;
            }
            for id in into {
                changed |= add(self.held.entry(id).or_default(), from.clone());
            }
        }
        changed
    }

    /// Whether the storage of a member is that of others too.
    pub fn in_union(&self, field: NodeId) -> bool {
        self.union_fields.contains(&field)
    }

    /// Whether objects of a class may lie in storage of another type, or come from outside of the kernel.
    pub fn is_open(&self, class: RecordId) -> bool {
        self.open.contains(&class)
    }

    /// Whether a variable belongs to a call of a function.
    pub fn is_automatic(&self, decls: &Decls<'_>, decl: &Node) -> bool {
        !is_common(decls, decl.id)
    }

    /// What a variable, member or parameter points into.
    pub(super) fn of(&self, id: NodeId) -> Locations {
        if self.any.contains(&id) || self.wild && self.escaped.contains(&id) {
            return [Location::memory()].into_iter().collect();
        }
        self.held.get(&id).cloned().unwrap_or_default()
    }

    /// What the result of a function points into.
    pub(super) fn of_result(&self, definition: NodeId) -> Locations {
        if self.any_results.contains(&definition) {
            return [Location::memory()].into_iter().collect();
        }
        self.results.get(&definition).cloned().unwrap_or_default()
    }

    /// What a pointer points into that lies in some storage.
    pub(super) fn at(&self, at: &Location) -> Locations {
        let any = || [Location::memory()].into_iter().collect();
        match (at.field(), at.root) {
            (Some(field), _) => {
                let class = self.fields.get(&field).copied().flatten();
                match class.is_some_and(|c| !self.open.contains(&c)) && !self.wild {
                    true => self.of(field),
                    false => any(),
                }
            }
            (None, Root::Variable(id)) if !at.steps.contains(&Step::Part) => self.of(id),
            _ => any(),
        }
    }

    /// Objects of these types may come from elsewhere.
    fn open_type(&mut self, decls: &Decls<'_>, ty: &CType) {
        match ty {
            CType::Array(inner, _) | CType::Pointer(inner) | CType::Reference(inner) => {
                self.open_type(decls, &inner.ty)
            }
            CType::Record(id) if self.open.insert(*id) => {
                let node = decls.record_decl(*id).node;
                for field in node.inner.iter().filter(|c| &*c.kind == "FieldDecl") {
                    self.open_type(decls, &decls.qtype(field.type_str()).ty);
                }
                if let Some(bases) = node.extra.get("bases") {
                    self.open_type(decls, &decls.qtype(bases).ty);
                }
            }
            CType::Unknown(_) => self.wild = true,
            _ => {}
        }
    }
}

/// Adds places; whether there was a new one.
fn add(to: &mut Locations, from: Locations) -> bool {
    let before = to.clone();
    to.extend(from);
    if to.len() > MAX_EXACT {
        *to = std::mem::take(to).into_iter().map(Location::coarse).collect();
    }
    if to.len() > MAX_PLACES {
        *to = [Location::memory()].into_iter().collect();
    }
    *to != before && before.iter().next().is_none_or(|first| !first.is_memory() || before.len() > 1)
}

/// Whether objects of a type hold pointers.
fn holds_pointers(decls: &Decls<'_>, ty: &CType, depth: u32) -> bool {
    match ty {
        CType::Pointer(_) | CType::Reference(_) => true,
        CType::Array(inner, _) => holds_pointers(decls, &inner.ty, depth),
        CType::Record(id) if depth > 0 => {
            let node = decls.record_decl(*id).node;
            let fields = node.inner.iter().filter(|c| &*c.kind == "FieldDecl");
            node.extra.contains_key("bases")
                || fields.into_iter().any(|f| holds_pointers(decls, &decls.qtype(f.type_str()).ty, depth - 1))
        }
        CType::Scalar(_) | CType::Vector(..) => false,
        _ => true,
    }
}

/// The type that a pointer points to.
fn pointee(decls: &Decls<'_>, pointer: &Node) -> CType {
    match decls.qtype(pointer.type_str()).ty {
        CType::Pointer(to) | CType::Array(to, _) => to.ty.clone(),
        other => other,
    }
}

/// Collects flows.
struct Collect<'a, 'u> {
    decls: &'a Decls<'u>,
    cells: &'a mut Cells,
    flows: &'a mut Vec<Flow<'u>>,
    /// The function that is being read.
    function: Option<&'u Node>,
    /// What is read.
    reached: &'a Reach,
}

/// Whether an expression is one of a pattern of a template, which nobody evaluates.
fn is_dependent(node: &Node) -> bool {
    node.type_str().contains("dependent")
        || node.kind.contains("Dependent")
        || node.kind.starts_with("Unresolved")
        || node.inner.first().is_some_and(is_dependent)
}

impl<'u> Collect<'_, 'u> {
    fn tree(&mut self, node: &'u Node) {
        match &*node.kind {
            "ClassTemplatePartialSpecializationDecl" => return,
            "FunctionTemplateDecl" => {
                let is_instance = |c: &Node| c.inner.iter().any(|a| &*a.kind == "TemplateArgument");
                let instances = node.inner.iter().filter(|c| is_function(&c.kind) && is_instance(c));
                return instances.for_each(|c| self.tree(c));
            }
            "ClassTemplateDecl" => {
                let instances = node.inner.iter().filter(|c| &*c.kind == "ClassTemplateSpecializationDecl");
                return instances.for_each(|c| self.tree(c));
            }
            kind if is_function(kind) => {
                if !self.reached.functions.contains(&node.id) {
                    return;
                }
                let outer = self.function.replace(node);
                self.parameters(node);
                node.inner.iter().for_each(|c| self.tree(c));
                self.function = outer;
                return;
            }
            "CXXRecordDecl" | "RecordDecl" | "ClassTemplateSpecializationDecl" => self.class(node),
            "VarDecl" => self.variable(node),
            "FieldDecl" if !self.is_reached(node) => return,
            "FieldDecl" => self.initialised(node.id, node, initial_value(node)),
            "CXXCtorInitializer" => self.member_initialiser(node),
            "BinaryOperator" if node.opcode.as_deref() == Some("=") => self.assignment(node),
            "CompoundAssignOperator" | "UnaryOperator" => self.step(node),
            "ReturnStmt" => self.result(node),
            "CallExpr" | "CXXMemberCallExpr" => self.call(node),
            "CXXOperatorCallExpr" | "CXXConstructExpr" | "CXXTemporaryObjectExpr" => self.unknown_call(node),
            "GCCAsmStmt" | "MSAsmStmt" | "CXXNewExpr" => self.cells.wild = true,
            kind if kind.ends_with("CastExpr") => self.cast(node),
            "InitListExpr" => self.list(node),
            _ => {}
        }
        node.inner.iter().for_each(|c| self.tree(c));
    }

    fn flow(&mut self, into: Into<'u>, from: &'u Node, binds: bool) {
        self.flows.push(Flow { into, from, binds });
    }

    /// Parameters of functions whose calls are not all seen hold anything.
    fn parameters(&mut self, function: &'u Node) {
        let is_kernel = self.decls.kernels.iter().any(|k| k.node.id == function.id);
        let is_subject = self.decls.subject() == Some(function.id);
        let known = is_kernel || has_known_calls(self.decls, function) && !is_subject;
        for p in params(function).into_iter().filter(|_| !known) {
            self.cells.any.insert(p.id);
        }
        if !known {
            self.cells.any_results.insert(function.id);
        }
    }

    /// Whether there may be objects with this member.
    fn is_reached(&self, field: &Node) -> bool {
        let class = self.cells.fields.get(&field.id).copied().flatten();
        class.is_none_or(|id| self.reached.has_objects(self.decls, self.decls.record_decl(id).node))
    }

    fn class(&mut self, node: &'u Node) {
        let is_union = node.extra.get("tagUsed").is_some_and(|t| &**t == "union");
        let id = self.decls.record_of(node);
        for field in node.inner.iter().filter(|c| &*c.kind == "FieldDecl") {
            self.cells.fields.insert(field.id, id);
            if is_union {
                self.cells.union_fields.insert(field.id);
                self.cells.any.insert(field.id);
            }
        }
    }

    fn variable(&mut self, node: &'u Node) {
        let first = self.decls.first(node.id);
        if is_common(self.decls, node.id) {
            self.cells.any.insert(first);
            let ty = self.decls.qtype(node.type_str()).ty;
            return self.cells.open_type(self.decls, &ty);
        }
        self.initialised(first, node, initialiser(node));
    }

    fn initialised(&mut self, cell: NodeId, decl: &'u Node, init: Option<&'u Node>) {
        let Some(init) = init.filter(|_| !is_reference(decl)) else { return };
        if decl.type_str().contains('[') {
            self.elements(cell, init);
        } else if is_pointer(decl) {
            self.flow(Into::Cell(cell), init, false);
        }
    }

    /// The pointers in the list that initialises an array.
    fn elements(&mut self, cell: NodeId, init: &'u Node) {
        let list = strip_casts(init);
        match &*list.kind {
            "InitListExpr" => list.inner.iter().filter(|c| !c.is_absent()).for_each(|c| self.elements(cell, c)),
            // A member's own initialiser stands at its declaration.
            "ImplicitValueInitExpr" | "StringLiteral" | "CXXDefaultInitExpr" => {}
            _ if is_pointer(init) => self.flow(Into::Cell(cell), init, false),
            _ => {}
        }
    }

    fn member_initialiser(&mut self, node: &'u Node) {
        // A member's own initialiser stands at its declaration.
        let given = |init: &&Node| is_pointer(init) && &*init.kind != "CXXDefaultInitExpr";
        let Some(init) = node.inner.first().filter(given) else { return };
        match node.referenced.as_ref().and_then(|r| self.decls.declaration_of(r.id)).filter(|d| &*d.kind == "FieldDecl")
        {
            Some(field) => self.initialised(field.id, field, Some(init)),
            None => self.cells.wild = true,
        }
    }

    /// The items of a list may initialise any member of the class.
    fn list(&mut self, node: &'u Node) {
        let CType::Record(id) = self.decls.qtype(node.type_str()).ty else { return };
        let record = self.decls.record_decl(id).node;
        for field in record.inner.iter().filter(|c| &*c.kind == "FieldDecl" && is_pointer(c)) {
            for item in node.inner.iter().filter(|item| !item.is_absent() && is_pointer(item)) {
                self.elements(field.id, item);
            }
        }
    }

    fn assignment(&mut self, node: &'u Node) {
        if let [lhs, rhs] = node.inner.as_slice() {
            if is_pointer(lhs) && !is_dependent(lhs) {
                self.flow(Into::Lvalue(lhs), rhs, false);
            }
        }
    }

    /// A pointer that is moved points into the same object.
    fn step(&mut self, node: &'u Node) {
        let moves = &*node.kind == "CompoundAssignOperator" || matches!(node.opcode.as_deref(), Some("++" | "--"));
        if let Some(lhs) = node.inner.first().filter(|lhs| moves && is_pointer(lhs) && !is_dependent(lhs)) {
            self.flow(Into::Lvalue(lhs), node, false);
        }
    }

    fn result(&mut self, node: &'u Node) {
        let (Some(function), Some(value)) = (self.function, node.inner.first()) else { return };
        let ty = function.type_str();
        let result = ty.get(..result_end(ty)).unwrap_or("").trim_end();
        let binds = result.ends_with('&');
        if binds || result.ends_with('*') || result.contains('*') || result.is_empty() || result.contains("auto") {
            self.flow(Into::Result(function.id), value, binds);
        }
    }

    fn call(&mut self, node: &'u Node) {
        let Some(def) = callee(self.decls, node) else { return self.unknown_call(node) };
        for (p, arg) in params(def).into_iter().zip(node.inner.iter().skip(1)) {
            match (is_reference(p), is_pointer(p)) {
                (false, false) => {}
                _ if is_omitted(arg) || &*arg.kind == "CXXDefaultArgExpr" => {
                    self.cells.any.insert(p.id);
                }
                (binds, _) => self.flow(Into::Cell(p.id), arg, binds),
            }
        }
    }

    /// What is called may store anything into pointers that it is given the address of, or a reference to.
    fn unknown_call(&mut self, node: &'u Node) {
        for arg in node.inner.iter().filter(|a| !a.type_str().starts_with("const ")) {
            let value = strip_casts(arg);
            let is_callee = is_function(value.referenced.as_ref().map_or("", |r| &*r.kind));
            let ty = match strip(arg).flag("lvalue") || strip(arg).flag("xvalue") {
                _ if is_callee || is_dependent(value) => continue,
                true => self.decls.qtype(arg.type_str()).ty,
                false if is_pointer(value) => pointee(self.decls, value),
                false => continue,
            };
            self.cells.wild |= holds_pointers(self.decls, &ty, 8);
        }
    }

    /// Objects that hold pointers and are seen as something else. What is seen as bytes without a type is so only when it gets one again.
    fn cast(&mut self, node: &'u Node) {
        let Some(inner) = node.inner.first() else { return };
        let is_const = |pointer: &Node| match self.decls.qtype(pointer.type_str()).ty {
            CType::Pointer(to) | CType::Reference(to) => to.is_const,
            // The value of a constant is none.
            _ => pointer.flag("lvalue") && self.decls.qtype(pointer.type_str()).is_const,
        };
        match node.cast_kind.as_deref() {
            Some("BitCast" | "IntegralToPointer" | "BaseToDerived") => {
                let (from, to) = (pointee(self.decls, inner), pointee(self.decls, node));
                let to_bytes = matches!(to, CType::Void);
                let from_bytes = matches!(from, CType::Void) && !is_const(node);
                let typed = !matches!(from, CType::Void) && holds_pointers(self.decls, &from, 8);
                let puns = is_pointer(inner) && (from_bytes || typed);
                self.cells.open_type(self.decls, &to);
                self.cells.wild |= puns && !to_bytes;
            }
            // What `const` has kept from being written.
            Some("NoOp") if is_const(inner) && !is_const(node) && node.kind.starts_with("C") => self.cells.wild = true,
            Some("LValueBitCast") => {
                let from = self.decls.qtype(inner.type_str()).ty;
                self.cells.open_type(self.decls, &self.decls.qtype(node.type_str()).ty);
                self.cells.wild |= holds_pointers(self.decls, &from, 8);
            }
            _ => {}
        }
    }
}

/// The initialiser that a member declares for itself.
fn initial_value(field: &Node) -> Option<&Node> {
    let initialised = field.flag("hasInClassInitializer");
    field.inner.iter().rev().find(|c| initialised && !c.kind.ends_with("Attr") && !c.kind.ends_with("Comment"))
}
