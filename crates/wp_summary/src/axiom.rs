//! What is known of the values of functions; instances of these axioms and of guards, with the ranges under which they
//! hold.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use wp_logic::{FuncId, TermId, Terms};

/// `forall formals. fact`, to be instantiated for every application of the function.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// Symbols that stand for the arguments.
    pub formals: Vec<TermId>,
    /// The condition; holds for every thread.
    pub fact: TermId,
}

/// The axioms by function.
#[derive(Clone, Debug, Default)]
pub struct Axioms {
    of: BTreeMap<FuncId, Vec<Axiom>>,
    /// What a thread's own stores say of these functions.
    pub own_stores: BTreeMap<FuncId, Axiom>,
    /// The facts that follow from completing iteration `k`, per reach predicate: it holds of every iteration before one
    /// that is reached.
    pub completions: BTreeMap<FuncId, Axiom>,
}

impl Axioms {
    /// Adds an axiom of a function.
    pub fn add(&mut self, f: FuncId, formals: Vec<TermId>, fact: TermId) {
        self.of.entry(f).or_default().push(Axiom { formals, fact });
    }

    /// The axioms of a function.
    pub fn of(&self, f: FuncId) -> &[Axiom] {
        self.of.get(&f).map_or(&[], Vec::as_slice)
    }

    /// The functions with axioms, and these.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (FuncId, &Axiom)> {
        self.of.iter().flat_map(|(f, axioms)| axioms.iter().map(|axiom| (*f, axiom)))
    }

    /// The axioms and the completions of a function, for rewriting.
    pub fn of_mut(&mut self, f: FuncId) -> impl Iterator<Item = &mut Axiom> {
        self.of.get_mut(&f).into_iter().flatten().chain(self.completions.get_mut(&f))
    }

    /// Lets the axioms of functions that are replaced hold for those that take their places, which `triggers` gives.
    pub(crate) fn rename(&mut self, mut triggers: impl FnMut(FuncId) -> Vec<FuncId>) {
        for (f, axioms) in std::mem::take(&mut self.of) {
            for g in triggers(f) {
                self.of.entry(g).or_default().extend(axioms.iter().cloned());
            }
        }
        for (f, axiom) in std::mem::take(&mut self.completions) {
            for g in triggers(f) {
                self.completions.insert(g, axiom.clone());
            }
        }
    }

    /// All facts, for rewriting.
    pub(crate) fn terms_mut(&mut self) -> impl Iterator<Item = &mut TermId> {
        let of = self.of.values_mut().flatten();
        self.completions.values_mut().chain(of).chain(self.own_stores.values_mut()).map(|axiom| &mut axiom.fact)
    }
}

/// `fact[formals := args]`, guarded by the ranges of the formals, under which the fact was simplified.
pub fn instantiate(terms: &mut Terms, fact: TermId, formals: &[TermId], args: &[TermId]) -> TermId {
    let map: FxHashMap<TermId, TermId> = formals.iter().copied().zip(args.iter().copied()).collect();
    let mut premise = Vec::new();
    for (&formal, &arg) in formals.iter().zip(args) {
        if formal != arg {
            premise.extend(range_conditions(terms, formal, arg));
        }
    }
    let premise = terms.and(&premise);
    let fact = terms.substitute(fact, &map);
    terms.implies(premise, fact)
}

/// The conditions that `arg` lies in the range of `formal`.
pub fn range_conditions(terms: &mut Terms, formal: TermId, arg: TermId) -> Vec<TermId> {
    let range = terms.range(formal);
    let mut out = Vec::new();
    if let Some(lo) = range.lo {
        let lo = terms.int(lo);
        out.push(terms.le(lo, arg));
    }
    if let Some(hi) = range.hi {
        let hi = terms.int(hi);
        out.push(terms.le(arg, hi));
    }
    out
}

/// The guard at other counters, with the ranges under which it was simplified.
pub fn guard_at(terms: &mut Terms, guard: TermId, formals: &[TermId], counters: &[TermId]) -> TermId {
    let map: FxHashMap<TermId, TermId> = formals.iter().copied().zip(counters.iter().copied()).collect();
    let mut all = vec![terms.substitute(guard, &map)];
    for (&formal, &counter) in formals.iter().zip(counters) {
        if formal != counter {
            all.extend(range_conditions(terms, formal, counter));
        }
    }
    terms.and(&all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_logic::{Class, Range, Sort};

    #[test]
    fn axioms_move_to_the_functions_that_take_the_place_of_another_one() {
        let mut terms = Terms::new();
        let [f, g, h] =
            ["f", "g", "h"].map(|name| terms.func(name, &[Sort::Int], Sort::Int, Class::Thread, Range::ALL));
        let mut axioms = Axioms::default();
        let fact = terms.tru();
        axioms.add(f, Vec::new(), fact);
        axioms.add(h, Vec::new(), fact);
        axioms.completions.insert(f, Axiom { formals: Vec::new(), fact });
        axioms.rename(|of| if of == f { vec![g, h] } else { vec![of] });
        assert_eq!([f, g, h].map(|of| axioms.of(of).len()), [0, 1, 2]);
        assert_eq!([f, g, h].map(|of| axioms.of_mut(of).count()), [0, 2, 3]);
    }
}
