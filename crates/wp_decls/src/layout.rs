//! Sizes, alignments, field offsets and scalar leaves of C types. `placement` places the members of records.
//!
//! A *leaf* is a scalar at a byte offset. A value of an aggregate type is the list of its leaves in offset order. The
//! leaves of a union are words of its alignment. The result for a type that cannot be laid out is the reason.

use crate::bit_field::{piece_type, pieces, BitField};
use crate::closures::Reinterpreted;
use crate::ctype::{CType, QType, RecordId};
use crate::decls::Decls;
use crate::invalid::Invalid;
use crate::stated::Stated;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use wp_base::Id;
use wp_clang::{NodeId, TranslationUnit};
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
    /// The layouts that the compiler states.
    pub(crate) stated: Stated,
    pub(crate) reinterpreted: Reinterpreted,
    /// The declarations that the compiler could not understand.
    pub invalid: Invalid,
}

/// Aggregates with more leaves than this are not copied.
const MAX_LEAVES: usize = 4096;

/// A result, or the reason why a type cannot be laid out.
pub type LayoutResult<T> = Result<T, Rc<str>>;

impl Layouts {
    /// Layouts of a unit, none of them computed.
    pub fn new(unit: &TranslationUnit) -> Self {
        Self {
            records: RefCell::default(),
            stated: Stated::new(unit),
            reinterpreted: Reinterpreted::default(),
            invalid: Invalid::new(unit),
        }
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
