//! Makes a failing kernel smaller while it keeps failing.
//!
//! Every step removes a statement, replaces a compound statement by its parts, or an expression by one of its operands
//! or by 0. A smaller kernel may be malformed (a variable without its declaration) or leave its arrays; the caller's
//! test must then say that it does not fail.

use crate::program::{Expr, Place, Program, Stmt};

/// Greatest number of candidates that are tested at once.
const LIMIT: usize = 150;

/// Repeats the first shrinking step whose result still fails, until there is none or `rounds` are over. The test gets
/// several candidates at a time and says of each whether it fails.
pub fn shrink(program: &Program, rounds: usize, mut fails: impl FnMut(&[Program]) -> Vec<bool>) -> Program {
    let mut best = program.clone();
    for _ in 0..rounds {
        let smaller = candidates(&best);
        let found = smaller.chunks(LIMIT).find_map(|chunk| {
            let verdicts = fails(chunk);
            chunk.iter().zip(verdicts).find(|(_, bad)| *bad).map(|(p, _)| p.clone())
        });
        match found {
            Some(next) => best = next,
            None => break,
        }
    }
    best
}

/// All kernels that are one step smaller, greatest steps first.
pub fn candidates(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    let with = |body: Vec<Stmt>| Program { body, ..program.clone() };
    for keep in 1..=2 {
        let half = program.body.len() / 2;
        if half > 1 {
            let body = if keep == 1 { program.body[..half].to_vec() } else { program.body[half..].to_vec() };
            all.push(with(body));
        }
    }
    for step in [Step::Remove, Step::Unwrap(0), Step::Unwrap(1), Step::Expr(0), Step::Expr(1), Step::Expr(2)] {
        let mut target = 0;
        loop {
            let mut editor = Editor { step, target, seen: 0, changed: false };
            let body = editor.block(&program.body);
            if editor.seen <= target {
                break;
            }
            if editor.changed && body != program.body {
                all.push(with(body));
            }
            target += 1;
        }
    }
    all
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Leave the statement out.
    Remove,
    /// Put its first or second block in its place.
    Unwrap(usize),
    /// Put the first or second operand, or 0, in the place of the expression.
    Expr(usize),
}

/// Applies one step at the `target`-th place it could apply to.
struct Editor {
    step: Step,
    target: usize,
    seen: usize,
    changed: bool,
}

impl Editor {
    fn hit(&mut self) -> bool {
        let hit = self.seen == self.target;
        self.seen += 1;
        self.changed |= hit;
        hit
    }

