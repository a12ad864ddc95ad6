//! What the evaluation of an expression reads and writes, and whether the order of two evaluations matters.
//!
//! Over-approximate: a location that is not known is all memory. Functions are followed into their bodies; what their parameters refer
//! to is what the arguments of the call refer to. Pointers that different parameters of a kernel hold are taken to be apart, which
//! is the assumption `no-alias`.

use crate::calls::result_end;
use crate::ctx::{Lowerer, Place};
use crate::ctype::CType;
use crate::decls::{params, Decls};
use crate::members::{is_written, separate};
use crate::scan::{strip, strip_casts};
use crate::vars::initialiser;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use wp_clang::{DeclRef, Node, NodeId};
use wp_kir::VarId;

/// Pointers and references are followed through at most this many initialisers.
const MAX_STEPS: u32 = 16;

/// Operands whose order is open.
pub(crate) const OPEN_ORDER: &str =
    "operands of which one changes what the other one uses, in an order that the language leaves open";

/// Storage that an evaluation uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Location {
    /// A variable, by its first declaration.
    Variable(NodeId),
    /// What a parameter points or refers to.
    Behind(NodeId),
    /// The object of a member function.
    This,
    /// Anything whose address may be known.
    Memory,
    /// Anything that other threads may change: a barrier says when.
    Threads,
}

/// What an evaluation reads and writes.
#[derive(Clone, Default, Debug)]
pub(crate) struct Effects {
    reads: FxHashSet<Location>,
    writes: FxHashSet<Location>,
}

impl Effects {
    fn anything() -> Self {
        let memory: FxHashSet<Location> = [Location::Memory].into_iter().collect();
        Self { reads: memory.clone(), writes: memory }
    }
}

/// Collects effects.
struct Walk<'a, 'u> {
    decls: &'a Decls<'u>,
    /// Functions bound to parameters.
    env: Option<&'a FxHashMap<NodeId, Place>>,
    out: Effects,
}

impl<'u> Lowerer<'u> {
    /// Whether the value or the effect of evaluating operands, in an order that the language leaves open, depends on the order.
    pub(crate) fn order_matters(&self, operands: &[&Node]) -> bool {
        if self.spec > 0 || operands.len() < 2 || operands.iter().all(|o| !may_write(o)) {
            return false;
        }
        let all: Vec<Effects> = operands.iter().map(|o| self.effects_of(o)).collect();
        (0..all.len()).any(|i| (0..i).any(|j| self.conflict(&all[i], &all[j])))
    }

    fn effects_of(&self, node: &Node) -> Effects {
        let mut walk = Walk { decls: self.decls, env: Some(&self.env), out: Effects::default() };
        walk.visit(node);
        walk.out
    }

    /// The same for an lvalue that is assigned: what finding its place uses.
    pub(crate) fn order_of_sides_matters(&self, lhs: &Node, rhs: &Node, reads_target: bool) -> bool {
        if self.spec > 0 || !(may_write(lhs) || may_write(rhs)) {
            return false;
        }
        let mut left = self.effects_of(lhs);
        if reads_target {
            let walk = Walk { decls: self.decls, env: Some(&self.env), out: Effects::default() };
            left.reads.extend(walk.location(lhs, MAX_STEPS));
        }
        self.conflict(&left, &self.effects_of(rhs))
    }

    fn conflict(&self, a: &Effects, b: &Effects) -> bool {
        let meet = |x: &FxHashSet<Location>, y: &FxHashSet<Location>| {
            x.iter().any(|x| y.iter().any(|y| self.may_overlap(*x, *y)))
        };
        meet(&a.writes, &b.writes) || meet(&a.writes, &b.reads) || meet(&a.reads, &b.writes)
    }

    /// The variables of the kernel that a location is, where it is split into variables.
    fn variables_at(&self, at: Location) -> Option<&[VarId]> {
        let id = match at {
            Location::Variable(id) => id,
            Location::Behind(p) if self.decls.declaration_of(p).is_some_and(is_reference) => p,
            _ => return None,
        };
        match self.env.get(&id)? {
            Place::Vars { vars, .. } => Some(vars),
            _ => None,
        }
    }

