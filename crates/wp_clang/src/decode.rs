//! Decodes Clang's AST JSON into [`Node`]s in one streaming pass.
//!
//! Input: the bytes that `-ast-dump=json` printed. Output: the root node, with all positions resolved.
//! Exact, except that comments and implicit typedefs of the translation unit are dropped: neither can hold an access.
//!
//! Clang leaves `file` out of a position when it equals that of the position printed before, so every position
//! must be visited in document order, even below fields that are otherwise ignored. Files nest deeper than
//! serde's default limit, so the recursion runs on `serde_stacker`'s growing stack.

mod position;

use crate::ast::{DeclRef, Node, NodeId, ASSEMBLY};
use position::{span_of, PositionSeed, RangeSeed};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use wp_base::{FileId, Id, SourceMap, Span};

/// Decodes a dump. Node ids are numbered from `first_id`; files are loaded into `sources` as they are named.
pub(crate) fn decode(json: &[u8], first_id: usize, sources: &mut SourceMap) -> Result<Node, serde_json::Error> {
    // String literals may carry bytes that are not UTF-8, which JSON does not allow.
    let text = std::str::from_utf8(json).map_or_else(|_| String::from_utf8_lossy(json), Cow::Borrowed);
    let mut state = State {
        sources,
        file: None,
        file_name: String::new(),
        first_id,
        ids: FxHashMap::default(),
        strings: FxHashSet::default(),
        empty: Arc::from(""),
    };
    let mut deserializer = serde_json::Deserializer::from_str(&text);
    deserializer.disable_recursion_limit();
    let node = NodeSeed { state: &mut state }.deserialize(serde_stacker::Deserializer::new(&mut deserializer))?;
    deserializer.end()?;
    Ok(node)
}

/// The state that carries over from one node to the next.
struct State<'s> {
    sources: &'s mut SourceMap,
    file: Option<FileId>,
    file_name: String,
    first_id: usize,
    ids: FxHashMap<u64, NodeId>,
    strings: FxHashSet<Arc<str>>,
    empty: Arc<str>,
}

impl State<'_> {
    fn intern(&mut self, text: &str) -> Arc<str> {
        if text.is_empty() {
            return self.empty.clone();
        }
        if let Some(found) = self.strings.get(text) {
            return found.clone();
        }
        let new: Arc<str> = Arc::from(text);
        self.strings.insert(new.clone());
        new
    }

    /// The dense id of a printed one (`0x55d0...`).
    fn id(&mut self, printed: &str) -> NodeId {
        let key = printed.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok()).unwrap_or(0);
        let next = NodeId::from_index(self.first_id + self.ids.len());
        *self.ids.entry(key).or_insert(next)
    }

    fn set_file(&mut self, name: &str) {
        if self.file.is_some() && self.file_name == name {
            return;
        }
        // `<built-in>`, `<scratch space>` and `<command line>` are no files.
        self.file = (!name.starts_with('<')).then(|| self.sources.load(Path::new(name)));
        self.file_name = name.to_owned();
    }
}

/// Any string, borrowed when it has no escapes.
struct Text<'de>(Cow<'de, str>);

impl<'de: 'a, 'a> serde::Deserialize<'de> for Text<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(V)
    }
}

/// `type`: written and desugared form.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct TypeText<'a> {
    #[serde(borrow)]
    qual_type: Option<Text<'a>>,
    #[serde(borrow)]
    desugared_qual_type: Option<Text<'a>>,
}

/// A reference to a declaration.
#[derive(serde::Deserialize)]
struct BareDecl<'a> {
    #[serde(borrow)]
    id: Option<Text<'a>>,
    #[serde(borrow)]
    kind: Option<Text<'a>>,
    #[serde(borrow)]
    name: Option<Text<'a>>,
    #[serde(borrow, rename = "type")]
    ty: Option<TypeText<'a>>,
}

impl BareDecl<'_> {
    fn resolve(self, state: &mut State<'_>) -> Option<DeclRef> {
        let id = state.id(&self.id?.0);
        let mut text = |t: Option<Text<'_>>| state.intern(t.as_ref().map_or("", |t| &t.0));
        let kind = text(self.kind);
        let name = text(self.name);
        let ty = text(self.ty.and_then(|t| t.desugared_qual_type.or(t.qual_type)));
        Some(DeclRef { id, kind, name, ty })
    }
}

