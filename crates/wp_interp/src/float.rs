//! Conversions between float widths as bits in a 64-bit cell; f16 by way of f32.

use crate::value::Ty;

/// The value of float bits as f64 (exact).
pub fn to_f64(ty: Ty, bits: u64) -> f64 {
    match ty {
        Ty::F16 => f64::from(half_to_f32(bits as u16)),
        Ty::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// Rounds to nearest even.
pub fn from_f64(ty: Ty, value: f64) -> u64 {
    match ty {
        Ty::F16 => u64::from(half_from_f64(value)),
        Ty::F32 => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    }
}

fn half_to_f32(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0f32 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 31);
    let fraction = f32::from(bits & 0x3ff);
    match exponent {
        0 => sign * fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => sign * f32::INFINITY,
        31 => f32::NAN,
        _ => sign * (1024.0 + fraction) * 2f32.powi(exponent - 25),
    }
}

fn half_from_f64(value: f64) -> u16 {
    let sign = u16::from(value.is_sign_negative()) << 15;
    let magnitude = value.abs();
    if value.is_nan() {
        return sign | 0x7e00;
    }
    // 65520 is half-way between the greatest half and 2^16, and rounds up to infinity.
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // The spacing of halves around the value, subnormals included, is a power of two: scaling by it is exact.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    let units = (magnitude * 2f64.powi(10 - exponent)).round_ties_even() as u32;
    // `units` is below 1024 for subnormals and at most 2048 otherwise; a carry moves into the exponent by itself.
    let biased = (exponent + 14) as u32;
    sign | (biased * 1024 + units) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_the_round_trip() {
        for bits in 0..=u16::MAX {
            let value = half_to_f32(bits);
            if !value.is_nan() {
                assert_eq!(half_from_f64(f64::from(value)), bits, "{bits:#x}");
            }
        }
        assert_eq!(half_from_f64(65519.0), 0x7bff);
        assert_eq!(half_from_f64(1.0 + 2f64.powi(-11)), 0x3c00);
        assert_eq!(half_from_f64(2f64.powi(-25)), 0);
    }
}