    fn may_overlap(&self, a: Location, b: Location) -> bool {
        if let (Some(x), Some(y)) = (self.variables_at(a), self.variables_at(b)) {
            return x.iter().any(|v| y.contains(v));
        }
        let of_kernel = |p: NodeId| self.decls.kernels.iter().any(|k| params(k.node).iter().any(|q| q.id == p));
        match (a, b) {
            (Location::Variable(x), Location::Variable(y)) => x == y,
            (Location::Variable(x), Location::Behind(p)) | (Location::Behind(p), Location::Variable(x)) => {
                let kept = self.decls.mentions().escaped.contains(&x);
                // A launch passes no address of what its blocks and threads make.
                kept && (!of_kernel(p) || is_global(self.decls, x))
            }
            (Location::Variable(x), Location::Threads) | (Location::Threads, Location::Variable(x)) => {
                is_common(self.decls, x)
            }
            (Location::Variable(x), _) | (_, Location::Variable(x)) => self.decls.mentions().escaped.contains(&x),
            (Location::Behind(p), Location::Behind(q)) => p == q || !(of_kernel(p) && of_kernel(q)),
            _ => true,
        }
    }
}

/// Whether a variable lies in memory that a launch may know: declared outside of functions, and not shared.
fn is_global(decls: &Decls<'_>, id: NodeId) -> bool {
    is_common(decls, id) && decls.declaration_of(id).is_none_or(|node| !is_shared(node))
}

/// Whether several threads have the variable in common.
fn is_common(decls: &Decls<'_>, id: NodeId) -> bool {
    let Some(node) = decls.declaration_of(id) else { return true };
    let outside = node.extra.contains_key("mangledName") || is_static(node) || &*node.kind != "VarDecl";
    is_shared(node) || outside && &*node.kind != "ParmVarDecl"
}

fn is_shared(node: &Node) -> bool {
    node.inner.iter().any(|c| &*c.kind == "CUDASharedAttr") || node.type_str().contains("__local")
}

fn is_static(node: &Node) -> bool {
    node.extra.get("storageClass").is_some_and(|c| matches!(&**c, "static" | "extern"))
}

/// Whether evaluation may write anything, by the kinds of nodes alone.
fn may_write(node: &Node) -> bool {
    let here = match &*node.kind {
        "BinaryOperator" => node.opcode.as_deref() == Some("="),
        "UnaryOperator" => matches!(node.opcode.as_deref(), Some("++" | "--")),
        "CompoundAssignOperator" | "CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" | "UserDefinedLiteral" => {
            true
        }
        "CXXConstructExpr" | "CXXTemporaryObjectExpr" | "StmtExpr" | "CXXDefaultArgExpr" => true,
        "LambdaExpr" | "UnaryExprOrTypeTraitExpr" => return false,
        _ => false,
    };
    here || node.inner.iter().any(may_write)
}

/// Whether a variable is a constant number or pointer, or an array of such.
fn is_constant(decls: &Decls<'_>, decl: &Node) -> bool {
    let mut ty = decls.qtype(decl.type_str());
    while let CType::Array(elem, _) = ty.ty {
        ty = (*elem).clone();
    }
    ty.is_const && !ty.is_volatile && matches!(ty.ty, CType::Scalar(_) | CType::Pointer(_) | CType::Vector(..))
}

/// Whether the declared type is a reference.
fn is_reference(node: &Node) -> bool {
    node.type_str().ends_with('&')
}

impl Walk<'_, '_> {
    fn read(&mut self, at: Option<Location>) {
        self.out.reads.extend(at);
    }

    fn write(&mut self, at: Option<Location>) {
        self.out.writes.extend(at);
    }

