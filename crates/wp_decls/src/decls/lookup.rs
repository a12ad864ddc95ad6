//! What a name in a clause means if the function does not declare it: lookup as C++ does it for an expression in the
//! function.
//!
//! Input: the tree of the file. Every declaration in a namespace or class is indexed by scope and name, whatever its
//! kind, since any of them hides declarations of outer scopes. A name means the declaration of the innermost scope that
//! has one. The answer is an error where C++ might choose another declaration: one behind the function, one in a
//! namespace that any using-directive of the file names, an enumerator in a file with `using enum`, and, in a member
//! function, a member of any class of the file. Inline and unnamed namespaces count as the scope around them.
//!
//! Incomplete: a qualified name is sought only among the members that its scope declares itself; members of the
//! prelude's classes are unknown. The declaration that a qualified name means may stand behind the function.

use super::{Constant, Decls, RecordDecl};
use crate::syntax::{body, is_function};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use wp_base::Span;
use wp_clang::{Node, NodeId};
use wp_kir::Type;

/// Why a name cannot be used in a clause where it may mean several declarations.
const SEVERAL: &str = "the name may be one of several declarations; qualify it";
/// Why a name cannot be used in a clause if it means a type, a function, a template or a scope.
const NO_VALUE: &str = "only variables, enumerators and parameters have a value here";
/// Why a qualified name cannot be used in a clause.
const NO_SCOPE: &str = "what stands in front of `::` is no namespace, class or enumeration";
/// Why a function has no names outside of it in clauses.
const OTHER_FUNCTION: &str = "names from outside of this function cannot be used in its clauses";

/// What a declaration declares, as far as clauses can use it.
#[derive(Clone, PartialEq)]
enum Meaning {
    Constant(Constant),
    /// A namespace, class or enumeration with the prefix of the qualified names of its members.
    Scope(String),
    /// A using-declaration.
    Using,
    /// Anything else: a function, a type, a template.
    Other(NodeId),
}

#[derive(Clone)]
struct Declared {
    what: Meaning,
    /// The number of the declaration in the order of the file.
    order: usize,
}

/// The declarations in namespaces and classes, by the prefix of their scope.
#[derive(Default)]
pub(super) struct Index {
    by_scope: FxHashMap<String, FxHashMap<Arc<str>, Vec<Declared>>>,
    /// From the prefix of a scope to that of the scope around it.
    parent: FxHashMap<String, String>,
    classes: FxHashSet<String>,
    /// From a function to its scope and its number in the order of the file.
    functions: FxHashMap<NodeId, (String, usize)>,
    /// The namespaces that using-directives name, those in functions included.
    nominated: FxHashSet<String>,
    /// Enumerators by their names, if the file has a declaration `using enum`.
    enumerators: FxHashMap<Arc<str>, Vec<Declared>>,
    uses_enumeration: bool,
    /// The number of the next declaration in the order of the file.
    next_order: usize,
}

impl Index {
    fn add(&mut self, scope: &str, name: &Arc<str>, what: Meaning) {
        let order = self.next_order;
        let known = self.by_scope.entry(scope.to_owned()).or_default().entry(name.clone()).or_default();
        if !known.iter().any(|d| d.what == what) {
            known.push(Declared { what, order });
        }
    }

    fn declared_in(&self, scope: &str, name: &str) -> &[Declared] {
        self.by_scope.get(scope).and_then(|names| names.get(name)).map_or(&[], Vec::as_slice)
    }

    fn nest(&mut self, inner: &str, outer: &str) {
        if inner != outer {
            self.parent.entry(inner.to_owned()).or_insert_with(|| outer.to_owned());
        }
    }

    /// The scope of a function and those around it, innermost first.
    fn chain(&self, scope: &str) -> Vec<String> {
        let mut chain = vec![scope.to_owned()];
        while let Some(outer) = chain.last().and_then(|last| self.parent.get(last)) {
            chain.push(outer.clone());
        }
        if chain.last().is_some_and(|last| !last.is_empty()) {
            chain.push(String::new());
        }
        chain
    }

