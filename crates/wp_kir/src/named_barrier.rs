//! Operations on the numbered barriers of a block.

use crate::ExprId;

/// An operation on a numbered barrier of the block.
///
/// Each warp takes part as a whole: it arrives when all of its threads that have not ended execute the operation. A
/// generation of the barrier is complete when `count` threads, in whole warps, have arrived; then it starts afresh.
/// What a thread does before it arrives happens before what those do that have waited for the same generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedBarrier {
    /// The number of the barrier, `u32`.
    pub id: ExprId,
    /// The number of threads of a generation, `u32`; all threads of the block without it.
    pub count: Option<ExprId>,
    /// True if the threads wait until the generation is complete, false if they only arrive.
    pub waits: bool,
}

impl NamedBarrier {
    /// The operands.
    pub fn operands(self) -> impl Iterator<Item = ExprId> {
        [self.id].into_iter().chain(self.count)
    }
}
