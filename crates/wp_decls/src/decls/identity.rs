//! Identity of declarations: whether a reference means a declaration of the file or of the prelude, and which
//! declarations are of one variable or function.
//!
//! Exact as far as Clang's tree allows. An id that the file's tree does not declare belongs to the prelude, and so does
//! a declaration whose chain of previous declarations leads out of the tree. Declarations with one mangled name are of
//! one variable.

use super::{id_of, Decls};
use crate::syntax::{body, is_function, strip_casts};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::sync::Arc;
use wp_clang::{DeclRef, Node, NodeId};

/// Which declarations of a file are of one function or variable.
#[derive(Default)]
pub(super) struct Identity<'u> {
    /// Every declaration in the file's tree, including those in patterns of templates.
    pub declared_here: FxHashMap<NodeId, &'u Node>,
    /// From the class of a lambda to its expression.
    lambda_expressions: FxHashMap<NodeId, &'u Node>,
    /// From each declaration to the first declaration of the same function or variable.
    pub first: FxHashMap<NodeId, NodeId>,
    /// From the mangled name of a variable with linkage, or the name of a function with C linkage, to its first
    /// declaration.
    first_by_linkage: FxHashMap<Arc<str>, NodeId>,
    /// Names of the file's functions with bodies.
    defined_names: OnceCell<FxHashSet<Arc<str>>>,
}

impl<'u> Identity<'u> {
    /// Notes every declaration of the tree.
    pub fn note_declarations(&mut self, node: &'u Node) {
        if node.kind.ends_with("Decl") {
            self.declared_here.entry(node.id).or_insert(node);
        }
        if &*node.kind == "LambdaExpr" {
            let class = node.inner.iter().find(|c| &*c.kind == "CXXRecordDecl");
            if let Some(class) = class {
                self.lambda_expressions.entry(class.id).or_insert(node);
            }
        }
        node.inner.iter().for_each(|c| self.note_declarations(c));
    }

    /// Follows Clang's chain of declarations of one function or variable.
    pub fn first_of(&mut self, node: &Node) -> NodeId {
        let previous = node.extra.get("previousDecl").and_then(|text| id_of(text));
        let first = previous.map_or(node.id, |p| self.first.get(&p).copied().unwrap_or(p));
        self.first.insert(node.id, first);
        first
    }

    /// The first declaration of a variable. Declarations with one mangled name are of one variable, whatever scopes
    /// they stand in (`extern "C"` in two namespaces, `extern` in functions); their first declaration is the first in
    /// the file.
    pub fn first_of_variable(&mut self, node: &Node, is_local: bool) -> NodeId {
        let first = self.first_of(node);
        // In C, static variables of different functions may have the same mangled name.
        let of_function = is_local && node.extra.get("storageClass").is_none_or(|c| &**c != "extern");
        let linked = !of_function && &*node.kind == "VarDecl";
        let Some(mangled) = node.extra.get("mangledName").filter(|_| linked) else { return first };
        let first = *self.first_by_linkage.entry(mangled.clone()).or_insert(first);
        self.first.insert(node.id, first);
        first
    }

    /// The first declaration of a function. Declarations with C linkage and one name are of one function, whatever
    /// namespaces they stand in; their first declaration is the first in the file. The attributes `__host__` and
    /// `__device__` belong to the key, because in CUDA a host function and a device function may have the same name.
    pub fn first_of_function(&mut self, node: &Node) -> NodeId {
        let first = self.first_of(node);
        let has = |attr: &str| node.inner.iter().any(|c| &*c.kind == attr);
        let of_c =
            &*node.kind == "FunctionDecl" && node.name.is_some() && node.extra.get("mangledName") == node.name.as_ref();
        if !of_c {
            return first;
        }
        let name = node.name.as_deref().unwrap_or("");
        let key = format!("{name} {} {}", has("CUDADeviceAttr"), has("CUDAHostAttr"));
        let first = *self.first_by_linkage.entry(key.into()).or_insert(first);
        self.first.insert(node.id, first);
        first
    }
}

