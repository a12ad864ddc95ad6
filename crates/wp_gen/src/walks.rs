//! Phases in which each thread walks over elements of its own in a loop, with an index that is carried along: stepped
//! up or down, kept in a pointer, bounded by another loop's counter, or by a `float`. A stray step leads into the
//! others' elements.

use crate::build::{add, bin, int, lt, mul, sub, var};
use crate::generate::Gen;
use crate::program::{CType, Expr, Op, Place, Stmt, View};

impl Gen {
    /// One of the walks, in an array that a block owns.
    pub(crate) fn walk(&mut self, out: &mut Vec<Stmt>) {
        let Some(array) = self.block_array() else { return self.phase(out) };
        self.choose_roles(false);
        let threads = i64::from(self.shape.threads());
        let count = (self.territory(array).0 / threads).min(4);
        let walk = Walk { array, threads, count };
        match self.rng.below(8) {
            0 => self.stepped_index(&walk, out),
            1 => self.decreasing_index(&walk, out),
            2 if self.arrays[array].columns.is_none() => self.stepped_pointer(&walk, out),
            3 => self.triangular(&walk, out),
            4 => self.bound_of_another_loop(&walk, out),
            5 => self.float_counter(&walk, out),
            6 if threads.count_ones() == 1 && threads > 1 => self.up_sweep(&walk, out),
            _ => self.left_early(&walk, out),
        }
        self.barrier(out);
    }

    /// The step of a thread: over all threads' elements, or less.
    fn step(&mut self, walk: &Walk) -> Expr {
        match self.strays() {
            true => int(self.rng.within(1, walk.threads.max(2) - 1)),
            false => self.block_size(),
        }
    }

    fn touch(&mut self, walk: &Walk, index: Expr) -> Stmt {
        let index = self.in_slice(walk.array, index);
        let place = Place { array: walk.array, index: Box::new(index), view: View::Plain };
        Stmt::Store(place, self.rng.pick::<&str>(&["=", "+="]), self.value(1))
    }

    fn count_up(&mut self, count: Expr, body: Vec<Stmt>) -> Stmt {
        let counter = self.name("i");
        Stmt::For(counter.clone(), int(0), lt(var(&counter), count), "+=", int(1), body)
    }

    /// `for (j = tid; ...; j += threads) a[j] = ..` with a counter of its own.
    fn stepped_index(&mut self, walk: &Walk, out: &mut Vec<Stmt>) {
        let j = self.name("j");
        out.push(Stmt::Decl(CType::Int, j.clone(), var("tid")));
        let body = vec![self.touch(walk, var(&j)), Stmt::Assign(j, "+=", self.step(walk))];
        let loop_stmt = self.count_up(int(walk.count), body);
        out.push(loop_stmt);
    }

    /// The same from the last element down; the loop ends by the index itself.
    fn decreasing_index(&mut self, walk: &Walk, out: &mut Vec<Stmt>) {
        let j = self.name("j");
        let last = add(int((walk.count - 1) * walk.threads), var("tid"));
        let (touch, step) = (self.touch(walk, var(&j)), self.step(walk));
        out.push(Stmt::Decl(CType::Int, j.clone(), last));
        let body = vec![touch, Stmt::Assign(j.clone(), "-=", step)];
        out.push(Stmt::While(bin(Op::Ge, var(&j), int(0)), body));
    }

    /// `*p = ..; p += threads;`
    fn stepped_pointer(&mut self, walk: &Walk, out: &mut Vec<Stmt>) {
        let p = self.name("p");
        let start = self.in_slice(walk.array, var("tid"));
        out.push(Stmt::Point(p.clone(), walk.array, start));
        let place = Place { array: walk.array, index: Box::new(int(0)), view: View::Pointer(p.clone()) };
        let body = vec![Stmt::Store(place, "=", self.value(1)), Stmt::Move(p, self.step(walk))];
        let loop_stmt = self.count_up(int(walk.count), body);
        out.push(loop_stmt);
    }

