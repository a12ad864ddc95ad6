//! Costs of accesses against a count over all warps: random kernels are executed by the interpreter, which knows nothing of
//! terms, every address is logged, and requests are put together and counted from the log with sets of bytes.

use std::collections::{BTreeMap, BTreeSet};
use wp_base::Span;
use wp_interp::{
    run_observed, ConcreteLaunch, Config as RunConfig, End, Inputs, ObservedAccess, Observer, Place, ThreadRef,
};
use wp_kir::{parse_kernel, Dim, Kernel, Launch, LoopId, ObjectId, Space};
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
const GRIDS: [[u32; 3]; 4] = [[1, 1, 1], [3, 1, 1], [2, 2, 1], [5, 1, 1]];
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
        3 => format!("((({x} * {}:u32) + {y}) & 255:u32)", s()),
        _ => format!("({x} * {}:u32)", s()),
    };
    let rest = format!("(({y} * {}:u32) + (({z} * {}:u32) + (({b} * {}:u32) + {}:u32)))", s(), s(), s(), s());
    let sum = format!("({lane} + {rest})");
    match (in_loop, s() % 3) {
        (false, _) => sum,
        (true, 0) => format!("({sum} + (v3 * {x}))"),
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

/// A request: place, object, block, warp, iterations, and which time the lane came by.
type Key = (Span, ObjectId, [u32; 3], u64, Vec<(LoopId, u64)>, usize);

/// Collects the addresses of requests.
struct Log {
    block: [u32; 3],
    requests: BTreeMap<Key, BTreeMap<u64, i64>>,
}

impl Observer for Log {
    fn watches(&self, _: ThreadRef) -> bool {
        true
    }
    fn head(&mut self, _: &Place) {}
    fn access(&mut self, at: &Place, access: &ObservedAccess) {
        let [x, y, z] = at.thread.thread.map(u64::from);
        let [dx, dy, _] = self.block.map(u64::from);
        let linear = x + dx * (y + dy * z);
        let (warp, lane) = (linear / 32, linear % 32);
        let mut key = (access.span, access.object, at.thread.block, warp, at.loops.clone(), 0);
        while self.requests.get(&key).is_some_and(|lanes| lanes.contains_key(&lane)) {
            key.5 += 1;
        }
        self.requests.entry(key).or_default().insert(lane, access.offset);
    }
}

/// What a request costs, and what it must cost: counted byte by byte.
fn count(lanes: &BTreeMap<u64, i64>, width: u64, space: Space) -> (usize, usize) {
    let bytes = |lanes: &mut dyn Iterator<Item = i64>| -> BTreeSet<i64> {
        lanes.flat_map(|at| (0..width as i64).map(move |i| at + i)).collect()
    };
    if space == Space::Global {
        let all = bytes(&mut lanes.values().copied());
        let sectors: BTreeSet<i64> = all.iter().map(|b| b >> 5).collect();
        return (sectors.len(), all.len().div_ceil(32));
    }
    let lanes_at_once = if width == 8 { 16 } else { 32 };
    let parts = (0..32 / lanes_at_once).map(|part| {
        let part = bytes(&mut lanes.iter().filter(|(l, _)| **l / lanes_at_once == part).map(|(_, at)| *at));
        let words: BTreeSet<i64> = part.iter().map(|b| b >> 2).collect();
        (0..32).map(|bank| words.iter().filter(|w| **w & 31 == bank).count()).max().unwrap_or(0)
    });
    (parts.max().unwrap_or(0), 1)
}

fn rank((paid, least): (usize, usize)) -> (usize, usize) {
    (paid - least, paid)
}

/// Compares the costs of all accesses of a kernel; how many there were, and how many of them cost more than they must.
fn compare(kernel: &Kernel, block: [u32; 3], grid: [u32; 3]) -> (usize, usize) {
    let launch = Launch { block: block.map(Dim::Known), grid: grid.map(Dim::Known), ..Launch::ANY };
    let chosen = Chosen::find(kernel, &Config::new(launch)).expect("the launch is given");
    assert_eq!((chosen.frame.block, chosen.frame.grid), (block, grid));
    let inputs = Inputs::default();
    let config = RunConfig { races: false, check_bounds: false, ..RunConfig::default() };
    let mut log = Log { block, requests: BTreeMap::new() };
    let concrete = ConcreteLaunch { block, grid, offset: [0; 3] };
    let outcome = run_observed(kernel, &concrete, &inputs, &config, &mut log);
    assert_eq!(outcome.end, End::Completed, "{outcome:?}");
    let mut dear = 0;
    for site in &chosen.sites {
        let what = || format!("{}\nblock {block:?} grid {grid:?} {site:?}", kernel);
        let space = kernel.objects[site.object].space;
        let mut by_warp: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
        let mut at_worst = None;
        let cost = site.cost.as_ref().unwrap_or_else(|e| panic!("{e:?} {}", what()));
        for (key, lanes) in log.requests.iter().filter(|(k, _)| k.0 == site.span && k.1 == site.object) {
            let counted = count(lanes, site.width, space);
            let slot = by_warp.entry(key.3).or_insert(counted);
            if rank(counted) > rank(*slot) {
                *slot = counted;
            }
            let named = cost.as_ref().is_some_and(|c| c.worst.block == key.2 && u64::from(c.worst.warp) == key.3);
            at_worst = at_worst.max(named.then_some(rank(counted)));
        }
        let expected: BTreeMap<u64, (usize, usize)> = cost.as_ref().map_or_else(BTreeMap::new, |c| {
            let paid = c.by_warp.iter().enumerate();
            paid.filter_map(|(w, c)| c.map(|c| (w as u64, (c.paid as usize, c.least as usize)))).collect()
        });
        assert_eq!(expected, by_warp, "{}", what());
        let worst = cost.as_ref().map(|c| rank((c.worst.charge.paid as usize, c.worst.charge.least as usize)));
        assert_eq!(worst, by_warp.values().map(|c| rank(*c)).max(), "{}", what());
        assert_eq!(worst, at_worst, "the warp that is named pays it: {}", what());
        dear += usize::from(worst.is_some_and(|w| w.0 > 0));
    }
    (chosen.sites.len(), dear)
}

#[test]
fn costs_are_those_of_a_count_over_all_warps() {
    let mut rng = Rng(1);
    let (mut all, mut dear) = (0, 0);
    for _ in 0..200 {
        let kernel = kernel(&mut rng);
        let (block, grid) = (rng.pick(&BLOCKS), rng.pick(&GRIDS));
        let (sites, costly) = compare(&kernel, block, grid);
        all += sites;
        dear += costly;
    }
    assert!(all >= 1000 && dear >= 400, "{all} accesses, {dear} of them cost more than they must");
}
