//! The calls that compile CUDA sources, and what they are given.

use crate::compose::compose;
use crate::literal::Text;
use crate::tree::{Index, Tree};
use crate::value::Values;
use crate::{Found, Library, Program, Rejected, COMPILERS};
use std::collections::BTreeMap;

/// The calls of a file.
pub(crate) struct Calls<'t, 'a> {
    tree: &'t Tree<'a>,
    values: Values<'t, 'a>,
    /// Names that the file gives to the functions, besides their own.
    aliases: BTreeMap<&'a str, &'static str>,
}

/// An argument by its name and position, where it has one.
type Parameter = (&'static str, Option<usize>);

/// What a function or class takes.
struct Signature {
    library: Library,
    sources: &'static [Parameter],
    flags: Parameter,
    /// Options for the sources beside the first.
    flags_beside: Option<Parameter>,
    instances: Option<Parameter>,
}

fn signature(name: &str) -> Signature {
    match name {
        "load_inline" => Signature {
            library: Library::Torch,
            sources: &[("cuda_sources", Some(2)), ("cpp_sources", Some(1))],
            flags: ("extra_cuda_cflags", Some(5)),
            flags_beside: Some(("extra_cflags", Some(4))),
            instances: None,
        },
        "RawKernel" => Signature {
            library: Library::CuPy,
            sources: &[("code", Some(0))],
            flags: ("options", Some(2)),
            flags_beside: None,
            instances: None,
        },
        "RawModule" => Signature {
            library: Library::CuPy,
            sources: &[("code", Some(0))],
            flags: ("options", None),
            flags_beside: None,
            instances: Some(("name_expressions", None)),
        },
        _ => Signature {
            library: Library::PyCuda,
            sources: &[("source", Some(0))],
            flags: ("options", Some(2)),
            flags_beside: None,
            instances: None,
        },
    }
}

impl<'t, 'a> Calls<'t, 'a> {
    pub fn of(tree: &'t Tree<'a>) -> Self {
        let known = |text: &str| COMPILERS.into_iter().find(|name| *name == text);
        let mut aliases = BTreeMap::new();
        for node in tree.all().filter(|&node| tree.kind(node) == "aliased_import") {
            let name = tree.child(node, "name").and_then(|n| known(tree.text(n).rsplit('.').next()?));
            let alias = tree.child(node, "alias").map(|alias| tree.text(alias));
            aliases.extend(alias.zip(name));
        }
        Self { tree, values: Values { tree }, aliases }
    }

    /// What the calls compile.
    pub fn programs(&self) -> Found {
        let mut found = Found::default();
        for node in self.tree.all() {
            let Some(name) = self.compiler(node) else { continue };
            match self.call_of(node) {
                Some(call) => match self.program(call, name) {
                    Ok(Some(program)) if found.programs.iter().any(|p| is_same(p, &program)) => {}
                    Ok(program) => found.programs.extend(program),
                    Err(rejected) => found.rejected.push(rejected),
                },
                None if self.is_harmless(node) => {}
                None => found.rejected.push(Rejected {
                    place: self.tree.range(node),
                    why: format!("`{name}` is used as a value, and its calls are not known"),
                }),
            }
        }
        found
    }

    /// The function that an identifier or an attribute names, if it is one that compiles. A function of the file with
    /// such a name is taken for one: what it is given may come to a compiler.
    fn compiler(&self, node: Index) -> Option<&'static str> {
        let text = self.tree.text(node);
        let known = |text: &str| COMPILERS.into_iter().find(|name| *name == text);
        match self.tree.kind(node) {
            "identifier" if self.is_attribute(node) => None,
            "identifier" => self.aliases.get(text).copied().or_else(|| known(text)),
            "attribute" => self.tree.child(node, "attribute").and_then(|name| known(self.tree.text(name))),
            _ => None,
        }
    }

    /// True for the last name of an attribute.
    fn is_attribute(&self, node: Index) -> bool {
        let parent = self.tree.parent(node).map(|parent| self.tree.kind(parent));
        parent == Some("attribute") && self.tree.field(node) == Some("attribute")
    }

    /// The call of a function.
    fn call_of(&self, function: Index) -> Option<Index> {
        let parent = self.tree.parent(function)?;
        (self.tree.kind(parent) == "call" && self.tree.field(function) == Some("function")).then_some(parent)
    }

    /// True for a mention that calls nothing: an import, a definition, a type, a test of a type, a member of something of
    /// that name.
    fn is_harmless(&self, node: Index) -> bool {
        let tree = self.tree;
        let Some(parent) = tree.parent(node) else { return true };
        let is_test = || {
            let call = tree.parent(parent).filter(|&call| tree.kind(call) == "call");
            let function = call.and_then(|call| tree.child(call, "function"));
            function.is_some_and(|f| matches!(tree.text(f), "isinstance" | "issubclass"))
        };
        match (tree.kind(parent), tree.field(node)) {
            ("dotted_name" | "aliased_import" | "type", _) => true,
            ("keyword_argument" | "function_definition" | "class_definition", Some("name")) => true,
            ("attribute", Some("object")) => true,
            ("argument_list", _) => is_test(),
            _ => tree.above(node).any(|above| tree.kind(above) == "type"),
        }
    }

    /// What a call compiles; `None` if it has no kernel in a string.
    fn program(&self, call: Index, name: &str) -> Result<Option<Program>, Rejected> {
        let tree = self.tree;
        let Signature { library, sources, flags, flags_beside, instances } = signature(name);
        let place = tree.range(call);
        let Some((first, rest)) = sources.split_first() else { return Ok(None) };
        let source = match self.argument(call, *first) {
            Some(source) => source,
            None if self.unpacks(call) => {
                let why = format!("the arguments of `{name}` are unpacked from something that is not followed");
                return Err(Rejected { place, why });
            }
            None => return Ok(None),
        };
        if self.values.is_none(source) {
            return Ok(None);
        }
        let main = self.values.list(source)?;
        if !main.iter().any(|text| may_have_kernel(&text.string())) {
            return Ok(None);
        }
        let is_ordered = |texts: &[Text]| {
            let starts: Vec<usize> = texts.iter().filter_map(Text::start).collect();
            starts.windows(2).all(|pair| pair[0] < pair[1])
        };
        let unordered = || Rejected {
            place: tree.range(source),
            why: "its parts stand in another order than they are put together".to_owned(),
        };
        if !is_ordered(&main) {
            return Err(unordered());
        }
        let mut parts = main;
        let words = |parameter: Option<Parameter>| match parameter.and_then(|p| self.argument(call, p)) {
            Some(node) => self.values.words(node),
            None => Ok(Vec::new()),
        };
        // Host code beside it, which has no kernels: without it, less is known of their launches. Macros of its own would
        // make another program of it.
        let is_of_text =
            |word: &String| word.starts_with("-D") || word.starts_with("-U") || word.starts_with("-include");
        let reads_beside = words(flags_beside).is_ok_and(|words| !words.iter().any(is_of_text)) && !self.unpacks(call);
        for parameter in rest.iter().filter(|_| reads_beside) {
            let beside = self.argument(call, *parameter).filter(|node| !self.values.is_none(*node));
            let beside = beside.and_then(|node| self.values.list(node).ok()).filter(|texts| is_ordered(texts));
            let beside = beside.filter(|texts| texts.iter().all(|text| keeps_to_itself(&text.string())));
            parts.extend(beside.into_iter().flatten());
        }
        parts.retain(|text| !text.chars.is_empty());
        parts.sort_by_key(Text::start);
        parts.dedup();
        let mut whole = Text::default();
        for part in parts {
            if !whole.chars.is_empty() {
                whole.chars.push((whole.end, '\n'));
            }
            whole.append(part);
        }
        let text = compose(tree.source, &whole).map_err(|why| Rejected { place: tree.range(source), why })?;
        let of_options = |rejected: Rejected| Rejected {
            why: format!("the options of the compiler are not known: {}", rejected.why),
            ..rejected
        };
        if self.argument(call, flags).is_none() && self.unpacks(call) {
            let why = "arguments are unpacked from something that is not followed".to_owned();
            return Err(of_options(Rejected { place, why }));
        }
        let flags = words(Some(flags)).map_err(of_options)?;
        // Instances that are not known are made up like others.
        let instances = words(instances).unwrap_or_default();
        Ok(Some(Program { text, library, call: place, flags, instances }))
    }

    fn arguments(&self, call: Index) -> Vec<Index> {
        self.tree.child(call, "arguments").map_or_else(Vec::new, |list| match self.tree.kind(list) {
            "argument_list" => self.tree.children(list).collect(),
            _ => vec![list],
        })
    }

    /// The expression of an argument.
    fn argument(&self, call: Index, (name, position): Parameter) -> Option<Index> {
        let tree = self.tree;
        let all = self.arguments(call);
        let is_named = |&node: &Index| {
            tree.kind(node) == "keyword_argument" && tree.child(node, "name").is_some_and(|n| tree.text(n) == name)
        };
        if let Some(named) = all.iter().copied().find(is_named) {
            return tree.child(named, "value");
        }
        let plain = |node: &Index| !matches!(tree.kind(*node), "keyword_argument" | "list_splat" | "dictionary_splat");
        let first: Vec<Index> = all.into_iter().take_while(plain).collect();
        position.and_then(|position| first.get(position).copied())
    }

    fn unpacks(&self, call: Index) -> bool {
        self.arguments(call).iter().any(|&node| matches!(self.tree.kind(node), "list_splat" | "dictionary_splat"))
    }
}

/// True if a text has a kernel, or includes a header of the project, which may have one or a macro for `__global__`.
fn may_have_kernel(text: &str) -> bool {
    let includes = |line: &str| line.trim_start().starts_with('#') && line.contains("include") && line.contains('"');
    text.contains("__global__") || text.lines().any(includes)
}

/// True if a text that is compiled apart means the same in front of another one, and changes nothing of it: it has no
/// directives but inclusions, and no names for types and namespaces.
fn keeps_to_itself(text: &str) -> bool {
    let is_directive =
        |line: &str| line.trim_start().strip_prefix('#').is_some_and(|d| !d.trim_start().starts_with("include"));
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = text.split(|c| !is_word(c));
    !text.lines().any(is_directive) && !words.any(|word| ["using", "typedef", "_Pragma", "namespace"].contains(&word))
}

/// True if two calls compile the same source in the same way.
fn is_same(a: &Program, b: &Program) -> bool {
    a.text == b.text && a.library == b.library && a.flags == b.flags && a.instances == b.instances
}
