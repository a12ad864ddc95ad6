//! Index of the declarations of a translation unit: functions with bodies, records, typedefs, enumerators, globals.
//!
//! The index is built once per unit, by one walk over the prelude and the file. It contains the instances of templates,
//! and not their dependent patterns. Which declarations are of one function or variable follows from Clang's
//! `previousDecl` and, for variables with linkage, from the mangled name; it does not follow from the plain name. The
//! id of a reference to the prelude is not declared in the file: these references, and only these, are resolved by name
//! ([`Decls::is_builtin`]).

mod constants;
mod identity;
mod lookup;
mod types;
mod walk;

pub use constants::{constant_of, Constant};

use crate::ctype::RecordId;
use crate::printed::ParameterType;
use crate::type_names::TypeNames;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::sync::Arc;
use types::Parsed;
use wp_base::Id;
use wp_clang::{DeclRef, Node, NodeId, TranslationUnit};

/// A struct, union or class.
pub struct RecordDecl<'u> {
    /// Its name with its scope and template arguments; empty for an unnamed record.
    pub name: String,
    /// Its definition.
    pub node: &'u Node,
    /// True for a union.
    pub is_union: bool,
    /// True for the class of a lambda.
    pub is_lambda: bool,
}

/// A function that is a kernel.
pub struct KernelDecl<'u> {
    /// Its name with its scope and template arguments.
    pub name: String,
    /// Its declaration.
    pub node: &'u Node,
    /// True for OpenCL, false for CUDA.
    pub opencl: bool,
}

/// The index.
pub struct Decls<'u> {
    /// The unit.
    pub unit: &'u TranslationUnit,
    /// Functions, variables, fields and parameters by their ids.
    nodes: FxHashMap<NodeId, &'u Node>,
    /// From each declaration to the first declaration of the same function or variable.
    first_declarations: FxHashMap<NodeId, NodeId>,
    /// From the first declaration of a function to its definition.
    definitions: FxHashMap<NodeId, &'u Node>,
    /// Qualified names and types of functions with a body.
    defined_signatures: FxHashSet<(String, Arc<str>)>,
    /// From the name and type of a function of the prelude to its definition.
    prelude_definitions: FxHashMap<(String, Arc<str>), &'u Node>,
    /// Names of functions with their scope and template arguments.
    qualified_names: FxHashMap<NodeId, String>,
    /// From a namespace or record to the prefix of the qualified names of its members (`a::b::`).
    scopes: FxHashMap<NodeId, String>,
    /// The function whose body is being walked.
    current_function: Option<NodeId>,
    /// From each member function to its class.
    pub parent_record: FxHashMap<NodeId, RecordId>,
    records: Vec<RecordDecl<'u>>,
    record_nodes: FxHashMap<NodeId, RecordId>,
    types: TypeNames<'u>,
    /// The function whose code contains the type that is being parsed.
    mentioned_in: Cell<Option<NodeId>>,
    /// The number of typedefs that were followed while the current type is parsed.
    alias_depth: Cell<u32>,
    /// Names of typedefs that set an alignment.
    aligned_typedefs: FxHashSet<String>,
    /// Values of enumerators; `None` if the value is not known.
    enumerators: FxHashMap<NodeId, Option<i128>>,
    /// From the name of an enumeration without its scope to the values of its enumerators; `None` if they are not
    /// known.
    values_of_enums: FxHashMap<String, Option<BTreeSet<i128>>>,
    prelude_enumerators: FxHashMap<String, i128>,
    /// From the first declaration of a variable to its most complete declaration (see [`Decls::variable`]).
    variables: FxHashMap<NodeId, &'u Node>,
    /// From the name of a variable of the prelude to its declaration; `None` if several have the name.
    prelude_variables: FxHashMap<String, Option<&'u Node>>,
    names: OnceCell<lookup::Names>,
    /// The kernels that the file defines, in the order of their definitions; of templates the instances.
    pub kernels: Vec<KernelDecl<'u>>,
    /// First declarations of kernels that other files may define.
    kernel_declarations: Vec<KernelDecl<'u>>,
    /// Instances of kernel templates that the compiler rejected.
    pub rejected: Vec<KernelDecl<'u>>,
    /// From each instance of a template to the template.
    template_of: FxHashMap<NodeId, &'u Node>,
    /// Functions that `__axiom` expands to.
    pub axioms: Vec<&'u Node>,
    /// Functions that an expression names without calling them.
    addressed: FxHashSet<NodeId>,
    /// The same, in the order of the places that name them first.
    addressed_in_order: Vec<DeclRef>,
    variable_uses: OnceCell<identity::VariableUses>,
    /// Names of the file's functions with bodies.
    defined_names: OnceCell<FxHashSet<Arc<str>>>,
    /// The types of the parameters of the template that is being walked.
    parameter_types: Vec<ParameterType>,
    /// True if the file has a kernel of OpenCL.
    pub opencl: bool,
    /// The caller says that the target has 32-bit pointers.
    caller_says_narrow: bool,
    parsed_types: RefCell<Parsed>,
    /// Functions that the file declares, not the prelude.
    functions_of_file: FxHashSet<NodeId>,
    /// Every declaration in the file's tree, including those in patterns of templates.
    declared_here: FxHashMap<NodeId, &'u Node>,
    /// Functions without a body that the prelude declares outside of classes. The value is the types of those overloads
    /// that stand in the global namespace.
    prelude_functions: FxHashMap<Arc<str>, Vec<String>>,
    /// From the mangled name of a variable with linkage, or the name of a function with C linkage, to its first
    /// declaration.
    first_by_linkage: FxHashMap<Arc<str>, NodeId>,
}

