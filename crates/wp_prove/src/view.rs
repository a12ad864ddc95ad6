//! A thread of a summary: the generic thread with symbols of its own, at given values of counters and coordinates.
//!
//! A symbol that belongs to a thread (of another block: also to a block) is renamed when it is first met, so that no
//! symbol is shared by accident. The copies of a thread are shared by all views of it, at whatever iteration; those of
//! its block by all views of threads that were made for this block. Exact: facts about the generic thread become facts
//! about the view. A view at other counters requires that these lie in the ranges of the counters, and the caller has
//! to make sure of it: a term may have been simplified under a range.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wp_logic::{Class, FuncId, Renaming, Term, TermId, Terms};
use wp_summary::{LoopInst, Summary};

/// The symbols of which a thread has copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OwnSymbols {
    /// None: the generic thread itself.
    Nothing,
    /// These counters: the generic thread at another point of its execution.
    Counters(BTreeSet<FuncId>),
    /// The symbols of class thread: another thread of the block.
    Thread,
    /// The symbols of classes thread and block: a thread of another block.
    Block,
}

/// The copies that a thread has of symbols.
#[derive(Debug)]
struct Copies {
    own: OwnSymbols,
    /// Counters that the thread has in common with the generic one.
    shared: BTreeSet<FuncId>,
    /// The mark behind the names of copies.
    mark: &'static str,
    /// The copies of a thread whose block this thread belongs to.
    block: Option<Rc<RefCell<Copies>>>,
    renaming: Renaming,
    originals: BTreeMap<FuncId, FuncId>,
}

impl Copies {
    /// The copies of a thread that has these symbols of its own.
    fn of(own: OwnSymbols, mark: &'static str) -> Self {
        let (renaming, originals) = (Renaming::default(), BTreeMap::new());
        Self { own, shared: BTreeSet::new(), mark, block: None, renaming, originals }
    }

    fn rename(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        if self.own == OwnSymbols::Nothing && self.renaming.funcs.is_empty() {
            return t;
        }
        if let Some(&done) = self.renaming.cache.get(&t) {
            return done;
        }
        for app in terms.apps(&[t]) {
            let Term::App(f, _) = *terms.kind(app) else { continue };
            self.copy(terms, f);
        }
        terms.rename(t, &mut self.renaming)
    }

    /// The copy of a symbol; the symbol itself if the thread has none of its own.
    fn copy(&mut self, terms: &mut Terms, f: FuncId) -> FuncId {
        if let Some(&known) = self.renaming.funcs.get(&f) {
            return known;
        }
        let class = terms.func_info(f).class;
        let own = match (&self.own, class) {
            _ if self.shared.contains(&f) => false,
            (OwnSymbols::Nothing, _) => false,
            (OwnSymbols::Counters(counters), _) => counters.contains(&f),
            (_, Class::Launch) | (OwnSymbols::Thread, Class::Block) => false,
            (OwnSymbols::Thread | OwnSymbols::Block, Class::Thread) | (OwnSymbols::Block, Class::Block) => true,
        };
        if !own {
            return f;
        }
        let copy = match &self.block {
            Some(block) if class == Class::Block => block.borrow_mut().copy(terms, f),
            _ => terms.copy_of(f, self.mark),
        };
        self.renaming.funcs.insert(f, copy);
        self.originals.insert(copy, f);
        copy
    }
}

/// A thread of a summary, at a point of its execution.
#[derive(Clone, Debug)]
pub struct View {
    /// `threadIdx` and `blockIdx`.
    pub coordinates: [[TermId; 3]; 2],
    copies: Rc<RefCell<Copies>>,
    /// Values of symbols of the thread.
    values: FxHashMap<TermId, TermId>,
}

impl View {
    /// The generic thread.
    pub fn generic(summary: &Summary) -> Self {
        let coordinates = [summary.launch.tid, summary.launch.bid];
        let copies = Copies::of(OwnSymbols::Nothing, "");
        Self { coordinates, copies: Rc::new(RefCell::new(copies)), values: FxHashMap::default() }
    }

    /// The second thread of a pair, with copies of these symbols but the shared counters.
    pub(crate) fn with_own(terms: &mut Terms, summary: &Summary, own: OwnSymbols, shared: BTreeSet<FuncId>) -> Self {
        Self::new(terms, summary, Copies { shared, ..Copies::of(own, "'") })
    }

    /// An arbitrary thread, of the block of another one if that is given; `fixed` are replacements of symbols that all
    /// threads share.
    pub fn arbitrary(
        terms: &mut Terms,
        summary: &Summary,
        fixed: &FxHashMap<FuncId, FuncId>,
        block: Option<&View>,
    ) -> Self {
        let renaming = Renaming::of(fixed.clone());
        let of_block = block.map(|b| b.copies.clone());
        let copies = Copies { block: of_block, renaming, ..Copies::of(OwnSymbols::Block, "*") };
        let mut view = Self::new(terms, summary, copies);
        if let Some(block) = block {
            // The block may be given by terms.
            view.set(terms, summary.launch.bid, block.coordinates[1]);
            view.coordinates[1] = block.coordinates[1];
        }
        view
    }

    fn new(terms: &mut Terms, summary: &Summary, mut copies: Copies) -> Self {
        let coordinates = [summary.launch.tid, summary.launch.bid].map(|ids| ids.map(|id| copies.rename(terms, id)));
        terms.rename_assumptions(&mut copies.renaming);
        Self { coordinates, copies: Rc::new(RefCell::new(copies)), values: FxHashMap::default() }
    }

