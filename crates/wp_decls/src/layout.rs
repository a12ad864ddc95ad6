//! Sizes, alignments, field offsets and scalar leaves of C types (the Itanium rules that all GPU targets share).
//!
//! A *leaf* is a scalar at a byte offset. A value of an aggregate type is the list of its leaves in offset order. The
//! leaves of a union are words of its alignment. The result for a type that cannot be laid out is the reason.

use crate::bit_field::{piece_type, pieces, BitField};
use crate::ctype::{CType, QType, RecordId};
use crate::decls::{constant_of, Decls};
use crate::invalid::Invalid;
use crate::pragma_pack;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use wp_base::Id;
use wp_clang::{Node, NodeId, TranslationUnit};
use wp_kir::Type;

/// A scalar part of a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf {
    /// Its offset in bytes.
    pub offset: u64,
    /// Its type.
    pub ty: Type,
    /// `.x`, `.a.b`, `[2]`: the path from the aggregate, for names.
    pub path: Rc<str>,
}

/// A field of a laid-out record.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its declaration; for a base class, the definition of the derived class.
    pub id: NodeId,
    /// Its name; empty for an unnamed field.
    pub name: String,
    /// Its type.
    pub ty: QType,
    /// Its offset in bytes.
    pub offset: u64,
    /// For a bit-field, its position.
    pub bits: Option<BitField>,
    /// True for a base class. Base classes stand in front of the fields and have no `FieldDecl`.
    pub is_base: bool,
}

impl Field {
    /// A field without contents behind all others, which marks the end of a record.
    fn end(offset: u64) -> Self {
        let (name, ty) = (String::new(), QType::plain(CType::Void));
        Self { id: NodeId::from_index(0), name, ty, offset, bits: None, is_base: false }
    }
}

/// Ends the current run of adjacent bit-fields, if there is one. `open` is its first byte and its first field. Every
/// field of the run gets the byte range of the whole run, because the run is one memory location.
fn close_run(open: &mut Option<(u64, usize)>, fields: &mut [Field], runs: &mut Vec<(u64, u64)>) {
    let Some((_, from)) = open.take() else { return };
    let of = |f: &Field| f.bits.map(|b| b.run);
    let Some(run) = fields.iter().skip(from).filter_map(of).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else { return };
    for field in fields.iter_mut().skip(from) {
        if let Some(bits) = &mut field.bits {
            bits.run = run;
        }
    }
    runs.push(run);
}

/// A member of a record before it is laid out.
struct Member {
    id: NodeId,
    name: String,
    ty: QType,
    bitfield: bool,
    is_base: bool,
    /// The alignment that attributes ask for.
    requested_align: u64,
    packed: bool,
}

/// A laid-out record.
#[derive(Clone, Debug)]
pub struct RecordLayout {
    /// Its base class and its fields.
    pub fields: Vec<Field>,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u64,
    /// True for a union.
    pub is_union: bool,
    /// The bytes of adjacent bit-fields.
    pub runs: Vec<(u64, u64)>,
}

/// A layout, or why there is none.
type Computed = Result<Rc<RecordLayout>, Rc<str>>;

/// Layouts of a unit, computed on demand.
pub struct Layouts {
    records: RefCell<FxHashMap<RecordId, Computed>>,
    /// The declarations that the compiler could not understand.
    pub invalid: Invalid,
}

/// Aggregates with more leaves than this are not copied.
const MAX_LEAVES: usize = 4096;

/// A result, or the reason why a type cannot be laid out.
pub type LayoutResult<T> = Result<T, Rc<str>>;

fn align_up(n: u64, align: u64) -> u64 {
    n.div_ceil(align.max(1)) * align.max(1)
}

impl Layouts {
    /// Layouts of a unit, none of them computed.
    pub fn new(unit: &TranslationUnit) -> Self {
        Self { records: RefCell::default(), invalid: Invalid::new(unit) }
    }