    /// Adds what evaluating a tree uses.
    fn visit(&mut self, node: &Node) {
        let op = node.opcode.as_deref().unwrap_or("");
        match (&*node.kind, node.inner.first()) {
            // The body of a lambda runs where it is called.
            ("UnaryExprOrTypeTraitExpr" | "CXXRecordDecl", _) => return,
            ("LambdaExpr", _) => {
                return node.inner.iter().filter(|c| &*c.kind != "CompoundStmt").for_each(|c| self.visit(c));
            }
            ("ImplicitCastExpr", Some(inner)) if node.cast_kind.as_deref() == Some("LValueToRValue") => {
                self.read_lvalue(inner);
            }
            ("BinaryOperator", Some(lhs)) if op == "=" => self.write(self.location(lhs, MAX_STEPS)),
            ("CompoundAssignOperator", Some(lhs)) => {
                let at = self.location(lhs, MAX_STEPS);
                self.read(at);
                self.write(at);
            }
            ("UnaryOperator", Some(lhs)) if matches!(op, "++" | "--") => {
                let at = self.location(lhs, MAX_STEPS);
                self.read(at);
                self.write(at);
            }
            ("CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" | "UserDefinedLiteral", _) => self.call(node),
            ("CXXConstructExpr" | "CXXTemporaryObjectExpr", _) => self.construction(node),
            ("GCCAsmStmt" | "MSAsmStmt" | "CXXNewExpr" | "CXXDeleteExpr" | "CXXDefaultInitExpr", _) => self.anything(),
            _ => {}
        }
        node.inner.iter().for_each(|c| self.visit(c));
    }

    /// Adds the read of an lvalue: of both where it is a choice.
    fn read_lvalue(&mut self, node: &Node) {
        match (&*strip(node).kind, strip(node).inner.as_slice()) {
            ("ConditionalOperator", [_, yes, no]) => {
                self.read_lvalue(yes);
                self.read_lvalue(no);
            }
            _ => self.read(self.location(node, MAX_STEPS)),
        }
    }

    fn anything(&mut self) {
        self.read(Some(Location::Memory));
        self.write(Some(Location::Memory));
    }

    fn call(&mut self, node: &Node) {
        let Some(first) = node.inner.first().map(strip_casts) else { return self.anything() };
        let named = first.referenced.as_ref().filter(|_| matches!(&*first.kind, "DeclRefExpr" | "MemberExpr"));
        let bound = named.and_then(|n| self.env?.get(&n.id));
        let callee = match (named, bound) {
            (_, Some(Place::Function(f))) => (**f).clone(),
            (Some(n), None) if self.decls.may_be_function(n.id) && !matches!(&*n.kind, "VarDecl" | "ParmVarDecl") => {
                n.clone()
            }
            _ => return self.anything(),
        };
        let mut args: Vec<&Node> = node.inner.iter().skip(1).collect();
        let definition = self.decls.definition(&callee).filter(|d| self.decls.is_own(d.id));
        let declared = definition.or_else(|| self.decls.declaration_of(callee.id));
        let object = match (&*node.kind, &*first.kind) {
            ("CXXMemberCallExpr", _) => first.inner.first().map(|object| (object, first.flag("isArrow"))),
            ("CXXOperatorCallExpr", _) if declared.map_or(&*callee.kind, |d| &*d.kind) == "CXXMethodDecl" => {
                (!args.is_empty()).then(|| (args.remove(0), false))
            }
            _ => None,
        };
        let refers = ["atomic", "barrier", "pipeline"];
        if definition.is_none() && object.is_some_and(|(o, _)| refers.iter().any(|r| o.type_str().contains(r))) {
            return self.anything();
        }
        // Handles of groups hold no data.
        let handle = |o: &Node| definition.is_none() && o.type_str().contains("cooperative_groups::");
        let object = object.filter(|(o, _)| !handle(o)).and_then(|(o, arrow)| match arrow {
            true => self.behind(o, MAX_STEPS),
            false => self.location(o, MAX_STEPS),
        });
        match definition {
            Some(def) => self.function(def, &args, object),
            None => {
                if self.decls.is_builtin(&callee) && orders_memory(&callee.name) {
                    return self.write(Some(Location::Threads));
                }
                // The numbers of a generator may be any, in whatever order they are drawn.
                if self.decls.is_builtin(&callee) && callee.name.starts_with("curand") {
                    return;
                }
                let ty = declared.and_then(|d| d.ty.as_deref()).unwrap_or(&callee.ty);
                self.by_type(ty, &args, object);
            }
        }
    }

