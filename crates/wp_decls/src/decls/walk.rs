//! Fills the index by a walk over the prelude and the file. The parameter `scope` is the prefix of qualified names
//! (`a::b::`).

use super::constants::enumerators;
use super::functions::{Arguments, FullName};
use super::{constant_of, id_of, Decls, KernelDecl, RecordDecl};
use crate::ctype::RecordId;
use crate::printed::{parameter_types, template_args, ParameterType};
use crate::syntax::{has_linkage, is_function};
use crate::type_names::{may_name_lambda, Named, Origin};
use std::borrow::Cow;
use std::rc::Rc;
use wp_clang::{Node, NodeId};

/// A walk over the tree of a unit.
pub(super) struct Walk<'u> {
    index: Decls<'u>,
    /// The prefix of names outside of all namespaces: the empty one.
    global: Rc<str>,
    /// True in the file, false in the prelude.
    in_file: bool,
    /// The function whose body is being walked.
    function: Option<NodeId>,
    /// The types of the parameters of the template that is being walked.
    parameter_types: Vec<ParameterType>,
}

impl<'u> Walk<'u> {
    /// Fills an index of which only the identity of declarations is known.
    pub fn over(mut index: Decls<'u>) -> Decls<'u> {
        let unit = index.unit;
        index.reserve(unit.prelude.inner.len());
        let global = index.scopes[&unit.root.id].clone();
        let mut walk = Self { index, global, in_file: false, function: None, parameter_types: Vec::new() };
        let global = walk.global.clone();
        walk.children(&unit.prelude, &global, None);
        walk.in_file = true;
        walk.children(&unit.root, &global, None);
        walk.index
    }

    fn children(&mut self, node: &'u Node, scope: &Rc<str>, record: Option<RecordId>) {
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
                            self.alias_tag(tag, scope, name);
                        }
                    }
                }
                _ => {}
            }
            self.declaration(child, scope, record);
        }
    }

    fn alias_tag(&mut self, tag: &'u Node, scope: &Rc<str>, name: &str) {
        if let Some(id) = self.index.types.name_record(tag, &format!("{scope}{name}")) {
            self.add_type(scope, name, Named::Record(id, tag));
        } else if let ("EnumDecl", Some(ty)) = (&*tag.kind, self.index.constants.enum_type(tag, &self.index.types)) {
            self.add_type(scope, name, Named::Enum(ty));
        }
    }

    /// Adds a type to the index under the names that Clang may print for it: the qualified name and, for a type in a
    /// namespace or class, the name without its scope.
    fn add_type(&mut self, scope: &Rc<str>, name: &str, what: Named<'u>) {
        let names = &mut self.index.types.names;
        match self.function {
            // In a function, `scope` contains only local classes.
            Some(function) => names.add(&[&**scope, name].concat(), what, Origin::Local(function)),
            None if scope.is_empty() => names.add(name, what, Origin::Qualified),
            None => {
                names.add(name, what.clone(), Origin::Unqualified { prelude: !self.in_file });
                names.add(&[&**scope, name].concat(), what, Origin::Qualified);
            }
        }
    }

    /// Adds an enumeration and its enumerators to the index, with the values that are known.
    fn enumeration(&mut self, node: &'u Node, scope: &Rc<str>) {
        let name = node.name.as_deref().unwrap_or("");
        let mut next = Some(0i128);
        let mut values = Vec::new();
        for e in enumerators(node) {
            let written = e.inner.iter().find(|c| !c.kind.ends_with("Attr") && !c.kind.ends_with("Comment"));
            let value = written.map_or(next, |c| constant_of(c, &self.index));
            next = value.map(|v| v + 1);
            self.index.constants.add_enumerator(e, value, self.in_file);
            values.push((e.name.as_deref().unwrap_or(""), value));
        }
        self.index.types.names.note_enumeration(scope, name, values);
        let Some(ty) = self.index.constants.enum_type(node, &self.index.types) else { return };
        self.index.constants.note_values(node, name);
        if !name.is_empty() {
            self.add_type(scope, name, Named::Enum(ty));
        } else {
            self.add_unnamed_type(node, scope, "enum", Named::Enum(ty));
        }
    }

    fn variable_declaration(&mut self, node: &'u Node, scope: &Rc<str>) {
        // The template mentions its specialisations without their initialisers.
        let known = self.index.nodes.entry(node.id).or_insert(node);
        if node.extra.contains_key("init") && !known.extra.contains_key("init") {
            *known = node;
        }
        let first = match self.in_file {
            true => self.index.identity.first_of_variable(node, self.function.is_some()),
            false => self.index.identity.first_of(node),
        };
        self.index.variables.declare(first, node);
        if !self.in_file && self.index.scope_of(node, scope).is_some() {
            self.index.variables.declare_in_prelude(node);
        }
        self.walk(node, scope);
    }

    fn typedef(&mut self, node: &'u Node, scope: &Rc<str>) {
        self.index.types.note_alignment(node);
        let (Some(name), Some(text)) = (&node.name, node.desugared.as_ref().or(node.ty.as_ref())) else { return };
        let tags = ["struct ", "union ", "class ", "enum "];
        let bare = tags.iter().find_map(|t| text.strip_prefix(t)).unwrap_or(text);
        // `typedef struct P P;`
        let is_itself = bare.strip_suffix(&**name).is_some_and(|before| before.is_empty() || before == &**scope);
        if !is_itself {
            self.add_type(scope, name, Named::Alias(text.clone()));
        }
    }

    fn declaration(&mut self, node: &'u Node, scope: &Rc<str>, record: Option<RecordId>) {
        let name = node.name.as_deref().unwrap_or("");
        match &*node.kind {
            kind if is_function(kind) => self.function(node, scope, record),
            "FieldDecl" | "ParmVarDecl" | "IndirectFieldDecl" => {
                self.index.nodes.insert(node.id, node);
            }
            "NamespaceDecl" => {
                let inner = if name.is_empty() || node.flag("isInline") {
                    scope.clone()
                } else {
                    format!("{scope}{name}::").into()
                };
                self.index.scopes.insert(node.id, inner.clone());
                self.children(node, &inner, None);
            }
            "LinkageSpecDecl" | "ExternCContextDecl" | "DeclStmt" => {
                self.index.scopes.insert(node.id, scope.clone());
                self.children(node, scope, record);
            }
            // Friends belong to the scope around the class.
            "FriendDecl" => self.children(node, &self.global.clone(), None),
            "FunctionTemplateDecl" => {
                let mut outer = None;
                for child in node.inner.iter().filter(|c| is_function(&c.kind)) {
                    self.index.template_of.insert(child.id, node);
                    let instance = child.inner.iter().any(|a| &*a.kind == "TemplateArgument");
                    if instance {
                        outer.get_or_insert_with(|| self.enter_template(node));
                        self.function(child, scope, record);
                    } else if !self.in_file {
                        self.index.functions.declare_in_prelude(child, scope);
                    } else {
                        // The dependent pattern, or a bare reference to an instance shown elsewhere.
                        self.index.nodes.entry(child.id).or_insert(child);
                    }
                }
                self.leave_template(outer);
            }
            "ClassTemplateDecl" => {
                let mut outer = None;
                for child in node.inner.iter().filter(|c| &*c.kind == "ClassTemplateSpecializationDecl") {
                    self.index.template_of.insert(child.id, node);
                    outer.get_or_insert_with(|| self.enter_template(node));
                    self.declaration(child, scope, record);
                }
                self.leave_template(outer);
            }
            "CXXRecordDecl" | "RecordDecl" | "ClassTemplateSpecializationDecl" => self.record(node, scope),
            "EnumDecl" => self.enumeration(node, scope),
            // If a type is declared twice with different meanings, the first declaration counts.
            "TypedefDecl" | "TypeAliasDecl" if node.flag("isInvalid") => {}
            "TypedefDecl" | "TypeAliasDecl" => self.typedef(node, scope),
            // An explicit specialisation of a variable template stands beside the template.
            "VarDecl" | "VarTemplateSpecializationDecl" => self.variable_declaration(node, scope),
            "VarTemplateDecl" => {
                for child in node.inner.iter().filter(|c| &*c.kind == "VarTemplateSpecializationDecl") {
                    self.variable_declaration(child, scope);
                }
            }
            // Clang prints its instances as they are written, and not in the tree.
            "TypeAliasTemplateDecl" if self.in_file && !is_transparent_alias(node) => {
                self.index.types.names.note_alias_template(name);
            }
            "ClassTemplatePartialSpecializationDecl" | "TypeAliasTemplateDecl" => {}
            _ => self.walk(node, scope),
        }
    }

    /// Begins the instances of a template; returns the parameters of the template around it.
    fn enter_template(&mut self, template: &Node) -> Vec<ParameterType> {
        std::mem::replace(&mut self.parameter_types, parameter_types(template))
    }

    fn leave_template(&mut self, outer: Option<Vec<ParameterType>>) {
        if let Some(outer) = outer {
            self.parameter_types = outer;
        }
    }

    /// Walks over statements and expressions to find local declarations and lambdas.
    fn walk(&mut self, node: &'u Node, scope: &Rc<str>) {
        for child in &node.inner {
            match &*child.kind {
                "CXXRecordDecl" => self.record(child, scope),
                _ if child.inner.is_empty() => {}
                "DeclStmt" => self.children(child, scope, None),
                _ => self.walk(child, scope),
            }
        }
    }

    fn function(&mut self, node: &'u Node, scope: &Rc<str>, record: Option<RecordId>) {
        let name = node.name.as_deref().unwrap_or("");
        let parts = Parts::of(node);
        if !self.in_file && parts.body.is_none() && record.is_none() {
            return self.index.functions.declare_in_prelude(node, scope);
        }
        if parts.body.is_some() || !self.index.nodes.contains_key(&node.id) {
            self.index.nodes.insert(node.id, node);
        }
        let identity = &mut self.index.identity;
        let first = if self.in_file { identity.first_of_function(node) } else { identity.first_of(node) };
        if let Some(outer) = self.function {
            self.index.types.names.note_enclosing(node.id, outer);
        }
        let mut parent = record;
        if parent.is_none() && node.extra.contains_key("parentDeclContextId") {
            let previous = node.extra.get("previousDecl").and_then(|text| id_of(text));
            parent = previous.and_then(|p| self.index.parent_record.get(&p).copied());
        }
        let scope = match parent.map(|r| self.index.types.record(r)) {
            Some(class) if class.name.is_empty() => Some(Rc::from("::")),
            Some(class) => self.index.scopes.get(&class.node.id).cloned(),
            None => self.index.scope_of(node, scope).cloned(),
        };
        let dependent = scope.is_none();
        let scope = scope.unwrap_or_else(|| self.global.clone());
        if let Some(r) = parent {
            self.index.parent_record.insert(node.id, r);
        }
        let mut arguments = Arguments::Printed(String::new());
        // No function of the prelude has a type of the file as an argument.
        if parts.is_instance && !self.in_file {
            arguments = Arguments::OfPrelude;
        } else if parts.is_instance {
            let printed = template_args(node, &self.parameter_types);
            self.index.types.names.note_arguments(node.id, &printed);
            self.index.types.names.note_lambda_arguments(node);
            arguments = Arguments::Printed(printed);
        }
        if may_name_lambda(node.type_str()) {
            self.index.types.names.note_foreign(result_of(node.type_str()));
        }
        if self.in_file {
            let class = parent.map_or("", |r| self.index.types.record(r).node.name.as_deref().unwrap_or(""));
            self.index.types.names.note_interface(node.type_str(), class);
        }
        let full = FullName { scope, name, arguments };
        self.index.functions.full_names.insert(node.id, full.clone());
        if self.in_file {
            self.index.functions.of_file.insert(node.id);
        }
        let in_file = self.in_file;
        let Parts { is_cuda_kernel, is_instance, .. } = parts;
        let named = || full.printed();
        if is_cuda_kernel && in_file && !dependent && first == node.id && has_linkage(&named(), node) {
            self.index.kernel_declarations.push(KernelDecl { name: named(), node, opencl: false });
        }
        if is_cuda_kernel && in_file && is_instance && parts.body.is_none() && node.flag("isInvalid") {
            self.index.rejected.push(KernelDecl { name: named(), node, opencl: false });
        }
        if let Some(b) = parts.body {
            if !in_file {
                self.index.functions.define_in_prelude(node);
            }
            self.index.functions.definitions.insert(first, node);
            if dependent {
                return;
            }
            let opencl = parts.is_opencl_kernel;
            if (is_cuda_kernel || opencl) && in_file {
                self.index.types.has_opencl_kernel |= opencl;
                self.index.kernels.push(KernelDecl { name: named(), node, opencl });
            }
            self.index.functions.define(full, node);
            if in_file && name.starts_with("__wp_axiom") {
                self.index.axioms.push(node);
            }
            for p in node.inner.iter().filter(|c| &*c.kind == "ParmVarDecl") {
                self.index.nodes.insert(p.id, p);
            }
            // Types of function bodies are printed without the scope of the function.
            let outer = self.function.replace(node.id);
            self.walk(b, &self.global.clone());
            self.function = outer;
        }
    }

    fn record(&mut self, node: &'u Node, scope: &Rc<str>) {
        if node.flag("isImplicit") && !node.flag("completeDefinition") {
            return; // the injected class name
        }
        let name = node.name.as_deref().unwrap_or("");
        let mut own = Cow::Borrowed(name);
        if &*node.kind == "ClassTemplateSpecializationDecl" {
            let arguments = template_args(node, &self.parameter_types);
            self.index.types.names.note_interface(&arguments, "");
            self.index.types.names.note_foreign(&arguments);
            own.to_mut().push_str(&arguments);
        }
        let full = if name.is_empty() { String::new() } else { [&**scope, &*own].concat() };
        if !node.flag("completeDefinition") {
            return;
        }
        let is_lambda = node.flag("isImplicit") && name.is_empty();
        let id = self.index.types.add_record(RecordDecl {
            name: full.clone(),
            node,
            is_union: node.extra.get("tagUsed").is_some_and(|t| &**t == "union"),
            is_lambda,
        });
        if !full.is_empty() {
            self.add_type(scope, &own, Named::Record(id, node));
        } else {
            let tag = node.extra.get("tagUsed").map_or("struct", |t| &**t);
            self.add_unnamed_type(node, scope, tag, Named::Record(id, node));
        }
        let inner_scope = if full.is_empty() { scope.clone() } else { [&*full, "::"].concat().into() };
        self.index.scopes.insert(node.id, inner_scope.clone());
        self.children(node, &inner_scope, Some(id));
    }

    /// Adds an unnamed type to the index, under the names that Clang prints for it: these contain its position.
    fn add_unnamed_type(&mut self, node: &Node, scope: &Rc<str>, tag: &str, what: Named<'u>) {
        let sources = &self.index.unit.sources;
        let (Some(file), Some(at)) = (sources.file(node.loc.file), sources.line_col(node.loc)) else { return };
        let place = format!("{}:{}:{}", file.path.display(), at.line, at.column);
        let forms = ["anonymous", "unnamed"].into_iter().flat_map(|form| [form.to_owned(), format!("{form} {tag}")]);
        for form in forms.chain(["lambda".to_owned()]) {
            self.add_type(scope, &format!("({form} at {place})"), what.clone());
        }
    }
}