    /// The layout of a record.
    pub fn record(&self, decls: &Decls<'_>, id: RecordId) -> LayoutResult<Rc<RecordLayout>> {
        if let Some(found) = self.records.borrow().get(&id) {
            return found.clone();
        }
        // A record cannot contain itself in C. This entry ends the recursion for a malformed record.
        self.records.borrow_mut().insert(id, Err("recursive record".into()));
        let result = self.compute(decls, id).map(Rc::new);
        self.records.borrow_mut().insert(id, result.clone());
        result
    }

    fn compute(&self, decls: &Decls<'_>, id: RecordId) -> LayoutResult<RecordLayout> {
        let decl = decls.record_decl(id);
        let node = decl.node;
        if decl.is_lambda {
            // Captures are bound by the lowering; the object itself holds no data.
            return Ok(RecordLayout { fields: Vec::new(), size: 1, align: 1, is_union: false, runs: Vec::new() });
        }
        if self.invalid.broken_record(node) {
            return Err("record with a compiler error".into());
        }
        let has = |node: &Node, attribute: &str| node.inner.iter().any(|c| &*c.kind == attribute);
        let packed = has(node, "PackedAttr");
        let bound = match has(node, "MaxFieldAlignmentAttr") {
            false => None,
            true if node.extra.contains_key("bases") || has(node, "AlignedAttr") => {
                return Err("record with a base class or `aligned` under `#pragma pack`".into());
            }
            true => match pragma_pack::bound(decls.unit, node) {
                None => return Err("record under `#pragma pack` of which the bound is not known".into()),
                bound => bound,
            },
        };
        let limited = |align: u64| bound.map_or(align, |bound| align.min(bound));
        if node.flag("virtualBase") {
            return Err("virtual base class".into());
        }
        let mut fields = Vec::new();
        let (mut size, mut align) = (0u64, 1u64);
        let mut members: Vec<Member> = Vec::new();
        if let Some(bases) = node.extra.get("bases").filter(|b| !b.is_empty()) {
            if bases.contains(", ") && !bases.contains('<') {
                return Err("several base classes".into());
            }
            let ty = decls.qtype(bases);
            self.reject_tail_padding(decls, &ty.ty)?;
            let name = "base".to_owned();
            members.push(Member { id: node.id, name, ty, bitfield: false, is_base: true, requested_align: 1, packed });
        }
        for child in node.inner.iter().filter(|c| &*c.kind == "FieldDecl") {
            let ty = decls.qtype(child.type_str());
            let bitfield = child.flag("isBitfield");
            let name = child.name.as_deref().unwrap_or("").to_owned();
            let packed = packed || has(child, "PackedAttr");
            if has(child, "NoUniqueAddressAttr") {
                return Err("field with `no_unique_address`".into());
            }
            if !matches!(ty.ty, CType::Pointer(_) | CType::Reference(_))
                && decls.has_own_alignment(child.ty.as_deref().unwrap_or(""))
            {
                return Err("field of a typedef with `aligned`".into());
            }
            let requested_align = aligned_attr(child, decls)?;
            members.push(Member { id: child.id, name, ty, bitfield, is_base: false, requested_align, packed });
        }
        if node.inner.iter().any(|c| &*c.kind == "CXXMethodDecl" && c.flag("virtual")) {
            return Err("virtual functions".into());
        }
        let mut bit_position = 0u64;
        // The byte ranges of the finished runs of adjacent bit-fields.
        let mut runs: Vec<(u64, u64)> = Vec::new();
        // The first byte of the current run, and the index of its first field.
        let mut open: Option<(u64, usize)> = None;
        for Member { id: fid, name, ty, bitfield, is_base, requested_align, packed } in members {
            let (field_size, field_align) = self.size_align(decls, &ty.ty)?;
            if bitfield {
                let width = node.inner.iter().find(|c| c.id == fid).and_then(|c| c.inner.first());
                let width = width.and_then(|c| constant_of(c, decls)).and_then(|w| u64::try_from(w).ok());
                let width = width.filter(|w| *w <= field_size * 8).ok_or("bit-field of unknown width")?;
                if requested_align > 1 {
                    return Err("bit-field with `aligned`".into());
                }
                let unit = if packed { 1 } else { field_align * 8 };
                let mut at = if decl.is_union { 0 } else { bit_position.max(size * 8) };
                if width == 0 {
                    at = align_up(at, field_align * 8);
                } else if bound.is_none() && at % unit + width > field_size * 8 {
                    at = align_up(at, unit);
                }
                bit_position = bit_position.max(at + width);
                // A bit-field without a name does not align the record.
                if !name.is_empty() && !packed {
                    align = align.max(limited(field_align));
                }
                // A bit-field of width zero ends the memory location of the bit-fields in front of it.
                if width == 0 || decl.is_union {
                    close_run(&mut open, &mut fields, &mut runs);
                }
                if width > 0 {
                    let (first, _) = *open.get_or_insert((at / 8, fields.len()));
                    let run = (first, (at + width).div_ceil(8));
                    let bits = Some(BitField { at, width, run });
                    fields.push(Field { id: fid, name, ty, offset: at / 8, bits, is_base });
                }
                continue;
            }
            close_run(&mut open, &mut fields, &mut runs);
            let field_align = limited(if packed { requested_align } else { field_align.max(requested_align) });
            let mut offset = 0;
            if !decl.is_union {
                size = size.max(bit_position.div_ceil(8));
                bit_position = 0;
                let empty_base = is_base && self.leaves(decls, &ty.ty).is_ok_and(|l| l.is_empty());
                offset = if empty_base { 0 } else { align_up(size, field_align) };
                if !empty_base {
                    size = offset + field_size;
                }
            } else {
                size = size.max(field_size);
            }
            align = align.max(field_align);
            fields.push(Field { id: fid, name, ty, offset, bits: None, is_base });
        }
        close_run(&mut open, &mut fields, &mut runs);
        size = size.max(bit_position.div_ceil(8));
        align = align.max(aligned_attr(node, decls)?);
        let size = align_up(size.max(u64::from(!decls.opencl)), align);
        Ok(RecordLayout { fields, size, align, is_union: decl.is_union, runs })
    }

