//! A launch site: what holds at every execution of one launch.

use crate::value::{Buffer, Float, Int};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wp_base::Span;

/// The known value of an argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// An integer or truth value.
    Int(Int),
    /// A constant of type `float` or `double`.
    Float(Float),
    /// A buffer and an offset in bytes (`i64`).
    Pointer(Buffer, Int),
    /// The null pointer.
    Null,
}

/// Flags and counters that earlier launches may have left, and nothing has set back since, as far as can be seen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Left {
    /// Buffers that the launch is given.
    pub buffers: BTreeSet<Buffer>,
    /// True if a variable of the device that the kernel names is among it.
    pub variables: bool,
}

/// A launch in host code, and what holds at every execution of it.
#[derive(Clone, PartialEq, Debug)]
pub struct LaunchSite {
    /// The place in the source.
    pub span: Span,
    /// The function it stands in.
    pub function: Arc<str>,
    /// Blocks (`u32`).
    pub grid: [Int; 3],
    /// Threads per block (`u32`).
    pub block: [Int; 3],
    /// Bytes of dynamic shared memory (`u64`).
    pub shared: Int,
    /// Arguments by the name of the parameter; of those that are left out nothing is known.
    pub arguments: Vec<(Arc<str>, Argument)>,
    /// The parameters that point into the same buffer as another one, if the launch has other cases where they do not.
    pub meeting: Vec<Arc<str>>,
    /// Conditions that hold.
    pub guards: Vec<Int>,
    /// Equations of strides of tensors that are taken to be contiguous.
    pub contiguous: Vec<Int>,
    /// Sizes in bytes (`u64`) of buffers.
    pub sizes: BTreeMap<Buffer, Int>,
    /// The contents of buffers of which all bytes are known.
    pub contents: BTreeMap<Buffer, Arc<[u8]>>,
    /// What earlier launches may have left.
    pub left: Left,
    /// True if the launch is certainly not cooperative, so that a barrier of the grid fails.
    pub is_not_cooperative: bool,
    /// The function without a body that is taken to launch, under the assumption `launcher`.
    pub launcher: Option<Arc<str>>,
    /// True if the assumption `launcher` is about some call in the file: these calls are taken to change nothing that
    /// the facts are about.
    pub assumes_launchers: bool,
}

impl LaunchSite {
    /// True if the same facts are known of both launches, except for their places.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        let LaunchSite {
            span: _,
            function: _,
            grid,
            block,
            shared,
            arguments,
            meeting: _,
            guards,
            // They are about symbols that the other facts name.
            contiguous: _,
            sizes,
            contents,
            left,
            is_not_cooperative,
            launcher,
            assumes_launchers,
        } = self;
        *grid == other.grid
            && *block == other.block
            && *shared == other.shared
            && *arguments == other.arguments
            && *guards == other.guards
            && *sizes == other.sizes
            && *contents == other.contents
            && *left == other.left
            && *is_not_cooperative == other.is_not_cooperative
            && *launcher == other.launcher
            && *assumes_launchers == other.assumes_launchers
    }
}
