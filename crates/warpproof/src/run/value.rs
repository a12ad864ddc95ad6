//! Scalars as text: what users write on the command line and what final arrays show.

use wp_interp::Value;
use wp_kir::Type;

/// Parses a scalar of a type: decimal or hexadecimal integers, floats, `true` and `false`.
pub fn parse(text: &str, ty: Type) -> Result<Value, String> {
    let text = text.trim();
    match ty {
        Type::Bool => match text {
            "true" | "1" => Ok(Value::Bool(true)),
            "false" | "0" => Ok(Value::Bool(false)),
            _ => Err(format!("`{text}` is not true or false")),
        },
        Type::Int { .. } => {
            let value = integer(text).ok_or_else(|| format!("`{text}` is not a whole number"))?;
            let (low, high) = ty.int_range().unwrap_or((0, 0));
            // Both readings of the bits are accepted: 0xffffffff for a signed -1.
            if value < low.min(-(high / 2) - 1) || value > high.max(high - low) {
                return Err(format!("`{text}` does not fit the type"));
            }
            Ok(Value::Int(value))
        }
        Type::Float { bits } => {
            let value: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
            match bits {
                32 => Ok(Value::Float(u64::from((value as f32).to_bits()))),
                64 => Ok(Value::Float(value.to_bits())),
                _ => Err("values of half precision cannot be given".to_owned()),
            }
        }
        Type::Ptr => Err("it is a pointer; give its contents with --array".to_owned()),
    }
}

fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

/// The bytes of a value in memory.
pub fn bytes(value: Value, ty: Type) -> Vec<u8> {
    let bits = match value {
        Value::Bool(b) => u64::from(b),
        // Truncation to the width of the type is what a store does.
        Value::Int(i) => i as u64,
        Value::Float(bits) => bits,
        Value::Ptr { .. } => 0,
    };
    bits.to_le_bytes().iter().copied().take(ty.size() as usize).collect()
}

/// A value of a type from its bits.
pub fn show(bits: u64, ty: Type) -> String {
    match ty {
        Type::Bool => (bits & 1 == 1).to_string(),
        Type::Int { bits: width, signed } => {
            let unused = 64 - u32::from(width);
            if signed {
                (((bits << unused) as i64) >> unused).to_string()
            } else {
                ((bits << unused) >> unused).to_string()
            }
        }
        Type::Float { bits: 64 } => float(f64::from_bits(bits)),
        Type::Float { bits: 32 } => float(f64::from(f32::from_bits(bits as u32))),
        Type::Float { .. } => format!("{bits:#06x}"),
        Type::Ptr => format!("{bits:#x}"),
    }
}

fn float(value: f64) -> String {
    // Through f32 where that is exact, so that 0.1f shows as 0.1.
    let narrow = value as f32;
    if f64::from(narrow) == value {
        format!("{narrow:?}")
    } else {
        format!("{value:?}")
    }
}

/// A value as its input was.
pub fn show_value(value: Value, ty: Type) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(i) => i.to_string(),
        Value::Float(bits) => show(bits, ty),
        Value::Ptr { object: None, .. } => "null".to_owned(),
        Value::Ptr { object: Some(object), offset } => format!("{object} + {offset}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips() {
        for (text, ty) in
            [("-3", Type::I32), ("4294967295", Type::U32), ("1.5", Type::F32), ("0.1", Type::F32), ("true", Type::Bool)]
        {
            let value = parse(text, ty).unwrap();
            let mut raw = [0; 8];
            let stored = bytes(value, ty);
            raw[..stored.len()].copy_from_slice(&stored);
            assert_eq!(show(u64::from_le_bytes(raw), ty), text);
        }
        assert_eq!(parse("0xffffffff", Type::I32).unwrap(), Value::Int(0xffff_ffff));
        assert_eq!(show(0xffff_ffff, Type::I32), "-1");
        assert!(parse("4294967296", Type::I32).is_err());
        assert!(parse("x", Type::I32).is_err());
        assert!(parse("1.5", Type::I32).is_err());
    }
}