    /// Rejects a base class with padding at its end, unless it is a plain struct: the members of the derived class may
    /// be placed in this padding.
    fn reject_tail_padding(&self, decls: &Decls<'_>, ty: &CType) -> LayoutResult<()> {
        let CType::Record(id) = ty else { return Err("unknown base class".into()) };
        let (layout, node) = (self.record(decls, *id)?, decls.record_decl(*id).node);
        if layout.fields.iter().any(|f| f.bits.is_some()) {
            return Err("base class with bit-fields".into());
        }
        let last = layout
            .fields
            .iter()
            .map(|f| Ok(f.offset + self.size(decls, &f.ty.ty)?))
            .collect::<LayoutResult<Vec<_>>>()?;
        let end = last.into_iter().max().unwrap_or(layout.size);
        let is_plain = !node.extra.contains_key("bases")
            && node.inner.iter().all(|c| match &*c.kind {
                "CXXConstructorDecl" | "CXXDestructorDecl" | "CXXMethodDecl" | "FunctionTemplateDecl" => {
                    c.flag("isImplicit") || &*c.kind == "CXXMethodDecl" && c.name.as_deref() != Some("operator=")
                }
                "AccessSpecDecl" => false,
                _ => true,
            });
        match end == layout.size || is_plain {
            true => Ok(()),
            false => Err("base class with room at its end".into()),
        }
    }

    /// Size and alignment in bytes.
    pub fn size_align(&self, decls: &Decls<'_>, ty: &CType) -> LayoutResult<(u64, u64)> {
        Ok(match ty {
            // GNU C: arithmetic on `void*` and function pointers counts bytes.
            CType::Void | CType::Function => (1, 1),
            CType::Scalar(t) => (t.size(), if decls.narrow() && !decls.opencl { t.size().min(4) } else { t.size() }),
            CType::Vector(t, n) => {
                let size = t.size() * u64::from(if *n == 3 { 4 } else { *n });
                (size, size)
            }
            CType::Array(elem, n) => {
                let (size, align) = self.size_align(decls, &elem.ty)?;
                (size * n.unwrap_or(0), align)
            }
            CType::Pointer(_) | CType::Reference(_) | CType::Image(_) | CType::Opaque(_) => (8, 8),
            CType::Record(id) => {
                let layout = self.record(decls, *id)?;
                (layout.size, layout.align)
            }
            CType::Unknown(name) => return Err(format!("type `{name}`").into()),
        })
    }

