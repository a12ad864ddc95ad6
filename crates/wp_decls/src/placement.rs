//! The places of the members of records.
//!
//! The compiler is the judge: the layout that it states for a record is the record's (`stated`). Where it states none,
//! the layout is computed here by the rules of the Itanium ABI if the record has only plain members
//! (`has_plain_layout`), which every C compiler places one after the other, if it has nothing but a base class, or if it
//! is of the prelude. All other records have no layout.
//!
//! Two kinds of members have another size here than in the compiler, and only the rules place the members of a record
//! that contains one: handles that carry no data, and pointers of targets with 32-bit pointers, which take eight bytes.

use crate::bit_field::BitField;
use crate::closures::captures;
use crate::ctype::{CType, QType, RecordId};
use crate::decls::{constant_of, Decls, RecordDecl};
use crate::layout::{Field, LayoutResult, Layouts, RecordLayout};
use crate::printed::split_at_commas;
use crate::stated::label;
use wp_clang::{has_plain_layout, Node, StatedLayout};

/// A member of a record before it is laid out.
struct Member<'u> {
    /// The node of the field; for a base class, that of the derived class.
    node: &'u Node,
    /// The name of the field, or the printed type of the base class.
    name: String,
    ty: QType,
    is_bit_field: bool,
    is_base: bool,
}

fn has(node: &Node, attribute: &str) -> bool {
    node.inner.iter().any(|c| &*c.kind == attribute)
}

