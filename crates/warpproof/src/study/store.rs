//! Raw rows on disk: a file of JSON lines for each study, so that a study can be interrupted, and drawn again.
//!
//! The first line says what was run; the rows of other settings are not mixed with it. A line that an interruption cut
//! off is dropped.

use super::record::Record;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The form of the rows; it grows when a field changes its meaning.
const VERSION: u32 = 1;

/// The first line: the subject of the rows.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Header {
    /// The study: `rules` or `engines`.
    pub study: String,
    /// The form of the rows.
    pub version: u32,
    /// Options that all runs share.
    pub arguments: Vec<String>,
    /// True if every loop is left to inference.
    pub no_acceleration: bool,
    /// The rules, in the order in which they are added.
    pub rules: Vec<RuleName>,
    /// Number of files.
    pub files: usize,
    /// Repetitions of each run.
    pub repeats: u32,
}

/// A rule by its name and by its number in the paper.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct RuleName {
    /// Name.
    pub name: String,
    /// `r7`, or the name again.
    pub label: String,
}

impl Header {
    /// A header of the present form.
    pub fn new(study: &str) -> Self {
        Self {
            study: study.to_owned(),
            version: VERSION,
            arguments: Vec::new(),
            no_acceleration: false,
            rules: Vec::new(),
            files: 0,
            repeats: 1,
        }
    }
}

/// Rows by file, variant and repetition.
#[derive(Clone, Default, Debug)]
pub struct Rows {
    rows: BTreeMap<(String, String, u32), Record>,
}

impl Rows {
    /// Adds a row, instead of one of the same run.
    pub fn insert(&mut self, record: Record) {
        self.rows.insert((record.file.clone(), record.variant.clone(), record.repeat), record);
    }

    /// The row of a run.
    pub fn get(&self, file: &str, variant: &str, repeat: u32) -> Option<&Record> {
        self.rows.get(&(file.to_owned(), variant.to_owned(), repeat))
    }

    /// All rows, by file.
    pub fn rows(&self) -> impl Iterator<Item = &Record> + '_ {
        self.rows.values()
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.rows.len()
    }
}

/// Rows that are being added to.
pub struct Store {
    file: Mutex<File>,
    path: PathBuf,
}

/// The path of the rows of a study.
pub fn path(folder: &Path, study: &str) -> PathBuf {
    folder.join("raw").join(format!("{study}.jsonl"))
}

impl Store {
    /// Opens or starts the rows of a study, with those that are there.
    pub fn open(folder: &Path, header: &Header) -> Result<(Self, Rows), String> {
        let path = path(folder, &header.study);
        let fail = |e: std::io::Error| format!("cannot write {}: {e}; give another --study-dir", path.display());
        if let Some(raw) = path.parent() {
            fs::create_dir_all(raw).map_err(fail)?;
        }
        let text = if path.exists() { fs::read_to_string(&path).map_err(fail)? } else { String::new() };
        // The rest of a line that an interruption cut off is overwritten.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut rows = Rows::default();
        if whole > 0 {
            let (there, found) = parse(&text[..whole], &path)?;
            if there != *header {
                return Err(format!(
                    "{} holds rows of other options or files; give another --study-dir, or remove it",
                    path.display()
                ));
            }
            rows = found;
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(fail)?;
        file.set_len(whole as u64).map_err(fail)?;
        let store = Self { file: Mutex::new(file), path: path.clone() };
        if whole == 0 {
            store.line(header)?;
        }
        Ok((store, rows))
    }

    /// Adds a row.
    pub fn add(&self, record: &Record) -> Result<(), String> {
        self.line(record)
    }

    fn line(&self, value: &impl Serialize) -> Result<(), String> {
        let fail = |e: String| format!("cannot write {}: {e}", self.path.display());
        let mut line = serde_json::to_string(value).map_err(|e| fail(e.to_string()))?;
        line.push('\n');
        let mut file = self.file.lock().map_err(|e| fail(e.to_string()))?;
        file.write_all(line.as_bytes()).and_then(|()| file.flush()).map_err(|e| fail(e.to_string()))
    }
}

/// The rows of a study that was run before.
pub fn load(folder: &Path, study: &str) -> Result<(Header, Rows), String> {
    let path = path(folder, study);
    let text = fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    parse(&text[..whole], &path)
}

fn parse(text: &str, path: &Path) -> Result<(Header, Rows), String> {
    let fail = |line: usize, e: String| format!("{}, line {line}: {e}; remove the file", path.display());
    let mut lines = text.lines();
    let first = lines.next().ok_or_else(|| fail(1, "there is nothing".to_owned()))?;
    let header: Header = serde_json::from_str(first).map_err(|e| fail(1, e.to_string()))?;
    if header.version != VERSION {
        return Err(fail(1, format!("rows of form {}, and this program reads {VERSION}", header.version)));
    }
    let mut rows = Rows::default();
    for (i, line) in lines.enumerate() {
        rows.insert(serde_json::from_str(line).map_err(|e| fail(i + 2, e.to_string()))?);
    }
    Ok((header, rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_study_goes_on_where_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let header = Header::new("rules");
        let row = |variant: &str| {
            let mut record = Record::failed("a.cl".to_owned(), "x".to_owned(), 1.0);
            record.variant = variant.to_owned();
            record
        };
        let (store, rows) = Store::open(dir.path(), &header).unwrap();
        assert_eq!(rows.len(), 0);
        store.add(&row("all")).unwrap();
        store.add(&row("bare")).unwrap();
        drop(store);
        let path = path(dir.path(), "rules");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 5]).unwrap();
        let (store, rows) = Store::open(dir.path(), &header).unwrap();
        assert!(rows.get("a.cl", "all", 0).is_some() && rows.get("a.cl", "bare", 0).is_none());
        store.add(&row("bare")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(load(dir.path(), "rules").unwrap().1.len(), 2);
        let other = Header { files: 7, ..header };
        assert!(Store::open(dir.path(), &other).err().unwrap().contains("other options"));
    }
}
