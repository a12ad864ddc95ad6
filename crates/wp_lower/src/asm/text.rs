//! The source text of an `asm` statement: template, constraints and clobbers.
//!
//! Clang's tree contains the operands of such a statement but neither its template nor its constraints. Exact for what
//! it accepts: only plain string literals are accepted, so that any use of a macro inside of the statement is an error.
//! The statement may be a part of a macro as a whole. The C expressions of operands are skipped.

use std::iter::Peekable;
use std::str::CharIndices;

/// The parts of an `asm` statement.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Asm {
    /// The assembly, with the escapes of C replaced.
    pub template: String,
    /// Operands that are written.
    pub outputs: Vec<Operand>,
    /// Operands that are only read.
    pub inputs: Vec<Operand>,
    /// True if the compiler keeps its place among other accesses to memory and barriers: it is `volatile`, or clobbers
    /// memory.
    pub keeps_order: bool,
    /// True if it clobbers memory, so that the compiler moves no access over it.
    pub clobbers_memory: bool,
}

/// An operand.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Operand {
    /// `[name]`
    pub name: Option<String>,
    /// The constraint: modifiers and one letter.
    pub constraint: String,
}

impl Operand {
    /// True if an output is an input too.
    pub fn is_read(&self) -> bool {
        self.constraint.starts_with('+')
    }
    /// True if the operand is a register of 32 or 64 bits for integers.
    pub fn is_integer(&self) -> bool {
        self.constraint.ends_with(['r', 'l'])
    }
    /// True if the operand is a register of 32 bits for integers.
    pub fn is_word(&self) -> bool {
        self.constraint.ends_with('r')
    }
}

/// The constraints for registers: integers of 16, 32 and 64 bits, floats of 32 and 64 bits.
const LETTERS: [&str; 5] = ["h", "r", "l", "f", "d"];

/// Reads the text of a statement. The error is the rest of a message that begins with "inline assembly".
pub(super) fn read(text: &str) -> Result<Asm, String> {
    let mut r = Reader { text, chars: text.char_indices().peekable() };
    let (mut keeps_order, mut clobbers_memory) = (false, false);
    let mut word = r.word()?;
    if !matches!(word, "asm" | "__asm__" | "__asm") {
        return Err("in a macro".to_owned());
    }
    while {
        word = r.word()?;
        !word.is_empty()
    } {
        if !matches!(word, "volatile" | "__volatile__" | "__volatile") {
            return Err(format!("with `{word}`"));
        }
        keeps_order = true;
    }
    r.expect('(')?;
    let template = r.strings()?;
    let mut outputs = Vec::new();
    let mut inputs = Vec::new();
    if r.at(':')? {
        outputs = r.operands()?;
        if r.at(':')? {
            inputs = r.operands()?;
            if r.at(':')? {
                clobbers_memory = r.clobbers()?;
            }
        }
    } else if template.contains('%') {
        return Err("with `%` in a template without operands".to_owned());
    }
    r.expect(')')?;
    for o in &outputs {
        let letter = o.constraint.strip_prefix(['=', '+']).map(|c| c.strip_prefix('&').unwrap_or(c));
        if !letter.is_some_and(|l| LETTERS.contains(&l)) {
            return Err(format!("with the constraint \"{}\"", o.constraint));
        }
    }
    for o in &inputs {
        let number = !o.constraint.is_empty() && o.constraint.chars().all(|c| c.is_ascii_digit());
        if !(number || o.constraint == "n" || LETTERS.contains(&&*o.constraint)) {
            return Err(format!("with the constraint \"{}\"", o.constraint));
        }
    }
    Ok(Asm { template, outputs, inputs, keeps_order: keeps_order || clobbers_memory, clobbers_memory })
}

struct Reader<'t> {
    text: &'t str,
    chars: Peekable<CharIndices<'t>>,
}

impl<'t> Reader<'t> {
    fn peek(&mut self) -> Option<char> {
        self.chars.peek().map(|c| c.1)
    }

