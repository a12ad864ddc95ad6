//! Functions of the samples' helper headers (`helper_math.h`), which the prelude declares although no header is included:
//! many kernels are given without the headers that they need.
//!
//! A function of the file with such a name may lose against the prelude's in overload resolution. So a file that declares
//! one is parsed without the samples' functions, too, and that tree counts unless it has more errors.

use crate::ast::{Node, TranslationUnit};

/// The names that `prelude/cuda_vector_math.h` declares, without `make_TYPE`.
const NAMES: [&str; 24] = [
    "clamp",
    "cross",
    "dot",
    "fabs",
    "floorf",
    "fmaxf",
    "fminf",
    "fmodf",
    "fracf",
    "length",
    "lerp",
    "max",
    "min",
    "normalize",
    "operator*",
    "operator*=",
    "operator+",
    "operator+=",
    "operator-",
    "operator-=",
    "operator/",
    "operator/=",
    "reflect",
    "smoothstep",
];

/// True if the file declares functions with names of the samples' functions.
pub(crate) fn are_overloaded(unit: &TranslationUnit) -> bool {
    has_overload(&unit.root)
}

/// True if a function or a template of a function in a namespace has such a name.
fn has_overload(node: &Node) -> bool {
    node.inner.iter().any(|child| match &*child.kind {
        "FunctionDecl" | "FunctionTemplateDecl" => child.name.as_deref().is_some_and(is_sample),
        "NamespaceDecl" | "LinkageSpecDecl" => has_overload(child),
        _ => false,
    })
}

fn is_sample(name: &str) -> bool {
    NAMES.binary_search(&name).is_ok() || name.starts_with("make_")
}

#[cfg(test)]
mod tests {
    use super::{is_sample, NAMES};

    #[test]
    fn every_name_of_the_header_is_known() {
        assert!(NAMES.is_sorted());
        let header = include_str!("../prelude/cuda_vector_math.h");
        for definition in header.split("__WP_DEFINE(").skip(2) {
            let name = definition.split(',').nth(1).unwrap_or_default().trim();
            // The names that macros form of their arguments are `F`, `make_...` and operators.
            let is_formed = name == "F" || name.contains("##") || name.starts_with("operator");
            assert!(is_formed || is_sample(name), "{name}");
        }
        for lanes in header.split("__WP_LANES(").skip(2) {
            let name = lanes.split(',').next().unwrap_or_default();
            assert!(is_sample(name), "{name}");
        }
    }
}
