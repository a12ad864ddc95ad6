//! Instances of laws for the cells of an obligation.
//!
//! Instances are made here and not by the solver: a variable of a law gets the values for which a cell of the law is a
//! cell of the obligation, for a bounded number of cells and in two rounds, since an instance may mention further
//! cells. Sound, incomplete.

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wp_logic::{FuncId, Linear, Term, TermId, Terms};
use wp_summary::laws::{Cell, Law};

wp_base::limits! {
    /// Rounds of instances.
    const ROUNDS: usize = 2;
    /// Cells of one array that are considered.
    const MAX_CELLS: usize = 12;
    /// Values of the variables of one law in one round.
    const MAX_CHOICES: usize = 96;
    /// Instances for one question.
    const MAX_INSTANCES: usize = 240;
}

/// The instances that a question has got so far.
#[derive(Debug, Default)]
pub struct Instances {
    rounds: usize,
    /// Applications in the question itself.
    read: BTreeSet<TermId>,
    done: BTreeSet<TermId>,
}

/// Indices of the cells of arrays.
type Cells = BTreeMap<FuncId, Vec<TermId>>;

impl Instances {
    /// The instances of the laws for the cells in the conjuncts, without those returned before.
    pub fn next(&mut self, terms: &mut Terms, laws: &[Law], conjuncts: &[TermId]) -> Vec<TermId> {
        if laws.is_empty() || self.rounds == ROUNDS.get() {
            return Vec::new();
        }
        self.rounds += 1;
        let apps = terms.apps(conjuncts);
        if self.rounds == 1 {
            self.read = apps.iter().copied().collect();
        }
        let cells = cells_in(terms, laws, &apps);
        let mut new = Vec::new();
        for law in laws {
            for choice in choices(terms, law, &cells) {
                if self.done.len() >= MAX_INSTANCES.get() {
                    return new;
                }
                let map: FxHashMap<TermId, TermId> = law.formals.iter().copied().zip(choice).collect();
                if !law.is_bounded && !law.cells.iter().all(|c| self.is_read(terms, c, &map)) {
                    continue;
                }
                let fact = terms.substitute(law.fact, &map);
                if terms.as_bool(fact) != Some(true) && self.done.insert(fact) {
                    new.push(fact);
                }
            }
        }
        new
    }

    /// True if the question itself has the cell.
    fn is_read(&self, terms: &mut Terms, cell: &Cell, map: &FxHashMap<TermId, TermId>) -> bool {
        let index = terms.substitute(cell.index, map);
        let offset = terms.scale(cell.size, index);
        let app = terms.app(cell.array, &[offset]);
        self.read.contains(&app)
    }
}

/// All instances of the laws for the cells in the conjuncts.
pub fn instances_of_laws(terms: &mut Terms, laws: &[Law], conjuncts: &[TermId]) -> Vec<TermId> {
    let mut all = conjuncts.to_vec();
    let mut instances = Instances::default();
    loop {
        let new = instances.next(terms, laws, &all);
        if new.is_empty() {
            return all.split_off(conjuncts.len());
        }
        all.extend(new);
    }
}

/// The cells of the laws' arrays among applications.
fn cells_in(terms: &mut Terms, laws: &[Law], apps: &[TermId]) -> Cells {
    let sizes: BTreeMap<FuncId, i128> = laws.iter().flat_map(|l| &l.cells).map(|c| (c.array, c.size)).collect();
    let mut cells = Cells::new();
    for &app in apps {
        let Term::App(f, args) = terms.kind(app) else { continue };
        let (f, Some(&size), [offset]) = (*f, sizes.get(f), &args[..]) else { continue };
        let (index, rest) = terms.linear(*offset).split(size);
        let found = cells.entry(f).or_default();
        if rest == Linear::default() && found.len() < MAX_CELLS.get() {
            found.push(terms.from_linear(index));
        }
    }
    cells
}

/// The values of a law's variables for which its cells are among these.
fn choices(terms: &mut Terms, law: &Law, cells: &Cells) -> Vec<Vec<TermId>> {
    let mut choices = vec![Vec::new()];
    for _ in &law.formals {
        let mut longer = Vec::new();
        for choice in &choices {
            for value in candidates(terms, law, choice, cells) {
                longer.push([&choice[..], &[value]].concat());
            }
        }
        longer.truncate(MAX_CHOICES.get());
        choices = longer;
    }
    choices
}

