//! Snapshots: objects that stand for what other memory held at an earlier point, in conditions only (Chong et al. 2013, section 4: a
//! ghost array that holds what a phase of the kernel has left).
//!
//! For cells that the thread itself stored to or read since the last barrier, a snapshot holds the values that the
//! thread saw there. Any other cell holds what its owner, the one thread that stores to it before the next barrier, saw
//! there when it took the snapshot, or what the barrier left if it has no owner. This is one array for all threads that
//! took the snapshot, as long as there is no race. So it is the function of the cell that loads have at that point
//! (`memory`), about which a thread knows what it knew then.
//!
//! A snapshot counts on the paths that took it: where others join them, behind the loop that took it and in its next iteration it holds anything.

use crate::exec::Exec;
use crate::state::{PtrAlt, State, Target, Value};
use std::collections::BTreeSet;
use wp_kir::{ExprId, ObjectId, Type};
use wp_logic::{Class, Range, Sort, TermId};

/// The contents that an object stands for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Snapshot {
    /// Any offset, in bytes.
    cell: TermId,
    /// The value of the cell.
    value: TermId,
    /// Type of the elements.
    ty: Type,
}

impl Exec<'_> {
    /// From here on, `object` stands for what `of` points to.
    pub(crate) fn take_snapshot(&mut self, st: &mut State, object: ObjectId, of: ExprId) {
        st.snapshots.remove(&object);
        let alts = self.eval_ptr(st, of);
        let [PtrAlt { target: Target::Object(source), offset, .. }] = alts[..] else { return };
        let ty = self.kernel.objects[object].elem;
        if self.kernel.objects[source].elem != ty || self.snapshot_objects.contains(&source) {
            return;
        }
        let cell = self.terms.sym("cell", Sort::Int, Class::Launch, Range::ALL);
        let there = self.terms.add(cell, offset);
        if let Some(value) = self.contents_now(source, ty, there) {
            st.snapshots.insert(object, Snapshot { cell, value, ty });
        }
    }

    /// The snapshot into which a pointer may point.
    pub(crate) fn snapshot_object(&self, alts: &[PtrAlt]) -> Option<ObjectId> {
        alts.iter().find_map(|alt| match alt.target {
            Target::Object(object) if self.snapshot_objects.contains(&object) => Some(object),
            _ => None,
        })
    }

    /// The value that a condition reads from a snapshot.
    pub(crate) fn load_snapshot(&mut self, st: &State, object: ObjectId, alts: &[PtrAlt], ty: Type) -> Value {
        match (alts, st.snapshots.get(&object)) {
            ([alt], Some(taken)) if taken.ty == ty => {
                let map = [(taken.cell, alt.offset)].into_iter().collect();
                Value::Term(self.terms.substitute(taken.value, &map))
            }
            _ => self.unknown("contents of a snapshot", ty),
        }
    }

    /// Forgets the snapshots of these objects.
    pub(crate) fn forget_snapshots(&self, st: &mut State, objects: &BTreeSet<ObjectId>) {
        st.snapshots.retain(|object, _| !objects.contains(object));
    }
}
