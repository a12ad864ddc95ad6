//! Loops of a summary: data only.

use crate::recurrence::Step;
use wp_base::{define_id, Span};
use wp_kir::{LoopId, Type, VarId};
use wp_logic::{FuncId, TermId};

define_id!(
    /// A loop as it appears in the summary: a static loop, once per unrolled copy of its surroundings.
    LoopInst,
    "l"
);

/// A loop that was accelerated.
#[derive(Clone, Debug)]
pub struct LoopRecord {
    /// Static loop.
    pub id: LoopId,
    /// Enclosing loop.
    pub parent: Option<LoopInst>,
    /// The iteration counter: a symbol of class thread with range `0..=bound`.
    pub counter: TermId,
    /// Greatest value of the counter, when known: number of completed iterations at most.
    pub bound: Option<i128>,
    /// Position.
    pub span: Span,
    /// The number of completed iterations when the loop is left, over the counters of the loops around it.
    pub exit: Option<TermId>,
    /// Variables with a closed form in the counter.
    pub closed: Vec<ClosedForm>,
    /// The loop as a transition system, when it changes variables that have no closed form.
    pub induction: Option<Box<Induction>>,
}

/// A variable whose value at the head is known.
#[derive(Clone, Debug)]
pub struct ClosedForm {
    /// Its name in the source.
    pub name: String,
    /// Its value, over the counters.
    pub value: TermId,
}

/// A loop as a transition system over the variables that are unknown at its head: what an inductive argument needs.
///
/// All terms are about one thread, the counters of the loops around the loop and its own counter `k`. An invariant `I`
/// over the values at the head holds when `entry => I[value := initial, k := 0]` and
/// `head && I && end => I[value := next, k := k + 1]`.
#[derive(Clone, Debug)]
pub struct Induction {
    /// The unknown variables.
    pub variables: Vec<HeadVariable>,
    /// Condition under which the thread arrives at the loop.
    pub entry: TermId,
    /// Condition under which it reaches the head for the `k`-th time.
    pub head: TermId,
    /// The continue condition in iteration `k`.
    pub condition: TermId,
    /// Condition under which it completes iteration `k`.
    pub end: TermId,
    /// Facts from the step that hold only under a named assumption: counters do not wrap.
    pub step_facts: Vec<TermId>,
    /// The reach predicate at `k`, if there is one.
    pub reach: Option<TermId>,
    /// The function of the outer counters that stands for the number of completed iterations.
    pub exit: Option<FuncId>,
    /// Number of events before the loop.
    pub first_event: usize,
    /// Number of events when the loop is left.
    pub last_event: usize,
}

/// A variable that is unknown at the head of a loop.
#[derive(Clone, Debug)]
pub struct HeadVariable {
    /// The variable of the kernel.
    pub var: VarId,
    /// Its name in the source.
    pub name: String,
    /// Its type; `ptr` for the byte offset of a pointer.
    pub ty: Type,
    /// The function of the counters that stands for its value.
    pub function: FuncId,
    /// The function applied to the counters.
    pub value: TermId,
    /// Value before the loop.
    pub initial: TermId,
    /// Value after iteration `k`.
    pub next: TermId,
    /// The step of the variable, if known although no closed form is used.
    pub step: Option<Step>,
}
