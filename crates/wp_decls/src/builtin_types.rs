//! Types whose names are not declared in the tree: keywords, names of the standard headers, vectors of OpenCL.

use crate::ctype::CType;
use wp_kir::Type;

/// The type of OpenCL's `event_t`: the number of an asynchronous copy.
pub const EVENT: Type = Type::U32;

fn int(bits: u8, signed: bool) -> CType {
    CType::Scalar(Type::Int { bits, signed })
}

/// The type that a sequence of keywords means (`unsigned`, `long`); `None` for a type that is not supported.
pub(crate) fn builtin_type(words: &[String], long_bits: u8) -> Option<CType> {
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

/// The types of the standard headers by their names, for trees that do not contain their typedefs.
pub(crate) fn common_name(word: &str) -> Option<CType> {
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
        // Instances of the prelude's class templates that the file makes. Handles of groups contain no data.
        _ if word.starts_with("cooperative_groups::") => CType::Opaque(word.into()),
        "event_t" => CType::Scalar(EVENT),
        "sampler_t" | "clk_event_t" | "queue_t" | "reserve_id_t" => CType::Opaque(word.into()),
        _ if word.starts_with("image") && word.ends_with("_t") => CType::Image(word.into()),
        _ => return None,
    })
}

/// OpenCL's vectors: `float4`, `uchar16`.
pub(crate) fn opencl_name(word: &str) -> Option<CType> {
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
