//! Generates valid random kernels.
//!
//! A kernel is a sequence of phases separated by barriers. In each phase every block-level array (shared memory, and
//! global arrays cut into one slice per block) has a role: read only, owned element-wise through an injective map,
//! written by a single thread, atomic. Global arrays that are not cut keep one role for the whole kernel. Accesses that
//! keep to the roles do not race; with the kernel's risk, accesses leave their role and barriers are left out or put
//! under conditions. Indices stay in the bounds of their arrays by construction.

mod accesses;

use crate::build::{add, bin, eq, int, mul, var, wrap};
use crate::maps::Map;
use crate::program::{
    Array, CType, Dialect, Elem, Expr, Flags, Home, Op, Place, Program, Scalar, Selector, Shape, Stmt, View, Wrap,
};
use crate::rng::Rng;

/// The accesses that threads may make to an array between two barriers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Role {
    ReadOnly,
    Owned(Map),
    Single(i64),
    Atomic,
    Free,
}

pub(crate) struct Gen {
    pub(crate) rng: Rng,
    pub(crate) shape: Shape,
    pub(crate) dialect: Dialect,
    pub(crate) arrays: Vec<Array>,
    pub(crate) scalars: Vec<Scalar>,
    pub(crate) selector: Option<Selector>,
    pub(crate) exact: bool,
    /// True if indices may come from input arrays.
    pub(crate) data_dependent: bool,
    /// Loop variables in scope with their exclusive bounds.
    pub(crate) loops: Vec<(String, i64)>,
    /// Loop variables on which the threads of a block agree.
    pub(crate) uniform_loops: Vec<String>,
    /// Variables whose values are control values.
    pub(crate) control: Vec<String>,
    /// Variables with arbitrary contents.
    pub(crate) data: Vec<String>,
    pub(crate) roles: Vec<Role>,
    /// For each array, true if the array is cut into one slice per block.
    pub(crate) sliced: Vec<bool>,
    risk: Risk,
    /// Places so far where the kernel could have gone wrong.
    sites: u64,
    names: u32,
    pub(crate) depth: u32,
}

/// The departure of a kernel from its roles.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Risk {
    /// With these percentages: accesses that leave their role, barriers that are left out.
    Each(u64, u64),
    /// At the site of this number only.
    Once(u64),
}

/// A kernel that is determined by its arguments.
pub fn program(seed: u64, name: &str, dialect: Dialect, shape: Shape) -> Program {
    let mut rng = Rng::new(seed);
    let risk = match rng.below(100) {
        0..=14 => Risk::Once(u64::MAX),
        15..=49 => {
            // The first pass counts the sites; up to the chosen one, the second pass makes the same choices.
            let mut counting = Gen::new(rng.clone(), dialect, shape, Risk::Once(u64::MAX));
            counting.declare();
            counting.body();
            Risk::Once(Rng::new(seed.rotate_left(32)).below(counting.sites))
        }
        50..=69 => Risk::Each(8, 22),
        _ => Risk::Each(20, 30),
    };
    let mut gen = Gen::new(rng, dialect, shape, risk);
    gen.declare();
    let body = gen.body();
    Program {
        name: name.to_owned(),
        arrays: gen.arrays,
        scalars: gen.scalars,
        selector: gen.selector,
        exact: gen.exact,
        body,
    }
}

impl Gen {
    fn new(mut rng: Rng, dialect: Dialect, shape: Shape, risk: Risk) -> Self {
        let data_dependent = rng.chance(12);
        Self {
            rng,
            shape,
            dialect,
            arrays: Vec::new(),
            scalars: Vec::new(),
            selector: None,
            exact: true,
            data_dependent,
            loops: Vec::new(),
            uniform_loops: Vec::new(),
            control: Vec::new(),
            data: Vec::new(),
            roles: Vec::new(),
            sliced: Vec::new(),
            risk,
            sites: 0,
            names: 0,
            depth: 0,
        }
    }

