//! Identity of declarations: whether a reference means a declaration of the file or of the prelude, and which
//! declarations are of one variable or function.
//!
//! Exact as far as Clang's tree allows. An id that the file's tree does not declare belongs to the prelude, and so does
//! a declaration whose chain of previous declarations leads out of the tree. Declarations with one mangled name are of
//! one variable.

use super::{id_of, Decls};
use crate::printed::key;
use crate::syntax::{body, is_function, strip, strip_casts};
use rustc_hash::FxHashSet;
use wp_clang::{DeclRef, Node, NodeId};

impl<'u> Decls<'u> {
    /// Notes every declaration of the tree.
    pub(super) fn note_declarations(&mut self, node: &'u Node) {
        if node.kind.ends_with("Decl") {
            self.declared_here.entry(node.id).or_insert(node);
        }
        node.inner.iter().for_each(|c| self.note_declarations(c));
    }

    /// Notes every function that an expression names without calling it.
    pub(super) fn note_addressed(&mut self, node: &'u Node) {
        let mut children = node.inner.iter();
        if matches!(&*node.kind, "CallExpr" | "CXXOperatorCallExpr" | "CXXMemberCallExpr") {
            let callee = node.inner.first().map(strip_casts);
            if let Some(callee) = callee.filter(|c| matches!(&*c.kind, "DeclRefExpr" | "MemberExpr")) {
                callee.inner.iter().for_each(|c| self.note_addressed(c));
                children.next();
            }
        }
        children.for_each(|c| self.note_addressed(c));
        if let ("DeclRefExpr" | "MemberExpr", Some(target)) = (&*node.kind, &node.referenced) {
            let plain = (&*target.kind == "FunctionDecl").then(|| target.clone());
            if let Some(function) = plain.or_else(|| self.static_function(target)) {
                if self.addressed.insert(function.id) {
                    self.addressed_in_order.push(function);
                }
            }
        }
    }

    /// The first declaration of a variable. Declarations with one mangled name are of one variable, whatever scopes
    /// they stand in (`extern "C"` in two namespaces, `extern` in functions); their first declaration is the first in
    /// the file.
    pub(super) fn first_of_variable(&mut self, node: &Node) -> NodeId {
        let first = self.first_of(node);
        // In C, static variables of different functions may have the same mangled name.
        let of_function =
            self.current_function.is_some() && node.extra.get("storageClass").is_none_or(|c| &**c != "extern");
        let linked = !of_function && &*node.kind == "VarDecl";
        let Some(mangled) = node.extra.get("mangledName").filter(|_| linked) else { return first };
        let first = *self.first_by_linkage.entry(mangled.clone()).or_insert(first);
        self.first_declarations.insert(node.id, first);
        first
    }

    /// The first declaration of a function. Declarations with C linkage and one name are of one function, whatever
    /// namespaces they stand in; their first declaration is the first in the file. The attributes `__host__` and
    /// `__device__` belong to the key, because in CUDA a host function and a device function may have the same name.
    pub(super) fn first_of_function(&mut self, node: &Node) -> NodeId {
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
        self.first_declarations.insert(node.id, first);
        first
    }

    /// Notes a function that the prelude declares without a body: the lowering knows its meaning by its name.
    pub(super) fn prelude_function(&mut self, node: &Node, scope: &str) {
        let types = self.prelude_functions.entry(node.name.clone().unwrap_or_else(|| "".into())).or_default();
        if scope.is_empty() {
            types.push(key(node.ty.as_deref().unwrap_or("")));
        }
    }

    /// The static member function that a reference names. The result has the kind and the type, which the target of a
    /// member expression lacks.
    pub fn static_function(&self, target: &DeclRef) -> Option<DeclRef> {
        let node = self.declared_here.get(&target.id).filter(|n| &*n.kind == "CXXMethodDecl")?;
        // The definition outside of the class does not repeat `static`.
        let mut first = *node;
        while let Some(previous) = first.extra.get("previousDecl").and_then(|text| id_of(text)) {
            first = self.declared_here.get(&previous).filter(|n| n.id != first.id)?;
        }
        first.extra.get("storageClass").filter(|c| &***c == "static")?;
        Some(DeclRef { kind: node.kind.clone(), ty: node.ty.clone().unwrap_or_else(|| "".into()), ..target.clone() })
    }

