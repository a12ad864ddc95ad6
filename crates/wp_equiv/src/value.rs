//! Values that depend on the inputs: a hash-consed graph of operations over input elements.
//!
//! Exact: a node is the operation that the kernel executes, on the operands that it has there. Nothing is simplified
//! here; which nodes count as equal is said in [`crate::normal`].

use rustc_hash::FxHashMap;
use std::sync::Arc;
use wp_base::{define_id, Id, Span};
use wp_kir::{BinOp, CastKind, Type, UnOp};

define_id!(
    /// A value of a [`Pool`]. Operands have smaller ids.
    NodeId,
    "n"
);

/// An operation with its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A constant as a cell of [`wp_interp::scalar`].
    Const(Type, u64),
    /// The initial contents of an array of the pair at this byte offset.
    Input {
        /// Number of the array in the pair.
        array: usize,
        /// Byte offset.
        offset: i64,
        /// Type; integers are unsigned here.
        ty: Type,
    },
    /// A scalar parameter of the pair whose value is not given.
    Param(usize, Type),
    /// A value that is not determined: memory or a variable that was never written, or something that is not modelled.
    Undefined(u32, Type),
    /// Unary operation of operands of the type.
    Unary(UnOp, Type, NodeId),
    /// Binary operation of operands of the type.
    Binary(BinOp, Type, NodeId, NodeId),
    /// `condition ? a : b`
    Select(Type, NodeId, NodeId, NodeId),
    /// Conversion from the first type to the second.
    Cast(CastKind, Type, Type, NodeId),
    /// A pure function by name, with its result type.
    Call(Arc<str>, Type, Vec<NodeId>),
}

impl Node {
    /// The operands, in order.
    pub fn operands(&self) -> Vec<NodeId> {
        match self {
            Node::Const(..) | Node::Input { .. } | Node::Param(..) | Node::Undefined(..) => Vec::new(),
            Node::Unary(_, _, a) | Node::Cast(_, _, _, a) => vec![*a],
            Node::Binary(_, _, a, b) => vec![*a, *b],
            Node::Select(_, c, a, b) => vec![*c, *a, *b],
            Node::Call(_, _, args) => args.clone(),
        }
    }
}

/// The values of both kernels of a pair.
#[derive(Debug, Default)]
pub struct Pool {
    nodes: Vec<Node>,
    ids: FxHashMap<Node, NodeId>,
    undefined: Vec<(Arc<str>, Span)>,
}

impl Pool {
    /// The value of an operation.
    pub fn add(&mut self, node: Node) -> NodeId {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    /// A new value that nothing determines, with its cause.
    pub fn undefined(&mut self, ty: Type, what: Arc<str>, span: Span) -> NodeId {
        self.undefined.push((what, span));
        self.add(Node::Undefined(self.undefined.len() as u32 - 1, ty))
    }

    /// Why a value is undefined.
    pub fn cause(&self, undefined: u32) -> Option<&(Arc<str>, Span)> {
        self.undefined.get(undefined as usize)
    }

    /// The operation of a value.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Number of values.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Every value below the roots, the roots included, operands first.
    pub fn below(&self, roots: &[NodeId]) -> Vec<NodeId> {
        let mut marked = vec![false; roots.iter().map(|r| r.index() + 1).max().unwrap_or(0)];
        roots.iter().for_each(|r| marked[r.index()] = true);
        // Operands have smaller ids.
        for index in (0..marked.len()).rev() {
            if marked[index] {
                self.nodes[index].operands().iter().for_each(|o| marked[o.index()] = true);
            }
        }
        (0..marked.len()).filter(|&i| marked[i]).map(NodeId::from_index).collect()
    }
}
