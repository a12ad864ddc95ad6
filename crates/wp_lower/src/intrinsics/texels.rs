//! Addresses of the texels of images and surfaces, by their coordinates.
//!
//! The extents of an image are not known, but the limits of devices are. Each texel inside of these limits has its own
//! bytes. Coordinates outside of the limits are outside of every image, and there is no access for them, with one
//! exception: if the source does not define such an access and a coordinate is negative, there is a read in front of
//! the image, which is out of bounds. Exact for images of the greatest extents, and for smaller images under the
//! assumption `in-bounds`.

use crate::builder::{Blocks, Builder};
use wp_base::Span;
use wp_kir::{BinOp, ExprId, Type};

/// The shape of an image in memory.
pub(crate) struct Grid {
    /// The limits of the coordinates, x first; every valid coordinate is below its limit. In an image of one dimension
    /// every coordinate has its own bytes, so it needs no limit.
    limits: &'static [u64],
    /// The number of bytes from one x coordinate to the next.
    unit: u64,
}

/// Bytes of a texel of an OpenCL image.
pub(crate) const TEXEL: u64 = 16;

// All offsets stay below 2^47, the range of the interpreter.
const TWO: &[u64] = &[1 << 20, 1 << 20];
const TWO_LAYERED: &[u64] = &[1 << 16, 1 << 16, 1 << 11];
const THREE: &[u64] = &[1 << 14, 1 << 14, 1 << 14];

impl Grid {
    /// The grid of an OpenCL image type; `None` for types with further coordinates (samples).
    pub(crate) fn of_image(ty: &str) -> Option<Grid> {
        if ty.contains("msaa") {
            return None;
        }
        let limits = match ty {
            _ if ty.starts_with("image1d_array") => TWO,
            _ if ty.starts_with("image1d") => &[u64::MAX],
            _ if ty.starts_with("image2d_array") => TWO_LAYERED,
            _ if ty.starts_with("image2d") => TWO,
            _ if ty.starts_with("image3d") => THREE,
            _ => return None,
        };
        Some(Grid { limits, unit: TEXEL })
    }

    /// The grid of a surface by the suffix of the function (`2DLayered`); x counts bytes.
    pub(crate) fn of_surface(suffix: &str) -> Option<Grid> {
        // Rows have up to 131072 elements in two dimensions, 32768 in layers, 16384 in three, each of up to 16 bytes.
        let limits: &[u64] = match suffix {
            "1D" => &[u64::MAX],
            "1DLayered" => &[1 << 22, 1 << 12],
            "2D" => &[1 << 22, 1 << 20],
            "2DLayered" => &[1 << 19, 1 << 16, 1 << 11],
            "3D" => &[1 << 18, 1 << 14, 1 << 14],
            _ => return None,
        };
        Some(Grid { limits, unit: 1 })
    }

    /// Number of coordinates.
    pub(crate) fn dimensions(&self) -> usize {
        self.limits.len()
    }
}

/// What the source says about an access outside of the image.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outside {
    /// The access is undefined, or a fault.
    Fault,
    /// The access has no effect: reads give a border value, writes are ignored.
    Ignored,
    /// Each coordinate is replaced by the nearest one inside.
    Clamped,
}

impl Builder<'_> {
    /// Runs `access` with the address of a texel of `width` bytes, under the condition that the coordinates are inside
    /// of the grid.
    pub(crate) fn at_texel(
        &mut self,
        image: ExprId,
        (grid, outside): (&Grid, Outside),
        coordinates: &[ExprId],
        (width, span): (u64, Span),
        access: impl FnOnce(&mut Self, ExprId),
    ) {
        let zero = self.int(0, Type::I64, span);
        let mut at = Vec::new();
        let mut negative: Option<ExprId> = None;
        let mut inside: Option<ExprId> = None;
        let both = |s: &mut Self, all: Option<ExprId>, one: ExprId, op: BinOp| match all {
            Some(all) => s.bin(op, all, one, span),
            None => one,
        };
        for (n, (&c, &limit)) in coordinates.iter().zip(grid.limits).enumerate() {
            let signed = matches!(self.ty(c), Type::Int { signed: true, .. });
            let wide = self.convert(c, Type::I64, span);
            let wide = self.freeze_expr(wide, span);
            let below = self.bin(BinOp::Lt, wide, zero, span);
            let wide = match (signed, outside) {
                (true, Outside::Clamped) => self.select(below, zero, wide, span),
                (true, Outside::Fault | Outside::Ignored) => {
                    negative = Some(both(self, negative, below, BinOp::Or));
                    wide
                }
                (false, _) => wide,
            };
            if limit != u64::MAX {
                let greatest = limit - if n == 0 { width.div_ceil(grid.unit).max(1) } else { 1 };
                let greatest = self.int(i128::from(greatest), Type::I64, span);
                let fits = self.bin(BinOp::Le, wide, greatest, span);
                inside = Some(both(self, inside, fits, BinOp::And));
            }
            at.push(wide);
        }
        let mut offset = zero;
        for (&c, &limit) in at.iter().zip(grid.limits).rev() {
            let row = self.int(i128::from(limit as i64), Type::I64, span);
            offset = if offset == zero { c } else { self.mul_add(c, offset, row, span) };
        }
        let base = image;
        let texel = |s: &mut Self| s.ptr_index(base, offset, grid.unit, span);
        // In one dimension, negative coordinates have addresses in front of the image.
        if at.len() < 2 && outside == Outside::Fault {
            let ptr = texel(self);
            return access(self, ptr);
        }
        if let Some(negative) = negative {
            if outside == Outside::Fault {
                self.branch(
                    negative,
                    span,
                    |s| {
                        let before = s.int(-(TEXEL as i128), Type::I64, span);
                        let ptr = s.ptr_index(base, before, 1, span);
                        s.load_scalar(ptr, Type::U32, false, span);
                    },
                    |_| (),
                );
            }
            let positive = self.not(negative, span);
            inside = Some(both(self, inside, positive, BinOp::And));
        }
        let access_texel = |s: &mut Self| {
            let ptr = texel(s);
            access(s, ptr);
        };
        match inside {
            Some(inside) => self.branch(inside, span, access_texel, |_| ()),
            None => access_texel(self),
        }
    }
}
