//! Index of the declarations of a translation unit: functions with bodies, records, typedefs, enumerators, globals.
//!
//! Built once per unit by one walk over the prelude and the file. Dependent patterns of templates are left out; their
//! instances are in. Clang determines which declarations are of one function or variable (`previousDecl` and, for
//! variables with linkage, the mangled name), not their names. References to the prelude carry ids that the file does
//! not declare: these, and only these, are resolved by name ([`Decls::is_builtin`]).

mod identity;

use crate::ctype::{self, CType, QType, RecordId};
use crate::host::foreign::has_linkage;
use crate::printed::{bool_parameters, key, template_args};
use crate::type_names::{Named, Origin, TypeNames};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use wp_base::{FileId, Id, Span};
use wp_clang::{DeclRef, Node, NodeId, TranslationUnit};
use wp_kir::Type;
use wp_spec::Comment;

/// A struct, union or class.
pub(crate) struct RecordDecl<'u> {
    pub name: String,
    pub node: &'u Node,
    pub is_union: bool,
    pub is_lambda: bool,
}

/// A function that is a kernel.
pub(crate) struct KernelDecl<'u> {
    pub name: String,
    pub node: &'u Node,
    pub opencl: bool,
}

/// The declaration that a name in a specification may stand for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Constant {
    Enumerator(i128),
    /// A variable by its first declaration.
    Variable(NodeId),
}

/// Types by the function that mentions them, where that matters, and their text.
type Parsed = FxHashMap<(Option<NodeId>, Arc<str>), QType>;

/// Typedefs of typedefs that are followed.
const MAX_ALIASES: u32 = 16;

/// The index.
pub(crate) struct Decls<'u> {
    pub unit: &'u TranslationUnit,
    nodes: FxHashMap<NodeId, &'u Node>,
    /// The first declaration of what a later one declares again.
    firsts: FxHashMap<NodeId, NodeId>,
    /// First declarations to definitions of functions.
    definitions: FxHashMap<NodeId, &'u Node>,
    /// Qualified names and types of functions with a body.
    bodies: FxHashSet<(String, Arc<str>)>,
    /// Names and types of functions of the prelude to definitions.
    prelude_definitions: FxHashMap<(String, Arc<str>), &'u Node>,
    qualified: FxHashMap<NodeId, String>,
    /// Namespaces and records to what their members' names begin with.
    scopes: FxHashMap<NodeId, String>,
    /// The function whose body is being walked.
    inside: Option<NodeId>,
    pub parent_record: FxHashMap<NodeId, RecordId>,
    records: Vec<RecordDecl<'u>>,
    record_nodes: FxHashMap<NodeId, RecordId>,
    types: TypeNames<'u>,
    /// The function that mentions the type being parsed.
    mentioned_in: Cell<Option<NodeId>>,
    /// The number of typedefs that the type being parsed has led through.
    aliases: Cell<u32>,
    /// Names of typedefs with an alignment of their own.
    aligned: FxHashSet<String>,
    /// `None` where the value is not known.
    enumerators: FxHashMap<NodeId, Option<i128>>,
    /// Values of enumerations by their names without scope.
    values_of_enums: FxHashMap<String, Option<BTreeSet<i128>>>,
    prelude_enumerators: FxHashMap<String, i128>,
    /// First declarations of variables to the declaration that says most.
    variables: FxHashMap<NodeId, &'u Node>,
    prelude_variables: FxHashMap<String, &'u Node>,
    /// Variables and enumerators outside of functions by qualified name.
    constants: FxHashMap<String, Vec<Constant>>,
    pub kernels: Vec<KernelDecl<'u>>,
    /// First declarations of kernels that other files may define.
    declared: Vec<KernelDecl<'u>>,
    /// Instances of kernel templates that the compiler gave up.
    pub rejected: Vec<KernelDecl<'u>>,
    /// Instances of templates to the templates.
    template_of: FxHashMap<NodeId, &'u Node>,
    /// Functions made from `__axiom`.
    pub axioms: Vec<&'u Node>,
    /// Functions named other than as a callee.
    addressed: FxHashSet<NodeId>,
    addressed_order: Vec<DeclRef>,
    mentions: OnceCell<identity::Mentions>,
    /// Names of the file's functions with bodies.
    defined_names: OnceCell<FxHashSet<Arc<str>>>,
    /// For each parameter of the template being walked, true if it is a truth value.
    bools: Vec<bool>,
    pub opencl: bool,
    forced_narrow: bool,
    parsed: RefCell<Parsed>,
    /// Functions declared by the file itself, not by the prelude.
    own: FxHashSet<NodeId>,
    /// Every declaration in the file's tree, those in patterns of templates included.
    declared_here: FxHashMap<NodeId, &'u Node>,
    /// Functions that the prelude declares in namespaces: names to the types of those in the global namespace.
    prelude_functions: FxHashMap<Arc<str>, Vec<String>>,
    /// Mangled names of variables with linkage, and names of functions with C linkage, to their first declarations.
    linked: FxHashMap<Arc<str>, NodeId>,
    comments: RefCell<FxHashMap<FileId, Rc<Vec<Comment>>>>,
    logic: RefCell<FxHashMap<FileId, Rc<crate::specs::Defined>>>,
    attached: RefCell<FxHashSet<Span>>,
}

