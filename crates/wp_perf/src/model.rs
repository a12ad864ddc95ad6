//! The cost in memory of a warp's request.
//!
//! Source: NVIDIA, CUDA C++ Programming Guide, "Hardware Implementation" (warps) and the sections on shared and global
//! memory of compute capability 5.x and later; CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory" and
//! "Shared Memory".
//!
//! - A warp is 32 threads with consecutive linear identifiers `x + y * Dx + z * Dx * Dy`; the last one of a block may
//!   have fewer.
//! - Shared memory has 32 banks; successive words of 4 bytes lie in successive banks. Lanes that access the same word,
//!   or parts of it, are served together. A request of 8 bytes a lane is served for each half of the warp, one of 16
//!   bytes for each quarter. The degree of a request is the greatest number of different words of one bank in one such
//!   part: it takes that many steps; 1 is free of conflicts.
//! - Global memory is fetched in sectors of 32 bytes. A request touches the sectors in which its bytes lie; the ideal
//!   number is that of as many bytes in a row that starts at a sector.
//!
//! Exact for this model. Buffers start at multiples of 32 bytes, arrays in shared memory at multiples of 4.

/// Threads of a warp.
pub const LANES: usize = 32;
/// Banks of shared memory.
pub const BANKS: i128 = 32;
/// Bytes of a word of a bank.
pub const WORD: i128 = 4;
/// Bytes of a sector of global memory.
pub const SECTOR: i128 = 32;

/// The byte offset that each lane of a warp accesses; `None` for a lane that takes no part.
pub type Request = [Option<i128>; LANES];

/// The degree of a request for `width` bytes a lane: 0 for one that no lane takes part in.
pub fn degree(request: &Request, width: u64) -> u32 {
    let lanes = match width {
        0..=4 => LANES,
        5..=8 => LANES / 2,
        _ => LANES / 4,
    };
    request.chunks(lanes).map(|part| most_words_of_a_bank(part, width)).max().unwrap_or(0)
}

fn most_words_of_a_bank(part: &[Option<i128>], width: u64) -> u32 {
    let mut words: Vec<i128> = part.iter().flatten().flat_map(|&at| units(at, width, WORD)).collect();
    words.sort_unstable();
    words.dedup();
    let mut of_bank = [0; BANKS as usize];
    for word in words {
        of_bank[word.rem_euclid(BANKS) as usize] += 1;
    }
    of_bank.into_iter().max().unwrap_or(0)
}

/// The sectors that a request touches, and how many would do for its bytes.
pub fn sectors(request: &Request, width: u64) -> (u32, u32) {
    let mut starts: Vec<i128> = request.iter().flatten().copied().collect();
    starts.sort_unstable();
    let mut touched: Vec<i128> = starts.iter().flat_map(|&at| units(at, width, SECTOR)).collect();
    touched.sort_unstable();
    touched.dedup();
    // Different bytes: each access adds what lies behind the end of those before it.
    let (mut bytes, mut end) = (0, i128::MIN);
    for at in starts {
        let next = at + i128::from(width);
        bytes += next - at.max(end.min(next));
        end = end.max(next);
    }
    (touched.len() as u32, ((bytes + SECTOR - 1) / SECTOR) as u32)
}

/// The words or sectors in which the bytes `at..at + width` lie.
fn units(at: i128, width: u64, size: i128) -> impl Iterator<Item = i128> {
    at.div_euclid(size)..=(at + i128::from(width.max(1)) - 1).div_euclid(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strided(stride: i128) -> Request {
        std::array::from_fn(|lane| Some(lane as i128 * stride))
    }

    #[test]
    fn degrees_of_strides_are_common_divisors() {
        for (words, expected) in [(0, 1), (1, 1), (2, 2), (3, 1), (4, 4), (12, 4), (17, 1), (32, 32), (33, 1), (64, 32)]
        {
            assert_eq!(degree(&strided(4 * words), 4), expected, "{words}");
        }
    }

    #[test]
    fn narrow_and_wide_elements() {
        assert_eq!(degree(&strided(1), 1), 1, "four lanes share a word");
        assert_eq!(degree(&strided(2), 2), 1);
        assert_eq!(degree(&strided(8), 8), 1, "half a warp is 32 words");
        assert_eq!(degree(&strided(16), 8), 2);
        assert_eq!(degree(&strided(16), 16), 1, "a quarter is 32 words");
        assert_eq!(degree(&strided(32), 16), 2);
    }

    #[test]
    fn lanes_without_part_cost_nothing() {
        let mut request = strided(128);
        request.iter_mut().skip(3).for_each(|lane| *lane = None);
        assert_eq!(degree(&request, 4), 3);
        assert_eq!(sectors(&request, 4), (3, 1));
        assert_eq!(degree(&[None; LANES], 4), 0);
        assert_eq!(sectors(&[None; LANES], 4), (0, 0));
    }

    #[test]
    fn sectors_of_strides_and_misaligned_starts() {
        assert_eq!(sectors(&strided(4), 4), (4, 4));
        assert_eq!(sectors(&strided(8), 4), (8, 4));
        assert_eq!(sectors(&strided(0), 4), (1, 1));
        assert_eq!(sectors(&strided(4096), 4), (32, 4));
        assert_eq!(sectors(&strided(1), 1), (1, 1));
        assert_eq!(sectors(&strided(4).map(|at| at.map(|a| a - 4)), 4), (5, 4));
        assert_eq!(sectors(&strided(2), 4), (3, 3), "overlapping accesses: 66 bytes");
    }
}
