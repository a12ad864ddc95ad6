//! Loops around generated statements: every form of header, variables that change beside the counter, reductions.

use crate::build::{add, and, bin, int, lt, mul, sub, var};
use crate::generate::Gen;
use crate::program::{CType, Elem, Expr, Home, Op, Place, Stmt, View};

impl Gen {
    pub(crate) fn barrier_loop(&mut self, out: &mut Vec<Stmt>) {
        self.depth += 1;
        let stray = self.strays();
        let body = |gen: &mut Self| {
            let mut inner = Vec::new();
            for _ in 0..gen.rng.within(1, 2) {
                gen.phase(&mut inner);
            }
            if gen.rng.chance(12) {
                let cond = gen.uniform_condition();
                inner.push(Stmt::If(cond, vec![Stmt::Break], Vec::new()));
            }
            inner
        };
        self.loop_around(out, !stray, body);
        self.depth -= 1;
    }

    /// Tree reduction in a shared array.
    pub(crate) fn reduction(&mut self, out: &mut Vec<Stmt>) {
        let shared: Vec<usize> = (0..self.arrays.len())
            .filter(|&a| self.arrays[a].home == Home::Shared && self.arrays[a].elem == Elem::Int)
            .collect();
        let Some(&array) = shared.first() else { return self.phase(out) };
        let at = |index: Expr| Place { array, index: Box::new(index), view: View::Plain };
        let half = i64::from(self.shape.threads()) / 2;
        out.push(Stmt::Store(at(self.tid()), "=", self.gid()));
        self.barrier(out);
        let stride = self.name("h");
        let guard = lt(self.tid(), var(&stride));
        let source = add(self.tid(), var(&stride));
        let step = Stmt::Store(at(self.tid()), "+=", Expr::Load(at(source)));
        let mut inner = if self.strays() { vec![step] } else { vec![Stmt::If(guard, vec![step], Vec::new())] };
        self.barrier(&mut inner);
        let (op, by) = if self.rng.chance(50) { ("/=", 2) } else { (">>=", 1) };
        let cond = bin(*self.rng.pick(&[Op::Gt, Op::Ne]), var(&stride), int(0));
        out.push(Stmt::For(stride, int(half), cond, op, int(by), inner));
        let result = self.name("d");
        out.push(Stmt::Decl(CType::Int, result.clone(), Expr::Load(at(int(0)))));
        if self.depth == 0 {
            self.data.push(result);
        }
        self.barrier(out);
    }

    /// A loop whose variable is in scope in the body. A uniform one runs equally often in all threads of a block.
    pub(crate) fn loop_around(
        &mut self,
        out: &mut Vec<Stmt>,
        uniform: bool,
        body: impl FnOnce(&mut Self) -> Vec<Stmt>,
    ) {
        let name = self.name("i");
        let threads = i64::from(self.shape.threads());
        let trips = self.rng.within(1, 4);
        let form = self.rng.below(if uniform { 12 } else { 15 });
        let scalar = (!self.scalars.is_empty()).then(|| self.rng.pick(&self.scalars).clone());
        let bound = match (form, &scalar) {
            (3, _) => 1 << trips,
            (4, _) => threads / 2 + 1,
            (9..=11, Some(scalar)) => scalar.high,
            (12..=14, _) => threads * 2,
            _ => trips,
        };
        self.loops.push((name.clone(), bound.max(1)));
        if uniform {
            self.uniform_loops.push(name.clone());
        }
        let (control, data) = (self.control.len(), self.data.len());
        let companion = self.rng.chance(25).then(|| self.companion(out, &name));
        let mut inner = body(self);
        self.control.truncate(control);
        self.data.truncate(data);
        if uniform {
            self.uniform_loops.pop();
        }
        self.loops.pop();
        inner.extend(companion);
        let v = || var(&name);
        let stmt = match form {
            0 => Stmt::For(name.clone(), int(trips - 1), bin(Op::Ge, v(), int(0)), "-=", int(1), inner),
            1 => Stmt::For(name.clone(), int(0), bin(Op::Ne, v(), int(trips)), "+=", int(1), inner),
            2 => Stmt::For(name.clone(), int(0), bin(Op::Lt, v(), int(trips)), "+=", int(2), inner),
            3 => Stmt::For(name.clone(), int(1), bin(Op::Lt, v(), int(bound)), "*=", int(2), inner),
            4 => Stmt::For(name.clone(), int(threads / 2), bin(Op::Gt, v(), int(0)), "/=", int(2), inner),
            5 => {
                out.push(Stmt::Decl(CType::Int, name.clone(), int(0)));
                inner.push(Stmt::Assign(name.clone(), "+=", int(1)));
                Stmt::While(lt(v(), int(trips)), inner)
            }
            6 => {
                out.push(Stmt::Decl(CType::Int, name.clone(), int(0)));
                inner.push(Stmt::Assign(name.clone(), "+=", int(1)));
                Stmt::DoWhile(lt(v(), int(trips)), inner)
            }
            9..=11 if scalar.is_some() => {
                let limit = scalar.map(|s| var(&s.name)).unwrap_or(int(trips));
                match form {
                    9 => Stmt::For(name.clone(), int(0), lt(v(), limit), "+=", int(1), inner),
                    10 => Stmt::For(name.clone(), int(0), bin(Op::Ne, v(), limit), "+=", int(1), inner),
                    // The step is symbolic, and never 0.
                    _ => Stmt::For(name.clone(), int(0), lt(v(), int(bound)), "+=", add(limit, int(1)), inner),
                }
            }
            12 => {
                let step = self.block_size();
                Stmt::For(name.clone(), self.tid(), lt(v(), int(bound)), "+=", step, inner)
            }
            13 => Stmt::For(name.clone(), int(0), bin(Op::Le, v(), self.tid()), "+=", int(1), inner),
            14 => Stmt::For(name.clone(), self.tid(), bin(Op::Gt, v(), int(0)), "-=", int(1), inner),
            _ => Stmt::For(name.clone(), int(0), lt(v(), int(trips)), "+=", int(1), inner),
        };
        out.push(stmt);
    }

    /// A variable beside the counter, declared in front of the loop; the statement that changes it is to stand in the
    /// body. It is unsigned, so that it may wrap.
    fn companion(&mut self, out: &mut Vec<Stmt>, counter: &str) -> Stmt {
        let name = self.name("j");
        let start = match self.rng.below(3) {
            0 => self.tid(),
            1 => int(1),
            _ => int(self.rng.within(0, 9)),
        };
        out.push(Stmt::Decl(CType::Uint, name.clone(), start));
        self.control.push(name.clone());
        let set = |op: &'static str, value: Expr| Stmt::Assign(name.clone(), op, value);
        match self.rng.below(9) {
            0 => set("+=", int(self.rng.within(1, 3))),
            1 => set("-=", int(self.rng.within(1, 3))),
            2 => set("*=", int(self.rng.within(2, 3))),
            3 => set("<<=", int(1)),
            4 => set(">>=", int(1)),
            5 => set("+=", var(counter)),
            6 => set("=", sub(int(1), var(&name))),
            7 => set("=", and(add(mul(var(&name), int(5)), int(3)), int(7))),
            _ => Stmt::If(lt(var(&name), int(3)), vec![set("+=", int(1))], Vec::new()),
        }
    }
}
