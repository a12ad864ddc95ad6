//! OpenCL vectors: selection of components, and masks that comparisons give.
//!
//! Clang's JSON does not contain the accessor (`.xyz`) of an `ExtVectorElementExpr`; it is read from the source text.

use crate::builder::Builder;
use crate::lowerer::Lowerer;
use crate::source::Unit;
use crate::values::Place;
use wp_base::Span;
use wp_clang::Node;
use wp_decls::{strip, CType};
use wp_kir::{BinOp, ExprId, Type};

impl Unit<'_> {
    /// The components of `name.accessor` in the arguments of a macro. The tree gives only the position of the macro.
    ///
    /// They are known only if all accessors of this name in the arguments are the same, and no macro that is named
    /// there has an accessor in its replacement.
    fn lanes_in_macro(&self, base: &Node, span: Span, n: u32, wanted: usize) -> Option<Vec<u32>> {
        let base = strip(base);
        let name = base.referenced.as_ref().filter(|_| &*base.kind == "DeclRefExpr")?.name.clone();
        // The position is that of the macro's name; its arguments follow.
        let file = self.decls.unit.sources.file(span.file)?;
        let text = file.text.get(span.start as usize..)?;
        let open = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
        let mut depth = 0;
        let close = text[open..].char_indices().find_map(|(i, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            (depth == 0 && !c.is_whitespace()).then_some(i)
        })?;
        let text = &text[..open + close];
        let first = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or("");
        if !(first.starts_with("as_") || self.defines(first)) || !self.macros_hide_nothing(text, 0) {
            return None;
        }
        let mut found: Option<Vec<u32>> = None;
        let ident = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for (at, _) in text.match_indices(&*name) {
            let before = text[..at].chars().next_back();
            let Some(rest) = text[at + name.len()..].trim_start().strip_prefix('.') else { continue };
            if before.is_some_and(|c| ident(c) || c == '.' || c == '>') {
                continue;
            }
            let rest = rest.trim_start();
            let accessor = &rest[..rest.find(|c| !ident(c)).unwrap_or(rest.len())];
            let lanes = lanes_of(accessor, n).filter(|_| !self.defines(accessor))?;
            if lanes.len() != wanted || found.as_ref().is_some_and(|f| *f != lanes) {
                return None;
            }
            found = Some(lanes);
        }
        found
    }

    /// True if a source file defines a macro of this name.
    fn defines(&self, word: &str) -> bool {
        let sources = &self.decls.unit.sources;
        (0..sources.len()).filter_map(|i| sources.file(wp_base::Id::from_index(i))).any(|file| {
            file.text.match_indices("define").any(|(at, _)| {
                let rest = file.text[at + 6..].trim_start_matches([' ', '\t']);
                rest.strip_prefix(word).is_some_and(|r| !r.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
            })
        })
    }

    /// True if no macro that the text names has an accessor, or a concatenation of tokens, in its replacement.
    fn macros_hide_nothing(&self, text: &str, depth: u32) -> bool {
        if depth > 4 {
            return false;
        }
        let ident = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words = text.split(|c| !ident(c)).filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'));
        let files: Vec<&wp_base::SourceFile> = (0..self.decls.unit.sources.len())
            .filter_map(|i| self.decls.unit.sources.file(wp_base::Id::from_index(i)))
            .collect();
        for word in words {
            for file in &files {
                for (at, _) in file.text.match_indices("define") {
                    let rest = file.text[at + 6..].trim_start_matches([' ', '\t']);
                    let Some(body) = rest.strip_prefix(word) else { continue };
                    if body.starts_with(ident) {
                        continue;
                    }
                    let mut end = 0;
                    for line in body.split_inclusive('\n') {
                        end += line.len();
                        if !line.trim_end().ends_with('\\') {
                            break;
                        }
                    }
                    let body = &body[..end];
                    let bytes = body.as_bytes();
                    let accessor =
                        body.match_indices('.').any(|(i, _)| bytes.get(i + 1).is_some_and(u8::is_ascii_alphabetic));
                    if accessor
                        || body.contains("->")
                        || body.contains("##")
                        || !self.macros_hide_nothing(body, depth + 1)
                    {
                        return false;
                    }
                }
            }
        }
        true
    }
}

