//! Names as Clang prints them: their template arguments, and a normal form for names that are printed in several ways.

use std::borrow::Cow;
use wp_clang::Node;

/// A printed name without the namespaces that have no name, which some versions of Clang print.
pub(crate) fn without_unnamed_namespaces(name: &str) -> Cow<'_, str> {
    const UNNAMED: &str = "(anonymous namespace)::";
    if name.contains(UNNAMED) {
        Cow::Owned(name.replace(UNNAMED, ""))
    } else {
        Cow::Borrowed(name)
    }
}

/// The normal form of a printed name: two prints of one name may differ in blanks, suffixes of literals, truth values,
/// and whether a namespace without a name is printed. Most names are in this form already.
pub(crate) fn key(name: &str) -> Cow<'_, str> {
    if is_plain(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(normal_form(&without_unnamed_namespaces(name)))
    }
}

/// True for names of ASCII letters, digits, underscores and `::` of which no word is a number or a truth value.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b':')
        && name
            .split(':')
            .all(|word| !word.as_bytes().first().is_some_and(u8::is_ascii_digit) && word != "true" && word != "false")
}

fn normal_form(name: &str) -> String {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    loop {
        let (word, behind) = rest.split_at(rest.find(|c| !in_word(c)).unwrap_or(rest.len()));
        match word {
            "true" => out.push('1'),
            "false" => out.push('0'),
            w if w.starts_with(|c: char| c.is_ascii_digit()) => out.push_str(w.trim_end_matches(['U', 'L', 'u', 'l'])),
            w => out.push_str(w),
        }
        let mut signs = behind.chars();
        match signs.next() {
            None => return out,
            Some(' ') if !out.ends_with(in_word) => {}
            Some(sign) => out.push(sign),
        }
        rest = signs.as_str();
    }
}

/// The types in a list that is separated by commas.
pub fn split_at_commas(list: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (i, c) in list.char_indices() {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts.retain(|p| !p.is_empty());
    parts
}

/// The template arguments of an instance, such as `<8, float>`; empty if there are none.
///
/// Clang prints a true argument as -1, so the types of the template's parameters tell the truth values.
pub(crate) fn template_args(node: &Node, parameters: &[ParameterType]) -> String {
    fn one(arg: &Node, parameters: &[ParameterType], out: &mut Vec<String>) {
        if let Some(value) = &arg.value {
            let truth = match parameters.get(out.len()) {
                Some(ParameterType::Bool) => true,
                Some(ParameterType::Argument(i)) => out.get(*i).is_some_and(|ty| ty == "bool" || ty == "const bool"),
                Some(ParameterType::Other) | None => false,
            };
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
            arg.inner.iter().filter(|c| &*c.kind == "TemplateArgument").for_each(|c| one(c, parameters, out));
        } else if !arg.flag("isPack") {
            out.push("?".to_owned());
        }
    }
    let mut out = Vec::new();
    node.inner.iter().filter(|c| &*c.kind == "TemplateArgument").for_each(|c| one(c, parameters, &mut out));
    if out.is_empty() {
        String::new()
    } else {
        format!("<{}>", out.join(", "))
    }
}

/// The type of a parameter of a template, as far as it matters for the printed arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParameterType {
    Bool,
    /// That of an earlier argument, as in `template <class T, T v>`.
    Argument(usize),
    /// Another type, or a parameter that stands for a type.
    Other,
}

/// The types of the parameters of a template.
pub(crate) fn parameter_types(template: &Node) -> Vec<ParameterType> {
    let is_parameter = |c: &&Node| c.kind.starts_with("Template") || &*c.kind == "NonTypeTemplateParmDecl";
    let parameters: Vec<&Node> = template.inner.iter().filter(is_parameter).collect();
    let of_name = |name: &str| {
        let of_that_name = |p: &&Node| &*p.kind == "TemplateTypeParmDecl" && p.name.as_deref() == Some(name);
        parameters.iter().position(of_that_name).map_or(ParameterType::Other, ParameterType::Argument)
    };
    let type_of = |p: &&Node| match p.type_str() {
        _ if &*p.kind != "NonTypeTemplateParmDecl" => ParameterType::Other,
        "bool" | "const bool" => ParameterType::Bool,
        name => of_name(name),
    };
    parameters.iter().map(type_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_print_differently_have_one_normal_form() {
        for (printed, form) in [
            ("a::b_1", "a::b_1"),
            ("S<8U, true>", "S<8,1>"),
            ("S<8, 1>", "S<8,1>"),
            ("true", "1"),
            ("unsigned  long *", "unsigned long *"),
            ("(anonymous namespace)::T", "T"),
            ("(lambda at a.cu:3:4)", "(lambda at a.cu:3:4)"),
            ("", ""),
        ] {
            assert_eq!(key(printed), form);
        }
    }
}