/// Nodes of the prelude are numbered from 2^30, see [`wp_clang::ast`].
fn in_prelude(node: &Node) -> bool {
    node.id.index() >= 1 << 30
}

/// The id that is printed as `text`.
fn id_of(text: &str) -> Option<NodeId> {
    text.strip_prefix('n')?.parse().ok().map(NodeId::from_index)
}

pub(crate) fn is_function(kind: &str) -> bool {
    matches!(kind, "FunctionDecl" | "CXXMethodDecl" | "CXXConstructorDecl" | "CXXDestructorDecl" | "CXXConversionDecl")
}

/// The body of a function declaration.
pub(crate) fn body(node: &Node) -> Option<&Node> {
    node.inner.iter().rev().find(|c| &*c.kind == "CompoundStmt" || &*c.kind == "CXXTryStmt")
}

/// The parameters of a function declaration.
pub(crate) fn params(node: &Node) -> Vec<&Node> {
    node.inner.iter().filter(|c| &*c.kind == "ParmVarDecl").collect()
}

impl<'u> Decls<'u> {
    pub(crate) fn new(unit: &'u TranslationUnit, narrow: bool) -> Self {
        let mut decls = Self {
            unit,
            nodes: FxHashMap::default(),
            firsts: FxHashMap::default(),
            definitions: FxHashMap::default(),
            bodies: FxHashSet::default(),
            prelude_definitions: FxHashMap::default(),
            qualified: FxHashMap::default(),
            scopes: FxHashMap::default(),
            inside: None,
            parent_record: FxHashMap::default(),
            records: Vec::new(),
            record_nodes: FxHashMap::default(),
            types: TypeNames::default(),
            mentioned_in: Cell::new(None),
            aliases: Cell::new(0),
            aligned: FxHashSet::default(),
            enumerators: FxHashMap::default(),
            values_of_enums: FxHashMap::default(),
            prelude_enumerators: FxHashMap::default(),
            variables: FxHashMap::default(),
            prelude_variables: FxHashMap::default(),
            constants: FxHashMap::default(),
            kernels: Vec::new(),
            declared: Vec::new(),
            rejected: Vec::new(),
            template_of: FxHashMap::default(),
            axioms: Vec::new(),
            addressed: FxHashSet::default(),
            addressed_order: Vec::new(),
            mentions: OnceCell::new(),
            defined_names: OnceCell::new(),
            bools: Vec::new(),
            opencl: false,
            forced_narrow: narrow,
            parsed: RefCell::new(FxHashMap::default()),
            own: FxHashSet::default(),
            declared_here: FxHashMap::default(),
            prelude_functions: FxHashMap::default(),
            linked: FxHashMap::default(),
            comments: RefCell::new(FxHashMap::default()),
            logic: RefCell::new(FxHashMap::default()),
            attached: RefCell::new(FxHashSet::default()),
        };
        decls.scopes.insert(unit.root.id, String::new());
        decls.note_declarations(&unit.root);
        decls.note_addressed(&unit.root);
        decls.children(&unit.prelude, "", None, false);
        decls.children(&unit.root, "", None, true);
        decls.opencl = decls.kernels.iter().any(|k| k.opencl);
        decls
    }

