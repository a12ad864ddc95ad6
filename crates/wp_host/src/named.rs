//! Places that name kernels, and the part of a tree in which they count.

use rustc_hash::FxHashMap;
use wp_base::Span;
use wp_clang::{Node, NodeId, TranslationUnit};

/// A place that names a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    /// The place; in the argument of a macro the name of the macro.
    pub span: Span,
    /// The expression.
    pub node: NodeId,
}

impl Named {
    /// The place of an expression that names a kernel.
    pub fn by(node: &Node) -> Self {
        Named { span: node.span, node: node.id }
    }
}

/// A mention of a kernel other than in a launch that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The place.
    pub span: Span,
    /// True if only functions without a body are given the kernel: no code in the files chooses the extents.
    pub only_given_to_unknown: bool,
}

impl Mention {
    /// A mention from which the files may launch the kernel.
    pub fn at(span: Span) -> Self {
        Mention { span, only_given_to_unknown: false }
    }

    /// The mentions of one kernel as one: that from which the files may launch it, else the first.
    pub fn merge(self, other: Self) -> Self {
        if self.only_given_to_unknown && !other.only_given_to_unknown {
            other
        } else {
            self
        }
    }
}

/// Mentions by kernel.
pub(crate) type Mentions = FxHashMap<NodeId, Mention>;

/// The kernels of a file, declared ones included, by name.
pub(crate) type Names<'u> = FxHashMap<&'u str, Vec<NodeId>>;

/// The code of a tree that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// All of it.
    Whole,
    /// Functions of the device only: host code is read in the separate tree of the host compilation.
    Device,
}

impl Part {
    /// The part of the tree of the device's compilation that is read.
    pub(crate) fn of_unit(unit: &TranslationUnit) -> Self {
        match unit.host {
            Some(_) => Part::Device,
            None => Part::Whole,
        }
    }
}
