//! Instances of kernel templates that nothing instantiates, with made-up arguments: what is launched from other files,
//! or where the file does not compile.
//!
//! Types are `float`, or else `__half`, `double` or `int`; truth values are both; a number is each of those that the
//! source gives the parameter's name or the argument of a launch, or else a usual size. The compiler decides which of
//! the candidates are instances. An under-approximation: nothing is said of other arguments. Templates of headers,
//! member functions, and parameters that are templates or of other types are left alone.

use crate::ast::{body, is_function, Node, TranslationUnit};
use crate::error::ParseError;
use crate::{instances, with_input, Limits, ParseOptions};
use std::path::Path;
use wp_base::{FileId, Span};

/// The types that are tried, the first one that compiles counts.
const TYPES: [&str; 4] = ["float", "__half", "double", "int"];
/// The numbers that are tried in this order.
const NUMBERS: [&str; 6] = ["32", "128", "256", "64", "4", "1"];

/// Instances of a template that differ in truth values and in numbers that the source gives.
const MOST_CHOICES: usize = 4;
/// Numbers that the source gives a parameter, of which each is tried.
const MOST_VALUES: usize = 2;

/// The instances that were made up for a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeUp {
    /// The place of the template's name.
    pub template: Span,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// The instances.
    pub instances: Vec<String>,
}

/// Makes up instances for the kernel templates without one that are `wanted`, by their names and files. `unit` is the
/// tree of the file at `path`.
pub fn make_up(
    path: &Path,
    unit: &TranslationUnit,
    options: &ParseOptions,
    limits: &Limits,
    wanted: &dyn Fn(&str, FileId) -> bool,
) -> Result<Vec<MadeUp>, ParseError> {
    let mut templates = Vec::new();
    without_instance(&unit.root, "", &mut templates);
    templates.retain(|t| wanted(&t.name, t.node.loc.file));
    let text = |t: &Template<'_>| unit.sources.file(t.node.loc.file).map_or("", |file| file.text.as_str());
    let candidates: Vec<Vec<Vec<String>>> = templates.iter().map(|t| candidates(t, text(t))).collect();
    let all: Vec<String> = candidates.iter().flatten().flatten().cloned().collect();
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let compile =
        with_input(path, unit.language, options, &|input| instances::compiling(input, &all, options, limits))?;
    let mut verdicts = compile.into_iter();
    let mut made = Vec::new();
    for (template, levels) in templates.iter().zip(candidates) {
        let mut usable: Vec<Vec<String>> = Vec::new();
        for level in levels {
            let kept = level.into_iter().filter(|_| verdicts.next() == Some(true));
            usable.push(kept.collect());
        }
        let instances = usable.into_iter().find(|level| !level.is_empty()).unwrap_or_default();
        if !instances.is_empty() {
            let parameters = template.parameters().map(|p| p.name.as_deref().unwrap_or("unnamed").to_owned()).collect();
            made.push(MadeUp { template: template.node.loc, parameters, instances });
        }
    }
    Ok(made)
}

/// A kernel template without an instance.
struct Template<'u> {
    /// Its name with namespaces.
    name: String,
    /// The declaration of the template.
    template: &'u Node,
    /// The definition of the kernel in it.
    node: &'u Node,
}

impl<'u> Template<'u> {
    fn parameters(&self) -> impl Iterator<Item = &'u Node> {
        self.template.inner.iter().take_while(|p| p.kind.ends_with("ParmDecl"))
    }
}

fn without_instance<'u>(node: &'u Node, scope: &str, found: &mut Vec<Template<'u>>) {
    for child in &node.inner {
        match &*child.kind {
            "NamespaceDecl" => {
                let inner = child.name.as_deref().map_or_else(|| scope.to_owned(), |name| format!("{scope}{name}::"));
                without_instance(child, &inner, found);
            }
            "LinkageSpecDecl" => without_instance(child, scope, found),
            "FunctionTemplateDecl" => {
                let is_instance = |f: &&Node| f.inner.iter().any(|c| &*c.kind == "TemplateArgument");
                let has_instance = child.inner.iter().any(|f| is_function(&f.kind) && is_instance(&f));
                let is_kernel = |f: &Node| f.inner.iter().any(|a| &*a.kind == "CUDAGlobalAttr");
                let pattern = child.inner.iter().find(|f| &*f.kind == "FunctionDecl" && !is_instance(f));
                let pattern = pattern.filter(|f| body(f).is_some() && is_kernel(f) && !has_instance);
                if let (Some(node), Some(name)) = (pattern, &child.name) {
                    found.push(Template { name: format!("{scope}{name}"), template: child, node });
                }
            }
            _ => {}
        }
    }
}

