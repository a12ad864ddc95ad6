//! Arguments by reference that called functions only read and assign by their names: `template <class F, class... A>
//! void time(F f, A &&...args) { f(std::forward<A>(args)...); }`, `void grid_for(int n, int &blocks) { blocks = n / 64;
//! }`.
//!
//! Over-approximate: a reference counts if every mention of it in the body of its function takes the value, assigns it,
//! or gives it to such a reference, and the compiler shows all of the body. So nothing keeps the reference behind the
//! call. Only references to numbers, pointers and structures count.

use crate::errors::has_errors;
use crate::forms::{is_library, may_be_replaced};
use crate::hidden_effects::is_unstructured;
use crate::lambdas::{called_object, is_callable, Lambdas};
use crate::tensor_forms::reshapes;
use crate::uses::{strip_materialized, uses, variable, Use};
use rustc_hash::{FxHashMap, FxHashSet};
use wp_base::FileId;
use wp_clang::{Node, NodeId};
use wp_decls::{body, callee_name, is_function, params, strip, strip_casts, CType, Decls, Layouts};

/// What calls do with the references that they are given.
#[derive(Default)]
pub(crate) struct Callees {
    /// Calls of `std::forward` and `std::move`.
    forwards: FxHashSet<NodeId>,
    /// Parameters that are references which their functions only read ([`Use::Read`]), or read and assign by their
    /// names ([`Use::Write`]).
    params: FxHashMap<NodeId, Use>,
    /// The arguments that such parameters refer to.
    given: FxHashMap<NodeId, Use>,
    /// The functions of PyTorch that the prelude stands in for: they only read what they are given.
    torch: FxHashSet<NodeId>,
    /// True if the file gives tensors another shape in place.
    pub reshapes: bool,
    /// True if the file names formats of memory, other than row-major order, that tensors may have.
    pub names_formats: bool,
    /// The lambdas of the file.
    pub lambdas: Lambdas,
    /// Variables that may change after their initialisation.
    changed: FxHashSet<NodeId>,
}

impl Callees {
    /// The calls of a file.
    pub fn of(decls: &Decls<'_>, layouts: &Layouts, functions: &[&Node]) -> Self {
        let mut found = Self { lambdas: Lambdas::of(decls), ..Self::default() };
        let own: FxHashSet<FileId> = decls.unit.own_files().map(|(id, _)| id).collect();
        let of_prelude = |node: &Node| !node.loc.is_none() && !own.contains(&node.loc.file);
        let mut calls = Vec::new();
        let mut todo = vec![&decls.unit.root];
        while let Some(node) = todo.pop() {
            if &*node.kind == "CallExpr" {
                let is_forward = matches!(callee_name(node), "forward" | "move") && node.inner.len() == 2;
                match called(decls, node) {
                    _ if is_forward && is_library(decls, node) => _ = found.forwards.insert(node.id),
                    Some(function) => calls.push((node, function)),
                    None => {}
                }
            }
            if is_function(&node.kind) && of_prelude(node) {
                found.torch.insert(node.id);
            }
            found.reshapes |= &*node.kind == "MemberExpr" && node.name.as_deref().is_some_and(reshapes);
            found.names_formats |= match &*node.kind {
                "DeclRefExpr" => node.referenced.as_ref().is_some_and(|named| named.name.starts_with("ChannelsLast")),
                "MemberExpr" => node.name.as_deref() == Some("suggest_memory_format"),
                _ => false,
            };
            todo.extend(&node.inner);
        }
        let plain = |f: &&&Node| {
            let is_complete = !may_be_replaced(f) && !has_errors(decls, layouts, f);
            is_complete && &*f.kind == "FunctionDecl" && body(f).is_some_and(|code| !is_unstructured(code))
        };
        let candidates: Vec<(&Node, Vec<&Node>)> = functions
            .iter()
            .filter(plain)
            .map(|f| (*f, params(f).into_iter().filter(|p| refers_to_data(decls, p, Use::Read)).collect()))
            .filter(|(_, references): &(_, Vec<&Node>)| !references.is_empty())
            .collect();
        loop {
            let mut now = FxHashMap::default();
            for (function, references) in &candidates {
                let mut all: FxHashMap<NodeId, Use> = references.iter().map(|p| (p.id, Use::Read)).collect();
                uses(&found, function, &mut |v, u| {
                    all.entry(v).and_modify(|all| *all = both(*all, u));
                });
                let used = references.iter().map(|p| (p, all[&p.id]));
                now.extend(used.filter(|(p, used)| refers_to_data(decls, p, *used)).map(|(p, used)| (p.id, used)));
            }
            if now == found.params {
                let mut changed = FxHashSet::default();
                uses(&found, &decls.unit.root, &mut |v, used| {
                    if used.may_change() {
                        changed.insert(v);
                    }
                });
                return Self { changed, ..found };
            }
            found.params = now;
            for (call, function) in &calls {
                let given = params(function).into_iter().zip(call.inner.iter().skip(1));
                found.given.extend(given.filter_map(|(p, arg)| Some((arg.id, *found.params.get(&p.id)?))));
            }
        }
    }

