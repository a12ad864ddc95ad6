//! Generates programs with all kinds of statements, expressions, casts and attributes that Clang has.
//!
//! `features.txt` has a fragment of code for each kind. A program consists of fragments in surroundings: loops,
//! conditions, dead code, templates, lambdas, member functions, constructors, and behind attributes. A fragment has no
//! undefined behaviour, whatever its placeholders are replaced by, and stores what it computes as results.
//!
//! The first programs have one fragment each, without surroundings. Later programs have [`FRAGMENTS_PER_PROGRAM`]
//! fragments, such that in the course of time each fragment stands in each of the surroundings. A fragment that the
//! lowering rejects or over-approximates has a `!` behind its name in `features.txt`, which a test checks. Such a
//! fragment stands only alone, because it keeps the whole program from being compared.
//!
//! The placeholders in a fragment are `@`, a number that is different in each fragment (for names); `#`, a small
//! positive constant; `$`, an integer expression without effects; and `%T`, an integer type. Lines in front of the line
//! `--` stand at namespace scope.

use super::program::{Origin, Program};
use std::fmt::Write;

/// A fragment.
struct Fragment {
    name: &'static str,
    /// True if the lowering rejects or over-approximates it.
    rejected: bool,
    /// The lines at namespace scope.
    scope: &'static str,
    /// The statements.
    code: &'static str,
}

/// The number of fragments in a program that combines fragments.
const FRAGMENTS_PER_PROGRAM: usize = 4;

/// The kinds of surroundings, in the order of [`Generator::surrounded`].
const SURROUNDINGS: [&str; 20] = [
    "block",
    "condition",
    "condition",
    "dead code",
    "loop",
    "loop",
    "lambda",
    "lambda",
    "condition",
    "condition",
    "template",
    "function",
    "function",
    "function",
    "condition",
    "loop",
    "attribute",
    "attribute",
    "loop",
    "block",
];

const TYPES: [&str; 10] = [
    "signed char",
    "unsigned char",
    "char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long long",
    "bool",
];

fn fragments() -> Vec<Fragment> {
    let mut all = Vec::new();
    for part in include_str!("features.txt").split("\n== ").skip(1) {
        let Some((name, text)) = part.split_once('\n') else { continue };
        let (scope, code) = text.split_once("--\n").unwrap_or(("", text));
        let (name, rejected) = name.strip_suffix(" !").map_or((name, false), |name| (name, true));
        all.push(Fragment { name, rejected, scope, code });
    }
    all
}

/// The names of all fragments, in the order of `features.txt`.
pub fn kinds() -> Vec<&'static str> {
    fragments().iter().map(|f| f.name).collect()
}

/// The names of the fragments that the lowering rejects or over-approximates.
pub fn rejected_kinds() -> Vec<&'static str> {
    fragments().iter().filter(|f| f.rejected).map(|f| f.name).collect()
}

/// A fragment of a program and the kind of code around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The name of the fragment.
    pub kind: &'static str,
    /// The kind of code around it.
    pub around: &'static str,
}

/// The fragments of the program of a seed.
pub fn parts(seed: u64) -> Vec<Part> {
    let all = fragments();
    let around = |surroundings: Option<usize>| surroundings.map_or("nothing", |s| SURROUNDINGS[s]);
    fragments_of_seed(&all, seed).into_iter().map(|(i, s)| Part { kind: all[i].name, around: around(s) }).collect()
}

