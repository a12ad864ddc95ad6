//! Parser of the types that Clang prints.
//!
//! Input: a printed type (`__global float4 *__private`, `V<4, int>`, `float (*)[17]`). Output: a [`QType`], which is
//! [`CType::Unknown`] for text that is not understood.

use crate::builtin_types::{builtin_type, common_name, opencl_name};
use crate::ctype::{CType, QType};
use std::rc::Rc;
use wp_kir::Space;

/// The meaning of names in a translation unit.
pub(crate) trait Scope {
    /// The type of a typedef, record or enum name; `None` when unknown.
    fn named(&self, name: &str) -> Option<QType>;
    /// True if OpenCL's vector names are built in.
    fn opencl(&self) -> bool;
    /// Width of `long`.
    fn long_bits(&self) -> u8;
}

/// Parses a printed type.
pub(crate) fn parse(text: &str, names: &dyn Scope) -> QType {
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
    names: &'t dyn Scope,
}

#[derive(Default)]
struct Quals {
    is_const: bool,
    is_volatile: bool,
    restrict: bool,
    space: Option<Space>,
    vector: Option<u32>,
    /// An attribute that may change the representation and is not read.
    is_unknown: bool,
}

/// True if an attribute in a printed type (`((NAME(ARGUMENTS)))`) leaves the representation of the type as it is.
fn keeps_representation(attribute: &str) -> bool {
    const NAMES: [&str; 16] = [
        "address_space",
        "annotate_type",
        "btf_type_tag",
        "cdecl",
        "fastcall",
        "ms_abi",
        "nocf_check",
        "noderef",
        "noreturn",
        "pascal",
        "preserve_all",
        "preserve_most",
        "regcall",
        "stdcall",
        "sysv_abi",
        "vectorcall",
    ];
    let name = attribute.trim_start_matches('(');
    NAMES.iter().any(|known| name.strip_prefix(known).is_some_and(|rest| rest.starts_with(['(', ')'])))
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
                } else {
                    quals.is_unknown |= !keeps_representation(&body);
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
            let is_keyword = |word: &str| word != "half" || self.names.opencl();
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
            ) && is_keyword(&word);
            self.skip();
            if word == "_Atomic" && self.names.opencl() && base.is_none() && words.is_empty() {
                self.at += word.len();
                base = Some(self.atomic()?);
            } else if builtin {
                self.at += word.len();
                words.push(word);
            } else if base.is_none() && words.is_empty() {
                self.at += word.len();
                base = Some(self.resolve(&word));
            } else {
                break;
            }
        }
        if quals.is_unknown {
            return None;
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
        // Clang prints the vector attribute of a function's result behind the parameters. The declarator does not need
        // it: the result of a function type is not kept.
        self.declarator(ty)
    }

    /// `(int)` of `_Atomic(int)` in OpenCL: an atomic number is laid out like the number. Clang rejects operators on it
    /// there, and shows every other access that no atomic function makes as a conversion, which the lowering rejects.
    fn atomic(&mut self) -> Option<QType> {
        (self.peek() == Some(b'(')).then_some(())?;
        let inner = self.balanced();
        let inner = inner.strip_prefix('(')?.strip_suffix(')')?;
        Some(parse(inner, self.names)).filter(|ty| matches!(ty.ty, CType::Scalar(_)))
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
                // There is no array of references: Clang prints `auto &r = m` like one.
                Some(b'[') => {
                    return match ty.ty {
                        CType::Reference(elem) => {
                            let array = self.arrays((*elem).clone())?;
                            Some(QType::plain(CType::Reference(Rc::new(array))))
                        }
                        _ => self.arrays(ty),
                    }
                }
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

#[cfg(test)]
mod tests {
    use super::*;
    use wp_kir::Type;

    struct NoNames;
    impl Scope for NoNames {
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
        assert_eq!(ty("volatile __generic _Atomic(unsigned int)"), CType::Scalar(Type::U32));
        assert!(matches!(ty("_Atomic(struct s)"), CType::Unknown(_)));
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
        assert_eq!(ty("const float &[4][2]"), ty("const float (&)[4][2]"));
        assert!(matches!(ty("int &(*)(int)"), CType::Pointer(q) if q.ty == CType::Function));
    }
}