impl Builder<'_> {
    /// The result of a comparison in a component of a vector: -1 for true, 0 for false.
    pub(crate) fn mask(&mut self, truth: ExprId, elem: Type, span: Span) -> ExprId {
        let ones = self.int(-1, elem, span);
        let zero = self.zero(elem, span);
        self.select(truth, ones, zero, span)
    }

    /// The most significant bit of a component as a truth value.
    pub(crate) fn sign_bit(&mut self, e: ExprId, elem: Type, span: Span) -> ExprId {
        // The sign bit of a mask is the comparison that made it.
        if let wp_kir::ExprKind::Select(c, a, b) = *self.kind(e) {
            if self.const_int(a) == Some(-1) && self.const_int(b) == Some(0) {
                return c;
            }
        }
        let signed = match elem {
            Type::Int { bits, .. } | Type::Float { bits } => Type::Int { bits, signed: true },
            _ => Type::I32,
        };
        let bits = self.bitcast(e, signed, span);
        let zero = self.zero(signed, span);
        self.bin(BinOp::Lt, bits, zero, span)
    }
}

impl<'u> Lowerer<'u> {
    /// `v.x`, `v.s03`, `v.lo`, `p->xyz`.
    pub(crate) fn vector_element(&mut self, node: &'u Node) -> Place {
        let span = node.span;
        let ty = self.stack.qtype(node).referent().clone();
        let Some(base) = node.inner.first() else {
            return Place::Value(self.ir.unsupported_value("vector component", &ty.ty, span));
        };
        let base_ty = self.stack.ctype(base);
        let place = match &base_ty {
            CType::Pointer(_) => {
                let pointer = self.expr(base);
                let ptr = self.ir.only(&pointer, span);
                self.ir.deref(ptr, &pointer.ty)
            }
            _ => self.place(base),
        };
        let CType::Vector(elem, n) = place.ty() else {
            return Place::Value(self.ir.unsupported_value("component of something that is no vector", &ty.ty, span));
        };
        let wanted = match &ty.ty {
            CType::Vector(_, m) => *m as usize,
            _ => 1,
        };
        let accessor = node.name.as_deref().filter(|s| !s.is_empty()).map(str::to_owned).unwrap_or_else(|| {
            let text = self.unit.decls.unit.sources.text(span);
            let tail = text.trim_end();
            let start = tail.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |i| i + 1);
            if start == 0 || !tail[..start].trim_end().ends_with(['.', '>']) {
                String::new()
            } else {
                tail[start..].to_owned()
            }
        });
        let lanes = match accessor.as_str() {
            "" => self.unit.lanes_in_macro(base, span, n, wanted),
            // The accessor is a macro, whose replacement is not known here.
            word if self.unit.defines(word) => None,
            word => lanes_of(word, n),
        };
        match lanes {
            Some(lanes) if lanes.len() == wanted => {
                if let [lane] = lanes.as_slice() {
                    return self.ir.lane(&place, *lane, span);
                }
                let ty = CType::Vector(elem, lanes.len() as u32);
                Place::Swizzle { base: Box::new(place), lanes, ty }
            }
            _ => Place::Value(self.ir.unsupported_value("vector component hidden in a macro", &ty.ty, span)),
        }
    }
}

/// The component numbers that an accessor names in a vector of `n` components.
pub(crate) fn lanes_of(accessor: &str, n: u32) -> Option<Vec<u32>> {
    let width = if n == 3 { 4 } else { n };
    let half = width / 2;
    let lanes: Vec<u32> = match accessor {
        "lo" => (0..half).collect(),
        "hi" => (half..width).collect(),
        "even" => (0..half).map(|i| i * 2).collect(),
        "odd" => (0..half).map(|i| i * 2 + 1).collect(),
        _ => {
            let hex = accessor.strip_prefix(['s', 'S']).filter(|h| !h.is_empty());
            match hex {
                Some(hex) => hex.chars().map(|c| c.to_digit(16)).collect::<Option<_>>()?,
                None => accessor
                    .chars()
                    .map(|c| "xyzw".find(c).or_else(|| "rgba".find(c)).map(|i| i as u32))
                    .collect::<Option<_>>()?,
            }
        }
    };
    // For a vector of three components, `hi` contains an undefined fourth component, although Clang accepts it.
    (!lanes.is_empty() && lanes.iter().all(|&l| l < n)).then_some(lanes)
}

#[cfg(test)]
mod tests {
    use super::lanes_of;

    #[test]
    fn accessors() {
        assert_eq!(lanes_of("xz", 4), Some(vec![0, 2]));
        assert_eq!(lanes_of("s0F", 16), Some(vec![0, 15]));
        assert_eq!(lanes_of("hi", 4), Some(vec![2, 3]));
        assert_eq!(lanes_of("odd", 8), Some(vec![1, 3, 5, 7]));
        assert_eq!(lanes_of("w", 2), None);
        assert_eq!(lanes_of("foo", 4), None);
    }
}
