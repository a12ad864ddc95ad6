//! Names as Clang prints them: their template arguments, and a normal form for names that are printed in several ways.

use wp_clang::Node;

/// The normal form of a printed name: two prints of one name may differ in blanks, suffixes of literals, and truth
/// values.
pub(crate) fn key(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        match word.as_str() {
            "true" => out.push('1'),
            "false" => out.push('0'),
            w if w.starts_with(|c: char| c.is_ascii_digit()) => out.push_str(w.trim_end_matches(['U', 'L', 'u', 'l'])),
            w => out.push_str(w),
        }
        word.clear();
    };
    for c in name.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        flush(&mut word, &mut out);
        if c != ' ' {
            out.push(c);
        } else if out.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            out.push(' ');
        }
    }
    flush(&mut word, &mut out);
    out
}

/// The template arguments of an instance, such as `<8, float>`; empty if there are none.
///
/// `bools` tells which parameters have the type `bool`: Clang prints a true argument as -1.
pub(crate) fn template_args(node: &Node, bools: &[bool]) -> String {
    fn one(arg: &Node, bools: &[bool], out: &mut Vec<String>) {
        if let Some(value) = &arg.value {
            let truth = bools.get(out.len()).copied().unwrap_or(false);
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
            arg.inner.iter().filter(|c| &*c.kind == "TemplateArgument").for_each(|c| one(c, bools, out));
        } else {
            out.push("?".to_owned());
        }
    }
    let mut out = Vec::new();
    node.inner.iter().filter(|c| &*c.kind == "TemplateArgument").for_each(|c| one(c, bools, &mut out));
    if out.is_empty() {
        String::new()
    } else {
        format!("<{}>", out.join(", "))
    }
}

/// For each parameter of a template, true if its type is `bool`.
pub(crate) fn bool_parameters(template: &Node) -> Vec<bool> {
    let parameters =
        template.inner.iter().filter(|c| c.kind.starts_with("Template") || &*c.kind == "NonTypeTemplateParmDecl");
    parameters.map(|p| &*p.kind == "NonTypeTemplateParmDecl" && p.type_str() == "bool").collect()
}
