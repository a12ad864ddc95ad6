//! Random CUDA kernels of integer arithmetic and control flow with one meaning, for the comparison with the host.
//!
//! Every kernel has locals of all integer types, a local array, nested bounded loops with `break` and `continue`,
//! `switch` with fall-through, short-circuit operators with side effects, and calls of a function that returns early.
//! Divisors are in 1..=16, shift amounts below 8, array indices masked, so that nothing is undefined except signed
//! overflow, which wraps on both sides.

use super::Random;
use std::fmt::Write as _;

const TYPES: [&str; 9] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long long",
    "unsigned long long",
    "bool",
];

/// The text of a file with `count` kernels.
pub fn file(seed: u64, count: usize) -> String {
    let mut g = Generator { random: Random(seed), out: String::new(), depth: 0, loops: 0, in_loop: 0, statements: 0 };
    for i in 0..count {
        g.kernel(i);
    }
    g.out
}

struct Generator {
    random: Random,
    out: String,
    depth: usize,
    loops: usize,
    in_loop: usize,
    statements: usize,
}

impl Generator {
    fn below(&mut self, n: u64) -> u64 {
        self.random.next() % n
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{text}", "", width = 4 * self.depth);
    }

    fn kernel(&mut self, index: usize) {
        self.loops = 0;
        self.line(&format!("__device__ int helper{index}(int x, int &y, unsigned char z) {{"));
        self.depth = 1;
        for (text, result) in [("x > (z << 2)", "y += z, x - y"), ("(x ^ y) & 8", "x * 3"), ("++y > z || x--", "y")] {
            if self.below(4) != 0 {
                self.line(&format!("if ({text}) return {result};"));
            }
        }
        self.line("for (int i = 0; i < 3; i++) if ((x += z) & 64) return i - y;");
        self.line("return x;");
        self.depth = 0;
        self.line("}");
        self.line(&format!("__global__ void random{index}(const int *in, long long *out, short *cells, int n) {{"));
        self.depth = 1;
        self.line("int g = blockIdx.x * blockDim.x + threadIdx.x;");
        self.line("int w[8] = {1, 2, 3};");
        for (i, ty) in TYPES.iter().enumerate() {
            let start = ["in[g]", "in[g + 1] / 3", "g", "n", "in[n & 63]", "3"][self.below(6) as usize];
            self.line(&format!("{ty} v{i} = {start};"));
        }
        self.statements = 0;
        while self.statements < 14 {
            self.statement(3);
        }
        let all: Vec<String> = (0..TYPES.len()).map(|i| format!("v{i} * {}ll", 2 * i + 1)).collect();
        self.line(&format!("out[2 * g] = {};", all.join(" ^ ")));
        self.line("for (int i = 0; i < 8; i++) out[2 * g + 1] = (i ? out[2 * g + 1] : 0) * 31 + w[i];");
        self.depth = 0;
        self.line("}");
    }

    fn variable(&mut self) -> String {
        format!("v{}", self.below(TYPES.len() as u64))
    }

    /// A variable that `++` and compound assignment accept (C++17 has no `++` for bool).
    fn number(&mut self) -> String {
        format!("v{}", self.below(TYPES.len() as u64 - 1))
    }

