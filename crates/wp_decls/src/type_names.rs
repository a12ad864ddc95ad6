//! Records, enumerations and typedefs by the names that Clang prints.
//!
//! A printed type does not determine its declaration: Clang prints local types of functions without a scope, and a type
//! that is used in a namespace as it is spelled there. So a name has candidates, which are all types that may be
//! printed like this. If the candidates differ, and the function that contains the name does not decide between them,
//! there is no answer. No name gets a wrong type; some names get none.

use crate::ctype::RecordId;
use crate::printed::{key, split_at_commas, without_unnamed_namespaces};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;
use wp_clang::{Node, NodeId};
use wp_kir::Type;

/// How the printed name of a lambda's class begins.
const LAMBDA: &str = "(lambda at";

/// The type that a name may mean.
#[derive(Clone)]
pub(crate) enum Named<'u> {
    Record(RecordId, &'u Node),
    Enum(Type),
    /// A typedef: the printed type that it stands for.
    Alias(Arc<str>),
}

/// How a name in the index was made of a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The qualified name of a type outside of functions.
    Qualified,
    /// The name of such a type without its scope. A type of the prelude is a candidate for such a name only if no other
    /// type has it.
    Unqualified { prelude: bool },
    /// The name of a type that the body of a function declares.
    Local(NodeId),
}

/// An enumeration, with the values of its enumerators that are known.
struct Enumeration<'u> {
    /// The prefix of the qualified names of what stands beside it.
    scope: Rc<str>,
    /// Empty for an enumeration without a name.
    name: &'u str,
    values: Vec<(&'u str, Option<i128>)>,
}

/// The index of types by the names that Clang may print for them.
#[derive(Default)]
pub(crate) struct TypeNames<'u> {
    types: FxHashMap<String, Vec<(Origin, Named<'u>)>>,
    /// Functions with local types.
    owners: FxHashSet<NodeId>,
    /// From a member function of a local class or lambda to the function around it.
    enclosing: FxHashMap<NodeId, NodeId>,
    /// The printed template arguments of functions that are instances.
    arguments: FxHashMap<NodeId, String>,
    /// The lambdas among the template arguments of functions that are instances: the printed name, and the class; `None`
    /// for several classes that are printed alike.
    lambda_arguments: FxHashMap<NodeId, Vec<(String, Option<NodeId>)>>,
    /// Printed results of functions and arguments of class templates with lambdas in them: they give a function lambdas
    /// that are neither its own nor its template arguments.
    foreign_lambdas: FxHashSet<String>,
    /// The words in parameters, results and template arguments: a local type of such a name may be meant in code
    /// outside of its function.
    in_interfaces: FxHashSet<String>,
    /// Templates of aliases in the file.
    alias_templates: FxHashSet<Arc<str>>,
    enumerations: Vec<Enumeration<'u>>,
}

impl<'u> TypeNames<'u> {
    /// Adds a type under a name.
    pub(crate) fn add(&mut self, name: &str, what: Named<'u>, from: Origin) {
        if let Origin::Local(function) = from {
            self.owners.insert(function);
        }
        let entries = self.types.entry(key(name).into_owned()).or_default();
        if !entries.iter().any(|(origin, other)| *origin == from && is_same(other, &what)) {
            entries.push((from, what));
        }
    }

    /// Notes that a function stands in the body of another one.
    pub(crate) fn note_enclosing(&mut self, inner: NodeId, outer: NodeId) {
        self.enclosing.insert(inner, outer);
    }

    /// Notes the template arguments of a function, as they are printed.
    pub(crate) fn note_arguments(&mut self, function: NodeId, arguments: &str) {
        if !arguments.is_empty() {
            self.arguments.insert(function, key(arguments).into_owned());
            self.note_interface(arguments, "");
        }
    }