    /// Size in bytes.
    pub fn size(&self, decls: &Decls<'_>, ty: &CType) -> LayoutResult<u64> {
        self.size_align(decls, ty).map(|s| s.0)
    }

    /// The leaves of a type in offset order.
    pub fn leaves(&self, decls: &Decls<'_>, ty: &CType) -> LayoutResult<Vec<Leaf>> {
        let mut out = Vec::new();
        self.collect(decls, ty, 0, "", &mut out)?;
        Ok(out)
    }

    fn collect(&self, decls: &Decls<'_>, ty: &CType, at: u64, path: &str, out: &mut Vec<Leaf>) -> LayoutResult<()> {
        if out.len() > MAX_LEAVES {
            return Err("aggregate too large to copy".into());
        }
        if let Some(t) = ty.scalar() {
            out.push(Leaf { offset: at, ty: t, path: path.into() });
            return Ok(());
        }
        match ty {
            CType::Void => {}
            CType::Vector(t, n) => {
                for i in 0..*n {
                    let name = if *n <= 4 { ["x", "y", "z", "w"][i as usize].to_owned() } else { format!("s{i:x}") };
                    out.push(Leaf {
                        offset: at + t.size() * u64::from(i),
                        ty: *t,
                        path: format!("{path}.{name}").into(),
                    });
                }
            }
            CType::Array(elem, n) => {
                let size = self.size(decls, &elem.ty)?;
                let n = n.unwrap_or(0);
                if n as usize > MAX_LEAVES {
                    return Err("aggregate too large to copy".into());
                }
                for i in 0..n {
                    self.collect(decls, &elem.ty, at + i * size, &format!("{path}[{i}]"), out)?;
                }
            }
            CType::Record(id) => {
                let layout = self.record(decls, *id)?;
                if layout.is_union {
                    let word = layout.align.clamp(1, 8);
                    let ty = Type::Int { bits: (word * 8) as u8, signed: false };
                    for i in 0..layout.size / word {
                        out.push(Leaf { offset: at + i * word, ty, path: format!("{path}#{i}").into() });
                    }
                    return Ok(());
                }
                let mut runs = layout.runs.iter().peekable();
                let end = Field::end(layout.size);
                for field in layout.fields.iter().filter(|f| f.bits.is_none()).chain([&end]) {
                    while let Some(run) = runs.next_if(|run| run.0 < field.offset) {
                        for (offset, size) in pieces(*run) {
                            let path = format!("{path}.bits{offset}").into();
                            out.push(Leaf { offset: at + offset, ty: piece_type(size), path });
                        }
                    }
                    let sub = if field.name.is_empty() || field.is_base {
                        path.to_owned()
                    } else {
                        format!("{path}.{}", field.name)
                    };
                    self.collect(decls, &field.ty.ty, at + field.offset, &sub, out)?;
                }
            }
            CType::Unknown(name) => return Err(format!("type `{name}`").into()),
            _ => {}
        }
        Ok(())
    }

    /// True if a value of the type can be kept in one variable per leaf: it contains no array, union or bit-field.
    pub fn splittable(&self, decls: &Decls<'_>, ty: &CType) -> bool {
        match ty {
            CType::Array(..) | CType::Unknown(_) => false,
            CType::Record(id) => self.record(decls, *id).is_ok_and(|layout| {
                !layout.is_union && layout.fields.iter().all(|f| f.bits.is_none() && self.splittable(decls, &f.ty.ty))
            }),
            _ => true,
        }
    }
}

/// The alignment that attributes ask for.
fn aligned_attr(node: &Node, decls: &Decls<'_>) -> LayoutResult<u64> {
    let mut align = 1;
    for attribute in node.inner.iter().filter(|c| &*c.kind == "AlignedAttr") {
        let value = attribute.inner.first().and_then(|e| constant_of(e, decls)).and_then(|v| u64::try_from(v).ok());
        align = align.max(value.ok_or("alignment that is not a number")?);
    }
    Ok(align)
}
