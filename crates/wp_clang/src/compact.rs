//! The stored form of the prelude's declarations: the tree without positions and unused nodes, in a binary format that
//! is read several times faster than Clang's JSON.
//!
//! A function of a namespace without a body keeps name and type, by which the lowering knows intrinsics; a member
//! function without a body is dropped. A function template keeps its instances with bodies, and name and type of its
//! pattern.

use crate::ast::{body, is_function, DeclRef, Node, NodeId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wp_base::{Id, Span};

/// Drops what nothing reads. All types, constants, variables and functions with bodies stay as they are;
/// using-declarations are dropped.
pub(crate) fn filter(node: &mut Node) {
    let of_namespace = matches!(&*node.kind, "TranslationUnitDecl" | "NamespaceDecl" | "LinkageSpecDecl");
    node.inner.retain_mut(|child| {
        if is_function(&child.kind) {
            return keep_function(child, of_namespace);
        }
        match &*child.kind {
            "FunctionTemplateDecl" => {
                child.inner.retain_mut(|f| {
                    let is_instance = f.inner.iter().any(|c| &*c.kind == "TemplateArgument");
                    if is_function(&f.kind) && !is_instance && of_namespace {
                        reduce_to_name(f);
                        return true;
                    }
                    is_function(&f.kind) && is_instance && body(f).is_some()
                });
                !child.inner.is_empty()
            }
            "NamespaceDecl"
            | "LinkageSpecDecl"
            | "CXXRecordDecl"
            | "ClassTemplateDecl"
            | "ClassTemplateSpecializationDecl"
            | "RecordDecl" => {
                filter(child);
                true
            }
            "UsingDecl" | "UsingShadowDecl" => false,
            _ => true,
        }
    });
}

/// True if a function stays; of one without a body, only name and type do.
fn keep_function(function: &mut Node, of_namespace: bool) -> bool {
    let has_body = body(function).is_some();
    if !has_body && of_namespace {
        reduce_to_name(function);
    }
    has_body || of_namespace
}

/// Leaves the name and the type of a declaration.
fn reduce_to_name(node: &mut Node) {
    node.inner.clear();
    node.flags.clear();
    node.extra.clear();
}

/// The number of a string in the table of strings.
type TextNumber = u32;

#[derive(Serialize, Deserialize)]
struct Stored<'a> {
    #[serde(borrow)]
    strings: Vec<&'a str>,
    root: StoredNode,
}

/// A [`Node`] without positions, with numbers for its strings.
#[derive(Serialize, Deserialize)]
struct StoredNode {
    id: u32,
    kind: TextNumber,
    name: Option<TextNumber>,
    ty: Option<TextNumber>,
    desugared: Option<TextNumber>,
    value: Option<TextNumber>,
    opcode: Option<TextNumber>,
    cast_kind: Option<TextNumber>,
    referenced: Option<StoredRef>,
    flags: Vec<TextNumber>,
    extra: Vec<(TextNumber, TextNumber)>,
    inner: Vec<StoredNode>,
}

/// A [`DeclRef`] with numbers for its strings.
#[derive(Serialize, Deserialize)]
struct StoredRef {
    id: u32,
    kind: TextNumber,
    name: TextNumber,
    ty: TextNumber,
}

/// The binary form of a tree.
pub(crate) fn encode(root: &Node) -> Result<Vec<u8>, postcard::Error> {
    let mut writer = Writer::default();
    let root = writer.node(root);
    postcard::to_stdvec(&Stored { strings: writer.strings, root })
}

/// The tree of a binary form.
pub(crate) fn decode(bytes: &[u8]) -> Result<Node, postcard::Error> {
    let stored: Stored<'_> = postcard::from_bytes(bytes)?;
    let strings: Vec<Arc<str>> = stored.strings.into_iter().map(Arc::from).collect();
    // A number outside of the table stands for damage that the hash of the file did not show.
    Reader { strings: &strings }.node(stored.root).ok_or(postcard::Error::DeserializeBadEncoding)
}

#[derive(Default)]
struct Writer<'n> {
    strings: Vec<&'n str>,
    numbers: FxHashMap<&'n str, TextNumber>,
}

