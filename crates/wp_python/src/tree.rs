//! The syntax tree of a Python file as a list of nodes in preorder. Nothing here recurses: the depth of a tree is that of
//! its text, which may be anything.

use crate::NotPython;
use std::ops::Range;

/// A node by its position in the preorder.
pub(crate) type Index = usize;

/// A node of the tree.
#[derive(Clone, Debug)]
struct Node {
    kind: &'static str,
    /// Its name in its parent.
    field: Option<&'static str>,
    range: Range<usize>,
    parent: Index,
    /// The first node behind its subtree.
    behind: Index,
    is_named: bool,
}

/// The tree with its text.
pub(crate) struct Tree<'a> {
    pub source: &'a str,
    nodes: Vec<Node>,
}

/// The largest file that is read; positions have 32 bits.
const MAX_BYTES: usize = 64 << 20;

impl<'a> Tree<'a> {
    /// The tree of a text without errors of syntax.
    pub fn parse(source: &'a str) -> Result<Self, NotPython> {
        let nowhere = NotPython { place: 0..0 };
        let mut parser = tree_sitter::Parser::new();
        if source.len() > MAX_BYTES || parser.set_language(&tree_sitter_python::LANGUAGE.into()).is_err() {
            return Err(nowhere);
        }
        let parsed = parser.parse(source, None).ok_or(nowhere)?;
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<Index> = Vec::new();
        let mut cursor = parsed.walk();
        loop {
            let node = cursor.node();
            if node.is_error() || node.is_missing() {
                return Err(NotPython { place: node.byte_range() });
            }
            let index = nodes.len();
            nodes.push(Node {
                kind: node.kind(),
                field: cursor.field_name(),
                range: node.byte_range(),
                parent: open.last().copied().unwrap_or(0),
                behind: index + 1,
                is_named: node.is_named(),
            });
            if cursor.goto_first_child() {
                open.push(index);
                continue;
            }
            while !cursor.goto_next_sibling() {
                let Some(done) = open.pop().filter(|_| cursor.goto_parent()) else {
                    return Ok(Self { source, nodes });
                };
                nodes[done].behind = nodes.len();
            }
        }
    }

    /// All nodes, parents first.
    pub fn all(&self) -> Range<Index> {
        0..self.nodes.len()
    }

    /// The nodes below one, and itself.
    pub fn within(&self, node: Index) -> Range<Index> {
        node..self.nodes[node].behind
    }

    pub fn kind(&self, node: Index) -> &'static str {
        self.nodes[node].kind
    }

    pub fn range(&self, node: Index) -> Range<usize> {
        self.nodes[node].range.clone()
    }

    pub fn text(&self, node: Index) -> &'a str {
        self.source.get(self.range(node)).unwrap_or("")
    }

    /// The name of a node in its parent.
    pub fn field(&self, node: Index) -> Option<&'static str> {
        self.nodes[node].field
    }

    pub fn parent(&self, node: Index) -> Option<Index> {
        (node > 0).then(|| self.nodes[node].parent)
    }

    /// The nodes above one, nearest first.
    pub fn above(&self, node: Index) -> impl Iterator<Item = Index> + '_ {
        std::iter::successors(self.parent(node), |&at| self.parent(at))
    }

    /// The children with a kind of their own, without comments.
    pub fn children(&self, node: Index) -> impl Iterator<Item = Index> + '_ {
        self.every_child(node).filter(|&child| self.nodes[child].is_named && self.kind(child) != "comment")
    }

    /// The children, punctuation included.
    pub fn every_child(&self, node: Index) -> impl Iterator<Item = Index> + '_ {
        let behind = self.nodes[node].behind;
        let next = move |&child: &Index| Some(self.nodes[child].behind).filter(|&next| next < behind);
        std::iter::successors(Some(node + 1).filter(|&first| first < behind), next)
    }

    /// The child of that name.
    pub fn child(&self, node: Index, field: &str) -> Option<Index> {
        self.every_child(node).find(|&child| self.field(child) == Some(field))
    }
}
