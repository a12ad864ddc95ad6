//! `FILE:KERNEL` and `FILE:KERNEL(TYPE,...),KERNEL(PARAMETER=ARGUMENT,...)`: which kernels are meant, and what they get
//! for their parameters.

use super::front_end::Candidate;
use std::path::Path;
use wp_equiv::Argument;

/// A kernel by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The name, with or without namespaces and template arguments.
    pub kernel: String,
    /// The types of the parameters, which tell overloads apart.
    pub signature: Option<String>,
    /// Arguments, by the names of parameters.
    pub arguments: Vec<(String, Argument)>,
}

/// File and kernels; a colon may be part of a path, as in `C:\\kernels\\a.cu`.
pub fn split(text: &str) -> (&Path, Option<&str>) {
    // The arguments hold names and numbers only, so that a path in front of them ends where it would without.
    let names = text.find('(').map_or(text, |at| &text[..at]);
    let is_colon = |&at: &usize| {
        let colon = |at: Option<usize>| at.and_then(|at| names.as_bytes().get(at)) == Some(&b':');
        colon(Some(at)) && !colon(at.checked_sub(1)) && !colon(Some(at + 1))
    };
    match (0..names.len()).rev().find(is_colon) {
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

/// The pieces between commas that are not in parentheses or template arguments.
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
        return Ok(Named { kernel: text.to_owned(), signature: None, arguments: Vec::new() });
    };
    let wrong =
        || format!("`{text}`: write KERNEL(PARAMETER=ARGUMENT,...), or KERNEL(TYPE,...) for one of several overloads");
    let mut inside = rest.strip_suffix(')').ok_or_else(wrong)?;
    let mut signature = None;
    if !inside.trim().is_empty() && !inside.contains('=') {
        (signature, inside) = (Some(inside.to_owned()), "");
    } else if let Some((types, arguments)) = inside.split_once(")(") {
        (signature, inside) = (Some(types.to_owned()), arguments);
    }
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
    Ok(Named { kernel: name.trim().to_owned(), signature, arguments })
}

/// The kernel that a name means: more than one is an error, as is one that cannot be read.
pub fn choose<'c>(path: &Path, kernels: &'c [Candidate], named: &Named) -> Result<&'c Candidate, String> {
    let compact = |text: &str| text.split_whitespace().collect::<String>();
    let name = compact(&named.kernel);
    let whole = |k: &Candidate| compact(&k.name);
    let base = |k: &Candidate| compact(wp_engine::template_name(&k.name));
    let is_exact = |k: &&Candidate| whole(k) == name || base(k) == name;
    let inner = format!("::{name}");
    let is_inside = |k: &&Candidate| whole(k).ends_with(&inner) || base(k).ends_with(&inner);
    let mut found: Vec<&Candidate> = kernels.iter().filter(is_exact).collect();
    if found.is_empty() {
        found = kernels.iter().filter(is_inside).collect();
    }
    if let Some(signature) = &named.signature {
        let types = canonical(&format!("({signature})"));
        found.retain(|k| canonical(&k.signature) == types);
    }
    let path = path.display();
    match found[..] {
        [] => {
            let name = named.signature.as_ref().map_or(named.kernel.clone(), |s| format!("{}({s})", named.kernel));
            Err(format!("[WP0506]: {path} has no kernel `{name}`; it has {}", listed(kernels.iter())))
        }
        [one] => match &one.kernel {
            Ok(_) => Ok(one),
            Err(why) => Err(format!("[WP0503]: the kernel `{}` of {path} cannot be read: {why}", one.name)),
        },
        _ => {
            let all = listed(found.into_iter());
            Err(format!("[WP0506]: `{}` is ambiguous in {path}; name one of {all}", named.kernel))
        }
    }
}

/// A list of types without blanks, in which `unsigned` is `unsigned int`.
fn canonical(types: &str) -> String {
    let mut text = String::new();
    for (at, _) in types.match_indices("unsigned") {
        let next = types[at + "unsigned".len()..].trim_start();
        if ["int", "char", "short", "long", "_"].iter().all(|more| !next.starts_with(more)) {
            text = format!("{}int{}", &types[..at + "unsigned".len()], canonical(&types[at + "unsigned".len()..]));
            break;
        }
    }
    let text = if text.is_empty() { types } else { &text };
    text.split_whitespace().collect()
}

/// Names of kernels; those of one name with their signatures.
pub fn listed<'c>(kernels: impl Iterator<Item = &'c Candidate> + Clone) -> String {
    let shown = |k: &Candidate| match kernels.clone().filter(|other| other.name == k.name).count() {
        1 => k.name.to_string(),
        _ => format!("{}{}", k.name, k.signature),
    };
    kernels.clone().map(shown).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(name: &str, signature: &str) -> Candidate {
        let kernel = Ok((wp_kir::Kernel::new(name, wp_kir::Dialect::Cuda, wp_base::Span::NONE), Vec::new()));
        Candidate { name: name.into(), signature: signature.into(), kernel }
    }

    #[test]
    fn a_name_means_one_kernel() {
        let mut kernels = vec![
            candidate("k", "(int *, int)"),
            candidate("k", "(int *, unsigned int)"),
            candidate("A::k", "(int *)"),
            candidate("A::only", "(int *)"),
            candidate("t<int>", "(int *)"),
            candidate("t<A::T>", "(A::T *)"),
        ];
        kernels.push(Candidate { kernel: Err("no model".into()), ..candidate("unread", "(int *)") });
        kernels.push(candidate("unread", "(float *)"));
        let chosen = |text: &str| {
            let named = parse(text).unwrap().remove(0);
            choose(Path::new("a.cu"), &kernels, &named).map(|k| format!("{}{}", k.name, k.signature))
        };
        assert_eq!(chosen("k(int*,int)").unwrap(), "k(int *, int)");
        assert_eq!(chosen("k(int *, unsigned int)(n=3)").unwrap(), "k(int *, unsigned int)");
        assert_eq!(chosen("k(int *, unsigned)").unwrap(), "k(int *, unsigned int)");
        assert_eq!(chosen("A::k").unwrap(), "A::k(int *)");
        assert_eq!(chosen("only").unwrap(), "A::only(int *)");
        assert_eq!(chosen("t<A::T>").unwrap(), "t<A::T>(A::T *)");
        let wrong = |text: &str| chosen(text).unwrap_err();
        assert_eq!(wrong("k"), "[WP0506]: `k` is ambiguous in a.cu; name one of k(int *, int), k(int *, unsigned int)");
        assert_eq!(wrong("t"), "[WP0506]: `t` is ambiguous in a.cu; name one of t<int>, t<A::T>");
        assert!(wrong("unread").contains("is ambiguous"));
        assert!(wrong("unread(int *)").contains("cannot be read: no model"));
        assert!(wrong("k(float *)").starts_with("[WP0506]: a.cu has no kernel `k(float *)`; it has k(int *, int), "));
    }

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
        let (path, list) = split("C:/a.cu:one::two,three");
        assert_eq!((path, list), (Path::new("C:/a.cu"), Some("one::two,three")));
        for bad in ["", "a,", ",a", "a(", "a(b=)", "a(b=1x)", "a(int)(b=1"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
