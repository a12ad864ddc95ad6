//! Constant queries: values of expressions in the context of a file, computed by Clang.
//!
//! The file is included before a small one that declares one enumerator for each expression. Exact: a value is what
//! the compiler computes for the target; expressions that are no constants at file scope have no value.

use crate::ast::{Node, TranslationUnit};
use crate::error::ParseError;
use crate::{input, parse_inner, Input, Language, Limits, ParseOptions};
use std::io::Write;
use std::path::Path;

/// Name of the enumerator of an expression; no source file has a reason to use it.
const PREFIX: &str = "__wp_constant_";

/// Evaluates integer constant expressions (`sizeof(T)`, `offsetof(S, f)`, names of constants) at the end of a file.
///
/// The answers are in the order of the expressions; `None` stands for an expression that is no integer constant there.
pub fn evaluate(
    path: &Path,
    language: Language,
    options: &ParseOptions,
    expressions: &[String],
) -> Result<Vec<Option<i128>>, ParseError> {
    input::check(path)?;
    let mut text = String::new();
    for (index, expression) in expressions.iter().enumerate() {
        // One line each, so that a malformed expression cannot reach into the next.
        let unusable = expression.is_empty()
            || expression.contains(['\n', '\r', '\\', '#', '{', '}', ';'])
            || !balanced(expression);
        if !unusable {
            text.push_str(&format!("enum {{ {PREFIX}{index} = ({expression}) }};\n"));
        }
    }
    let failed = |e: std::io::Error| ParseError::Workspace { detail: e.to_string() };
    let extension = match language {
        Language::Cuda => ".cu",
        Language::OpenCl => ".cl",
    };
    let mut file = tempfile::Builder::new().prefix("warpproof-query-").suffix(extension).tempfile().map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(failed)?;
    let unit = parse_inner(
        &Input { path: file.path(), before: Some(path), overlay: None },
        language,
        options,
        &Limits::default(),
    )?;
    Ok((0..expressions.len()).map(|index| value(&unit, &format!("{PREFIX}{index}"))).collect())
}

/// True if no bracket closes more than was opened.
pub(crate) fn balanced(text: &str) -> bool {
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

fn value(unit: &TranslationUnit, name: &str) -> Option<i128> {
    // Enumerations are at file scope.
    let enumerator = unit
        .root
        .inner
        .iter()
        .rev()
        .filter(|d| &*d.kind == "EnumDecl")
        .flat_map(|d| &d.inner)
        .find(|c| c.name.as_deref() == Some(name))?;
    constant(enumerator.inner.first()?)
}

/// The value of the outermost constant expression.
fn constant(node: &Node) -> Option<i128> {
    match &node.value {
        Some(value) if &*node.kind == "ConstantExpr" => value.parse().ok(),
        _ => node.inner.first().and_then(constant),
    }
}
