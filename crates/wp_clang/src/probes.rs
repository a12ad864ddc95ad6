//! Records whose layouts Clang is asked for beyond those that the compilation needed anyway.
//!
//! A record of plain members lies in memory as every C compiler puts it. For all others (base classes, bit-fields,
//! attributes) Clang gets a small file behind the one that is compiled, in which each is the only member of a structure
//! whose size is taken. Records that no name reaches from there (of function bodies, without a name, instances for
//! such types) are left out: Clang states their layouts where the file has objects of them.

use crate::ast::{Node, NodeId};
use crate::record_layouts::{blocks, StatedLayouts};
use crate::Language;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of the structures, in front of a number.
const PROBE: &str = "__wp_probe_";

/// Attributes of records and fields that change nothing in memory.
const HARMLESS: [&str; 10] = [
    "AnnotateAttr",
    "CUDADeviceAttr",
    "CUDAHostAttr",
    "DeprecatedAttr",
    "FinalAttr",
    "PreferredNameAttr",
    "TypeVisibilityAttr",
    "UnusedAttr",
    "VisibilityAttr",
    "WarnUnusedResultAttr",
];

/// A record to ask for.
pub(crate) struct Wanted {
    node: NodeId,
    /// How the language names it.
    name: String,
    /// True if a namespace without a name is around it: outside of that, its name may be that of another type.
    in_unnamed: bool,
}

/// True if the members of a record follow each other in memory, each at the next multiple of its alignment.
pub fn has_plain_layout(record: &Node) -> bool {
    let keeps = |node: &Node| node.inner.iter().all(|c| !c.kind.ends_with("Attr") || HARMLESS.contains(&&*c.kind));
    record.extra.get("bases").is_none_or(|bases| bases.is_empty())
        && keeps(record)
        && record.inner.iter().all(|c| match &*c.kind {
            "FieldDecl" => !c.flag("isBitfield") && keeps(c),
            "CXXMethodDecl" | "CXXDestructorDecl" => !c.flag("virtual"),
            _ => true,
        })
}

/// The records to ask for.
pub(crate) fn wanted(root: &Node, prelude: &Node, language: Language, stated: &StatedLayouts) -> Vec<Wanted> {
    let mut search = Search {
        in_c: language == Language::OpenCl,
        // A field of such a typedef shows nothing of its alignment.
        all: any(root, &|node| is_typedef(node) && node.inner.iter().any(|c| &*c.kind == "AlignedAttr")),
        stated,
        local: FxHashSet::default(),
        records: FxHashMap::default(),
        in_unnamed: false,
        found: Vec::new(),
    };
    search.note_names(prelude, false);
    search.note_names(root, false);
    search.scope(root, "");
    search.found
}

/// The text of the file that asks for records.
pub(crate) fn text(wanted: &[Wanted]) -> String {
    // What the file leaves in force would be of effect here, too. An error about what is not in force does no harm.
    let mut out = "#pragma pack()\n#pragma ms_struct off\n#pragma clang attribute pop\n".to_owned();
    let names: BTreeSet<&str> = wanted.iter().flat_map(|one| words(&one.name)).collect();
    let is_macro_name = |word: &&&str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    for word in ["char", "sizeof", "typedef", "x"].iter().chain(names.iter().filter(is_macro_name)) {
        out.push_str(&format!("#undef {word}\n"));
    }
    for (number, Wanted { name, .. }) in wanted.iter().enumerate() {
        out.push_str(&format!("struct {PROBE}{number} {{ {name} x; }};\n"));
        out.push_str(&format!("typedef char {PROBE}size_{number}[sizeof(struct {PROBE}{number})];\n"));
    }
    out
}

/// Adds the answers.
pub(crate) fn read(printed: &str, wanted: &[Wanted], stated: &mut StatedLayouts) {
    for block in blocks(printed) {
        match block.name.strip_prefix(PROBE) {
            None => stated.add(&block),
            Some(number) => {
                let asked = number.parse().ok().and_then(|n: usize| wanted.get(n));
                if let Some(asked) = asked.filter(|asked| block.is_of_unnamed() || !asked.in_unnamed) {
                    stated.add_of_probe(asked.node, &block);
                }
            }
        }
    }
}

fn is_record(node: &Node) -> bool {
    matches!(&*node.kind, "CXXRecordDecl" | "RecordDecl" | "ClassTemplateSpecializationDecl")
}

fn is_typedef(node: &Node) -> bool {
    matches!(&*node.kind, "TypedefDecl" | "TypeAliasDecl")
}

fn any(node: &Node, test: &dyn Fn(&Node) -> bool) -> bool {
    test(node) || node.inner.iter().any(|c| any(c, test))
}

struct Search<'s> {
    /// True if tags are no names of types.
    in_c: bool,
    /// True if records of plain members are asked for, too.
    all: bool,
    stated: &'s StatedLayouts,
    /// The names of types of function bodies, which print without a scope.
    local: FxHashSet<Arc<str>>,
    /// The numbers of records by their names without a scope.
    records: FxHashMap<Arc<str>, usize>,
    /// True in a namespace without a name.
    in_unnamed: bool,
    found: Vec<Wanted>,
}