    /// Functions whose address the file takes, in the order of the places that take it.
    pub fn addressed(&self) -> &[DeclRef] {
        &self.addressed_in_order
    }

    /// True if the file only reads the variable, whether it is `const` or not.
    pub fn only_read(&self, id: NodeId) -> bool {
        let (variable_uses, id) = (self.variable_uses(), self.first(id));
        ![&variable_uses.assigned, &variable_uses.stepped, &variable_uses.escaped].iter().any(|set| set.contains(&id))
    }

    /// The file's uses of its variables, by their first declarations.
    fn variable_uses(&self) -> &VariableUses {
        self.variable_uses.get_or_init(|| {
            let mut found = VariableUses::default();
            found.note(&self.unit.root);
            for set in [&mut found.assigned, &mut found.stepped, &mut found.escaped] {
                *set = set.iter().map(|id| self.first(*id)).collect();
            }
            found
        })
    }

    /// The first declaration of the function or variable that a declaration declares.
    pub fn first(&self, id: NodeId) -> NodeId {
        *self.first_declarations.get(&id).unwrap_or(&id)
    }

    /// A declaration of the file.
    pub fn declaration_of(&self, id: NodeId) -> Option<&'u Node> {
        self.declared_here.get(&id).copied()
    }

    /// False if the file declares the id as something else than a function.
    pub fn may_be_function(&self, id: NodeId) -> bool {
        self.declared_here.get(&id).is_none_or(|node| is_function(&node.kind))
    }

    /// True if the file has a function of that name with a body.
    pub fn defines_named(&self, name: &str) -> bool {
        self.defined_names
            .get_or_init(|| {
                let defined = self.declared_here.values().filter(|n| is_function(&n.kind) && body(n).is_some());
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
        while let Some(node) = self.declared_here.get(&id) {
            if node.flag("isImplicit") && &*node.kind == "FunctionDecl" {
                return true;
            }
            match node.extra.get("previousDecl").and_then(|text| id_of(text)).filter(|p| *p != id) {
                Some(previous) => id = previous,
                None => return self.repeats_prelude(node),
            }
        }
        true
    }

    /// True if a function without a body repeats a declaration of the prelude. Clang takes it for another function if
    /// linkage or attributes differ. This holds only for names that begin with two underscores, which are reserved for
    /// the implementation; a file may declare a function of its own by any other name.
    fn repeats_prelude(&self, node: &Node) -> bool {
        let global = self.qualified_names.get(&node.id).is_some_and(|full| node.name.as_deref() == Some(full));
        let name = node.name.as_ref().filter(|n| &*node.kind == "FunctionDecl" && global && n.starts_with("__"));
        let types = name.and_then(|name| self.prelude_functions.get(name));
        types.is_some_and(|types| types.contains(&key(node.ty.as_deref().unwrap_or(""))))
    }

    /// True if the prelude may declare a function of this name outside of classes. For OpenCL this is always true,
    /// because the compiler declares further functions.
    pub fn prelude_has(&self, name: &str) -> bool {
        self.opencl || self.prelude_functions.contains_key(name)
    }

    /// The definition of a function in the file. For the function behind a lambda that is converted to a pointer, it is
    /// the definition of the call operator.
    fn own_definition(&self, id: NodeId) -> Option<&'u Node> {
        let node = self.node(id).filter(|node| body(node).is_some());
        let found = node.or_else(|| self.definitions.get(self.first_declarations.get(&id).unwrap_or(&id)).copied())?;
        let class = self.parent_record.get(&found.id).map(|r| self.record_decl(*r)).filter(|class| class.is_lambda);
        match class {
            Some(class) if found.flag("isImplicit") && found.name.as_deref() == Some("__invoke") => {
                call_operator_of(found, class.node)
            }
            _ => Some(found),
        }
    }

    /// The definition (with a body) of a function that an expression names.
    pub fn definition(&self, target: &DeclRef) -> Option<&'u Node> {
        // The ids in references to the prelude are not declared here, so the name and the type decide. A function of
        // the file is never found by its name.
        self.own_definition(target.id).or_else(|| {
            let by_name = || self.prelude_definitions.get(&(target.name.to_string(), target.ty.clone())).copied();
            self.is_builtin(target).then(by_name).flatten()
        })
    }

    /// The most complete declaration of the variable that a declaration of the file declares.
    pub fn declared_variable(&self, id: NodeId) -> Option<&'u Node> {
        self.first_declarations.get(&id).and_then(|first| self.variable(*first))
    }
}