    /// Notes the printed type of a function, or the template arguments of a class. A class is named in its own members.
    pub(crate) fn note_interface(&mut self, printed: &str, of_class: &str) {
        let words = printed.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        for word in words.filter(|word| !word.is_empty() && *word != of_class) {
            if !self.in_interfaces.contains(word) {
                self.in_interfaces.insert(word.to_owned());
            }
        }
    }

    /// Notes the lambdas among the template arguments of a function.
    pub(crate) fn note_lambda_arguments(&mut self, function: &Node) {
        let mut found: Vec<(String, Option<NodeId>)> = Vec::new();
        let mut open: Vec<&Node> = function.inner.iter().filter(|c| &*c.kind == "TemplateArgument").collect();
        while let Some(part) = open.pop() {
            let name = Some(part.type_str()).filter(|ty| may_name_lambda(ty)).map(key);
            let name = name.filter(|name| name.starts_with(LAMBDA));
            if let (Some(name), "RecordType", Some(class)) = (name, &*part.kind, &part.referenced) {
                match found.iter_mut().find(|(other, _)| **other == *name) {
                    Some((_, known)) if *known != Some(class.id) => *known = None,
                    Some(_) => {}
                    None => found.push((name.into_owned(), Some(class.id))),
                }
            }
            open.extend(&part.inner);
        }
        if !found.is_empty() {
            self.lambda_arguments.insert(function.id, found);
        }
    }

    /// Notes the printed result of a function or the arguments of a class template.
    pub(crate) fn note_foreign(&mut self, printed: &str) {
        let printed = Some(printed).filter(|printed| may_name_lambda(printed)).map(key);
        self.foreign_lambdas.extend(printed.filter(|printed| printed.contains(LAMBDA)).map(Cow::into_owned));
    }

