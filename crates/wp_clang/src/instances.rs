//! Instances of templates that the file itself does not instantiate.
//!
//! The file is included before a small one that names the instances, so that the compiler makes them.

use crate::ast::Node;
use crate::error::ParseError;
use crate::{parse_inner, ClangSeverity, Input, Limits, ParseOptions, TranslationUnit};
use std::io::Write;
use std::path::Path;
use wp_base::FileId;

/// Parses a file of CUDA or HIP with further instances of its function templates.
pub(crate) fn parse(
    input: &Input<'_>,
    wanted: &[String],
    options: &ParseOptions,
    limits: &Limits,
) -> Result<TranslationUnit, ParseError> {
    if let Some(name) = wanted.iter().find(|name| !is_plain(name)) {
        let detail = "it is no name with template arguments".to_owned();
        return Err(ParseError::NoInstance { name: name.clone(), detail });
    }
    let (unit, own) = parse_with(input, wanted, options, limits)?;
    let wrong = unit
        .messages
        .iter()
        .find(|m| m.severity != ClangSeverity::Warning && !m.span.is_none() && Some(m.span.file) == own);
    match wrong {
        None => Ok(unit),
        Some(message) => {
            let line = unit.sources.line_col(message.span).map_or(0, |at| at.line as usize - 1);
            let name = wanted.get(line).cloned().unwrap_or_default();
            let detail = misfit(&unit, &name).unwrap_or_else(|| message.text.clone());
            Err(ParseError::NoInstance { name, detail })
        }
    }
}

/// The tree of a file with a small one behind it that names the instances, a line for each, and the latter's number.
fn parse_with(
    input: &Input<'_>,
    wanted: &[String],
    options: &ParseOptions,
    limits: &Limits,
) -> Result<(TranslationUnit, Option<FileId>), ParseError> {
    let line = |(number, name): (usize, &String)| format!("static auto *const __wp_instance_{number} = &{name};\n");
    let text: String = wanted.iter().enumerate().map(line).collect();
    let failed = |e: std::io::Error| ParseError::Workspace { detail: e.to_string() };
    let mut file = tempfile::Builder::new().prefix("warpproof-instances-").suffix(".cu").tempfile().map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(failed)?;
    let input = Input { path: file.path(), before: Some(input.path), ..*input };
    let mut unit = parse_inner(&input, options, limits)?;
    forget(&mut unit, file.path());
    unit.host.iter_mut().for_each(|host| forget(host, file.path()));
    let own = unit.sources.find(file.path());
    Ok((unit, own))
}

/// Leaves the variables out that name the instances: neither they nor their file are the program's.
fn forget(unit: &mut TranslationUnit, file: &Path) {
    let names_instance = |node: &Node| node.name.as_deref().is_some_and(|name| name.starts_with("__wp_instance_"));
    unit.root.inner.retain(|node| !names_instance(node));
    unit.prelude_folders.push(file.to_owned());
}

/// Which of some instances the compiler makes without an error.
pub(crate) fn compiling(
    input: &Input<'_>,
    candidates: &[String],
    options: &ParseOptions,
    limits: &Limits,
) -> Result<Vec<bool>, ParseError> {
    let (unit, own) = parse_with(input, candidates, options, limits)?;
    let mut compile = vec![own.is_some(); candidates.len()];
    for message in unit.messages.iter().filter(|m| m.severity != ClangSeverity::Warning) {
        // The message of an error in a template is followed by notes on what asked for the instance.
        let places = std::iter::once(&message.span).chain(&message.notes);
        for span in places.filter(|span| !span.is_none() && Some(span.file) == own) {
            let line = unit.sources.line_col(*span).map_or(0, |at| at.line as usize);
            compile.get_mut(line.wrapping_sub(1)).into_iter().for_each(|compiles| *compiles = false);
        }
    }
    Ok(compile)
}

/// The message that an instance has too few or too many arguments, if exactly one template has its name.
fn misfit(unit: &TranslationUnit, instance: &str) -> Option<String> {
    let (path, arguments) = instance.strip_suffix('>')?.split_once('<')?;
    let name = path.rsplit("::").next()?.trim();
    let [template] = templates(&unit.root, name)[..] else { return None };
    let parameters: Vec<&Node> = template.inner.iter().take_while(|p| p.kind.ends_with("ParmDecl")).collect();
    let has_default = |p: &&Node| p.inner.iter().any(|c| &*c.kind == "TemplateArgument");
    let (given, most) = (count(arguments), parameters.len());
    let least = parameters.iter().filter(|p| !has_default(p)).count();
    if parameters.iter().any(|p| p.flag("isParameterPack")) || (least..=most).contains(&given) {
        return None;
    }
    let names: Vec<&str> = parameters.iter().map(|p| p.name.as_deref().unwrap_or("unnamed")).collect();
    let (plural, verb) = (if most == 1 { "" } else { "s" }, if given == 1 { "is" } else { "are" });
    Some(format!("`{name}` has {most} template parameter{plural} ({}), and {given} {verb} given", names.join(", ")))
}

/// The function templates of a name, outside of classes.
pub(crate) fn templates<'u>(node: &'u Node, name: &str) -> Vec<&'u Node> {
    match &*node.kind {
        "FunctionTemplateDecl" if node.name.as_deref() == Some(name) => vec![node],
        "TranslationUnitDecl" | "NamespaceDecl" | "LinkageSpecDecl" => {
            node.inner.iter().flat_map(|child| templates(child, name)).collect()
        }
        _ => Vec::new(),
    }
}

/// The number of arguments in a list. In round brackets `<` and `>` compare.
fn count(arguments: &str) -> usize {
    let (mut round, mut angle) = (0i64, 0i64);
    let mut commas = 0;
    for c in arguments.chars() {
        match c {
            '(' | '[' => round += 1,
            ')' | ']' => round -= 1,
            '<' if round == 0 => angle += 1,
            '>' if round == 0 => angle -= 1,
            ',' if round == 0 && angle == 0 => commas += 1,
            _ => {}
        }
    }
    if arguments.trim().is_empty() {
        0
    } else {
        commas + 1
    }
}

/// True if a text can be nothing but a name with template arguments: no further declaration, no directive.
fn is_plain(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | ':'));
    starts && name.ends_with('>') && !name.contains(['\n', '\r', '\\', '#', '{', '}', ';', '=', '"']) && balanced(name)
}

/// True if no bracket closes more than was opened.
fn balanced(text: &str) -> bool {
    let mut depth = 0i64;
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_counted_at_the_top() {
        assert_eq!([count("float, 256"), count("pair<a, b>, f(1, 2)"), count("int"), count(" ")], [2, 2, 1, 0]);
        assert_eq!([count("(1 < 2) + 3, 4"), count("a<(3 > 2), 1>")], [2, 1]);
    }

    #[test]
    fn only_names_with_arguments_are_plain() {
        assert!(is_plain("scale<float, 256>"));
        assert!(is_plain("::a::b<sizeof(int), (3 > 2)>"));
        for wrong in ["", "scale", "1<2>", "f<1>; int x", "f<1>\nint x<2>", "f<)(>", "f<1>, *p = &g<2>"] {
            assert!(!is_plain(wrong), "{wrong}");
        }
    }
}
