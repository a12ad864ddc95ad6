//! Positions and ranges in Clang's dump.

use super::{State, Text};
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use std::fmt;
use wp_base::{FileId, Span};

/// A decoded position; `None` when Clang printed `{}`.
pub(super) type Position = Option<(FileId, u32, u32)>;

pub(super) fn span_of(begin: Position, end: Position) -> Option<Span> {
    let (file, start, length) = begin?;
    let stop = match end {
        Some((end_file, end_start, end_length)) if end_file == file => end_start.saturating_add(end_length),
        _ => start.saturating_add(length),
    };
    Some(Span { file, start, end: stop.max(start) })
}

/// A decoded position of a token that a macro may have made.
#[derive(Clone, Copy, Default)]
pub(super) struct Places {
    /// The place in the file the user wrote: of the macro's name.
    pub expansion: Position,
    /// The place of the token itself: in the definition of the macro.
    pub spelling: Position,
}

/// Decodes a position and moves the current file along.
pub(super) struct PositionSeed<'c, 's> {
    pub state: &'c mut State<'s>,
}

impl<'de> DeserializeSeed<'de> for PositionSeed<'_, '_> {
    type Value = Places;
    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Places, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for PositionSeed<'_, '_> {
    type Value = Places;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a source position")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Places, A::Error> {
        let mut offset: Option<u32> = None;
        let mut length = 0;
        let mut nested = Places::default();
        while let Some(key) = map.next_key::<Text<'de>>()? {
            match &*key.0 {
                "offset" => offset = Some(map.next_value()?),
                "tokLen" => length = map.next_value()?,
                "file" => {
                    let name = map.next_value::<Text<'de>>()?;
                    self.state.set_file(&name.0);
                }
                // Both move the file; the expansion, printed second, is the place in the file the user wrote.
                "spellingLoc" => {
                    nested.spelling = map.next_value_seed(PositionSeed { state: self.state })?.spelling;
                }
                "expansionLoc" => {
                    nested.expansion = map.next_value_seed(PositionSeed { state: self.state })?.expansion;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(match (offset, self.state.file) {
            (Some(offset), Some(file)) => {
                let at = Some((file, offset, length));
                Places { expansion: at, spelling: at }
            }
            _ => Places { expansion: nested.expansion.or(nested.spelling), ..nested },
        })
    }
}

/// Decodes a `range`: the one in the file the user wrote, and the one of the tokens themselves.
pub(super) struct RangeSeed<'c, 's> {
    pub state: &'c mut State<'s>,
}

impl<'de> DeserializeSeed<'de> for RangeSeed<'_, '_> {
    type Value = [Option<Span>; 2];
    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RangeSeed<'_, '_> {
    type Value = [Option<Span>; 2];
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a source range")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut begin, mut end) = (Places::default(), Places::default());
        while let Some(key) = map.next_key::<Text<'de>>()? {
            let at = match &*key.0 {
                "begin" => &mut begin,
                "end" => &mut end,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *at = map.next_value_seed(PositionSeed { state: self.state })?;
        }
        Ok([span_of(begin.expansion, end.expansion), span_of(begin.spelling, end.spelling)])
    }
}
