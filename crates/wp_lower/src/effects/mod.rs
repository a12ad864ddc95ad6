//! What the evaluation of an expression reads and writes, and whether the order of two evaluations matters.
//!
//! Over-approximate: a location that is not known is all memory. Functions are followed into their bodies; what their parameters refer
//! to is what the arguments of the call refer to. Pointers that different parameters of a kernel hold are taken to be apart, which
//! is the assumption `no-alias`. `location` compares storage, `targets` follows pointers, `cells` has what pointers may hold in what
//! `reach` finds to run.

mod cells;
mod location;
mod reach;
mod targets;

pub(crate) use cells::Cells;

use crate::calls::result_end;
use crate::ctx::{Lowerer, Place};
use crate::ctype::{CType, RecordId};
use crate::decls::{params, Decls};
use crate::members::{is_written, separate};
use crate::scan::strip_casts;
use location::{may_overlap, Location, Root};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use targets::{Locations, Targets};
use wp_clang::{DeclRef, Node, NodeId};
use wp_kir::VarId;

/// Operands whose order is open.
pub(crate) const OPEN_ORDER: &str =
    "operands of which one changes what the other one uses, in an order that the language leaves open";

/// What an evaluation reads and writes.
#[derive(Clone, Default, Debug)]
pub(crate) struct Effects {
    reads: Locations,
    writes: Locations,
}

impl Effects {
    fn anything() -> Self {
        let memory: Locations = [Location::memory()].into_iter().collect();
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
            left.reads.extend(targets(self.decls).of_lvalue(lhs));
        }
        self.conflict(&left, &self.effects_of(rhs))
    }

    fn conflict(&self, a: &Effects, b: &Effects) -> bool {
        let meet = |x: &Locations, y: &Locations| x.iter().any(|x| y.iter().any(|y| self.overlap(x, y)));
        meet(&a.writes, &b.writes) || meet(&a.writes, &b.reads) || meet(&a.reads, &b.writes)
    }

    /// The variables of the kernel that a location is in, where it is split into variables.
    fn variables_at(&self, at: &Location) -> Option<&[VarId]> {
        let id = match at.root {
            Root::Variable(id) => id,
            Root::Behind(p) if self.decls.declaration_of(p).is_some_and(is_reference) => p,
            _ => return None,
        };
        match self.env.get(&id)? {
            Place::Vars { vars, .. } => Some(vars),
            _ => None,
        }
    }

    /// Whether two locations may have storage in common.
    fn overlap(&self, a: &Location, b: &Location) -> bool {
        let cells = self.decls.cells();
        let open = |class: RecordId| cells.is_open(class);
        if !may_overlap(self.decls, &open, a, b) {
            return false;
        }
        if let (Some(x), Some(y)) = (self.variables_at(a), self.variables_at(b)) {
            return x.iter().any(|v| y.contains(v));
        }
        if a.root == b.root {
            return true;
        }
        let targets = targets(self.decls);
        let (all_a, all_b) = (targets.closed(a), targets.closed(b));
        let known = |all: &Locations| !all.iter().any(Location::is_memory);
        // What is known of one side alone does not tell more than the parameter does.
        let all_a = if known(&all_a) { all_a } else { [a.clone()].into_iter().collect() };
        let all_b = if known(&all_b) { all_b } else { [b.clone()].into_iter().collect() };
        all_a.iter().any(|x| all_b.iter().any(|y| may_overlap(self.decls, &open, x, y)))
    }
}

