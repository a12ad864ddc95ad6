//! Accounting: checks each time a function is lowered that no node of its body was left out, and that no node has its
//! effect twice.
//!
//! Invariant: when the lowering of a function ends, each node of its body has been visited (a statement, expression or
//! declaration was lowered), lies in a covered part (an operand that is not evaluated, an annotation, a name that was
//! resolved, a side that a constant condition excludes), is a wrapper around such nodes, or is inert by the table in
//! [`crate::nodes`]. A node with an effect has its effect once. A node that is left over makes the kernel unsupported,
//! in dead code too. So if the lowering forgets a construct, the kernel has no verdict; there is never a verdict about
//! another program.
//!
//! Nodes are identified by their addresses, because Clang gives one id to the same node of several instances of a
//! template.

use crate::nodes::{handling, node_address, Handling};
use rustc_hash::FxHashMap;
use wp_clang::Node;

/// The state of a node in the lowering of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// The node was lowered; its children have marks of their own.
    Visited,
    /// The effect of the node was emitted, in the round with this number (see [`Account::begin_round`]).
    Performed(u32),
    /// The node and everything below it are accounted for.
    Covered,
}

/// The marks of the nodes of one function that is being lowered.
#[derive(Default)]
pub(crate) struct Account {
    marks: FxHashMap<usize, Mark>,
    /// The nodes that were marked during a trial, in order, with the marks that they had before. It is used to undo the
    /// trial.
    journal: Vec<(usize, Option<Mark>)>,
    /// The number of nested trials.
    trials: u32,
    /// The number of the current round. A node may have its effect once in each round.
    round: u32,
    /// The number of rounds so far.
    rounds: u32,
}

impl Account {
    fn set(&mut self, node: &Node, mark: Mark) {
        let before = self.marks.insert(node_address(node), mark);
        if self.trials > 0 {
            self.journal.push((node_address(node), before));
        }
    }

    /// Notes that a node is being lowered.
    pub(super) fn visit(&mut self, node: &Node) {
        if !self.marks.contains_key(&node_address(node)) {
            self.set(node, Mark::Visited);
        }
    }

    /// True if a node was visited or covered.
    pub(super) fn contains(&self, node: &Node) -> bool {
        self.marks.contains_key(&node_address(node))
    }

    /// Notes that a node with everything below it is accounted for by the construct around it.
    pub(super) fn cover(&mut self, node: &Node) {
        self.set(node, Mark::Covered);
    }

    /// Notes that the effect of a node is emitted; false if it was emitted in this round already.
    pub(crate) fn perform(&mut self, node: &Node) -> bool {
        let mark = Mark::Performed(self.round);
        let is_new = self.marks.get(&node_address(node)) != Some(&mark);
        if is_new {
            self.set(node, mark);
        }
        is_new
    }

    /// Begins a round, in which the effects of nodes may be emitted once more, and returns the round around it.
    pub(crate) fn begin_round(&mut self) -> u32 {
        self.rounds += 1;
        std::mem::replace(&mut self.round, self.rounds)
    }

    pub(crate) fn end_round(&mut self, outer: u32) {
        self.round = outer;
    }

    /// Begins a trial. The result is for [`Self::end_trial`].
    pub(crate) fn begin_trial(&mut self) -> usize {
        self.trials += 1;
        self.journal.len()
    }

    /// Ends a trial, and undoes its marks unless it is kept.
    pub(crate) fn end_trial(&mut self, start: usize, kept: bool) {
        self.trials -= 1;
        if !kept {
            while self.journal.len() > start {
                match self.journal.pop() {
                    Some((key, Some(mark))) => self.marks.insert(key, mark),
                    Some((key, None)) => self.marks.remove(&key),
                    None => None,
                };
            }
        }
        if self.trials == 0 {
            self.journal.clear();
        }
    }

    /// The first node that is not accounted for.
    pub(crate) fn first_unaccounted<'u>(&self, node: &'u Node) -> Option<&'u Node> {
        if node.is_absent() {
            return None;
        }
        match (self.marks.get(&node_address(node)), handling(&node.kind)) {
            (Some(Mark::Covered), _) | (None, Some(Handling::Inert(_))) => None,
            (Some(_), _) | (None, Some(Handling::Wrapper)) => node.inner.iter().find_map(|c| self.first_unaccounted(c)),
            // A default argument that Clang leaves out.
            (None, _) if crate::scan::is_omitted(node) => None,
            // A conversion that changes qualifiers only.
            (None, _) if node.cast_kind.as_deref() == Some("NoOp") => {
                node.inner.iter().find_map(|c| self.first_unaccounted(c))
            }
            (None, _) => Some(node),
        }
    }
}
