//! Random expressions: control values (indices and guards) and data values.

use crate::build::{add, and, bin, eq, int, lt, mul, rem, sub, var, wrap};
use crate::generate::Gen;
use crate::program::{CType, Expr, Op, Place, View, Wrap};

impl Gen {
    /// The linear id of the thread in its block, spelled in one of several ways.
    pub(crate) fn tid(&mut self) -> Expr {
        match self.rng.below(10) {
            0 if self.shape.block[1] == 1 => Expr::Thread(0),
            1 if self.shape.block[1] == 1 => Expr::Cast(CType::Int, Box::new(Expr::Thread(0))),
            2 if self.shape.block[1] > 1 => add(Expr::Thread(0), mul(Expr::BlockDim(0), Expr::Thread(1))),
            3 if self.rng.chance(30) => Expr::Cast(CType::Uchar, Box::new(var("tid"))),
            _ => var("tid"),
        }
    }

    /// Threads of a block.
    pub(crate) fn block_size(&mut self) -> Expr {
        let literal = int(i64::from(self.shape.threads()));
        match self.rng.below(3) {
            0 if self.shape.block[1] == 1 => Expr::BlockDim(0),
            0 => mul(Expr::BlockDim(0), Expr::BlockDim(1)),
            _ => literal,
        }
    }

    /// The linear id of the thread in the launch.
    pub(crate) fn gid(&mut self) -> Expr {
        if self.rng.chance(75) {
            return var("gid");
        }
        let size = self.block_size();
        add(mul(var("bid"), size), self.tid())
    }

    /// All threads of the launch.
    pub(crate) fn launch_size(&mut self) -> Expr {
        if self.rng.chance(70) {
            int(i64::from(self.shape.threads() * self.shape.blocks()))
        } else {
            let size = self.block_size();
            let blocks = if self.shape.grid[1] == 1 { Expr::GridDim(0) } else { int(i64::from(self.shape.blocks())) };
            mul(size, blocks)
        }
    }

    fn atom(&mut self) -> Expr {
        match self.rng.below(12) {
            0..=3 => self.tid(),
            4 => var("bid"),
            5 => self.gid(),
            6 if !self.scalars.is_empty() => var(&self.rng.pick(&self.scalars).name.clone()),
            7 | 8 if !self.loops.is_empty() => {
                let (name, _) = self.rng.pick(&self.loops).clone();
                var(&name)
            }
            9 if !self.control.is_empty() => var(&self.rng.pick(&self.control).clone()),
            10 => self.steering(),
            _ => int(self.rng.within(0, 7)),
        }
    }

    /// A value read from the steering array or, rarely, from an input array (which ends exactness).
    fn steering(&mut self) -> Expr {
        if let Some(selector) = self.selector.clone() {
            let size = i64::from(self.arrays[selector.array].size);
            let index = match self.rng.below(3) {
                0 => int(self.rng.within(0, size - 1)),
                1 => wrap(Wrap::Mod, self.tid(), size),
                _ => wrap(Wrap::Mod, var("bid"), size),
            };
            let place = Place { array: selector.array, index: Box::new(index), view: View::Plain };
            return and(Expr::Load(place), int(i64::from(selector.modulus) - 1));
        }
        if self.data_dependent {
            let inputs: Vec<usize> = self.readable_ints();
            if let Some(&array) = inputs.first() {
                self.exact = false;
                let size = i64::from(self.arrays[array].size);
                let index = Box::new(wrap(Wrap::Mod, self.tid(), size));
                let load = Expr::Load(Place { array, index, view: View::Plain });
                return and(load, int(*self.rng.pick(&[1, 3, 7])));
            }
        }
        int(self.rng.within(0, 3))
    }

    /// A control expression of small magnitude; it may be negative.
    pub(crate) fn control_expr(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.rng.chance(25) {
            return self.atom();
        }
        let a = self.control_expr(depth - 1);
        match self.rng.below(17) {
            0..=3 => add(a, self.control_expr(depth - 1)),
            4 | 5 => sub(a, self.control_expr(depth - 1)),
            6 | 7 => mul(a, int(self.rng.within(2, 4))),
            8 => bin(Op::Div, a, int(self.rng.within(2, 4))),
            9 => rem(a, int(self.rng.within(2, 5))),
            10 => bin(*self.rng.pick(&[Op::And, Op::Or, Op::Xor]), a, int(self.rng.within(1, 7))),
            11 => bin(*self.rng.pick(&[Op::Shl, Op::Shr]), a, int(self.rng.within(1, 2))),
            12 => Expr::Cast(
                *self.rng.pick(&[CType::Uint, CType::Char, CType::Uchar, CType::Short, CType::Ushort]),
                Box::new(a),
            ),
            13 => {
                let c = self.condition(0);
                Expr::Cond(Box::new(c), Box::new(a), Box::new(self.control_expr(depth - 1)))
            }
            14 => {
                let (b, c) = (self.control_expr(0), int(self.rng.within(0, 4)));
                Expr::Call("wg_pick", vec![a, b, c])
            }
            15 => Expr::Call("wg_mod", vec![a, int(self.rng.within(2, 6))]),
            _ => a,
        }
    }

