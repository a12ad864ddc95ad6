//! The stored form of the prelude's declarations: Clang's own JSON without positions and unused nodes.
//!
//! Functions without a body keep only name and type, because the lowering knows intrinsics by name; members keep
//! nothing; of a function template its instances stay, or name and type. The result is read by the same decoder as
//! Clang's output.

use crate::ast::Node;
use std::fmt::Write as _;
use wp_base::Id;

/// Drops unused nodes. Exact for types, constants, variables and functions with bodies.
pub(crate) fn filter(node: &mut Node) {
    let of_namespace = matches!(&*node.kind, "TranslationUnitDecl" | "NamespaceDecl" | "LinkageSpecDecl");
    node.inner.retain_mut(|child| {
        if is_function(child) {
            return has_body(child) || of_namespace && keep_name(child);
        }
        match &*child.kind {
            "FunctionTemplateDecl" => {
                child.inner.retain_mut(|f| {
                    let instance = f.inner.iter().any(|c| &*c.kind == "TemplateArgument");
                    is_function(f) && (instance && has_body(f) || of_namespace && !instance && keep_name(f))
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

/// Leaves the name and the type of a declaration.
fn keep_name(node: &mut Node) -> bool {
    node.inner.clear();
    node.flags.clear();
    node.extra.clear();
    true
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
            text(key, value, out);
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
