//! A pair of threads of a launch, as race queries see them.

#![allow(dead_code)]

use std::time::Duration;
use wp_logic::{Class, Range, Renaming, Sort, TermId, Terms};
use wp_solve::{find_solver, Answer, Solver, SolverConfig};

/// Symbols of a generic thread, and the renaming to the second one.
pub struct Pair {
    pub t: Terms,
    pub tid: [TermId; 3],
    pub bid: [TermId; 3],
    pub dim: [TermId; 3],
    pub grid: [TermId; 3],
    pub facts: Vec<TermId>,
    renaming: Renaming,
    same_block: bool,
}

impl Pair {
    /// `x^3 + y^3 + z^3 = 114` with large values: no solution is known, so the solver reaches its limit.
    pub fn sum_of_cubes(&mut self) -> TermId {
        let mut sum = self.t.int(0);
        for name in ["x", "y", "z"] {
            let x = self.param(name, -(1 << 60), 1 << 60);
            let square = self.t.mul(x, x);
            let cube = self.t.mul(square, x);
            sum = self.t.add(sum, cube);
        }
        let target = self.t.int(114);
        self.t.eq(sum, target)
    }

    pub fn new(same_block: bool) -> Pair {
        let mut t = Terms::new();
        let mut renaming = Renaming::new();
        let mut thread = |t: &mut Terms, name: &str, range: Range, own: bool| {
            let f = t.func(name, &[], Sort::Int, Class::Thread, range);
            if own {
                let g = t.func(&format!("{name}'"), &[], Sort::Int, Class::Thread, range);
                renaming.funcs.insert(f, g);
            }
            t.app(f, &[])
        };
        let axes = ["x", "y", "z"];
        let tid = axes.map(|a| thread(&mut t, &format!("threadIdx.{a}"), Range::new(0, 1023), true));
        let bid = axes.map(|a| thread(&mut t, &format!("blockIdx.{a}"), Range::new(0, 0x7fff_fffe), !same_block));
        let dim = axes.map(|a| thread(&mut t, &format!("blockDim.{a}"), Range::new(1, 1024), false));
        let grid = axes.map(|a| thread(&mut t, &format!("gridDim.{a}"), Range::new(1, 0x7fff_ffff), false));
        let mut pair = Pair { t, tid, bid, dim, grid, facts: Vec::new(), renaming, same_block };
        for i in 0..3 {
            let inside = pair.t.lt(tid[i], dim[i]);
            pair.fact(inside);
            let inside = pair.t.lt(bid[i], grid[i]);
            pair.fact(inside);
            let base = pair.t.mul(bid[i], dim[i]);
            let global = pair.t.add(base, tid[i]);
            pair.t.assume_range(global, Range::new(0, 0x7fff_fffe));
        }
        let Pair { t, renaming, .. } = &mut pair;
        t.rename_assumptions(renaming);
        pair
    }

    /// A fact of both threads.
    pub fn fact(&mut self, fact: TermId) {
        let other = self.other(fact);
        self.facts.push(fact);
        if other != fact {
            self.facts.push(other);
        }
    }

    /// The term of the second thread.
    pub fn other(&mut self, t: TermId) -> TermId {
        self.t.rename(t, &mut self.renaming)
    }

    /// A parameter or shared symbol.
    pub fn param(&mut self, name: &str, lo: i128, hi: i128) -> TermId {
        self.t.sym(name, Sort::Int, Class::Launch, Range::new(lo, hi))
    }

    /// A symbol of the thread's own.
    pub fn private(&mut self, name: &str, lo: i128, hi: i128) -> TermId {
        let f = self.t.func(name, &[], Sort::Int, Class::Thread, Range::new(lo, hi));
        let g = self.t.func(&format!("{name}'"), &[], Sort::Int, Class::Thread, Range::new(lo, hi));
        self.renaming.funcs.insert(f, g);
        self.renaming.cache.clear();
        self.t.app(f, &[])
    }

    /// `blockIdx.a * blockDim.a + threadIdx.a`
    pub fn global(&mut self, axis: usize) -> TermId {
        let base = self.t.mul(self.bid[axis], self.dim[axis]);
        self.t.add(base, self.tid[axis])
    }

    /// Uses only the first `n` dimensions; the others have extent 1.
    pub fn dims(&mut self, n: usize) {
        let one = self.t.int(1);
        for i in n..3 {
            for extent in [self.dim[i], self.grid[i]] {
                let unit = self.t.eq(extent, one);
                self.fact(unit);
            }
        }
    }

    /// The conjuncts of "the two distinct threads meet at these addresses".
    pub fn race(&mut self, mine: TermId, theirs: TermId) -> Vec<TermId> {
        let theirs = self.other(theirs);
        let mut conjuncts = self.facts.clone();
        conjuncts.push(self.t.eq(mine, theirs));
        let ids = if self.same_block { self.tid } else { self.bid };
        let differ: Vec<TermId> = ids
            .iter()
            .map(|&id| {
                let other = self.other(id);
                self.t.ne(id, other)
            })
            .collect();
        conjuncts.push(self.t.or(&differ));
        conjuncts
    }

    /// Race of two threads of any two blocks, or of one.
    pub fn check(&mut self, solver: &mut Solver, mine: TermId, theirs: TermId) -> Answer {
        let conjuncts = self.race(mine, theirs);
        solver.check(&mut self.t, &conjuncts)
    }
}

/// A solver with SMT; fails with the explanation of how to get one when there is none.
pub fn smt(digits: bool) -> Solver {
    let (program, _) = find_solver(None).unwrap_or_else(|missing| panic!("{missing}"));
    Solver::new(SolverConfig {
        program: Some(program),
        digits,
        query_timeout: Duration::from_secs(20),
        ..SolverConfig::default()
    })
}

/// A solver without SMT.
pub fn digits_only() -> Solver {
    Solver::new(SolverConfig { disabled: true, ..SolverConfig::default() })
}