    /// A function of which only the type is known: it uses what its parameters point and refer to.
    fn by_type(&mut self, ty: &str, args: &[&Node], object: Option<Location>) {
        let open = result_end(ty);
        let close = ty.rfind(')').unwrap_or(ty.len());
        let list = ty.get(open + 1..close).unwrap_or("");
        let suffix = ty.get(close..).unwrap_or("");
        self.read(object);
        if !suffix.contains("const") {
            self.write(object);
        }
        let parameters = separate(list);
        for (i, arg) in args.iter().enumerate() {
            let parameter = parameters.get(i).filter(|p| **p != "...").copied().unwrap_or("*");
            let at = match parameter {
                p if p.contains('&') => self.location(arg, MAX_STEPS),
                p if p.contains('*') && is_pointer(arg) => self.behind(arg, MAX_STEPS),
                _ => continue,
            };
            self.read(at);
            if !parameter.starts_with("const ") && parameters.get(i).is_some_and(|p| *p != "...") {
                self.write(at);
            }
        }
    }

    fn construction(&mut self, node: &Node) {
        let args: Vec<&Node> = node.inner.iter().collect();
        let ty = node.extra.get("ctorType").map_or("", |t| &**t);
        let class = match self.decls.qtype(node.type_str()).ty {
            CType::Record(id) => self.decls.record_decl(id).node,
            _ => return self.by_type(ty, &args, None),
        };
        let same = |c: &&Node| &*c.kind == "CXXConstructorDecl" && c.ty.as_deref() == Some(ty) && is_written(c);
        let declared = class.inner.iter().find(same).filter(|_| !self.decls.is_prelude(class));
        let definition = declared.and_then(|c| {
            let name = c.name.clone().unwrap_or_else(|| "".into());
            self.decls.definition(&DeclRef { id: c.id, kind: c.kind.clone(), name, ty: ty.into() })
        });
        match definition {
            Some(def) => self.function(def, &args, None),
            None => self.by_type(ty, &args, None),
        }
        // Constructors of members may run as well, which are not looked into.
        if definition.is_none() && !is_trivial(class, self.decls) {
            self.anything();
        }
    }

    /// The effects of a function with a body, in terms of the arguments of a call.
    fn function(&mut self, def: &Node, args: &[&Node], object: Option<Location>) {
        let inside = summary(self.decls, def);
        let params = params(def);
        let here = |walk: &Self, at: Location| match at {
            Location::Behind(p) => {
                // A lambda mentions the parameters of the function around it.
                let Some(i) = params.iter().position(|q| q.id == p) else { return Some(at) };
                let arg = match args.get(i) {
                    Some(arg) if !crate::calls::is_omitted(arg) => *arg,
                    _ => return Some(Location::Memory),
                };
                if is_reference(params[i]) {
                    walk.location(arg, MAX_STEPS)
                } else {
                    walk.behind(arg, MAX_STEPS)
                }
            }
            Location::This => object,
            other => Some(other),
        };
        for at in &inside.reads {
            self.read(here(self, *at));
        }
        for at in &inside.writes {
            self.write(here(self, *at));
        }
    }

