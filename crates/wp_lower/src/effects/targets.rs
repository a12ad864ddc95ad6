//! The storage that lvalues denote and pointers point into.
//!
//! Over-approximate. A parameter that keeps what it was given stands for that, so that a call can tell what it is; any other pointer points into
//! what the file ever stores into its variable or member (`cells`).

use super::cells::Cells;
use super::location::{of_kernel, Location, Root, Step};
use super::{is_constant, is_pointer, is_reference};
use crate::ctype::CType;
use crate::decls::{constant_of, params, Decls};
use crate::scan::{strip, strip_casts};
use crate::vars::initialiser;
use std::collections::BTreeSet;
use std::ops::Deref;
use wp_clang::{DeclRef, Node};

/// Pointers and references are followed through at most this many initialisers.
const MAX_STEPS: u32 = 16;

/// Several places of storage.
pub(super) type Locations = BTreeSet<Location>;

/// Follows lvalues and pointers.
pub(super) struct Targets<'a, 'u, C> {
    pub decls: &'a Decls<'u>,
    pub cells: C,
}

fn memory() -> Locations {
    [Location::memory()].into_iter().collect()
}

fn one(root: Root) -> Locations {
    [Location::new(root)].into_iter().collect()
}

fn each(from: Locations, change: impl Fn(Location) -> Location) -> Locations {
    from.into_iter().map(change).collect()
}

impl<C: Deref<Target = Cells>> Targets<'_, '_, C> {
    /// The storage that an lvalue denotes; none for a temporary.
    pub fn of_lvalue(&self, node: &Node) -> Locations {
        self.location(node, MAX_STEPS)
    }

    /// The storage that a pointer points to.
    pub fn of_pointer(&self, node: &Node) -> Locations {
        self.behind(node, MAX_STEPS)
    }

    /// What a cell holds for any call of the function that it belongs to: parameters are what calls give them.
    pub fn closed(&self, at: &Location) -> Locations {
        match at.root {
            Root::Behind(p) if !of_kernel(self.decls, p) => {
                let steps = &at.steps;
                let is_reference = self.decls.declaration_of(p).is_some_and(is_reference);
                let below = |given: Location| match is_reference {
                    true => steps.iter().fold(given, |at, step| at.part(*step)),
                    false => given.below(steps),
                };
                each(self.cells.of(p), below)
            }
            Root::This(class) => [Location { root: Root::Some(class), ..at.clone() }].into_iter().collect(),
            _ => [at.clone()].into_iter().collect(),
        }
    }

    fn location(&self, node: &Node, steps: u32) -> Locations {
        let Some(steps) = steps.checked_sub(1) else { return memory() };
        let node = strip(node);
        let op = node.opcode.as_deref().unwrap_or("");
        let refers = node.flag("lvalue") || node.flag("xvalue");
        match (&*node.kind, node.inner.as_slice()) {
            // Nobody changes the text.
            ("StringLiteral" | "PredefinedExpr", _) => Locations::new(),
            ("DeclRefExpr", _) => node.referenced.as_ref().map_or_else(memory, |target| self.variable(target, steps)),
            ("MemberExpr", [base]) => {
                let Some(target) = node.referenced.as_ref() else { return memory() };
                let decl = self.decls.declaration_of(target.id);
                match decl {
                    Some(decl) if &*decl.kind == "VarDecl" => return self.variable(target, steps),
                    // A member that is a reference refers to something else.
                    Some(decl) if is_reference(decl) => return memory(),
                    _ => {}
                }
                let base = if node.flag("isArrow") { self.behind(base, steps) } else { self.location(base, steps) };
                // Members of a union share their storage, neighbouring bit-fields a memory location.
                let own = decl.filter(|d| !d.flag("isBitfield") && !self.cells.in_union(d.id));
                let step = own.map_or(Step::Part, |d| Step::Field(d.id));
                each(base, |at| at.part(step))
            }
            ("ArraySubscriptExpr", [a, b]) => {
                let (base, index) = if is_pointer(a) { (a, b) } else { (b, a) };
                let index = constant_of(index, self.decls).and_then(|i| i64::try_from(i).ok());
                // An index beyond an inner array leads into its neighbours.
                let index = index.filter(|i| array_bound(self.decls, base).is_none_or(|n| (0..n).contains(i)));
                each(self.behind(base, steps), |at| at.moved(index))
            }
            ("ExtVectorElementExpr", [base]) if is_pointer(base) => self.behind(base, steps),
            ("ExtVectorElementExpr", [base]) => each(self.location(base, steps), |at| at.part(Step::Part)),
            ("MaterializeTemporaryExpr", [base]) => self.location(base, steps),
            ("UnaryOperator", [inner]) if op == "*" => self.behind(inner, steps),
            ("UnaryOperator" | "CompoundAssignOperator", [inner, ..]) => self.location(inner, steps),
            ("BinaryOperator", [lhs, _]) if op == "=" => self.location(lhs, steps),
            ("BinaryOperator", [_, rhs]) if op == "," => self.location(rhs, steps),
            ("ConditionalOperator", [_, yes, no]) if refers => {
                let mut both = self.location(yes, steps);
                both.extend(self.location(no, steps));
                both
            }
            ("CallExpr" | "CXXMemberCallExpr", _) if refers => self.result(node),
            (_, [inner]) if node.kind.ends_with("CastExpr") && refers => match node.cast_kind.as_deref() {
                Some("LValueBitCast" | "BaseToDerived" | "Dynamic") => {
                    each(self.location(inner, steps), Location::anywhere)
                }
                _ => self.location(inner, steps),
            },
            _ if refers => memory(),
            _ => Locations::new(),
        }
    }

