//! Definitions of unknowns: functions of a summary are replaced by terms, everywhere.
//!
//! Exact if every behaviour of the kernel satisfies the definitions wherever the value of the function matters. Values
//! of a variable in iterations that are never reached do not matter, so they may be chosen to satisfy the definitions.

use crate::{EventKind, Summary};
use rustc_hash::FxHashMap;
use wp_logic::{FuncId, Term, TermId, Terms};

/// `function(formals) = term`; the function does not occur in the term.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Symbols that stand for the arguments.
    pub formals: Vec<TermId>,
    /// The definition.
    pub term: TermId,
}

/// Definitions with the terms rewritten so far.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    by_function: FxHashMap<FuncId, Definition>,
    done: FxHashMap<TermId, TermId>,
}

impl Definitions {
    /// Adds a definition, whose term may use functions that are defined already or later, but not in a circle.
    pub fn insert(&mut self, function: FuncId, definition: Definition) {
        self.by_function.insert(function, definition);
        self.done.clear();
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.by_function.is_empty()
    }

    /// The functions in the definition of a function that have its arguments; itself when it has no definition.
    fn triggers(&self, terms: &Terms, f: FuncId) -> Vec<FuncId> {
        let Some(d) = self.by_function.get(&f) else { return vec![f] };
        let apps = terms.apps(&[d.term]).into_iter();
        let with_formals = apps.filter_map(|app| match terms.kind(app) {
            Term::App(g, args) if args[..] == d.formals[..] => Some(*g),
            _ => None,
        });
        with_formals.collect()
    }

    /// The term with every defined function replaced.
    pub fn apply(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        for s in terms.subterms(&[t], |s| self.done.contains_key(&s)) {
            let rebuilt = terms.rebuild(s, |c| self.done[&c]);
            let mut new = rebuilt;
            if let Term::App(f, args) = terms.kind(rebuilt).clone() {
                if let Some(d) = self.by_function.get(&f).cloned() {
                    let map: FxHashMap<TermId, TermId> = d.formals.iter().copied().zip(args.iter().copied()).collect();
                    let unfolded = terms.substitute(d.term, &map);
                    new = self.apply(terms, unfolded);
                }
            }
            self.done.insert(s, new);
        }
        self.done[&t]
    }
}

impl Summary {
    /// Replaces defined functions in every term of the summary.
    pub fn define(&mut self, terms: &mut Terms, definitions: &mut Definitions) {
        if definitions.is_empty() {
            return;
        }
        self.axioms.rename(|f| definitions.triggers(terms, f));
        self.functions.rename(|f| definitions.triggers(terms, f));
        for induction in self.loops.values_mut().filter_map(|l| l.induction.as_deref_mut()) {
            let shared = induction.exit.and_then(|f| definitions.triggers(terms, f).first().copied());
            induction.exit = shared;
        }
        let mut apply = |t: &mut TermId| *t = definitions.apply(terms, *t);
        for event in &mut self.events {
            apply(&mut event.guard);
            apply(&mut event.returned);
            match &mut event.kind {
                EventKind::Access(access) => {
                    apply(&mut access.offset);
                    access.value.iter_mut().for_each(&mut apply);
                }
                EventKind::Assert { cond, .. } => cond.iter_mut().for_each(&mut apply),
                EventKind::Barrier { mask, agree, .. } => mask.iter_mut().chain(agree).for_each(&mut apply),
                EventKind::NamedBarrier(barrier) => barrier.terms_mut().for_each(&mut apply),
                EventKind::Invalid { .. }
                | EventKind::Fence { .. }
                | EventKind::CommitCopies
                | EventKind::WaitForCopies(_)
                | EventKind::Unsupported(_) => {}
            }
        }
        for update in self.updates.values_mut() {
            update.change.terms_mut().chain(&mut update.result).for_each(&mut apply);
        }
        self.condition_reads.values_mut().flatten().for_each(|a| apply(&mut a.offset));
        self.facts.iter_mut().chain(&mut self.claims).for_each(|f| apply(&mut f.term));
        self.axioms.terms_mut().for_each(&mut apply);
        self.functions.terms_mut().for_each(&mut apply);
        for record in self.loops.values_mut() {
            record.exit.iter_mut().for_each(&mut apply);
            record.closed.iter_mut().for_each(|c| apply(&mut c.value));
            let Some(induction) = &mut record.induction else { continue };
            for v in &mut induction.variables {
                [&mut v.value, &mut v.initial, &mut v.next].into_iter().for_each(&mut apply);
            }
            [&mut induction.entry, &mut induction.head, &mut induction.condition, &mut induction.end]
                .into_iter()
                .for_each(&mut apply);
            induction.reach.iter_mut().for_each(&mut apply);
            induction.step_facts.iter_mut().for_each(&mut apply);
        }
    }
}