    /// Any index of `0..size`.
    pub(crate) fn any_index(&mut self, size: i64) -> Expr {
        let kinds = if size.count_ones() == 1 { 5 } else { 4 };
        match self.rng.below(kinds) {
            0 => int(self.rng.within(0, size - 1)),
            1 if i64::from(self.shape.threads()) < size => {
                let room = size - i64::from(self.shape.threads());
                add(self.tid(), int(self.rng.within(0, room)))
            }
            2 if i64::from(self.shape.threads()) <= size => {
                sub(int(self.rng.within(i64::from(self.shape.threads()) - 1, size - 1)), self.tid())
            }
            4 => wrap(Wrap::Mask, self.control_expr(2), size),
            _ => wrap(Wrap::Mod, self.control_expr(2), size),
        }
    }

    /// A truth value.
    pub(crate) fn condition(&mut self, depth: u32) -> Expr {
        if depth > 0 && self.rng.chance(25) {
            let a = self.condition(depth - 1);
            return match self.rng.below(3) {
                0 => bin(Op::AndAnd, a, self.condition(depth - 1)),
                1 => bin(Op::OrOr, a, self.condition(depth - 1)),
                _ => Expr::Not(Box::new(a)),
            };
        }
        let threads = i64::from(self.shape.threads());
        match self.rng.below(9) {
            0 => lt(self.tid(), int(self.rng.within(1, threads))),
            1 => bin(Op::Ge, self.tid(), int(self.rng.within(1, threads - 1))),
            2 => Expr::Not(Box::new(and(self.tid(), int(1)))),
            3 => eq(rem(self.tid(), int(self.rng.within(2, 3))), int(0)),
            4 => bin(Op::Ne, self.tid(), int(self.rng.within(0, threads - 1))),
            5 => self.uniform_condition(),
            6 => and(self.steering(), int(1)),
            _ => {
                let (a, b) = (self.control_expr(1), self.atom());
                bin(*self.rng.pick(&[Op::Lt, Op::Le, Op::Gt, Op::Eq, Op::Ne]), a, b)
            }
        }
    }

    /// A truth value on which the threads of a block agree.
    pub(crate) fn uniform_condition(&mut self) -> Expr {
        match self.rng.below(4) {
            0 if !self.uniform_loops.is_empty() => {
                let name = self.rng.pick(&self.uniform_loops).clone();
                eq(rem(var(&name), int(2)), int(self.rng.within(0, 1)))
            }
            1 => eq(var("bid"), int(self.rng.within(0, 1))),
            2 if self.selector.is_some() => {
                let selector = self.selector.clone().map_or(0, |s| s.array);
                let index = Box::new(int(self.rng.within(0, i64::from(self.arrays[selector].size) - 1)));
                and(Expr::Load(Place { array: selector, index, view: View::Plain }), int(1))
            }
            _ if !self.scalars.is_empty() => {
                let scalar = self.rng.pick(&self.scalars).clone();
                let edge = int(self.rng.within(scalar.low, scalar.high));
                bin(*self.rng.pick(&[Op::Lt, Op::Le, Op::Gt, Op::Ne, Op::Eq]), var(&scalar.name), edge)
            }
            _ => eq(var("bid"), int(0)),
        }
    }

    /// A value to store.
    pub(crate) fn value(&mut self, depth: u32) -> Expr {
        match self.rng.below(8) {
            0 | 1 if !self.data.is_empty() => var(&self.rng.pick(&self.data).clone()),
            2 | 3 if depth > 0 => match self.readable_place() {
                Some(place) => Expr::Load(place),
                None => self.tid(),
            },
            4 if depth > 0 => add(self.value(depth - 1), self.value(depth - 1)),
            5 => int(self.rng.within(0, 9)),
            6 => self.gid(),
            _ => self.control_expr(1),
        }
    }
}
