//! Functions: their definitions in the file and in the prelude.

use super::{Decls, KernelDecl};
use crate::ctype::RecordId;
use crate::printed::key;
use crate::syntax::body;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use wp_clang::{DeclRef, Node, NodeId};

/// The functions of a unit.
#[derive(Default)]
pub(super) struct Functions<'u> {
    /// From the first declaration of a function to its definition.
    pub definitions: FxHashMap<NodeId, &'u Node>,
    /// Qualified names and types of functions with a body.
    pub defined_signatures: FxHashSet<(String, Arc<str>)>,
    /// From the name and type of a function of the prelude to its definition.
    prelude_definitions: FxHashMap<(String, Arc<str>), &'u Node>,
    /// Names of functions with their scope and template arguments.
    pub qualified_names: FxHashMap<NodeId, String>,
    /// Functions that the file declares, not the prelude.
    pub of_file: FxHashSet<NodeId>,
    /// Functions without a body that the prelude declares outside of classes. The value is the printed types of those
    /// overloads that stand in the global namespace.
    of_prelude: FxHashMap<Arc<str>, Vec<&'u str>>,
}

impl<'u> Functions<'u> {
    /// Notes a function that the prelude declares without a body: the lowering knows its meaning by its name.
    pub fn declare_in_prelude(&mut self, node: &'u Node, scope: &str) {
        let types = self.of_prelude.entry(node.name.clone().unwrap_or_else(|| "".into())).or_default();
        if scope.is_empty() {
            types.push(node.ty.as_deref().unwrap_or(""));
        }
    }

    /// Notes a function that the prelude defines.
    pub fn define_in_prelude(&mut self, node: &'u Node) {
        for text in [&node.ty, &node.desugared].into_iter().flatten() {
            let name = node.name.as_deref().unwrap_or("");
            self.prelude_definitions.entry((name.to_owned(), text.clone())).or_insert(node);
        }
    }

    /// True if a function without a body repeats a declaration of the prelude. Clang takes it for another function if
    /// linkage or attributes differ. This holds only for names that begin with two underscores, which are reserved for
    /// the implementation; a file may declare a function of its own by any other name.
    pub fn repeats_prelude(&self, node: &Node) -> bool {
        let global = self.qualified_names.get(&node.id).is_some_and(|full| node.name.as_deref() == Some(full));
        let name = node.name.as_ref().filter(|n| &*node.kind == "FunctionDecl" && global && n.starts_with("__"));
        let types = name.and_then(|name| self.of_prelude.get(name));
        let own = key(node.ty.as_deref().unwrap_or(""));
        types.is_some_and(|types| types.iter().any(|ty| key(ty) == own))
    }
}

impl<'u> Decls<'u> {
    /// True if the file (not the prelude) declares the function.
    pub fn is_own(&self, id: NodeId) -> bool {
        self.functions.of_file.contains(&id)
    }

    /// The definition of a declared function.
    pub fn definition_of(&self, declaration: &Node) -> Option<&'u Node> {
        self.functions.definitions.get(self.identity.first.get(&declaration.id)?).copied()
    }

    /// The first declaration of a kernel that the file does not define.
    pub fn declared_kernel(&self, target: &DeclRef) -> Option<&'u Node> {
        let first = self.first(target.id);
        self.declared_kernels().find(|kernel| kernel.node.id == first).map(|kernel| kernel.node)
    }

    /// The kernels that the file declares and does not define.
    pub fn declared_kernels(&self) -> impl Iterator<Item = &KernelDecl<'u>> {
        self.kernel_declarations.iter().filter(|kernel| !self.functions.definitions.contains_key(&kernel.node.id))
    }

    /// True if the file defines a function of the same qualified name and type as this one, which has no definition.
    /// The compiler takes them for two functions, but the call may mean the defined one.
    pub fn may_be_defined(&self, target: &DeclRef) -> bool {
        let Functions { qualified_names, defined_signatures, .. } = &self.functions;
        let Some((node, full)) = self.node(target.id).zip(qualified_names.get(&target.id)) else { return false };
        defined_signatures.contains(&(full.clone(), node.ty.clone().unwrap_or_else(|| target.ty.clone())))
    }

    /// True if the prelude may declare a function of this name outside of classes. For OpenCL this is always true,
    /// because the compiler declares further functions.
    pub fn prelude_has(&self, name: &str) -> bool {
        self.opencl || self.functions.of_prelude.contains_key(name)
    }

    /// The definition of a function in the file. For the function behind a lambda that is converted to a pointer, it is
    /// the definition of the call operator.
    pub(super) fn own_definition(&self, id: NodeId) -> Option<&'u Node> {
        let node = self.node(id).filter(|node| body(node).is_some());
        let found = node.or_else(|| self.functions.definitions.get(&self.first(id)).copied())?;
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
            let by_name =
                || self.functions.prelude_definitions.get(&(target.name.to_string(), target.ty.clone())).copied();
            self.is_builtin(target).then(by_name).flatten()
        })
    }
}

impl<'u> Decls<'u> {
    /// The conversion function of a class of the prelude that has this name. An expression names it by an id alone; the
    /// name contains the type, so that a class has one of each name.
    pub fn conversion_of_prelude(&self, class: RecordId, name: &str) -> Option<&'u Node> {
        let node = self.record_decl(class).node;
        let fits = |f: &&'u Node| &*f.kind == "CXXConversionDecl" && f.name.as_deref() == Some(name);
        node.inner.iter().filter(fits).find(|f| self.is_prelude(node) && body(f).is_some())
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
