//! The state at a statement: the points-to sets of variables and of the contents of private memory.

use super::points::{Points, Target};
use crate::{ObjectId, VarId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Bytes of a private object: the object, the first byte, and the end.
type Range = (ObjectId, i128, i128);

/// The size of a pointer in memory.
const POINTER: u64 = 8;

/// The points-to set of the contents of some bytes.
#[derive(Clone, PartialEq, Debug)]
struct Cell {
    points: Rc<Points>,
    /// True if the bytes contain only complete pointers, and no parts of pointers.
    whole: bool,
}

/// The points-to sets at a statement. A variable or byte without an entry contains no pointer.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct State {
    vars: BTreeMap<VarId, Rc<Points>>,
    /// Ranges may overlap. A byte may contain the pointers of every range that it lies in.
    cells: BTreeMap<Range, Cell>,
}

impl State {
    pub fn var(&self, var: VarId) -> Option<&Points> {
        self.vars.get(&var).map(|p| &**p)
    }

    pub fn set_var(&mut self, var: VarId, points: Points) {
        if points.is_empty() {
            self.vars.remove(&var);
        } else {
            self.vars.insert(var, Rc::new(points));
        }
    }

    fn of_object(&self, object: ObjectId) -> impl Iterator<Item = (&Range, &Cell)> {
        self.cells.range((object, i128::MIN, i128::MIN)..=(object, i128::MAX, i128::MAX))
    }

    /// The points-to set of the value that an access of `size` bytes at a place reads.
    pub fn read(&self, at: Target, size: u64) -> Points {
        let (start, end) = at.bytes(size);
        let mut found = Points::default();
        for ((_, from, to), cell) in self.of_object(at.object) {
            if *from < end && start < *to {
                match cell.whole && size == POINTER {
                    true => found.join(&cell.points),
                    false => found.join(&cell.points.without_offsets()),
                }
            }
        }
        found
    }

    /// Notes that some bytes contain no pointers.
    pub fn clear(&mut self, object: ObjectId, (start, end): (i128, i128)) {
        let meets = |(_, from, to): &Range| *from < end && start < *to;
        let old: Vec<Range> = self.of_object(object).map(|(range, _)| *range).filter(meets).collect();
        for range in old {
            let Some(cell) = self.cells.remove(&range) else { continue };
            for (from, to) in [(range.1, range.2.min(start)), (range.1.max(end), range.2)] {
                if from < to {
                    let whole = cell.whole && to.saturating_sub(from) >= i128::from(POINTER);
                    self.add_cell((object, from, to), &Cell { points: cell.points.clone(), whole });
                }
            }
        }
    }

    /// Notes that the bytes which a store of `size` bytes writes may contain these pointers too.
    pub fn add(&mut self, at: Target, size: u64, points: &Points) {
        let (start, end) = at.bytes(size);
        if !points.is_empty() && start < end {
            let cell = Cell { points: Rc::new(points.clone()), whole: size == POINTER };
            self.add_cell((at.object, start, end), &cell);
        }
    }

    fn add_cell(&mut self, range: Range, added: &Cell) {
        match self.cells.get_mut(&range) {
            Some(cell) => {
                cell.whole &= added.whole;
                if cell.points != added.points {
                    let mut points = (*cell.points).clone();
                    points.join(&added.points);
                    cell.points = Rc::new(points);
                }
            }
            None => drop(self.cells.insert(range, added.clone())),
        }
    }

    /// Adds the points-to sets of another path.
    pub fn join(&mut self, other: &State) {
        for (var, added) in &other.vars {
            match self.vars.get_mut(var) {
                Some(points) if points == added => {}
                Some(points) => {
                    let mut joined = (**points).clone();
                    joined.join(added);
                    *points = Rc::new(joined);
                }
                None => drop(self.vars.insert(*var, added.clone())),
            }
        }
        for (range, cell) in &other.cells {
            self.add_cell(*range, cell);
        }
    }

    /// Drops the offsets in all sets that have changed since an older state, so that the fixpoint of a loop ends.
    pub fn widen(&mut self, older: &State) {
        for (var, points) in &mut self.vars {
            if older.vars.get(var) != Some(points) {
                let mut wide = (**points).clone();
                wide.drop_offsets();
                *points = Rc::new(wide);
            }
        }
        for (range, cell) in &mut self.cells {
            if older.cells.get(range) != Some(cell) {
                let mut wide = (*cell.points).clone();
                wide.drop_offsets();
                cell.points = Rc::new(wide);
            }
        }
    }
}
