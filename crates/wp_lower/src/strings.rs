//! String literals, as arrays of code units. Exact; a literal whose code units are not known is rejected.

use crate::builder::Builder;
use crate::lowerer::Lowerer;
use crate::values::Place;
use wp_base::Span;
use wp_clang::{string_units, Node};
use wp_decls::{strip, CType, QType};
use wp_kir::{Init, Space, Type};

/// The string literal that initialises an array, possibly in braces.
pub(crate) fn string_initialiser(init: &Node) -> Option<&Node> {
    let node = strip(init);
    match (&*node.kind, node.inner.as_slice()) {
        ("StringLiteral", _) => Some(node),
        ("PredefinedExpr" | "InitListExpr", [inner]) => string_initialiser(inner),
        _ => None,
    }
}

/// The code units of a string literal with the terminating zero, as values of an integer type.
pub(crate) fn units(literal: &Node, ty: Type) -> Option<Vec<i128>> {
    let Type::Int { bits, signed } = ty else { return None };
    let value = |unit: u32| {
        let unit = i128::from(unit);
        let negative = signed && unit >> (bits - 1) & 1 == 1;
        if negative {
            unit - (1 << bits)
        } else {
            unit
        }
    };
    let units = string_units(literal.value.as_deref()?)?;
    units.iter().all(|u| u64::from(*u) >> bits == 0).then(|| units.into_iter().chain([0]).map(value).collect())
}

impl<'u> Builder<'u> {
    /// Stores the characters of a literal to an array of `room` elements, and returns the number of stored elements.
    pub(crate) fn store_string(
        &mut self,
        place: &Place,
        literal: &'u Node,
        elem: &QType,
        room: u64,
        span: Span,
    ) -> u64 {
        let known = elem.ty.scalar().and_then(|t| Some((t, units(literal, t)?)));
        let Some((t, units)) = known else {
            self.unsupported("string literal of unknown characters", span);
            return room;
        };
        let stored = units.iter().take(usize::try_from(room).unwrap_or(usize::MAX));
        for (i, &unit) in stored.enumerate() {
            let part = self.part(place, i as u64 * t.size(), elem, span);
            let e = self.int(unit, t, span);
            self.store(&part, &crate::values::Value { ty: elem.ty.clone(), leaves: vec![e] }, span);
        }
        (units.len() as u64).min(room)
    }
}

/// The name of the objects of literals; no name of the source has a percent sign.
pub(crate) const LITERAL: &str = "%string";

impl<'u> Lowerer<'u> {
    /// The place of a literal: a new constant object.
    pub(crate) fn string_literal(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        self.stack.cover(node);
        let ty = self.stack.ctype(node);
        let extent = |ty: &CType| match ty {
            CType::Array(elem, Some(n)) => elem.ty.scalar().map(|t| (t, *n)),
            _ => None,
        };
        let known = extent(&ty).and_then(|(elem, n)| {
            let units = units(string_initialiser(node)?, elem)?;
            (units.len() as u64 == n).then(|| bytes(&units, elem))
        });
        let Some(bytes) = known else {
            return Place::Value(self.ir.unsupported_value("string literal of unknown characters", &ty, span));
        };
        let object =
            self.ir.object(LITERAL, Space::Constant, &QType::plain(ty.clone()), Init::Bytes(bytes.into()), span);
        let ptr = self.ir.address_of_object(object, span);
        Place::Mem { ptr, ty, volatile: false }
    }
}

/// The bytes of code units in memory.
pub(crate) fn bytes(units: &[i128], ty: Type) -> Vec<u8> {
    units.iter().flat_map(|u| u.to_le_bytes().into_iter().take(ty.size() as usize)).collect()
}
