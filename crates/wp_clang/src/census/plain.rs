//! Texts whose count does not change by preprocessing, so that the preprocessor need not be run for them.
//!
//! Such a text has no conditionals, includes only headers of the prelude, and its macros stand for numbers and
//! expressions: none can make, hide or rename a kernel or a launch. Under-approximate: every other text is
//! preprocessed.

use super::includes;
use super::lexer::{tokens, Kind, Token};
use std::path::Path;
use wp_base::Spliced;

/// Types that may stand in the body of a macro.
const TYPES: [&str; 11] =
    ["bool", "char", "const", "double", "float", "int", "long", "short", "signed", "sizeof", "unsigned"];
/// Words by which a kernel or a launch is recognised; a macro of such a name could hide one.
const TELLING: [&str; 14] = [
    "auto",
    "const",
    "extern",
    "global",
    "inline",
    "kernel",
    "namespace",
    "noexcept",
    "operator",
    "requires",
    "static",
    "struct",
    "template",
    "void",
];
/// The characters that may stand in the body of a macro besides words.
const MARKS: &str = "()+-*/%,.?:!&|^~[]<>=";

/// The text as the preprocessor would print it, as far as the census looks at it; `None` where it has to be run.
/// `is_shadowed` tells the headers of the prelude.
pub(crate) fn as_preprocessed(
    path: &Path,
    text: &str,
    defines: &[String],
    is_shadowed: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let name = path.to_str().filter(|p| p.is_ascii() && !p.starts_with('-') && !p.contains(['"', '\\', '\n']))?;
    let source = Spliced::new(text);
    let read = source.text();
    if read.contains("%:") || read.contains("??") {
        return None;
    }
    let mut macros: Vec<String> = Vec::new();
    for define in defines {
        let (name, body) = define.split_once('=').unwrap_or((define, "1"));
        macros.push(plain_macro(&format!("{name} {body}"), &macros)?);
    }
    for directive in tokens(&source, 1).into_iter().filter(|t| t.kind == Kind::Directive) {
        let line = directive.text.trim_start_matches('#').trim();
        let (word, rest) = line.split_at(line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len()));
        match word {
            "pragma" if !rest.contains("macro") && !rest.contains("include") => {}
            "include" => {
                let include = includes::operand(rest)?;
                // The folder of the file comes first.
                let beside = || path.parent().is_some_and(|folder| folder.join(&include.name).exists());
                (!(include.is_quoted && beside())).then_some(())?;
                is_shadowed(&include.name).then_some(())?;
            }
            "define" => macros.push(plain_macro(rest.trim_start(), &macros)?),
            _ => return None,
        }
    }
    Some(format!("# 1 \"{name}\"\n{}", text.trim_start_matches('\u{feff}')))
}

/// The name of a macro that stands for an expression; `definition` is its name, its parameters and its body.
fn plain_macro(definition: &str, known: &[String]) -> Option<String> {
    let end = definition.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(definition.len());
    let (name, rest) = definition.split_at(end);
    let (parameters, body) = match rest.strip_prefix('(') {
        Some(rest) => rest.split_once(')')?,
        None => ("", rest),
    };
    let parameters: Vec<&str> = parameters.split(',').map(str::trim).collect();
    let body = Spliced::new(body);
    let body = tokens(&body, 1);
    let has_types = body.iter().any(|t| TYPES.contains(&t.text));
    let is_plain = |(at, token): (usize, &Token<'_>)| match token.kind {
        Kind::Directive => false,
        Kind::Mark => MARKS.contains(token.text),
        Kind::Word => {
            let is = |at: Option<usize>, text: &str| at.and_then(|at| body.get(at)).is_some_and(|t| t.is(text));
            let called = is(Some(at + 1), "(");
            token.text.starts_with(|c: char| c.is_ascii_digit())
                || TYPES.contains(&token.text)
                || (parameters.contains(&token.text) && !called)
                || known.iter().any(|k| k == token.text)
                // A call with values: no function with parameters.
                || (called && !has_types && !parameters.contains(&token.text))
                // A member: no name of a function.
                || is(at.checked_sub(1), ".")
                || is(Some(at + 1), ".")
        }
    };
    let is_name = !name.is_empty() && !name.starts_with("__") && !TELLING.contains(&name);
    (is_name && !body.is_empty() && body.iter().enumerate().all(is_plain)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_plain(text: &str, defines: &[&str]) -> bool {
        let defines: Vec<String> = defines.iter().map(|d| (*d).to_owned()).collect();
        as_preprocessed(Path::new("a.cu"), text, &defines, &|header| header == "cuda.h").is_some()
    }

    #[test]
    fn numbers_and_expressions_change_no_kernel() {
        for text in [
            "__global__ void k() {}",
            "#include <cuda.h>\n#define N 256\n#define M (N * \\\n 2)\n#define AT(i, j) ((int)(i) * N + (j))\n#define tx threadIdx.x\n",
            "#pragma once\n#pragma unroll 4\n",
            "#include \"cuda.h\"\n#define tid get_local_id(0)\n#define even(x) ((x % 2) == 0)\n",
        ] {
            assert!(is_plain(text, &["N0=3", "FLAG"]), "{text}");
        }
    }

    #[test]
    fn everything_else_is_preprocessed() {
        for text in [
            "#if X\n#endif",
            "#ifdef X\n#endif",
            "#include \"own.h\"",
            "#include <own.h>",
            "#include HEADER",
            "#undef N",
            "#define K __global__",
            "#define NAME other",
            "#define NAME(n) n(int *)",
            "#define NAME other(int)",
            "#define NAME other(T)",
            "#define RUN k<<<1, 1>>>()",
            "#define OPEN {",
            "#define END ;",
            "#define EMPTY",
            "#define CAT(a, b) a##b",
            "#define global 1",
            "#define __launch_bounds__ 1",
            "# 3 \"x.cu\"",
            "%:define K 1",
            "#pragma push_macro(\"N\")",
        ] {
            assert!(!is_plain(text, &[]), "{text}");
        }
        assert!(!is_plain("", &["K=__global__"]) && !is_plain("", &["RUN(x)=k<<<1,1>>>(x)"]));
    }
}