/// Walks a value that is not kept, only to visit the positions in it.
struct WalkSeed<'c, 's> {
    state: &'c mut State<'s>,
}

impl<'de> DeserializeSeed<'de> for WalkSeed<'_, '_> {
    type Value = ();
    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for WalkSeed<'_, '_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }
    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }
    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }
    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }
    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }
    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(WalkSeed { state: self.state })?.is_some() {}
        Ok(())
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<Text<'de>>()? {
            match &*key.0 {
                "loc" | "begin" | "end" => {
                    map.next_value_seed(PositionSeed { state: self.state })?;
                }
                _ => map.next_value_seed(WalkSeed { state: self.state })?,
            }
        }
        Ok(())
    }
}

/// A number, string or boolean as text, `None` for anything else.
struct ScalarSeed;

/// A scalar of the dump.
enum Scalar<'de> {
    Flag(bool),
    Text(Cow<'de, str>),
}

impl<'de> serde::Deserialize<'de> for Scalar<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarSeed)
    }
}

impl<'de> Visitor<'de> for ScalarSeed {
    type Value = Scalar<'de>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a scalar")
    }
    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Scalar::Flag(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(value.to_string())))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(value.to_string())))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(value.to_string())))
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Scalar::Flag(false))
    }
    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Borrowed(value)))
    }
    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(value.to_owned())))
    }
}

/// The children of a node.
struct ChildrenSeed<'c, 's> {
    state: &'c mut State<'s>,
    /// True if implicit typedefs are dropped (children of the translation unit).
    top: bool,
}

impl<'de> DeserializeSeed<'de> for ChildrenSeed<'_, '_> {
    type Value = Vec<Node>;
    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ChildrenSeed<'_, '_> {
    type Value = Vec<Node>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of nodes")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut children = Vec::new();
        while let Some(node) = seq.next_element_seed(ElementSeed { state: self.state })? {
            let Some(node) = node else { continue };
            let dropped =
                &*node.kind == "FullComment" || self.top && &*node.kind == "TypedefDecl" && node.flag("isImplicit");
            if !dropped {
                children.push(node);
            }
        }
        Ok(children)
    }
}

/// An element of a list: a node, or a scalar (in comments), which is dropped.
struct ElementSeed<'c, 's> {
    state: &'c mut State<'s>,
}

impl<'de> DeserializeSeed<'de> for ElementSeed<'_, '_> {
    type Value = Option<Node>;
    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ElementSeed<'_, '_> {
    type Value = Option<Node>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node or a scalar")
    }
    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        NodeSeed { state: self.state }.visit_map(map).map(Some)
    }
}

/// One node.
struct NodeSeed<'c, 's> {
    state: &'c mut State<'s>,
}

