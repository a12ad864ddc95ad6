//! Costs against a count over all warps, on random kernels: strides, paddings, element sizes, loops and conditions, in blocks of
//! one, two and three dimensions whose threads are no multiple of 32.

mod oracle;

use oracle::{compare, Compared};
use wp_kir::{parse_kernel, Dim, Kernel, Launch};
use wp_perf::launch::Chosen;
use wp_summary::Config;

/// Numbers that look random and are the same every time (SplitMix64).
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
}

const BLOCKS: [[u32; 3]; 16] = [
    [32, 1, 1],
    [64, 1, 1],
    [48, 1, 1],
    [100, 1, 1],
    [7, 1, 1],
    [33, 1, 1],
    [16, 16, 1],
    [32, 8, 1],
    [8, 8, 1],
    [5, 13, 1],
    [17, 3, 1],
    [33, 2, 1],
    [4, 4, 4],
    [3, 5, 7],
    [8, 4, 2],
    [2, 3, 11],
];
const GRIDS: [[u32; 3]; 4] = [[1, 1, 1], [3, 1, 1], [2, 2, 1], [9, 1, 1]];
const STRIDES: [u64; 16] = [0, 1, 1, 1, 2, 3, 4, 5, 8, 16, 17, 31, 32, 33, 64, 100];
const TYPES: [(&str, u64); 6] = [("u8", 1), ("u16", 2), ("f32", 4), ("u32", 4), ("f32", 4), ("f64", 8)];

/// An index over the coordinates of the thread, its block, and the loop variable where there is one.
fn index(rng: &mut Rng, in_loop: bool) -> String {
    let (x, y, z, b) = ("threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x");
    let m = rng.pick(&[2, 3, 4, 8, 16, 32]);
    let mut s = || rng.pick(&STRIDES);
    let lane = match s() % 7 {
        0 => format!("(({x} / {m}:u32) * {}:u32)", s()),
        1 => format!("((({x} % {m}:u32) * {}:u32) + ({x} / {m}:u32))", s()),
        2 => format!("(({x} ^ {m}:u32) * {}:u32)", s()),
        4 => format!("({x} * {b})"),
        3 => format!("((({x} * {}:u32) + {y}) & 255:u32)", s()),
        _ => format!("({x} * {}:u32)", s()),
    };
    let rest = format!("(({y} * {}:u32) + (({z} * {}:u32) + (({b} * {}:u32) + {}:u32)))", s(), s(), s(), s());
    let sum = format!("({lane} + {rest})");
    match (in_loop, s() % 3) {
        (false, _) => sum,
        (true, 0) => format!("({sum} + ((v3 * {x}) + (v3 * {}:u32)))", s()),
        (true, _) => format!("({sum} + (v3 * {}:u32))", s()),
    }
}

/// A condition under which an access is made.
fn condition(rng: &mut Rng, in_loop: bool) -> Option<String> {
    let n = rng.pick(&[1, 3, 8, 20, 31, 40, 77]);
    Some(match rng.below(8) {
        0 => format!("(threadIdx.x < {n}:u32)"),
        1 => "((threadIdx.x & 1:u32) == 0:u32)".to_owned(),
        2 => format!("(((blockIdx.x * blockDim.x) + threadIdx.x) < {n}:u32)"),
        3 => format!("((threadIdx.y * 3:u32) < (threadIdx.x + {}:u32))", n % 5),
        4 => "(blockIdx.x == 1:u32)".to_owned(),
        5 if in_loop => format!("((threadIdx.x + (v3 * 8:u32)) < {n}:u32)"),
        _ => return None,
    })
}

/// A kernel with six accesses: reads and writes of an array of each type, in shared or global memory, some in a loop.
fn kernel(rng: &mut Rng) -> Kernel {
    let mut objects = String::from("object o0 \"g\" global param p0 elem u8 init input;\n");
    let mut body = String::new();
    for n in 1..=6 {
        let (ty, size) = rng.pick(&TYPES);
        let shared = rng.below(2) == 0;
        let base = if shared {
            objects += &format!("object o{n} \"s{n}\" shared declared elem {ty} size 1048576 init undefined;\n");
            format!("&o{n}")
        } else {
            objects += &format!("object o{n} \"g{n}\" global declared elem {ty} init input;\n");
            format!("&o{n}")
        };
        let in_loop = rng.below(3) == 0;
        let at = format!("ptradd({base}, (int_to_int({}):i64 * {size}:i64))", index(rng, in_loop));
        let var = ["u8", "u16", "u32", "f32", "f64"].iter().position(|t| *t == ty).expect("a type of the list") + 4;
        let mut access = if rng.below(2) == 0 {
            format!("v{var} = load {ty} [{at}];")
        } else {
            format!("store {ty} [{at}] = v{var};")
        };
        if let Some(cond) = condition(rng, in_loop) {
            access = format!("if {cond} {{ {access} }}");
        }
        if in_loop {
            let trips = rng.pick(&[1, 2, 5, 9]);
            access = format!(
                "v3 = 0:u32; loop loop{n} L{n} while (v3 < {trips}:u32) {{ {access} }} step {{ v3 = (v3 + 1:u32); }}"
            );
        }
        body += &access;
        body.push('\n');
    }
    let vars = "var v0 \"g\": ptr; var v1 \"n\": u32; var v2 \"i\": u32; var v3 \"k\": u32; var v4 \"a\": u8; var v5 \"b\": u16; \
                var v6 \"c\": u32; var v7 \"d\": f32; var v8 \"e\": f64;";
    let text = format!(
        "kernel \"k\" cuda {{\n loops 8;\n labels 8;\n param p0 \"g\": ptr = v0 -> o0;\n param p1 \"n\": u32 = v1;\n{objects} {vars}\n \
         body {{\n{body} }}\n}}\n"
    );
    let kernel = parse_kernel(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    wp_kir::verify(&kernel).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    kernel
}

#[test]
fn costs_are_those_of_a_count_over_all_warps() {
    let mut rng = Rng(1);
    let mut all = Compared::default();
    for _ in 0..200 {
        let kernel = kernel(&mut rng);
        let (block, grid) = (rng.pick(&BLOCKS), rng.pick(&GRIDS));
        let launch = Launch { block: block.map(Dim::Known), grid: grid.map(Dim::Known), ..Launch::ANY };
        let chosen = Chosen::find(&kernel, &Config::new(launch).with_usual_grants()).expect("the launch is given");
        assert_eq!((chosen.frame.block, chosen.frame.grid), (block, grid));
        let compared = compare(&kernel, &chosen, 50_000_000).expect("the run comes to its end");
        assert_eq!((compared.obstacles, compared.exact), (0, compared.sites), "{kernel}");
        all = all.and(&compared);
    }
    assert!(all.exact >= 1000 && all.dear >= 400, "{all:?}");
}
