//! Sets of bytes of an object, as ranges. Exact.

/// Ranges `start..end` in ascending order, disjoint and not empty.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Bytes(Vec<(i128, i128)>);

impl Bytes {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn ranges(&self) -> impl Iterator<Item = (i128, i128)> + '_ {
        self.0.iter().copied()
    }

    /// Adds a range; ranges that touch become one, so that equal sets are equal.
    pub fn add(&mut self, start: i128, end: i128) {
        if start >= end {
            return;
        }
        let (mut start, mut end) = (start, end);
        self.0.retain(|&(s, e)| {
            let touches = s <= end && start <= e;
            if touches {
                (start, end) = (start.min(s), end.max(e));
            }
            !touches
        });
        let at = self.0.partition_point(|&(s, _)| s < start);
        self.0.insert(at, (start, end));
    }

    pub fn remove(&mut self, start: i128, end: i128) {
        let parts = self.0.iter().flat_map(|&(s, e)| [(s, e.min(start)), (s.max(end), e)]);
        self.0 = parts.filter(|(s, e)| s < e).collect();
    }

    pub fn join(&mut self, other: &Bytes) {
        other.ranges().for_each(|(start, end)| self.add(start, end));
    }

    /// Whether the sets have a byte in common.
    pub fn meets(&self, other: &Bytes) -> bool {
        let mut waiting = other.0.iter().peekable();
        self.0.iter().any(|&(start, end)| {
            while waiting.next_if(|(_, e)| *e <= start).is_some() {}
            waiting.peek().is_some_and(|(s, _)| *s < end)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_stay_ordered_and_apart() {
        let mut bytes = Bytes::default();
        for (start, end) in [(8, 12), (0, 4), (20, 24), (4, 6), (11, 20), (3, 3)] {
            bytes.add(start, end);
        }
        assert_eq!(bytes.0, [(0, 6), (8, 24)]);
        bytes.remove(2, 10);
        bytes.remove(12, 14);
        bytes.remove(5, 5);
        assert_eq!(bytes.0, [(0, 2), (10, 12), (14, 24)]);
        let mut other = bytes.clone();
        bytes.remove(-1, 30);
        assert!(bytes.is_empty());
        bytes.join(&other);
        assert!(bytes == other);
        other.add(12, 14);
        assert_eq!(other.0, [(0, 2), (10, 24)]);
    }

    #[test]
    fn sets_meet_in_a_common_byte() {
        let set = |ranges: &[(i128, i128)]| {
            let mut bytes = Bytes::default();
            ranges.iter().for_each(|(start, end)| bytes.add(*start, *end));
            bytes
        };
        assert!(set(&[(0, 4), (8, 12)]).meets(&set(&[(4, 9)])));
        assert!(set(&[(0, 20)]).meets(&set(&[(4, 5)])));
        assert!(set(&[(6, 7), (9, 10)]).meets(&set(&[(0, 2), (5, 8)])));
        assert!(!set(&[(0, 4), (8, 12)]).meets(&set(&[(4, 8), (12, 16)])));
        assert!(!set(&[]).meets(&set(&[(0, 1)])));
    }
}
