//! The memory that the process uses, and the memory of the machine.

use std::fs;

/// Bytes of memory that the process uses, where the system tells it.
pub fn memory_in_use() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(PAGE))
}

/// Bytes of memory that the process may use: those of the machine, or of the group of processes that it belongs to.
pub fn memory_of_machine() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    machine.into_iter().chain(group).min()
}

/// Bytes of a page, as every Linux that Clang and Z3 are packaged for has them, or fewer than it has.
const PAGE: u64 = 4096;

/// The first line of `/proc/meminfo` in bytes.
fn total(text: &str) -> Option<u64> {
    let kilobytes: u64 = text.strip_prefix("MemTotal:")?.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_total() {
        assert_eq!(total("MemTotal:       16 kB\nMemFree: 1 kB\n"), Some(16 * 1024));
        assert_eq!(total("MemFree: 1 kB\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_used_is_noticed() {
        let before = memory_in_use().unwrap();
        let block = vec![1u8; 64 << 20];
        let after = memory_in_use().unwrap();
        assert!(after >= before + (32 << 20), "{before} {after} {}", block.len());
        assert!(memory_of_machine().unwrap() > after);
    }
}