    fn children(&mut self, node: &'u Node, scope: &str, record: Option<RecordId>, own: bool) {
        let mut unnamed: Option<&'u Node> = None;
        for child in &node.inner {
            match &*child.kind {
                "CXXRecordDecl" | "RecordDecl" | "EnumDecl" if child.name.is_none() => unnamed = Some(child),
                "TypedefDecl" | "TypeAliasDecl" => {
                    if let (Some(tag), Some(name)) = (unnamed.take(), &child.name) {
                        // `typedef struct { .. } Name;`: the record takes the name of the typedef.
                        let written = child.ty.as_deref().unwrap_or("");
                        let names_it = written == &**name
                            || written.ends_with(&format!(" {name}"))
                            || written.contains("(anonymous")
                            || written.contains("(unnamed");
                        if names_it && !written.contains('*') {
                            self.alias_tag(tag, scope, name, own);
                        }
                    }
                }
                _ => {}
            }
            self.declaration(child, scope, record, own);
        }
    }

    fn alias_tag(&mut self, tag: &'u Node, scope: &str, name: &str, own: bool) {
        if let Some(&id) = self.record_nodes.get(&tag.id) {
            if self.records[id.index()].name.is_empty() {
                self.records[id.index()].name = format!("{scope}{name}");
            }
            self.file_type(scope, name, Named::Record(id, tag), own);
        } else if let ("EnumDecl", Some(ty)) = (&*tag.kind, self.enum_type(tag)) {
            self.file_type(scope, name, Named::Enum(ty), own);
        }
    }

    /// Files a type under the names that Clang prints for it: all of them where it has a namespace or class around it.
    fn file_type(&mut self, scope: &str, name: &str, what: Named<'u>, own: bool) {
        match self.inside {
            // The scope is that of a class in the function.
            Some(function) => self.types.file(&format!("{scope}{name}"), what, Origin::Local(function)),
            None => {
                if !scope.is_empty() {
                    self.types.file(name, what.clone(), Origin::Last { prelude: !own });
                }
                self.types.file(&format!("{scope}{name}"), what, Origin::Whole);
            }
        }
    }

    /// The type of an enumeration; `None` where it is not known.
    fn enum_type(&self, node: &Node) -> Option<Type> {
        if let Some(text) = node.extra.get("fixedUnderlyingType") {
            return ctype::parse(text, self).ty.scalar();
        }
        // Without a type of its own: the first of these that holds all enumerators, unsigned where none is negative.
        let constants = node.inner.iter().filter(|c| &*c.kind == "EnumConstantDecl");
        let values =
            constants.map(|e| self.enumerators.get(&e.id).copied().flatten()).collect::<Option<Vec<i128>>>()?;
        let (low, high) = (values.iter().min().map_or(0, |v| *v.min(&0)), values.iter().max().map_or(0, |v| *v));
        let packed = node.inner.iter().any(|c| &*c.kind == "PackedAttr");
        let widths: &[u8] = if packed { &[8, 16, 32, 64] } else { &[32, 64] };
        let fits = |bits: u8| match low < 0 {
            true => low >= -(1i128 << (bits - 1)) && high < 1i128 << (bits - 1),
            false => high < 1i128 << bits,
        };
        widths.iter().find(|bits| fits(**bits)).map(|&bits| Type::Int { bits, signed: low < 0 })
    }

    /// Enumerators with their values, as far as they are known.
    fn enumeration(&mut self, node: &'u Node, scope: &str, own: bool) {
        let name = node.name.as_deref().unwrap_or("");
        let scoped = node.extra.contains_key("scopedEnumTag");
        let mut next = Some(0i128);
        for e in node.inner.iter().filter(|c| &*c.kind == "EnumConstantDecl") {
            let written = e.inner.iter().find(|c| !c.kind.ends_with("Attr") && !c.kind.ends_with("Comment"));
            let value = written.map_or(next, |c| constant_of(c, self));
            next = value.map(|v| v + 1);
            self.enumerators.insert(e.id, value);
            let (Some(value), Some(n)) = (value, &e.name) else { continue };
            if !own {
                self.prelude_enumerators.insert(n.to_string(), value);
            }
            let scope = if scoped { format!("{scope}{name}::") } else { scope.to_owned() };
            self.file_constant(format!("{scope}{n}"), Constant::Enumerator(value));
        }
        let Some(ty) = self.enum_type(node) else { return };
        self.note_enumerators(node, name);
        if !name.is_empty() {
            self.file_type(scope, name, Named::Enum(ty), own);
        } else {
            self.file_unnamed(node, scope, "enum", Named::Enum(ty), own);
        }
    }

