//! One instance of a memory object: sparse pages of bytes, filled on first touch, with the race shadow of each page.
//!
//! Offsets are signed and unbounded; whether an access is in bounds is decided by the caller.

use crate::api::Fill;
use crate::float::from_f64;
use crate::ops::wrap;
use crate::random::{mix, small};
use crate::shadow::Shadow;
use crate::value::Ty;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use wp_kir::Space;

/// Bytes of a page, a power of two.
pub const PAGE: usize = 1024;

/// The properties that all instances of an object share.
#[derive(Clone, Debug)]
pub struct ObjectInfo {
    /// Address space.
    pub space: Space,
    /// Index among the objects of its kind of instance.
    pub slot: usize,
    /// Size in bytes, if bounded.
    pub size: Option<u64>,
    /// Element type.
    pub elem: Ty,
    /// Contents outside of the known bytes.
    pub fill: Fill,
    /// Known prefix.
    pub bytes: Option<Arc<[u8]>>,
    /// Known bytes by offset.
    pub cells: BTreeMap<u64, Vec<u8>>,
    /// True if the contents are indeterminate until written.
    pub undefined: bool,
    /// True if the source fixes the contents and they are not known here.
    pub unevaluated: bool,
    /// True if races are tracked.
    pub track: bool,
}

struct Page {
    bytes: Box<[u8; PAGE]>,
    /// Bit per byte that was written; only for undefined objects.
    written: Option<Box<[u64; PAGE / 64]>>,
    /// First record of each shadow cell; empty when not tracked.
    heads: Vec<u32>,
}

/// An instance of an object.
pub struct Memory {
    /// Page index + 1 of the pages from offset 0 on.
    near: Vec<u32>,
    far: FxHashMap<i64, u32>,
    pages: Vec<Page>,
    shadow: Shadow,
}

/// Pages below this number are found by index.
const NEAR: i64 = 1 << 16;

impl Memory {
    /// An untouched instance.
    pub fn new(info: &ObjectInfo) -> Self {
        Self { near: Vec::new(), far: FxHashMap::default(), pages: Vec::new(), shadow: Shadow::new(info.elem.bytes()) }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        if !self.pages.is_empty() {
            self.near.clear();
            self.far.clear();
            self.pages.clear();
            self.shadow.reset();
        }
    }

    /// Makes written memory indeterminate again: the values are those before the first write.
    pub fn make_indeterminate(&mut self, info: &ObjectInfo, salt: u64) {
        if !info.undefined {
            return self.reset();
        }
        let width = info.elem.bytes() as usize;
        let near = self.near.iter().enumerate().filter(|(_, &i)| i != 0).map(|(n, &i)| (n as i64, i));
        for (number, index) in near.chain(self.far.iter().map(|(&n, &i)| (n, i))) {
            let page = &mut self.pages[index as usize - 1];
            let Some(written) = &mut page.written else { continue };
            let first = number * (PAGE / width) as i64;
            for (i, chunk) in page.bytes.chunks_exact_mut(width).enumerate() {
                let at = i * width;
                if written[at / 64] >> (at % 64) & ((1u64 << width) - 1) != 0 {
                    chunk.copy_from_slice(&fill(info, first + i as i64, salt).to_le_bytes()[..width]);
                }
            }
            written.fill(0);
        }
    }

    #[inline]
    fn page(&mut self, info: &ObjectInfo, number: i64, salt: u64) -> usize {
        if (0..self.near.len() as i64).contains(&number) {
            let index = self.near[number as usize];
            if index != 0 {
                return index as usize - 1;
            }
        }
        self.page_slow(info, number, salt)
    }

    #[cold]
    fn page_slow(&mut self, info: &ObjectInfo, number: i64, salt: u64) -> usize {
        let next = self.pages.len() as u32 + 1;
        if (0..NEAR).contains(&number) {
            let at = number as usize;
            if self.near.len() <= at {
                self.near.resize(at + 1, 0);
            }
            self.near[at] = next;
        } else {
            if let Some(&index) = self.far.get(&number) {
                return index as usize - 1;
            }
            self.far.insert(number, next);
        }
        let page = new_page(info, number, salt);
        self.pages.push(page);
        next as usize - 1
    }

    /// Reads up to 8 bytes, little endian.
    #[inline]
    pub fn read(&mut self, info: &ObjectInfo, offset: i64, width: u32, salt: u64) -> u64 {
        let within = offset.rem_euclid(PAGE as i64) as usize;
        if within + width as usize <= PAGE {
            let page = self.page(info, offset.div_euclid(PAGE as i64), salt);
            let bytes = &self.pages[page].bytes;
            match width {
                4 => {
                    let mut word = [0; 4];
                    word.copy_from_slice(&bytes[within..within + 4]);
                    u64::from(u32::from_le_bytes(word))
                }
                _ => {
                    let mut word = [0; 8];
                    word[..width as usize].copy_from_slice(&bytes[within..within + width as usize]);
                    u64::from_le_bytes(word)
                }
            }
        } else {
            (0..width).map(|i| self.read(info, offset + i64::from(i), 1, salt) << (8 * i)).sum()
        }
    }

