//! Phases of a particular shape, and the ways in which an access leaves its role. Each is here because a verifier that
//! forgets one rule of the language or of the execution model answers it wrongly.

use crate::build::{add, and, bin, eq, int, lt, mul, rem, shl, sub, var, wrap};
use crate::generate::{Gen, Role};
use crate::program::{CType, Elem, Expr, Home, Op, Place, Stmt, View, Wrap};

impl Gen {
    /// A place that other threads use too.
    pub(crate) fn stray_place(&mut self, array: usize, whole: bool) -> Place {
        let (size, number) = self.territory(array);
        let id = if whole { self.gid() } else { self.tid() };
        let unsigned = Expr::Cast(CType::Uint, Box::new(id.clone()));
        let index = match self.rng.below(10) {
            0 => wrap(Wrap::Mod, add(id, int(self.rng.within(1, 3))), size),
            1 => wrap(Wrap::Mod, mul(id, int(2)), number),
            // The product wraps at 32 bits: every fourth thread has the same element.
            2 => bin(Op::Shr, mul(unsigned, int(1 << 30)), int(30)),
            // The conversion keeps 8 bits: every fourth thread has the same element.
            3 => bin(Op::Div, Expr::Cast(CType::Uchar, Box::new(mul(id, int(64)))), int(64)),
            4 => and(id, int(*self.rng.pick(&[1, 2, 3, 5, 6]))),
            5 => bin(Op::Div, id, int(2)),
            6 => rem(id, int((number - 1).max(1))),
            7 if matches!(self.arrays[array].elem, Elem::Int | Elem::Uint | Elem::Float)
                && self.arrays[array].columns.is_none() =>
            {
                // Bytes beside whole elements.
                let index = self.in_slice(array, id);
                return Place { array, index: Box::new(index), view: View::Bytes };
            }
            8 if whole => self.tid(),
            _ => self.any_index(size),
        };
        let index = self.in_slice(array, index);
        self.place(array, index)
    }

    /// A writable `int` array with a role of its own per phase, in shared memory or cut into slices.
    pub(crate) fn block_array(&mut self) -> Option<usize> {
        let candidates: Vec<usize> = (0..self.arrays.len())
            .filter(|&a| self.arrays[a].elem == Elem::Int && !self.arrays[a].read_only)
            .filter(|&a| self.arrays[a].home == Home::Shared || self.arrays[a].home == Home::Global && self.sliced[a])
            .collect();
        (!candidates.is_empty()).then(|| *self.rng.pick(&candidates))
    }

    fn at(&mut self, array: usize, index: Expr) -> Place {
        let index = self.in_slice(array, index);
        Place { array, index: Box::new(index), view: View::Plain }
    }

    /// A phase of one of the shapes below.
    pub(crate) fn shape_phase(&mut self, out: &mut Vec<Stmt>) {
        let Some(array) = self.block_array() else { return self.phase(out) };
        match self.rng.below(7) {
            6 => self.read_at_two_times(array, out),
            0 => self.roving_writer(array, out),
            5 => self.block_flag(array, out),
            1 => self.neighbours(array, out),
            2 => self.values_as_indices(array, out),
            3 => self.pointer_choice(array, out),
            _ => self.bit_guard(array, out),
        }
    }

