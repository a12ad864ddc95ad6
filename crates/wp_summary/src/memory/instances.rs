//! The threads for which a barrier invariant is instantiated if it names none: those whose cells are read behind the
//! barrier.
//!
//! Sound for any set of threads: the claim holds for all threads of the block, and each use is guarded as uses for
//! named threads are (`context/claims`). At each read of an array until the next barrier, `cell(t) = address` is solved for
//! `t`, for each cell of that array in the claim ([`crate::solve_index`]); a cell that is not linear in the identifiers
//! of the thread gives no instance. An invariant on pairs is used for all pairs of such threads, and for pairs of one
//! such thread and one that is found in the same way for the second thread of the current pair.

use super::versions::Versions;
use crate::context::claims::Claim;
use crate::context::Context;
use crate::solve_index::threads_at;
use crate::LoopInst;
use rustc_hash::FxHashMap;
use wp_kir::{ObjectId, Type};
use wp_logic::{Term, TermId};

wp_base::limits! {
    /// Greatest number of further threads that an invariant on one is used for.
    const MAX_THREADS: usize = 8;
    /// Greatest number of further threads of which an invariant on two is used for all pairs.
    const MAX_OF_PAIRS: usize = 3;
}

/// The claims of the last barrier that are used for the threads whose cells are read.
#[derive(Default)]
pub(crate) struct Instances {
    pub open: Vec<Inferring>,
}

/// A claim that is used for the threads whose cells are read.
#[derive(Debug)]
pub(crate) struct Inferring {
    claim: Claim,
    /// True if the invariant relates two threads.
    relates: bool,
    /// Loops around the barrier.
    loops: Vec<LoopInst>,
    /// The cells that the claim reads: object, type and offset.
    cells: Vec<(ObjectId, Type, TermId)>,
    /// The threads that were found, the generic one first.
    threads: Vec<[TermId; 3]>,
}

impl Instances {
    /// Uses a claim for the threads whose cells are read from here on.
    pub(crate) fn add(&mut self, cx: &mut Context, versions: &Versions, claim: Claim) {
        let cells = cells_of(cx, versions, claim.term);
        if cells.is_empty() {
            return;
        }
        let relates = cx.out.functions.is_relation(cx.terms, claim.term);
        let threads = vec![cx.out.launch.tid];
        self.open.push(Inferring { claim, relates, loops: cx.loops.clone(), cells, threads });
    }

    /// Uses the claims of the last barrier for the threads whose cell this is.
    pub(crate) fn read(&mut self, cx: &mut Context, object: ObjectId, ty: Type, address: TermId) {
        if cx.trial > 0 || self.open.is_empty() {
            return;
        }
        self.open.retain(|i| cx.loops.starts_with(&i.loops));
        for inferring in &mut self.open {
            for (_, _, cell) in inferring.cells.clone().into_iter().filter(|&(o, t, _)| o == object && t == ty) {
                for thread in threads_at(cx.terms, cx.out.launch.tid, cell, address) {
                    inferring.use_for(cx, thread);
                }
            }
        }
    }
}

impl Inferring {
    fn use_for(&mut self, cx: &mut Context, thread: [TermId; 3]) {
        let most = if self.relates { MAX_OF_PAIRS.get() } else { MAX_THREADS.get() };
        if self.threads.len() > most || self.threads.contains(&thread) {
            return;
        }
        self.threads.push(thread);
        if !self.relates {
            return cx.use_claim(&self.claim, &[thread]);
        }
        let theirs = thread.map(|index| cx.in_the_other(index));
        cx.use_claim(&self.claim, &[thread, theirs]);
        for known in self.threads.clone() {
            if known != thread {
                let known_of_theirs = known.map(|index| cx.in_the_other(index));
                for pair in [[thread, known], [known, thread], [thread, known_of_theirs], [known, theirs]] {
                    cx.use_claim(&self.claim, &pair);
                }
            }
        }
    }
}

/// The cells that a claim reads of arrays that the threads share, each in terms of the thread that reads it.
fn cells_of(cx: &mut Context, versions: &Versions, claim: TermId) -> Vec<(ObjectId, Type, TermId)> {
    let objects: FxHashMap<_, _> =
        versions.functions.iter().map(|((object, ty, ..), f)| (*f, (*object, *ty))).collect();
    let mut roots = vec![claim];
    let mut to_own: FxHashMap<TermId, TermId> = FxHashMap::default();
    for app in cx.terms.apps(&[claim]) {
        let Term::App(f, _) = cx.terms.kind(app) else { continue };
        if let Some(other) = cx.out.functions.others.get(f) {
            roots.push(other.term);
            to_own.insert(app, other.term);
        }
    }
    let mut cells = Vec::new();
    for app in cx.terms.apps(&roots) {
        let Term::App(f, args) = cx.terms.kind(app) else { continue };
        let (Some(&(object, ty)), Some(&offset)) = (objects.get(f), args.first()) else { continue };
        let cell = (object, ty, cx.terms.substitute(offset, &to_own));
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}
