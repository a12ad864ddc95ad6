//! Names in the contract of a kernel that are no parameters: ghosts without a value, and variables of its threads.
//!
//! Input: the clauses in front of a kernel and at the head of its body. `ghost int m;` becomes a parameter of the
//! kernel, so that proofs hold for every value that satisfies the preconditions. The clauses `ghost int b[];` and
//! `requires \forall i; b[i] == a[i];` mean that `b` is the array `a` at the launch; the latter is removed, because it
//! has no other meaning. An `ensures` clause about a variable of the outermost block is a condition that each thread
//! checks at the end of the body. Exact; any other use is an error.

use crate::ghosts::type_of_sort;
use crate::lowerer::Lowerer;
use crate::spec_comments::Written;
use crate::values::Place;
use std::collections::BTreeMap;
use wp_clang::Node;
use wp_decls::CType;
use wp_kir::{AssertKind, Param};
use wp_spec::syntax::{Expr, ExprKind, Relation};
use wp_spec::{ClauseKind, Quantifier};

impl<'u> Lowerer<'u> {
    /// Declares the ghosts without a value in the clauses of a kernel, and returns the other clauses.
    pub(crate) fn arbitrary_ghosts(&mut self, clauses: Vec<Written>, code: &'u Node) -> Vec<Written> {
        let is_ghost = |w: &Written| w.clause.kind == ClauseKind::Arbitrary;
        let (ghosts, mut rest): (Vec<Written>, Vec<Written>) = clauses.into_iter().partition(is_ghost);
        let mut copies: BTreeMap<String, String> = BTreeMap::new();
        for ghost in ghosts {
            let Some(target) = ghost.clause.target.clone() else { continue };
            let at = ghost.place_at(&target.at);
            if self.scope.named(&target.name).is_some() || copies.contains_key(&target.name) {
                let text = format!("`{}` is there already: a ghost variable needs a name of its own", target.name);
                self.ir.spec_error(&text, at);
                continue;
            }
            if !target.array {
                let ty = type_of_sort(target.sort.unwrap_or(wp_spec::Sort::Int));
                let var = self.ir.var(&format!("ghost {}", target.name), ty, at);
                let name = format!("ghost {}", target.name).into();
                self.ir.add_param(Param { name, ty, var, object: None, span: at });
                let place = Place::Vars { vars: vec![var], ty: CType::Scalar(ty) };
                self.ir.never_reassigned(&place);
                self.name_ghost(&target.name, place);
                continue;
            }
            let source = rest.iter().position(|w| copied(w, &target.name).is_some());
            let Some((source, clause)) = source.and_then(|i| Some((copied(&rest[i], &target.name)?, i))) else {
                let text = format!(
                    "a ghost array is a copy of an array: `requires \\forall integer i; {0}[i] == a[i];` says of which, or \
                     `ghost int {0}[] = a;`",
                    target.name
                );
                self.ir.spec_error(&text, at);
                continue;
            };
            rest.remove(clause);
            self.copy_for_clauses_inside(&ghost, &source, code);
            copies.insert(target.name, source);
        }
        for written in &mut rest {
            let old = written.clause.kind == ClauseKind::Ensures;
            let mut condition = written.clause.condition.clone();
            if let Err(at) = renamed(&mut condition, &copies, old) {
                let place = written.place_at(&at);
                self.ir.spec_error("the index of a ghost array has no elements of arrays in it here", place);
            }
            written.clause.condition = condition;
        }
        rest
    }

    /// Copies the array at the head of the body, if clauses between the statements read the ghost array.
    fn copy_for_clauses_inside(&mut self, ghost: &Written, source: &str, code: &'u Node) {
        let Some(name) = ghost.clause.target.as_ref().map(|t| t.name.clone()) else { return };
        let first = code.inner.first().map_or(code.span.end, |s| s.span.start);
        let inside = self.unit.comments_in(code.span.file, first, code.span.end);
        if !inside.iter().any(|c| wp_decls::text::words(&c.text).iter().any(|(_, word)| *word == name)) {
            // Without a copy, the array and the type of its elements are still checked.
            if self.array_named(ghost, source).is_none() {
                let at = ghost.place();
                self.ir
                    .spec_error(&format!("`{source}` is no array of numbers here: a ghost array is a copy of one"), at);
            }
            return;
        }
        let mut copy = ghost.clone();
        copy.clause.kind = ClauseKind::Ghost;
        copy.clause.condition.kind = ExprKind::Name(source.to_owned());
        if let Some(target) = copy.clause.target.clone() {
            self.ghost_array(&copy, &target);
        }
    }