    fn block(&mut self, block: &[Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in block {
            let step = self.step;
            match step {
                Step::Remove if self.hit() => continue,
                Step::Unwrap(which) => {
                    let blocks: Vec<&Vec<Stmt>> = match stmt {
                        Stmt::If(_, a, b) => vec![a, b],
                        Stmt::For(.., body) | Stmt::While(_, body) | Stmt::DoWhile(_, body) => vec![body],
                        Stmt::Switch(_, cases) => cases.iter().map(|(body, _)| body).collect(),
                        _ => Vec::new(),
                    };
                    if let Some(inner) = blocks.get(which) {
                        if self.hit() {
                            out.extend(inner.iter().cloned());
                            continue;
                        }
                    }
                }
                _ => {}
            }
            out.push(self.stmt(stmt));
        }
        out
    }

    fn stmt(&mut self, stmt: &Stmt) -> Stmt {
        match stmt {
            Stmt::Decl(ty, name, e) => Stmt::Decl(*ty, name.clone(), self.expr(e)),
            Stmt::Assign(name, op, e) => Stmt::Assign(name.clone(), op, self.expr(e)),
            Stmt::Store(place, op, e) => Stmt::Store(self.place(place), op, self.expr(e)),
            Stmt::Atomic(f, place, e, result) => Stmt::Atomic(*f, self.place(place), self.expr(e), result.clone()),
            Stmt::If(c, a, b) => Stmt::If(self.expr(c), self.block(a), self.block(b)),
            Stmt::For(name, init, cond, op, by, body) => {
                let (init, cond, by) = (self.expr(init), cond.clone(), by.clone());
                Stmt::For(name.clone(), init, cond, op, by, self.block(body))
            }
            Stmt::While(c, body) => Stmt::While(c.clone(), self.block(body)),
            Stmt::DoWhile(c, body) => Stmt::DoWhile(c.clone(), self.block(body)),
            Stmt::Switch(on, cases) => {
                let on = self.expr(on);
                Stmt::Switch(on, cases.iter().map(|(body, leaves)| (self.block(body), *leaves)).collect())
            }
            Stmt::Point(name, array, e) => Stmt::Point(name.clone(), *array, self.expr(e)),
            Stmt::Move(name, e) => Stmt::Move(name.clone(), self.expr(e)),
            Stmt::Bump(name, e) => Stmt::Bump(name.clone(), self.expr(e)),
            Stmt::Put(array, i, v) => Stmt::Put(*array, self.expr(i), self.expr(v)),
            Stmt::Barrier(_) | Stmt::Fence | Stmt::Break | Stmt::Continue | Stmt::Return => stmt.clone(),
        }
    }

    fn place(&mut self, place: &Place) -> Place {
        Place { array: place.array, index: Box::new(self.expr(&place.index)), view: place.view.clone() }
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        let operands: Vec<&Expr> = match expr {
            Expr::Bin(_, a, b) => vec![a, b],
            Expr::Cond(_, a, b) => vec![a, b],
            Expr::Not(a) | Expr::Neg(a) | Expr::Cast(_, a) | Expr::Wrap(_, a, _) => vec![a],
            Expr::Call(_, args) => args.iter().take(2).collect(),
            _ => Vec::new(),
        };
        let step = self.step;
        match step {
            Step::Expr(2) if *expr != Expr::Int(0) && self.hit() => return Expr::Int(0),
            Step::Expr(which) if which < 2 => {
                if let Some(operand) = operands.get(which) {
                    if self.hit() {
                        return (*operand).clone();
                    }
                }
            }
            _ => {}
        }
        match expr {
            Expr::Bin(op, a, b) => Expr::Bin(*op, Box::new(self.expr(a)), Box::new(self.expr(b))),
            Expr::Not(a) => Expr::Not(Box::new(self.expr(a))),
            Expr::Neg(a) => Expr::Neg(Box::new(self.expr(a))),
            Expr::Cond(c, a, b) => Expr::Cond(Box::new(self.expr(c)), Box::new(self.expr(a)), Box::new(self.expr(b))),
            Expr::Cast(ty, a) => Expr::Cast(*ty, Box::new(self.expr(a))),
            Expr::Load(place) => Expr::Load(self.place(place)),
            Expr::Call(name, args) => Expr::Call(name, args.iter().map(|a| self.expr(a)).collect()),
            Expr::Wrap(kind, a, size) => Expr::Wrap(*kind, Box::new(self.expr(a)), *size),
            Expr::Int(_) | Expr::Var(_) | Expr::Thread(_) | Expr::Block(_) | Expr::BlockDim(_) | Expr::GridDim(_) => {
                expr.clone()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Dialect, Shape};

    #[test]
    fn shrinking_keeps_what_fails() {
        let shape = Shape { block: [4, 1], grid: [2, 1] };
        let program = (0..50)
            .map(|seed| crate::program(seed, "k", Dialect::Cuda, shape))
            .find(|p| crate::kernel(p, Dialect::Cuda).matches("__syncthreads").count() > 2)
            .unwrap();
        let fails = |p: &Program| crate::kernel(p, Dialect::Cuda).contains("__syncthreads");
        let small = shrink(&program, 500, |all| all.iter().map(fails).collect());
        assert_eq!(small.body, [Stmt::Barrier(crate::Flags::Both)].to_vec());
    }

    #[test]
    fn candidates_differ_from_the_kernel() {
        let shape = Shape { block: [4, 1], grid: [2, 1] };
        for seed in 0..20 {
            let program = crate::program(seed, "k", Dialect::Cuda, shape);
            assert!(candidates(&program).iter().all(|c| *c != program));
        }
    }
}
