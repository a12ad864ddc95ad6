//! Equality of two arrays when the kernel has ended, whose contents were equal at the launch.
//!
//! The proof does not compare elements by their indices. For the last writer of an element of the first array it finds
//! the contents of the same element in the second array: the value of its last writer, or the initial contents.
//! Conversely, if some thread writes an element of the second array last, either the first array was written too, which
//! is the former case, or its initial contents are equal anyway. Elements that no thread writes have their initial
//! contents in both. (Li and Gopalakrishnan, section IV, ask the same of one fresh thread per side; here the other side
//! may be any thread of any iteration.)
//!
//! The same proof applies to arrays of a block in an interval between two barriers ([`super::cuts`]).

use super::goal::{Element, Held, MAX_SPLITS};
use super::questions::{unknown, Stop};
use super::real::Poly;
use super::session::{Session, Store};
use super::values::{At, Trail};
use wp_kir::{ObjectId, Type};
use wp_logic::{Sort, TermId};
use wp_prove::View;
use wp_summary::{AccessMode, EventKind};

/// Some events of two parts of a kernel, between which arrays of a block are compared.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    /// From the first (included) to the second (excluded), of the part that accesses the first array and of the other
    /// one.
    pub events: [(usize, usize); 2],
}

/// An element of two arrays.
struct Place<'p> {
    /// The element of the array on the other side.
    element: Element,
    /// The thread that writes it.
    writer: &'p View,
    /// An event of the interval that is looked at, on the other side.
    event: Option<usize>,
}

impl<'a> Session<'a> {
    /// Shows that two arrays are equal in every element, bit by bit or as real numbers; in a window, after its events
    /// when they were before.
    pub fn show_same(&mut self, arrays: [ObjectId; 2], window: Option<Window>, known: &[TermId]) -> Result<(), Stop> {
        let Some(ty) = self.stored_type(arrays) else { return Ok(()) };
        let mut stores = [self.stores(arrays[0], ty)?, self.stores(arrays[1], ty)?];
        if let Some(window) = window {
            for (stores, (from, to)) in stores.iter_mut().zip(window.events) {
                stores.retain(|s| (from..to).contains(&s.at));
            }
        }
        for side in [0, 1] {
            for store in &stores[side] {
                self.questions.start_part();
                let writer = self.anybody(None);
                let offset = writer.at(self.terms, store.access.offset);
                let facts = [known, &self.last_write(&stores[side], store, &writer, offset)].concat();
                if self.refuted(&facts)? {
                    continue;
                }
                let place = Place {
                    element: (arrays[1 - side], ty, offset),
                    writer: &writer,
                    event: window.map(|w| w.events[1 - side].0),
                };
                let block = window.map(|_| &writer);
                self.show_kept(side, (store, &place), &stores[1 - side], block, &facts)?;
            }
        }
        Ok(())
    }

    /// Shows that the value that a thread of one side leaves in an element equals the other side's element.
    fn show_kept(
        &mut self,
        side: usize,
        (store, place): (&Store, &Place),
        others: &[Store<'a>],
        block: Option<&View>,
        known: &[TermId],
    ) -> Result<(), Stop> {
        let mine = Held::Stored(store.value, place.writer.clone());
        // If a thread of the other side is named that stores the element, no other case is left: two threads would
        // race, or leave the same.
        let at = (place.element.2, place.writer);
        if let Some((other, guess, facts)) = self.final_writer(others, at, block, known)? {
            if side == 1 {
                return Ok(());
            }
            let theirs = Held::Stored(other.value, guess.thread);
            if self.show_held(place, [&mine, &theirs], &facts, MAX_SPLITS.get()).is_ok() {
                return Ok(());
            }
        }
        for (held, more) in self.held_of(others, block, place.element.2, known)? {
            // The contents of the first array's element were compared when its writer was followed.
            if side == 1 && matches!(held, Held::Stored(..)) {
                continue;
            }
            let facts = [known, &more].concat();
            if !self.refuted(&facts)? {
                self.show_held(place, [&mine, &held], &facts, MAX_SPLITS.get())?;
            }
        }
        Ok(())
    }

    /// The type of the first store to one of two arrays; those of other types are refused where stores are collected.
    fn stored_type(&self, arrays: [ObjectId; 2]) -> Option<Type> {
        self.summary.events.iter().find_map(|event| match &event.kind {
            EventKind::Access(a) if a.mode != AccessMode::Read && arrays.contains(&a.object) => Some(a.ty),
            _ => None,
        })
    }

    /// Shows that two cases of an element are one value.
    fn show_held(&mut self, place: &Place, held: [&Held; 2], known: &[TermId], splits: usize) -> Result<(), Stop> {
        let values =
            self.held_value(place, held[0], known).and_then(|x| Ok((x, self.held_value(place, held[1], known)?)));
        match values {
            Ok((x, y)) if self.equal(&x, &y, known)? => Ok(()),
            Ok(_) => {
                let name = &self.kernel.objects[place.element.0].name;
                unknown(match held[1] {
                    Held::Initial => format!("it is not shown that both kernels write the same elements of `{name}`"),
                    Held::Stored(..) => format!("the values that are stored in `{name}` are not shown equal"),
                })
            }
            Err(Stop::Split(_)) if splits == 0 => unknown("values depend on too many conditions"),
            Err(Stop::Split(condition)) => {
                for condition in [condition, self.terms.not(condition)] {
                    let facts = [known, &[condition]].concat();
                    if !self.refuted(&facts)? {
                        self.show_held(place, held, &facts, splits - 1)?;
                    }
                }
                Ok(())
            }
            Err(stop) => Err(stop),
        }
    }

    fn held_value(&mut self, place: &Place, held: &Held, known: &[TermId]) -> Result<Poly, Stop> {
        let (object, ty, offset) = place.element;
        match (held, place.event) {
            (Held::Initial, Some(event)) => self.at_cut(object, ty, event, place.writer, offset),
            (Held::Initial, None) => self.initial_value(object, ty, offset),
            (Held::Stored(value, thread), _) => {
                let mut value = *value;
                if self.terms.sort(value) == Sort::Bool {
                    let (one, zero) = (self.terms.int(1), self.terms.int(0));
                    value = self.terms.ite(value, one, zero);
                }
                self.expand(value, At { thread, known, trail: &Trail::new() })
            }
        }
    }
}