    /// Writes up to 8 bytes, little endian.
    #[inline]
    pub fn write(&mut self, info: &ObjectInfo, offset: i64, width: u32, value: u64, salt: u64) {
        let within = offset.rem_euclid(PAGE as i64) as usize;
        if within + width as usize <= PAGE {
            let page = self.page(info, offset.div_euclid(PAGE as i64), salt);
            let page = &mut self.pages[page];
            page.bytes[within..within + width as usize].copy_from_slice(&value.to_le_bytes()[..width as usize]);
            if let Some(written) = &mut page.written {
                for at in within..within + width as usize {
                    written[at / 64] |= 1 << (at % 64);
                }
            }
        } else {
            for i in 0..width {
                self.write(info, offset + i64::from(i), 1, value >> (8 * i) & 0xff, salt);
            }
        }
    }

    /// True if all bytes were written (always true for objects with known contents).
    pub fn defined(&mut self, info: &ObjectInfo, offset: i64, width: u32, salt: u64) -> bool {
        (0..i64::from(width)).all(|i| {
            let within = (offset + i).rem_euclid(PAGE as i64) as usize;
            let page = self.page(info, (offset + i).div_euclid(PAGE as i64), salt);
            match &self.pages[page].written {
                Some(written) => written[within / 64] >> (within % 64) & 1 == 1,
                None => true,
            }
        })
    }

    /// The shadow and the head of the cell that holds `offset`, after the grain was made fine enough for an access.
    pub fn shadow_cells(
        &mut self,
        info: &ObjectInfo,
        offset: i64,
        width: u32,
        salt: u64,
        mut visit: impl FnMut(&mut Shadow, &mut u32, i64),
    ) {
        if !self.shadow.fits(offset, width) {
            let heads = self.pages.iter_mut().map(|p| &mut p.heads);
            self.shadow.split(offset, width, heads);
        }
        let grain = i64::from(self.shadow.grain());
        let mut at = offset;
        while at < offset + i64::from(width) {
            let page = self.page(info, at.div_euclid(PAGE as i64), salt);
            let heads = &mut self.pages[page].heads;
            if heads.is_empty() {
                heads.resize(PAGE / grain as usize, 0);
            }
            let head = &mut heads[at.rem_euclid(PAGE as i64) as usize / grain as usize];
            visit(&mut self.shadow, head, at);
            at += grain;
        }
    }

    /// Bytes of one shadow cell.
    pub fn grain(&self) -> u32 {
        self.shadow.grain()
    }

    /// The touched pages by offset.
    pub fn contents(&self) -> BTreeMap<i64, Vec<u8>> {
        let near = self.near.iter().enumerate().filter(|(_, &i)| i != 0).map(|(n, &i)| (n as i64, i));
        let all = near.chain(self.far.iter().map(|(&n, &i)| (n, i)));
        all.map(|(n, i)| (n * PAGE as i64, self.pages[i as usize - 1].bytes.to_vec())).collect()
    }
}

/// The value of an element with unknown contents.
fn fill(info: &ObjectInfo, element: i64, salt: u64) -> u64 {
    let hash = |seed: u64| mix(mix(seed, salt), element as u64);
    match info.fill {
        Fill::Zero => 0,
        Fill::Small(seed) => small(info.elem, hash(seed)),
        Fill::Any(_) if info.elem == Ty::Ptr => 0,
        Fill::Any(seed) => wrap(info.elem, hash(seed)),
        Fill::Index if info.elem.is_float() => from_f64(info.elem, element as f64),
        Fill::Index => wrap(info.elem, element as u64),
        Fill::Below { seed, .. } if info.elem.is_float() || info.elem == Ty::Ptr => small(info.elem, hash(seed)),
        Fill::Below { seed, bound } => wrap(info.elem, hash(seed) % bound.max(1)),
    }
}

fn new_page(info: &ObjectInfo, number: i64, salt: u64) -> Page {
    let mut bytes = Box::new([0u8; PAGE]);
    let start = number * PAGE as i64;
    let width = info.elem.bytes() as usize;
    if info.fill != Fill::Zero {
        for (i, chunk) in bytes.chunks_exact_mut(width).enumerate() {
            let element = start.div_euclid(width as i64) + i as i64;
            chunk.copy_from_slice(&fill(info, element, salt).to_le_bytes()[..width]);
        }
    }
    let mut put = |at: i64, known: &[u8]| {
        for (i, &byte) in known.iter().enumerate() {
            let to = at + i as i64 - start;
            if (0..PAGE as i64).contains(&to) {
                bytes[to as usize] = byte;
            }
        }
    };
    if let Some(known) = &info.bytes {
        if let Ok(from) = usize::try_from(start) {
            let end = known.len().min(from + PAGE);
            if from < end {
                put(start, &known[from..end]);
            }
        }
    }
    if start > -(PAGE as i64) {
        // A run of known bytes may begin before the page; runs are looked at from the last one that begins before it.
        let from = u64::try_from(start).unwrap_or(0);
        let first = info.cells.range(..from).next_back().map_or(from, |(&at, _)| at);
        for (&at, known) in info.cells.range(first..from + PAGE as u64) {
            put(at as i64, known);
        }
    }
    let written = info.undefined.then(|| Box::new([0u64; PAGE / 64]));
    Page { bytes, written, heads: Vec::new() }
}
