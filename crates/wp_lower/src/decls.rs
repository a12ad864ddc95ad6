//! Index of the declarations of a translation unit: functions with bodies, records, typedefs, enumerators, globals.
//!
//! Built once per unit by one walk over the prelude and the file. Dependent patterns of templates are left out; their
//! instances are in.

use crate::ctype::{self, CType, QType, RecordId, TypeNames};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
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

/// The index.
pub(crate) struct Decls<'u> {
    pub unit: &'u TranslationUnit,
    nodes: FxHashMap<NodeId, &'u Node>,
    /// Qualified name and type to definitions.
    definitions: FxHashMap<(String, Arc<str>), &'u Node>,
    qualified: FxHashMap<NodeId, String>,
    pub parent_record: FxHashMap<NodeId, RecordId>,
    records: Vec<RecordDecl<'u>>,
    record_names: FxHashMap<String, RecordId>,
    record_nodes: FxHashMap<NodeId, RecordId>,
    typedefs: RefCell<FxHashMap<String, Arc<str>>>,
    /// Names of typedefs with an alignment of their own.
    aligned: RefCell<FxHashSet<String>>,
    enums: FxHashMap<String, Type>,
    enumerators: FxHashMap<NodeId, i128>,
    enumerator_names: FxHashMap<String, i128>,
    variables: FxHashMap<String, &'u Node>,
    pub kernels: Vec<KernelDecl<'u>>,
    /// Functions made from `__axiom`.
    pub axioms: Vec<&'u Node>,
    /// Functions named other than as a callee.
    addressed: FxHashSet<NodeId>,
    addressed_order: Vec<DeclRef>,
    /// Which parameters of the template being walked are truth values.
    bools: Vec<bool>,
    pub opencl: bool,
    forced_narrow: bool,
    parsed: RefCell<FxHashMap<Arc<str>, QType>>,
    /// Functions declared by the file itself, not by the prelude.
    own: FxHashSet<NodeId>,
    comments: RefCell<FxHashMap<FileId, Rc<Vec<Comment>>>>,
    attached: RefCell<FxHashSet<Span>>,
}

/// Removes what may differ between two prints of one name.
pub(crate) fn key(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        match word.as_str() {
            "true" => out.push('1'),
            "false" => out.push('0'),
            w if w.starts_with(|c: char| c.is_ascii_digit()) => out.push_str(w.trim_end_matches(['U', 'L', 'u', 'l'])),
            w => out.push_str(w),
        }
        word.clear();
    };
    for c in name.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        flush(&mut word, &mut out);
        if c != ' ' {
            out.push(c);
        } else if out.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            out.push(' ');
        }
    }
    flush(&mut word, &mut out);
    out
}

