//! The interface between the executor and the values that it computes with.
//!
//! A domain without memory or without open conditions leaves out the methods about these. Most of the defaults stop the
//! execution at the step that needs them ([`Obstacle::NotImplemented`]); those of `test_limits`, `may_skip` and
//! `loop_ended` do nothing.

use wp_base::Span;
use wp_kir::{AssumeKind, AtomicOp, BarrierScope, ExprId, Fence, LoopId, Space, Stmt, Storage, Type};

/// A thread of the block.
#[derive(Clone, Debug)]
pub struct Thread<V, C> {
    /// The linear index in the block, which is also the position among the threads.
    pub number: u32,
    /// Values of the variables, by id.
    pub vars: Vec<V>,
    /// The open conditions under which the thread executes the statement at hand, in the order of the branches.
    pub guard: Vec<Literal<C>>,
    /// True once the thread has returned.
    pub ended: bool,
}

impl<V, C> Thread<V, C> {
    /// A thread that has not begun.
    pub fn new(number: u32, vars: Vec<V>) -> Self {
        Self { number, vars, guard: Vec::new(), ended: false }
    }
}

/// The thread type of a domain.
pub type ThreadOf<D> = Thread<<D as Domain>::Value, <D as Domain>::Condition>;

/// An open condition with the truth value that it has on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal<C> {
    /// The condition.
    pub condition: C,
    /// Its truth value.
    pub holds: bool,
}

/// The truth value of a condition in a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision<C> {
    /// True for all inputs.
    True,
    /// False for all inputs.
    False,
    /// Not decided.
    Open(C),
}

/// The reason for which the executor cannot continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle<'a> {
    /// The limit on steps is reached.
    Steps,
    /// The condition of a loop is open.
    OpenLoop,
    /// A thread ends, continues a loop or leaves it on some of its paths only.
    OpenExit,
    /// Threads that have not ended do not reach a barrier together, or do so on some of their paths only.
    Divergence,
    /// A construct that the lowering does not model.
    Unsupported(&'a str),
    /// A step that the domain does not implement.
    NotImplemented,
}

/// The barriers that a block has passed, for each space that they order: the number of the current barrier interval.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Passed {
    global: u32,
    shared: u32,
    image: u32,
}

impl Passed {
    /// Counts a barrier.
    pub(crate) fn count(&mut self, fence: Fence) {
        self.global += u32::from(fence.global);
        self.shared += u32::from(fence.shared);
        self.image += u32::from(fence.image);
    }

    /// The barrier interval of accesses to a space; private memory is ordered without barriers.
    pub fn interval(self, space: Space) -> u32 {
        match space {
            Space::Global | Space::Constant => self.global,
            Space::Shared => self.shared,
            Space::Image => self.image,
            Space::Private => 0,
        }
    }
}

/// The moment at which a statement is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The place of the statement in the source.
    pub span: Span,
    /// The number of loops around the statement.
    pub loops: usize,
    /// The barriers that the block has passed.
    pub passed: Passed,
}

/// An access of a thread to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access<V> {
    /// The address.
    pub ptr: V,
    /// The type of the access.
    pub ty: Type,
    /// True if the access is `volatile`.
    pub volatile: bool,
    /// The moment of the access.
    pub at: Moment,
}

/// True if these are all threads that have not ended, each on all of its paths.
pub fn all_meet<V, C>(threads: &[Thread<V, C>], active: &[usize]) -> bool {
    let waiting = threads.iter().filter(|t| !t.ended).count();
    active.len() == waiting && active.iter().all(|&t| threads[t].guard.is_empty())
}

/// True if these threads are, warp by warp of so many lanes, none or all of those that have not ended, each on all of its
/// paths.
pub fn lanes_meet<V, C>(threads: &[Thread<V, C>], active: &[usize], lanes: u32) -> bool {
    let lanes = lanes as usize;
    let mut here = vec![false; threads.len()];
    active.iter().for_each(|&t| here[t] = true);
    let complete = threads.chunks(lanes).zip(here.chunks(lanes)).all(|(warp, here)| {
        here.iter().all(|h| !h) || warp.iter().zip(here).all(|(thread, &here)| here || thread.ended)
    });
    complete && active.iter().all(|&t| threads[t].guard.is_empty())
}

/// The values that threads compute with, and the memory that they access.
pub trait Domain: Sized {
    /// The value of a variable in one thread.
    type Value: Clone;
    /// A condition that is not decided.
    type Condition: Clone + PartialEq;
    /// All state that statements change and that is not in the threads.
    type Memory: Clone;
    /// The reason for which an execution ended early.
    type Stop;

    /// The reason for an obstacle of the executor.
    fn stop(&self, obstacle: Obstacle, span: Span) -> Self::Stop;

