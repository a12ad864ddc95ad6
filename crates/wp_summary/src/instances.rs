//! The threads for which a barrier invariant is instantiated if it names none: those whose cells are read behind the
//! barrier.
//!
//! Sound for any set of threads: the claim holds for all threads of the block, and each use is guarded as uses for
//! named threads are (`barriers`). At each read of an array until the next barrier, `cell(t) = address` is solved for
//! `t`, for each cell of that array in the claim ([`crate::solve_index`]); a cell that is not linear in the identifiers
//! of the thread gives no instance. An invariant on pairs is used for all pairs of such threads, and for pairs of one
//! such thread and one that is found in the same way for the second thread of the current pair.

use crate::barriers::Claim;
use crate::exec::Exec;
use crate::solve_index::threads_at;
use crate::LoopInst;
use rustc_hash::FxHashMap;
use wp_kir::{ObjectId, Type};
use wp_logic::{Term, TermId};

/// Greatest number of further threads that an invariant on one is used for.
const MAX_THREADS: usize = 8;
/// Greatest number of further threads of which an invariant on two is used for all pairs.
const MAX_OF_PAIRS: usize = 3;

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

impl Exec<'_> {
    /// Uses a claim for the threads whose cells are read from here on.
    pub(crate) fn infer_later(&mut self, claim: Claim) {
        let cells = self.cells_of(claim.term);
        if cells.is_empty() {
            return;
        }
        let relates = self.out.is_relation(self.terms, claim.term);
        let threads = vec![self.out.launch.tid];
        self.inferring.push(Inferring { claim, relates, loops: self.loops.clone(), cells, threads });
    }

    /// The cells that a claim reads of arrays that the threads share, each in terms of the thread that reads it.
    fn cells_of(&mut self, claim: TermId) -> Vec<(ObjectId, Type, TermId)> {
        let objects: FxHashMap<_, _> = self.moments.iter().map(|((object, ty, ..), f)| (*f, (*object, *ty))).collect();
        let mut roots = vec![claim];
        let mut to_own: FxHashMap<TermId, TermId> = FxHashMap::default();
        for app in self.terms.apps(&[claim]) {
            let Term::App(f, _) = self.terms.kind(app) else { continue };
            if let Some(other) = self.out.others.get(f) {
                roots.push(other.term);
                to_own.insert(app, other.term);
            }
        }
        let mut cells = Vec::new();
        for app in self.terms.apps(&roots) {
            let Term::App(f, args) = self.terms.kind(app) else { continue };
            let (Some(&(object, ty)), Some(&offset)) = (objects.get(f), args.first()) else { continue };
            let cell = (object, ty, self.terms.substitute(offset, &to_own));
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// Uses the claims of the last barrier for the threads whose cell this is.
    pub(crate) fn infer_from_read(&mut self, object: ObjectId, ty: Type, address: TermId) {
        if self.trial > 0 || self.inferring.is_empty() {
            return;
        }
        let mut all = std::mem::take(&mut self.inferring);
        all.retain(|i| self.loops.starts_with(&i.loops));
        for inferring in &mut all {
            for (_, _, cell) in inferring.cells.clone().into_iter().filter(|&(o, t, _)| o == object && t == ty) {
                for thread in threads_at(self.terms, self.out.launch.tid, cell, address) {
                    self.use_for(inferring, thread);
                }
            }
        }
        self.inferring = all;
    }

    fn use_for(&mut self, inferring: &mut Inferring, thread: [TermId; 3]) {
        let most = if inferring.relates { MAX_OF_PAIRS } else { MAX_THREADS };
        if inferring.threads.len() > most || inferring.threads.contains(&thread) {
            return;
        }
        inferring.threads.push(thread);
        if !inferring.relates {
            return self.use_claim(&inferring.claim, &[thread]);
        }
        let theirs = thread.map(|index| self.in_the_other(index));
        self.use_claim(&inferring.claim, &[thread, theirs]);
        for known in inferring.threads.clone() {
            if known != thread {
                let known_of_theirs = known.map(|index| self.in_the_other(index));
                for pair in [[thread, known], [known, thread], [thread, known_of_theirs], [known, theirs]] {
                    self.use_claim(&inferring.claim, &pair);
                }
            }
        }
    }
}