    /// The inner loop runs to the outer one's counter.
    fn triangular(&mut self, walk: &Walk, out: &mut Vec<Stmt>) {
        let (i, k) = (self.name("i"), self.name("k"));
        let index = add(var("tid"), mul(self.step(walk), var(&k)));
        let body = vec![self.touch(walk, index)];
        let inner = Stmt::For(k.clone(), int(0), bin(Op::Le, var(&k), var(&i)), "+=", int(1), body);
        out.push(Stmt::For(i.clone(), int(0), lt(var(&i), int(walk.count)), "+=", int(1), vec![inner]));
    }

    /// One loop counts; the next one runs as often.
    fn bound_of_another_loop(&mut self, walk: &Walk, out: &mut Vec<Stmt>) {
        let (c, k) = (self.name("c"), self.name("k"));
        out.push(Stmt::Decl(CType::Int, c.clone(), int(0)));
        let counting = vec![Stmt::Assign(c.clone(), "+=", int(1))];
        let stop = match self.rng.below(2) {
            0 => int(walk.count),
            _ => add(int(1), bin(Op::Rem, var("tid"), int(walk.count))),
        };
        out.push(Stmt::While(lt(var(&c), stop), counting));
        let index = add(mul(var(&k), self.step(walk)), var("tid"));
        let body = vec![self.touch(walk, index)];
        out.push(Stmt::For(k.clone(), int(0), lt(var(&k), var(&c)), "+=", int(1), body));
    }

    /// `for (float f = 0; f < 3; f += 1)`
    fn float_counter(&mut self, walk: &Walk, out: &mut Vec<Stmt>) {
        let f = self.name("f");
        out.push(Stmt::Decl(CType::Float, f.clone(), int(0)));
        let number = Expr::Cast(CType::Int, Box::new(var(&f)));
        let index = match self.rng.below(2) {
            0 => var("tid"),
            _ => add(var("tid"), mul(number, self.step(walk))),
        };
        let body = vec![self.touch(walk, index), Stmt::Assign(f.clone(), "+=", int(1))];
        out.push(Stmt::While(lt(var(&f), int(walk.count)), body));
    }

    /// One variable doubles while another is halved, with a barrier in between: the first half of a scan.
    fn up_sweep(&mut self, walk: &Walk, out: &mut Vec<Stmt>) {
        let (d, s) = (self.name("d"), self.name("s"));
        let first = self.touch(walk, var("tid"));
        out.push(first);
        out.push(Stmt::Decl(CType::Int, s.clone(), int(1)));
        let at = |number: i64| sub(mul(var(&s), add(mul(int(2), var("tid")), int(number))), int(1));
        let place = |gen: &mut Self, number: i64| {
            let index = gen.in_slice(walk.array, at(number));
            Place { array: walk.array, index: Box::new(index), view: View::Plain }
        };
        let (from, to) = (place(self, 1), place(self, 2));
        let sum = Stmt::Store(to, "+=", Expr::Load(from));
        let mut body = Vec::new();
        self.barrier(&mut body);
        body.push(Stmt::If(lt(var("tid"), var(&d)), vec![sum], Vec::new()));
        let twice = if self.rng.chance(50) { ("*=", int(2)) } else { ("<<=", int(1)) };
        body.push(Stmt::Assign(s, twice.0, twice.1));
        out.push(Stmt::For(d.clone(), int(walk.threads / 2), bin(Op::Gt, var(&d), int(0)), ">>=", int(1), body));
    }

    /// Elements side by side; each thread leaves its loop, or an iteration, at a place of its own.
    fn left_early(&mut self, walk: &Walk, out: &mut Vec<Stmt>) {
        let i = self.name("i");
        let width = if self.strays() { (walk.count - 1).max(1) } else { walk.count };
        let index = add(mul(var("tid"), int(width)), var(&i));
        let exit = if self.rng.chance(50) { Stmt::Break } else { Stmt::Continue };
        let leave = bin(*self.rng.pick(&[Op::Gt, Op::Eq, Op::Ge]), var(&i), bin(Op::Rem, var("tid"), int(3)));
        let body = vec![Stmt::If(leave, vec![exit], Vec::new()), self.touch(walk, index)];
        out.push(Stmt::For(i.clone(), int(0), bin(Op::Ne, var(&i), int(walk.count)), "+=", int(1), body));
    }
}

/// The course of a walk.
struct Walk {
    array: usize,
    threads: i64,
    /// Elements for each thread.
    count: i64,
}