    /// The lambda that a name means because it is a template argument of a function or of one around it, and can mean no
    /// other one there.
    fn lambda_argument(&self, wanted: &str, function: Option<NodeId>) -> Option<&Named<'u>> {
        if !wanted.starts_with(LAMBDA) || self.foreign_lambdas.iter().any(|printed| printed.contains(wanted)) {
            return None;
        }
        let entries = self.types.get(wanted)?;
        let around: Vec<NodeId> = self.enclosing_functions(function?).collect();
        if entries.iter().any(|(origin, _)| around.iter().any(|f| *origin == Origin::Local(*f))) {
            return None;
        }
        let mut arguments = around.iter().filter_map(|f| self.lambda_arguments.get(f)).flatten();
        let (_, class) = arguments.find(|(name, _)| name == wanted)?;
        let class = (*class)?;
        if arguments.any(|(name, other)| name == wanted && *other != Some(class)) {
            return None;
        }
        entries.iter().map(|(_, what)| what).find(|what| matches!(what, Named::Record(_, node) if node.id == class))
    }

    /// True if a template argument of a function contains this name.
    fn is_template_argument(&self, function: NodeId, name: &str) -> bool {
        let in_name = |c: char| c.is_alphanumeric() || c == '_';
        let Some(arguments) = self.arguments.get(&function) else { return false };
        match name.chars().all(in_name) {
            true => arguments.split(|c| !in_name(c)).any(|word| word == name),
            false => arguments.contains(name),
        }
    }

    /// Notes a template of aliases: a type with its name may be an instance of it, or one of a class template.
    pub(crate) fn note_alias_template(&mut self, name: &str) {
        self.alias_templates.insert(name.into());
    }

    /// Notes an enumeration and the values of its enumerators.
    pub(crate) fn note_enumeration(&mut self, scope: &Rc<str>, name: &'u str, values: Vec<(&'u str, Option<i128>)>) {
        self.enumerations.push(Enumeration { scope: scope.clone(), name, values });
    }

    /// The value of the enumerators that Clang may print like this; `None` if there is none, or if they differ.
    fn enumerator(&self, printed: &str) -> Option<i128> {
        let (before, last) = printed.rsplit_once("::").map_or((None, printed), |(before, last)| (Some(before), last));
        let may_stand_before = |of: &Enumeration<'_>, before: &str| {
            before == of.name
                || before.strip_prefix(&*of.scope).is_some_and(|name| name == of.name)
                || of.scope.strip_suffix("::") == Some(before)
        };
        let is_its = |of: &&Enumeration<'_>| before.is_none_or(|before| may_stand_before(of, before));
        let mut values = None;
        for of in &self.enumerations {
            for (_, value) in of.values.iter().filter(|(own, _)| *own == last) {
                if is_its(&of) && *values.get_or_insert(*value) != *value {
                    return None;
                }
            }
        }
        values.flatten()
    }

    /// The name of an instance of a class template with numbers in place of enumerators and characters (`S<A>`, `S<(E)0>`,
    /// `S<'a'>`), as template arguments are in the index. `None` for a name without such arguments.
    pub(crate) fn with_numbers(&self, name: &str) -> Option<String> {
        let name = without_unnamed_namespaces(name);
        let inside = name.strip_suffix('>')?;
        let mut depth = 1;
        let open = inside.rfind(|c| {
            depth += i32::from(c == '>') - i32::from(c == '<');
            depth == 0
        })?;
        let arguments = split_at_commas(&inside[open + 1..]);
        let number = |argument: &&str| self.number(argument).map_or_else(|| (*argument).to_owned(), |n| n.to_string());
        let numbers: Vec<String> = arguments.iter().map(number).collect();
        (numbers != arguments).then(|| format!("{}<{}>", &inside[..open], numbers.join(", ")))
    }

    /// The number of an enumerator or a character as it is printed.
    fn number(&self, argument: &str) -> Option<i128> {
        if let Some(cast) = argument.strip_prefix('(') {
            return cast.split_once(')')?.1.parse().ok();
        }
        if let Some(character) = argument.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
            let mut characters = character.chars();
            return characters
                .next()
                .filter(|c| c.is_ascii() && *c != '\\' && characters.next().is_none())
                .map(|c| c as i128);
        }
        self.enumerator(argument)
    }

    /// True if a function, or one around it, has local types or lambdas as template arguments.
    pub(crate) fn has_local_types(&self, function: NodeId) -> bool {
        self.enclosing_functions(function).any(|f| self.owners.contains(&f) || self.lambda_arguments.contains_key(&f))
    }

    /// A function and the functions around it, innermost first.
    fn enclosing_functions(&self, function: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(function), |f| self.enclosing.get(f).copied())
    }

    /// The different types that a name may mean in the code of a function; empty if no type has the name.
    pub(crate) fn candidates(&self, wanted: &str, function: Option<NodeId>) -> Vec<Named<'u>> {
        if let Some(argument) = self.lambda_argument(wanted, function) {
            return vec![argument.clone()];
        }
        let Some(entries) = self.types.get(wanted) else { return Vec::new() };
        let template = wanted.split_once('<').and_then(|(template, _)| template.rsplit("::").next());
        if template.is_some_and(|name| self.alias_templates.contains(name)) {
            return Vec::new();
        }
        let owner = function.and_then(|f| {
            self.enclosing_functions(f).find(|f| entries.iter().any(|(origin, _)| *origin == Origin::Local(*f)))
        });
        let owner = owner.filter(|_| {
            !function.is_some_and(|f| self.enclosing_functions(f).any(|f| self.is_template_argument(f, wanted)))
        });
        let in_prelude = |origin: &Origin| matches!(origin, Origin::Unqualified { prelude: true });
        let prelude_alone = entries.iter().all(|(origin, _)| in_prelude(origin));
        // Clang prints the scope of a typedef, unless the typedef is used inside of this scope. So if the function has
        // a local type of this name, a name without scope means the local type.
        let hidden = |(origin, what): &(Origin, Named<'u>)| {
            let alias = matches!((origin, what), (Origin::Unqualified { .. }, Named::Alias(_)));
            !prelude_alone && in_prelude(origin) || owner.is_some() && alias
        };
        let entries: Vec<_> = entries.iter().filter(|e| !hidden(e)).collect();
        let all_local = entries.iter().all(|(origin, _)| matches!(origin, Origin::Local(_)));
        let found = distinct(entries.iter().map(|(_, what)| what));
        match owner {
            Some(owner) if all_local && found.len() > 1 && !self.in_interfaces.contains(wanted) => {
                let own = entries.iter().filter(|(origin, _)| *origin == Origin::Local(owner));
                distinct(own.map(|(_, what)| what))
            }
            _ => found,
        }
    }

    /// The text of a typedef outside of functions.
    pub(crate) fn alias(&self, name: &str) -> Option<&Arc<str>> {
        self.types.get(name)?.iter().find_map(|(origin, what)| match what {
            Named::Alias(text) if !matches!(origin, Origin::Local(_)) => Some(text),
            _ => None,
        })
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.types.values().flatten().any(|(_, what)| !matches!(what, Named::Alias(_)))
    }
}

