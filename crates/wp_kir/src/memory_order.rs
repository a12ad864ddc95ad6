//! The order of atomic accesses and fences (C++ `memory_order`; PTX ISA, memory consistency model).

/// What an atomic access or a fence orders for its own thread, and with it for others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemOrder {
    /// The source states no order, as with CUDA's `atomicAdd`: relaxed in the memory model. Simulations let such an
    /// access acquire what it observes, because much code leaves out the fence behind it.
    Unstated,
    /// No other access is ordered.
    Relaxed,
    /// Accesses behind it come after what a write released that it observes.
    Acquire,
    /// Accesses in front of it come before what follows in a thread that acquires it.
    Release,
    /// Both; a write releases, a read acquires.
    AcqRel,
    /// Both, and one order of all such fences that every thread agrees on. Proofs use that order of fences only: an
    /// access of this kind is one that acquires and releases.
    SeqCst,
}

impl MemOrder {
    /// True if a read of this order, or a fence, acquires.
    pub fn acquires(self) -> bool {
        matches!(self, MemOrder::Acquire | MemOrder::AcqRel | MemOrder::SeqCst)
    }

    /// True if a write of this order, or a fence, releases.
    pub fn releases(self) -> bool {
        matches!(self, MemOrder::Release | MemOrder::AcqRel | MemOrder::SeqCst)
    }

    /// True if it orders any accesses.
    pub fn orders(self) -> bool {
        self.acquires() || self.releases()
    }
}