    fn place(&mut self) -> String {
        match self.below(6) {
            0 => {
                let index = self.expr(1);
                format!("w[({index}) & 7]")
            }
            1 => "cells[g]".to_owned(),
            _ => self.number(),
        }
    }

    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(7) {
                0 => "g".to_owned(),
                1 => format!("{}", self.below(300)),
                2 => ["-1", "0x7fffffff", "255u", "0x80000000u", "(1ll << 40)", "'a'", "true"][self.below(7) as usize]
                    .to_owned(),
                3 => "n".to_owned(),
                _ => self.variable(),
            };
        }
        let a = self.expr(depth - 1);
        let b = self.expr(depth - 1);
        match self.below(24) {
            0 | 1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 => format!("({a} * {b})"),
            4 => format!("({a} / ((({b}) & 15) + 1))"),
            5 => format!("({a} % ((({b}) & 15) + 1))"),
            6 => format!("(({a}) & ({b}))"),
            7 => format!("(({a}) | ({b}))"),
            8 => format!("(({a}) ^ ({b}))"),
            9 => format!("(({a}) << (({b}) & 7))"),
            10 => format!("(({a}) >> (({b}) & 7))"),
            11 => {
                let op = ["<", "<=", ">", ">=", "==", "!="][self.below(6) as usize];
                format!("(({a}) {op} ({b}))")
            }
            12 => format!("(({a}) && ({b}))"),
            13 => format!("(({a}) || ({b}))"),
            14 => {
                let c = self.expr(depth - 1);
                format!("(({c}) ? ({a}) : ({b}))")
            }
            15 => format!("-({a})"),
            16 => format!("~({a})"),
            17 => format!("!({a})"),
            18 | 19 => {
                let ty = TYPES[self.below(TYPES.len() as u64) as usize];
                format!("({ty})({a})")
            }
            20 => format!("w[({a}) & 7]"),
            21 => format!("in[({a}) & 255]"),
            22 => format!("(float)(short)({a}) * 0.5f < ({b} & 1023)"),
            _ => format!("min((int)({a}), (int)({b}))"),
        }
    }

    fn statement(&mut self, nesting: usize) {
        self.statements += 1;
        let kind = if nesting == 0 { self.below(8) } else { self.below(14) };
        match kind {
            0 | 1 => {
                let (place, value) = (self.place(), self.expr(3));
                self.line(&format!("{place} = {value};"));
            }
            2 | 3 => {
                let op = ["+", "-", "*", "&", "|", "^"][self.below(6) as usize];
                let (place, value) = (self.place(), self.expr(2));
                self.line(&format!("{place} {op}= {value};"));
            }
            4 => {
                let op = ["<<=", ">>="][self.below(2) as usize];
                let (place, value) = (self.place(), self.expr(1));
                self.line(&format!("{place} {op} ({value}) & 7;"));
            }
            5 => {
                let op = ["/=", "%="][self.below(2) as usize];
                let (place, value) = (self.place(), self.expr(1));
                self.line(&format!("{place} {op} (({value}) & 15) + 1;"));
            }
            6 => {
                // Distinct variables, so that the order of evaluation does not matter.
                let step = ["v4++", "--v4", "v2--", "++v1"][self.below(4) as usize];
                let value = self.expr(1).replace("v4", "v5").replace("v2", "v3").replace("v1", "v0");
                self.line(&format!("v6 = {step} + ({value});"));
            }
            7 => {
                let index = self.out.matches("__global__").count() - 1;
                let (a, c) = (self.expr(1), self.expr(2));
                let (a, c) = (a.replace("v4", "v5"), c.replace("v4", "v5"));
                self.line(&format!("v7 = helper{index}({a}, v4, {c});"));
            }
            8 | 9 => {
                let cond = self.expr(2);
                let first = self.variable();
                self.line(&format!("if (({first} & 1) == ({cond} != 0)) {{"));
                self.block(nesting - 1);
                if self.below(2) == 0 {
                    self.line("} else {");
                    self.block(nesting - 1);
                }
                self.line("}");
            }
            10 | 11 => {
                self.loops += 1;
                let (i, bound) = (format!("i{}", self.loops), self.below(6) + 1);
                let header = match self.below(4) {
                    0 => format!("for (int {i} = 0; {i} < {bound}; {i}++) {{"),
                    1 => format!("for (unsigned {i} = {bound}; {i}-- > 0;) {{"),
                    2 => format!("for (short {i} = 1; {i} < 100; {i} *= {}) {{", self.below(3) + 2),
                    _ => format!("for (unsigned char {i} = 255; {i} > 250 - {bound}; {i} -= 2) {{"),
                };
                self.line(&header);
                self.in_loop += 1;
                self.block(nesting - 1);
                self.in_loop -= 1;
                self.line("}");
            }
            12 => {
                let value = self.expr(2);
                self.line(&format!("switch (({value}) & 3) {{"));
                for label in ["case 0:", "case 2:", "default:"] {
                    self.line(label);
                    // `continue` may leave the switch for the loop around it; `break` ends the case.
                    self.block(nesting - 1);
                    if self.below(3) != 0 {
                        self.line("break;");
                    }
                }
                self.line("}");
            }
            _ if self.in_loop > 0 => {
                let (jump, cond) = (["break", "continue"][self.below(2) as usize], self.expr(2));
                self.line(&format!("if ((({cond}) & 3) == 1) {jump};"));
            }
            _ => {
                let (a, b) = (self.number(), self.expr(1));
                self.line(&format!("({b}) && (w[1]++, {a} > 3) || (w[2] += 2);"));
            }
        }
    }

    fn block(&mut self, nesting: usize) {
        self.depth += 1;
        for _ in 0..self.below(3) + 1 {
            self.statement(nesting);
        }
        self.depth -= 1;
    }
}
