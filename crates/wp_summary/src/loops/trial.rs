//! One trial iteration of a loop, executed from probes: the relation between what variables are before and behind it.

use super::syntax::Loop;
use crate::context::Context;
use crate::exec::Exec;
use crate::recurrence::Step;
use crate::state::{range_of, sort_of, PtrAlt, State, Target, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wp_kir::VarId;
use wp_logic::{Class, Range, Sort, TermId};

/// The result of one trial iteration.
pub(super) struct Trial {
    /// Probe symbol of each changed variable that had a value before the loop.
    pub probes: BTreeMap<VarId, Probe>,
    /// Values of the probed numbers before the loop.
    pub initial: BTreeMap<VarId, TermId>,
    /// Counter symbol of the trial.
    pub k: TermId,
    /// State at the end of the iteration; dead when no path completes it.
    pub end: State,
    /// Continue condition over probes.
    pub cond: TermId,
    /// True if a path leaves the loop from within.
    pub leaves: bool,
    /// Probes of the variables that decide when the loop ends: its counters.
    pub deciding: BTreeSet<TermId>,
    /// Probes whose value the iteration read before assigning the variable.
    pub read: BTreeSet<TermId>,
    /// Pointers into two objects that every iteration exchanges; they have no probe.
    pub swaps: BTreeMap<VarId, VarId>,
}

/// Forms of the changed variables with what follows from them.
pub(super) struct Settled {
    pub forms: BTreeMap<VarId, Form>,
    /// Counters that wrap around in their type.
    pub wrapped: BTreeSet<VarId>,
    /// Continue condition at the counter of the trial.
    pub cond_at_k: TermId,
    /// Greatest number of completed iterations, if known.
    pub bound: Option<i128>,
}

/// The probe of a variable.
#[derive(Clone, Copy)]
pub(super) enum Probe {
    /// Value as a term.
    Scalar(TermId),
    /// Byte offset in a known object.
    Pointer(Target, TermId),
}

/// The form of a variable at the start of iteration `k`.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// From `Value` before the loop, by a recognised step.
    Closed(Step),
    /// Exchanged with another variable in every iteration.
    Swap(VarId),
    /// Unknown in every iteration.
    Havoc(Class),
    /// Assigned before it is read in every iteration: unknown, but only what follows the loop can see it.
    Dead,
}

impl Trial {
    /// True if the loop's end hangs on the variable.
    pub fn decides(&self, v: VarId) -> bool {
        self.probes.get(&v).is_some_and(|p| self.deciding.contains(&p.symbol()))
    }
}

impl Probe {
    pub fn symbol(self) -> TermId {
        match self {
            Probe::Scalar(t) | Probe::Pointer(_, t) => t,
        }
    }
}