/// The call operator of a lambda, found by `invoker`, the function that a pointer made of the lambda points to. That
/// function calls the operator, but Clang gives it an empty body.
fn call_operator_of<'u>(invoker: &Node, class: &'u Node) -> Option<&'u Node> {
    let ty = invoker.ty.as_deref()?;
    let is_it = |n: &&Node| {
        n.name.as_deref() == Some("operator()")
            && n.ty.as_deref().is_some_and(|t| t == ty || t.strip_suffix(" const") == Some(ty))
            && body(n).is_some()
    };
    let members = class.inner.iter();
    members
        .flat_map(|m| if &*m.kind == "FunctionTemplateDecl" { &m.inner[..] } else { std::slice::from_ref(m) })
        .find(is_it)
}

/// The variables that a file uses in another way than to read them. A use of an element or member counts as a use of
/// the variable.
#[derive(Default)]
pub(super) struct VariableUses {
    /// On the left side of `=`.
    pub assigned: FxHashSet<NodeId>,
    /// Changed by `++`, `+=` and the like.
    pub stepped: FxHashSet<NodeId>,
    /// Mentioned in any other way: their address may be known elsewhere.
    pub escaped: FxHashSet<NodeId>,
}

impl VariableUses {
    fn note(&mut self, node: &Node) {
        let op = node.opcode.as_deref().unwrap_or("");
        let target = match (&*node.kind, op) {
            ("BinaryOperator", "=") => self.part_of(&node.inner[0]).map(|id| self.assigned.insert(id)),
            ("CompoundAssignOperator", _) | ("UnaryOperator", "++" | "--") => {
                self.part_of(&node.inner[0]).map(|id| self.stepped.insert(id))
            }
            ("ImplicitCastExpr", _) if node.cast_kind.as_deref() == Some("LValueToRValue") => {
                self.part_of(&node.inner[0]).map(|_| true)
            }
            ("UnaryExprOrTypeTraitExpr", _) => return,
            ("DeclRefExpr" | "MemberExpr", _) => {
                self.escaped.extend(node.referenced.as_ref().map(|r| r.id));
                None
            }
            _ => None,
        };
        node.inner.iter().skip(usize::from(target.is_some())).for_each(|c| self.note(c));
    }

    /// The variable that an lvalue is a part of, if no pointer is followed on the way. Notes the uses in the indices of
    /// the lvalue if there is such a variable.
    fn part_of(&mut self, lvalue: &Node) -> Option<NodeId> {
        let mut part = strip(lvalue);
        let mut indices = Vec::new();
        let variable = loop {
            part = match (&*part.kind, part.inner.as_slice()) {
                ("DeclRefExpr", _) => break part.referenced.as_ref()?.id,
                ("ArraySubscriptExpr", [base, index]) => {
                    indices.push(index);
                    strip(base)
                }
                ("MemberExpr", [base]) if !part.flag("isArrow") => strip(base),
                ("ImplicitCastExpr", [base]) if part.cast_kind.as_deref() == Some("ArrayToPointerDecay") => strip(base),
                _ => return None,
            };
        };
        indices.into_iter().for_each(|index| self.note(index));
        Some(variable)
    }
}
