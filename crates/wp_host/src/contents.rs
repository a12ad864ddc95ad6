//! The bytes that a buffer holds, as far as they are known.

use crate::value::{Float, Value};
use std::sync::Arc;
use wp_kir::Type;

wp_base::limits! {
    /// The number of bytes of a buffer that are followed, from its start.
    pub(crate) const LONGEST: usize = 1 << 16;
}

/// The bytes of a buffer from its start, `None` for an unknown one. The bytes behind the last one are unknown.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Contents(Arc<Vec<Option<u8>>>);

impl Contents {
    /// Stores bytes, `None` for an unknown one.
    pub fn put(&mut self, at: usize, bytes: &[Option<u8>]) {
        let end = at.saturating_add(bytes.len()).min(LONGEST.get());
        let Some(count) = end.checked_sub(at) else { return };
        let all = Arc::make_mut(&mut self.0);
        all.resize(all.len().max(end), None);
        all[at..end].copy_from_slice(&bytes[..count]);
    }

    /// The bytes at a place.
    pub fn part(&self, at: usize, count: usize) -> Vec<Option<u8>> {
        (at..at.saturating_add(count).min(LONGEST.get())).map(|i| self.0.get(i).copied().flatten()).collect()
    }

    /// All bytes of a buffer of a size, if they are known.
    pub fn whole(&self, size: usize) -> Option<Arc<[u8]>> {
        self.0.get(..size)?.iter().copied().collect()
    }
}

/// The bytes of a constant of a type.
pub(crate) fn bytes_of(value: &Value, ty: Type) -> Option<Vec<Option<u8>>> {
    let raw = match value {
        Value::Int(e) if e.ty == ty => e.constant()? as u64,
        Value::Float(Float { value, ty: of }) if *of == ty => match ty {
            Type::F32 => u64::from((*value as f32).to_bits()),
            _ => value.to_bits(),
        },
        _ => return None,
    };
    let size = usize::try_from(ty.size()).ok()?;
    raw.to_le_bytes().get(..size).map(|bytes| bytes.iter().copied().map(Some).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Expr;

    #[test]
    fn a_buffer_is_known_where_all_of_it_is() {
        let mut contents = Contents::default();
        contents.put(0, &bytes_of(&Value::Int(Expr::int(-2, Type::I32)), Type::I32).unwrap());
        contents.put(6, &[Some(1), None]);
        assert_eq!(contents.whole(4).as_deref(), Some(&[0xfe, 0xff, 0xff, 0xff][..]));
        assert_eq!(contents.whole(5), None);
        contents.put(4, &[Some(7); 2]);
        assert_eq!(contents.part(3, 5), [Some(0xff), Some(7), Some(7), Some(1), None]);
        assert_eq!(contents.whole(8), None);
        assert_eq!(contents.whole(9), None, "behind what was stored");
    }

    #[test]
    fn stores_end_where_nothing_is_followed() {
        let mut contents = Contents::default();
        contents.put(LONGEST.get() - 1, &[Some(1), Some(2)]);
        contents.put(LONGEST.get() + 5, &[Some(3)]);
        assert_eq!(contents.part(LONGEST.get() - 1, 4), [Some(1)]);
    }
}