impl Exec<'_> {
    /// A trial iteration that holds for every iteration. A pointer that the loop moves to another object is unknown in
    /// it: what the first iteration does with the object before the loop says nothing of the later ones. Pointers that
    /// are exchanged whichever of the two objects they start in are found on the way.
    pub(super) fn trial_of(&mut self, st: &State, lp: Loop) -> Trial {
        let mut start: BTreeMap<VarId, Target> = BTreeMap::new();
        let first = self.trial_iteration(st, lp, &start);
        let mut moved = self.cx.moved_pointers(&first);
        if moved.is_empty() {
            return first;
        }
        let mut swaps: BTreeMap<VarId, VarId> = BTreeMap::new();
        for &v in &moved {
            if let Some(&w) = moved.iter().find(|&&w| w != v && becomes(&first, v, w) && becomes(&first, w, v)) {
                swaps.insert(v, w);
                if let Some(Probe::Pointer(target, _)) = first.probes.get(&w) {
                    start.insert(v, *target);
                }
            }
        }
        if swaps.len() == moved.len() {
            let other = self.trial_iteration(st, lp, &start);
            if !swaps.iter().all(|(&v, &w)| becomes(&other, v, w)) {
                swaps.clear();
            }
        } else {
            swaps.clear();
        }
        loop {
            start = moved.iter().map(|&v| (v, Target::Unknown)).collect();
            let mut trial = self.trial_iteration(st, lp, &start);
            let more = self.cx.moved_pointers(&trial);
            if more.is_empty() {
                trial.swaps = swaps;
                return trial;
            }
            swaps.clear();
            moved.extend(more);
        }
    }

    /// Executes one iteration from probes, without recording anything. Pointers in `start` start in that object, others
    /// in the one before the loop.
    fn trial_iteration(&mut self, st: &State, lp: Loop, start: &BTreeMap<VarId, Target>) -> Trial {
        if self.cx.trial == 0 {
            self.cx.recorded_loops = self.cx.loops.len();
        }
        self.cx.trial += 1;
        let saved_pending = std::mem::take(&mut self.pending);
        let saved_returned = self.cx.returned;
        let k = self.cx.terms.sym("k", Sort::Int, Class::Thread, Range { lo: Some(0), hi: None });
        self.enter_loop(lp, k, None);
        let mut now = st.clone();
        let mut probes = BTreeMap::new();
        for &v in &lp.changes.vars {
            let ty = self.cx.kernel.vars[v].ty;
            let name = self.cx.kernel.vars[v].name.clone();
            match st.get(v) {
                // An earlier iteration may have assigned it.
                None => {
                    let unknown = self.cx.unknown(&name, ty);
                    now.set(v, unknown);
                }
                Some(Value::Term(_)) => {
                    let p = self.cx.terms.sym(&name, sort_of(ty), Class::Thread, range_of(ty));
                    probes.insert(v, Probe::Scalar(p));
                    now.set(v, Value::Term(p));
                }
                Some(Value::Ptr(alts)) => match &alts[..] {
                    [alt] if alt.target != Target::Unknown && start.get(&v) != Some(&Target::Unknown) => {
                        let p = self.cx.terms.sym(&name, Sort::Int, Class::Thread, Range::ALL);
                        let (guard, target) = (alt.guard, start.get(&v).copied().unwrap_or(alt.target));
                        probes.insert(v, Probe::Pointer(target, p));
                        now.set(v, Value::Ptr(Rc::from([PtrAlt { guard, target, offset: p }])));
                    }
                    _ => {
                        let unknown = self.cx.unknown("pointer changed in a loop", ty);
                        now.set(v, unknown);
                    }
                },
            }
        }
        now.cells.retain(|(o, _), _| !lp.changes.private.contains(o));
        self.block(&mut now, lp.head);
        let cond = self.eval_term(&mut now, lp.cond);
        now.live = self.cx.terms.and(&[now.live, cond]);
        self.rest_of_iteration(&mut now, lp);
        let leaves = self.pending.values().any(|p| !p.is_empty()) || self.cx.returned != saved_returned;
        let mut ends = vec![cond, self.cx.returned];
        ends.extend(self.pending.values().flatten().map(|state| state.live));
        let deciding = self.cx.terms.occurring(&probes.values().map(|p| p.symbol()).collect(), &ends);
        self.pending = saved_pending;
        self.cx.returned = saved_returned;
        self.leave_loop();
        self.cx.trial -= 1;
        let read: BTreeSet<TermId> =
            probes.values().map(|p| p.symbol()).filter(|p| self.cx.probe_reads.contains(p)).collect();
        if self.cx.trial > 0 {
            // A variable that the first iteration of an inner loop reads is read by an iteration of the outer loop.
            let values = probes.iter().filter(|(_, p)| read.contains(&p.symbol())).filter_map(|(&v, _)| st.get(v));
            self.cx
                .probe_reads
                .extend(values.filter_map(|value| if let Value::Term(t) = value { Some(*t) } else { None }));
        }
        let initial = probes
            .iter()
            .filter_map(|(&v, _)| match st.get(v) {
                Some(Value::Term(t)) => Some((v, *t)),
                _ => None,
            })
            .collect();
        Trial { probes, initial, k, end: now, cond, leaves, deciding, read, swaps: BTreeMap::new() }
    }
}

impl Context<'_> {
    /// Pointers with a probe that end a completed iteration in another object.
    fn moved_pointers(&self, trial: &Trial) -> BTreeSet<VarId> {
        if self.is_dead(&trial.end) {
            return BTreeSet::new();
        }
        let moves = |v: VarId, probe: &Probe| match (probe, trial.end.get(v)) {
            (Probe::Scalar(_), _) => false,
            (Probe::Pointer(target, _), Some(Value::Ptr(alts))) => alts.iter().any(|alt| alt.target != *target),
            (Probe::Pointer(..), _) => true,
        };
        trial.probes.iter().filter(|(&v, probe)| moves(v, probe)).map(|(&v, _)| v).collect()
    }
}

/// True if the iteration gives `v` the value that `w` had.
pub(super) fn becomes(trial: &Trial, v: VarId, w: VarId) -> bool {
    match (trial.end.get(v), trial.probes.get(&w)) {
        (Some(Value::Term(t)), Some(Probe::Scalar(p))) => t == p,
        (Some(Value::Ptr(alts)), Some(Probe::Pointer(target, p))) => {
            matches!(&alts[..], [alt] if alt.target == *target && alt.offset == *p)
        }
        _ => false,
    }
}
