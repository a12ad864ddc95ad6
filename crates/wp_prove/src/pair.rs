//! Two threads of one summary: the generic thread, and a copy that stands for another thread or for the same thread at
//! another point.
//!
//! Symbols of class thread are the second thread's own, those of class block only if the threads are of two blocks. The
//! facts and axioms of a symbol hold for its copy (`known`).

use crate::view::{OwnSymbols, View};
use crate::warp::WarpBarrier;
use rustc_hash::FxHashMap;
use wp_logic::{FuncId, Term, TermId, Terms};
use wp_summary::{EventKind, LoopInst, Summary};

/// The relation of the two threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PairKind {
    /// Two threads of one block.
    SameBlock,
    /// Threads of two blocks.
    OtherBlock,
    /// One thread at two points of its execution: only loop counters differ.
    SameThread,
}

/// The threads of a pair whose own stores may be used as facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnStores {
    /// Both threads.
    OfBoth,
    /// The first thread.
    OfFirst,
    /// The second thread.
    OfSecond,
}

/// The event of a barrier that orders the threads of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderingBarrier {
    pub event: usize,
    /// Of a warp barrier, the condition that both threads take part.
    pub both: Option<TermId>,
}

/// Two threads of a summary.
pub struct Pair<'a> {
    /// The summary.
    pub summary: &'a Summary,
    /// The relation of the threads.
    pub kind: PairKind,
    other: View,
    barriers: Vec<usize>,
    warp_barriers: Vec<WarpBarrier>,
    pub(crate) stores_of: OwnStores,
    /// By barrier and counters: the instance is executed by one of the threads.
    pub(crate) executed: FxHashMap<(usize, Vec<TermId>), TermId>,
}

impl<'a> Pair<'a> {
    /// Two arbitrary threads; the counters of `aligned` loops are shared by both.
    pub fn new(terms: &mut Terms, summary: &'a Summary, kind: PairKind, aligned: &[LoopInst]) -> Self {
        let counter = |l: LoopInst| match terms.kind(summary.loops[l].counter) {
            Term::App(f, _) => Some(*f),
            _ => None,
        };
        let shared = aligned.iter().filter_map(|&l| counter(l)).collect();
        let own = match kind {
            PairKind::SameThread => OwnSymbols::Counters(summary.loops.ids().filter_map(counter).collect()),
            PairKind::SameBlock => OwnSymbols::Thread,
            PairKind::OtherBlock => OwnSymbols::Block,
        };
        let other = View::with_own(terms, summary, own, shared);
        let mut pair = Pair {
            summary,
            kind,
            other,
            barriers: Vec::new(),
            warp_barriers: Vec::new(),
            stores_of: OwnStores::OfBoth,
            executed: FxHashMap::default(),
        };
        let synchronising = summary.events.iter().enumerate().filter(|(_, e)| pair.synchronises(&e.kind));
        pair.barriers = synchronising.map(|(i, _)| i).collect();
        pair
    }

    /// The term of the second thread.
    pub fn second(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        self.other.at(terms, t)
    }

    /// The second thread.
    pub(crate) fn second_view(&self) -> &View {
        &self.other
    }

    /// The symbol of the first thread that one of the second thread is a copy of.
    pub(crate) fn original(&self, f: FuncId) -> Option<FuncId> {
        self.other.original(f)
    }

    /// True if the threads have the counter in common.
    pub(crate) fn shares(&self, counter: FuncId) -> bool {
        self.other.shares(counter)
    }

    /// The two threads are different threads of the stated kind.
    pub fn distinct(&mut self, terms: &mut Terms) -> TermId {
        let launch = self.summary.launch;
        let [tid, bid] = self.other.coordinates;
        let (ids, others) = match self.kind {
            PairKind::SameBlock => (launch.tid, tid),
            PairKind::OtherBlock => (launch.bid, bid),
            PairKind::SameThread => return terms.tru(),
        };
        let differ = [0, 1, 2].map(|axis: usize| terms.ne(ids[axis], others[axis]));
        terms.or(&differ)
    }

    /// Chooses whose own stores may be used as facts. If the question is whether a thread reads a cell while the other
    /// one writes it, only the reader's may: for the reader, the store has not happened yet.
    pub fn use_stores_of(&mut self, stores: OwnStores) {
        self.stores_of = stores;
    }

    /// The events of the barriers that order this pair.
    pub(crate) fn ordering_barriers(&self) -> Vec<OrderingBarrier> {
        let block = self.barriers.iter().map(|&event| OrderingBarrier { event, both: None });
        let warp = self.warp_barriers.iter().map(|b| OrderingBarrier { event: b.event, both: Some(b.both) });
        block.chain(warp).collect()
    }

    /// Lets these warp barriers order the pair: all lanes of their masks are known to execute them.
    pub fn order_by_warps(&mut self, barriers: Vec<WarpBarrier>) {
        self.warp_barriers = barriers;
    }

    /// True if an event is a barrier that synchronises pairs of this kind.
    pub(crate) fn synchronises(&self, kind: &EventKind) -> bool {
        matches!(
            (kind, self.kind),
            (EventKind::Barrier { scope: wp_kir::BarrierScope::Grid, .. }, _)
                | (
                    EventKind::Barrier { scope: wp_kir::BarrierScope::Block, .. },
                    PairKind::SameBlock | PairKind::SameThread
                )
        )
    }
}
