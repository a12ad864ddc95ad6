//! Parses a printed type with the meaning that its names have in the function where it is printed.

use super::Decls;
use crate::ctype::{CType, QType};
use crate::printed::key;
use crate::type_names::Named;
use crate::type_parser::{parse, Scope};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wp_clang::{Node, NodeId};

/// Parsed types by their text and, if the function has local types, by the function that they are printed for.
pub(super) type Parsed = FxHashMap<(Option<NodeId>, Arc<str>), QType>;

/// More nested typedefs than this are not followed.
const MAX_ALIASES: u32 = 16;

impl<'u> Decls<'u> {
    /// Notes a typedef that sets an alignment, by an attribute or because it names such a typedef. The alignment of a
    /// record is an attribute of the record and is read in `layout`.
    pub(super) fn note_alignment(&mut self, node: &Node) {
        let aligns = node.inner.iter().any(|c| &*c.kind == "AlignedAttr");
        if aligns || self.has_own_alignment(node.ty.as_deref().unwrap_or("")) {
            self.aligned_typedefs.extend(node.name.as_ref().map(|n| n.to_string()));
        }
    }

    /// True if the file sets the alignment of a type or member, or has bit-fields: then the compiler may split
    /// accesses.
    pub fn sets_alignment(&self) -> bool {
        fn sets(node: &Node) -> bool {
            let here = matches!(&*node.kind, "AlignedAttr" | "PackedAttr" | "MaxFieldAlignmentAttr");
            here || node.flag("isBitfield") || node.inner.iter().any(sets)
        }
        self.unit.root.inner.iter().any(|node| !self.is_prelude(node) && sets(node))
    }

    /// True if a printed type names a typedef that sets an alignment.
    pub fn has_own_alignment(&self, text: &str) -> bool {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        !self.aligned_typedefs.is_empty() && words.any(|word| self.aligned_typedefs.contains(word))
    }

    /// True if the file was parsed for a target with 32-bit pointers: `long` and alignments differ there.
    pub fn narrow(&self) -> bool {
        self.caller_says_narrow || self.types.alias("size_t").is_some_and(|t| &**t == "unsigned int")
    }

    /// Parses a printed type outside of functions. The result is cached.
    pub fn qtype(&self, text: &str) -> QType {
        self.parsed_in(None, text)
    }

    /// Parses a type that is printed in the code of a function, where the names of its local types are visible.
    pub fn qtype_in(&self, function: NodeId, text: &str) -> QType {
        self.parsed_in(Some(function).filter(|f| self.types.has_local_types(*f)), text)
    }

    fn parsed_in(&self, function: Option<NodeId>, text: &str) -> QType {
        let key = (function, text.into());
        if let Some(found) = self.parsed_types.borrow().get(&key) {
            return found.clone();
        }
        let outer = self.mentioned_in.replace(function);
        let parsed = parse(text, self);
        self.mentioned_in.set(outer);
        self.parsed_types.borrow_mut().insert(key, parsed.clone());
        parsed
    }

    /// The type of one candidate for a name.
    fn type_of_candidate(&self, what: &Named<'u>) -> Option<QType> {
        let text = match what {
            Named::Record(id, _) => return Some(QType::plain(CType::Record(*id))),
            Named::Enum(ty) => return Some(QType::plain(CType::Scalar(*ty))),
            Named::Alias(text) => text,
        };
        let depth = self.alias_depth.get();
        if depth == MAX_ALIASES {
            return None;
        }
        self.alias_depth.set(depth + 1);
        let parsed = parse(text, self);
        self.alias_depth.set(depth);
        (!matches!(parsed.ty, CType::Unknown(_))).then_some(parsed)
    }
}

impl Scope for Decls<'_> {
    fn named(&self, name: &str) -> Option<QType> {
        let function = self.mentioned_in.get();
        let mut found = self.types.candidates(&key(name.strip_prefix("::").unwrap_or(name)), function);
        if found.is_empty() {
            // Clang prints the scope in front of an unnamed type, but the type may be indexed by its position alone.
            let unnamed = ["(anonymous", "(unnamed", "(lambda"].iter().find_map(|m| name.find(m));
            found = unnamed.map_or(Vec::new(), |i| self.types.candidates(&key(&name[i..]), function));
        }
        let (first, others) = found.split_first()?;
        let meant = self.type_of_candidate(first);
        if others.is_empty() {
            return meant;
        }
        match meant {
            Some(ty) if others.iter().all(|o| self.type_of_candidate(o).as_ref() == Some(&ty)) => Some(ty),
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