/// The instances of a template that are tried: the first list with one that compiles counts.
fn candidates(template: &Template<'_>, text: &str) -> Vec<Vec<String>> {
    let has_default = |p: &&Node| p.inner.iter().any(|c| &*c.kind == "TemplateArgument");
    let all: Vec<&Node> = template.parameters().collect();
    // Trailing parameters with a default value, and packs, need no arguments.
    let needed = all.iter().rposition(|p| !has_default(p) && !p.flag("isParameterPack")).map_or(0, |last| last + 1);
    let Some(needed) = all.get(..needed).filter(|needed| !needed.iter().any(|p| p.flag("isParameterPack"))) else {
        return Vec::new();
    };
    let bare = template.name.rsplit("::").next().unwrap_or_default();
    // For each parameter what it may be, or `None` where the level decides.
    let mut choices: Vec<Choice> = Vec::new();
    for (position, parameter) in needed.iter().enumerate() {
        let name = parameter.name.as_deref().unwrap_or_default();
        choices.push(match &*parameter.kind {
            "TemplateTypeParmDecl" => Choice::Type,
            "NonTypeTemplateParmDecl" if parameter.type_str() == "bool" => {
                Choice::Of(["false", "true"].map(String::from).to_vec())
            }
            "NonTypeTemplateParmDecl" if is_integer(parameter.type_str()) => {
                let mut values = launched_with(text, bare, position);
                values.extend(named_values(text, name));
                let mut seen = std::collections::BTreeSet::new();
                values.retain(|value| seen.insert(value.clone()));
                values.truncate(MOST_VALUES);
                if values.is_empty() {
                    Choice::Number
                } else {
                    Choice::Of(values)
                }
            }
            _ => return Vec::new(),
        });
    }
    let has = |kind: &Choice| choices.iter().any(|choice| choice == kind);
    let types = &TYPES[..if has(&Choice::Type) { TYPES.len() } else { 1 }];
    let numbers = &NUMBERS[..if has(&Choice::Number) { NUMBERS.len() } else { 1 }];
    let first = numbers.iter().map(|number| (TYPES[0], *number));
    let others = types.iter().skip(1).flat_map(|ty| numbers.iter().take(2).map(|number| (*ty, *number)));
    let levels = first.chain(others);
    levels.map(|(ty, number)| combinations(&template.name, &choices, ty, number)).collect()
}

/// What the argument for a parameter may be.
#[derive(PartialEq)]
enum Choice {
    Type,
    Number,
    Of(Vec<String>),
}

/// The instances with one type and one number.
fn combinations(name: &str, choices: &[Choice], ty: &str, number: &str) -> Vec<String> {
    let mut lists: Vec<Vec<&str>> = vec![Vec::new()];
    for choice in choices {
        let values: Vec<&str> = match choice {
            Choice::Type => vec![ty],
            Choice::Number => vec![number],
            Choice::Of(values) => values.iter().map(String::as_str).collect(),
        };
        let longer = lists.iter().flat_map(|list| values.iter().map(|v| [&list[..], &[*v]].concat()));
        lists = longer.collect();
        lists.truncate(MOST_CHOICES);
    }
    lists.into_iter().map(|list| format!("{name}<{}>", list.join(", "))).collect()
}

fn is_integer(ty: &str) -> bool {
    let words = ["char", "short", "int", "long", "unsigned", "signed"];
    let ty = ty.trim_start_matches("const ");
    matches!(ty, "size_t" | "int64_t" | "uint32_t" | "uint64_t") || ty.split(' ').all(|word| words.contains(&word))
}

/// The literal numbers at a position of the template arguments in `name<..>`.
fn launched_with(text: &str, name: &str, position: usize) -> Vec<String> {
    let lists = words(text).filter(|(_, word)| *word == name).filter_map(|(at, word)| {
        let rest = text[at + word.len()..].strip_prefix('<')?;
        rest.split_once(['>', ';', '{']).map(|(list, _)| list)
    });
    lists
        .filter_map(|list| list.split(',').nth(position).map(str::trim).filter(|v| is_number(v)))
        .map(String::from)
        .collect()
}

/// The numbers that a text gives a name, or compares with it: `constexpr int N = 64`, `#define N 64`, `N == 64`.
fn named_values(text: &str, name: &str) -> Vec<String> {
    let found = words(text).filter(|(_, word)| word.eq_ignore_ascii_case(name)).filter_map(|(at, word)| {
        let rest = text[at + word.len()..].trim_start();
        let is_macro = text[..at].trim_end().ends_with("#define");
        let value = rest.strip_prefix("==").or_else(|| rest.strip_prefix('=')).or(is_macro.then_some(rest))?;
        let value = value.trim_start();
        let end = value.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(value.len());
        Some(value[..end].to_owned()).filter(|v| is_number(v))
    });
    found.collect()
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The words of a text, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut at = 0;
    text.split(move |c: char| !is_word(c)).filter_map(move |word| {
        let start = at;
        at += word.len() + text[start + word.len()..].chars().next().map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((start, word))
    })
}

#[cfg(test)]
mod tests {
    use super::{launched_with, named_values};

    #[test]
    fn numbers_come_from_the_source() {
        let text = "constexpr int BLOCK = 256; // é\n#define VEC 4\nif (block == 64) k<T, 8, N><<<1, 2>>>(p);";
        assert_eq!(named_values(text, "Block"), ["256", "64"]);
        assert_eq!(named_values(text, "VEC"), ["4"]);
        assert_eq!(named_values(text, "T"), [""; 0]);
        assert_eq!(launched_with(text, "k", 1), ["8"]);
        assert_eq!(launched_with(text, "k", 2), [""; 0]);
    }
}