/// Candidates for the next variable of a law: each makes a cell of the law, whose other variables are all chosen, equal
/// to one of the cells.
fn candidates(terms: &mut Terms, law: &Law, chosen: &[TermId], cells: &Cells) -> Vec<TermId> {
    let map: FxHashMap<TermId, TermId> = law.formals.iter().copied().zip(chosen.iter().copied()).collect();
    let open: BTreeSet<TermId> = law.formals[chosen.len()..].iter().copied().collect();
    let formal = law.formals[chosen.len()];
    let mut values = Vec::new();
    for cell in &law.cells {
        let Some(found) = cells.get(&cell.array) else { continue };
        let index = terms.substitute(cell.index, &map);
        let mut rest = terms.linear(index);
        let Some(at) = rest.items.iter().position(|&(_, t)| t == formal) else { continue };
        let (factor, _) = rest.items.remove(at);
        let monomials: Vec<TermId> = rest.items.iter().map(|&(_, t)| t).collect();
        if !terms.occurring(&open, &monomials).is_empty() {
            continue;
        }
        for &read in found {
            let sides = terms.linear(read).plus(-1, &rest);
            let Some(sides) = sides.and_then(|s| s.scale(factor.signum())) else { continue };
            let (value, remainder) = sides.split(factor.abs());
            if remainder == Linear::default() {
                let value = terms.from_linear(value);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use wp_logic::{Class, Range, Sort};

    struct Fixture {
        terms: Terms,
        array: FuncId,
        i: TermId,
    }

    impl Fixture {
        fn new() -> Self {
            let mut terms = Terms::new();
            let array = terms.func("a", &[Sort::Int], Sort::Int, Class::Launch, Range::ALL);
            let i = terms.sym("i", Sort::Int, Class::Launch, Range::ALL);
            Self { terms, array, i }
        }

        fn element(&mut self, index: TermId) -> TermId {
            let offset = self.terms.scale(4, index);
            self.terms.app(self.array, &[offset])
        }

        /// `a[i] <= a[i + 1]`
        fn steps(&mut self, is_bounded: bool) -> Law {
            let one = self.terms.int(1);
            let next = self.terms.add(self.i, one);
            let (left, right) = (self.element(self.i), self.element(next));
            let fact = self.terms.le(left, right);
            let cell = |index| Cell { array: self.array, size: 4, index };
            Law { formals: vec![self.i], cells: vec![cell(self.i), cell(next)], fact, is_bounded }
        }
    }

    #[test]
    fn cells_of_the_question_and_their_neighbours_are_compared() {
        let mut f = Fixture::new();
        let law = f.steps(true);
        let k = f.terms.sym("k", Sort::Int, Class::Thread, Range::ALL);
        let read = f.element(k);
        let zero = f.terms.int(0);
        let question = f.terms.lt(read, zero);
        let mut instances = Instances::default();
        let first = instances.next(&mut f.terms, std::slice::from_ref(&law), &[question]);
        assert_eq!(first.len(), 2, "as the left and as the right cell");
        let second = instances.next(&mut f.terms, std::slice::from_ref(&law), &[&[question], &first[..]].concat());
        assert_eq!(second.len(), 2, "neighbours of neighbours");
        assert!(instances.next(&mut f.terms, &[law], &[&first[..], &second].concat()).is_empty());
    }

    #[test]
    fn without_bounds_only_cells_that_are_read_count() {
        let mut f = Fixture::new();
        let law = f.steps(false);
        let k = f.terms.sym("k", Sort::Int, Class::Thread, Range::ALL);
        let two = f.terms.int(2);
        let far = f.terms.add(k, two);
        let (read, other) = (f.element(k), f.element(far));
        let question = f.terms.lt(read, other);
        assert!(Instances::default().next(&mut f.terms, &[law], &[question]).is_empty());
    }

    #[test]
    fn offsets_that_are_no_elements_and_other_strides_are_left_out() {
        let mut f = Fixture::new();
        let k = f.terms.sym("k", Sort::Int, Class::Thread, Range::ALL);
        let twice = f.terms.scale(2, f.i);
        let element = f.element(twice);
        let zero = f.terms.int(0);
        let fact = f.terms.le(zero, element);
        let cells = vec![Cell { array: f.array, size: 4, index: twice }];
        let law = Law { formals: vec![f.i], cells, fact, is_bounded: true };
        let (odd, even) = (f.terms.scale(3, k), f.terms.scale(6, k));
        let byte = f.terms.app(f.array, &[k]);
        let (odd, even) = (f.element(odd), f.element(even));
        let question = [f.terms.lt(odd, zero), f.terms.lt(byte, zero)];
        assert!(Instances::default().next(&mut f.terms, std::slice::from_ref(&law), &question).is_empty());
        let question = f.terms.lt(even, zero);
        let known = Instances::default().next(&mut f.terms, &[law], &[question]);
        assert_eq!(known, [f.terms.le(zero, even)]);
    }
}