fn align_up(n: u64, align: u64) -> u64 {
    n.div_ceil(align.max(1)) * align.max(1)
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

/// The alignment that the attributes of the declaration of a variable ask for; 1 where they ask for none or the number is
/// not known.
pub fn declared_alignment(decl: &Node, decls: &Decls<'_>) -> u64 {
    aligned_attr(decl, decls).ok().filter(|align| align.is_power_of_two()).unwrap_or(1)
}

/// The greatest alignment of a value that one instruction moves.
const WIDEST: u64 = 16;

/// True if the file may lower the alignment of a type or member, or has bit-fields: then the compiler may split accesses.
/// The attribute `aligned` of a record only raises the alignment, and so does one of 16 bytes or more of a variable.
pub fn lowers_alignment(decls: &Decls<'_>) -> bool {
    let of_file = || decls.unit.root.inner.iter().any(|node| !decls.is_prelude(node) && lowers_inside(node, decls));
    *decls.lowers_alignment.get_or_init(of_file)
}

fn lowers_inside(node: &Node, decls: &Decls<'_>) -> bool {
    let raises = match &*node.kind {
        "RecordDecl" | "CXXRecordDecl" => true,
        "VarDecl" => declared_alignment(node, decls) >= WIDEST,
        _ => false,
    };
    let lowers = |inner: &Node| match &*inner.kind {
        "AlignedAttr" => !raises,
        kind => kind == "PackedAttr" || kind == "MaxFieldAlignmentAttr",
    };
    node.flag("isBitfield") || node.inner.iter().any(|inner| lowers(inner) || lowers_inside(inner, decls))
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

/// True if a stated layout is one of a record with these members.
fn is_of(layout: &StatedLayout, members: &[Member<'_>]) -> bool {
    // The compiler sorts base classes by their offsets.
    let several = members.iter().filter(|m| m.is_base).count() > 1;
    layout.members.len() == members.len()
        && layout.members.iter().zip(members).all(|(stated, member)| {
            stated.is_base == member.is_base
                && stated.bits.is_some() == member.is_bit_field
                && match member.is_base {
                    true => !several || label(&stated.name) == label(&member.name),
                    false => stated.name == member.name,
                }
        })
}

impl Layouts {
    pub(crate) fn compute(&self, decls: &Decls<'_>, id: RecordId) -> LayoutResult<RecordLayout> {
        let decl = decls.record_decl(id);
        if decl.is_lambda {
            // The lowering binds captures: an object has its size, and no fields.
            let mut layout = self.judged(decls, decl)?;
            layout.fields.clear();
            return Ok(layout);
        }
        if self.invalid.broken_record(decl.node) {
            return Err("record with a compiler error".into());
        }
        let layout = self.judged(decls, decl)?;
        if decl.is_union && layout.fields.iter().any(|f| self.holds_captures(decls, &f.ty.ty)) {
            return Err("union with a lambda that has captures".into());
        }
        Ok(layout)
    }

    /// The layout that the compiler states or, where the rules leave no doubt, that of the rules.
    fn judged(&self, decls: &Decls<'_>, decl: &RecordDecl<'_>) -> LayoutResult<RecordLayout> {
        let members = self.members(decls, decl)?;
        let differs = members.iter().any(|m| self.differs_on_purpose(decls, &m.ty.ty));
        match self.stated.of(decl, decls.unit).filter(|_| !differs) {
            Some(stated) if is_of(stated, &members) => self.place_as_stated(decls, decl, &members, stated),
            Some(_) => Err("record of which the compiler states other members".into()),
            None => {
                let own = self.place(decls, decl, &members)?;
                let has_attribute = decl.node.inner.iter().any(|c| c.kind.ends_with("Attr"));
                let is_its_base = matches!(&members[..], [member] if member.is_base) && !has_attribute;
                match has_plain_layout(decl.node) || decls.is_prelude(decl.node) || is_its_base {
                    true => Ok(own),
                    false => Err("record with a layout that the compiler does not state".into()),
                }
            }
        }
    }

    /// True if a type has parts that are represented otherwise than the compiler does.
    fn differs_on_purpose(&self, decls: &Decls<'_>, ty: &CType) -> bool {
        match ty {
            CType::Image(_) | CType::Opaque(_) => true,
            CType::Pointer(_) | CType::Reference(_) | CType::Function => decls.narrow(),
            CType::Array(elem, _) => self.differs_on_purpose(decls, &elem.ty),
            CType::Record(id) if captures(decls, *id) => decls.narrow(),
            CType::Record(id) => self
                .record(decls, *id)
                .is_ok_and(|layout| layout.fields.iter().any(|f| self.differs_on_purpose(decls, &f.ty.ty))),
            _ => false,
        }
    }

    fn members<'u>(&self, decls: &Decls<'u>, decl: &RecordDecl<'u>) -> LayoutResult<Vec<Member<'u>>> {
        let node = decl.node;
        if node.flag("virtualBase") {
            return Err("virtual base class".into());
        }
        if node.inner.iter().any(|c| &*c.kind == "CXXMethodDecl" && c.flag("virtual")) {
            return Err("virtual functions".into());
        }
        let mut members = Vec::new();
        for text in split_at_commas(node.extra.get("bases").map_or("", |b| &**b)) {
            let ty = decls.qtype(text);
            let CType::Record(base) = ty.ty else { return Err("unknown base class".into()) };
            // Those of the derived class may be adjacent to them.
            if self.record(decls, base)?.fields.iter().any(|f| f.bits.is_some()) {
                return Err("base class with bit-fields".into());
            }
            members.push(Member { node, name: text.to_owned(), ty, is_bit_field: false, is_base: true });
        }
        for child in node.inner.iter().filter(|c| &*c.kind == "FieldDecl") {
            if has(child, "NoUniqueAddressAttr") {
                return Err("field with `no_unique_address`".into());
            }
            let (name, ty) = (child.name.as_deref().unwrap_or("").to_owned(), decls.qtype(child.type_str()));
            members.push(Member { node: child, name, ty, is_bit_field: child.flag("isBitfield"), is_base: false });
        }
        Ok(members)
    }

    /// The layout by the rules of the ABI, as far as they are known here.
    fn place(&self, decls: &Decls<'_>, decl: &RecordDecl<'_>, members: &[Member<'_>]) -> LayoutResult<RecordLayout> {
        let node = decl.node;
        if has(node, "MaxFieldAlignmentAttr") {
            return Err("record under `#pragma pack`".into());
        }
        let is_packed = has(node, "PackedAttr");
        let (mut size, mut align) = (0u64, 1u64);
        // The first bit behind the adjacent bit-fields before.
        let mut bit_position = 0u64;
        let mut places = Vec::new();
        for Member { node: field, name, ty, is_bit_field, is_base } in members {
            let (field_size, field_align) = self.size_align(decls, &ty.ty)?;
            let is_indirect = matches!(ty.ty, CType::Pointer(_) | CType::Reference(_));
            if !is_base && !is_indirect && decls.has_own_alignment(field.ty.as_deref().unwrap_or("")) {
                return Err("field of a typedef with `aligned`".into());
            }
            let wanted = if *is_base { 1 } else { aligned_attr(field, decls)? };
            let packed = is_packed || !is_base && has(field, "PackedAttr");
            if *is_bit_field {
                let width = field.inner.first().and_then(|c| constant_of(c, decls)).and_then(|w| u64::try_from(w).ok());
                let width = width.filter(|w| *w <= field_size * 8).ok_or("bit-field of unknown width")?;
                if wanted > 1 {
                    return Err("bit-field with `aligned`".into());
                }
                let unit = if packed { 1 } else { field_align * 8 };
                let mut at = if decl.is_union { 0 } else { bit_position.max(size * 8) };
                if width == 0 {
                    at = align_up(at, field_align * 8);
                } else if at % unit + width > field_size * 8 {
                    at = align_up(at, unit);
                }
                bit_position = bit_position.max(at + width);
                // A bit-field without a name does not align the record.
                if !name.is_empty() && !packed {
                    align = align.max(field_align);
                }
                places.push((at / 8, Some((at, width))));
                continue;
            }
            let field_align = if packed { wanted } else { field_align.max(wanted) };
            let mut offset = 0;
            if !decl.is_union {
                size = size.max(bit_position.div_ceil(8));
                bit_position = 0;
                let is_empty = *is_base && self.extent(decls, &ty.ty)? == 0;
                offset = if is_empty { 0 } else { align_up(size, field_align) };
                if !is_empty {
                    size = offset + field_size;
                }
            } else {
                size = size.max(field_size);
            }
            align = align.max(field_align);
            places.push((offset, None));
        }
        size = size.max(bit_position.div_ceil(8));
        align = align.max(aligned_attr(node, decls)?);
        let size = align_up(size.max(u64::from(!decls.opencl)), align);
        Ok(assemble(decl, members, &places, (size, align)))
    }

    /// The layout that the compiler states. Members that overlap, as no compiler puts them, show that a type is not
    /// represented as the compiler does.
    fn place_as_stated(
        &self,
        decls: &Decls<'_>,
        decl: &RecordDecl<'_>,
        members: &[Member<'_>],
        stated: &StatedLayout,
    ) -> LayoutResult<RecordLayout> {
        let places: Vec<_> = stated.members.iter().map(|m| (m.offset, m.bits)).collect();
        let layout = assemble(decl, members, &places, (stated.size, stated.align));
        let mut end = 0;
        for field in &layout.fields {
            let extent = self.extent(decls, &field.ty.ty)?;
            let (from, to) = match field.bits {
                Some(bits) => (bits.at, bits.at + bits.width),
                None => (field.offset * 8, (field.offset + extent) * 8),
            };
            let is_free = decl.is_union || extent == 0 || from >= end;
            if !is_free || to > stated.size * 8 {
                return Err("record with members of other sizes than the compiler's".into());
            }
            end = end.max(to);
        }
        Ok(layout)
    }

    /// The end of the last scalar in an object of a type, in bytes from its start.
    fn extent(&self, decls: &Decls<'_>, ty: &CType) -> LayoutResult<u64> {
        let CType::Record(id) = ty else { return self.size(decls, ty) };
        let layout = self.record(decls, *id)?;
        if layout.is_union || captures(decls, *id) {
            return Ok(layout.size);
        }
        let end = |f: &Field| match f.bits {
            Some(bits) => Ok(bits.run.1),
            None => self.extent(decls, &f.ty.ty).map(|extent| if extent == 0 { 0 } else { f.offset + extent }),
        };
        layout.fields.iter().try_fold(0, |most: u64, f| Ok(most.max(end(f)?)))
    }
}

/// The layout with members at byte offsets or, for bit-fields, at a first bit with a width.
fn assemble(
    decl: &RecordDecl<'_>,
    members: &[Member<'_>],
    places: &[(u64, Option<(u64, u64)>)],
    (size, align): (u64, u64),
) -> RecordLayout {
    let mut fields = Vec::new();
    // The bytes of the adjacent bit-fields, and those that are not complete: the first byte and the first field.
    let mut runs: Vec<(u64, u64)> = Vec::new();
    let mut open: Option<(u64, usize)> = None;
    for (member, (offset, bits)) in members.iter().zip(places) {
        let field = |bits: Option<BitField>| Field {
            id: member.node.id,
            name: member.name.clone(),
            ty: member.ty.clone(),
            offset: *offset,
            bits,
            is_base: member.is_base,
        };
        let Some((at, width)) = *bits else {
            close_run(&mut open, &mut fields, &mut runs);
            fields.push(field(None));
            continue;
        };
        // One of no width ends the memory location of those before.
        if width == 0 || decl.is_union {
            close_run(&mut open, &mut fields, &mut runs);
        }
        if width > 0 {
            let (first, _) = *open.get_or_insert((at / 8, fields.len()));
            let run = (first, (at + width).div_ceil(8));
            fields.push(Field { offset: at / 8, ..field(Some(BitField { at, width, run })) });
        }
    }
    close_run(&mut open, &mut fields, &mut runs);
    RecordLayout { fields, size, align, is_union: decl.is_union, runs }
}