    /// The declarations of the innermost scope that has the name, and those that C++ might choose instead.
    fn candidates(&self, name: &str, function: NodeId) -> Option<(Vec<Declared>, Vec<Declared>)> {
        let (scope, order) = self.functions.get(&function)?;
        let chain = self.chain(scope);
        let mut found: Vec<Declared> = Vec::new();
        let mut others: Vec<Declared> = Vec::new();
        for scope in &chain {
            let here = self.declared_in(scope, name);
            // All of a class is in scope in its member functions.
            let is_behind = |d: &Declared| d.order > *order && !self.classes.contains(scope);
            match found.first() {
                None => found.extend(here.iter().cloned()),
                Some(first) if is_behind(first) => others.extend(here.iter().cloned()),
                Some(_) => break,
            }
            if found.first().is_some_and(|first| !is_behind(first)) {
                break;
            }
        }
        let mut nominated: Vec<&String> = self.nominated.iter().collect();
        nominated.sort_unstable();
        others.extend(nominated.into_iter().flat_map(|scope| self.declared_in(scope, name).iter().cloned()));
        if self.uses_enumeration {
            others.extend(self.enumerators.get(name).into_iter().flatten().cloned());
        }
        if chain.iter().any(|scope| self.classes.contains(scope)) {
            let mut classes: Vec<&String> = self.classes.iter().collect();
            classes.sort_unstable();
            others.extend(classes.into_iter().flat_map(|class| self.declared_in(class, name).iter().cloned()));
        }
        others.retain(|d| !found.iter().any(|f| f.what == d.what));
        Some((found, others))
    }

    /// The declaration that a name behind `::` means in a scope, for a function. One of the scope itself comes before
    /// those of namespaces that a using-directive in it names.
    fn member(&self, scope: &str, name: &str, function: NodeId) -> Result<Option<Meaning>, &'static str> {
        let Some((_, order)) = self.functions.get(&function) else { return Err(OTHER_FUNCTION) };
        let here = self.declared_in(scope, name);
        let is_seen = |d: &&Declared| d.order <= *order || self.classes.contains(scope);
        let seen: Vec<&Declared> = here.iter().filter(is_seen).collect();
        match seen[..] {
            [one] => Ok(Some(one.what.clone())),
            [] if here.is_empty() && !self.may_come_from_elsewhere(name) => Ok(None),
            [] => Err("at the function, that scope declares no such name; another one may be meant"),
            _ => Err("there are several declarations of this name in that scope"),
        }
    }

    /// True if a using-directive or `using enum` may make a name known in another scope than its own.
    fn may_come_from_elsewhere(&self, name: &str) -> bool {
        self.nominated.iter().any(|scope| !self.declared_in(scope, name).is_empty())
            || self.uses_enumeration && self.enumerators.contains_key(name)
    }

    /// The one declaration that a name means in a function.
    fn meaning(&self, name: &str, function: NodeId) -> Result<Option<Meaning>, &'static str> {
        let Some((found, others)) = self.candidates(name, function) else {
            return Err(OTHER_FUNCTION);
        };
        let mut all = found.into_iter().chain(others).map(|d| d.what);
        let Some(first) = all.next() else { return Ok(None) };
        if all.any(|d| d != first) {
            return Err(SEVERAL);
        }
        Ok(Some(first))
    }

    /// The scope that the part of a qualified name in front of the last `::` means in a function.
    fn scope_named(&self, qualifier: &str, function: NodeId) -> Result<Option<String>, &'static str> {
        let mut parts = qualifier.split("::");
        let first = parts.next().unwrap_or("");
        // A name with a leading `::` begins at the global scope.
        let mut scope = match first {
            "" => Some(String::new()),
            first => scope_of_meaning(self.meaning(first, function)?)?,
        };
        for part in parts {
            let Some(outer) = scope else { return Ok(None) };
            scope = scope_of_meaning(self.member(&outer, part, function)?)?;
        }
        Ok(scope)
    }
}