    /// True if the kernel leaves its roles here.
    pub(crate) fn strays(&mut self) -> bool {
        self.sites += 1;
        match self.risk {
            Risk::Each(stray, _) => self.rng.chance(stray),
            Risk::Once(site) => self.sites - 1 == site,
        }
    }

    /// True if a barrier is left out here.
    fn loses(&mut self) -> bool {
        self.sites += 1;
        match self.risk {
            Risk::Each(_, lost) => self.rng.chance(lost),
            Risk::Once(site) => self.sites - 1 == site,
        }
    }

    pub(crate) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn declare(&mut self) {
        let threads = i64::from(self.shape.threads());
        let all = threads * i64::from(self.shape.blocks());
        for i in 0..self.rng.within(1, 2) {
            let elem = *self.rng.pick(&[
                Elem::Int,
                Elem::Int,
                Elem::Int,
                Elem::Float,
                Elem::Uint,
                Elem::Cell,
                Elem::Short,
                Elem::Int2,
            ]);
            let size = ((all * 4) as u64).next_power_of_two() as u32;
            let sliced = self.rng.chance(30);
            self.array(format!("g{i}"), Home::Global, elem, size, false, sliced);
        }
        for i in 0..self.rng.within(0, 1) {
            let size = ((all * 2) as u64).next_power_of_two() as u32;
            self.array(format!("r{i}"), Home::Global, Elem::Int, size, true, false);
        }
        for i in 0..self.rng.within(0, 2) {
            let elem = *self.rng.pick(&[
                Elem::Int,
                Elem::Int,
                Elem::Int,
                Elem::Float,
                Elem::Uchar,
                Elem::Float4,
                Elem::Int2,
                Elem::Short,
            ]);
            let size = ((threads * 4) as u64).next_power_of_two() as u32;
            self.array(format!("s{i}"), Home::Shared, elem, size, false, false);
            if matches!(elem, Elem::Int | Elem::Float) && self.rng.chance(20) {
                let columns = *self.rng.pick(&[2, 4, 8]);
                if let Some(array) = self.arrays.last_mut() {
                    array.columns = Some(columns);
                }
            }
        }
        for i in 0..self.rng.within(0, 2) {
            let low = self.rng.within(0, 2);
            let high = low + self.rng.within(1, 3);
            self.scalars.push(Scalar { name: ["n", "m"][i as usize].to_owned(), low, high });
        }
        if self.rng.chance(25) {
            self.array("sel".to_owned(), Home::Global, Elem::Int, 4, true, false);
            let modulus = if self.rng.chance(80) { 2 } else { 4 };
            self.selector = Some(Selector { array: self.arrays.len() - 1, modulus });
        }
    }

    fn array(&mut self, name: String, home: Home, elem: Elem, size: u32, read_only: bool, sliced: bool) {
        self.arrays.push(Array { name, home, elem, size, columns: None, read_only });
        self.sliced.push(sliced);
        self.roles.push(Role::ReadOnly);
    }

    fn scalar_names(&self) -> Vec<String> {
        self.scalars.iter().map(|s| s.name.clone()).collect()
    }

    /// Elements that one owner group (a block for block-level arrays, else the launch) has, and its number of threads.
    pub(crate) fn territory(&self, array: usize) -> (i64, i64) {
        let (size, threads) = (i64::from(self.arrays[array].size), i64::from(self.shape.threads()));
        let blocks = i64::from(self.shape.blocks());
        match (self.arrays[array].home, self.sliced[array]) {
            (Home::Global, true) => (size / blocks, threads),
            (Home::Global, false) => (size, threads * blocks),
            _ => (size, threads),
        }
    }

