//! What unknown pointers may point into, in combinations.
//!
//! Where two paths join or a loop repeats, a pointer with several possible values becomes the start of a new unknown
//! buffer. A row says where such buffers start on some of the paths; one of the rows of a state holds. So it is known
//! of two pointers that are exchanged in a loop that they never meet, and of `c ? p : q` and `q` that they may.
//! Over-approximate: of a buffer that a row does not mention nothing is known.

use crate::value::{Buffer, Expr, Int, Value};
use std::collections::{BTreeMap, BTreeSet};
use wp_kir::{BinOp, Type};

wp_base::limits! {
    /// Rows of a state. With more of them nothing is known.
    const MAX_ROWS: usize = 8;
}

/// A place in a buffer, in bytes (`i64`).
pub(crate) type Place = (Buffer, Int);

/// A pointer that has one value on one path, and another one on another path.
pub(crate) struct Merged {
    /// The unknown buffer that starts where the pointer points.
    pub buffer: Buffer,
    /// The values on the two paths.
    pub values: [Place; 2],
}

/// Facts about unknown buffers that hold together.
#[derive(Clone, PartialEq, Default, Debug)]
struct Row {
    /// Where unknown buffers start.
    starts: BTreeMap<Buffer, Place>,
    /// Conditions that hold.
    conditions: Vec<Int>,
}

impl Row {
    /// The place in buffers of which the row does not say where they start.
    fn resolved(&self, (buffer, at): &Place) -> Option<Place> {
        match self.starts.get(buffer) {
            Some((start, offset)) => Some((*start, Expr::binary(BinOp::Add, offset, at)?)),
            None => Some((*buffer, at.clone())),
        }
    }

    fn is_contradictory(&self, guards: &[Int]) -> bool {
        let holds = |c: &Int| self.conditions.contains(c) || guards.contains(c);
        self.conditions.iter().any(|c| holds(&c.not()))
    }

    /// True if the row says no more than another one.
    fn follows_from(&self, other: &Row) -> bool {
        self.starts == other.starts && self.conditions.iter().all(|c| other.conditions.contains(c))
    }
}

/// The rows of a state, of which one holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Targets {
    rows: Vec<Row>,
}

impl Default for Targets {
    /// Nothing is known.
    fn default() -> Self {
        Self { rows: vec![Row::default()] }
    }
}

/// The pointers of a launch in one combination.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Combination {
    /// The place of each pointer, in the order of the arguments.
    pub places: Vec<Place>,
    /// Conditions that hold in this combination.
    pub conditions: Vec<Int>,
}

impl Combination {
    /// For each pointer the position of the first one into the same buffer.
    pub fn groups(&self) -> Vec<usize> {
        let first = |(buffer, _): &Place| self.places.iter().position(|(other, _)| other == buffer).unwrap_or(0);
        self.places.iter().map(first).collect()
    }
}

impl Targets {
    fn add(&mut self, row: Row) {
        if row.is_contradictory(&[]) || self.rows.iter().any(|known| known.follows_from(&row)) {
            return;
        }
        self.rows.retain(|known| !row.follows_from(known));
        self.rows.push(row);
    }

    /// The rows, if there are few enough and not all of them are contradictory.
    fn limited(self) -> Self {
        if (1..=MAX_ROWS.get()).contains(&self.rows.len()) {
            self
        } else {
            Self::default()
        }
    }

    /// The rows behind two paths. The condition holds on the first one, and not on the second one.
    pub fn join(self, other: Self, condition: Option<&Int>, merged: &[Merged]) -> Self {
        let mut joined = Self { rows: Vec::new() };
        for (path, targets) in [self, other].into_iter().enumerate() {
            for mut row in targets.rows {
                for Merged { buffer, values } in merged {
                    if let Some(place) = row.resolved(&values[path]) {
                        row.starts.insert(*buffer, place);
                    }
                }
                if let Some(c) = condition.filter(|_| !merged.is_empty()) {
                    row.conditions.push(if path == 0 { c.clone() } else { c.not() });
                }
                joined.add(row);
            }
        }
        joined.limited()
    }

