//! Types as they are printed at a place of the file: what their names mean there.

use super::Decls;
use crate::ctype::{CType, QType};
use crate::printed::key;
use crate::type_names::Named;
use crate::type_parser::{parse, Scope};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wp_clang::{Node, NodeId};

/// Types by the function that mentions them, where that matters, and their text.
pub(super) type Parsed = FxHashMap<(Option<NodeId>, Arc<str>), QType>;

/// Typedefs of typedefs that are followed.
const MAX_ALIASES: u32 = 16;

impl<'u> Decls<'u> {
    /// Notes a typedef that aligns, itself or through the one that it names; records that are aligned say so themselves.
    pub(super) fn note_alignment(&mut self, node: &Node) {
        let aligns = node.inner.iter().any(|c| &*c.kind == "AlignedAttr");
        if aligns || self.has_own_alignment(node.ty.as_deref().unwrap_or("")) {
            self.aligned.extend(node.name.as_ref().map(|n| n.to_string()));
        }
    }

    /// True if the file gives types or members an alignment of their own, or has bit-fields: then the compiler may split
    /// accesses.
    pub fn sets_alignment(&self) -> bool {
        fn sets(node: &Node) -> bool {
            let here = matches!(&*node.kind, "AlignedAttr" | "PackedAttr" | "MaxFieldAlignmentAttr");
            here || node.flag("isBitfield") || node.inner.iter().any(sets)
        }
        self.unit.root.inner.iter().any(|node| !self.is_prelude(node) && sets(node))
    }

    /// True if a printed type names a typedef with an alignment of its own.
    pub(crate) fn has_own_alignment(&self, text: &str) -> bool {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        !self.aligned.is_empty() && words.any(|word| self.aligned.contains(word))
    }

    /// True if the file was parsed for a target with 32-bit pointers: `long` and alignments differ there.
    pub fn narrow(&self) -> bool {
        self.forced_narrow || self.types.alias("size_t").is_some_and(|t| &**t == "unsigned int")
    }

    /// Parses a printed type, remembering the answer.
    pub fn qtype(&self, text: &str) -> QType {
        self.parsed_in(None, text)
    }

    /// The same for a type that is mentioned in a function, whose own types are known there.
    pub fn qtype_in(&self, function: NodeId, text: &str) -> QType {
        self.parsed_in(Some(function).filter(|f| self.types.has_own(*f)), text)
    }

    fn parsed_in(&self, function: Option<NodeId>, text: &str) -> QType {
        let key = (function, text.into());
        if let Some(found) = self.parsed.borrow().get(&key) {
            return found.clone();
        }
        let outer = self.mentioned_in.replace(function);
        let parsed = parse(text, self);
        self.mentioned_in.set(outer);
        self.parsed.borrow_mut().insert(key, parsed.clone());
        parsed
    }

    /// The type that one meaning of a name is.
    fn meant(&self, what: &Named<'u>) -> Option<QType> {
        let text = match what {
            Named::Record(id, _) => return Some(QType::plain(CType::Record(*id))),
            Named::Enum(ty) => return Some(QType::plain(CType::Scalar(*ty))),
            Named::Alias(text) => text,
        };
        let depth = self.aliases.get();
        if depth == MAX_ALIASES {
            return None;
        }
        self.aliases.set(depth + 1);
        let parsed = parse(text, self);
        self.aliases.set(depth);
        (!matches!(parsed.ty, CType::Unknown(_))).then_some(parsed)
    }
}

impl Scope for Decls<'_> {
    fn named(&self, name: &str) -> Option<QType> {
        let function = self.mentioned_in.get();
        let mut found = self.types.candidates(&key(name.strip_prefix("::").unwrap_or(name)), function);
        if found.is_empty() {
            // Clang prints a type without a name below the scope it is in; its position alone may name it.
            let unnamed = ["(anonymous", "(unnamed", "(lambda"].iter().find_map(|m| name.find(m));
            found = unnamed.map_or(Vec::new(), |i| self.types.candidates(&key(&name[i..]), function));
        }
        let (first, others) = found.split_first()?;
        let meant = self.meant(first);
        if others.is_empty() {
            return meant;
        }
        match meant {
            Some(ty) if others.iter().all(|o| self.meant(o).as_ref() == Some(&ty)) => Some(ty),
            _ => Some(QType::plain(CType::Unknown(name.into()))),
        }
    }
    fn long_bits(&self) -> u8 {
        if self.narrow() && !self.opencl() {
            32
        } else {
            64
        }
    }
    fn opencl(&self) -> bool {
        self.opencl || self.kernels.iter().any(|k| k.opencl) || self.types.is_empty() && self.records.is_empty()
    }
}
