//! Fills the index by a walk over the prelude and the file. The parameter `in_file` is true in the file and false in
//! the prelude; `scope` is the prefix of qualified names (`a::b::`).

use super::{id_of, Decls, KernelDecl, RecordDecl};
use crate::ctype::RecordId;
use crate::printed::{parameter_types, template_args};
use crate::syntax::{body, has_linkage, is_function, params};
use crate::type_names::{Named, Origin};
use wp_base::Id;
use wp_clang::{Node, NodeId};

impl<'u> Decls<'u> {
    pub(super) fn children(&mut self, node: &'u Node, scope: &str, record: Option<RecordId>, in_file: bool) {
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
                            self.alias_tag(tag, scope, name, in_file);
                        }
                    }
                }
                _ => {}
            }
            self.declaration(child, scope, record, in_file);
        }
    }

    fn alias_tag(&mut self, tag: &'u Node, scope: &str, name: &str, in_file: bool) {
        if let Some(&id) = self.record_nodes.get(&tag.id) {
            if self.records[id.index()].name.is_empty() {
                self.records[id.index()].name = format!("{scope}{name}");
            }
            self.add_type(scope, name, Named::Record(id, tag), in_file);
        } else if let ("EnumDecl", Some(ty)) = (&*tag.kind, self.enum_type(tag)) {
            self.add_type(scope, name, Named::Enum(ty), in_file);
        }
    }

    /// Adds a type to the index under the names that Clang may print for it: the qualified name and, for a type in a
    /// namespace or class, the name without its scope.
    pub(super) fn add_type(&mut self, scope: &str, name: &str, what: Named<'u>, in_file: bool) {
        match self.current_function {
            // In a function, `scope` contains only local classes.
            Some(function) => self.types.add(&format!("{scope}{name}"), what, Origin::Local(function)),
            None => {
                if !scope.is_empty() {
                    self.types.add(name, what.clone(), Origin::Unqualified { prelude: !in_file });
                }
                self.types.add(&format!("{scope}{name}"), what, Origin::Qualified);
            }
        }
    }

    /// Follows Clang's chain of declarations of one function or variable.
    pub(super) fn first_of(&mut self, node: &Node) -> NodeId {
        let previous = node.extra.get("previousDecl").and_then(|text| id_of(text));
        let first = previous.map_or(node.id, |p| self.first_declarations.get(&p).copied().unwrap_or(p));
        self.first_declarations.insert(node.id, first);
        first
    }

    /// The scope that a declaration belongs to, which need not be the scope in which it stands; `None` for a member of
    /// a template that stands outside of the template.
    pub(super) fn scope_of(&self, node: &Node, around: &str) -> Option<String> {
        match node.extra.get("parentDeclContextId") {
            Some(text) => self.scopes.get(&id_of(text)?).cloned(),
            None => Some(around.to_owned()),
        }
    }

    /// True if a function is a member of a class template and is defined outside of it. Such a node is a pattern, not
    /// an instance.
    pub fn is_outside_of_its_template(&self, node: &Node) -> bool {
        !self.parent_record.contains_key(&node.id) && self.scope_of(node, "").is_none()
    }

    fn variable_declaration(&mut self, node: &'u Node, scope: &str, in_file: bool) {
        let name = node.name.as_deref().unwrap_or("");
        // The template mentions its specialisations without their initialisers.
        let known = self.nodes.entry(node.id).or_insert(node);
        if node.extra.contains_key("init") && !known.extra.contains_key("init") {
            *known = node;
        }
        let first = if in_file { self.first_of_variable(node) } else { self.first_of(node) };
        let says = |n: &Node| {
            let elsewhere = n.extra.get("storageClass").is_some_and(|c| &**c == "extern");
            (n.extra.contains_key("init"), !elsewhere, !n.type_str().contains("[]"))
        };
        let known = self.variables.entry(first).or_insert(node);
        if says(node) > says(known) {
            *known = node;
        }
        match self.scope_of(node, scope) {
            Some(_) if in_file => {}
            // The tree of a file has another id for it, so that the name is all there is: a name that members of classes
            // or several instances of a template have, too, stands for none of them.
            Some(_) => {
                let is_member = node.extra.get("storageClass").is_some_and(|c| &**c == "static");
                let known = self.prelude_variables.entry(name.to_owned()).or_insert(Some(node));
                if is_member || known.is_some_and(|n| n.id != node.id) {
                    *known = None;
                }
            }
            None => {}
        }
        self.walk(node, scope, in_file);
    }

    fn typedef(&mut self, node: &'u Node, scope: &str, in_file: bool) {
        self.note_alignment(node);
        let (Some(name), Some(text)) = (&node.name, node.desugared.as_ref().or(node.ty.as_ref())) else { return };
        let tags = ["struct ", "union ", "class ", "enum "];
        let bare = tags.iter().find_map(|t| text.strip_prefix(t)).unwrap_or(text);
        // `typedef struct P P;`
        if bare != &**name && bare != format!("{scope}{name}") {
            self.add_type(scope, name, Named::Alias(text.clone()), in_file);
        }
    }

    fn declaration(&mut self, node: &'u Node, scope: &str, record: Option<RecordId>, in_file: bool) {
        let name = node.name.as_deref().unwrap_or("");
        match &*node.kind {
            "NamespaceDecl" => {
                let inner = if name.is_empty() || node.flag("isInline") {
                    scope.to_owned()
                } else {
                    format!("{scope}{name}::")
                };
                self.scopes.insert(node.id, inner.clone());
                self.children(node, &inner, None, in_file);
            }
            "LinkageSpecDecl" | "ExternCContextDecl" | "DeclStmt" => {
                self.scopes.insert(node.id, scope.to_owned());
                self.children(node, scope, record, in_file);
            }
            // Friends belong to the scope around the class.
            "FriendDecl" => self.children(node, "", None, in_file),
            "FunctionTemplateDecl" => {
                let outer = std::mem::replace(&mut self.parameter_types, parameter_types(node));
                for child in node.inner.iter().filter(|c| is_function(&c.kind)) {
                    self.template_of.insert(child.id, node);
                    let instance = child.inner.iter().any(|a| &*a.kind == "TemplateArgument");
                    if instance {
                        self.function(child, scope, record, in_file);
                    } else if !in_file {
                        self.prelude_function(child, scope);
                    } else {
                        // The dependent pattern, or a bare reference to an instance shown elsewhere.
                        self.nodes.entry(child.id).or_insert(child);
                    }
                }
                self.parameter_types = outer;
            }
            "ClassTemplateDecl" => {
                for child in &node.inner {
                    if &*child.kind == "ClassTemplateSpecializationDecl" {
                        self.template_of.insert(child.id, node);
                        let outer = std::mem::replace(&mut self.parameter_types, parameter_types(node));
                        self.declaration(child, scope, record, in_file);
                        self.parameter_types = outer;
                    }
                }
            }
            "CXXRecordDecl" | "RecordDecl" | "ClassTemplateSpecializationDecl" => self.record(node, scope, in_file),
            "EnumDecl" => self.enumeration(node, scope, in_file),
            // If a type is declared twice with different meanings, the first declaration counts.
            "TypedefDecl" | "TypeAliasDecl" if node.flag("isInvalid") => {}
            "TypedefDecl" | "TypeAliasDecl" => self.typedef(node, scope, in_file),
            // An explicit specialisation of a variable template stands beside the template.
            "VarDecl" | "VarTemplateSpecializationDecl" => self.variable_declaration(node, scope, in_file),
            kind if is_function(kind) => self.function(node, scope, record, in_file),
            "FieldDecl" | "ParmVarDecl" | "IndirectFieldDecl" => {
                self.nodes.insert(node.id, node);
            }
            "VarTemplateDecl" => {
                for child in node.inner.iter().filter(|c| &*c.kind == "VarTemplateSpecializationDecl") {
                    self.variable_declaration(child, scope, in_file);
                }
            }
            // Clang prints its instances as they are written, and not in the tree.
            "TypeAliasTemplateDecl" if in_file => self.types.note_alias_template(name),
            "ClassTemplatePartialSpecializationDecl" | "TypeAliasTemplateDecl" => {}
            _ => self.walk(node, scope, in_file),
        }
    }

    /// Walks over statements and expressions to find local declarations and lambdas.
    fn walk(&mut self, node: &'u Node, scope: &str, in_file: bool) {
        for child in &node.inner {
            match &*child.kind {
                "DeclStmt" => self.children(child, scope, None, in_file),
                "CXXRecordDecl" => self.record(child, scope, in_file),
                _ => self.walk(child, scope, in_file),
            }
        }
    }

    fn function(&mut self, node: &'u Node, scope: &str, record: Option<RecordId>, in_file: bool) {
        let name = node.name.as_deref().unwrap_or("");
        if !in_file && body(node).is_none() && record.is_none() {
            return self.prelude_function(node, scope);
        }
        if body(node).is_some() || !self.nodes.contains_key(&node.id) {
            self.nodes.insert(node.id, node);
        }
        let first = if in_file { self.first_of_function(node) } else { self.first_of(node) };
        if let Some(outer) = self.current_function {
            self.types.note_enclosing(node.id, outer);
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
        let args = template_args(node, &self.parameter_types);
        self.types.note_arguments(node.id, &args);
        self.types.note_lambda_arguments(node);
        self.types.note_foreign(result_of(node.type_str()));
        if in_file {
            let class = parent.map_or("", |r| self.records[r.index()].node.name.as_deref().unwrap_or(""));
            self.types.note_interface(node.type_str(), class);
        }
        let full = format!("{scope_name}{name}{args}");
        let ty = node.ty.clone().unwrap_or_else(|| "".into());
        self.qualified_names.insert(node.id, full.clone());
        if in_file {
            self.functions_of_file.insert(node.id);
        }
        let is_cuda_kernel = node.inner.iter().any(|c| &*c.kind == "CUDAGlobalAttr");
        if is_cuda_kernel && in_file && !dependent && first == node.id && has_linkage(&full, node) {
            self.kernel_declarations.push(KernelDecl { name: full.clone(), node, opencl: false });
        }
        let is_instance = node.inner.iter().any(|c| &*c.kind == "TemplateArgument");
        if is_cuda_kernel && in_file && is_instance && body(node).is_none() && node.flag("isInvalid") {
            self.rejected.push(KernelDecl { name: full.clone(), node, opencl: false });
        }
        if let Some(b) = body(node) {
            if !in_file {
                for text in [&node.ty, &node.desugared].into_iter().flatten() {
                    self.prelude_definitions.entry((name.to_owned(), text.clone())).or_insert(node);
                }
            }
            self.definitions.insert(first, node);
            if dependent {
                return;
            }
            self.defined_signatures.insert((full.clone(), ty));
            let opencl = node.inner.iter().any(|c| &*c.kind == "OpenCLKernelAttr");
            if (is_cuda_kernel || opencl) && in_file {
                self.kernels.push(KernelDecl { name: full, node, opencl });
            }
            if in_file && name.starts_with("__wp_axiom") {
                self.axioms.push(node);
            }
            for p in params(node) {
                self.nodes.insert(p.id, p);
            }
            // Types of function bodies are printed without the scope of the function.
            let outer = self.current_function.replace(node.id);
            self.walk(b, "", in_file);
            self.current_function = outer;
        }
    }

    fn record(&mut self, node: &'u Node, scope: &str, in_file: bool) {
        if node.flag("isImplicit") && !node.flag("completeDefinition") {
            return; // the injected class name
        }
        let name = node.name.as_deref().unwrap_or("");
        let full = if name.is_empty() {
            String::new()
        } else {
            let arguments = template_args(node, &self.parameter_types);
            self.types.note_interface(&arguments, "");
            self.types.note_foreign(&arguments);
            format!("{scope}{name}{arguments}")
        };
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
            let args = template_args(node, &self.parameter_types);
            self.add_type(scope, &format!("{name}{args}"), Named::Record(id, node), in_file);
        } else {
            let tag = node.extra.get("tagUsed").map_or("struct", |t| &**t);
            self.add_unnamed_type(node, scope, tag, Named::Record(id, node), in_file);
        }
        let inner_scope = if full.is_empty() { scope.to_owned() } else { format!("{full}::") };
        self.scopes.insert(node.id, inner_scope.clone());
        self.children(node, &inner_scope, Some(id), in_file);
    }

    /// Adds an unnamed type to the index, under the names that Clang prints for it: these contain its position.
    pub(super) fn add_unnamed_type(&mut self, node: &Node, scope: &str, tag: &str, what: Named<'u>, in_file: bool) {
        let sources = &self.unit.sources;
        let (Some(file), Some(at)) = (sources.file(node.loc.file), sources.line_col(node.loc)) else { return };
        let place = format!("{}:{}:{}", file.path.display(), at.line, at.column);
        let forms = ["anonymous", "unnamed"].into_iter().flat_map(|form| [form.to_owned(), format!("{form} {tag}")]);
        for form in forms.chain(["lambda".to_owned()]) {
            self.add_type(scope, &format!("({form} at {place})"), what.clone(), in_file);
        }
    }
}

/// The part of a printed function type in front of the parameters, and more in doubt.
fn result_of(ty: &str) -> &str {
    let is_parameters =
        |at: usize| !["(lambda", "(anonymous", "(unnamed"].iter().any(|name| ty[at..].starts_with(name));
    let end = ty.match_indices('(').map(|(at, _)| at).find(|at| is_parameters(*at));
    match end {
        // Such a result may stand behind the parameters, as in `auto (int) -> T`, and a function pointer around them.
        Some(at) if !ty.contains("->") && !ty[at + 1..].starts_with(['*', '&']) => &ty[..at],
        _ => ty,
    }
}
