//! The strings, and the lists of strings, that expressions stand for.

use crate::literal::{characters, Literal, Text};
use crate::names::binding;
use crate::tree::{Index, Tree};
use crate::{Rejected, COMPILERS};
use wp_base::{pieces, Piece};

/// The deepest expression that is looked into.
const MAX_DEPTH: usize = 200;

/// The parts of a string or of a list of strings.
pub(crate) struct Values<'t, 'a> {
    pub tree: &'t Tree<'a>,
}

impl Values<'_, '_> {
    /// The elements of a list of strings; a string is a list of one.
    pub fn list(&self, node: Index) -> Result<Vec<Text>, Rejected> {
        match self.elements(node, 0)? {
            Some(elements) => elements.into_iter().map(|element| self.string(element)).collect(),
            None => Ok(vec![self.string(node)?]),
        }
    }

    /// The words of a list of strings.
    pub fn words(&self, node: Index) -> Result<Vec<String>, Rejected> {
        if self.is_none(node) {
            return Ok(Vec::new());
        }
        let mut words = Vec::new();
        self.add_words(node, 0, &mut words)?;
        Ok(words)
    }

    fn add_words(&self, node: Index, depth: usize, words: &mut Vec<String>) -> Result<(), Rejected> {
        let list = self.elements(node, 0)?.ok_or_else(|| self.unknown(node, "it is no list of literals"))?;
        for element in list {
            let unpacked = self.tree.children(element).next().filter(|_| self.tree.kind(element) == "list_splat");
            match unpacked {
                Some(inner) if depth < MAX_DEPTH => self.add_words(inner, depth + 1, words)?,
                _ => match self.string(element) {
                    Ok(text) => words.push(text.string()),
                    Err(_) if self.chooses_code_only(element) => {}
                    Err(why) => return Err(why),
                },
            }
        }
        Ok(())
    }

    /// True for a word that begins, whatever is substituted in it, like an option for the code that a compiler makes.
    fn chooses_code_only(&self, word: Index) -> bool {
        const OPTIONS: [&str; 8] =
            ["-gencode", "--generate-code", "-arch=", "--gpu-architecture=", "arch=", "-code=", "-O", "-maxrregcount="];
        let start = self.start(word).unwrap_or("");
        OPTIONS.iter().any(|option| start.starts_with(option))
    }

    /// The text with which a string begins, up to what may be substituted.
    fn start(&self, mut node: Index) -> Option<&str> {
        let tree = self.tree;
        for _ in 0..MAX_DEPTH {
            node = match tree.kind(node) {
                "identifier" => binding(tree, node).ok()?.value,
                "parenthesized_expression" | "concatenated_string" => tree.children(node).next()?,
                "binary_operator" => tree.child(node, "left")?,
                "call" => {
                    let function = tree.child(node, "function")?;
                    let is_format = tree.child(function, "attribute").is_some_and(|name| tree.text(name) == "format");
                    tree.child(function, "object").filter(|_| is_format)?
                }
                "string" => {
                    let text = tree.text(node).trim_start_matches(|c: char| c.is_ascii_alphabetic());
                    return text.trim_start_matches(['"', '\'']).split(['{', '%', '\\']).next();
                }
                _ => return None,
            };
        }
        None
    }

    /// True for `None`.
    pub fn is_none(&self, node: Index) -> bool {
        self.tree.kind(node) == "none"
    }

    /// The string that an expression stands for.
    pub fn string(&self, node: Index) -> Result<Text, Rejected> {
        self.string_at(node, 0)
    }

    fn unknown(&self, node: Index, why: &str) -> Rejected {
        Rejected { place: self.tree.range(node), why: why.to_owned() }
    }

    /// The elements of a list or tuple; `None` if the expression is none.
    fn elements(&self, node: Index, depth: usize) -> Result<Option<Vec<Index>>, Rejected> {
        let tree = self.tree;
        match tree.kind(node) {
            "list" | "tuple" => Ok(Some(tree.children(node).collect())),
            "parenthesized_expression" if depth < MAX_DEPTH => {
                tree.children(node).next().map_or(Ok(None), |inner| self.elements(inner, depth + 1))
            }
            "identifier" if depth < MAX_DEPTH => {
                // The string is looked for again, and then has the reason.
                let Ok(found) = binding(tree, node) else { return Ok(None) };
                match self.elements(found.value, depth + 1)? {
                    Some(_)
                        if tree.kind(found.value) == "list" && !found.reads.iter().all(|&at| self.keeps(node, at)) =>
                    {
                        let why = format!("the list `{}` may be changed by its other uses", tree.text(node));
                        Err(self.unknown(node, &why))
                    }
                    elements => Ok(elements),
                }
            }
            _ => Ok(None),
        }
    }

    /// True if a list that is read at a place is not changed there: at `node`, for an argument of a compiler, or unpacked.
    fn keeps(&self, node: Index, at: Index) -> bool {
        const ARGUMENTS: [&str; 6] =
            ["cuda_sources", "cpp_sources", "extra_cuda_cflags", "extra_cflags", "options", "name_expressions"];
        let tree = self.tree;
        let Some(parent) = tree.parent(at) else { return false };
        let is_argument = || tree.child(parent, "name").is_some_and(|name| ARGUMENTS.contains(&tree.text(name)));
        match tree.kind(parent) {
            _ if at == node => true,
            "list_splat" => true,
            "keyword_argument" => is_argument() && self.is_of_compiler(parent),
            _ => false,
        }
    }

