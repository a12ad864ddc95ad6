//! C types as the lowering sees them, and the parser of the type strings that Clang prints.
//!
//! Input: a type as Clang prints it (`__global float4 *__private`, `V<4, int>`, `float (*)[17]`). Output: a [`QType`].
//! What is not understood becomes [`CType::Unknown`], which the users of the type must reject.

use std::rc::Rc;
use std::sync::Arc;
use wp_base::define_id;
use wp_kir::{Space, Type};

define_id!(
    /// A struct, union or class of the translation unit.
    RecordId,
    "record"
);

/// A C type without its own qualifiers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum CType {
    Void,
    Scalar(Type),
    /// OpenCL extended vector; three components take the room of four.
    Vector(Type, u32),
    Array(Rc<QType>, Option<u64>),
    Pointer(Rc<QType>),
    /// A C++ reference; as a field it is held like a pointer.
    Reference(Rc<QType>),
    Record(RecordId),
    Function,
    /// Image or surface handle: a pointer to its texels.
    Image(Arc<str>),
    /// Sampler, event, texture reference: carries no data that the kernel can see.
    Opaque(Arc<str>),
    Unknown(Arc<str>),
}

/// A type with its qualifiers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct QType {
    pub ty: CType,
    pub is_const: bool,
    pub is_volatile: bool,
    pub restrict: bool,
    pub space: Option<Space>,
}

impl QType {
    pub(crate) fn plain(ty: CType) -> Self {
        Self { ty, is_const: false, is_volatile: false, restrict: false, space: None }
    }
    /// The type with references removed.
    pub(crate) fn referent(&self) -> &QType {
        match &self.ty {
            CType::Reference(inner) => inner.referent(),
            _ => self,
        }
    }
}

impl CType {
    pub(crate) fn pointer_to(ty: CType) -> CType {
        CType::Pointer(Rc::new(QType::plain(ty)))
    }
    pub(crate) fn pointee(&self) -> Option<&QType> {
        match self {
            CType::Pointer(q) | CType::Reference(q) => Some(q),
            _ => None,
        }
    }
    pub(crate) fn scalar(&self) -> Option<Type> {
        match self {
            CType::Scalar(t) => Some(*t),
            CType::Pointer(_) | CType::Reference(_) | CType::Image(_) | CType::Function => Some(Type::Ptr),
            CType::Opaque(_) => Some(Type::U64),
            _ => None,
        }
    }
}

/// Looks up what a name means.
pub(crate) trait TypeNames {
    /// The type of a typedef, record or enum name; `None` when unknown.
    fn named(&self, name: &str) -> Option<QType>;
    /// True if OpenCL's vector names are built in.
    fn opencl(&self) -> bool;
    /// Width of `long`.
    fn long_bits(&self) -> u8;
}

/// Parses a printed type.
pub(crate) fn parse(text: &str, names: &dyn TypeNames) -> QType {
    let mut p = Parser { text: text.as_bytes(), at: 0, names };
    let parsed = p.full();
    match parsed {
        Some(ty) if p.rest_is_ignorable() => ty,
        _ => QType::plain(CType::Unknown(text.into())),
    }
}

struct Parser<'t> {
    text: &'t [u8],
    at: usize,
    names: &'t dyn TypeNames,
}

#[derive(Default)]
struct Quals {
    is_const: bool,
    is_volatile: bool,
    restrict: bool,
    space: Option<Space>,
    vector: Option<u32>,
}