    fn rest(&mut self) -> &'t str {
        self.chars.peek().map_or("", |&(at, _)| &self.text[at..])
    }

    /// Skips white space, comments and continued lines.
    fn space(&mut self) -> Result<(), String> {
        loop {
            let rest = self.rest();
            let skipped = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").ok_or("with an open comment")? + 2
            } else if rest.starts_with("\\\n") {
                2
            } else if rest.starts_with(char::is_whitespace) {
                rest.len() - rest.trim_start().len()
            } else if rest.starts_with('#') {
                return Err("with a preprocessor directive".to_owned());
            } else {
                return Ok(());
            };
            let end = self.text.len() - rest.len() + skipped;
            while self.chars.next_if(|c| c.0 < end).is_some() {}
        }
    }

    /// The next identifier; empty when something else follows.
    fn word(&mut self) -> Result<&'t str, String> {
        self.space()?;
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        for _ in 0..end {
            self.chars.next();
        }
        Ok(&rest[..end])
    }

    /// Skips a character behind white space, if it is `c`; true if it was.
    fn at(&mut self, c: char) -> Result<bool, String> {
        self.space()?;
        Ok(self.chars.next_if(|x| x.1 == c).is_some())
    }

    fn expect(&mut self, c: char) -> Result<(), String> {
        match self.at(c)? {
            true => Ok(()),
            false => Err("that is not written with plain strings".to_owned()),
        }
    }

    /// One or more adjacent string literals.
    fn strings(&mut self) -> Result<String, String> {
        self.space()?;
        let mut out = String::new();
        self.expect('"')?;
        loop {
            self.string(&mut out)?;
            if !self.at('"')? {
                return Ok(out);
            }
        }
    }

    /// The rest of a literal behind its opening quote.
    fn string(&mut self, out: &mut String) -> Result<(), String> {
        loop {
            match self.chars.next().map(|c| c.1) {
                None | Some('\n') => return Err("with an open string".to_owned()),
                Some('"') => return Ok(()),
                Some('\\') => match self.chars.next().map(|c| c.1) {
                    Some('n') => out.push('\n'),
                    Some('t') => out.push('\t'),
                    Some('r') => out.push('\r'),
                    Some(c @ ('"' | '\\' | '\'')) => out.push(c),
                    Some('\n') => {}
                    _ => return Err("with an escape in its template".to_owned()),
                },
                Some(c) => out.push(c),
            }
        }
    }

    /// `[name] "constraint" (expression), ...`
    fn operands(&mut self) -> Result<Vec<Operand>, String> {
        let mut out = Vec::new();
        self.space()?;
        if matches!(self.peek(), Some(':' | ')')) {
            return Ok(out);
        }
        loop {
            let mut name = None;
            if self.at('[')? {
                name = Some(self.word()?.to_owned());
                self.expect(']')?;
            }
            let constraint = self.strings()?;
            self.expect('(')?;
            self.skip_expression()?;
            out.push(Operand { name, constraint });
            if !self.at(',')? {
                return Ok(out);
            }
        }
    }

    /// Skips an expression and the parenthesis that closes it.
    fn skip_expression(&mut self) -> Result<(), String> {
        let mut depth = 1;
        while depth > 0 {
            self.space()?;
            match self.chars.next().map(|c| c.1) {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('"') => self.string(&mut String::new())?,
                // The quote begins a character literal or separates digits.
                Some('\'') => return Err("with a quote in an operand".to_owned()),
                Some(_) => {}
                None => return Err("with an open parenthesis".to_owned()),
            }
        }
        Ok(())
    }

    /// Whether the list of clobbers names memory.
    fn clobbers(&mut self) -> Result<bool, String> {
        self.space()?;
        let mut memory = false;
        if self.peek() == Some(')') {
            return Ok(memory);
        }
        loop {
            let clobber = self.strings()?;
            // The template tells which memory is accessed; that the compiler keeps an order is no order of threads.
            if clobber != "cc" && clobber != "memory" {
                return Err(format!("that clobbers \"{clobber}\""));
            }
            memory |= clobber == "memory";
            if !self.at(',')? {
                return Ok(memory);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn template_and_operands() {
        let asm = read(
            "asm volatile(\"{ mov.u32 %0,\\t\" // why\n \"%%laneid; }\" : \"=r\"(x[f(\")\", 1)]), [q] \"+r\" (b) /* , */ : \"l\"(p), \"0\"(1) : \"cc\")",
        )
        .unwrap();
        assert_eq!(asm.template, "{ mov.u32 %0,\t%%laneid; }");
        let constraints: Vec<&str> = asm.outputs.iter().chain(&asm.inputs).map(|o| &*o.constraint).collect();
        assert_eq!(constraints, ["=r", "+r", "l", "0"]);
        assert_eq!(asm.outputs[1].name.as_deref(), Some("q"));
        assert!(asm.outputs[1].is_read() && !asm.outputs[0].is_read());
    }

    #[test]
    fn what_a_macro_may_hide_is_an_error() {
        for bad in [
            "LANE(x)",
            "asm(CODE : \"=r\"(x))",
            "asm(\"add\" CODE : \"=r\"(x))",
            "asm(\"add\" : OUT(x))",
            "asm(\"add\" : \"=\" R (x))",
            "asm(\"add\" : \"=r\"(x) : : CLOBBERS)",
            "asm(\"add\" : \"=r\"(x)\n#ifdef A\n : \"r\"(y)\n#endif\n)",
            "asm goto(\"bra %l0;\" : : : : out)",
            "asm(\"\" : : : \"r1\")",
            "asm(\"add\" : \"=m\"(x))",
            "asm(\"add\" : : \"m\"(x))",
            "asm(\"add\" : \"=r,l\"(x))",
            "asm(R\"(add)\")",
            "asm(\"mov.u32 r, %laneid;\")",
            "asm(\"add\"",
            "asm(\"add",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