/// Nodes of the prelude are numbered from 2^30, see [`wp_clang::ast`].
fn in_prelude(node: &Node) -> bool {
    node.id.index() >= 1 << 30
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

/// `<8, float>` of a specialisation, or nothing.
///
/// `bools` tells which parameters are truth values: Clang prints a true one as -1.
fn template_args(node: &Node, bools: &[bool]) -> String {
    fn one(arg: &Node, bools: &[bool], out: &mut Vec<String>) {
        if let Some(value) = &arg.value {
            let truth = bools.get(out.len()).copied().unwrap_or(false);
            out.push(match &**value {
                "0" if truth => "false".to_owned(),
                _ if truth => "true".to_owned(),
                text => text.to_owned(),
            });
        } else if arg.ty.is_some() {
            out.push(arg.type_str().to_owned());
        } else if let Some(target) = &arg.referenced {
            out.push(target.name.to_string());
        } else if arg.inner.iter().any(|c| &*c.kind == "TemplateArgument") {
            arg.inner.iter().filter(|c| &*c.kind == "TemplateArgument").for_each(|c| one(c, bools, out));
        } else {
            out.push("?".to_owned());
        }
    }
    let mut out = Vec::new();
    node.inner.iter().filter(|c| &*c.kind == "TemplateArgument").for_each(|c| one(c, bools, &mut out));
    if out.is_empty() {
        String::new()
    } else {
        format!("<{}>", out.join(", "))
    }
}

fn bool_parameters(template: &Node) -> Vec<bool> {
    let parameters =
        template.inner.iter().filter(|c| c.kind.starts_with("Template") || &*c.kind == "NonTypeTemplateParmDecl");
    parameters.map(|p| &*p.kind == "NonTypeTemplateParmDecl" && p.type_str() == "bool").collect()
}

impl<'u> Decls<'u> {
    pub(crate) fn new(unit: &'u TranslationUnit, narrow: bool) -> Self {
        let mut decls = Self {
            unit,
            nodes: FxHashMap::default(),
            definitions: FxHashMap::default(),
            qualified: FxHashMap::default(),
            parent_record: FxHashMap::default(),
            records: Vec::new(),
            record_names: FxHashMap::default(),
            record_nodes: FxHashMap::default(),
            typedefs: RefCell::new(FxHashMap::default()),
            aligned: RefCell::default(),
            enums: FxHashMap::default(),
            enumerators: FxHashMap::default(),
            enumerator_names: FxHashMap::default(),
            variables: FxHashMap::default(),
            kernels: Vec::new(),
            axioms: Vec::new(),
            addressed: FxHashSet::default(),
            addressed_order: Vec::new(),
            bools: Vec::new(),
            opencl: false,
            forced_narrow: narrow,
            parsed: RefCell::new(FxHashMap::default()),
            own: FxHashSet::default(),
            comments: RefCell::new(FxHashMap::default()),
            attached: RefCell::new(FxHashSet::default()),
        };
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
                            self.alias_tag(tag, &format!("{scope}{name}"));
                        }
                    }
                }
                _ => {}
            }
            self.declaration(child, scope, record, own);
        }
    }

    fn alias_tag(&mut self, tag: &'u Node, name: &str) {
        if let Some(&id) = self.record_nodes.get(&tag.id) {
            self.record_names.insert(key(name), id);
            if self.records[id.index()].name.is_empty() {
                self.records[id.index()].name = name.to_owned();
            }
        } else if &*tag.kind == "EnumDecl" {
            let ty = self.enum_type(tag);
            self.enums.insert(key(name), ty);
        }
    }

    fn enum_type(&self, node: &Node) -> Type {
        match node.extra.get("fixedUnderlyingType").map(|t| ctype::parse(t, self).ty) {
            Some(CType::Scalar(t)) => t,
            // Unscoped enums of C and C++ are unsigned when no enumerator is negative.
            _ => {
                let negative = node.inner.iter().any(|e| self.enumerators.get(&e.id).is_some_and(|v| *v < 0));
                if negative {
                    Type::I32
                } else {
                    Type::U32
                }
            }
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
                self.children(node, &inner, None, own);
            }
            "LinkageSpecDecl" | "ExternCContextDecl" | "DeclStmt" => self.children(node, scope, record, own),
            // Friends belong to the scope around the class.
            "FriendDecl" => self.children(node, "", None, own),
            "FunctionTemplateDecl" => {
                let outer = std::mem::replace(&mut self.bools, bool_parameters(node));
                for child in node.inner.iter().filter(|c| is_function(&c.kind)) {
                    if child.inner.iter().any(|a| &*a.kind == "TemplateArgument") {
                        self.function(child, scope, record, own);
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
                        let outer = std::mem::replace(&mut self.bools, bool_parameters(node));
                        self.declaration(child, scope, record, own);
                        self.bools = outer;
                    }
                }
            }
            "CXXRecordDecl" | "RecordDecl" | "ClassTemplateSpecializationDecl" => self.record(node, scope, own),
            "EnumDecl" => {
                let mut next = 0i128;
                for e in node.inner.iter().filter(|c| &*c.kind == "EnumConstantDecl") {
                    let given = e.inner.first().and_then(|c| constant_of(c, self));
                    let value = given.unwrap_or(next);
                    next = value + 1;
                    self.enumerators.insert(e.id, value);
                    if let Some(n) = &e.name {
                        self.enumerator_names.insert(n.to_string(), value);
                    }
                }
                let ty = self.enum_type(node);
                if !name.is_empty() {
                    self.enums.insert(key(&format!("{scope}{name}")), ty);
                    self.enums.entry(key(name)).or_insert(ty);
                }
            }
            "TypedefDecl" | "TypeAliasDecl" => {
                self.note_alignment(node);
                let text = node.desugared.clone().or_else(|| node.ty.clone());
                if let (Some(text), false) = (text, name.is_empty()) {
                    let mut typedefs = self.typedefs.borrow_mut();
                    if &*text != name {
                        typedefs.insert(format!("{scope}{name}"), text.clone());
                        typedefs.entry(name.to_owned()).or_insert(text);
                    }
                }
            }
            "VarDecl" => {
                self.nodes.insert(node.id, node);
                // A definition wins over a declaration of the same name.
                let full = format!("{scope}{name}");
                if node.extra.contains_key("init") || !self.variables.contains_key(&full) {
                    self.variables.insert(full.clone(), node);
                }
                self.qualified.insert(node.id, full);
                self.walk(node, scope, own);
            }
            kind if is_function(kind) => self.function(node, scope, record, own),
            "FieldDecl" | "ParmVarDecl" | "IndirectFieldDecl" => {
                self.nodes.insert(node.id, node);
            }
            "ClassTemplatePartialSpecializationDecl" | "VarTemplateDecl" | "TypeAliasTemplateDecl" => {}
            _ => self.walk(node, scope, own),
        }
    }

    /// Statements and expressions: only to find local declarations and lambdas.
    fn walk(&mut self, node: &'u Node, scope: &str, own: bool) {
        let call = matches!(&*node.kind, "CallExpr" | "CXXOperatorCallExpr" | "CXXMemberCallExpr");
        for (i, child) in node.inner.iter().enumerate() {
            if call && i == 0 && &*crate::scan::strip_casts(child).kind == "DeclRefExpr" {
                continue;
            }
            match &*child.kind {
                "DeclRefExpr" => {
                    if let Some(target) = child.referenced.as_ref().filter(|t| own && &*t.kind == "FunctionDecl") {
                        if self.addressed.insert(target.id) {
                            self.addressed_order.push(target.clone());
                        }
                    }
                }
                "DeclStmt" => self.children(child, scope, None, own),
                "CXXRecordDecl" => self.record(child, scope, own),
                _ => self.walk(child, scope, own),
            }
        }
    }

    fn function(&mut self, node: &'u Node, scope: &str, record: Option<RecordId>, own: bool) {
        let name = node.name.as_deref().unwrap_or("");
        if body(node).is_some() || !self.nodes.contains_key(&node.id) {
            self.nodes.insert(node.id, node);
        }
        let out_of_line = node.extra.get("parentDeclContextId").cloned();
        let mut parent = record;
        if parent.is_none() {
            if let Some(previous) = node.extra.get("previousDecl") {
                parent = self
                    .parent_record
                    .iter()
                    .find(|(id, _)| id.to_string() == **previous)
                    .map(|(_, r)| *r)
                    .filter(|_| out_of_line.is_some());
            }
        }
        let scope_name = match parent {
            Some(r) => format!("{}::", self.records[r.index()].name),
            None => scope.to_owned(),
        };
        if let Some(r) = parent {
            self.parent_record.insert(node.id, r);
        }
        let args = template_args(node, &self.bools);
        let full = format!("{scope_name}{name}{args}");
        let ty = node.ty.clone().unwrap_or_else(|| "".into());
        self.qualified.insert(node.id, full.clone());
        if own {
            self.own.insert(node.id);
        }
        if let Some(b) = body(node) {
            if !own {
                // References to the prelude carry neither qualifiers nor ids that match it.
                for text in [&node.ty, &node.desugared].into_iter().flatten() {
                    self.definitions.entry((name.to_owned(), text.clone())).or_insert(node);
                }
            }
            self.definitions.insert((full.clone(), ty), node);
            let cuda = node.inner.iter().any(|c| &*c.kind == "CUDAGlobalAttr");
            let opencl = node.inner.iter().any(|c| &*c.kind == "OpenCLKernelAttr");
            if (cuda || opencl) && own {
                self.kernels.push(KernelDecl { name: full, node, opencl });
            }
            if own && name.starts_with("__wp_axiom") {
                self.axioms.push(node);
            }
            for p in params(node) {
                self.nodes.insert(p.id, p);
            }
            self.walk(b, scope, own);
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
            self.record_names.insert(key(&full), id);
            let short = key(&format!("{name}{}", template_args(node, &self.bools)));
            self.record_names.entry(short).or_insert(id);
        } else {
            // Anonymous records are printed with their position.
            for text in self.anonymous_names(node, scope) {
                self.record_names.insert(key(&text), id);
            }
        }
        let inner_scope = if full.is_empty() { scope.to_owned() } else { format!("{full}::") };
        self.children(node, &inner_scope, Some(id), own);
    }

    fn anonymous_names(&self, node: &Node, scope: &str) -> Vec<String> {
        let mut out = Vec::new();
        if let (Some(file), Some(at)) = (self.unit.sources.file(node.loc.file), self.unit.sources.line_col(node.loc)) {
            let place = format!("{}:{}:{}", file.path.display(), at.line, at.column);
            let tag = node.extra.get("tagUsed").map_or("struct", |t| &**t);
            for form in ["anonymous", "unnamed"] {
                out.push(format!("{scope}(anonymous {tag} at {place})").replace("anonymous", form));
                out.push(format!("({form} {tag} at {place})"));
                out.push(format!("{scope}({form} at {place})"));
                out.push(format!("({form} at {place})"));
            }
            out.push(format!("(lambda at {place})"));
            out.push(format!("{scope}(lambda at {place})"));
        }
        out
    }

    /// Notes a typedef that aligns, itself or through the one that it names; records that are aligned say so themselves.
    fn note_alignment(&self, node: &Node) {
        let aligns = node.inner.iter().any(|c| &*c.kind == "AlignedAttr");
        if aligns || self.has_own_alignment(node.ty.as_deref().unwrap_or("")) {
            self.aligned.borrow_mut().extend(node.name.as_ref().map(|n| n.to_string()));
        }
    }

    /// Whether a printed type names a typedef with an alignment of its own.
    pub(crate) fn has_own_alignment(&self, text: &str) -> bool {
        let aligned = self.aligned.borrow();
        !aligned.is_empty() && text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| aligned.contains(word))
    }

    /// Registers a typedef met inside a function body.
    pub(crate) fn local_typedef(&self, node: &Node) {
        self.note_alignment(node);
        if let (Some(name), Some(text)) = (&node.name, node.desugared.as_ref().or(node.ty.as_ref())) {
            if **name != **text && self.typedefs.borrow().get(&**name) != Some(text) {
                self.typedefs.borrow_mut().insert(name.to_string(), text.clone());
                self.parsed.borrow_mut().clear();
            }
        }
    }

    /// Functions of type `ty` whose address the file takes.
    pub(crate) fn addressed(&self, ty: &str) -> Vec<DeclRef> {
        let wanted = key(ty);
        let mut out: Vec<DeclRef> = Vec::new();
        for target in &self.addressed_order {
            let Some(node) = self.definition(target) else {
                if key(&target.ty) == wanted && !out.iter().any(|o| o.id == target.id) {
                    out.push(target.clone());
                }
                continue;
            };
            let same = node.ty.as_ref().is_some_and(|t| key(t) == wanted)
                || node.desugared.as_ref().is_some_and(|t| key(t) == wanted);
            if same && !out.iter().any(|o| self.definition(o).is_some_and(|n| n.id == node.id)) {
                out.push(target.clone());
            }
        }
        out
    }

    pub(crate) fn node(&self, id: NodeId) -> Option<&'u Node> {
        self.nodes.get(&id).copied()
    }

    /// The node whose id is printed as `text`.
    pub(crate) fn node_by_text(&self, text: &str) -> Option<&'u Node> {
        let index: usize = text.strip_prefix('n')?.parse().ok()?;
        self.node(NodeId::from_index(index))
    }

    /// Whether the file was parsed for a target with 32-bit pointers: `long` and alignments differ there.
    pub(crate) fn narrow(&self) -> bool {
        self.forced_narrow || self.typedefs.borrow().get("size_t").is_some_and(|t| &**t == "unsigned int")
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

    /// Notes that a specification comment was read.
    pub(crate) fn attach(&self, comment: Span) {
        self.attached.borrow_mut().insert(comment);
    }

    pub(crate) fn is_attached(&self, comment: Span) -> bool {
        self.attached.borrow().contains(&comment)
    }

    /// A variable of namespace scope in the file, by its name.
    pub(crate) fn variable(&self, name: &str) -> Option<&'u Node> {
        self.variables.get(name).copied().filter(|n| !in_prelude(n))
    }

    /// An enumerator by its name.
    pub(crate) fn enumerator_named(&self, name: &str) -> Option<i128> {
        self.enumerator_names.get(name).copied()
    }

    /// Whether the file (not the prelude) declares the function.
    pub(crate) fn is_own(&self, id: NodeId) -> bool {
        self.own.contains(&id)
    }

    /// Whether the declaration is the prelude's.
    pub(crate) fn is_prelude(&self, node: &Node) -> bool {
        in_prelude(node)
    }

    /// The definition (with a body) of a function that an expression names.
    pub(crate) fn definition(&self, target: &DeclRef) -> Option<&'u Node> {
        if let Some(node) = self.node(target.id) {
            if body(node).is_some() {
                return Some(node);
            }
            let full = self.qualified.get(&target.id)?;
            let ty = node.ty.clone().unwrap_or_else(|| target.ty.clone());
            return self.definitions.get(&(full.clone(), ty)).copied();
        }
        // References to the prelude carry ids of their own: go by name and type, but never to a function of the file.
        self.definitions.get(&(target.name.to_string(), target.ty.clone())).copied().filter(|n| in_prelude(n))
    }

    /// A variable of namespace scope.
    pub(crate) fn global(&self, target: &DeclRef) -> Option<&'u Node> {
        if let Some(full) = self.qualified.get(&target.id) {
            if let Some(node) = self.variables.get(full) {
                // Two local statics of one name must not be mixed up.
                let found = self.node(target.id);
                return match found {
                    Some(n) if n.extra.contains_key("init") || node.ty != n.ty => Some(n),
                    _ => Some(node),
                };
            }
        }
        self.node(target.id).or_else(|| self.variables.get(&*target.name).copied().filter(|n| in_prelude(n)))
    }

    pub(crate) fn enumerator(&self, target: &DeclRef) -> Option<i128> {
        self.enumerators.get(&target.id).or_else(|| self.enumerator_names.get(&*target.name)).copied()
    }

    pub(crate) fn record_decl(&self, id: RecordId) -> &RecordDecl<'u> {
        &self.records[id.index()]
    }

    /// Parses a printed type, remembering the answer.
    pub(crate) fn qtype(&self, text: &str) -> QType {
        if let Some(found) = self.parsed.borrow().get(text) {
            return found.clone();
        }
        let parsed = ctype::parse(text, self);
        self.parsed.borrow_mut().insert(text.into(), parsed.clone());
        parsed
    }
}

impl TypeNames for Decls<'_> {
    fn named(&self, name: &str) -> Option<QType> {
        // Clang prints an anonymous record below the scope it is in; its position alone names it.
        let name = ["(anonymous", "(unnamed", "(lambda"].iter().find_map(|m| name.find(m)).map_or(name, |i| &name[i..]);
        let wanted = key(name.strip_prefix("::").unwrap_or(name));
        if let Some(&id) = self.record_names.get(&wanted) {
            return Some(QType::plain(CType::Record(id)));
        }
        if let Some(&ty) = self.enums.get(&wanted) {
            return Some(QType::plain(CType::Scalar(ty)));
        }
        let text = self.typedefs.borrow().get(name).cloned()?;
        (&*text != name).then(|| ctype::parse(&text, self)).filter(|t| !matches!(t.ty, CType::Unknown(_)))
    }
    fn long_bits(&self) -> u8 {
        if self.narrow() && !self.opencl() {
            32
        } else {
            64
        }
    }
    fn opencl(&self) -> bool {
        self.opencl || self.kernels.iter().any(|k| k.opencl) || self.enums.is_empty() && self.records.is_empty()
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