    /// Notes the values of an enumeration by its name; enumerations of one name with different values have none.
    fn note_enumerators(&mut self, node: &Node, name: &str) {
        let constants = node.inner.iter().filter(|c| &*c.kind == "EnumConstantDecl");
        let values =
            constants.map(|e| self.enumerators.get(&e.id).copied().flatten()).collect::<Option<BTreeSet<i128>>>();
        let values = values.filter(|v| !v.is_empty() && !name.is_empty());
        let known = self.values_of_enums.entry(name.to_owned()).or_insert_with(|| values.clone());
        if *known != values {
            *known = None;
        }
    }

    /// The values of the enumerators of a type, as it is printed.
    pub(crate) fn enumerators_of(&self, ty: &str) -> Option<&BTreeSet<i128>> {
        let name = ty.trim().trim_start_matches("const ").trim_start_matches("enum ").trim_end_matches(" const");
        self.values_of_enums.get(name.rsplit("::").next()?)?.as_ref()
    }

    fn file_constant(&mut self, name: String, what: Constant) {
        if self.inside.is_none() {
            let meanings = self.constants.entry(name).or_default();
            if !meanings.contains(&what) {
                meanings.push(what);
            }
        }
    }

    /// Follows Clang's chain of declarations of one function or variable.
    fn first_of(&mut self, node: &Node) -> NodeId {
        let previous = node.extra.get("previousDecl").and_then(|text| id_of(text));
        let first = previous.map_or(node.id, |p| self.firsts.get(&p).copied().unwrap_or(p));
        self.firsts.insert(node.id, first);
        first
    }

    /// The scope that a declaration belongs to, which need not be the one that it stands in; `None` for members of templates that
    /// stand outside of them.
    fn scope_of(&self, node: &Node, around: &str) -> Option<String> {
        match node.extra.get("parentDeclContextId") {
            Some(text) => self.scopes.get(&id_of(text)?).cloned(),
            None => Some(around.to_owned()),
        }
    }

    /// True if a function is a member of a template and stands outside of it, so that it is an instance of no template.
    pub(crate) fn is_outside_of_its_template(&self, node: &Node) -> bool {
        !self.parent_record.contains_key(&node.id) && self.scope_of(node, "").is_none()
    }

    fn variable_declaration(&mut self, node: &'u Node, scope: &str, own: bool) {
        let name = node.name.as_deref().unwrap_or("");
        // The template mentions its specialisations without their initialisers.
        let known = self.nodes.entry(node.id).or_insert(node);
        if node.extra.contains_key("init") && !known.extra.contains_key("init") {
            *known = node;
        }
        let first = if own { self.first_of_variable(node) } else { self.first_of(node) };
        let says = |n: &Node| {
            let elsewhere = n.extra.get("storageClass").is_some_and(|c| &**c == "extern");
            (n.extra.contains_key("init"), !elsewhere, !n.type_str().contains("[]"))
        };
        let known = self.variables.entry(first).or_insert(node);
        if says(node) > says(known) {
            *known = node;
        }
        match self.scope_of(node, scope) {
            Some(scope) if own => self.file_constant(format!("{scope}{name}"), Constant::Variable(first)),
            Some(_) => {
                self.prelude_variables.insert(name.to_owned(), node);
            }
            None => {}
        }
        self.walk(node, scope, own);
    }

    fn typedef(&mut self, node: &'u Node, scope: &str, own: bool) {
        self.note_alignment(node);
        let (Some(name), Some(text)) = (&node.name, node.desugared.as_ref().or(node.ty.as_ref())) else { return };
        let tags = ["struct ", "union ", "class ", "enum "];
        let bare = tags.iter().find_map(|t| text.strip_prefix(t)).unwrap_or(text);
        // `typedef struct P P;`
        if bare != &**name && bare != format!("{scope}{name}") {
            self.file_type(scope, name, Named::Alias(text.clone()), own);
        }
    }