    fn variable(&self, target: &DeclRef, steps: u32) -> Locations {
        let Some(decl) = self.decls.declaration_of(target.id) else {
            // `threadIdx` and its like change for nobody. What else the tree does not declare is captured with an initialiser.
            let is_prelude = &*target.kind != "VarDecl" || self.decls.global(target).is_some();
            return if is_prelude { Locations::new() } else { memory() };
        };
        match &*decl.kind {
            // Nobody changes a constant.
            "VarDecl" if is_constant(self.decls, decl) => Locations::new(),
            "ParmVarDecl" if is_reference(decl) => one(Root::Behind(decl.id)),
            "VarDecl" | "ParmVarDecl" if !is_reference(decl) => one(Root::Variable(self.decls.first(decl.id))),
            "VarDecl" => initialiser(decl).map_or_else(memory, |init| self.location(init, steps)),
            "EnumConstantDecl" | "FunctionDecl" | "CXXMethodDecl" => Locations::new(),
            _ => memory(),
        }
    }

    fn behind(&self, node: &Node, steps: u32) -> Locations {
        let Some(steps) = steps.checked_sub(1) else { return memory() };
        let node = strip(node);
        let op = node.opcode.as_deref().unwrap_or("");
        let first = |at: Location| at.part(Step::Element(Some(0)));
        match (&*node.kind, node.inner.as_slice()) {
            ("CXXThisExpr", _) => match self.decls.qtype(node.type_str()).ty {
                CType::Pointer(class) => match class.ty {
                    CType::Record(id) => one(Root::This(id)),
                    _ => memory(),
                },
                _ => memory(),
            },
            ("StringLiteral" | "CXXNullPtrLiteralExpr" | "GNUNullExpr", _) => Locations::new(),
            ("UnaryOperator", [inner]) if op == "&" => self.location(inner, steps),
            ("UnaryOperator", [inner]) if matches!(op, "++" | "--") => {
                each(self.held(inner, steps), |at| at.moved(None))
            }
            ("CompoundAssignOperator", [inner, _]) => each(self.held(inner, steps), |at| at.moved(None)),
            ("BinaryOperator", [_, rhs]) if matches!(op, "," | "=") => self.behind(rhs, steps),
            ("BinaryOperator", [a, b]) if matches!(op, "+" | "-") => {
                let (base, index) = if is_pointer(a) { (a, b) } else { (b, a) };
                let index = constant_of(index, self.decls).and_then(|i| i64::try_from(i).ok());
                let index = index.and_then(|i| if op == "-" { i.checked_neg() } else { Some(i) });
                each(self.behind(base, steps), |at| at.moved(index))
            }
            ("ConditionalOperator", [_, yes, no]) => {
                let mut both = self.behind(yes, steps);
                both.extend(self.behind(no, steps));
                both
            }
            ("CallExpr" | "CXXMemberCallExpr", _) => self.result(node),
            (kind, [inner]) if kind.ends_with("CastExpr") => match node.cast_kind.as_deref() {
                Some("ArrayToPointerDecay") => each(self.location(inner, steps), first),
                Some("LValueToRValue") => self.held(inner, steps),
                Some("NullToPointer" | "FunctionToPointerDecay") => Locations::new(),
                Some("NoOp" | "AddressSpaceConversion" | "DerivedToBase" | "UncheckedDerivedToBase") => {
                    self.behind(inner, steps)
                }
                Some("BitCast" | "BaseToDerived") => each(self.behind(inner, steps), Location::anywhere),
                _ => memory(),
            },
            // An array that decays without a cast, as arguments of references do.
            ("DeclRefExpr" | "MemberExpr", _) if node.type_str().contains('[') => {
                each(self.location(node, steps), first)
            }
            _ => memory(),
        }
    }