impl Search<'_> {
    fn note_names(&mut self, node: &Node, inside: bool) {
        let is_complete = is_record(node) && node.flag("completeDefinition");
        if let Some(name) = node.name.as_ref().filter(|_| is_complete) {
            *self.records.entry(name.clone()).or_default() += 1;
        }
        if inside && (is_record(node) || is_typedef(node) || &*node.kind == "EnumDecl") {
            self.local.extend(node.name.clone());
        }
        let inside = inside || &*node.kind == "CompoundStmt";
        node.inner.iter().for_each(|c| self.note_names(c, inside));
    }

    /// The declarations of a namespace or class.
    fn scope(&mut self, node: &Node, scope: &str) {
        let mut unnamed: Option<&Node> = None;
        for child in &node.inner {
            match &*child.kind {
                "NamespaceDecl" => {
                    let outer = self.in_unnamed;
                    self.in_unnamed |= child.name.is_none();
                    let name = child.name.as_deref().map_or(String::new(), |name| format!("{name}::"));
                    self.scope(child, &format!("{scope}{name}"));
                    self.in_unnamed = outer;
                }
                "LinkageSpecDecl" | "ExternCContextDecl" => self.scope(child, scope),
                "ClassTemplateDecl" => {
                    for instance in child.inner.iter().filter(|c| &*c.kind == "ClassTemplateSpecializationDecl") {
                        if let Some(arguments) = self.arguments(instance, Some(child)) {
                            self.record(instance, scope, &arguments);
                        }
                    }
                }
                "ClassTemplateSpecializationDecl" => {
                    if let Some(arguments) = self.arguments(child, None) {
                        self.record(child, scope, &arguments);
                    }
                }
                "CXXRecordDecl" | "RecordDecl" if child.name.is_none() => unnamed = Some(child),
                "CXXRecordDecl" | "RecordDecl" => self.record(child, scope, ""),
                kind if is_typedef(child) => {
                    let written = child.ty.as_deref().unwrap_or("");
                    if let (Some(record), Some(name)) = (unnamed.take(), &child.name) {
                        if kind == "TypedefDecl" && !written.contains(['*', '[', '&']) {
                            self.ask(record, format!("{scope}{name}"), false);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn record(&mut self, node: &Node, scope: &str, arguments: &str) {
        let Some(name) = node.name.as_deref().filter(|_| node.flag("completeDefinition")) else { return };
        let full = format!("{scope}{name}{arguments}");
        self.ask(node, full.clone(), true);
        self.scope(node, &format!("{full}::"));
    }

    fn ask(&mut self, node: &Node, name: String, is_tag: bool) {
        let inner = |c: &&Node| is_record(c) && c.name.is_none();
        let plain = has_plain_layout(node) && node.inner.iter().filter(inner).all(has_plain_layout);
        let is_alone = node.name.as_ref().is_none_or(|name| self.records.get(name) == Some(&1));
        let known = is_alone && self.stated.states_one(&name);
        if !node.flag("completeDefinition") || plain && !self.all || known {
            return;
        }
        let used = node.extra.get("tagUsed").map_or("struct", |tag| &**tag);
        let text = match (self.in_c, is_tag) {
            (true, true) => format!("{used} {name}"),
            (true, false) => name,
            (false, _) => format!("::{name}"),
        };
        self.found.push(Wanted { node: node.id, name: text, in_unnamed: self.in_unnamed });
    }

    /// The arguments of an instance; `None` where no text names them.
    fn arguments(&self, instance: &Node, template: Option<&Node>) -> Option<String> {
        let is_parameter = |c: &&Node| c.kind.starts_with("Template") && c.kind.ends_with("ParmDecl");
        let parameters: Vec<&Node> = template
            .iter()
            .flat_map(|t| &t.inner)
            .filter(|c| is_parameter(c) || &*c.kind == "NonTypeTemplateParmDecl")
            .collect();
        let mut out = Vec::new();
        for (number, argument) in instance.inner.iter().filter(|c| &*c.kind == "TemplateArgument").enumerate() {
            let parameter = parameters.get(number).copied().filter(|p| &*p.kind == "NonTypeTemplateParmDecl");
            let types = parameters.iter().filter(|p| &*p.kind == "TemplateTypeParmDecl");
            let names: Vec<&str> = types.filter_map(|p| p.name.as_deref()).collect();
            // The type of a value may be one of the other arguments.
            let own = |ty: &&str| *ty != "auto" && !words(ty).any(|word| names.contains(&word));
            let cast = parameter.map(Node::type_str).filter(own);
            self.argument(argument, cast, &mut out)?;
        }
        Some(format!("<{}>", out.join(", ")))
    }

    fn argument(&self, node: &Node, cast: Option<&str>, out: &mut Vec<String>) -> Option<()> {
        if let Some(value) = &node.value {
            out.push(cast.map_or_else(|| value.to_string(), |ty| format!("({ty})({value})")));
            return Some(());
        }
        if node.ty.is_some() {
            let text = node.type_str();
            let unnamed = ["(anonymous", "(unnamed", "(lambda"].iter().any(|form| text.contains(form));
            if unnamed || words(text).any(|word| self.local.contains(word)) {
                return None;
            }
            out.push(text.to_owned());
            return Some(());
        }
        let mut pack = node.inner.iter().filter(|c| &*c.kind == "TemplateArgument").peekable();
        pack.peek()?;
        pack.try_for_each(|inner| self.argument(inner, cast, out))
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}
