//! Open values in memory.

use super::Doubt;
use rustc_hash::FxHashMap;

/// A place in memory: object, instance and offset.
pub type Cell = (usize, u64, i64);

/// The doubts about memory, by the first byte of each value, with its width.
#[derive(Default)]
pub struct DoubtfulCells(FxHashMap<Cell, (u32, Doubt)>);

impl DoubtfulCells {
    /// True if there is no doubt.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The doubts with their places and widths, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, u32, Doubt)> + '_ {
        self.0.iter().map(|(&cell, &(width, doubt))| (cell, width, doubt))
    }

    /// The doubt about a value of some bytes.
    pub fn load(&self, (object, instance, offset): Cell, width: u32) -> Option<Doubt> {
        if let Some(&(w, doubt)) = self.0.get(&(object, instance, offset)) {
            return if w == width { Some(doubt) } else { Some(Doubt::Any(doubt.cause()?)) };
        }
        let near = (offset - 7..offset + i64::from(width)).filter(|at| *at != offset);
        let mut overlapping = near.filter_map(|at| {
            let &(w, doubt) = self.0.get(&(object, instance, at))?;
            (at + i64::from(w) > offset).then_some(doubt)
        });
        overlapping.find_map(Doubt::cause).map(Doubt::Any)
    }

    /// Notes a store of a value with its doubt, if there is one.
    pub fn store(&mut self, (object, instance, offset): Cell, width: u32, doubt: Option<Doubt>) {
        for at in offset - 7..offset + i64::from(width) {
            let key = (object, instance, at);
            let Some(&(w, old)) = self.0.get(&key) else { continue };
            let end = at + i64::from(w);
            if end <= offset {
                continue;
            }
            if at >= offset && end <= offset + i64::from(width) {
                self.0.remove(&key);
            } else if let Some(cause) = old.cause() {
                self.0.insert(key, (w, Doubt::Any(cause)));
            }
        }
        if let Some(doubt) = doubt {
            self.0.insert((object, instance, offset), (width, doubt));
        }
    }

    /// Forgets the doubts about one instance of an object.
    pub fn forget(&mut self, object: usize, instance: u64) {
        self.0.retain(|(o, i, _), _| (*o, *i) != (object, instance));
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