    /// In iteration i one thread writes an element that is the same in all iterations; a barrier separates them.
    fn roving_writer(&mut self, array: usize, out: &mut Vec<Stmt>) {
        let threads = i64::from(self.shape.threads());
        let (i, j) = (self.name("i"), self.name("j"));
        let simple = self.rng.chance(40);
        let turn = if simple { var(&i) } else { var(&j) };
        let next = match self.rng.below(3) {
            0 => rem(add(mul(var(&j), int(3)), int(1)), int(threads)),
            1 => add(var(&j), var(&i)),
            _ => sub(int(1), var(&j)),
        };
        let element = int(self.rng.within(0, 3));
        let place = self.at(array, element);
        let write = Stmt::Store(place, "=", self.tid());
        let mut body = vec![Stmt::If(eq(self.tid(), turn), vec![write], Vec::new())];
        if !simple {
            body.push(Stmt::Assign(j.clone(), "=", next));
            out.push(Stmt::Decl(CType::Int, j, int(self.rng.within(0, 1))));
        }
        self.barrier(&mut body);
        let scalar = self.scalars.iter().find(|s| s.high >= 2).map(|s| s.name.clone());
        let trips = match scalar {
            Some(name) if self.rng.chance(50) => var(&name),
            _ => int(self.rng.within(2, 3)),
        };
        out.push(Stmt::For(i.clone(), int(0), lt(var(&i), trips), "+=", int(1), body));
        self.barrier(out);
    }

    /// Writes the own element, then reads a neighbour's, in a loop or once.
    fn neighbours(&mut self, array: usize, out: &mut Vec<Stmt>) {
        let threads = i64::from(self.shape.threads());
        let (i, d) = (self.name("i"), self.name("d"));
        let own = self.tid();
        let own = self.at(array, own);
        let shift = self.rng.within(1, threads - 1);
        let other = rem(add(self.tid(), int(shift)), int(threads));
        let other = self.at(array, other);
        let mut body = vec![Stmt::Store(own, "=", add(var("tid"), int(1)))];
        self.barrier(&mut body);
        body.push(Stmt::Decl(CType::Int, d, Expr::Load(other)));
        self.barrier(&mut body);
        let trips = self.rng.within(2, 3);
        out.push(Stmt::For(i.clone(), int(0), lt(var(&i), int(trips)), "+=", int(1), body));
    }

    /// Stores control values in the own elements and loads them back, as an index or as a condition of a barrier.
    fn values_as_indices(&mut self, array: usize, out: &mut Vec<Stmt>) {
        let threads = i64::from(self.shape.threads());
        let own = self.tid();
        let own = self.at(array, own);
        let uniform = self.rng.chance(50);
        let stray = self.strays();
        let value = match (uniform, stray) {
            (true, false) | (false, true) => var("bid"),
            (false, false) | (true, true) => self.tid(),
        };
        out.push(Stmt::Store(own.clone(), "=", value));
        let name = self.name("c");
        out.push(Stmt::Decl(CType::Int, name.clone(), Expr::Load(own)));
        self.barrier(out);
        if uniform {
            let cond = bin(Op::Gt, var(&name), int(self.rng.within(0, 1)));
            out.push(Stmt::If(cond, vec![Stmt::Barrier(crate::program::Flags::Both)], Vec::new()));
        } else {
            let element = wrap(Wrap::Mod, var(&name), threads);
            let place = self.at(array, element);
            out.push(Stmt::Store(place, "=", int(7)));
            self.barrier(out);
        }
    }

    /// Two threads read one element before and after it changes, and use what they read as an index.
    fn read_at_two_times(&mut self, array: usize, out: &mut Vec<Stmt>) {
        let x = self.name("x");
        let cell = self.at(array, int(0));
        let set = |value: i64| {
            let store = Stmt::Store(cell.clone(), "=", int(value));
            Stmt::If(eq(var("tid"), int(0)), vec![store], Vec::new())
        };
        let get = |thread: i64, less: i64| {
            let value = sub(Expr::Load(cell.clone()), int(less));
            Stmt::If(eq(var("tid"), int(thread)), vec![Stmt::Assign(x.clone(), "=", value)], Vec::new())
        };
        let first = get(1, 0);
        // The stray value is what the other thread has too.
        let second = get(2, if self.strays() { 1 } else { 0 });
        out.push(Stmt::Decl(CType::Int, x.clone(), int(0)));
        for stmt in [set(4), first, set(5)] {
            out.push(stmt);
            self.barrier(out);
        }
        out.push(second);
        let place = self.at(array, add(var(&x), int(1)));
        let cond = bin(Op::OrOr, eq(self.tid(), int(1)), eq(self.tid(), int(2)));
        out.push(Stmt::If(cond, vec![Stmt::Store(place, "=", int(3))], Vec::new()));
        self.barrier(out);
    }

