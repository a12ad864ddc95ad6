//! Addresses of places as numbers, and pointers that are made from numbers.
//!
//! The address of a place is the start of its object plus the offset. The start is a symbol: any multiple of the size
//! of the object's elements that the address space has. An object has a start in the generic address space and, in
//! shared memory, another one in the window of shared memory, which inline PTX uses.
//!
//! A number that is computed from the start of one object, and of no other, is the address of a place at
//! `number - start` in this object. This is exact as long as the place is inside the object, which `bounds` checks, or which
//! is the assumption `in-bounds`. Over-approximate: any other number, such as one that was read from memory, is an unknown
//! pointer.

use crate::context::Context;
use crate::state::{merge_pointers, PtrAlt, Target, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use wp_kir::{ObjectId, ObjectKind, Space};
use wp_logic::{Class, Range, Sort, Term, TermId};

wp_base::limits! {
    /// The greatest nesting of conditional addresses (`c ? a : b`) that is followed.
    const MAX_CASES: usize = 4;
}

/// The meaning of an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum AddressSpace {
    /// Any memory.
    Generic,
    /// The window of shared memory.
    Shared,
}

/// The symbols in the starts of objects, in the order in which they were made.
pub(super) type Starts = BTreeMap<TermId, (ObjectId, AddressSpace)>;

impl AddressSpace {
    /// The first address that no place has.
    fn end(self) -> i128 {
        match self {
            AddressSpace::Generic => 1 << 57,
            AddressSpace::Shared => 1 << 18,
        }
    }
}

impl Context<'_> {
    /// The address of a pointer, before it is converted to a type of machine integers; `None` if it is not known.
    pub(crate) fn address(&mut self, alts: &[PtrAlt], space: AddressSpace) -> Option<TermId> {
        let mut result: Option<TermId> = None;
        for alt in alts.iter().rev() {
            let start = match alt.target {
                Target::Object(object) => self.start(object, space)?,
                Target::Null if space == AddressSpace::Generic => self.terms.int(0),
                _ => return None,
            };
            let address = self.terms.add(start, alt.offset);
            result = Some(result.map_or(address, |rest| self.terms.ite(alt.guard, address, rest)));
        }
        result
    }

    /// The pointer that an address is.
    pub(crate) fn pointer_at(&mut self, address: TermId, space: AddressSpace) -> Value {
        let pointer = self.pointer_by_cases(address, space, MAX_CASES.get());
        pointer.unwrap_or_else(|| self.pointer(Target::Unknown))
    }

    fn pointer_by_cases(&mut self, address: TermId, space: AddressSpace, depth: usize) -> Option<Value> {
        if space == AddressSpace::Generic && self.terms.as_int(address) == Some(0) {
            return Some(self.pointer(Target::Null));
        }
        let parts = self.parts(address);
        let starts = &self.symbols.starts;
        let mut objects = parts.iter().filter_map(|t| starts.get(t));
        if let (Some(&(object, of)), None) = (objects.next(), objects.next()) {
            if of != space {
                return None;
            }
            let start = self.start(object, space)?;
            let offset = self.terms.sub(address, start);
            // `start ^ memory` may be the address of anything.
            if !self.is_plain(address, offset) {
                return None;
            }
            let target = Target::Object(object);
            let target = self.symbols.unified.get(&target).copied().unwrap_or(target);
            return Some(Value::Ptr(Rc::from([PtrAlt { guard: self.terms.tru(), target, offset }])));
        }
        // One of several addresses: the cases of a condition in it.
        let cases = parts.iter().find_map(|&t| match *self.terms.kind(t) {
            Term::Ite(cond, a, b) => Some((t, cond, [a, b])),
            _ => None,
        });
        let (choice, cond, sides) = cases.filter(|_| depth > 0)?;
        let mut pointers = Vec::new();
        for side in sides {
            let map = FxHashMap::from_iter([(choice, side)]);
            let address = self.terms.substitute(address, &map);
            match self.pointer_by_cases(address, space, depth - 1)? {
                Value::Ptr(alts) => pointers.push(alts),
                Value::Term(_) => return None,
            }
        }
        Some(merge_pointers(self.terms, cond, &pointers[0], &pointers[1]))
    }

    /// True if the offset does not depend on the start, or everything in the address is a symbol: of the launch, a
    /// parameter or a counter.
    fn is_plain(&self, address: TermId, offset: TermId) -> bool {
        let starts = &self.symbols.starts;
        let is_symbol = |&app: &TermId| matches!(self.terms.kind(app), Term::App(_, args) if args.is_empty());
        !self.terms.apps(&[offset]).iter().any(|app| starts.contains_key(app))
            || self.terms.apps(&[address]).iter().all(is_symbol)
    }

    /// The numbers from which a number is computed. Numbers in memory and comparisons are no part of this.
    fn parts(&self, number: TermId) -> Vec<TermId> {
        let starts = &self.symbols.starts;
        let is_opaque = |t: TermId| match self.terms.kind(t) {
            Term::App(..) => !starts.contains_key(&t),
            _ => self.terms.sort(t) == Sort::Bool,
        };
        self.terms.subterms(&[number], is_opaque)
    }

    /// The address of byte 0 of an object.
    fn start(&mut self, object: ObjectId, space: AddressSpace) -> Option<TermId> {
        let o = &self.kernel.objects[object];
        let class = match (o.space, space) {
            (Space::Shared, _) => Class::Block,
            (_, AddressSpace::Shared) | (Space::Image, _) => return None,
            (Space::Global | Space::Constant, _) => Class::Launch,
            (Space::Private, _) => Class::Thread,
        };
        // The runtime aligns the shared memory of a launch for the widest accesses.
        let alignment = match o.kind {
            ObjectKind::DynamicShared => 16,
            _ if !self.kernel.has_natural_alignment => 1,
            _ => i128::from(o.elem.size().max(1)),
        };
        // A parameter may be null. The window of shared memory begins at 0.
        let is_positive = space == AddressSpace::Generic && !matches!(o.kind, ObjectKind::Param(_));
        let known = self.symbols.starts.iter().find(|(_, of)| **of == (object, space)).map(|(t, _)| *t);
        let symbol = known.unwrap_or_else(|| {
            let range = Range::new(i128::from(is_positive), space.end() / alignment - 1);
            let t = self.terms.sym(&format!("address of {}", o.name), Sort::Int, class, range);
            self.symbols.starts.insert(t, (object, space));
            t
        });
        let alignment = self.terms.int(alignment);
        Some(self.terms.mul(alignment, symbol))
    }
}