/// The value that a name with this meaning has.
fn value_of(meaning: Option<Meaning>) -> Result<Option<Constant>, &'static str> {
    match meaning {
        None => Ok(None),
        Some(Meaning::Constant(constant)) => Ok(Some(constant)),
        Some(_) => Err(NO_VALUE),
    }
}

/// The scope that a name with this meaning names.
fn scope_of_meaning(meaning: Option<Meaning>) -> Result<Option<String>, &'static str> {
    match meaning {
        None => Ok(None),
        Some(Meaning::Scope(scope)) => Ok(Some(scope)),
        Some(_) => Err(NO_SCOPE),
    }
}

impl<'u> Decls<'u> {
    /// The enumerator or global variable that a name in a clause means in the scope of a function; `None` if nothing
    /// outside of the function has the name. The error says why the name cannot be used. The caller has to make sure
    /// that the function does not declare the name itself.
    pub fn constant(&self, name: &str, function: NodeId) -> Result<Option<Constant>, &'static str> {
        let names = self.names();
        let Some((qualifier, last)) = name.rsplit_once("::") else {
            return value_of(names.meaning(name, function)?);
        };
        match names.scope_named(qualifier, function)? {
            Some(scope) => value_of(names.member(&scope, last, function)?),
            None => Ok(None),
        }
    }

    /// True if a name in a function may mean something that is declared outside of it.
    pub fn may_declare(&self, name: &str, function: NodeId) -> bool {
        self.template_parameter(name, function).is_some()
            || self
                .names()
                .candidates(name, function)
                .is_none_or(|(found, others)| !(found.is_empty() && others.is_empty()))
    }

    /// If a name is a template parameter of a function or of a class around it: the value in this instance, with its
    /// type, or the reason why it has none in clauses.
    pub fn template_parameter(&self, name: &str, function: NodeId) -> Option<Result<(i128, Type), &'static str>> {
        let node = self.node(function);
        let mut found = None;
        if let (Some(first), Some(node)) = (self.template_of(function), node) {
            // The declaration with the body may give the parameters other names than the first one.
            let around = self.identity.declared_here.values().filter(|n| &*n.kind == "FunctionTemplateDecl");
            let around = around.filter(|n| contains(n.span, node.span)).min_by_key(|n| n.span.end - n.span.start);
            found = match around {
                Some(template) => self.parameter_of(template, node, name),
                None => self.parameter_of(first, node, name).map(|_| Err(SEVERAL)),
            };
        }
        let class_of = |scope: &String| {
            let is_class = self.names().classes.contains(scope);
            let is_its = |r: &RecordDecl<'_>| self.scopes.get(&r.node.id).is_some_and(|prefix| **prefix == **scope);
            is_class.then(|| self.types.find_record(is_its)).flatten()
        };
        // A friend that is defined in a class is in its scope, too.
        let of_friend = || self.names().functions.get(&function).and_then(|(scope, _)| class_of(scope));
        let mut record = self.parent_record.get(&function).copied().or_else(of_friend);
        while let Some(id) = record {
            let class = self.record_decl(id).node;
            if let Some(template) = self.template_of(class.id) {
                let code = node.and_then(body);
                if code.is_none_or(|code| !contains(template.span, code.span)) {
                    return Some(Err(
                        "a clause of a member that is defined outside of its class template can name only the member's parameters",
                    ));
                }
                let of_class = self.parameter_of(template, class, name);
                // A member of a class may hide the parameters of the class and of those around it.
                found = match (found, of_class) {
                    (found, None) => found,
                    (None, of_class) if !self.is_member_somewhere(name) => of_class,
                    _ => Some(Err(SEVERAL)),
                };
            }
            let outer = self.scopes.get(&class.id).and_then(|prefix| self.names().parent.get(&**prefix));
            record = outer.and_then(class_of);
        }
        found
    }

    fn is_member_somewhere(&self, name: &str) -> bool {
        let names = self.names();
        names.classes.iter().any(|class| !names.declared_in(class, name).is_empty())
    }

    /// The argument of a template's parameter of this name in an instance.
    fn parameter_of(&self, template: &Node, instance: &Node, name: &str) -> Option<Result<(i128, Type), &'static str>> {
        let is_parameter = |c: &&Node| c.kind.ends_with("ParmDecl") && &*c.kind != "ParmVarDecl";
        let parameters: Vec<&Node> = template.inner.iter().filter(is_parameter).collect();
        let at = parameters.iter().position(|p| p.name.as_deref() == Some(name))?;
        let is_argument = |c: &&Node| &*c.kind == "TemplateArgument";
        let arguments: Vec<&Node> = instance.inner.iter().filter(is_argument).collect();
        let parameter = parameters[at];
        let value = || {
            let has_pack = parameters.iter().any(|p| p.flag("isParameterPack"));
            if &*parameter.kind != "NonTypeTemplateParmDecl" || has_pack || arguments.len() != parameters.len() {
                return None;
            }
            let ty = self.qtype(parameter.type_str()).ty.scalar()?;
            let value: i128 = arguments[at].value.as_deref()?.parse().ok()?;
            match ty {
                Type::Bool => Some((i128::from(value != 0), ty)),
                Type::Int { .. } => Some((ty.wrap(value), ty)),
                _ => None,
            }
        };
        Some(value().ok_or("only template parameters of integer types have a value here"))
    }

    /// The index, which is made when the first clause asks for it.
    fn names(&self) -> &Index {
        self.names.get_or_init(|| {
            let mut names = Index::default();
            self.note_names(&mut names, &self.unit.root, "");
            // The root stands for any place behind all declarations.
            names.functions.insert(self.unit.root.id, (String::new(), usize::MAX));
            names
        })
    }

    fn note_names(&self, names: &mut Index, node: &'u Node, scope: &str) {
        for child in &node.inner {
            self.note_name(names, child, scope);
        }
    }

    fn note_name(&self, names: &mut Index, node: &'u Node, scope: &str) {
        names.next_order += 1;
        let kind = &*node.kind;
        let other = |names: &mut Index, name: &Arc<str>| names.add(scope, name, Meaning::Other(self.first(node.id)));
        match kind {
            "NamespaceDecl" => {
                let inner = self.scopes.get(&node.id).map_or_else(|| scope.to_owned(), |prefix| prefix.to_string());
                if let Some(name) = &node.name {
                    names.add(scope, name, Meaning::Scope(inner.clone()));
                }
                names.nest(&inner, scope);
                self.note_names(names, node, &inner);
            }
            "LinkageSpecDecl" | "ExternCContextDecl" | "ExportDecl" => self.note_names(names, node, scope),
            "UsingDirectiveDecl" => self.note_directive(names, node),
            "UsingEnumDecl" => names.uses_enumeration = true,
            "UsingDecl" | "UsingShadowDecl" | "UnresolvedUsingValueDecl" | "ConstructorUsingShadowDecl" => {
                let last = node.name.as_deref().and_then(|name| name.rsplit("::").next());
                if let Some(name) = last.filter(|name| !name.is_empty()) {
                    // One declaration has a node for itself and one for each declaration that it names.
                    names.add(scope, &name.into(), Meaning::Using);
                }
            }
            "EnumDecl" => {
                let scoped = node.extra.contains_key("scopedEnumTag");
                let inner = node.name.as_ref().map(|name| format!("{scope}{name}::"));
                if let (Some(name), Some(inner)) = (&node.name, &inner) {
                    names.add(scope, name, Meaning::Scope(inner.clone()));
                }
                for e in node.inner.iter().filter(|c| &*c.kind == "EnumConstantDecl") {
                    let Some(name) = &e.name else { continue };
                    let value = self.constants.value_of(e.id);
                    let what = value.map_or(Meaning::Other(e.id), |v| Meaning::Constant(Constant::Enumerator(v)));
                    if let Some(inner) = &inner {
                        names.add(inner, name, what.clone());
                    }
                    if !scoped {
                        names.add(scope, name, what.clone());
                    }
                    // `using enum` cannot name an enumeration without a name.
                    if inner.is_none() {
                        continue;
                    }
                    let order = names.next_order;
                    names.enumerators.entry(name.clone()).or_default().push(Declared { what, order });
                }
            }
            "CXXRecordDecl" | "RecordDecl" | "ClassTemplateSpecializationDecl" => {
                // The declaration of a class's own name inside of the class.
                if node.flag("isImplicit") && !node.flag("completeDefinition") {
                    return;
                }
                let inner = self.scopes.get(&node.id).map(|prefix| prefix.to_string());
                if let (Some(name), "CXXRecordDecl" | "RecordDecl") = (&node.name, kind) {
                    let inner = inner.clone().unwrap_or_else(|| format!("{scope}{name}::"));
                    names.add(scope, name, Meaning::Scope(inner));
                }
                let Some(inner) = inner else { return };
                names.nest(&inner, scope);
                if inner != scope {
                    names.classes.insert(inner.clone());
                }
                self.note_names(names, node, &inner);
            }
            "ClassTemplateDecl" => {
                if let Some(name) = &node.name {
                    other(names, name);
                }
                let instances = node.inner.iter().filter(|c| &*c.kind == "ClassTemplateSpecializationDecl");
                instances.for_each(|c| self.note_name(names, c, scope));
            }
            "FunctionTemplateDecl" => {
                if let Some(name) = &node.name {
                    other(names, name);
                }
                node.inner.iter().filter(|c| is_function(&c.kind)).for_each(|c| self.note_function(names, c, scope));
            }
            "FriendDecl" => {
                for function in node.inner.iter().filter(|c| is_function(&c.kind)) {
                    // A friend is no member, but a body here is in the scope of the class.
                    if body(function).is_some() {
                        names.functions.insert(function.id, (scope.to_owned(), names.next_order));
                    }
                    self.note_function(names, function, scope);
                }
            }
            "VarDecl" => {
                let Some(name) = &node.name else { return };
                // The definition of a static member stands outside of its class.
                let Some(scope) = self.prefix_of(node, scope) else { return };
                names.add(&scope, name, Meaning::Constant(Constant::Variable(self.first(node.id))));
            }
            _ if is_function(kind) => {
                if let Some(name) = &node.name {
                    other(names, name);
                }
                self.note_function(names, node, scope);
            }
            _ if kind.ends_with("Decl") => {
                if let Some(name) = &node.name {
                    other(names, name);
                }
            }
            _ => {}
        }
    }

    /// The scope that a declaration belongs to, see [`Decls::scope_of`].
    fn prefix_of(&self, node: &Node, around: &str) -> Option<String> {
        self.other_scope(node).map_or_else(|| Some(around.to_owned()), |scope| scope.map(|prefix| prefix.to_string()))
    }

    /// Notes the scope of a function, and the using-directives in it.
    fn note_function(&self, names: &mut Index, node: &'u Node, around: &str) {
        let of_class = self.parent_record.get(&node.id).and_then(|r| self.scopes.get(&self.record_decl(*r).node.id));
        let scope = of_class.map(|prefix| prefix.to_string()).or_else(|| self.prefix_of(node, around));
        if let Some(scope) = scope {
            let order = names.next_order;
            names.functions.entry(node.id).or_insert((scope, order));
        }
        let mut open: Vec<&'u Node> = node.inner.iter().collect();
        while let Some(part) = open.pop() {
            match &*part.kind {
                "UsingDirectiveDecl" => self.note_directive(names, part),
                "UsingEnumDecl" => names.uses_enumeration = true,
                _ => open.extend(&part.inner),
            }
        }
    }

    fn note_directive(&self, names: &mut Index, node: &Node) {
        let Some(target) = &node.referenced else { return };
        let known = self.scopes.get(&target.id).map(|prefix| prefix.to_string());
        // The prelude declared the namespace first, so the tree of the file has no scope for it.
        names.nominated.insert(known.unwrap_or_else(|| format!("{}::", target.name)));
    }
}

/// True if a part of the source lies in another one.
fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}