    /// Notes that a condition says whether a pointer is equal to another one, or to null where there is none. Buffers
    /// that allocations have made start at different places, none of which is null.
    pub fn compare(&mut self, equal: &Int, a: &Place, b: Option<&Place>, is_allocated: impl Fn(Buffer) -> bool) {
        let is_start = |(buffer, at): &Place| is_allocated(*buffer) && at.constant() == Some(0);
        for row in &mut self.rows {
            let Some(a) = row.resolved(a) else { continue };
            let holds = match b.map(|b| row.resolved(b)) {
                None => is_start(&a).then_some(false),
                Some(None) => None,
                Some(Some(b)) if a == b => Some(true),
                Some(Some(b)) => (a.0 != b.0 && is_start(&a) && is_start(&b)).then_some(false),
            };
            row.conditions.extend(holds.map(|holds| if holds { equal.clone() } else { equal.not() }));
        }
    }

    /// The rows where unknown buffers start at these places.
    pub fn with(&self, starts: &[(Buffer, Place)]) -> Self {
        let mut with = Self { rows: Vec::new() };
        for row in &self.rows {
            let mut row = row.clone();
            for (buffer, place) in starts {
                if let Some(place) = row.resolved(place) {
                    row.starts.insert(*buffer, place);
                }
            }
            with.add(row);
        }
        with.limited()
    }

    /// The rows at the head of a loop after one more iteration, whose end has the rows `end`. `pointers` are the
    /// buffers that stand for pointers at the head, with their values at the end; buffers above `newest` are new in the
    /// iteration. `None` if the iteration makes something that is not known at the head.
    ///
    /// Conditions are dropped: their values are those of the iteration.
    pub fn repeated(&self, end: &Self, pointers: &[(Buffer, Place)], newest: Buffer) -> Option<Self> {
        let mut head = self.clone();
        let known: BTreeSet<Buffer> = self.rows.iter().flat_map(|row| row.starts.keys().copied()).collect();
        for row in &end.rows {
            let mut again = Row::default();
            let kept = row.starts.iter().filter(|(buffer, _)| known.contains(buffer));
            again.starts.extend(kept.map(|(buffer, place)| (*buffer, place.clone())));
            for (buffer, value) in pointers {
                let (target, at) = row.resolved(value)?;
                at.constant().filter(|_| target <= newest)?;
                again.starts.insert(*buffer, (target, at));
            }
            head.add(again);
        }
        Some(head.limited())
    }

    /// The combinations of places that the pointers of a launch may have where the guards hold.
    pub fn combinations(&self, pointers: &[Place], guards: &[Int]) -> Vec<Combination> {
        let mut found: Vec<Combination> = Vec::new();
        for row in self.rows.iter().filter(|row| !row.is_contradictory(guards)) {
            let places = pointers.iter().map(|place| row.resolved(place).unwrap_or_else(|| place.clone())).collect();
            let combination = Combination { places, conditions: row.conditions.clone() };
            if !found.contains(&combination) {
                found.push(combination);
            }
        }
        found
    }
}

/// The place that a value points to.
pub(crate) fn place_of(value: &Value) -> Option<Place> {
    match value {
        Value::Pointer(buffer, at) => Some((*buffer, at.clone())),
        _ => None,
    }
}