/// False for a printed name in whose normal form no lambda is named: that form keeps words.
pub(crate) fn may_name_lambda(printed: &str) -> bool {
    printed.contains("lambda")
}

fn distinct<'a, 'u: 'a>(all: impl Iterator<Item = &'a Named<'u>>) -> Vec<Named<'u>> {
    let mut found: Vec<Named<'u>> = Vec::new();
    for what in all {
        if !found.iter().any(|other| is_same(other, what)) {
            found.push(what.clone());
        }
    }
    found
}

/// True if two declarations are certainly of one type, or of types that nothing tells apart.
fn is_same(a: &Named<'_>, b: &Named<'_>) -> bool {
    match (a, b) {
        (Named::Record(a, first), Named::Record(b, second)) => a == b || is_same_shape(first, second),
        (Named::Enum(a), Named::Enum(b)) => a == b,
        (Named::Alias(a), Named::Alias(b)) => a == b,
        _ => false,
    }
}

/// The kinds of nodes of which the tree shows all that matters. `AlignedAttr` is one with its value only: that of
/// `alignas(type)` and the value of `#pragma pack` are not in the tree.
const FULLY_SHOWN: [&str; 14] = [
    "AccessSpecDecl",
    "AlignedAttr",
    "CXXBoolLiteralExpr",
    "CXXRecordDecl",
    "CharacterLiteral",
    "ClassTemplateSpecializationDecl",
    "ConstantExpr",
    "FieldDecl",
    "FloatingLiteral",
    "ImplicitCastExpr",
    "IndirectFieldDecl",
    "IntegerLiteral",
    "RecordDecl",
    "TemplateArgument",
];

/// True if two records have the same members, and nothing that the tree shows in part only.
fn is_same_shape(a: &Node, b: &Node) -> bool {
    fn parts(node: &Node) -> Vec<&Node> {
        node.inner.iter().filter(|c| !c.flag("isImplicit") && !c.kind.ends_with("Comment")).collect()
    }
    fn is_same_node(a: &Node, b: &Node) -> bool {
        let (first, second) = (parts(a), parts(b));
        let is_shown = |n: &Node| FULLY_SHOWN.contains(&&*n.kind) && (&*n.kind != "AlignedAttr" || !n.inner.is_empty());
        is_shown(a)
            && a.kind == b.kind
            && a.name == b.name
            && a.type_str() == b.type_str()
            && a.value == b.value
            && a.cast_kind == b.cast_kind
            && a.flags == b.flags
            && a.referenced.as_ref().map(|r| r.id) == b.referenced.as_ref().map(|r| r.id)
            && ["bases", "tagUsed"].iter().all(|name| a.extra.get(*name) == b.extra.get(*name))
            && first.len() == second.len()
            && first.iter().zip(&second).all(|(a, b)| is_same_node(a, b))
    }
    is_same_node(a, b)
}