impl Parser<'_> {
    fn skip(&mut self) {
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
    }
    fn peek(&mut self) -> Option<u8> {
        self.skip();
        self.text.get(self.at).copied()
    }
    fn eat(&mut self, c: u8) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += 1;
        }
        found
    }
    fn rest_is_ignorable(&mut self) -> bool {
        let mut quals = Quals::default();
        while let Some(word) = self.peek_word() {
            if !self.qualifier(&word, &mut quals) && word != "noexcept" {
                return false;
            }
            if word == "noexcept" {
                self.at += word.len();
            }
        }
        self.peek().is_none()
    }
    /// The identifier at the cursor, with `::` parts and template arguments.
    fn peek_word(&mut self) -> Option<String> {
        self.skip();
        let start = self.at;
        let mut end = start;
        let ident = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c == b'$' || c == b'~';
        loop {
            let before = end;
            while self.text.get(end).is_some_and(|&c| ident(c)) {
                end += 1;
            }
            if end > before && self.text.get(end) == Some(&b'<') {
                let mut depth = 0;
                while let Some(&c) = self.text.get(end) {
                    match c {
                        b'<' | b'(' => depth += 1,
                        b'>' | b')' => depth -= 1,
                        _ => {}
                    }
                    end += 1;
                    if depth == 0 {
                        break;
                    }
                }
            }
            let marker = [&b"(anonymous"[..], b"(unnamed", b"(lambda"];
            if end == before && marker.iter().any(|m| self.text[end..].starts_with(m)) {
                let mut depth = 0;
                while let Some(&c) = self.text.get(end) {
                    match c {
                        b'(' => depth += 1,
                        b')' => depth -= 1,
                        _ => {}
                    }
                    end += 1;
                    if depth == 0 {
                        break;
                    }
                }
            }
            if self.text.get(end) == Some(&b':') && self.text.get(end + 1) == Some(&b':') {
                end += 2;
                continue;
            }
            break;
        }
        (end > start).then(|| String::from_utf8_lossy(&self.text[start..end]).into_owned())
    }
    fn balanced(&mut self) -> String {
        let start = self.at;
        let mut depth = 0;
        while let Some(&c) = self.text.get(self.at) {
            self.at += 1;
            match c {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        String::from_utf8_lossy(&self.text[start..self.at]).into_owned()
    }
    /// Consumes `word` if it is a qualifier or attribute.
    fn qualifier(&mut self, word: &str, quals: &mut Quals) -> bool {
        match word {
            "const" => quals.is_const = true,
            "volatile" => quals.is_volatile = true,
            "restrict" | "__restrict" | "__restrict__" => quals.restrict = true,
            "__global" | "__global_device" | "__global_host" => quals.space = Some(Space::Global),
            "__local" | "__shared" => quals.space = Some(Space::Shared),
            "__constant" => quals.space = Some(Space::Constant),
            "__private" => quals.space = Some(Space::Private),
            "__generic" | "typename" | "struct" | "class" | "union" | "enum" | "__read_only" | "__write_only"
            | "__read_write" | "register" => {}
            "__attribute__" => {
                self.skip();
                self.at += word.len();
                self.skip();
                let body = self.balanced();
                if let Some(at) = body.find("vector_type(") {
                    let digits: String = body[at + 12..].chars().take_while(char::is_ascii_digit).collect();
                    quals.vector = digits.parse().ok();
                }
                return true;
            }
            _ => return false,
        }
        self.skip();
        self.at += word.len();
        true
    }

    fn full(&mut self) -> Option<QType> {
        let mut quals = Quals::default();
        let mut words: Vec<String> = Vec::new();
        let mut base: Option<QType> = None;
        while let Some(word) = self.peek_word() {
            if self.qualifier(&word, &mut quals) {
                continue;
            }
            let builtin = matches!(
                word.as_str(),
                "unsigned"
                    | "signed"
                    | "char"
                    | "short"
                    | "int"
                    | "long"
                    | "float"
                    | "double"
                    | "half"
                    | "void"
                    | "bool"
                    | "_Bool"
                    | "_Float16"
                    | "__fp16"
                    | "__int128"
                    | "wchar_t"
                    | "char16_t"
                    | "char32_t"
                    | "char8_t"
                    | "__bf16"
            );
            self.skip();
            if builtin {
                self.at += word.len();
                words.push(word);
            } else if base.is_none() && words.is_empty() {
                self.at += word.len();
                base = Some(self.resolve(&word));
            } else {
                break;
            }
        }
        let mut ty = match base {
            Some(ty) => ty,
            None => QType::plain(builtin_type(&words, self.names.long_bits())?),
        };
        ty.is_const |= quals.is_const;
        ty.is_volatile |= quals.is_volatile;
        ty.restrict |= quals.restrict;
        ty.space = quals.space.or(ty.space);
        if let (Some(n), CType::Scalar(t)) = (quals.vector, &ty.ty) {
            ty.ty = CType::Vector(*t, n);
        }
        // Clang prints the vector attribute of a function's result behind the parameters; only the pointer matters there.
        self.declarator(ty)
    }

    fn resolve(&self, word: &str) -> QType {
        if let Some(found) = self.names.named(word) {
            return found;
        }
        if self.names.opencl() {
            if let Some(ty) = opencl_name(word) {
                return QType::plain(ty);
            }
        }
        QType::plain(common_name(word).unwrap_or_else(|| CType::Unknown(word.into())))
    }

    fn declarator(&mut self, base: QType) -> Option<QType> {
        let mut ty = base;
        loop {
            match self.peek() {
                Some(b'*') => {
                    self.at += 1;
                    ty = QType::plain(CType::Pointer(Rc::new(ty)));
                    let mut quals = Quals::default();
                    while let Some(word) = self.peek_word() {
                        if !self.qualifier(&word, &mut quals) {
                            break;
                        }
                    }
                    ty.is_const = quals.is_const;
                    ty.is_volatile = quals.is_volatile;
                    ty.restrict = quals.restrict;
                    ty.space = quals.space;
                }
                Some(b'&') => {
                    self.at += 1;
                    self.eat(b'&');
                    ty = QType::plain(CType::Reference(Rc::new(ty)));
                    let mut quals = Quals::default();
                    while let Some(word) = self.peek_word() {
                        if !self.qualifier(&word, &mut quals) {
                            break;
                        }
                    }
                }
                Some(b'[') => return self.arrays(ty),
                Some(b'(') => {
                    let open = self.at;
                    self.at += 1;
                    let mut quals = Quals::default();
                    while let Some(word) = self.peek_word() {
                        if !self.qualifier(&word, &mut quals) {
                            break;
                        }
                    }
                    let nested = matches!(self.peek(), Some(b'*' | b'&'));
                    self.at = open;
                    if !nested {
                        self.balanced();
                        let mut quals = Quals::default();
                        while let Some(word) = self.peek_word() {
                            if word == "noexcept" {
                                self.at += word.len();
                            } else if !self.qualifier(&word, &mut quals) {
                                break;
                            }
                        }
                        return Some(QType::plain(CType::Function));
                    }
                    let inner_text = self.balanced();
                    let inner = inner_text.get(1..inner_text.len().checked_sub(1)?)?.to_owned();
                    let outer = match self.peek() {
                        Some(b'[') => self.arrays(ty)?,
                        Some(b'(') => {
                            self.balanced();
                            QType::plain(CType::Function)
                        }
                        _ => ty,
                    };
                    let mut sub = Parser { text: inner.as_bytes(), at: 0, names: self.names };
                    return sub.declarator(outer);
                }
                _ => return Some(ty),
            }
        }
    }

    fn arrays(&mut self, elem: QType) -> Option<QType> {
        let mut extents = Vec::new();
        while self.peek() == Some(b'[') {
            let text = self.balanced();
            let inner = text.trim_matches(|c| c == '[' || c == ']').trim().to_owned();
            extents.push(if inner.is_empty() { None } else { Some(inner.parse::<u64>().ok()?) });
        }
        let mut ty = elem;
        for extent in extents.into_iter().rev() {
            let (space, is_const, is_volatile) = (ty.space, ty.is_const, ty.is_volatile);
            ty = QType::plain(CType::Array(Rc::new(ty), extent));
            ty.space = space;
            ty.is_const = is_const;
            ty.is_volatile = is_volatile;
        }
        Some(ty)
    }
}

fn int(bits: u8, signed: bool) -> CType {
    CType::Scalar(Type::Int { bits, signed })
}

fn builtin_type(words: &[String], long_bits: u8) -> Option<CType> {
    if words.is_empty() {
        return None;
    }
    let has = |w: &str| words.iter().any(|x| x == w);
    let longs = words.iter().filter(|w| *w == "long").count();
    let signed = !has("unsigned");
    Some(if has("void") {
        CType::Void
    } else if has("bool") || has("_Bool") {
        CType::Scalar(Type::Bool)
    } else if has("char") {
        int(8, signed)
    } else if has("short") {
        int(16, signed)
    } else if has("float") {
        CType::Scalar(Type::F32)
    } else if has("double") {
        if longs > 0 {
            return None;
        }
        CType::Scalar(Type::F64)
    } else if has("half") || has("_Float16") || has("__fp16") {
        CType::Scalar(Type::Float { bits: 16 })
    } else if has("__int128") || has("__bf16") {
        return None;
    } else if has("wchar_t") {
        int(32, true)
    } else if has("char16_t") {
        int(16, false)
    } else if has("char32_t") {
        int(32, false)
    } else if has("char8_t") {
        int(8, false)
    } else if longs == 1 {
        int(long_bits, signed)
    } else if longs > 1 {
        int(64, signed)
    } else {
        int(32, signed)
    })
}

/// Names of the standard headers, for dumps that do not hold their typedefs.
fn common_name(word: &str) -> Option<CType> {
    Some(match word {
        "size_t" | "uintptr_t" | "uint64_t" | "ulong" | "std::size_t" => int(64, false),
        "ptrdiff_t" | "intptr_t" | "int64_t" | "ssize_t" => int(64, true),
        "uint" | "uint32_t" | "cl_mem_fence_flags" => int(32, false),
        "int32_t" => int(32, true),
        "ushort" | "uint16_t" => int(16, false),
        "int16_t" => int(16, true),
        "uchar" | "uint8_t" => int(8, false),
        "int8_t" => int(8, true),
        "nullptr_t" | "std::nullptr_t" => CType::pointer_to(CType::Void),
        _ if word.starts_with("texture<") || word.starts_with("surface<") => CType::Opaque(word.into()),
        // Instances of the prelude's templates made by the file; handles of groups hold no data.
        _ if word.starts_with("cooperative_groups::") => CType::Opaque(word.into()),
        "event_t" => CType::Scalar(crate::intrinsics::EVENT),
        "sampler_t" | "clk_event_t" | "queue_t" | "reserve_id_t" => CType::Opaque(word.into()),
        _ if word.starts_with("image") && word.ends_with("_t") => CType::Image(word.into()),
        _ => return None,
    })
}

/// `float4`, `uchar16`, ...
fn opencl_name(word: &str) -> Option<CType> {
    let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
    let n: u32 = digits.parse().ok()?;
    if !matches!(n, 2 | 3 | 4 | 8 | 16) {
        return None;
    }
    let elem = match &word[..word.len() - digits.len()] {
        "char" => Type::Int { bits: 8, signed: true },
        "uchar" => Type::Int { bits: 8, signed: false },
        "short" => Type::Int { bits: 16, signed: true },
        "ushort" => Type::Int { bits: 16, signed: false },
        "int" => Type::I32,
        "uint" => Type::U32,
        "long" => Type::I64,
        "ulong" => Type::U64,
        "float" => Type::F32,
        "double" => Type::F64,
        "half" => Type::Float { bits: 16 },
        _ => return None,
    };
    Some(CType::Vector(elem, n))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoNames;
    impl TypeNames for NoNames {
        fn named(&self, _: &str) -> Option<QType> {
            None
        }
        fn opencl(&self) -> bool {
            true
        }
        fn long_bits(&self) -> u8 {
            64
        }
    }

    fn ty(text: &str) -> CType {
        parse(text, &NoNames).ty
    }

    #[test]
    fn scalars_and_vectors() {
        assert_eq!(ty("const unsigned int"), CType::Scalar(Type::U32));
        assert_eq!(ty("unsigned long"), CType::Scalar(Type::U64));
        assert_eq!(ty("float const __private __attribute__((ext_vector_type(4)))"), CType::Vector(Type::F32, 4));
        assert_eq!(ty("__private uint3"), CType::Vector(Type::U32, 3));
        assert_eq!(ty("foo"), CType::Unknown("foo".into()));
    }

    #[test]
    fn declarators() {
        let q = parse("__global float4 *__restrict", &NoNames);
        assert!(q.restrict);
        assert_eq!(
            q.ty.pointee().map(|p| (p.ty.clone(), p.space)),
            Some((CType::Vector(Type::F32, 4), Some(Space::Global)))
        );
        let CType::Pointer(row) = ty("__local float (*)[17]") else { panic!("no pointer") };
        assert!(matches!(&row.ty, CType::Array(e, Some(17)) if e.ty == CType::Scalar(Type::F32)));
        let CType::Array(outer, Some(16)) = ty("float[16][17]") else { panic!("no array") };
        assert!(matches!(outer.ty, CType::Array(_, Some(17))));
        assert_eq!(ty("int (int) const"), CType::Function);
        assert!(matches!(ty("int (*)(int, float *)"), CType::Pointer(q) if q.ty == CType::Function));
        assert!(matches!(ty("float (&)[4]"), CType::Reference(q) if matches!(q.ty, CType::Array(..))));
        assert!(matches!(ty("int &(*)(int)"), CType::Pointer(q) if q.ty == CType::Function));
    }
}
