//! The result of a study: Markdown with tables and figures, each also in a file of its own (CSV, SVG).

use std::fmt::Write;
use std::path::Path;

/// A table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Name of its file, without ending.
    pub stem: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(stem: &str, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|c| (*c).to_owned()).collect();
        Self { stem: stem.to_owned(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<T: ToString>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(|c| c.to_string()).collect());
    }

    fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let escaped: Vec<String> = cells.iter().map(|c| c.replace('|', "\\|")).collect();
            format!("| {} |\n", escaped.join(" | "))
        };
        let mut out = line(&self.columns);
        out.push_str(&format!("|{}\n", "---|".repeat(self.columns.len())));
        out.extend(self.rows.iter().map(|r| line(r)));
        out
    }

    fn csv(&self) -> Result<String, String> {
        let fail = |e: &dyn std::fmt::Display| format!("cannot write CSV: {e}");
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            writer.write_record(row).map_err(|e| fail(&e))?;
        }
        String::from_utf8(writer.into_inner().map_err(|e| fail(&e))?).map_err(|e| fail(&e))
    }
}

/// The document.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Document {
    text: String,
    files: Vec<(String, String)>,
}

impl Document {
    /// Adds a heading of this level.
    pub fn heading(&mut self, level: usize, text: &str) {
        let gap = if self.text.is_empty() { "" } else { "\n" };
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{gap}{} {text}", "#".repeat(level));
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.text, "\n{text}");
    }

    /// Adds a table, here and in a file of its own.
    pub fn table(&mut self, table: &Table) -> Result<(), String> {
        let _ = write!(self.text, "\n{}", table.markdown());
        self.files.push((format!("{}.csv", table.stem), table.csv()?));
        Ok(())
    }

    /// Adds a table in a file of its own only.
    pub fn attach(&mut self, table: &Table) -> Result<(), String> {
        self.files.push((format!("{}.csv", table.stem), table.csv()?));
        Ok(())
    }

    /// Adds a figure.
    pub fn figure(&mut self, stem: &str, what: &str, svg: String) {
        let _ = writeln!(self.text, "\n![{what}]({stem}.svg)");
        self.files.push((format!("{stem}.svg"), svg));
    }

    /// Writes everything into a folder; the Markdown under this name.
    pub fn write(&self, folder: &Path, name: &str) -> Result<(), String> {
        std::fs::create_dir_all(folder).map_err(|e| format!("cannot create {}: {e}", folder.display()))?;
        let main = (name.to_owned(), self.text.clone());
        for (name, text) in std::iter::once(&main).chain(&self.files) {
            crate::output::write(Some(&folder.join(name)), text)?;
        }
        Ok(())
    }

    /// All files but the figures, one after the other, for tests.
    #[cfg(test)]
    pub fn dump(&self) -> String {
        let tables = self.files.iter().filter(|(name, _)| name.ends_with(".csv"));
        tables.fold(self.text.clone(), |all, (name, text)| format!("{all}\n== {name}\n{text}"))
    }

    /// A file by its name, for tests.
    #[cfg(test)]
    pub fn file(&self, name: &str) -> &str {
        self.files.iter().find(|(n, _)| n == name).map_or("", |(_, text)| text)
    }
}

/// A number of seconds, for people.
pub fn seconds(value: f64) -> String {
    if value >= 100.0 {
        format!("{value:.0}")
    } else if value >= 1.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.3}")
    }
}

/// A share in percent; `-` of nothing.
pub fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        "-".to_owned()
    } else {
        format!("{:.0}%", 100.0 * part as f64 / whole as f64)
    }
}