    fn declaration(&mut self, node: &'u Node, scope: &str, record: Option<RecordId>, own: bool) {
        let name = node.name.as_deref().unwrap_or("");
        match &*node.kind {
            "NamespaceDecl" => {
                let inner = if name.is_empty() || node.flag("isInline") {
                    scope.to_owned()
                } else {
                    format!("{scope}{name}::")
                };
                self.scopes.insert(node.id, inner.clone());
                self.children(node, &inner, None, own);
            }
            "LinkageSpecDecl" | "ExternCContextDecl" | "DeclStmt" => {
                self.scopes.insert(node.id, scope.to_owned());
                self.children(node, scope, record, own);
            }
            // Friends belong to the scope around the class.
            "FriendDecl" => self.children(node, "", None, own),
            "FunctionTemplateDecl" => {
                let outer = std::mem::replace(&mut self.bools, bool_parameters(node));
                for child in node.inner.iter().filter(|c| is_function(&c.kind)) {
                    self.template_of.insert(child.id, node);
                    let instance = child.inner.iter().any(|a| &*a.kind == "TemplateArgument");
                    if instance {
                        self.function(child, scope, record, own);
                    } else if !own {
                        self.prelude_function(child, scope);
                    } else {
                        // The dependent pattern, or a bare reference to an instance shown elsewhere.
                        self.nodes.entry(child.id).or_insert(child);
                    }
                }
                self.bools = outer;
            }
            "ClassTemplateDecl" => {
                for child in &node.inner {
                    if &*child.kind == "ClassTemplateSpecializationDecl" {
                        self.template_of.insert(child.id, node);
                        let outer = std::mem::replace(&mut self.bools, bool_parameters(node));
                        self.declaration(child, scope, record, own);
                        self.bools = outer;
                    }
                }
            }
            "CXXRecordDecl" | "RecordDecl" | "ClassTemplateSpecializationDecl" => self.record(node, scope, own),
            "EnumDecl" => self.enumeration(node, scope, own),
            // If a type is declared twice with different meanings, the first declaration counts.
            "TypedefDecl" | "TypeAliasDecl" if node.flag("isInvalid") => {}
            "TypedefDecl" | "TypeAliasDecl" => self.typedef(node, scope, own),
            // An explicit specialisation of a variable template stands beside the template.
            "VarDecl" | "VarTemplateSpecializationDecl" => self.variable_declaration(node, scope, own),
            kind if is_function(kind) => self.function(node, scope, record, own),
            "FieldDecl" | "ParmVarDecl" | "IndirectFieldDecl" => {
                self.nodes.insert(node.id, node);
            }
            "VarTemplateDecl" => {
                for child in node.inner.iter().filter(|c| &*c.kind == "VarTemplateSpecializationDecl") {
                    self.variable_declaration(child, scope, own);
                }
            }
            "ClassTemplatePartialSpecializationDecl" | "TypeAliasTemplateDecl" => {}
            _ => self.walk(node, scope, own),
        }
    }

    /// Statements and expressions: only to find local declarations and lambdas.
    fn walk(&mut self, node: &'u Node, scope: &str, own: bool) {
        for child in &node.inner {
            match &*child.kind {
                "DeclStmt" => self.children(child, scope, None, own),
                "CXXRecordDecl" => self.record(child, scope, own),
                _ => self.walk(child, scope, own),
            }
        }
    }

    fn function(&mut self, node: &'u Node, scope: &str, record: Option<RecordId>, own: bool) {
        let name = node.name.as_deref().unwrap_or("");
        if !own && body(node).is_none() && record.is_none() {
            return self.prelude_function(node, scope);
        }
        if body(node).is_some() || !self.nodes.contains_key(&node.id) {
            self.nodes.insert(node.id, node);
        }
        let first = if own { self.first_of_function(node) } else { self.first_of(node) };
        if let Some(outer) = self.inside {
            self.types.enclose(node.id, outer);
        }
        let mut parent = record;
        if parent.is_none() && node.extra.contains_key("parentDeclContextId") {
            let previous = node.extra.get("previousDecl").and_then(|text| id_of(text));
            parent = previous.and_then(|p| self.parent_record.get(&p).copied());
        }
        let scope_name = match parent {
            Some(r) => format!("{}::", self.records[r.index()].name),
            None => self.scope_of(node, scope).unwrap_or_default(),
        };
        let dependent = parent.is_none() && self.scope_of(node, scope).is_none();
        if let Some(r) = parent {
            self.parent_record.insert(node.id, r);
        }
        let args = template_args(node, &self.bools);
        self.types.instantiate(node.id, &args);
        let full = format!("{scope_name}{name}{args}");
        let ty = node.ty.clone().unwrap_or_else(|| "".into());
        self.qualified.insert(node.id, full.clone());
        if own {
            self.own.insert(node.id);
        }
        let is_cuda_kernel = node.inner.iter().any(|c| &*c.kind == "CUDAGlobalAttr");
        if is_cuda_kernel && own && !dependent && first == node.id && has_linkage(&full, node) {
            self.declared.push(KernelDecl { name: full.clone(), node, opencl: false });
        }
        let is_instance = node.inner.iter().any(|c| &*c.kind == "TemplateArgument");
        if is_cuda_kernel && own && is_instance && body(node).is_none() && node.flag("isInvalid") {
            self.rejected.push(KernelDecl { name: full.clone(), node, opencl: false });
        }
        if let Some(b) = body(node) {
            if !own {
                for text in [&node.ty, &node.desugared].into_iter().flatten() {
                    self.prelude_definitions.entry((name.to_owned(), text.clone())).or_insert(node);
                }
            }
            self.definitions.insert(first, node);
            if dependent {
                return;
            }
            self.bodies.insert((full.clone(), ty));
            let opencl = node.inner.iter().any(|c| &*c.kind == "OpenCLKernelAttr");
            if (is_cuda_kernel || opencl) && own {
                self.kernels.push(KernelDecl { name: full, node, opencl });
            }
            if own && name.starts_with("__wp_axiom") {
                self.axioms.push(node);
            }
            for p in params(node) {
                self.nodes.insert(p.id, p);
            }
            // Types of function bodies are printed without the scope of the function.
            let outer = self.inside.replace(node.id);
            self.walk(b, "", own);
            self.inside = outer;
        }
    }

