//! `FILE:KERNEL` and `FILE:KERNEL,KERNEL(PARAMETER=ARGUMENT,...)`: which kernels are meant, and what they get for their parameters.

use std::path::Path;
use wp_equiv::Argument;

/// A kernel by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The name.
    pub kernel: String,
    /// Arguments, by the names of parameters.
    pub arguments: Vec<(String, Argument)>,
}

/// File and kernels; a colon may be part of a path, as in `C:\\kernels\\a.cu`.
pub fn split(text: &str) -> (&Path, Option<&str>) {
    // The arguments hold names and numbers only, so that a path in front of them ends where it would without.
    let names = text.find('(').map_or(text, |at| &text[..at]);
    match names.rfind(':') {
        Some(at) if !names[at + 1..].contains(['/', '\\', '.']) => (Path::new(&text[..at]), Some(&text[at + 1..])),
        _ => (Path::new(text), None),
    }
}

/// The kernels of a list, at least one.
pub fn parse(list: &str) -> Result<Vec<Named>, String> {
    let named: Vec<Named> = pieces(list).into_iter().map(kernel).collect::<Result<_, _>>()?;
    match named.iter().any(|n| n.kernel.is_empty()) {
        true => {
            Err(format!("`{list}`: a name of a kernel is missing; write KERNEL or KERNEL,KERNEL(PARAMETER=ARGUMENT)"))
        }
        false => Ok(named),
    }
}

/// What stands between commas that are not in parentheses or template arguments.
fn pieces(text: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0i32, 0);
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found
}

fn kernel(text: &str) -> Result<Named, String> {
    let Some((name, rest)) = text.split_once('(') else {
        return Ok(Named { kernel: text.to_owned(), arguments: Vec::new() });
    };
    let wrong = || format!("`{text}`: write KERNEL(PARAMETER=ARGUMENT,...)");
    let inside = rest.strip_suffix(')').ok_or_else(wrong)?;
    let mut arguments = Vec::new();
    for pair in inside.split(',').filter(|p| !p.trim().is_empty()) {
        let (parameter, argument) = pair.split_once('=').ok_or_else(wrong)?;
        let (parameter, argument) = (parameter.trim(), argument.trim());
        let number = argument.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let argument = match argument {
            "" => return Err(wrong()),
            _ if number => Argument::Number(argument.parse().map_err(|_| format!("`{argument}` is no number"))?),
            name => Argument::Name(name.to_owned()),
        };
        arguments.push((parameter.to_owned(), argument));
    }
    Ok(Named { kernel: name.trim().to_owned(), arguments })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_and_their_arguments() {
        let (path, list) = split("dir.d/a.cu:first,second(in=tmp, n=-4),third<int, 2>");
        assert_eq!(path, Path::new("dir.d/a.cu"));
        let named = parse(list.unwrap()).unwrap();
        let names: Vec<&str> = named.iter().map(|n| n.kernel.as_str()).collect();
        assert_eq!(names, ["first", "second", "third<int, 2>"]);
        let tmp = Argument::Name("tmp".into());
        assert_eq!(named[1].arguments, [("in".into(), tmp), ("n".into(), Argument::Number(-4))]);
        assert_eq!(split("a.cu"), (Path::new("a.cu"), None));
        assert_eq!(split("C:/a.cu"), (Path::new("C:/a.cu"), None));
        for bad in ["", "a,", ",a", "a(", "a(b)", "a(b=)", "a(b=1x)"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
