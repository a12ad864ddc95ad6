//! `__LINE__`: where the numbers of lines are part of the text.
//!
//! Files with host code check the results of calls by macros that name the line. Such a macro does not tie a kernel to
//! the line where it stands, as long as nothing that may run on the device uses it.

use lsp_types::Range;

/// True if adding a line may change the results for kernels of a CUDA file whose functions stand at `functions`,
/// because code that may run on the device, or stands outside of functions, names its line.
pub fn matter(text: &str, functions: &[Range]) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let mut names = vec!["__LINE__".to_owned()];
    let definitions = definitions(&lines);
    // A macro that uses such a macro names the line too.
    loop {
        let more = definitions.iter().filter(|d| !names.contains(&d.name) && mentions(&d.body, &names));
        let more: Vec<String> = more.map(|d| d.name.clone()).collect();
        if more.is_empty() {
            break;
        }
        names.extend(more);
    }
    let of_macro = |n: usize| definitions.iter().any(|d| d.lines.contains(&n));
    let on_host = |n: usize| {
        let around = functions.iter().find(|f| (f.start.line as usize..=f.end.line as usize).contains(&n));
        around.is_some_and(|f| {
            // The line before may have what stands in front of the type.
            let (from, to) = ((f.start.line as usize).saturating_sub(1), (f.end.line as usize + 1).min(lines.len()));
            let words = ["__device__", "__global__", "constexpr"].map(str::to_owned);
            !lines[from.min(to)..to].iter().any(|line| mentions(line, &words))
        })
    };
    lines.iter().enumerate().any(|(n, line)| mentions(line, &names) && !of_macro(n) && !on_host(n))
}

/// The definition of a macro.
struct Definition {
    name: String,
    body: String,
    lines: std::ops::Range<usize>,
}

fn definitions(lines: &[&str]) -> Vec<Definition> {
    let mut found = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let Some(rest) = directive.and_then(|d| d.strip_prefix("define")) else { continue };
        let name: String = rest.trim_start().chars().take_while(|&c| is_of_name(c)).collect();
        let further = lines[n..].iter().take_while(|l| l.trim_end().ends_with('\\')).count();
        let end = (n + further + 1).min(lines.len());
        found.push(Definition { name, body: lines[n..end].join("\n"), lines: n..end });
    }
    found
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn mentions(text: &str, names: &[String]) -> bool {
    text.split(|c| !is_of_name(c)).any(|word| names.iter().any(|name| name == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MACROS: &str = "#define CHECK(e) \\\n  fail(e, __LINE__)\n#define TWICE(e) CHECK(e), CHECK(e)\n";

    fn with(functions: &[&str]) -> bool {
        let mut text = MACROS.to_owned();
        let mut ranges = Vec::new();
        for function in functions {
            let first = u32::try_from(text.lines().count()).unwrap();
            text += function;
            let last = u32::try_from(text.lines().count()).unwrap() - 1;
            ranges.push(lsp_types::Range::new(lsp_types::Position::new(first, 0), lsp_types::Position::new(last, 1)));
        }
        matter(&text, &ranges)
    }

    #[test]
    fn lines_matter_where_the_device_may_see_them() {
        assert!(!with(&["__global__ void k() {\n}\n", "int main() {\n  TWICE(f());\n}\n"]));
        assert!(with(&["__global__ void k() {\n  a = __LINE__;\n}\n"]));
        assert!(with(&["__global__ void k() {\n  TWICE(f());\n}\n"]));
        assert!(with(&["__device__ int f() {\n  TWICE(f());\n}\n"]));
        assert!(with(&["constexpr int f() {\n  return __LINE__;\n}\n"]));
    }

    #[test]
    fn lines_outside_of_functions_matter() {
        assert!(matter("const int line = __LINE__;\n", &[]));
        assert!(!matter("const int line = 1;\n", &[]));
        assert!(!matter("", &[]));
    }
}