    fn record(&mut self, node: &'u Node, scope: &str, own: bool) {
        if node.flag("isImplicit") && !node.flag("completeDefinition") {
            return; // the injected class name
        }
        let name = node.name.as_deref().unwrap_or("");
        let full =
            if name.is_empty() { String::new() } else { format!("{scope}{name}{}", template_args(node, &self.bools)) };
        if !node.flag("completeDefinition") {
            return;
        }
        let is_lambda = node.flag("isImplicit") && name.is_empty();
        let id = RecordId::from_index(self.records.len());
        self.records.push(RecordDecl {
            name: full.clone(),
            node,
            is_union: node.extra.get("tagUsed").is_some_and(|t| &**t == "union"),
            is_lambda,
        });
        self.record_nodes.insert(node.id, id);
        if !full.is_empty() {
            let args = template_args(node, &self.bools);
            self.file_type(scope, &format!("{name}{args}"), Named::Record(id, node), own);
        } else {
            let tag = node.extra.get("tagUsed").map_or("struct", |t| &**t);
            self.file_unnamed(node, scope, tag, Named::Record(id, node), own);
        }
        let inner_scope = if full.is_empty() { scope.to_owned() } else { format!("{full}::") };
        self.scopes.insert(node.id, inner_scope.clone());
        self.children(node, &inner_scope, Some(id), own);
    }

    /// Types without a name are printed with their position.
    fn file_unnamed(&mut self, node: &Node, scope: &str, tag: &str, what: Named<'u>, own: bool) {
        let sources = &self.unit.sources;
        let (Some(file), Some(at)) = (sources.file(node.loc.file), sources.line_col(node.loc)) else { return };
        let place = format!("{}:{}:{}", file.path.display(), at.line, at.column);
        let forms = ["anonymous", "unnamed"].into_iter().flat_map(|form| [form.to_owned(), format!("{form} {tag}")]);
        for form in forms.chain(["lambda".to_owned()]) {
            self.file_type(scope, &format!("({form} at {place})"), what.clone(), own);
        }
    }

    /// Notes a typedef that aligns, itself or through the one that it names; records that are aligned say so themselves.
    fn note_alignment(&mut self, node: &Node) {
        let aligns = node.inner.iter().any(|c| &*c.kind == "AlignedAttr");
        if aligns || self.has_own_alignment(node.ty.as_deref().unwrap_or("")) {
            self.aligned.extend(node.name.as_ref().map(|n| n.to_string()));
        }
    }

    /// True if a printed type names a typedef with an alignment of its own.
    pub(crate) fn has_own_alignment(&self, text: &str) -> bool {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        !self.aligned.is_empty() && words.any(|word| self.aligned.contains(word))
    }

