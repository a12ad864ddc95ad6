//! Functions: their definitions in the file and in the prelude.

use super::{Decls, KernelDecl};
use crate::ctype::RecordId;
use crate::printed::key;
use crate::syntax::body;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::rc::Rc;
use wp_clang::{DeclRef, Node, NodeId};

/// The name of a function with its scope and template arguments. Few are ever printed.
#[derive(Clone)]
pub(super) struct FullName<'u> {
    /// The scope as a prefix (`a::b::`).
    pub scope: Rc<str>,
    pub name: &'u str,
    pub arguments: Arguments,
}

/// The template arguments of a function.
#[derive(Clone)]
pub(super) enum Arguments {
    /// Such as `<8, float>`; empty for a function that is no instance.
    Printed(String),
    /// Those of an instance that the prelude has, which are not printed.
    OfPrelude,
}

impl FullName<'_> {
    /// The name as text.
    pub fn printed(&self) -> String {
        let arguments = match &self.arguments {
            Arguments::Printed(arguments) => arguments,
            Arguments::OfPrelude => "",
        };
        [&*self.scope, self.name, arguments].concat()
    }

    /// True if both may be one name. Of instances of the prelude not all is known.
    fn may_equal(&self, other: &Self) -> bool {
        let arguments = match (&self.arguments, &other.arguments) {
            (Arguments::Printed(a), Arguments::Printed(b)) => a == b,
            (Arguments::Printed(one), _) | (_, Arguments::Printed(one)) => !one.is_empty(),
            _ => true,
        };
        arguments && self.name == other.name && self.scope == other.scope
    }
}

/// Positions in a list by name.
type Positions = FxHashMap<Box<str>, Vec<usize>>;

fn positions<'n>(names: impl Iterator<Item = &'n str>) -> Positions {
    let mut by_name = Positions::default();
    for (at, name) in names.enumerate() {
        by_name.entry(name.into()).or_default().push(at);
    }
    by_name
}

/// The functions of a unit.
#[derive(Default)]
pub(super) struct Functions<'u> {
    /// From the first declaration of a function to its definition.
    pub definitions: FxHashMap<NodeId, &'u Node>,
    /// Functions with a body, with their full names.
    defined: Vec<(FullName<'u>, &'u Node)>,
    /// Positions in `defined` by the name without scope, made when the first name is asked for.
    defined_by_name: OnceCell<Positions>,
    /// By name: the functions that the prelude defines.
    prelude_definitions: FxHashMap<&'u str, Vec<&'u Node>>,
    pub full_names: FxHashMap<NodeId, FullName<'u>>,
    /// Functions that the file declares, not the prelude.
    pub of_file: FxHashSet<NodeId>,
    /// Functions without a body that the prelude declares outside of classes. True for those that stand in the global
    /// namespace.
    of_prelude: Vec<(&'u Node, bool)>,
    /// Positions in `of_prelude` by name, made when the first name is asked for.
    overloads_of_prelude: OnceCell<Positions>,
}

impl<'u> Functions<'u> {
    /// Notes a function that the prelude declares without a body: the lowering knows its meaning by its name.
    pub fn declare_in_prelude(&mut self, node: &'u Node, scope: &str) {
        self.overloads_of_prelude.take();
        self.of_prelude.push((node, scope.is_empty()));
    }

    /// The positions in `of_prelude` of the functions of a name.
    fn overloads_of_prelude(&self, name: &str) -> &[usize] {
        let names = || self.of_prelude.iter().map(|(node, _)| node.name.as_deref().unwrap_or(""));
        let by_name = self.overloads_of_prelude.get_or_init(|| positions(names()));
        by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Notes a function that the prelude defines.
    pub fn define_in_prelude(&mut self, node: &'u Node) {
        self.prelude_definitions.entry(node.name.as_deref().unwrap_or("")).or_default().push(node);
    }

    /// Notes a function with a body.
    pub fn define(&mut self, full: FullName<'u>, node: &'u Node) {
        self.defined_by_name.take();
        self.defined.push((full, node));
    }

    /// True if a function without a body repeats a declaration of the prelude. Clang takes it for another function if
    /// linkage or attributes differ. This holds only for names that begin with two underscores, which are reserved for
    /// the implementation; a file may declare a function of its own by any other name.
    pub fn repeats_prelude(&self, node: &Node) -> bool {
        let is_global = |full: &FullName| {
            full.scope.is_empty() && matches!(&full.arguments, Arguments::Printed(printed) if printed.is_empty())
        };
        let global = self.full_names.get(&node.id).is_some_and(is_global);
        let name = node.name.as_ref().filter(|n| &*node.kind == "FunctionDecl" && global && n.starts_with("__"));
        let own = key(node.ty.as_deref().unwrap_or(""));
        let overloads = name.map_or(&[][..], |name| self.overloads_of_prelude(name)).iter();
        let mut global = overloads.map(|at| self.of_prelude[*at]).filter(|(_, is_global)| *is_global);
        global.any(|(overload, _)| key(overload.ty.as_deref().unwrap_or("")) == own)
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
        let Functions { full_names, defined, defined_by_name, .. } = &self.functions;
        let Some((node, full)) = self.node(target.id).zip(full_names.get(&target.id)) else { return false };
        let by_name = defined_by_name.get_or_init(|| positions(defined.iter().map(|(full, _)| full.name)));
        let ty = node.ty.as_ref().unwrap_or(&target.ty);
        let is_it = |(other, definition): &(FullName<'_>, &Node)| {
            other.may_equal(full) && definition.ty.as_deref().unwrap_or("") == &**ty
        };
        by_name.get(full.name).into_iter().flatten().any(|at| is_it(&defined[*at]))
    }

    /// True if the prelude may declare a function of this name outside of classes. For OpenCL this is always true,
    /// because the compiler declares further functions.
    pub fn prelude_has(&self, name: &str) -> bool {
        self.opencl || !self.functions.overloads_of_prelude(name).is_empty()
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
            let by_name = || {
                let is_it =
                    |node: &&&Node| [&node.ty, &node.desugared].into_iter().flatten().any(|ty| *ty == target.ty);
                self.functions.prelude_definitions.get(&*target.name)?.iter().find(is_it).copied()
            };
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
