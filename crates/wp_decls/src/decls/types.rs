//! The records of a unit and the names of its types. Parses a printed type with the meaning that its names have in the
//! function where it is printed.

use super::RecordDecl;
use crate::ctype::{CType, QType, RecordId};
use crate::printed::key;
use crate::type_names::{Named, TypeNames};
use crate::type_parser::{parse, Scope};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use wp_base::Id;
use wp_clang::{Node, NodeId};

/// Parsed types by the function that they are printed for, if it has local types, and by their text.
type Parsed = FxHashMap<Option<NodeId>, FxHashMap<Box<str>, QType>>;

/// More nested typedefs than this are not followed.
const MAX_ALIASES: u32 = 16;

/// The types of a unit.
#[derive(Default)]
pub(super) struct Types<'u> {
    pub names: TypeNames<'u>,
    records: Vec<RecordDecl<'u>>,
    record_nodes: FxHashMap<NodeId, RecordId>,
    /// Names of typedefs that set an alignment.
    aligned_typedefs: FxHashSet<String>,
    /// The caller says that the target has 32-bit pointers.
    caller_says_narrow: bool,
    /// True if the file has a kernel of OpenCL.
    pub has_opencl_kernel: bool,
    /// The function whose code contains the type that is being parsed.
    mentioned_in: Cell<Option<NodeId>>,
    /// The number of typedefs that were followed while the current type is parsed.
    alias_depth: Cell<u32>,
    parsed: RefCell<Parsed>,
}

impl<'u> Types<'u> {
    /// No types, for a target that may have 32-bit pointers.
    pub fn of_target(caller_says_narrow: bool) -> Self {
        Self { caller_says_narrow, ..Self::default() }
    }

    /// Adds the definition of a record.
    pub fn add_record(&mut self, record: RecordDecl<'u>) -> RecordId {
        let id = RecordId::from_index(self.records.len());
        self.record_nodes.insert(record.node.id, id);
        self.records.push(record);
        id
    }

    /// The first record whose declaration passes a test.
    pub fn find_record(&self, test: impl Fn(&RecordDecl<'u>) -> bool) -> Option<RecordId> {
        self.records.iter().position(test).map(RecordId::from_index)
    }

    /// A record.
    pub fn record(&self, id: RecordId) -> &RecordDecl<'u> {
        &self.records[id.index()]
    }

    /// The record that a node defines. If it has no name yet, it gets this one.
    pub fn name_record(&mut self, node: &Node, name: &str) -> Option<RecordId> {
        let id = *self.record_nodes.get(&node.id)?;
        let record = &mut self.records[id.index()];
        if record.name.is_empty() {
            record.name = name.to_owned();
        }
        Some(id)
    }

    /// Notes a typedef that sets an alignment, by an attribute or because it names such a typedef. The alignment of a
    /// record is an attribute of the record and is read in `layout`.
    pub fn note_alignment(&mut self, node: &Node) {
        let aligns = node.inner.iter().any(|c| &*c.kind == "AlignedAttr");
        if aligns || self.has_own_alignment(node.ty.as_deref().unwrap_or("")) {
            self.aligned_typedefs.extend(node.name.as_ref().map(|n| n.to_string()));
        }
    }

    /// True if a printed type names a typedef that sets an alignment.
    pub fn has_own_alignment(&self, text: &str) -> bool {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        !self.aligned_typedefs.is_empty() && words.any(|word| self.aligned_typedefs.contains(word))
    }

    /// True if the file was parsed for a target with 32-bit pointers.
    pub fn is_narrow(&self) -> bool {
        self.caller_says_narrow || self.names.alias("size_t").is_some_and(|t| &**t == "unsigned int")
    }

    /// Parses a type that is printed outside of functions or in the code of a function, where the names of its local
    /// types are visible. The result is cached.
    pub fn parsed(&self, function: Option<NodeId>, text: &str) -> QType {
        let function = function.filter(|f| self.names.has_local_types(*f));
        if let Some(found) = self.parsed.borrow().get(&function).and_then(|parsed| parsed.get(text)) {
            return found.clone();
        }
        let outer = self.mentioned_in.replace(function);
        let parsed = parse(text, self);
        self.mentioned_in.set(outer);
        self.parsed.borrow_mut().entry(function).or_default().insert(text.into(), parsed.clone());
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

impl Scope for Types<'_> {
    fn named(&self, name: &str) -> Option<QType> {
        let function = self.mentioned_in.get();
        let mut found = self.names.candidates(&key(name.strip_prefix("::").unwrap_or(name)), function);
        if found.is_empty() {
            // Clang prints the scope in front of an unnamed type, but the type may be indexed by its position alone.
            let unnamed = ["(anonymous", "(unnamed", "(lambda"].iter().find_map(|m| name.find(m));
            found = unnamed.map_or(Vec::new(), |i| self.names.candidates(&key(&name[i..]), function));
        }
        if found.is_empty() {
            found =
                self.names.with_numbers(name).map_or(Vec::new(), |name| self.names.candidates(&key(&name), function));
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
        if self.is_narrow() && !self.opencl() {
            32
        } else {
            64
        }
    }
    fn opencl(&self) -> bool {
        self.has_opencl_kernel || self.names.is_empty() && self.records.is_empty()
    }
}
