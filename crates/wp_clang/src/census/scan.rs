//! Definitions of kernels and launches in a sequence of tokens, with or without macros expanded.
//!
//! A definition is a function with the attribute of kernels and a body. A launch is `<<<`, or a call of a function that
//! launches the kernel named by an argument. Names are the last identifier: no namespaces, no template arguments.

use super::lexer::Token;

/// A definition of a kernel, as indices of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Definition {
    pub name: usize,
    /// The first token of the attribute, and the brace that ends the body.
    pub whole: (usize, usize),
}

/// A launch, as indices of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Launch {
    /// The name of the launched kernel, if there is one.
    pub name: Option<usize>,
    /// The position of the launch.
    pub at: usize,
}

/// Functions that launch a kernel, and which of their arguments names it.
const LAUNCHERS: [(&str, usize); 11] = [
    ("cudaLaunchKernel", 0),
    ("cudaLaunchCooperativeKernel", 0),
    ("cudaLaunchKernelExC", 1),
    ("cudaLaunchKernelEx", 1),
    ("hipLaunchKernelGGL", 0),
    ("hipLaunchKernel", 0),
    ("hipLaunchCooperativeKernel", 0),
    ("hipLaunchKernelExC", 1),
    ("hipLaunchKernelEx", 1),
    ("hipExtLaunchKernelGGL", 0),
    ("hipExtLaunchKernel", 0),
];

/// Words before parentheses that are not the parameters of a function.
const NO_FUNCTION: [&str; 11] = [
    "__attribute__",
    "__attribute",
    "__launch_bounds__",
    "__declspec",
    "alignas",
    "decltype",
    "typeof",
    "__typeof__",
    "noexcept",
    "requires",
    "throw",
];