impl<'de> DeserializeSeed<'de> for NodeSeed<'_, '_> {
    type Value = Node;
    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for NodeSeed<'_, '_> {
    type Value = Node;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let state = self.state;
        let empty = state.empty.clone();
        let mut node = Node {
            id: NodeId::from_index(0),
            kind: empty,
            span: Span::NONE,
            loc: Span::NONE,
            name: None,
            ty: None,
            desugared: None,
            value: None,
            opcode: None,
            cast_kind: None,
            referenced: None,
            flags: Vec::new(),
            extra: BTreeMap::new(),
            inner: Vec::new(),
        };
        let mut member: Option<NodeId> = None;
        let mut fallback: Option<DeclRef> = None;
        let mut has_id = false;
        while let Some(key) = map.next_key::<Text<'de>>()? {
            match &*key.0 {
                "id" => {
                    let id = map.next_value::<Text<'de>>()?;
                    node.id = state.id(&id.0);
                    has_id = true;
                }
                "kind" => node.kind = text(&mut map, state)?,
                "loc" => {
                    let at = map.next_value_seed(PositionSeed { state })?;
                    node.loc = span_of(at.expansion, None).unwrap_or(Span::NONE);
                }
                "range" => {
                    let [span, spelled] = map.next_value_seed(RangeSeed { state })?;
                    node.span = span.unwrap_or(Span::NONE);
                    if let (Some(spelled), "GCCAsmStmt") = (spelled, &*node.kind) {
                        let assembly = state.sources.text(spelled).to_owned();
                        node.extra.insert(state.intern(ASSEMBLY), state.intern(&assembly));
                    }
                }
                "name" => node.name = Some(text(&mut map, state)?),
                "type" => {
                    let ty = map.next_value::<TypeText<'de>>()?;
                    node.ty = ty.qual_type.map(|t| state.intern(&t.0));
                    node.desugared = ty.desugared_qual_type.map(|t| state.intern(&t.0)).or_else(|| node.ty.clone());
                }
                "value" => {
                    node.value = Some(match map.next_value::<Scalar<'de>>()? {
                        Scalar::Flag(flag) => state.intern(if flag { "true" } else { "false" }),
                        Scalar::Text(value) => state.intern(&value),
                    })
                }
                "opcode" => node.opcode = Some(text(&mut map, state)?),
                "castKind" => node.cast_kind = Some(text(&mut map, state)?),
                "referencedDecl" => node.referenced = map.next_value::<BareDecl<'de>>()?.resolve(state),
                "referencedMemberDecl" => {
                    let id = map.next_value::<Text<'de>>()?;
                    member = Some(state.id(&id.0));
                }
                "foundReferencedDecl" | "conversionFunc" | "elidesTo" => {
                    map.next_value::<IgnoredAny>()?;
                }
                // As written, so that it equals the type of the constructor's declaration.
                "ctorType" => {
                    if let Some(ty) = map.next_value::<TypeText<'de>>()?.qual_type {
                        let (key, value) = (state.intern("ctorType"), state.intern(&ty.0));
                        node.extra.insert(key, value);
                    }
                }
                "decl" | "field" | "anyInit" | "ownedTagDecl" | "nominatedNamespace" | "target" => {
                    let found = map.next_value::<BareDecl<'de>>()?.resolve(state);
                    fallback = fallback.or(found);
                }
                "bases" => {
                    let bases = map.next_value::<Vec<Base<'de>>>()?;
                    let list: Vec<&str> = bases.iter().filter_map(Base::text).collect();
                    if bases.iter().any(|b| b.is_virtual) {
                        node.flags.push(state.intern("virtualBase"));
                    }
                    let (key, value) = (state.intern("bases"), state.intern(&list.join(", ")));
                    node.extra.insert(key, value);
                }
                "definitionData" | "path" | "lookups" | "includedFrom" | "cleanups" | "protocols" | "defaultArg" => {
                    map.next_value_seed(WalkSeed { state })?;
                }
                "valueCategory" => {
                    let category = map.next_value::<Text<'de>>()?;
                    if category.0 != "prvalue" {
                        node.flags.push(state.intern(&category.0));
                    }
                }
                "isUsed" | "isReferenced" => {
                    map.next_value::<IgnoredAny>()?;
                }
                "inner" => {
                    let top = &*node.kind == "TranslationUnitDecl";
                    node.inner = map.next_value_seed(ChildrenSeed { state, top })?;
                }
                // Clang names a whole list of children after its first child's label.
                "array_filler" => {
                    node.flags.push(state.intern("array_filler"));
                    node.inner = map.next_value_seed(ChildrenSeed { state, top: false })?;
                }
                key => {
                    let key = state.intern(key);
                    match map.next_value_seed(OtherSeed { state })? {
                        Other::Flag(true) => node.flags.push(key),
                        Other::Flag(false) | Other::Dropped => {}
                        Other::Text(text) => {
                            node.extra.insert(key, text);
                        }
                        Other::Types { written, desugared } => {
                            if &*key == "argType" {
                                node.extra.insert(state.intern("writtenArgType"), written);
                            }
                            node.extra.insert(key, desugared);
                        }
                        Other::Children(mut children) => {
                            node.flags.push(key);
                            node.inner.append(&mut children);
                        }
                    }
                }
            }
        }
        if !has_id && !node.kind.is_empty() {
            // Template arguments and the like have no id of their own.
            let fresh = u64::MAX - state.ids.len() as u64;
            let next = NodeId::from_index(state.first_id + state.ids.len());
            state.ids.insert(fresh, next);
            node.id = next;
        }
        if node.referenced.is_none() {
            node.referenced = member
                .map(|id| DeclRef {
                    id,
                    kind: state.empty.clone(),
                    name: node.name.clone().unwrap_or_else(|| state.empty.clone()),
                    ty: state.empty.clone(),
                })
                .or(fallback);
        }
        if node.loc.is_none() && !node.span.is_none() {
            node.loc = Span { end: node.span.start, ..node.span };
        }
        // The associations of `_Generic` have neither id nor kind.
        if node.kind.is_empty() && node.extra.contains_key("associationKind") {
            node.kind = state.intern("GenericAssociation");
        }
        if node.kind.is_empty() && !node.inner.is_empty() {
            return Err(A::Error::custom("a node without a kind has children"));
        }
        Ok(node)
    }
}