    pub(crate) fn choose_roles(&mut self, first: bool) {
        for array in 0..self.arrays.len() {
            let block_level = self.arrays[array].home == Home::Shared || self.sliced[array];
            if self.arrays[array].read_only || self.arrays[array].home == Home::Local || !(first || block_level) {
                continue;
            }
            let (size, count) = self.territory(array);
            let names = self.scalar_names();
            let atomic = matches!(self.arrays[array].elem, Elem::Int | Elem::Uint);
            self.roles[array] = match self.rng.below(20) {
                0..=9 => Role::Owned(Map::choose(&mut self.rng, count, size, &names)),
                10..=14 if block_level => Role::ReadOnly,
                15 | 16 if atomic => Role::Atomic,
                17 if block_level => Role::Single(self.rng.within(0, count - 1)),
                18 if self.strays() => Role::Free,
                _ => Role::Owned(Map::Affine(1, 0)),
            };
        }
    }

    /// Plain readable `int` arrays that are never written.
    pub(crate) fn readable_ints(&self) -> Vec<usize> {
        let steering = self.selector.as_ref().map(|s| s.array);
        (0..self.arrays.len()).filter(|&a| self.arrays[a].read_only && Some(a) != steering).collect()
    }

    fn member(&mut self, elem: Elem) -> Option<&'static str> {
        match elem {
            Elem::Int2 => Some(*self.rng.pick(&["x", "y"])),
            Elem::Float4 => Some(*self.rng.pick(&["x", "y", "z", "w"])),
            Elem::Cell => Some(*self.rng.pick(&["a", "b", "c"])),
            _ => None,
        }
    }

    /// A place for an element index, in one of the spellings that the element type allows.
    pub(crate) fn place(&mut self, array: usize, index: Expr) -> Place {
        let elem = self.arrays[array].elem;
        if let Some(member) = self.member(elem) {
            return Place { array, index: Box::new(index), view: View::Member(member) };
        }
        let flat = self.arrays[array].columns.is_none();
        match self.rng.below(12) {
            0 if flat => Place { array, index: Box::new(index), view: View::Deref },
            1 if flat && matches!(elem, Elem::Int | Elem::Uint | Elem::Float) => {
                let byte = int(self.rng.within(0, 3));
                Place { array, index: Box::new(add(mul(index, int(4)), byte)), view: View::Bytes }
            }
            _ => Place { array, index: Box::new(index), view: View::Plain },
        }
    }

    /// Index of the block's slice added where the array is cut.
    pub(crate) fn in_slice(&mut self, array: usize, index: Expr) -> Expr {
        if self.sliced[array] && self.arrays[array].home == Home::Global {
            let slice = self.territory(array).0;
            add(mul(var("bid"), int(slice)), index)
        } else {
            index
        }
    }

    pub(crate) fn owned_place(&mut self, array: usize, map: &Map) -> Place {
        let (size, number) = self.territory(array);
        let whole = self.arrays[array].home == Home::Global && !self.sliced[array];
        if self.strays() {
            return self.stray_place(array, whole);
        }
        let (id, count) = if whole { (self.gid(), self.launch_size()) } else { (self.tid(), self.block_size()) };
        let slots = map.slots();
        let fitting = self.loops.iter().find(|(_, bound)| *bound <= slots).cloned();
        let slot = match fitting {
            Some((name, _)) if self.rng.chance(70) => var(&name),
            _ if self.rng.chance(30) => wrap(Wrap::Mod, self.control_expr(1), slots),
            _ => int(self.rng.within(0, slots - 1)),
        };
        if *map == Map::Tile(2)
            && self.arrays[array].elem == Elem::Int
            && self.arrays[array].columns.is_none()
            && self.rng.chance(25)
        {
            let index = if self.sliced[array] { add(mul(var("bid"), int(size / 2)), id) } else { id };
            return Place { array, index: Box::new(index), view: View::Pairs(self.rng.pick::<&str>(&["x", "y"])) };
        }
        let index = map.apply(&mut self.rng, id, count, number, slot);
        let index = self.in_slice(array, index);
        self.place(array, index)
    }

    /// A place that may be read now.
    pub(crate) fn readable_place(&mut self) -> Option<Place> {
        let candidates: Vec<usize> = (0..self.arrays.len())
            .filter(|&a| self.arrays[a].home != Home::Local && !matches!(self.roles[a], Role::Single(_) | Role::Atomic))
            .collect();
        if candidates.is_empty() {
            return None;
        }
        let array = *self.rng.pick(&candidates);
        let (size, _) = self.territory(array);
        match self.roles[array].clone() {
            Role::Owned(map) => Some(self.owned_place(array, &map)),
            _ => {
                let index = self.any_index(size);
                let index = self.in_slice(array, index);
                Some(self.place(array, index))
            }
        }
    }

    fn body(&mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        let tid = if self.shape.block[1] == 1 {
            Expr::Thread(0)
        } else {
            add(
                mul(
                    Expr::Thread(1),
                    if self.rng.chance(50) { Expr::BlockDim(0) } else { int(i64::from(self.shape.block[0])) },
                ),
                Expr::Thread(0),
            )
        };
        let ty = if self.rng.chance(20) { CType::Uint } else { CType::Int };
        body.push(Stmt::Decl(ty, "tid".into(), tid));
        let bid = if self.shape.grid[1] == 1 {
            Expr::Block(0)
        } else {
            add(mul(Expr::Block(1), Expr::GridDim(0)), Expr::Block(0))
        };
        body.push(Stmt::Decl(CType::Int, "bid".into(), bid));
        let size = self.block_size();
        body.push(Stmt::Decl(ty, "gid".into(), add(mul(var("bid"), size), var("tid"))));
        self.choose_roles(true);
        if self.rng.chance(8) {
            let all = i64::from(self.shape.threads() * self.shape.blocks());
            let cond = bin(Op::Ge, var("gid"), int(all - self.rng.within(1, 3)));
            body.push(Stmt::If(cond, vec![Stmt::Return], Vec::new()));
        }
        for _ in 0..self.rng.within(1, 4) {
            match self.rng.below(20) {
                0..=8 => self.phase(&mut body),
                9 | 10 => self.shape_phase(&mut body),
                11 | 12 => self.walk(&mut body),
                13 | 14 => self.barrier_loop(&mut body),
                15 | 16 => self.uniform_phase(&mut body),
                17 => self.reduction(&mut body),
                18 | 19 if self.strays() => {
                    let cond = self.condition(1);
                    let mut inner = Vec::new();
                    self.depth += 1;
                    self.phase(&mut inner);
                    self.depth -= 1;
                    body.push(Stmt::If(cond, inner, Vec::new()));
                    self.barrier(&mut body);
                }
                _ => self.phase(&mut body),
            }
        }
        if matches!(body.last(), Some(Stmt::Barrier(_))) && self.rng.chance(50) {
            body.pop();
        }
        body
    }

    pub(crate) fn barrier(&mut self, out: &mut Vec<Stmt>) {
        if self.loses() {
            match self.rng.below(10) {
                0 | 1 => out.push(Stmt::Fence),
                2..=4 => {
                    let cond = self.uniform_condition();
                    out.push(Stmt::If(cond, vec![Stmt::Barrier(Flags::Both)], Vec::new()));
                }
                _ => {}
            }
            return;
        }
        let needs_global = self.sliced.iter().zip(&self.arrays).any(|(s, a)| *s && a.home == Home::Global);
        let flags = match self.rng.below(4) {
            0 if self.strays() => Flags::Global,
            1 if !needs_global || self.strays() => Flags::Local,
            _ => Flags::Both,
        };
        out.push(Stmt::Barrier(flags));
    }

    /// New roles, statements, barrier.
    pub(crate) fn phase(&mut self, out: &mut Vec<Stmt>) {
        self.choose_roles(false);
        let mut inner = Vec::new();
        let (control, data) = (self.control.len(), self.data.len());
        for _ in 0..self.rng.within(1, 3) {
            self.stmt(&mut inner);
        }
        if self.depth > 0 {
            self.control.truncate(control);
            self.data.truncate(data);
        }
        out.append(&mut inner);
        self.barrier(out);
    }

    fn uniform_phase(&mut self, out: &mut Vec<Stmt>) {
        let cond = self.uniform_condition();
        self.depth += 1;
        let mut then_block = Vec::new();
        self.phase(&mut then_block);
        self.phase(&mut then_block);
        let mut else_block = Vec::new();
        if self.rng.chance(40) {
            self.phase(&mut else_block);
        }
        self.depth -= 1;
        out.push(Stmt::If(cond, then_block, else_block));
        self.barrier(out);
    }

    pub(crate) fn stmts(&mut self, count: i64) -> Vec<Stmt> {
        let mut out = Vec::new();
        let (control, data) = (self.control.len(), self.data.len());
        self.depth += 1;
        for _ in 0..count {
            self.stmt(&mut out);
        }
        self.depth -= 1;
        self.control.truncate(control);
        self.data.truncate(data);
        out
    }

    /// One statement without a barrier.
    fn stmt(&mut self, out: &mut Vec<Stmt>) {
        let deep = self.depth >= 3;
        match self.rng.below(100) {
            0..=39 => self.store(out),
            40..=49 => {
                if let Some(place) = self.readable_place() {
                    let name = self.name("d");
                    out.push(Stmt::Decl(CType::Int, name.clone(), Expr::Load(place)));
                    self.data.push(name);
                }
            }
            50..=63 if !deep => {
                let cond = self.condition(1);
                let count = self.rng.within(1, 2);
                let then_block = self.stmts(count);
                let else_block = if self.rng.chance(25) { self.stmts(1) } else { Vec::new() };
                out.push(Stmt::If(cond, then_block, else_block));
            }
            64..=76 if !deep => {
                let exits = self.rng.chance(20);
                self.depth += 1;
                self.loop_around(out, false, |gen| {
                    let count = gen.rng.within(1, 2);
                    let mut inner = gen.stmts(count);
                    if exits {
                        let cond = gen.condition(0);
                        let at = gen.rng.below(inner.len() as u64 + 1) as usize;
                        inner.insert(at, Stmt::If(cond, vec![Stmt::Break], Vec::new()));
                    }
                    inner
                });
                // A `continue` is legal only where the step still runs.
                if let (true, Some(Stmt::For(_, _, _, _, _, body))) = (self.rng.chance(10), out.last_mut()) {
                    let cond = eq(var("tid"), int(1));
                    body.insert(0, Stmt::If(cond, vec![Stmt::Continue], Vec::new()));
                }
                self.depth -= 1;
            }
            77..=82 => {
                let name = self.name("c");
                let ty =
                    *self.rng.pick(&[CType::Int, CType::Int, CType::Uint, CType::Short, CType::Uchar, CType::Long]);
                out.push(Stmt::Decl(ty, name.clone(), self.control_expr(2)));
                if self.rng.chance(25) {
                    let cond = self.condition(0);
                    let value = self.control_expr(1);
                    out.push(Stmt::If(
                        cond,
                        vec![Stmt::Assign(name.clone(), self.rng.pick::<&str>(&["=", "+="]), value)],
                        Vec::new(),
                    ));
                } else if ty == CType::Int && self.rng.chance(30) {
                    out.push(Stmt::Bump(name.clone(), self.control_expr(1)));
                }
                self.control.push(name);
            }
            83..=86 => self.atomic(out),
            87..=89 if !deep => {
                let on = match self.rng.below(3) {
                    0 => wrap(Wrap::Mod, self.control_expr(1), 3),
                    _ => wrap(Wrap::Plain, self.tid(), 3),
                };
                let cases = (0..3).map(|_| (self.stmts(1), self.rng.chance(70))).collect();
                out.push(Stmt::Switch(on, cases));
            }
            90..=93 => self.local_array(out),
            94..=96 => self.pointer(out),
            _ => self.store(out),
        }
    }
}