/// True for a node of the prelude: these are numbered from 2^30 on, see [`wp_clang::ast`].
fn in_prelude(node: &Node) -> bool {
    node.id.index() >= 1 << 30
}

/// The id that is printed as `text`.
fn id_of(text: &str) -> Option<NodeId> {
    text.strip_prefix('n')?.parse().ok().map(NodeId::from_index)
}

impl<'u> Decls<'u> {
    /// Indexes a unit. `narrow` says that the file was parsed for a target with 32-bit pointers, even if no declaration
    /// shows it.
    pub fn new(unit: &'u TranslationUnit, narrow: bool) -> Self {
        let mut decls = Self {
            unit,
            nodes: FxHashMap::default(),
            first_declarations: FxHashMap::default(),
            definitions: FxHashMap::default(),
            defined_signatures: FxHashSet::default(),
            prelude_definitions: FxHashMap::default(),
            qualified_names: FxHashMap::default(),
            scopes: FxHashMap::default(),
            current_function: None,
            parent_record: FxHashMap::default(),
            records: Vec::new(),
            record_nodes: FxHashMap::default(),
            types: TypeNames::default(),
            mentioned_in: Cell::new(None),
            alias_depth: Cell::new(0),
            aligned_typedefs: FxHashSet::default(),
            enumerators: FxHashMap::default(),
            values_of_enums: FxHashMap::default(),
            prelude_enumerators: FxHashMap::default(),
            variables: FxHashMap::default(),
            prelude_variables: FxHashMap::default(),
            names: OnceCell::new(),
            kernels: Vec::new(),
            kernel_declarations: Vec::new(),
            rejected: Vec::new(),
            template_of: FxHashMap::default(),
            axioms: Vec::new(),
            addressed: FxHashSet::default(),
            addressed_in_order: Vec::new(),
            variable_uses: OnceCell::new(),
            defined_names: OnceCell::new(),
            parameter_types: Vec::new(),
            opencl: false,
            caller_says_narrow: narrow,
            parsed_types: RefCell::new(FxHashMap::default()),
            functions_of_file: FxHashSet::default(),
            declared_here: FxHashMap::default(),
            prelude_functions: FxHashMap::default(),
            first_by_linkage: FxHashMap::default(),
        };
        decls.scopes.insert(unit.root.id, String::new());
        decls.note_declarations(&unit.root);
        decls.note_addressed(&unit.root);
        decls.children(&unit.prelude, "", None, false);
        decls.children(&unit.root, "", None, true);
        decls.opencl = decls.kernels.iter().any(|k| k.opencl);
        decls
    }

    /// The template that a function or class is an instance of.
    pub fn template_of(&self, instance: NodeId) -> Option<&'u Node> {
        self.template_of.get(&instance).copied()
    }

    /// The declaration with an id: a function, variable, field or parameter.
    pub fn node(&self, id: NodeId) -> Option<&'u Node> {
        self.nodes.get(&id).copied()
    }

    /// The node whose id is printed as `text`.
    pub fn node_by_text(&self, text: &str) -> Option<&'u Node> {
        self.node(id_of(text)?)
    }

    /// The most complete declaration of a variable: one with an initialiser if there is any, else one that is not
    /// `extern`, else one with a known extent.
    pub fn variable(&self, first: NodeId) -> Option<&'u Node> {
        self.variables.get(&first).copied()
    }

    /// True if the file (not the prelude) declares the function.
    pub fn is_own(&self, id: NodeId) -> bool {
        self.functions_of_file.contains(&id)
    }

    /// True if the prelude contains the declaration.
    pub fn is_prelude(&self, node: &Node) -> bool {
        in_prelude(node)
    }

    /// The definition of a declared function.
    pub fn definition_of(&self, declaration: &Node) -> Option<&'u Node> {
        self.definitions.get(self.first_declarations.get(&declaration.id)?).copied()
    }

    /// The first declaration of a kernel that the file does not define.
    pub fn declared_kernel(&self, target: &DeclRef) -> Option<&'u Node> {
        let first = self.first_declarations.get(&target.id).unwrap_or(&target.id);
        self.declared_kernels().find(|kernel| kernel.node.id == *first).map(|kernel| kernel.node)
    }

    /// The kernels that the file declares and does not define.
    pub fn declared_kernels(&self) -> impl Iterator<Item = &KernelDecl<'u>> {
        self.kernel_declarations.iter().filter(|kernel| !self.definitions.contains_key(&kernel.node.id))
    }

    /// True if the file defines a function of the same qualified name and type as this one, which has no definition.
    /// The compiler takes them for two functions, but the call may mean the defined one.
    pub fn may_be_defined(&self, target: &DeclRef) -> bool {
        let Some((node, full)) = self.node(target.id).zip(self.qualified_names.get(&target.id)) else { return false };
        self.defined_signatures.contains(&(full.clone(), node.ty.clone().unwrap_or_else(|| target.ty.clone())))
    }

    /// A variable of namespace scope.
    pub fn global(&self, target: &DeclRef) -> Option<&'u Node> {
        let own = self.declared_variable(target.id).or_else(|| self.node(target.id));
        own.or_else(|| self.prelude_variables.get(&*target.name).copied().flatten().filter(|_| self.is_builtin(target)))
    }

    /// A record.
    pub fn record_decl(&self, id: RecordId) -> &RecordDecl<'u> {
        &self.records[id.index()]
    }
}