    /// True if a postcondition names variables of threads: then it is checked at the end of the body.
    pub(crate) fn is_of_variables(&mut self, written: &Written, code: &'u Node) -> bool {
        let mut free = Vec::new();
        names(&written.clause.condition, &mut Vec::new(), &mut free);
        let known = |name: &str| self.scope.named(name).is_some();
        let own = free.iter().any(|name| !known(name) && declared(code, name));
        if !own {
            return false;
        }
        let span = written.place();
        let kernel = self.stack.outermost();
        let outside = |name: &String| kernel.is_none_or(|k| self.unit.decls.may_declare(name, k));
        if let Some(name) = free.iter().find(|name| !known(name) && declared(code, name) && outside(name)) {
            let text = format!("`{name}` may be the variable of the kernel or what the program declares outside of it");
            self.ir.spec_error(&text, span);
            return true;
        }
        let reassigned = free.iter().any(|name| {
            let id = self.scope.named(name);
            let place = id.and_then(|id| self.scope.place(id));
            place.is_some_and(
                |p| !matches!(p, Place::Vars { vars, .. } if vars.iter().all(|v| self.ir.is_assigned_once(*v))),
            )
        });
        if written.clause.condition.any(&|e| matches!(e.kind, ExprKind::Index(..))) || reassigned {
            let text = "`ensures` about a variable of a thread holds when the thread ends, one about memory when the kernel has: \
                        write an `assert` at the end";
            self.ir.spec_error(text, span);
        } else if self.stack.may_return() {
            self.ir.spec_error("`ensures` about a variable of a thread stands in kernels without `return`", span);
        }
        true
    }

    /// Checks the postconditions on variables, behind the last statement of the body.
    pub(crate) fn check_at_end(&mut self) {
        for mut written in self.specs.take_kept_for_end() {
            written.clause.kind = ClauseKind::Assert;
            self.check_clause(&written, AssertKind::Assert);
        }
    }
}

/// The array `a` in a clause `requires \forall i; name[i] == a[i];` or `requires \forall i; a[i] == name[i];`.
fn copied(written: &Written, name: &str) -> Option<String> {
    let (ClauseKind::Requires, ExprKind::Quantified(Quantifier::Forall, i, body)) =
        (written.clause.kind, &written.clause.condition.kind)
    else {
        return None;
    };
    let ExprKind::Chain(left, links) = &body.kind else { return None };
    let [(Relation::Eq, right)] = &links[..] else { return None };
    let element = |e: &Expr| match &e.kind {
        ExprKind::Index(array, index) => match (&array.kind, &index.kind) {
            (ExprKind::Name(array), ExprKind::Name(index)) if index == i && array != i => Some(array.clone()),
            _ => None,
        },
        _ => None,
    };
    match (element(left)?, element(right)?) {
        (a, b) if a == name && b != name => Some(b),
        (a, b) if b == name && a != name => Some(a),
        _ => None,
    }
}

/// Replaces elements of ghost arrays by those of the arrays that they are copies of: `b[i]` becomes `a[i]`, or
/// `\old(a[i])` if `old`. The error is the place of an index that must not stand in `\old`.
fn renamed(e: &mut Expr, copies: &BTreeMap<String, String>, old: bool) -> Result<(), wp_spec::syntax::At> {
    if let ExprKind::Index(array, index) = &mut e.kind {
        let ExprKind::Name(name) = &mut array.kind else {
            renamed(array, copies, old)?;
            return renamed(index, copies, old);
        };
        let Some(source) = copies.get(name) else { return renamed(index, copies, old) };
        if old && index.any(&|part| matches!(part.kind, ExprKind::Index(..))) {
            return Err(index.at.clone());
        }
        source.clone_into(name);
        renamed(index, copies, old)?;
        if old {
            let inner = Expr { kind: std::mem::replace(&mut e.kind, ExprKind::Bool(true)), at: e.at.clone() };
            e.kind = ExprKind::Old(Box::new(inner));
        }
        return Ok(());
    }
    e.children_mut().into_iter().try_for_each(|c| renamed(c, copies, old))
}

/// Adds the free names of an expression to `free`.
fn names(e: &Expr, bound: &mut Vec<String>, free: &mut Vec<String>) {
    let binds = match &e.kind {
        ExprKind::Name(name) => {
            let base = name.split('.').next().unwrap_or(name);
            if !bound.iter().any(|b| b == base) {
                free.push(base.to_owned());
            }
            None
        }
        ExprKind::Quantified(_, name, _) | ExprKind::Aggregate(_, _, _, name, _) => Some(name.clone()),
        _ => None,
    };
    let depth = bound.len();
    bound.extend(binds);
    e.children().into_iter().for_each(|c| names(c, bound, free));
    bound.truncate(depth);
}

/// True if the outermost block of a body declares a variable of this name that each thread has for itself.
fn declared(code: &Node, name: &str) -> bool {
    let variables = code.inner.iter().filter(|s| &*s.kind == "DeclStmt").flat_map(|s| &s.inner);
    let own = |v: &Node| &*v.kind == "VarDecl" && v.name.as_deref() == Some(name);
    let shared =
        |v: &Node| v.inner.iter().any(|a| &*a.kind == "CUDASharedAttr") || v.extra.contains_key("storageClass");
    variables.filter(|v| own(v)).any(|v| !shared(v))
}
