//! Answers of the solver on disk, so that a repeated question needs no solver.
//!
//! The key of an answer is a digest of the whole input of the solver and of its identity: the script (symbols are named
//! by their order in it, and their ranges, declared facts and lemmas are assertions of it), the sorts of the values
//! that are read back, the engine and the resource limit. So an answer is only used for a question that is textually
//! the same up to the names of symbols. That makes the cache exact and deterministic: an answer for the same formula in
//! another order could be better than the solver's answer for this order.
//!
//! A stored answer is the solver's answer within the deterministic limit; an answer that the clock or the memory cut
//! off, and that of a process that died, never is. A model that is read back is judged like a fresh one.
//!
//! Records are lines of append-only files, each with a checksum over itself and the kind of the folder. A damaged, torn
//! or foreign record fails the checksum and is skipped; a user who can write the folder deliberately is trusted like
//! the program itself. A failure to read or write only costs the cached answer. Processes may share a folder: a line is
//! appended by one write.

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::collections::hash_map::Entry;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Grows when the form of records, or the meaning of a key or an answer, changes.
const FORMAT: &str = "warpproof answers 1";
/// Greatest size of a file; beyond it the file starts over.
const MAX_FILE: u64 = 2 << 20;
/// Greatest size of the values of a stored answer.
const MAX_VALUES: usize = 64 << 10;

/// The digest of a question.
pub(crate) type Key = [u8; 32];

/// A solver's answer and the effort that it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    /// The words.
    pub said: Said,
    /// Resource units.
    pub spent: u64,
}

/// The words of the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    /// `unsat`
    Unsat,
    /// `sat`, and the values that were asked for as it writes them.
    Sat(String),
    /// `unknown`, by its own incompleteness.
    Incomplete,
    /// `unknown`, by the resource limit.
    Limit,
}

/// A digest of the parts of something, in which no part can be mistaken for another.
pub(crate) fn digest<'a>(parts: impl IntoIterator<Item = &'a str>) -> Key {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// The identity of a solver: its name, its version, and its file, so that a cache never outlives an exchange of the
/// program.
pub(crate) fn identity(name: &str, program: &Path, version: &str) -> Option<String> {
    let path = fs::canonicalize(program).ok()?;
    let meta = fs::metadata(&path).ok()?;
    let changed = meta.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(format!("{name} {version} {} {} {}", path.display(), meta.len(), changed.as_nanos()))
}

/// Answers of one solver in a folder.
#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
    /// Part of every checksum, so that a file in the wrong folder is foreign.
    kind: String,
    shards: FxHashMap<u8, FxHashMap<Key, Record>>,
    /// Off after the first failure to write: a full disk is not tried again and again.
    writable: bool,
}

impl Cache {
    /// The answers of this solver under a folder; nothing is read or written yet.
    pub fn new(root: &Path, identity: &str) -> Self {
        let kind = hex(&digest([FORMAT, identity]));
        Self { folder: root.join(&kind[..16]), kind, shards: FxHashMap::default(), writable: true }
    }

    /// The stored answer.
    pub fn get(&mut self, key: &Key) -> Option<Record> {
        let shard = match self.shards.entry(key[0]) {
            Entry::Occupied(shard) => shard.into_mut(),
            Entry::Vacant(place) => place.insert(load(&self.folder.join(file_name(key[0])), &self.kind)),
        };
        shard.get(key).cloned()
    }

    /// Stores an answer, if that is possible.
    pub fn put(&mut self, key: &Key, record: Record) {
        if matches!(&record.said, Said::Sat(values) if values.len() > MAX_VALUES) {
            return;
        }
        let line = line(key, &record, &self.kind);
        if self.writable {
            self.writable = append(&self.folder, &file_name(key[0]), &line).is_ok();
        }
        self.shards.entry(key[0]).or_default().entry(*key).or_insert(record);
    }
}

fn file_name(shard: u8) -> String {
    format!("{shard:02x}.answers")
}

/// One write, which the system appends as a whole. The line break in front ends a line that another process left torn.
fn append(folder: &Path, name: &str, line: &str) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut file = fs::OpenOptions::new().append(true).create(true).open(folder.join(name))?;
    file.write_all(format!("\n{line}\n").as_bytes())
}

/// The valid records of a file. A file that is too large starts over, and its records are lost.
fn load(path: &Path, kind: &str) -> FxHashMap<Key, Record> {
    let mut records = FxHashMap::default();
    let Ok(meta) = fs::metadata(path) else { return records };
    if meta.len() > MAX_FILE {
        // When it cannot be removed, it is passed over again the next time.
        let _ = fs::remove_file(path);
        return records;
    }
    let Ok(bytes) = fs::read(path) else { return records };
    for line in bytes.split(|&b| b == b'\n') {
        let parsed = std::str::from_utf8(line).ok().and_then(|line| parse(line, kind));
        if let Some((key, record)) = parsed {
            records.entry(key).or_insert(record);
        }
    }
    records
}

/// `KEY SPENT WORD VALUES CHECKSUM`
fn line(key: &Key, record: &Record, kind: &str) -> String {
    let (word, values) = match &record.said {
        Said::Unsat => ("unsat", ""),
        Said::Sat(values) => ("sat", values.as_str()),
        Said::Incomplete => ("incomplete", ""),
        Said::Limit => ("limit", ""),
    };
    // White space of the solver's notation is only a separator.
    let values = values.split_whitespace().collect::<Vec<_>>().join(" ");
    let body = format!("{} {} {word} {values}", hex(key), record.spent);
    let sum = checksum(&body, kind);
    format!("{body} {sum}")
}

fn parse(line: &str, kind: &str) -> Option<(Key, Record)> {
    let (body, sum) = line.rsplit_once(' ')?;
    if checksum(body, kind) != sum {
        return None;
    }
    let mut parts = body.splitn(4, ' ');
    let (key, spent, word, values) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let said = match (word, values.is_empty()) {
        ("unsat", true) => Said::Unsat,
        ("sat", _) => Said::Sat(values.to_owned()),
        ("incomplete", true) => Said::Incomplete,
        ("limit", true) => Said::Limit,
        _ => return None,
    };
    Some((unhex(key)?, Record { said, spent: spent.parse().ok()? }))
}

fn checksum(body: &str, kind: &str) -> String {
    hex(&digest([kind, body]))[..32].to_owned()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn unhex(text: &str) -> Option<Key> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut key = [0; 32];
    for (i, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(key)
}

#[cfg(test)]
#[path = "cache/tests.rs"]
mod tests;
