//! Constants: enumerations with the values of their enumerators, and constant expressions.

use super::Decls;
use crate::type_names::Named;
use crate::type_parser::parse;
use std::collections::BTreeSet;
use wp_clang::{DeclRef, Node, NodeId};
use wp_kir::Type;

/// The declaration that a name in a specification may stand for.
#[derive(Clone, Copy, PartialEq)]
pub enum Constant {
    /// An enumerator by its value.
    Enumerator(i128),
    /// A variable by its first declaration.
    Variable(NodeId),
}

impl<'u> Decls<'u> {
    /// The type of an enumeration; `None` where it is not known.
    pub(super) fn enum_type(&self, node: &Node) -> Option<Type> {
        if let Some(text) = node.extra.get("fixedUnderlyingType") {
            return parse(text, self).ty.scalar();
        }
        // Without a written type, it is the narrowest of these that holds all enumerators; it is unsigned if no
        // enumerator is negative.
        let constants = node.inner.iter().filter(|c| &*c.kind == "EnumConstantDecl");
        let values =
            constants.map(|e| self.enumerators.get(&e.id).copied().flatten()).collect::<Option<Vec<i128>>>()?;
        let (low, high) = (values.iter().min().map_or(0, |v| *v.min(&0)), values.iter().max().map_or(0, |v| *v));
        let packed = node.inner.iter().any(|c| &*c.kind == "PackedAttr");
        let widths: &[u8] = if packed { &[8, 16, 32, 64] } else { &[32, 64] };
        let fits = |bits: u8| match low < 0 {
            true => low >= -(1i128 << (bits - 1)) && high < 1i128 << (bits - 1),
            false => high < 1i128 << bits,
        };
        widths.iter().find(|bits| fits(**bits)).map(|&bits| Type::Int { bits, signed: low < 0 })
    }

    /// Adds an enumeration and its enumerators to the index, with the values that are known.
    pub(super) fn enumeration(&mut self, node: &'u Node, scope: &str, in_file: bool) {
        let name = node.name.as_deref().unwrap_or("");
        let mut next = Some(0i128);
        for e in node.inner.iter().filter(|c| &*c.kind == "EnumConstantDecl") {
            let written = e.inner.iter().find(|c| !c.kind.ends_with("Attr") && !c.kind.ends_with("Comment"));
            let value = written.map_or(next, |c| constant_of(c, self));
            next = value.map(|v| v + 1);
            self.enumerators.insert(e.id, value);
            if let (Some(value), Some(n), false) = (value, &e.name, in_file) {
                self.prelude_enumerators.insert(n.to_string(), value);
            }
        }
        let Some(ty) = self.enum_type(node) else { return };
        self.note_enumerators(node, name);
        if !name.is_empty() {
            self.add_type(scope, name, Named::Enum(ty), in_file);
        } else {
            self.add_unnamed_type(node, scope, "enum", Named::Enum(ty), in_file);
        }
    }

    /// Notes the values of an enumeration by its name. If two enumerations of this name have different values, the
    /// values of the name are not known.
    fn note_enumerators(&mut self, node: &Node, name: &str) {
        let constants = node.inner.iter().filter(|c| &*c.kind == "EnumConstantDecl");
        let values =
            constants.map(|e| self.enumerators.get(&e.id).copied().flatten()).collect::<Option<BTreeSet<i128>>>();
        let values = values.filter(|v| !v.is_empty() && !name.is_empty());
        let known = self.values_of_enums.entry(name.to_owned()).or_insert_with(|| values.clone());
        if *known != values {
            *known = None;
        }
    }

    /// The values of the enumerators of a type, as it is printed.
    pub fn enumerators_of(&self, ty: &str) -> Option<&BTreeSet<i128>> {
        let name = ty.trim().trim_start_matches("const ").trim_start_matches("enum ").trim_end_matches(" const");
        self.values_of_enums.get(name.rsplit("::").next()?)?.as_ref()
    }

    /// The value of an enumerator that an expression names, where it is known.
    pub fn enumerator(&self, target: &DeclRef) -> Option<i128> {
        match self.enumerators.get(&target.id) {
            Some(value) => *value,
            None => self.prelude_enumerators.get(&*target.name).copied().filter(|_| self.is_builtin(target)),
        }
    }
}

/// The value of a constant expression that Clang evaluated, or of a literal below casts, which convert it.
pub fn constant_of(node: &Node, decls: &Decls<'_>) -> Option<i128> {
    if matches!(&*node.kind, "ConstantExpr" | "IntegerLiteral" | "CharacterLiteral") {
        let printed = node.value.as_deref().and_then(|v| match v {
            "true" => Some(1),
            "false" => Some(0),
            number => number.parse().ok(),
        });
        if printed.is_some() {
            return printed;
        }
    }
    if &*node.kind == "CXXBoolLiteralExpr" {
        return Some(i128::from(node.value.as_deref() == Some("true")));
    }
    if &*node.kind == "DeclRefExpr" {
        return node.referenced.as_ref().and_then(|r| decls.enumerator(r));
    }
    let integer = || decls.qtype(node.type_str()).ty.scalar().filter(|ty| ty.is_int());
    let inner = || constant_of(node.inner.last()?, decls);
    match &*node.kind {
        "ConstantExpr" | "ParenExpr" | "SubstNonTypeTemplateParmExpr" => inner(),
        "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXFunctionalCastExpr" => {
            match node.cast_kind.as_deref()? {
                "NoOp" => inner(),
                "IntegralCast" => Some(integer()?.wrap(inner()?)),
                "IntegralToBoolean" => Some(i128::from(inner()? != 0)),
                _ => None,
            }
        }
        "UnaryOperator" if node.opcode.as_deref() == Some("-") => Some(integer()?.wrap(-inner()?)),
        _ => None,
    }
}