    /// True for an argument of a call of a function that has the name of a compiler.
    fn is_of_compiler(&self, argument: Index) -> bool {
        let tree = self.tree;
        let call = tree.parent(argument).and_then(|list| tree.parent(list));
        let function = call.and_then(|call| tree.child(call, "function")).map_or("", |function| tree.text(function));
        function.rsplit('.').next().is_some_and(|name| COMPILERS.contains(&name))
    }

    fn string_at(&self, node: Index, depth: usize) -> Result<Text, Rejected> {
        let tree = self.tree;
        if depth > MAX_DEPTH {
            return Err(self.unknown(node, "the expression is too deep"));
        }
        match tree.kind(node) {
            "string" => self.literal(node),
            "concatenated_string" => self.sequence(tree.children(node), depth),
            "parenthesized_expression" => match tree.children(node).next() {
                Some(inner) => self.string_at(inner, depth + 1),
                None => Err(self.unknown(node, "it is empty")),
            },
            "binary_operator" => {
                let operator = tree.child(node, "operator").map_or("", |operator| tree.text(operator));
                match (operator, tree.child(node, "left"), tree.child(node, "right")) {
                    ("+", Some(left), Some(right)) => self.sequence([left, right].into_iter(), depth),
                    ("%", ..) => Err(self.unknown(node, "`%` substitutes in it")),
                    _ => Err(self.unknown(node, &format!("it is the result of `{operator}`"))),
                }
            }
            // `a = b = "..."`
            "assignment" => match tree.child(node, "right") {
                Some(right) => self.string_at(right, depth + 1),
                None => Err(self.unknown(node, "it has no value")),
            },
            "identifier" => {
                let found = binding(tree, node).map_err(|why| self.unknown(node, &why))?;
                self.string_at(found.value, depth + 1)
            }
            "call" => self.call(node, depth),
            "attribute" => {
                Err(self.unknown(node, &format!("it is an attribute, which is not followed (`{}`)", tree.text(node))))
            }
            "conditional_expression" => Err(self.unknown(node, "it may be one of several strings")),
            "subscript" => Err(self.unknown(node, "it is an element of something that is not followed")),
            _ => Err(self.unknown(node, "it is no literal")),
        }
    }

    fn sequence(&self, parts: impl Iterator<Item = Index>, depth: usize) -> Result<Text, Rejected> {
        let mut whole = Text::default();
        for part in parts {
            whole.append(self.string_at(part, depth + 1)?);
        }
        Ok(whole)
    }

    fn literal(&self, node: Index) -> Result<Text, Rejected> {
        let tree = self.tree;
        if tree.within(node).any(|inner| tree.kind(inner) == "interpolation") {
            return Err(self.unknown(node, "the f-string substitutes in it"));
        }
        let part = |kind: &str| tree.every_child(node).find(|&child| tree.kind(child) == kind);
        let (Some(start), Some(end)) = (part("string_start"), part("string_end")) else {
            return Err(self.unknown(node, "it is no literal"));
        };
        let prefix = tree.text(start).trim_end_matches(['"', '\'']);
        let literal = Literal { prefix, content: tree.range(start).end..tree.range(end).start };
        characters(tree.source, &literal).map_err(|why| self.unknown(node, &why))
    }

    /// The result of a call that changes white space only.
    fn call(&self, node: Index, depth: usize) -> Result<Text, Rejected> {
        let tree = self.tree;
        let Some(function) = tree.child(node, "function") else { return Err(self.unknown(node, "it is no literal")) };
        let given: Vec<Index> = tree.child(node, "arguments").map_or_else(Vec::new, |a| tree.children(a).collect());
        let (object, name) = match tree.kind(function) {
            "attribute" => (tree.child(function, "object"), tree.child(function, "attribute")),
            _ => (None, Some(function)),
        };
        let name = name.map_or("", |name| tree.text(name));
        match (name, object, &given[..]) {
            ("strip" | "lstrip" | "rstrip", Some(object), []) => {
                let mut text = self.string_at(object, depth + 1)?;
                let is_white = |c: &(usize, char)| c.1.is_whitespace();
                let before = text.chars.iter().take_while(|c| is_white(c)).count();
                if name != "rstrip" {
                    text.chars.drain(..before);
                }
                while name != "lstrip" && text.chars.last().is_some_and(is_white) {
                    text.chars.pop();
                }
                Ok(text)
            }
            ("dedent" | "cleandoc", _, &[argument]) if tree.kind(argument) != "keyword_argument" => {
                let text = self.string_at(argument, depth + 1)?;
                let string = text.string();
                let has_lines = |(range, piece): (std::ops::Range<usize>, Piece)| {
                    piece == Piece::Literal && string.get(range).is_some_and(|literal| literal.contains('\n'))
                };
                // Elsewhere the white space at the start of a line separates nothing.
                let joins = |(at, _): (usize, &str)| string[..at].ends_with(|c: char| !c.is_whitespace());
                match pieces(&string).into_iter().any(has_lines) || string.match_indices("\\\n").any(joins) {
                    true => Err(self.unknown(node, &format!("`{name}` changes tokens of several lines in it"))),
                    false => Ok(text),
                }
            }
            ("format" | "format_map" | "substitute" | "safe_substitute" | "replace" | "render", Some(_), _) => {
                Err(self.unknown(node, &format!("`.{name}(..)` substitutes in it")))
            }
            _ => Err(self.unknown(node, &format!("it is the result of `{name}(..)`"))),
        }
    }
}
