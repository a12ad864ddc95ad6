//! The stored form of the prelude's declarations: Clang's own JSON without positions and without what nobody looks up.
//!
//! Functions without a body are dropped, because the lowering knows intrinsics by name; of a function template only
//! its instances stay. The result is read by the same decoder as Clang's output.

use crate::ast::Node;
use std::fmt::Write as _;
use wp_base::Id;

/// Drops what is not looked up. Exact for types, constants, variables and functions with bodies.
pub(crate) fn filter(node: &mut Node) {
    node.inner.retain_mut(|child| {
        if is_function(child) {
            return has_body(child);
        }
        match &*child.kind {
            "FunctionTemplateDecl" => {
                child.inner.retain(|f| {
                    is_function(f) && has_body(f) && f.inner.iter().any(|c| &*c.kind == "TemplateArgument")
                });
                !child.inner.is_empty()
            }
            "NamespaceDecl"
            | "LinkageSpecDecl"
            | "CXXRecordDecl"
            | "ClassTemplateDecl"
            | "ClassTemplateSpecializationDecl"
            | "RecordDecl" => {
                filter(child);
                true
            }
            "UsingDecl" | "UsingShadowDecl" => false,
            _ => true,
        }
    });
}

fn is_function(node: &Node) -> bool {
    matches!(
        &*node.kind,
        "FunctionDecl" | "CXXMethodDecl" | "CXXConstructorDecl" | "CXXDestructorDecl" | "CXXConversionDecl"
    )
}

fn has_body(node: &Node) -> bool {
    node.inner.iter().any(|c| &*c.kind == "CompoundStmt")
}

/// Writes the tree in Clang's format.
pub(crate) fn encode(root: &Node) -> String {
    let mut out = String::new();
    write(root, &mut out);
    out
}

fn write(node: &Node, out: &mut String) {
    if node.is_absent() {
        out.push_str("{}");
        return;
    }
    let _ = write!(out, "{{\"id\":\"0x{:x}\"", node.id.index() + 1);
    text("kind", &node.kind, out);
    if let Some(name) = &node.name {
        text("name", name, out);
    }
    if let Some(ty) = &node.ty {
        let _ = write!(out, ",\"type\":{{\"qualType\":{}", quoted(ty));
        if let Some(desugared) = node.desugared.as_ref().filter(|d| *d != ty) {
            text("desugaredQualType", desugared, out);
        }
        out.push('}');
    }
    let fields = [("value", &node.value), ("opcode", &node.opcode), ("castKind", &node.cast_kind)];
    for (key, value) in fields {
        if let Some(value) = value {
            // String literals are unquoted once more when they are read.
            let again = &*node.kind == "StringLiteral";
            text(key, &if again { quoted(value) } else { value.to_string() }, out);
        }
    }
    if let Some(target) = &node.referenced {
        if target.kind.is_empty() {
            let _ = write!(out, ",\"referencedMemberDecl\":\"0x{:x}\"", target.id.index() + 1);
        } else {
            let _ = write!(out, ",\"referencedDecl\":{{\"id\":\"0x{:x}\"", target.id.index() + 1);
            text("kind", &target.kind, out);
            text("name", &target.name, out);
            let _ = write!(out, ",\"type\":{{\"qualType\":{}}}}}", quoted(&target.ty));
        }
    }
    let mut list = "inner";
    for flag in &node.flags {
        match &**flag {
            "array_filler" => list = "array_filler",
            "lvalue" | "xvalue" => text("valueCategory", flag, out),
            flag => {
                let _ = write!(out, ",{}:true", quoted(flag));
            }
        }
    }
    for (key, value) in &node.extra {
        // Bases are read back as one type whose name is the whole list.
        if &**key == "bases" {
            let _ = write!(out, ",\"bases\":[{{\"type\":{{\"qualType\":{}}}}}]", quoted(value));
        } else if &**key == "ctorType" {
            let _ = write!(out, ",\"ctorType\":{{\"qualType\":{}}}", quoted(value));
        } else if let Some(id) = value.strip_prefix('n').and_then(|n| n.parse::<usize>().ok()) {
            let _ = write!(out, ",{}:\"0x{:x}\"", quoted(key), id + 1);
        } else {
            text(key, value, out);
        }
    }
    if !node.inner.is_empty() {
        let _ = write!(out, ",\"{list}\":[");
        for (i, child) in node.inner.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write(child, out);
        }
        out.push(']');
    }
    out.push('}');
}

fn text(key: &str, value: &str, out: &mut String) {
    let _ = write!(out, ",{}:{}", quoted(key), quoted(value));
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