fn targets<'a, 'u>(decls: &'a Decls<'u>) -> Targets<'a, 'u, Rc<Cells>> {
    Targets { decls, cells: decls.cells() }
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
    fn targets(&self) -> Targets<'_, '_, Rc<Cells>> {
        targets(self.decls)
    }

    fn read(&mut self, at: Locations) {
        self.out.reads.extend(at);
    }

    fn write(&mut self, at: Locations) {
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
                self.read(self.targets().of_lvalue(inner));
            }
            ("BinaryOperator", Some(lhs)) if op == "=" => self.write(self.targets().of_lvalue(lhs)),
            ("CompoundAssignOperator", Some(lhs)) => self.change(self.targets().of_lvalue(lhs)),
            ("UnaryOperator", Some(lhs)) if matches!(op, "++" | "--") => self.change(self.targets().of_lvalue(lhs)),
            ("CallExpr" | "CXXMemberCallExpr" | "CXXOperatorCallExpr" | "UserDefinedLiteral", _) => self.call(node),
            ("CXXConstructExpr" | "CXXTemporaryObjectExpr", _) => self.construction(node),
            ("GCCAsmStmt" | "MSAsmStmt" | "CXXNewExpr" | "CXXDeleteExpr" | "CXXDefaultInitExpr", _) => self.anything(),
            _ => {}
        }
        node.inner.iter().for_each(|c| self.visit(c));
    }

    fn change(&mut self, at: Locations) {
        self.read(at.clone());
        self.write(at);
    }

    fn anything(&mut self) {
        self.change([Location::memory()].into_iter().collect());
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
        let object = object.filter(|(o, _)| !handle(o)).map(|(o, arrow)| match arrow {
            true => self.targets().of_pointer(o),
            false => self.targets().of_lvalue(o),
        });
        let object = object.unwrap_or_default();
        match definition {
            Some(def) => self.function(def, &args, &object),
            None => {
                if self.decls.is_builtin(&callee) && orders_memory(&callee.name) {
                    return self.write([Location::new(Root::Threads)].into_iter().collect());
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
    fn by_type(&mut self, ty: &str, args: &[&Node], object: Locations) {
        let open = result_end(ty);
        let close = ty.rfind(')').unwrap_or(ty.len());
        let list = ty.get(open + 1..close).unwrap_or("");
        let suffix = ty.get(close..).unwrap_or("");
        self.read(object.clone());
        if !suffix.contains("const") {
            self.write(object);
        }
        let parameters = separate(list);
        for (i, arg) in args.iter().enumerate() {
            let parameter = parameters.get(i).filter(|p| **p != "...").copied().unwrap_or("*");
            let at = match parameter {
                p if p.contains('&') => self.targets().of_lvalue(arg),
                p if p.contains('*') && is_pointer(arg) => each_anywhere(self.targets().of_pointer(arg)),
                _ => continue,
            };
            self.read(at.clone());
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
            _ => return self.by_type(ty, &args, Locations::new()),
        };
        let same = |c: &&Node| &*c.kind == "CXXConstructorDecl" && c.ty.as_deref() == Some(ty) && is_written(c);
        let declared = class.inner.iter().find(same).filter(|_| !self.decls.is_prelude(class));
        let definition = declared.and_then(|c| {
            let name = c.name.clone().unwrap_or_else(|| "".into());
            self.decls.definition(&DeclRef { id: c.id, kind: c.kind.clone(), name, ty: ty.into() })
        });
        match definition {
            Some(def) => self.function(def, &args, &Locations::new()),
            None => self.by_type(ty, &args, Locations::new()),
        }
        // Constructors of members may run as well, which are not looked into.
        if definition.is_none() && !is_trivial(class, self.decls) {
            self.anything();
        }
    }

    /// The effects of a function with a body, in terms of the arguments of a call.
    fn function(&mut self, def: &Node, args: &[&Node], object: &Locations) {
        let inside = summary(self.decls, def);
        let params = params(def);
        let class = self.decls.parent_record.get(&def.id);
        let here = |walk: &Self, at: &Location| -> Locations {
            let placed = |given: &Location| at.steps.iter().fold(given.clone(), |at, step| at.part(*step));
            match at.root {
                Root::Behind(p) => {
                    // A lambda mentions the parameters of the function around it.
                    let Some(i) = params.iter().position(|q| q.id == p) else {
                        return [at.clone()].into_iter().collect();
                    };
                    let arg = match args.get(i) {
                        Some(arg) if !crate::calls::is_omitted(arg) => *arg,
                        _ => return [Location::memory()].into_iter().collect(),
                    };
                    match is_reference(params[i]) {
                        true => walk.targets().of_lvalue(arg).iter().map(placed).collect(),
                        false => walk.targets().of_pointer(arg).into_iter().map(|t| t.below(&at.steps)).collect(),
                    }
                }
                // A lambda mentions the object of the function around it.
                Root::This(id) if class == Some(&id) => object.iter().map(placed).collect(),
                _ => [at.clone()].into_iter().collect(),
            }
        };
        for at in &inside.reads {
            self.read(here(self, at));
        }
        for at in &inside.writes {
            self.write(here(self, at));
        }
    }
}

/// Functions of which only the type is known may walk through the whole of what they are given.
fn each_anywhere(from: Locations) -> Locations {
    from.into_iter().map(Location::anywhere).collect()
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
    let outside = |at: &Location| !matches!(at.root, Root::Variable(id) if own.contains(&id));
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