/// The children of a function that the index asks for.
#[derive(Default)]
struct Parts<'u> {
    body: Option<&'u Node>,
    is_instance: bool,
    is_cuda_kernel: bool,
    is_opencl_kernel: bool,
}

impl<'u> Parts<'u> {
    /// Looks at each child once.
    fn of(function: &'u Node) -> Self {
        let mut parts = Self::default();
        for child in &function.inner {
            match &*child.kind {
                "CompoundStmt" | "CXXTryStmt" => parts.body = Some(child),
                "TemplateArgument" => parts.is_instance = true,
                "CUDAGlobalAttr" => parts.is_cuda_kernel = true,
                "OpenCLKernelAttr" => parts.is_opencl_kernel = true,
                _ => {}
            }
        }
        parts
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

/// True for an alias template that only repeats a class template of the same name with the same arguments:
/// `template <class T, int n> using S = other::S<T, n>;`. Its instances are printed as those of the class template.
fn is_transparent_alias(alias: &Node) -> bool {
    let Some(name) = &alias.name else { return false };
    let is_parameter = |n: &&Node| matches!(&*n.kind, "NonTypeTemplateParmDecl" | "TemplateTypeParmDecl");
    let mut parameters = Vec::new();
    for parameter in alias.inner.iter().filter(is_parameter) {
        match &parameter.name {
            Some(name) if !parameter.flag("isParameterPack") => parameters.push(name.to_string()),
            _ => return false,
        }
    }
    let others = alias.inner.iter().filter(|n| !is_parameter(n));
    let aliases: Vec<&Node> = others.collect();
    let [aliased] = aliases[..] else { return false };
    let Some(target) = aliased.ty.as_deref().filter(|_| &*aliased.kind == "TypeAliasDecl") else { return false };
    let unscoped = target.strip_suffix(&format!("{name}<{}>", parameters.join(", ")));
    unscoped.is_some_and(|scope| scope.is_empty() || scope.ends_with("::"))
}