    /// The template that a function or class is an instance of.
    pub(crate) fn template_of(&self, instance: NodeId) -> Option<&'u Node> {
        self.template_of.get(&instance).copied()
    }

    pub(crate) fn node(&self, id: NodeId) -> Option<&'u Node> {
        self.nodes.get(&id).copied()
    }

    /// The node whose id is printed as `text`.
    pub(crate) fn node_by_text(&self, text: &str) -> Option<&'u Node> {
        self.node(id_of(text)?)
    }

    /// True if the file was parsed for a target with 32-bit pointers: `long` and alignments differ there.
    pub(crate) fn narrow(&self) -> bool {
        self.forced_narrow || self.types.alias("size_t").is_some_and(|t| &**t == "unsigned int")
    }

    /// The specification comments of a file, but for those that conditionals leave out.
    pub(crate) fn comments(&self, file: FileId) -> Rc<Vec<Comment>> {
        let text = self.unit.sources.file(file).map_or("", |f| &f.text);
        let is_seen = |comment: &Comment| {
            let Some(seen) = &self.unit.seen_comments else { return true };
            let at = u32::try_from(comment.range.start).unwrap_or(u32::MAX);
            let line = self.unit.sources.line_col(Span { file, start: at, end: at });
            line.is_none_or(|at| seen.contains(file, at.line))
        };
        let read = || Rc::new(wp_spec::comments(text).into_iter().filter(is_seen).collect());
        self.comments.borrow_mut().entry(file).or_insert_with(read).clone()
    }

    /// The logic functions and predicates of a file, read once.
    pub(crate) fn logic(
        &self,
        file: FileId,
        read: impl FnOnce() -> crate::specs::Defined,
    ) -> Rc<crate::specs::Defined> {
        if let Some(found) = self.logic.borrow().get(&file) {
            return found.clone();
        }
        let found = Rc::new(read());
        self.logic.borrow_mut().insert(file, found.clone());
        found
    }

    /// Notes that a specification comment was read.
    pub(crate) fn attach(&self, comment: Span) {
        self.attached.borrow_mut().insert(comment);
    }

    pub(crate) fn is_attached(&self, comment: Span) -> bool {
        self.attached.borrow().contains(&comment)
    }

    /// The meaning of a name in front of a function, or in its body if nothing in the body has the name: a variable of
    /// the file or an enumerator; `None` as well where several may be meant.
    pub(crate) fn constant(&self, name: &str, function: NodeId) -> Option<Constant> {
        let mut scope = self.qualified.get(&function).map_or("", |full| full.split_once('<').map_or(full, |(f, _)| f));
        loop {
            scope = scope.rsplit_once("::").map_or("", |(outer, _)| outer);
            let full = if scope.is_empty() { name.to_owned() } else { format!("{scope}::{name}") };
            match self.constants.get(&full).map(Vec::as_slice) {
                Some(&[one]) => return Some(one),
                Some(_) => return None,
                None if scope.is_empty() => return None,
                None => {}
            }
        }
    }

    /// The declaration of a variable that says most.
    pub(crate) fn variable(&self, first: NodeId) -> Option<&'u Node> {
        self.variables.get(&first).copied()
    }

    /// True if the file (not the prelude) declares the function.
    pub(crate) fn is_own(&self, id: NodeId) -> bool {
        self.own.contains(&id)
    }

    /// True if the declaration is the prelude's.
    pub(crate) fn is_prelude(&self, node: &Node) -> bool {
        in_prelude(node)
    }

    /// The definition of a declared function.
    pub(crate) fn definition_of(&self, declaration: &Node) -> Option<&'u Node> {
        self.definitions.get(self.firsts.get(&declaration.id)?).copied()
    }

    /// The first declaration of a kernel that the file does not define.
    pub(crate) fn declared_kernel(&self, target: &DeclRef) -> Option<&'u Node> {
        let first = self.firsts.get(&target.id).unwrap_or(&target.id);
        self.declared_kernels().find(|kernel| kernel.node.id == *first).map(|kernel| kernel.node)
    }

    /// The kernels that the file declares and does not define.
    pub(crate) fn declared_kernels(&self) -> impl Iterator<Item = &KernelDecl<'u>> {
        self.declared.iter().filter(|kernel| !self.definitions.contains_key(&kernel.node.id))
    }

    /// True if a function without a definition may still be one that the file defines: of its name and type, though the
    /// compiler takes them for two.
    pub(crate) fn may_be_defined(&self, target: &DeclRef) -> bool {
        let Some((node, full)) = self.node(target.id).zip(self.qualified.get(&target.id)) else { return false };
        self.bodies.contains(&(full.clone(), node.ty.clone().unwrap_or_else(|| target.ty.clone())))
    }

    /// A variable of namespace scope.
    pub(crate) fn global(&self, target: &DeclRef) -> Option<&'u Node> {
        let own = self.declared_variable(target.id).or_else(|| self.node(target.id));
        own.or_else(|| self.prelude_variables.get(&*target.name).copied().filter(|_| self.is_builtin(target)))
    }

    pub(crate) fn enumerator(&self, target: &DeclRef) -> Option<i128> {
        match self.enumerators.get(&target.id) {
            Some(value) => *value,
            None => self.prelude_enumerators.get(&*target.name).copied().filter(|_| self.is_builtin(target)),
        }
    }

    pub(crate) fn record_decl(&self, id: RecordId) -> &RecordDecl<'u> {
        &self.records[id.index()]
    }

    /// Parses a printed type, remembering the answer.
    pub(crate) fn qtype(&self, text: &str) -> QType {
        self.parsed_in(None, text)
    }

    /// The same for a type that is mentioned in a function, whose own types are known there.
    pub(crate) fn qtype_in(&self, function: NodeId, text: &str) -> QType {
        self.parsed_in(Some(function).filter(|f| self.types.has_own(*f)), text)
    }

    fn parsed_in(&self, function: Option<NodeId>, text: &str) -> QType {
        let key = (function, text.into());
        if let Some(found) = self.parsed.borrow().get(&key) {
            return found.clone();
        }
        let outer = self.mentioned_in.replace(function);
        let parsed = ctype::parse(text, self);
        self.mentioned_in.set(outer);
        self.parsed.borrow_mut().insert(key, parsed.clone());
        parsed
    }

    /// The type that one meaning of a name is.
    fn meant(&self, what: &Named<'u>) -> Option<QType> {
        let text = match what {
            Named::Record(id, _) => return Some(QType::plain(CType::Record(*id))),
            Named::Enum(ty) => return Some(QType::plain(CType::Scalar(*ty))),
            Named::Alias(text) => text,
        };
        let depth = self.aliases.get();
        if depth == MAX_ALIASES {
            return None;
        }
        self.aliases.set(depth + 1);
        let parsed = ctype::parse(text, self);
        self.aliases.set(depth);
        (!matches!(parsed.ty, CType::Unknown(_))).then_some(parsed)
    }
}

