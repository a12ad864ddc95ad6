//! Statements that access memory: stores, atomics, local arrays, pointers.

use super::Role;
use crate::build::{add, eq, int, lt, var, wrap};
use crate::maps::Map;
use crate::program::{AtomicFn, CType, Dialect, Elem, Expr, Home, Place, Stmt, View, Wrap};

impl super::Gen {
    pub(super) fn store(&mut self, out: &mut Vec<Stmt>) {
        let candidates: Vec<usize> = (0..self.arrays.len())
            .filter(|&a| self.arrays[a].home != Home::Local && !self.arrays[a].read_only)
            .filter(|&a| !matches!(self.roles[a], Role::ReadOnly))
            .collect();
        let Some(&array) = (!candidates.is_empty()).then(|| self.rng.pick(&candidates)) else { return };
        let op = *self.rng.pick(&["=", "=", "=", "+="]);
        let (size, _) = self.territory(array);
        match self.roles[array].clone() {
            Role::Owned(map) => {
                let value = self.value(2);
                let place = self.owned_place(array, &map);
                let simple = place.view == View::Plain && self.arrays[array].elem == Elem::Int;
                if simple
                    && self.arrays[array].columns.is_none()
                    && self.dialect == Dialect::Cuda
                    && self.rng.chance(10)
                {
                    out.push(Stmt::Put(array, *place.index, value));
                } else {
                    out.push(Stmt::Store(place, op, value));
                }
            }
            Role::Single(thread) => {
                let index = self.any_index(size);
                let index = self.in_slice(array, index);
                let store = Stmt::Store(self.place(array, index), op, self.value(1));
                let cond = if self.strays() { self.condition(0) } else { eq(self.tid(), int(thread)) };
                let other = if self.strays() { vec![store.clone()] } else { Vec::new() };
                out.push(Stmt::If(cond, vec![store], other));
            }
            Role::Atomic => self.atomic_at(array, out),
            Role::Free | Role::ReadOnly => {
                let index = self.any_index(size);
                let index = self.in_slice(array, index);
                out.push(Stmt::Store(self.place(array, index), op, self.value(1)));
            }
        }
    }

    pub(super) fn atomic(&mut self, out: &mut Vec<Stmt>) {
        let found = (0..self.arrays.len()).find(|&a| self.roles[a] == Role::Atomic);
        match found {
            Some(array) => self.atomic_at(array, out),
            None => self.store(out),
        }
    }

    fn atomic_at(&mut self, array: usize, out: &mut Vec<Stmt>) {
        let (size, _) = self.territory(array);
        let index = self.any_index(size);
        let index = self.in_slice(array, index);
        let view = View::Plain;
        let place = Place { array, index: Box::new(index), view };
        if self.strays() {
            out.push(Stmt::Store(place, "=", int(1)));
            return;
        }
        let function = *self.rng.pick(&[AtomicFn::Add, AtomicFn::Add, AtomicFn::Max, AtomicFn::Or, AtomicFn::Exch]);
        let value = self.value(1);
        let result = self.rng.chance(40).then(|| self.name("d"));
        if let Some(name) = &result {
            out.push(Stmt::Decl(CType::Int, name.clone(), int(0)));
            self.data.push(name.clone());
            if self.data_dependent {
                self.exact = false;
                self.control.push(name.clone());
            }
        }
        out.push(Stmt::Atomic(function, place, value, result));
    }

    pub(super) fn local_array(&mut self, out: &mut Vec<Stmt>) {
        let name = self.name("loc");
        self.array(name, Home::Local, Elem::Int, 4, false, false);
        let array = self.arrays.len() - 1;
        let at = |index: Expr| Place { array, index: Box::new(index), view: View::Plain };
        let counter = self.name("i");
        let value = self.control_expr(1);
        let fill = Stmt::Store(at(var(&counter)), "=", add(var(&counter), value));
        out.push(Stmt::For(counter.clone(), int(0), lt(var(&counter), int(4)), "+=", int(1), vec![fill]));
        let picked = self.name("c");
        let index = wrap(Wrap::Mask, self.control_expr(1), 4);
        out.push(Stmt::Decl(CType::Int, picked.clone(), Expr::Load(at(index))));
        self.control.push(picked);
    }

    /// A pointer into an owned array, moved once.
    pub(super) fn pointer(&mut self, out: &mut Vec<Stmt>) {
        let owned: Vec<(usize, Map)> = (0..self.arrays.len())
            .filter(|&a| {
                !matches!(self.arrays[a].elem, Elem::Int2 | Elem::Float4 | Elem::Cell)
                    && self.arrays[a].columns.is_none()
            })
            .filter_map(|a| match &self.roles[a] {
                Role::Owned(map @ (Map::Affine(..) | Map::Tile(_))) => Some((a, map.clone())),
                _ => None,
            })
            .collect();
        let Some((array, map)) = (!owned.is_empty()).then(|| self.rng.pick(&owned).clone()) else {
            return self.store(out);
        };
        let pointer = self.name("p");
        let (_, number) = self.territory(array);
        let whole = self.arrays[array].home == Home::Global && !self.sliced[array];
        let (id, count) = if whole { (self.gid(), self.launch_size()) } else { (self.tid(), self.block_size()) };
        let index = map.apply(&mut self.rng, id, count, number, int(0));
        let index = self.in_slice(array, index);
        out.push(Stmt::Point(pointer.clone(), array, index));
        let view = View::Pointer(pointer.clone());
        let slot = if self.strays() { 1 } else { 0 };
        let at = |index: i64| Place { array, index: Box::new(int(index)), view: view.clone() };
        out.push(Stmt::Store(at(slot), "=", self.value(1)));
        if map.slots() > 1 {
            out.push(Stmt::Move(pointer, int(1)));
            out.push(Stmt::Store(at(0), "+=", self.value(1)));
        }
    }
}
