//! Index of the declarations of a translation unit: functions with bodies, records, typedefs, enumerators, globals.
//!
//! The index is built once per unit, by one walk over the prelude and the file. It contains the instances of templates,
//! and not their dependent patterns. Which declarations are of one function or variable follows from Clang's
//! `previousDecl` and, for variables with linkage, from the mangled name; it does not follow from the plain name. The
//! id of a reference to the prelude is not declared in the file: these references, and only these, are resolved by name
//! ([`Decls::is_builtin`]).

mod constants;
mod functions;
mod identity;
mod lookup;
mod types;
mod variables;
mod walk;

pub use constants::{constant_of, Constant};

use crate::ctype::{QType, RecordId};
use functions::Functions;
use identity::Identity;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::rc::Rc;
use types::Types;
use variables::Variables;
use walk::Walk;
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
    /// From a namespace or record to the prefix of the qualified names of its members (`a::b::`).
    scopes: FxHashMap<NodeId, Rc<str>>,
    /// From each member function to its class.
    pub parent_record: FxHashMap<NodeId, RecordId>,
    /// From each instance of a template to the template.
    template_of: FxHashMap<NodeId, &'u Node>,
    identity: Identity<'u>,
    functions: Functions<'u>,
    variables: Variables<'u>,
    types: Types<'u>,
    constants: constants::Constants<'u>,
    names: OnceCell<lookup::Index>,
    /// See [`crate::lowers_alignment`].
    pub(crate) lowers_alignment: OnceCell<bool>,
    /// The kernels that the file defines, in the order of their definitions; of templates the instances.
    pub kernels: Vec<KernelDecl<'u>>,
    /// First declarations of kernels that other files may define.
    kernel_declarations: Vec<KernelDecl<'u>>,
    /// Instances of kernel templates that the compiler rejected.
    pub rejected: Vec<KernelDecl<'u>>,
    /// Functions that `__axiom` expands to.
    pub axioms: Vec<&'u Node>,
    /// See [`Decls::addressed`].
    addressed: OnceCell<Vec<DeclRef>>,
    /// True if the file has a kernel of OpenCL.
    pub opencl: bool,
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
        let mut identity = Identity::default();
        identity.note_declarations(&unit.root);
        let decls = Self {
            unit,
            nodes: FxHashMap::default(),
            scopes: FxHashMap::from_iter([(unit.root.id, Rc::from(""))]),
            parent_record: FxHashMap::default(),
            template_of: FxHashMap::default(),
            identity,
            functions: Functions::default(),
            variables: Variables::default(),
            types: Types::of_target(narrow),
            constants: constants::Constants::default(),
            names: OnceCell::new(),
            lowers_alignment: OnceCell::new(),
            kernels: Vec::new(),
            kernel_declarations: Vec::new(),
            rejected: Vec::new(),
            axioms: Vec::new(),
            addressed: OnceCell::new(),
            opencl: false,
        };
        let mut decls = Walk::over(decls);
        decls.opencl = decls.kernels.iter().any(|k| k.opencl);
        decls
    }

    /// Makes room for so many declarations outside of functions and classes, of which some are functions with bodies.
    fn reserve(&mut self, declarations: usize) {
        self.nodes.reserve(declarations);
        let functions = declarations / 4;
        self.identity.first.reserve(functions);
        self.functions.full_names.reserve(functions);
        self.functions.definitions.reserve(functions);
    }

    /// The template that a function or class is an instance of.
    pub fn template_of(&self, instance: NodeId) -> Option<&'u Node> {
        self.template_of.get(&instance).copied()
    }

    /// The scope that a declaration belongs to, where that is not the scope in which it stands. The inner `None` is for
    /// a member of a template that stands outside of the template.
    fn other_scope(&self, node: &Node) -> Option<Option<&Rc<str>>> {
        let text = node.extra.get("parentDeclContextId")?;
        Some(id_of(text).and_then(|id| self.scopes.get(&id)))
    }

    /// The scope that a declaration around which there is this scope belongs to; `None` for a member of a template that
    /// stands outside of the template.
    fn scope_of<'a>(&'a self, node: &Node, around: &'a Rc<str>) -> Option<&'a Rc<str>> {
        self.other_scope(node).unwrap_or(Some(around))
    }

    /// True if a function is a member of a class template and is defined outside of it. Such a node is a pattern, not
    /// an instance.
    pub fn is_outside_of_its_template(&self, node: &Node) -> bool {
        !self.parent_record.contains_key(&node.id) && self.other_scope(node).is_some_and(|scope| scope.is_none())
    }

    /// The declaration with an id: a function, variable, field or parameter.
    pub fn node(&self, id: NodeId) -> Option<&'u Node> {
        self.nodes.get(&id).copied()
    }

    /// The node whose id is printed as `text`.
    pub fn node_by_text(&self, text: &str) -> Option<&'u Node> {
        self.node(id_of(text)?)
    }

    /// True if the prelude contains the declaration.
    pub fn is_prelude(&self, node: &Node) -> bool {
        in_prelude(node)
    }

    /// A record.
    pub fn record_decl(&self, id: RecordId) -> &RecordDecl<'u> {
        self.types.record(id)
    }

    /// Parses a printed type outside of functions. The result is cached.
    pub fn qtype(&self, text: &str) -> QType {
        self.types.parsed(None, text)
    }

    /// Parses a type that is printed in the code of a function, where the names of its local types are visible.
    pub fn qtype_in(&self, function: NodeId, text: &str) -> QType {
        self.types.parsed(Some(function), text)
    }

    /// True if a printed type names a typedef that sets an alignment.
    pub fn has_own_alignment(&self, text: &str) -> bool {
        self.types.has_own_alignment(text)
    }

    /// True if the file was parsed for a target with 32-bit pointers: `long` and alignments differ there.
    pub fn narrow(&self) -> bool {
        self.types.is_narrow()
    }
}