    /// What the result of a call points or refers to.
    fn result(&self, call: &Node) -> Locations {
        match callee(self.decls, call) {
            Some(def) => self.cells.of_result(def.id),
            None => memory(),
        }
    }

    /// What a pointer points into that is held in an lvalue: what its parameter is given, or its initialiser where it stays in that object.
    fn held(&self, lvalue: &Node, steps: u32) -> Locations {
        let lvalue = strip(lvalue);
        if let Some(target) = lvalue.referenced.as_ref().filter(|_| &*lvalue.kind == "DeclRefExpr") {
            if let Some(decl) = self.decls.declaration_of(target.id) {
                let (mentions, first) = (self.decls.mentions(), self.decls.first(decl.id));
                let changes = [&mentions.assigned, &mentions.escaped].iter().any(|set| set.contains(&first));
                match (&*decl.kind, initialiser(decl)) {
                    _ if changes || is_reference(decl) => {}
                    ("ParmVarDecl", _) => {
                        let start = Location::new(Root::Behind(decl.id)).part(Step::Element(Some(0)));
                        let start = if mentions.stepped.contains(&first) { start.moved(None) } else { start };
                        return [start].into_iter().collect();
                    }
                    ("VarDecl", Some(init))
                        if self.cells.is_automatic(self.decls, decl) && !decl.type_str().contains('[') =>
                    {
                        let start = self.behind(init, steps);
                        return match mentions.stepped.contains(&first) {
                            true => each(start, |at| at.moved(None)),
                            false => start,
                        };
                    }
                    _ => {}
                }
            }
        }
        let mut out = Locations::new();
        for at in self.location(lvalue, steps) {
            for at in self.closed(&at) {
                out.extend(self.cells.at(&at));
            }
        }
        out
    }
}

/// The number of elements of an array that a pointer is to the first element of.
fn array_bound(decls: &Decls<'_>, pointer: &Node) -> Option<i64> {
    let array = strip(pointer);
    let array = if &*array.kind == "ImplicitCastExpr" { array.inner.first()? } else { array };
    match decls.qtype(array.type_str()).ty {
        CType::Array(_, n) => n.and_then(|n| i64::try_from(n).ok()),
        _ => None,
    }
}

/// The definition that a call of a function or member function runs, of which all calls are seen; other calls have none.
pub(super) fn callee<'u>(decls: &Decls<'u>, call: &Node) -> Option<&'u Node> {
    let first = call.inner.first().map(strip_casts)?;
    let named = first.referenced.as_ref().filter(|_| matches!(&*first.kind, "DeclRefExpr" | "MemberExpr"))?;
    if !decls.may_be_function(named.id) || matches!(&*named.kind, "VarDecl" | "ParmVarDecl") {
        return None;
    }
    decls.definition(named).filter(|def| decls.is_own(def.id) && has_known_calls(decls, def))
}

/// Whether every call of a function stands in the file as one.
pub(super) fn has_known_calls(decls: &Decls<'_>, def: &Node) -> bool {
    let kind = matches!(&*def.kind, "FunctionDecl" | "CXXMethodDecl");
    let name = def.name.as_deref().unwrap_or("operator");
    kind && !name.starts_with("operator")
        && !def.flag("virtual")
        && !is_addressed(decls, def)
        && !params(def).iter().any(|p| p.type_str().contains("va_list"))
}

/// Whether the address of a function is taken.
pub(super) fn is_addressed(decls: &Decls<'_>, def: &Node) -> bool {
    let first = decls.first(def.id);
    let is_same = |f: &DeclRef| decls.first(f.id) == first || decls.definition(f).is_some_and(|d| d.id == def.id);
    decls.addressed().iter().any(is_same)
}