/// The start of a buffer.
pub(crate) fn start_of(buffer: Buffer) -> Place {
    (buffer, Expr::int(0, Type::I64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Kind, Symbol};

    const P: Buffer = Buffer(1);
    const Q: Buffer = Buffer(2);
    const NEWEST: Buffer = Buffer(9);

    fn condition(id: u32) -> Int {
        Expr::new(Kind::Symbol(Symbol { id, name: "c".into(), of_dim3: false }), Type::Bool)
    }

    fn merged(buffer: u32, first: Buffer, second: Buffer) -> Merged {
        Merged { buffer: Buffer(buffer), values: [start_of(first), start_of(second)] }
    }

    /// The buffers of the pointers in each combination.
    fn buffers(targets: &Targets, pointers: &[u32], guards: &[Int]) -> Vec<Vec<u32>> {
        let pointers: Vec<Place> = pointers.iter().map(|b| start_of(Buffer(*b))).collect();
        let of = |c: Combination| c.places.iter().map(|(buffer, _)| buffer.0).collect();
        targets.combinations(&pointers, guards).into_iter().map(of).collect()
    }

    #[test]
    fn pointers_of_one_join_belong_together() {
        let joined = Targets::default().join(Targets::default(), None, &[merged(3, P, Q), merged(4, Q, P)]);
        assert_eq!(buffers(&joined, &[3, 4], &[]), [[1, 2], [2, 1]]);
        assert_eq!(buffers(&joined, &[3, 2], &[]), [[1, 2], [2, 2]]);
        let both = [start_of(Buffer(3)), start_of(Buffer(4))];
        assert!(joined.combinations(&both, &[]).iter().all(|c| c.groups() == [0, 1]));
    }

    #[test]
    fn conditions_exclude_rows() {
        let c = condition(1);
        let first = Targets::default().join(Targets::default(), Some(&c), &[merged(3, P, Q)]);
        let both = first.clone().join(first.clone(), Some(&c), &[merged(4, Q, P)]);
        assert_eq!(buffers(&both, &[3, 4], &[]), [[1, 2], [2, 1]]);
        assert_eq!(buffers(&first, &[3], &[c.not()]), [[2]]);
        let other = first.clone().join(first, Some(&condition(2)), &[merged(4, Q, P)]);
        assert_eq!(buffers(&other, &[3, 4], &[]).len(), 4);
    }

    #[test]
    fn a_comparison_excludes_rows() {
        let mut either = Targets::default().join(Targets::default(), None, &[merged(3, P, Q)]);
        let is_p = condition(1);
        either.compare(&is_p, &start_of(Buffer(3)), Some(&start_of(P)), |buffer| buffer <= Q);
        // `x == p ? q : p`
        let other = either.clone().join(either, Some(&is_p), &[merged(4, Q, P)]);
        assert_eq!(buffers(&other, &[3, 4], &[]), [[1, 2], [2, 1]]);
        // `p ? p : q`
        let (mut known, is_null) = (Targets::default(), condition(2));
        known.compare(&is_null, &start_of(P), None, |buffer| buffer <= Q);
        let first = known.clone().join(known, Some(&is_null.not()), &[merged(3, P, Q)]);
        assert_eq!(buffers(&first, &[3], &[]), [[1]]);
    }

    #[test]
    fn an_exchange_in_a_loop_ends_with_two_rows() {
        // At the head of the loop, 3 and 4 stand for the pointers; an iteration exchanges them.
        let mut head = Targets::default().with(&[(Buffer(3), start_of(P)), (Buffer(4), start_of(Q))]);
        let exchanged = [(Buffer(3), start_of(Buffer(4))), (Buffer(4), start_of(Buffer(3)))];
        for rows in [2, 2] {
            head = head.repeated(&head, &exchanged, NEWEST).unwrap();
            assert_eq!(head.rows.len(), rows);
        }
        assert_eq!(buffers(&head, &[3, 4], &[]), [[1, 2], [2, 1]]);
        // An assignment makes them meet.
        let assigned = [(Buffer(3), start_of(Buffer(4))), (Buffer(4), start_of(Buffer(4)))];
        let met = head.repeated(&head, &assigned, NEWEST).unwrap();
        assert!(buffers(&met, &[3, 4], &[]).contains(&vec![2, 2]));
    }

    #[test]
    fn what_is_new_in_an_iteration_is_not_known_at_the_head() {
        let head = Targets::default().with(&[(Buffer(3), start_of(P))]);
        assert_eq!(head.repeated(&head, &[(Buffer(3), start_of(Buffer(10)))], NEWEST), None);
        let moved = (P, Expr::new(Kind::Symbol(Symbol { id: 7, name: "i".into(), of_dim3: false }), Type::I64));
        assert_eq!(head.repeated(&head, &[(Buffer(3), moved)], NEWEST), None);
    }

    #[test]
    fn too_many_rows_say_nothing() {
        let mut targets = Targets::default();
        for n in 0..4 {
            targets = targets.clone().join(targets, Some(&condition(n)), &[merged(10 + n, P, Q)]);
        }
        assert_eq!(targets, Targets::default());
    }
}