/// The definitions of kernels. In OpenCL `kernel` is a keyword.
pub(super) fn definitions(tokens: &[Token<'_>], opencl: bool) -> Vec<Definition> {
    let mut found: Vec<Definition> = Vec::new();
    for i in 0..tokens.len() {
        let Some(behind) = attribute(tokens, i, opencl) else { continue };
        let Some((name, open)) = header(tokens, behind) else { continue };
        // An attribute may stand twice.
        if found.last().is_none_or(|last| last.name != name) {
            let close = matching(tokens, open).unwrap_or(tokens.len() - 1);
            found.push(Definition { name, whole: (i, close) });
        }
    }
    found
}

/// The end of the attribute of kernels that begins here.
fn attribute(tokens: &[Token<'_>], i: usize, opencl: bool) -> Option<usize> {
    let token = tokens[i];
    if opencl {
        return (token.is("__kernel") || token.is("kernel")).then_some(i + 1);
    }
    if token.is("__global__") {
        return Some(i + 1);
    }
    let spelled = ["__attribute__", "__attribute", "__declspec"].iter().any(|word| token.is(word));
    let end = matching(tokens, i + 1).filter(|_| spelled && tokens[i + 1].is("("))?;
    let names = |t: &Token<'_>| t.is("global") || t.is("__global__");
    tokens[i..end].iter().any(names).then_some(end + 1)
}

/// The name of a function and the brace that opens its body, where there is one; `from` is somewhere before the name.
fn header(tokens: &[Token<'_>], from: usize) -> Option<(usize, usize)> {
    let (mut i, mut name) = (from, None);
    while let Some(token) = tokens.get(i) {
        match token.text {
            "{" => return name.map(|name| (name, i)),
            ";" | "}" | "=" | ")" => return None,
            "[" => i = matching(tokens, i)?,
            "<" => i = angles(tokens, i).unwrap_or(i),
            "(" => {
                let before = if i > 0 && tokens[i - 1].is(">") { open_angle(tokens, i - 1) } else { Some(i) };
                let word = before.and_then(|at| at.checked_sub(1)).filter(|at| *at >= from);
                let word = word.filter(|at| tokens[*at].is_word() && !NO_FUNCTION.contains(&tokens[*at].text));
                let close = matching(tokens, i)?;
                let is_noted = before.is_some_and(|at| at > 0 && NO_FUNCTION.contains(&tokens[at - 1].text));
                // `void (name)(int)`
                let in_brackets = Some(close - 1).filter(|at| !is_noted && is_name(tokens, i + 1, *at));
                let in_brackets = in_brackets.filter(|_| tokens.get(close + 1).is_some_and(|t| t.is("(")));
                name = in_brackets.or(word).or(name);
                i = close;
            }
            _ => {}
        }
        i += 1;
    }
    None
}

/// True if the tokens from one to another are a name, with namespaces or without.
fn is_name(tokens: &[Token<'_>], first: usize, last: usize) -> bool {
    first <= last
        && tokens[last].is_word()
        && tokens[first..last].iter().all(|t| t.is_word() || t.is("::") || t.is(":"))
}

/// The launches.
pub(super) fn launches(tokens: &[Token<'_>]) -> Vec<Launch> {
    let mut found = Vec::new();
    for i in 0..tokens.len() {
        if i > 0 && tokens[i].is("<<<") {
            let before = if tokens[i - 1].is(">") { open_angle(tokens, i - 1).unwrap_or(i) } else { i };
            let name = before.checked_sub(1).filter(|at| tokens[*at].is_word());
            // `operator<<<T>(..)`
            if name.is_none_or(|at| !tokens[at].is("operator")) {
                found.push(Launch { name, at: name.unwrap_or(i - 1) });
            }
        } else if let Some((_, argument)) = LAUNCHERS.iter().find(|(name, _)| tokens[i].is(name)) {
            if is_call(tokens, i) {
                found.push(Launch { name: named(tokens, i + 1, *argument), at: i });
            }
        }
    }
    found
}

/// True if a name stands for a call, not for a declaration.
fn is_call(tokens: &[Token<'_>], i: usize) -> bool {
    let before = i.checked_sub(1).map(|at| tokens[at]).filter(Token::is_word);
    let typed = before.is_some_and(|t| !["return", "else", "do", "case"].contains(&t.text));
    let end = tokens.get(i + 1).filter(|t| t.is("(")).and_then(|_| matching(tokens, i + 1));
    !typed && end.is_some_and(|end| tokens.get(end + 1).is_none_or(|t| !t.is("{")))
}

/// The last name in an argument, outside of template arguments.
fn named(tokens: &[Token<'_>], open: usize, argument: usize) -> Option<usize> {
    let close = matching(tokens, open)?;
    let (mut i, mut number, mut name) = (open + 1, 0, None);
    while i < close && number <= argument {
        match tokens[i].text {
            "," => number += 1,
            "<" => i = angles(tokens, i).unwrap_or(i),
            // A cast, or a name in parentheses.
            "(" if number != argument => i = matching(tokens, i)?,
            _ if number == argument && tokens[i].is_word() => name = Some(i),
            _ => {}
        }
        i += 1;
    }
    name
}

/// The bracket that closes one of `(`, `[`, `{`.
fn matching(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

/// The `>` that closes a list of template arguments, where `<` opens one.
fn angles(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let (mut depth, mut i) = (0usize, open);
    while let Some(token) = tokens.get(i) {
        match token.text {
            "<" => depth += 1,
            ">" => depth -= 1,
            "(" | "[" => i = matching(tokens, i)?,
            ";" | "{" | "}" | ")" | "<<<" => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// The `<` of the list of template arguments that `>` closes.
fn open_angle(tokens: &[Token<'_>], close: usize) -> Option<usize> {
    let (mut depth, mut brackets) = (0usize, 0usize);
    for i in (0..=close).rev() {
        match tokens[i].text {
            ")" | "]" | "}" => brackets += 1,
            "(" | "[" | "{" => brackets = brackets.checked_sub(1)?,
            ";" => return None,
            ">" if brackets == 0 => depth += 1,
            "<" if brackets == 0 => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokens;
    use super::*;
    use wp_base::Spliced;

    fn defined(text: &str) -> Vec<String> {
        let text = Spliced::new(text);
        let tokens = tokens(&text, 1);
        definitions(&tokens, false).iter().map(|d| tokens[d.name].text.to_owned()).collect()
    }

    fn launched(text: &str) -> Vec<String> {
        let text = Spliced::new(text);
        let tokens = tokens(&text, 1);
        let name = |l: &Launch| l.name.map_or("?", |name| tokens[name].text).to_owned();
        launches(&tokens).iter().map(name).collect()
    }

    #[test]
    fn kernels_are_functions_with_the_attribute_and_a_body() {
        assert_eq!(defined("__global__ void a(int *p) { if (x) {} } __global__ void b(int);"), ["a"]);
        assert_eq!(
            defined("template <int N = (3 > 2)> static __global__ void __launch_bounds__(N) c(int a) {}"),
            ["c"]
        );
        assert_eq!(
            defined("extern \"C\" __attribute__((global)) void __attribute__((launch_bounds(8))) d(void) {}"),
            ["d"]
        );
        assert_eq!(defined("template <> __global__ void e<int, (1 > 0)>(int *p) {}"), ["e"]);
        assert_eq!(defined("__global__ std::enable_if_t<(N > 4), void> f(T p) noexcept(true) {}"), ["f"]);
        assert_eq!(defined("__global__ auto g(int a) -> void {} __attribute__((device)) void h() {}"), ["g"]);
        assert_eq!(defined("void __global__ __launch_bounds__(1) __global__ i() {"), ["i"]);
        assert_eq!(
            defined("__global__ void (j)(int *p) {} __global__ void __launch_bounds__(8) (n::k)(T a) {}"),
            ["j", "k"]
        );
        assert_eq!(
            defined("// __global__ void j() {}\nconst char *s = \"__global__ void k() {}\";"),
            Vec::<String>::new()
        );
        let text = "__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void l(__global int *a) {}";
        let text = Spliced::new(text);
        let opencl = tokens(&text, 1);
        assert_eq!(definitions(&opencl, true).len(), 1);
    }

    #[test]
    fn launches_have_names() {
        assert_eq!(
            launched("n::a<<<1, 2>>>(x); b<float, (3 > 2)><<<g, f<1>(2)>>>(y); (*p)<<<1, 1>>>();"),
            ["a", "b", "?"]
        );
        assert_eq!(launched("o.template c<T><<<1, 1>>>(); s << x; operator<<<char>(s, x); a <<= 1;"), ["c"]);
        assert_eq!(launched("cudaLaunchKernel((const void *)n::d<float, 3>, g, b, args);"), ["d"]);
        assert_eq!(
            launched("x = hipLaunchKernelGGL(HIP_KERNEL_NAME(e<int>), 1, 1); cudaLaunchKernelEx(&c, f, x);"),
            ["e", "f"]
        );
        assert_eq!(launched("cudaError_t cudaLaunchKernel(const void *f); return cudaLaunchKernel(&g, 1);"), ["g"]);
    }

    #[test]
    fn broken_text_does_no_harm() {
        for text in [
            "__global__",
            "__global__ void a(",
            "<<<",
            "a<<<",
            "> <<<",
            "cudaLaunchKernel(",
            "__attribute__((global",
            "__global__ void a() {",
            "__global__ )",
            "<<< <<< >",
        ] {
            let text = Spliced::new(text);
            let tokens = tokens(&text, 1);
            definitions(&tokens, false);
            definitions(&tokens, true);
            launches(&tokens);
        }
    }
}