impl<'u> Decls<'u> {
    /// Functions that expressions name without calling them, in the order of the places that name them first.
    pub fn addressed(&self) -> &[DeclRef] {
        self.addressed.get_or_init(|| {
            let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
            self.each_addressed(&self.unit.root, &mut |function| {
                if seen.insert(function.id) {
                    found.push(function);
                }
            });
            found
        })
    }

    fn each_addressed(&self, node: &Node, note: &mut dyn FnMut(DeclRef)) {
        let mut children = node.inner.iter();
        if matches!(&*node.kind, "CallExpr" | "CXXOperatorCallExpr" | "CXXMemberCallExpr") {
            let callee = node.inner.first().map(strip_casts);
            if let Some(callee) = callee.filter(|c| matches!(&*c.kind, "DeclRefExpr" | "MemberExpr")) {
                callee.inner.iter().for_each(|c| self.each_addressed(c, note));
                children.next();
            }
        }
        children.for_each(|c| self.each_addressed(c, note));
        if let ("DeclRefExpr" | "MemberExpr", Some(target)) = (&*node.kind, &node.referenced) {
            let plain = (&*target.kind == "FunctionDecl").then(|| target.clone());
            plain.or_else(|| self.static_function(target)).into_iter().for_each(note);
        }
    }

    /// The static member function that a reference names. The result has the kind and the type, which the target of a
    /// member expression lacks.
    pub fn static_function(&self, target: &DeclRef) -> Option<DeclRef> {
        let node = self.identity.declared_here.get(&target.id).filter(|n| &*n.kind == "CXXMethodDecl")?;
        // The definition outside of the class does not repeat `static`.
        let mut first = *node;
        while let Some(previous) = first.extra.get("previousDecl").and_then(|text| id_of(text)) {
            first = self.identity.declared_here.get(&previous).filter(|n| n.id != first.id)?;
        }
        first.extra.get("storageClass").filter(|c| &***c == "static")?;
        Some(DeclRef { kind: node.kind.clone(), ty: node.ty.clone().unwrap_or_else(|| "".into()), ..target.clone() })
    }

    /// The first declaration of the function or variable that a declaration declares.
    pub fn first(&self, id: NodeId) -> NodeId {
        *self.identity.first.get(&id).unwrap_or(&id)
    }

    /// A declaration of the file.
    pub fn declaration_of(&self, id: NodeId) -> Option<&'u Node> {
        self.identity.declared_here.get(&id).copied()
    }

    /// The expression that makes the objects of a lambda's class.
    pub fn lambda_expression(&self, class: NodeId) -> Option<&'u Node> {
        self.identity.lambda_expressions.get(&class).copied()
    }

    /// False if the file declares the id as something else than a function.
    pub fn may_be_function(&self, id: NodeId) -> bool {
        self.identity.declared_here.get(&id).is_none_or(|node| is_function(&node.kind))
    }

    /// True if the file has a function of that name with a body.
    pub fn defines_named(&self, name: &str) -> bool {
        self.identity
            .defined_names
            .get_or_init(|| {
                let defined =
                    self.identity.declared_here.values().filter(|n| is_function(&n.kind) && body(n).is_some());
                defined.filter_map(|n| n.name.clone()).collect()
            })
            .contains(name)
    }

    /// True if a reference means a function or variable that the prelude or the compiler declares, and that the file
    /// does not define. Only such a reference may be recognised by its name.
    pub fn is_builtin(&self, target: &DeclRef) -> bool {
        if self.own_definition(target.id).is_some() {
            return false;
        }
        let mut id = target.id;
        while let Some(node) = self.identity.declared_here.get(&id) {
            if node.flag("isImplicit") && &*node.kind == "FunctionDecl" {
                return true;
            }
            match node.extra.get("previousDecl").and_then(|text| id_of(text)).filter(|p| *p != id) {
                Some(previous) => id = previous,
                None => return self.functions.repeats_prelude(node),
            }
        }
        true
    }
}
