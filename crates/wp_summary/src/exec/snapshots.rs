//! Snapshots: objects that hold the contents of other memory at an earlier point, in conditions only (Chong et al.
//! 2013, section 4: a ghost array with the contents that a phase of the kernel has left).
//!
//! For cells that the thread itself stored to or read since the last barrier, a snapshot holds the values that the
//! thread saw there. Every other cell holds the value that its owner, the one thread that stores to the cell before the
//! next barrier, saw when it took the snapshot, or the value at the last barrier if the cell has no owner. Without
//! races this is one array for all threads that took the snapshot: the function of the cell that loads have at that
//! point (`memory`), about which a thread has the facts of that point.
//!
//! A snapshot is valid on the paths that took it. Where other paths join, behind a loop that took it and in the loop's
//! next iteration, its contents are unknown.

use crate::context::Context;
use crate::exec::Exec;
use crate::state::{PtrAlt, Snapshot, State, Target, Value};
use wp_kir::{ExprId, ObjectId, Type};
use wp_logic::{Class, Range, Sort};

impl Exec<'_> {
    /// From here on, `object` stands for what `of` points to.
    pub(crate) fn take_snapshot(&mut self, st: &mut State, object: ObjectId, of: ExprId) {
        st.snapshots.remove(&object);
        let alts = self.eval_ptr(st, of);
        let [PtrAlt { target: Target::Object(source), offset, .. }] = alts[..] else { return };
        let ty = self.cx.kernel.objects[object].elem;
        if self.cx.kernel.objects[source].elem != ty || self.cx.snapshot_objects.contains(&source) {
            return;
        }
        let cell = self.cx.terms.sym("cell", Sort::Int, Class::Launch, Range::ALL);
        let there = self.cx.terms.add(cell, offset);
        if let Some(value) = self.memory.contents_now(&mut self.cx, source, ty, there) {
            st.snapshots.insert(object, Snapshot { cell, value, ty });
        }
    }
}

impl Context<'_> {
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
}