impl<'n> Writer<'n> {
    fn text(&mut self, text: &'n str) -> TextNumber {
        *self.numbers.entry(text).or_insert_with(|| {
            self.strings.push(text);
            self.strings.len() as TextNumber - 1
        })
    }

    fn optional(&mut self, text: &'n Option<Arc<str>>) -> Option<TextNumber> {
        text.as_ref().map(|text| self.text(text))
    }

    fn node(&mut self, node: &'n Node) -> StoredNode {
        StoredNode {
            id: node.id.index() as u32,
            kind: self.text(&node.kind),
            name: self.optional(&node.name),
            ty: self.optional(&node.ty),
            desugared: self.optional(&node.desugared),
            value: self.optional(&node.value),
            opcode: self.optional(&node.opcode),
            cast_kind: self.optional(&node.cast_kind),
            referenced: node.referenced.as_ref().map(|target| StoredRef {
                id: target.id.index() as u32,
                kind: self.text(&target.kind),
                name: self.text(&target.name),
                ty: self.text(&target.ty),
            }),
            flags: node.flags.iter().map(|flag| self.text(flag)).collect(),
            extra: node.extra.iter().map(|(key, value)| (self.text(key), self.text(value))).collect(),
            inner: node.inner.iter().map(|child| self.node(child)).collect(),
        }
    }
}

struct Reader<'s> {
    strings: &'s [Arc<str>],
}

impl Reader<'_> {
    fn text(&self, number: TextNumber) -> Option<Arc<str>> {
        self.strings.get(number as usize).cloned()
    }

    /// `None` for a number outside of the table.
    fn optional(&self, number: Option<TextNumber>) -> Option<Option<Arc<str>>> {
        number.map_or(Some(None), |number| self.text(number).map(Some))
    }

    fn node(&self, node: StoredNode) -> Option<Node> {
        let referenced = match node.referenced {
            None => None,
            Some(StoredRef { id, kind, name, ty }) => Some(DeclRef {
                id: NodeId::from_index(id as usize),
                kind: self.text(kind)?,
                name: self.text(name)?,
                ty: self.text(ty)?,
            }),
        };
        let pair = |(key, value)| Some((self.text(key)?, self.text(value)?));
        Some(Node {
            id: NodeId::from_index(node.id as usize),
            kind: self.text(node.kind)?,
            span: Span::NONE,
            loc: Span::NONE,
            name: self.optional(node.name)?,
            ty: self.optional(node.ty)?,
            desugared: self.optional(node.desugared)?,
            value: self.optional(node.value)?,
            opcode: self.optional(node.opcode)?,
            cast_kind: self.optional(node.cast_kind)?,
            referenced,
            flags: node.flags.into_iter().map(|flag| self.text(flag)).collect::<Option<_>>()?,
            extra: node.extra.into_iter().map(pair).collect::<Option<_>>()?,
            inner: node.inner.into_iter().map(|child| self.node(child)).collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::decode as decode_json;
    use wp_base::SourceMap;

    #[test]
    fn a_tree_is_read_back_as_it_was_stored() {
        let json = r#"{"id":"0x1","kind":"TranslationUnitDecl","inner":[
            {"id":"0x2","kind":"VarDecl","name":"zero","type":{"qualType":"T","desugaredQualType":"int"},"constexpr":true,
             "init":"c","inner":[{"id":"0x3","kind":"DeclRefExpr","valueCategory":"lvalue","value":"7",
             "referencedDecl":{"id":"0x2","kind":"VarDecl","name":"zero","type":{"qualType":"T"}}},{}]}]}"#;
        let root = decode_json(json.as_bytes(), 40, &mut SourceMap::new()).unwrap();
        let bytes = encode(&root).unwrap();
        assert_eq!(format!("{:?}", decode(&bytes).unwrap()), format!("{root:?}"));
        // Whatever is cut off or changed is an error or another tree, and no panic.
        for at in 0..bytes.len() {
            assert!(decode(&bytes[..at]).is_err());
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            let _ = decode(&damaged);
        }
    }
}
