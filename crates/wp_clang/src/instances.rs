//! Instances of templates that the file itself does not instantiate.
//!
//! The file is included before a small one that names the instances, so that the compiler makes them.

use crate::error::ParseError;
use crate::evaluate::balanced;
use crate::{parse_inner, ClangSeverity, Input, Language, Limits, ParseOptions, TranslationUnit};
use std::io::Write;

/// Parses a CUDA file with further instances of its function templates.
pub(crate) fn parse(
    input: &Input<'_>,
    wanted: &[String],
    options: &ParseOptions,
    limits: &Limits,
) -> Result<TranslationUnit, ParseError> {
    let mut text = String::new();
    for (number, name) in wanted.iter().enumerate() {
        if !is_plain(name) {
            let detail = "it is no name with template arguments".to_owned();
            return Err(ParseError::NoInstance { name: name.clone(), detail });
        }
        // One line each: the line of a message tells the instance.
        text.push_str(&format!("static auto *const __wp_instance_{number} = &{name};\n"));
    }
    let failed = |e: std::io::Error| ParseError::Workspace { detail: e.to_string() };
    let mut file = tempfile::Builder::new().prefix("warpproof-instances-").suffix(".cu").tempfile().map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(failed)?;
    let unit =
        parse_inner(&Input { path: file.path(), before: Some(input.path), ..*input }, Language::Cuda, options, limits)?;
    let own = unit.sources.find(file.path());
    let wrong = unit
        .messages
        .iter()
        .find(|m| m.severity != ClangSeverity::Warning && !m.span.is_none() && Some(m.span.file) == own);
    match wrong {
        None => Ok(unit),
        Some(message) => {
            let line = unit.sources.line_col(message.span).map_or(0, |at| at.line as usize - 1);
            let name = wanted.get(line).cloned().unwrap_or_default();
            Err(ParseError::NoInstance { name, detail: message.text.clone() })
        }
    }
}

/// True if a text can be nothing but a name with template arguments: no further declaration, no directive.
fn is_plain(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | ':'));
    starts && name.ends_with('>') && !name.contains(['\n', '\r', '\\', '#', '{', '}', ';', '=', '"']) && balanced(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_with_arguments_are_plain() {
        assert!(is_plain("scale<float, 256>"));
        assert!(is_plain("::a::b<sizeof(int), (3 > 2)>"));
        for wrong in ["", "scale", "1<2>", "f<1>; int x", "f<1>\nint x<2>", "f<)(>", "f<1>, *p = &g<2>"] {
            assert!(!is_plain(wrong), "{wrong}");
        }
    }
}
