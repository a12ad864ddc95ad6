//! Constants: enumerations with the values of their enumerators, and constant expressions.

use super::types::Types;
use super::Decls;
use crate::type_parser::parse;
use rustc_hash::FxHashMap;
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

/// Enumerators with their values.
#[derive(Default)]
pub(super) struct Constants<'u> {
    /// Values of enumerators; `None` if the value is not known.
    enumerators: FxHashMap<NodeId, Option<i128>>,
    /// From the name of an enumeration without its scope to the values of its enumerators; `None` if they are not
    /// known.
    values_of_enums: FxHashMap<&'u str, Option<BTreeSet<i128>>>,
    prelude_enumerators: FxHashMap<&'u str, i128>,
}

impl<'u> Constants<'u> {
    /// Adds an enumerator, with its value if that is known.
    pub fn add_enumerator(&mut self, node: &'u Node, value: Option<i128>, in_file: bool) {
        self.enumerators.insert(node.id, value);
        if let (Some(value), Some(name), false) = (value, &node.name, in_file) {
            self.prelude_enumerators.insert(name, value);
        }
    }

    /// The value of an enumerator, if it is known.
    pub fn value_of(&self, enumerator: NodeId) -> Option<i128> {
        self.enumerators.get(&enumerator).copied().flatten()
    }

    /// The values of an enumeration, if all of them are known.
    fn values(&self, enumeration: &Node) -> Option<BTreeSet<i128>> {
        enumerators(enumeration).map(|e| self.value_of(e.id)).collect()
    }

    /// The type of an enumeration; `None` where it is not known.
    pub fn enum_type(&self, node: &Node, types: &Types<'_>) -> Option<Type> {
        if let Some(text) = node.extra.get("fixedUnderlyingType") {
            return parse(text, types).ty.scalar();
        }
        // Without a written type, it is the narrowest of these that holds all enumerators; it is unsigned if no
        // enumerator is negative.
        let (mut low, mut high) = (0, None);
        for enumerator in enumerators(node) {
            let value = self.value_of(enumerator.id)?;
            (low, high) = (value.min(low), high.max(Some(value)));
        }
        let high = high.unwrap_or(0);
        let packed = node.inner.iter().any(|c| &*c.kind == "PackedAttr");
        let widths: &[u8] = if packed { &[8, 16, 32, 64] } else { &[32, 64] };
        let fits = |bits: u8| match low < 0 {
            true => low >= -(1i128 << (bits - 1)) && high < 1i128 << (bits - 1),
            false => high < 1i128 << bits,
        };
        widths.iter().find(|bits| fits(**bits)).map(|&bits| Type::Int { bits, signed: low < 0 })
    }

    /// Notes the values of an enumeration by its name. If two enumerations of this name have different values, the
    /// values of the name are not known.
    pub fn note_values(&mut self, node: &Node, name: &'u str) {
        let values = self.values(node).filter(|v| !v.is_empty() && !name.is_empty());
        let known = self.values_of_enums.entry(name).or_insert_with(|| values.clone());
        if *known != values {
            *known = None;
        }
    }
}

/// The enumerators of an enumeration.
pub(super) fn enumerators(enumeration: &Node) -> impl Iterator<Item = &Node> {
    enumeration.inner.iter().filter(|c| &*c.kind == "EnumConstantDecl")
}

impl Decls<'_> {
    /// The values of the enumerators of a type, as it is printed.
    pub fn enumerators_of(&self, ty: &str) -> Option<&BTreeSet<i128>> {
        let name = ty.trim().trim_start_matches("const ").trim_start_matches("enum ").trim_end_matches(" const");
        self.constants.values_of_enums.get(name.rsplit("::").next()?)?.as_ref()
    }

    /// The value of an enumerator that an expression names, where it is known.
    pub fn enumerator(&self, target: &DeclRef) -> Option<i128> {
        match self.constants.enumerators.get(&target.id) {
            Some(value) => *value,
            None => {
                let value = self.constants.prelude_enumerators.get(&*target.name).copied();
                value.filter(|_| self.is_builtin(target))
            }
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