    /// The memory, which the executor saves and restores around a loop that may be skipped.
    fn memory(&mut self) -> &mut Self::Memory;

    /// A limit of the domain, tested before each statement and each iteration of a loop, with the steps that are left.
    fn test_limits(&mut self, _: u64, _: Span) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// The value of an expression in a thread.
    fn eval(&mut self, thread: &mut ThreadOf<Self>, expr: ExprId) -> Result<Self::Value, Self::Stop>;

    /// The truth value of a condition that has this value.
    fn decide(&mut self, value: Self::Value, span: Span) -> Result<Decision<Self::Condition>, Self::Stop>;

    /// The first of two values of a type if all literals hold, else the second.
    fn choose(
        &mut self,
        _: &[Literal<Self::Condition>],
        _: [Self::Value; 2],
        _: Type,
        span: Span,
    ) -> Result<Self::Value, Self::Stop> {
        Err(self.stop(Obstacle::NotImplemented, span))
    }

    /// The disjunction of paths, each a conjunction of literals: the condition under which a thread is at the place where
    /// these paths meet, while its other paths have left for a later place.
    fn either(&mut self, _: &[Vec<Literal<Self::Condition>>], span: Span) -> Result<Self::Condition, Self::Stop> {
        Err(self.stop(Obstacle::NotImplemented, span))
    }

    /// A value of a type of which nothing is known, for this reason.
    fn unknown(&mut self, _: Type, _: &str, span: Span) -> Result<Self::Value, Self::Stop> {
        Err(self.stop(Obstacle::NotImplemented, span))
    }

    /// Storage of a thread holds indeterminate values from here on, on all paths of the thread.
    fn declare(&mut self, thread: &mut ThreadOf<Self>, storage: Storage, span: Span) -> Result<(), Self::Stop>;

    /// The contents of memory.
    fn load(&mut self, _: &ThreadOf<Self>, access: Access<Self::Value>) -> Result<Self::Value, Self::Stop> {
        Err(self.stop(Obstacle::NotImplemented, access.at.span))
    }

    /// A store under the guard of the thread.
    fn store(&mut self, _: &ThreadOf<Self>, access: Access<Self::Value>, _: Self::Value) -> Result<(), Self::Stop> {
        Err(self.stop(Obstacle::NotImplemented, access.at.span))
    }

    /// The effect on memory of an atomic operation under the guard of the thread. Its result, the old value, depends on
    /// the order of the threads and is unknown in every domain.
    fn atomic(
        &mut self,
        _: &ThreadOf<Self>,
        access: Access<Self::Value>,
        _: AtomicOp,
        _: &[Self::Value],
    ) -> Result<(), Self::Stop> {
        Err(self.stop(Obstacle::NotImplemented, access.at.span))
    }

    /// A barrier of the block or of the grid at which all threads meet that have not ended.
    fn barrier(&mut self, _: &[ThreadOf<Self>], _: BarrierScope, at: Moment) -> Result<(), Self::Stop> {
        Err(self.stop(Obstacle::NotImplemented, at.span))
    }

    /// A barrier of warps that the active threads reach.
    fn warp_barrier(&mut self, _: &[ThreadOf<Self>], _: &[usize], at: Moment) -> Result<(), Self::Stop> {
        Err(self.stop(Obstacle::NotImplemented, at.span))
    }

    /// A shuffle, vote or ballot of the active threads ([`wp_kir::StmtKind::Warp`]), which sets its result.
    fn warp(&mut self, _: &mut [ThreadOf<Self>], _: &[usize], stmt: &Stmt) -> Result<(), Self::Stop> {
        Err(self.stop(Obstacle::NotImplemented, stmt.span))
    }

    /// A condition that the kernel takes as a fact.
    fn assume(&mut self, _: &mut ThreadOf<Self>, _: ExprId, _: AssumeKind, span: Span) -> Result<(), Self::Stop> {
        Err(self.stop(Obstacle::NotImplemented, span))
    }

    /// True if a loop is worth a saved state, so that it can be skipped if it cannot be followed.
    fn may_skip(&self, _: &Stmt) -> bool {
        false
    }

    /// The loop stopped for `reason`. Makes everything unknown that it may change, or returns `reason`. Threads and memory
    /// are as they were before the loop.
    fn skip(&mut self, _: &mut [ThreadOf<Self>], _: &[usize], _: &Stmt, reason: Self::Stop) -> Result<(), Self::Stop> {
        Err(reason)
    }

    /// These threads are behind a loop.
    fn loop_ended(&mut self, _: &[ThreadOf<Self>], _: &[usize], _: LoopId, _: Moment) {}
}