    /// True if both are the same thread with the same values of symbols.
    pub(crate) fn is_same(&self, other: &View) -> bool {
        Rc::ptr_eq(&self.copies, &other.copies) && self.values == other.values
    }

    /// The value that a term of the generic thread has for this thread.
    pub fn at(&self, terms: &mut Terms, t: TermId) -> TermId {
        let renamed = self.copies.borrow_mut().rename(terms, t);
        match self.values.is_empty() {
            true => renamed,
            false => terms.substitute(renamed, &self.values),
        }
    }

    /// The same thread in other iterations of these loops.
    #[must_use]
    pub fn at_counters(&self, terms: &mut Terms, summary: &Summary, counters: &[(LoopInst, TermId)]) -> Self {
        let mut view = self.clone();
        for &(l, value) in counters {
            view.set(terms, [summary.loops[l].counter], [value]);
        }
        view
    }

    /// The thread with given coordinates, as far as they are symbols of the generic thread.
    #[must_use]
    pub fn at_coordinates(&self, terms: &mut Terms, summary: &Summary, coordinates: [[TermId; 3]; 2]) -> Self {
        let mut view = self.clone();
        view.set(terms, summary.launch.tid, coordinates[0]);
        view.set(terms, summary.launch.bid, coordinates[1]);
        view.coordinates = coordinates;
        view
    }

    /// The conditions under which the thread exists in the launch.
    pub fn exists(&self, terms: &mut Terms, summary: &Summary) -> Vec<TermId> {
        let l = summary.launch;
        let zero = terms.int(0);
        let mut facts = Vec::new();
        for (own, extents, given) in [(l.tid, l.bdim, self.coordinates[0]), (l.bid, l.gdim, self.coordinates[1])] {
            for axis in 0..3 {
                facts.push(terms.le(zero, given[axis]));
                facts.push(terms.lt(given[axis], extents[axis]));
                if !matches!(terms.kind(own[axis]), Term::App(..)) {
                    facts.push(terms.eq(own[axis], given[axis]));
                }
            }
        }
        facts
    }

    /// Gives symbols of the generic thread values; terms that are no symbols keep theirs.
    fn set<const N: usize>(&mut self, terms: &mut Terms, own: [TermId; N], values: [TermId; N]) {
        for (own, value) in own.into_iter().zip(values) {
            if matches!(terms.kind(own), Term::App(..)) {
                let renamed = self.copies.borrow_mut().rename(terms, own);
                self.values.insert(renamed, value);
            }
        }
    }

    /// The symbol of the generic thread that a copy stands for.
    pub fn original(&self, f: FuncId) -> Option<FuncId> {
        self.copies.borrow().originals.get(&f).copied()
    }

    /// True if the thread has this counter in common with the generic one.
    pub(crate) fn shares(&self, counter: FuncId) -> bool {
        self.copies.borrow().shared.contains(&counter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_kir::{parse_kernel, Launch};
    use wp_logic::{Range, Sort};
    use wp_summary::{summarise, Config};

    const KERNEL: &str = "kernel \"k\" cuda { loops 0; labels 0; body { return; } }";

    fn fixture() -> (Terms, Summary) {
        let mut terms = Terms::new();
        let summary = summarise(&parse_kernel(KERNEL).unwrap(), &mut terms, &Config::new(Launch::ANY));
        (terms, summary)
    }

    #[test]
    fn threads_of_a_block_share_what_is_of_the_block() {
        let (mut terms, summary) = fixture();
        let none = FxHashMap::default();
        let of_block = terms.sym("b", Sort::Int, Class::Block, Range::ALL);
        let first = View::arbitrary(&mut terms, &summary, &none, None);
        let second = View::arbitrary(&mut terms, &summary, &none, Some(&first));
        let third = View::arbitrary(&mut terms, &summary, &none, None);
        let [a, b, c] = [&first, &second, &third].map(|v| v.at(&mut terms, of_block));
        assert!(a == b && a != c && a != of_block);
        let tid = summary.launch.tid[0];
        let [a, b, c] = [&first, &second, &third].map(|v| v.at(&mut terms, tid));
        assert!(a != b && a != c && b != c && [a, b, c] == [&first, &second, &third].map(|v| v.coordinates[0][0]));
        assert_eq!(first.coordinates[1], second.coordinates[1]);
    }

    #[test]
    fn views_of_one_thread_share_its_symbols_and_coordinates_take_values() {
        let (mut terms, summary) = fixture();
        let view = View::arbitrary(&mut terms, &summary, &FxHashMap::default(), None);
        let five = terms.int(5);
        let [mut tid, bid] = view.coordinates;
        tid[0] = five;
        let fifth = view.at_coordinates(&mut terms, &summary, [tid, bid]);
        let unknown = terms.sym("x", Sort::Int, Class::Thread, Range::ALL);
        assert_eq!(view.at(&mut terms, unknown), fifth.at(&mut terms, unknown));
        assert_eq!(fifth.at(&mut terms, summary.launch.tid[0]), five);
        let copy = view.at(&mut terms, unknown);
        let (Term::App(copy, _), Term::App(original, _)) = (terms.kind(copy), terms.kind(unknown)) else { panic!() };
        assert_eq!(view.original(*copy), Some(*original));
    }
}