    /// One thread of each block leaves a value of the block in memory; all threads steer by it.
    fn block_flag(&mut self, array: usize, out: &mut Vec<Stmt>) {
        let whole: Vec<(usize, Role)> = (0..self.arrays.len())
            .filter(|&a| self.arrays[a].home == Home::Global && !self.sliced[a] && !self.arrays[a].read_only)
            .map(|a| (a, self.roles[a].clone()))
            .collect();
        let Some((target, Role::Owned(map))) = whole.first().cloned() else { return self.neighbours(array, out) };
        let flag = self.at(array, int(0));
        let write = Stmt::Store(flag.clone(), "=", var("bid"));
        out.push(Stmt::If(eq(self.tid(), int(0)), vec![write], Vec::new()));
        self.barrier(out);
        let name = self.name("c");
        out.push(Stmt::Decl(CType::Int, name.clone(), Expr::Load(flag)));
        let mine = eq(var(&name), var("bid"));
        let (guard, place) = if self.strays() {
            let index = Box::new(int(0));
            let view = self.place(target, int(0)).view;
            let view = if matches!(view, View::Member(_)) { view } else { View::Plain };
            (bin(Op::AndAnd, mine, eq(self.tid(), int(0))), Place { array: target, index, view })
        } else {
            (mine, self.owned_place(target, &map))
        };
        out.push(Stmt::If(guard, vec![Stmt::Store(place, "=", int(3))], Vec::new()));
        self.barrier(out);
    }

    /// One pointer that may point into either of two halves of the array.
    fn pointer_choice(&mut self, array: usize, out: &mut Vec<Stmt>) {
        let (size, _) = self.territory(array);
        if self.arrays[array].columns.is_some() {
            return self.phase(out);
        }
        let pointer = self.name("p");
        let first = self.in_slice(array, int(0));
        out.push(Stmt::Point(pointer.clone(), array, first));
        let cond = if self.rng.chance(50) { self.uniform_condition() } else { self.condition(0) };
        // The second half is for the threads of the condition; a stray step leads into the others' elements.
        let step = if self.strays() { 1 } else { size / 2 };
        out.push(Stmt::If(cond, vec![Stmt::Move(pointer.clone(), int(step))], Vec::new()));
        let index = Box::new(self.tid());
        out.push(Stmt::Store(Place { array, index, view: View::Pointer(pointer) }, "=", self.tid()));
        self.barrier(out);
    }

    /// Writers and readers told apart by bits of the id.
    fn bit_guard(&mut self, array: usize, out: &mut Vec<Stmt>) {
        self.roles[array] = Role::ReadOnly;
        let (mask, bits) = *self.rng.pick(&[(3, 2), (3, 3), (3, 1), (6, 4), (7, 5), (7, 2)]);
        let guard = eq(and(self.tid(), int(mask)), int(bits));
        let element = if self.rng.chance(50) { shl(self.tid(), int(1)) } else { self.tid() };
        let place = self.at(array, element.clone());
        let write = Stmt::Store(place, "=", int(1));
        let d = self.name("d");
        let source = if self.strays() { rem(add(element, int(1)), int(2)) } else { element };
        let source = self.at(array, source);
        let read = Stmt::Decl(CType::Int, d, Expr::Load(source));
        if self.strays() {
            let target = self.at(array, int(bits));
            let clash = Stmt::Store(target, "=", int(2));
            out.push(Stmt::If(eq(self.tid(), int(0)), vec![clash], Vec::new()));
        }
        out.push(Stmt::If(guard, vec![write], vec![read]));
        self.barrier(out);
    }
}