/// The indices of the fragments of a seed and of their surroundings. The first seeds have one fragment each. Later
/// seeds repeat the list of fragments, each time in another order and with other surroundings.
fn fragments_of_seed(all: &[Fragment], seed: u64) -> Vec<(usize, Option<usize>)> {
    let seed = seed as usize;
    if seed < all.len() {
        return vec![(seed, None)];
    }
    let mixed: Vec<usize> = (0..all.len()).filter(|&i| !all[i].rejected).collect();
    let one = |i: usize| {
        let at = (seed - all.len()) * FRAGMENTS_PER_PROGRAM + i;
        let (round, at) = (at / mixed.len(), at % mixed.len());
        // A step that has no common divisor with the number of fragments reaches every fragment once.
        let steps: Vec<usize> =
            [1, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().filter(|s| mixed.len() % s != 0 || *s == 1).collect();
        let index = at * steps[round % steps.len()] % mixed.len();
        (mixed[index], Some((index + round) % SURROUNDINGS.len()))
    };
    (0..FRAGMENTS_PER_PROGRAM).map(one).collect()
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let all = fragments();
    let mut g = Generator {
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995,
        scope: String::new(),
        next: 0,
        first: seed * 100,
    };
    let mut body = String::new();
    for (i, surroundings) in fragments_of_seed(&all, seed) {
        let fragment = &all[i];
        let mut code = g.fragment(fragment);
        if let Some(surroundings) = surroundings {
            code = g.surrounded(&code, surroundings);
        }
        let _ = writeln!(body, "// {}\n{code}", fragment.name);
    }
    let scope = g.scope;
    let (x, y) = (seed % 7, seed % 5 + 1);
    let text = format!(
        "{scope}void run(uint64_t *out) {{\nint x = {x}, y = {y};\nunsigned u = {y}u;\nlong long w = {x} * 5;\n{body}\
         emit(out, x); emit(out, y); emit(out, u); emit(out, w);\n}}\n"
    );
    Program::new(Origin::Features(seed), text)
}

struct Generator {
    /// The state of the random numbers.
    state: u64,
    /// The text at namespace scope.
    scope: String,
    /// The number of names that were made.
    next: u64,
    /// The first number in the names of this program. Programs share a file, so their names must differ.
    first: u64,
}

impl Generator {
    /// A random number below `n`, by SplitMix64.
    fn random_below(&mut self, n: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    /// A number that no other name in the file has.
    fn fresh_number(&mut self) -> u64 {
        self.next += 1;
        self.first + self.next
    }

    /// An integer expression of type `int` in -1000..1000 without effects.
    fn value(&mut self) -> String {
        let n = self.random_below(40);
        match self.random_below(9) {
            0 => "x % 50".to_owned(),
            1 => "(y & 31)".to_owned(),
            2 => format!("(x > {n} ? y % 9 : {n})"),
            3 => format!("(int)(u % 13u + {n}u)"),
            4 => format!("(int)(w % 17 - {n})"),
            5 => format!("(x % 8 == y % 4) + {n}"),
            6 => format!("(!y || u > {n}u)"),
            7 => format!("-{n}"),
            _ => format!("{n}"),
        }
    }

    /// The statements of a fragment with its placeholders replaced. Adds its lines at namespace scope to `scope`.
    fn fragment(&mut self, fragment: &Fragment) -> String {
        let number = self.fresh_number();
        // Both parts of the fragment have the same constants and the same type.
        let constants: Vec<u64> = (0..16).map(|_| self.random_below(9) + 1).collect();
        let ty = TYPES[self.random_below(TYPES.len() as u64) as usize];
        let scope = self.fill(fragment.scope, number, &constants, ty);
        self.scope.push_str(&scope);
        self.fill(fragment.code, number, &constants, ty)
    }

    /// A text with its placeholders replaced.
    fn fill(&mut self, text: &str, number: u64, constants: &[u64], ty: &str) -> String {
        let mut out = String::new();
        let mut used = 0;
        for line in text.lines() {
            // In a preprocessor directive `#` is no placeholder.
            let directive = line.trim_start().starts_with('#');
            for c in line.chars() {
                match c {
                    '@' => out.push_str(&number.to_string()),
                    '#' if !directive => {
                        out.push_str(&constants[used % constants.len()].to_string());
                        used += 1;
                    }
                    '$' => out.push_str(&self.value()),
                    _ => out.push(c),
                }
            }
            out.push('\n');
        }
        out.replace("%T", ty)
    }

    /// The code in one of the surroundings. These do not change the meaning of the code, or make it dead.
    fn surrounded(&mut self, code: &str, surroundings: usize) -> String {
        let (n, k) = (self.fresh_number(), self.random_below(6) + 1);
        let v = self.value();
        match surroundings {
            0 => format!("{{\n{code}}}"),
            1 => format!("if ({v} < {k}) {{\n{code}}}"),
            2 => format!("if ({v} > {k}) {{ x ^= {k}; }} else {{\n{code}}}"),
            3 => format!("if (0) {{\n{code}}}"),
            4 => format!("for (int i{n} = 0; i{n} < {k}; i{n}++) {{\n{code}}}"),
            5 => format!("do {{\n{code}}} while (0);"),
            6 => format!("[&] {{\n{code}}}();"),
            7 => format!("{{ int k{n} = {v};\n[&, k{n}](auto add) {{\nemit(out, k{n} + add);\n{code}}}({k}L); }}"),
            8 => format!("switch (({v}) & 3) {{\ncase 1: case 2: {{\n{code}}}\nbreak;\ndefault: y ^= {k};\n}}"),
            9 => format!("switch (({v}) & 3) {{\ncase 1: x ^= {k}; [[fallthrough]];\ndefault: {{\n{code}}}\n}}"),
            10 => {
                let parameters = "int &x, int &y, unsigned &u, long long &w, uint64_t *out";
                let _ = writeln!(self.scope, "template <class T, int N> T in_template{n}({parameters}) {{\nemit(out, N);\n{code}return T(N);\n}}");
                format!("emit(out, (uint64_t)in_template{n}<short, {k}>(x, y, u, w, out));")
            }
            11 => {
                let parameters = "int &x, int &y, unsigned &u, long long &w, uint64_t *out";
                let _ = writeln!(self.scope, "struct Around{n} {{\nint kept;\nint inside({parameters}) {{\nkept += 1;\n{code}return kept;\n}}\n}};");
                format!("{{ Around{n} around = {{{k}}}; emit(out, around.inside(x, y, u, w, out)); }}")
            }
            12 => {
                let parameters = "int &x, int &y, unsigned &u, long long &w, uint64_t *out";
                let _ = writeln!(
                    self.scope,
                    "struct Made{n} {{\nint kept = {k};\nMade{n}({parameters}) {{\n{code}kept += y & 7;\n}}\n}};"
                );
                format!("{{ Made{n} made(x, y, u, w, out); emit(out, made.kept); }}")
            }
            13 => {
                let parameters = "int x, int y, unsigned u, long long w, uint64_t *out";
                let _ = writeln!(
                    self.scope,
                    "static int called{n}({parameters}) {{\nif (x == {k}) return y;\n{code}if (y > {k}) return x & 15;\nreturn {k};\n}}"
                );
                format!("emit(out, called{n}(x, y, u, w, out));")
            }
            14 => format!("if constexpr (sizeof(long) == 8) {{\n{code}}} else {{ x = 0; }}"),
            15 => format!("while (true) {{\nif ({v} == {k}) break;\n{code}break;\n}}"),
            16 => format!("[[likely]] {{\n{code}}}"),
            17 => format!("if ({v} > 0) [[unlikely]] {{\n{code}}} else [[likely]] {{ y ^= {k}; }}"),
            18 => format!("for (int i{n} = {k}; i{n} > 0; i{n} -= 2) {{\nif (i{n} == 3) continue;\n{code}}}"),
            _ => format!("{{\nint k{n} = {v};\n{{ int x = k{n}, y = {k};\n{code}emit(out, x); emit(out, y);\n}}}}"),
        }
    }
}
