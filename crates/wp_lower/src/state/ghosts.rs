//! The ghosts of a kernel: which variables and arrays they are, and which clauses are about them.

use rustc_hash::FxHashSet;
use wp_base::{Id, Span};
use wp_clang::NodeId;
use wp_kir::{ObjectId, VarId};

/// The ghosts of a kernel.
#[derive(Default)]
pub(crate) struct Ghosts {
    /// In the lowering without ghosts, the clauses that are left out; `None` in the lowering with ghosts.
    without: Option<FxHashSet<Span>>,
    /// True if the kernel has ghosts, or clauses that are recorded, so that it is lowered twice.
    met: bool,
    /// The number of ghosts that have a name.
    names: usize,
    /// The variables of ghosts.
    vars: FxHashSet<VarId>,
    /// The objects of ghost arrays.
    arrays: Vec<ObjectId>,
    /// Clauses that the lowering without ghosts leaves out.
    clauses: FxHashSet<Span>,
    /// The counters of the loops around the current statement, innermost last; `None` if loops are not counted.
    counts: Option<Vec<VarId>>,
}

impl Ghosts {
    /// `without` is `None` in the lowering with ghosts; else it is the set of clauses that are left out.
    pub(crate) fn new(without: Option<FxHashSet<Span>>) -> Self {
        Self { without, ..Self::default() }
    }

    /// Notes that the kernel has ghosts or records, and must be lowered again without them.
    pub(crate) fn meet(&mut self) {
        self.met = true;
    }

    /// True if the kernel has ghosts or records.
    pub(crate) fn are_met(&self) -> bool {
        self.met
    }

    /// True in the lowering without ghosts.
    pub(crate) fn are_left_out(&self) -> bool {
        self.without.is_some()
    }

    /// True in the lowering without ghosts for a clause that mentions ghosts.
    pub(crate) fn leave_out(&self, clause: Span) -> bool {
        self.without.as_ref().is_some_and(|clauses| clauses.contains(&clause))
    }

    /// Notes a clause that the lowering without ghosts leaves out.
    pub(crate) fn add_clause(&mut self, clause: Span) {
        self.clauses.insert(clause);
    }

    pub(crate) fn take_clauses(&mut self) -> FxHashSet<Span> {
        std::mem::take(&mut self.clauses)
    }

    /// A new id, which stands for the declaration of a ghost.
    pub(crate) fn new_id(&mut self) -> NodeId {
        // Ids of ghosts count down from the greatest id, because ids of nodes count up from 0.
        let id = NodeId::from_index(u32::MAX as usize - 1 - self.names);
        self.names += 1;
        id
    }

    pub(crate) fn add_var(&mut self, var: VarId) {
        self.vars.insert(var);
    }

    /// True for the variable of a ghost.
    pub(crate) fn has_var(&self, var: VarId) -> bool {
        self.vars.contains(&var)
    }

    pub(crate) fn add_array(&mut self, object: ObjectId) {
        self.arrays.push(object);
    }

    /// True for the object of a ghost array.
    pub(crate) fn has_array(&self, object: ObjectId) -> bool {
        self.arrays.contains(&object)
    }

    /// Counts the iterations of the loops that follow, unless ghosts are left out.
    pub(crate) fn count_loops(&mut self) {
        self.met = true;
        self.counts = self.without.is_none().then(Vec::new);
    }

    /// True if iterations are counted.
    pub(crate) fn counts_loops(&self) -> bool {
        self.counts.is_some()
    }

    /// Enters a loop, whose counter is `var`.
    pub(crate) fn enter_loop(&mut self, var: VarId) {
        self.vars.insert(var);
        self.counts.get_or_insert_with(Vec::new).push(var);
    }

    pub(crate) fn leave_loop(&mut self) {
        self.counts.get_or_insert_with(Vec::new).pop();
    }

    /// The counters of the loops around the current statement, innermost last.
    pub(crate) fn counters(&self) -> &[VarId] {
        self.counts.as_deref().unwrap_or_default()
    }
}