    /// The storage that an lvalue denotes; `None` for a temporary.
    fn location(&self, node: &Node, steps: u32) -> Option<Location> {
        let Some(steps) = steps.checked_sub(1) else { return Some(Location::Memory) };
        let node = strip(node);
        let op = node.opcode.as_deref().unwrap_or("");
        match (&*node.kind, node.inner.as_slice()) {
            ("DeclRefExpr", _) => self.variable(node.referenced.as_ref()?, steps),
            ("MemberExpr", [base]) => {
                let target = node.referenced.as_ref()?;
                match self.decls.declaration_of(target.id) {
                    Some(decl) if &*decl.kind == "VarDecl" => self.variable(target, steps),
                    // A member that is a reference refers to something else.
                    Some(decl) if is_reference(decl) => Some(Location::Memory),
                    _ if node.flag("isArrow") => self.behind(base, steps),
                    _ => self.location(base, steps),
                }
            }
            ("ArraySubscriptExpr", [a, b]) => self.behind(if is_pointer(a) { a } else { b }, steps),
            ("ExtVectorElementExpr", [base]) if is_pointer(base) => self.behind(base, steps),
            ("ExtVectorElementExpr" | "MaterializeTemporaryExpr", [base]) => self.location(base, steps),
            ("UnaryOperator", [inner]) if op == "*" => self.behind(inner, steps),
            ("UnaryOperator" | "CompoundAssignOperator", [inner, ..]) => self.location(inner, steps),
            ("BinaryOperator", [lhs, _]) if op == "=" => self.location(lhs, steps),
            ("BinaryOperator", [_, rhs]) if op == "," => self.location(rhs, steps),
            (_, [inner]) if node.kind.ends_with("CastExpr") && (node.flag("lvalue") || node.flag("xvalue")) => {
                self.location(inner, steps)
            }
            _ => (node.flag("lvalue") || node.flag("xvalue")).then_some(Location::Memory),
        }
    }

    fn variable(&self, target: &DeclRef, steps: u32) -> Option<Location> {
        let Some(decl) = self.decls.declaration_of(target.id) else {
            // `threadIdx` and its like change for nobody.
            return None;
        };
        match &*decl.kind {
            // Nobody changes a constant.
            "VarDecl" if is_constant(self.decls, decl) => None,
            "ParmVarDecl" if is_reference(decl) => Some(Location::Behind(decl.id)),
            "VarDecl" | "ParmVarDecl" if !is_reference(decl) => Some(Location::Variable(self.decls.first(decl.id))),
            "VarDecl" => match initialiser(decl) {
                Some(init) => self.location(init, steps),
                None => Some(Location::Memory),
            },
            "EnumConstantDecl" | "FunctionDecl" | "CXXMethodDecl" => None,
            _ => Some(Location::Memory),
        }
    }

    /// The storage that a pointer points into.
    fn behind(&self, node: &Node, steps: u32) -> Option<Location> {
        let Some(steps) = steps.checked_sub(1) else { return Some(Location::Memory) };
        let node = strip(node);
        let op = node.opcode.as_deref().unwrap_or("");
        match (&*node.kind, node.inner.as_slice()) {
            ("CXXThisExpr", _) => Some(Location::This),
            ("StringLiteral", _) => None,
            ("UnaryOperator", [inner]) if op == "&" => self.location(inner, steps),
            ("UnaryOperator", [inner]) if matches!(op, "++" | "--") => self.held(inner, steps),
            ("CompoundAssignOperator", [inner, _]) => self.held(inner, steps),
            ("BinaryOperator", [_, rhs]) if matches!(op, "," | "=") => self.behind(rhs, steps),
            ("BinaryOperator", [a, b]) if matches!(op, "+" | "-") => {
                self.behind(if is_pointer(a) { a } else { b }, steps)
            }
            (kind, [inner]) if kind.ends_with("CastExpr") => match node.cast_kind.as_deref() {
                Some("ArrayToPointerDecay") => self.location(inner, steps),
                Some("LValueToRValue") => self.held(inner, steps),
                Some("NullToPointer" | "FunctionToPointerDecay") => None,
                Some("NoOp" | "BitCast" | "AddressSpaceConversion" | "DerivedToBase" | "UncheckedDerivedToBase") => {
                    self.behind(inner, steps)
                }
                _ => Some(Location::Memory),
            },
            // An array that decays without a cast, as arguments of references do.
            ("DeclRefExpr" | "MemberExpr", _) if node.type_str().contains('[') => self.location(node, steps),
            _ => Some(Location::Memory),
        }
    }

