//! Open values in memory.

use super::Doubt;
use crate::api::AccessSite;
use rustc_hash::FxHashMap;
use wp_kir::ObjectId;

/// A place in memory: object, instance and offset.
pub type Cell = (usize, u64, i64);

/// A read of an element that nothing wrote.
#[derive(Clone, Copy)]
pub struct UnwrittenRead {
    /// The object.
    pub object: ObjectId,
    /// The first byte.
    pub offset: i64,
    /// The number of bytes.
    pub width: u32,
    /// The read.
    pub site: AccessSite,
}

/// The doubts about memory.
#[derive(Default)]
pub struct DoubtfulCells {
    /// By the first byte of each value, with its width.
    cells: FxHashMap<Cell, (u32, Doubt)>,
    /// Reads of elements that nothing wrote, where they are followed: a value that comes from the one at position `i` has
    /// as its cause the number of instructions plus `i`.
    pub unwritten: Vec<UnwrittenRead>,
}

impl DoubtfulCells {
    /// True if there is no doubt.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The doubts with their places and widths, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, u32, Doubt)> + '_ {
        self.cells.iter().map(|(&cell, &(width, doubt))| (cell, width, doubt))
    }

    /// The doubt about a value of some bytes.
    pub fn load(&self, (object, instance, offset): Cell, width: u32) -> Option<Doubt> {
        if let Some(&(w, doubt)) = self.cells.get(&(object, instance, offset)) {
            return if w == width { Some(doubt) } else { Some(Doubt::Any(doubt.cause()?)) };
        }
        let near = (offset - 7..offset + i64::from(width)).filter(|at| *at != offset);
        let mut overlapping = near.filter_map(|at| {
            let &(w, doubt) = self.cells.get(&(object, instance, at))?;
            (at + i64::from(w) > offset).then_some(doubt)
        });
        overlapping.find_map(Doubt::cause).map(Doubt::Any)
    }

    /// Notes a store of a value with its doubt, if there is one.
    pub fn store(&mut self, (object, instance, offset): Cell, width: u32, doubt: Option<Doubt>) {
        for at in offset - 7..offset + i64::from(width) {
            let key = (object, instance, at);
            let Some(&(w, old)) = self.cells.get(&key) else { continue };
            let end = at + i64::from(w);
            if end <= offset {
                continue;
            }
            if at >= offset && end <= offset + i64::from(width) {
                self.cells.remove(&key);
            } else if let Some(cause) = old.cause() {
                self.cells.insert(key, (w, Doubt::Any(cause)));
            }
        }
        if let Some(doubt) = doubt {
            self.cells.insert((object, instance, offset), (width, doubt));
        }
    }

    /// Forgets the doubts about one instance of an object.
    pub fn forget(&mut self, object: usize, instance: u64) {
        self.cells.retain(|(o, i, _), _| (*o, *i) != (object, instance));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_of_a_part_is_open() {
        let mut cells = DoubtfulCells::default();
        let range = Doubt::Range(1.0, 2.0, 7);
        cells.store((0, 0, 8), 4, Some(range));
        assert_eq!(cells.load((0, 0, 8), 4), Some(range));
        assert_eq!(cells.load((0, 0, 10), 4), Some(Doubt::Any(7)));
        assert_eq!((cells.load((0, 0, 12), 4), cells.load((0, 1, 8), 4)), (None, None));
    }

    #[test]
    fn a_store_replaces_what_it_covers() {
        let mut cells = DoubtfulCells::default();
        cells.store((0, 0, 0), 8, Some(Doubt::Range(1.0, 2.0, 7)));
        cells.store((0, 0, 4), 2, None);
        assert_eq!(cells.load((0, 0, 0), 8), Some(Doubt::Any(7)), "a part of it stays");
        cells.store((0, 0, 0), 8, None);
        assert!(cells.is_empty());
    }
}