/// A base class.
#[derive(serde::Deserialize)]
struct Base<'a> {
    #[serde(borrow, rename = "type")]
    ty: TypeText<'a>,
    #[serde(default, rename = "isVirtual")]
    is_virtual: bool,
}

impl Base<'_> {
    fn text(&self) -> Option<&str> {
        self.ty.desugared_qual_type.as_ref().or(self.ty.qual_type.as_ref()).map(|t| &*t.0)
    }
}

fn text<'de, A: MapAccess<'de>>(map: &mut A, state: &mut State<'_>) -> Result<Arc<str>, A::Error> {
    let text = map.next_value::<Text<'de>>()?;
    Ok(state.intern(&text.0))
}

/// The value of a field that the decoder has no special rule for.
enum Other {
    Flag(bool),
    Text(Arc<str>),
    Types { written: Arc<str>, desugared: Arc<str> },
    Children(Vec<Node>),
    Dropped,
}

struct OtherSeed<'c, 's> {
    state: &'c mut State<'s>,
}

impl<'de> DeserializeSeed<'de> for OtherSeed<'_, '_> {
    type Value = Other;
    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Other, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for OtherSeed<'_, '_> {
    type Value = Other;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }
    fn visit_bool<E>(self, value: bool) -> Result<Other, E> {
        Ok(Other::Flag(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Other, E> {
        Ok(Other::Text(self.state.intern(&value.to_string())))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Other, E> {
        Ok(Other::Text(self.state.intern(&value.to_string())))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Other, E> {
        Ok(Other::Text(self.state.intern(&value.to_string())))
    }
    fn visit_unit<E>(self) -> Result<Other, E> {
        Ok(Other::Dropped)
    }
    fn visit_str<E>(self, value: &str) -> Result<Other, E> {
        // References to nodes are kept in the form in which ids are displayed.
        if value.strip_prefix("0x").is_some_and(|hex| u64::from_str_radix(hex, 16).is_ok()) {
            let id = self.state.id(value).to_string();
            return Ok(Other::Text(self.state.intern(&id)));
        }
        Ok(Other::Text(self.state.intern(value)))
    }
    // Types (`argType`, `computeLHSType`, ...) are kept in their desugared form, that of `sizeof` also as it is written.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Other, A::Error> {
        let (mut written, mut desugared) = (None, None);
        while let Some(key) = map.next_key::<Text<'de>>()? {
            match &*key.0 {
                "qualType" => written = Some(text(&mut map, self.state)?),
                "desugaredQualType" => desugared = Some(text(&mut map, self.state)?),
                "loc" | "begin" | "end" => {
                    map.next_value_seed(PositionSeed { state: self.state })?;
                }
                _ => map.next_value_seed(WalkSeed { state: self.state })?,
            }
        }
        Ok(match (written, desugared) {
            (Some(written), Some(desugared)) => Other::Types { written, desugared },
            (written, desugared) => desugared.or(written).map_or(Other::Dropped, Other::Text),
        })
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Other, A::Error> {
        Ok(Other::Children(ChildrenSeed { state: self.state, top: false }.visit_seq(seq)?))
    }
}