impl ctype::TypeNames for Decls<'_> {
    fn named(&self, name: &str) -> Option<QType> {
        let function = self.mentioned_in.get();
        let mut found = self.types.candidates(&key(name.strip_prefix("::").unwrap_or(name)), function);
        if found.is_empty() {
            // Clang prints a type without a name below the scope it is in; its position alone may name it.
            let unnamed = ["(anonymous", "(unnamed", "(lambda"].iter().find_map(|m| name.find(m));
            found = unnamed.map_or(Vec::new(), |i| self.types.candidates(&key(&name[i..]), function));
        }
        let (first, others) = found.split_first()?;
        let meant = self.meant(first);
        if others.is_empty() {
            return meant;
        }
        match meant {
            Some(ty) if others.iter().all(|o| self.meant(o).as_ref() == Some(&ty)) => Some(ty),
            _ => Some(QType::plain(CType::Unknown(name.into()))),
        }
    }
    fn long_bits(&self) -> u8 {
        if self.narrow() && !self.opencl() {
            32
        } else {
            64
        }
    }
    fn opencl(&self) -> bool {
        self.opencl || self.kernels.iter().any(|k| k.opencl) || self.types.is_empty() && self.records.is_empty()
    }
}

/// The value of a constant expression node that Clang evaluated, or of a literal below casts.
pub(crate) fn constant_of(node: &Node, decls: &Decls<'_>) -> Option<i128> {
    if matches!(&*node.kind, "ConstantExpr" | "IntegerLiteral" | "CharacterLiteral") {
        let printed = node.value.as_deref().and_then(|v| match v {
            "true" => Some(1),
            "false" => Some(0),
            number => number.parse().ok(),
        });
        if printed.is_some() {
            return printed;
        }
    }
    if &*node.kind == "CXXBoolLiteralExpr" {
        return Some(i128::from(node.value.as_deref() == Some("true")));
    }
    if &*node.kind == "DeclRefExpr" {
        return node.referenced.as_ref().and_then(|r| decls.enumerator(r));
    }
    match &*node.kind {
        "ConstantExpr" | "ImplicitCastExpr" | "ParenExpr" | "CStyleCastExpr" | "SubstNonTypeTemplateParmExpr" => {
            node.inner.last().and_then(|c| constant_of(c, decls))
        }
        "UnaryOperator" if node.opcode.as_deref() == Some("-") => constant_of(node.inner.first()?, decls).map(|v| -v),
        _ => None,
    }
}