    /// What a pointer variable points into: what its parameter is given, or its initialiser where it stays in that object.
    fn held(&self, lvalue: &Node, steps: u32) -> Option<Location> {
        let memory = Some(Location::Memory);
        let lvalue = strip(lvalue);
        let Some(target) = lvalue.referenced.as_ref().filter(|_| &*lvalue.kind == "DeclRefExpr") else { return memory };
        let Some(decl) = self.decls.declaration_of(target.id) else { return memory };
        let (mentions, first) = (self.decls.mentions(), self.decls.first(decl.id));
        if mentions.assigned.contains(&first) || mentions.escaped.contains(&first) || is_reference(decl) {
            return memory;
        }
        match &*decl.kind {
            "ParmVarDecl" => Some(Location::Behind(decl.id)),
            "VarDecl" if !is_global(self.decls, decl.id) => match initialiser(decl) {
                Some(init) => self.behind(init, steps),
                None => memory,
            },
            _ => memory,
        }
    }
}

/// The effects of a function's body on what is not its own.
fn summary(decls: &Decls<'_>, def: &Node) -> Rc<Effects> {
    if let Some(known) = decls.effects.borrow().get(&def.id) {
        return known.clone();
    }
    // A function that calls itself is not followed again.
    decls.effects.borrow_mut().insert(def.id, Rc::new(Effects::anything()));
    let mut walk = Walk { decls, env: None, out: Effects::default() };
    // Initialisers of members and the body; not what attributes and parameters say.
    def.inner.iter().filter(|c| !c.kind.ends_with("Decl") && !c.kind.ends_with("Attr")).for_each(|c| walk.visit(c));
    let mut own = FxHashSet::default();
    own_variables(def, &mut own);
    let outside = |at: &Location| !matches!(at, Location::Variable(id) if own.contains(id));
    walk.out.reads.retain(outside);
    walk.out.writes.retain(outside);
    let found = Rc::new(walk.out);
    decls.effects.borrow_mut().insert(def.id, found.clone());
    found
}

/// The variables of a function that each call has for itself.
fn own_variables(node: &Node, own: &mut FxHashSet<NodeId>) {
    let constant = node.inner.iter().any(|c| &*c.kind == "CUDAConstantAttr");
    if &*node.kind == "ParmVarDecl" || &*node.kind == "VarDecl" && !is_static(node) && !is_shared(node) && !constant {
        own.insert(node.id);
    }
    node.inner.iter().for_each(|c| own_variables(c, own));
}

/// Whether constructing an object of a class without a constructor of its own runs no code.
fn is_trivial(class: &Node, decls: &Decls<'_>) -> bool {
    decls.is_prelude(class) || class.inner.iter().filter(|c| &*c.kind == "CXXConstructorDecl").all(|c| !is_written(c))
}

/// Whether two expressions are the same, but for the places where they stand.
pub(crate) fn same_expression(a: &Node, b: &Node) -> bool {
    let target = |n: &Node| n.referenced.as_ref().map(|r| r.id);
    a.kind == b.kind
        && !matches!(&*a.kind, "LambdaExpr" | "StmtExpr")
        && (&a.opcode, &a.value, &a.name, &a.ty) == (&b.opcode, &b.value, &b.name, &b.ty)
        && target(a) == target(b)
        && a.inner.len() == b.inner.len()
        && a.inner.iter().zip(&b.inner).all(|(x, y)| same_expression(x, y))
}

/// Whether an expression is a pointer or an array.
fn is_pointer(node: &Node) -> bool {
    let ty = node.type_str();
    ty.contains('*') || ty.contains('[')
}

/// Whether a function of the prelude says when other accesses happen.
fn orders_memory(name: &str) -> bool {
    let starts = [
        "__syncthreads",
        "__syncwarp",
        "__threadfence",
        "barrier",
        "work_group_barrier",
        "sub_group_barrier",
        "bugle_",
        "arrive",
        "wait",
    ];
    starts.iter().any(|s| name.starts_with(s)) || name.contains("mem_fence") || matches!(name, "sync" | "synchronize")
}