    /// True if a call is of a function of PyTorch.
    pub fn is_torch(&self, call: &Node) -> bool {
        let target = call.inner.first().map(strip_casts).and_then(|callee| callee.referenced.as_ref());
        called_object(call).is_none() && target.is_some_and(|target| self.torch.contains(&target.id))
    }

    /// True if a variable keeps the value that it is initialised with.
    pub fn keeps_value(&self, v: NodeId) -> bool {
        !self.changed.contains(&v)
    }

    /// True if a parameter is a reference that its function only reads and assigns by its name.
    pub fn is_named_reference(&self, param: &Node) -> bool {
        self.params.contains_key(&param.id)
    }

    /// True if a parameter is such a reference that its function may assign.
    pub fn is_assigned(&self, param: &Node) -> bool {
        self.params.get(&param.id) == Some(&Use::Write)
    }

    /// True if an argument is a variable, or part of one, that the called function only reads and assigns by the name
    /// of its parameter.
    pub fn is_given(&self, arg: &Node) -> bool {
        self.given(arg).is_some()
    }

    /// The variable in such an argument, and whether the function reads it or may assign it.
    pub fn given(&self, arg: &Node) -> Option<(NodeId, Use)> {
        Some((variable(self.strip_forward(arg))?, *self.given.get(&arg.id)?))
    }

    /// True if a node is a call of `std::forward` or `std::move`.
    pub fn is_forward(&self, node: &Node) -> bool {
        self.forwards.contains(&node.id)
    }

    /// The node below calls of `std::forward` and `std::move`.
    pub fn strip_forward<'n>(&self, node: &'n Node) -> &'n Node {
        let mut node = strip(node);
        while let ([_, inner], true) = (&node.inner[..], self.is_forward(node)) {
            node = strip(inner);
        }
        node
    }

    /// True if an argument is a temporary.
    pub fn is_temporary(&self, arg: &Node) -> bool {
        let node = self.strip_forward(arg);
        &*node.kind == "MaterializeTemporaryExpr" && variable(strip_materialized(node)).is_none()
    }
}

/// The function with a body that a plain call calls.
fn called<'u>(decls: &Decls<'u>, call: &Node) -> Option<&'u Node> {
    let target = call.inner.first().map(strip_casts)?.referenced.as_ref().filter(|t| is_function(&t.kind))?;
    decls.definition(target).filter(|f| body(f).is_some())
}

/// The effect of two mentions of a parameter.
fn both(a: Use, b: Use) -> Use {
    match (a, b) {
        (Use::Read, Use::Read) => Use::Read,
        (Use::Read | Use::Write, Use::Read | Use::Write) => Use::Write,
        _ => Use::Escape,
    }
}

/// True if a parameter that is used in this way is a reference that can be followed.
fn refers_to_data(decls: &Decls<'_>, param: &Node, used: Use) -> bool {
    if !matches!(used, Use::Read | Use::Write) {
        return false;
    }
    match decls.qtype(param.type_str()).ty {
        CType::Reference(_) if is_callable(param) => used == Use::Read,
        CType::Reference(to) if !to.is_volatile => match to.ty {
            // The library assigns objects of its own in other ways.
            CType::Record(id) if used == Use::Write => {
                let class = decls.record_decl(id).node;
                !decls.is_prelude(class) || class.name.as_deref() == Some("dim3")
            }
            CType::Record(_) => true,
            CType::Function | CType::Reference(_) => false,
            _ => to.ty.scalar().is_some(),
        },
        _ => false,
    }
}
