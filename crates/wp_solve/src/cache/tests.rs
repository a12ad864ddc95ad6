//! Keys distinguish questions that differ and no others; only whole records of the same solver are read.

use super::*;
use crate::encode::{encode, Style};
use crate::limits::QueryLimits;
use crate::solver::asking::{key, Strategy as Engine};
use proptest::prelude::*;
use std::time::Duration;
use wp_logic::{Class, Range, Sort, TermId, Terms};

/// A symbol: least and greatest value.
type Symbol = (i128, i128);

/// `sum of coefficients times symbols <= constant`, or `=`.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    items: Vec<(usize, i128)>,
    constant: i128,
    equal: bool,
}

#[derive(Clone, PartialEq, Debug)]
struct Obligation {
    symbols: Vec<Symbol>,
    rows: Vec<Row>,
}

impl Obligation {
    fn symbols(&self, terms: &mut Terms, prefix: &str) -> Vec<TermId> {
        let mut made = Vec::new();
        for (i, &(lo, hi)) in self.symbols.iter().enumerate() {
            made.push(terms.sym(&format!("{prefix}{i}"), Sort::Int, Class::Thread, Range::new(lo, hi)));
        }
        made
    }

    fn rows(&self, terms: &mut Terms, symbols: &[TermId]) -> Vec<TermId> {
        let mut rows = Vec::new();
        for row in &self.rows {
            let mut sum = terms.int(0);
            for &(i, c) in &row.items {
                let item = terms.scale(c, symbols[i]);
                sum = terms.add(sum, item);
            }
            let constant = terms.int(row.constant);
            rows.push(if row.equal { terms.eq(sum, constant) } else { terms.le(sum, constant) });
        }
        rows
    }
}

/// The conjuncts as the solver sees them; `None` when they are a constant.
fn flat(terms: &mut Terms, rows: &[TermId]) -> Option<Vec<TermId>> {
    let all = terms.and(rows);
    match terms.kind(all) {
        wp_logic::Term::Bool(_) => None,
        wp_logic::Term::And(items) => Some(items.to_vec()),
        _ => Some(vec![all]),
    }
}

fn key_of(terms: &Terms, conjuncts: &[TermId]) -> Key {
    let script = encode(terms, conjuncts, Style::default());
    key(terms, &script, Engine::Incremental, &QueryLimits::new(Duration::from_secs(1)), 100)
}

fn obligations() -> impl Strategy<Value = Obligation> {
    let symbol = (-4i128..4, 0i128..9).prop_map(|(lo, n)| (lo, lo + n));
    let row = (proptest::collection::vec((0usize..4, -3i128..4), 1..4), -6i128..7, any::<bool>())
        .prop_map(|(items, constant, equal)| Row { items, constant, equal });
    (proptest::collection::vec(symbol, 4), proptest::collection::vec(row, 1..5))
        .prop_map(|(symbols, rows)| Obligation { symbols, rows })
}

proptest! {
    #[test]
    fn names_and_order_do_not_matter(o in obligations(), rotation in 0usize..5) {
        let mut plain = Terms::new();
        let symbols = o.symbols(&mut plain, "x");
        let rows = o.rows(&mut plain, &symbols);
        let mut renamed = Terms::new();
        // Other terms of the same store do not matter either.
        renamed.sym("elsewhere", Sort::Bool, Class::Launch, Range::ALL);
        let other_symbols = o.symbols(&mut renamed, "a thread's; ");
        let mut other_rows = o.rows(&mut renamed, &other_symbols);
        let places = other_rows.len();
        other_rows.rotate_left(rotation % places);
        match (flat(&mut plain, &rows), flat(&mut renamed, &other_rows)) {
            (Some(a), Some(b)) => prop_assert_eq!(key_of(&plain, &a), key_of(&renamed, &b)),
            (a, b) => prop_assert_eq!(a.is_none(), b.is_none()),
        }
    }

    #[test]
    fn another_formula_has_another_key(mut a in obligations(), b in obligations()) {
        // No two symbols have one range, so that no renaming makes one formula of another, and the term store itself says
        // which are the same.
        for (i, range) in a.symbols.iter_mut().enumerate() {
            range.1 += 20 * i as i128;
        }
        let mut terms = Terms::new();
        let symbols = a.symbols(&mut terms, "x");
        for row in 0..a.rows.len() {
            // All of the rows of `a` but one.
            let mut changed = a.clone();
            changed.rows[row] = b.rows[row % b.rows.len()].clone();
            let (one, two) = (a.rows(&mut terms, &symbols), changed.rows(&mut terms, &symbols));
            if let (Some(one), Some(two)) = (flat(&mut terms, &one), flat(&mut terms, &two)) {
                prop_assert!(one == two || key_of(&terms, &one) != key_of(&terms, &two));
            }
        }
    }

    #[test]
    fn another_range_has_another_key(o in obligations(), which in 0usize..4, low in any::<bool>()) {
        let mut wider = o.clone();
        let range = &mut wider.symbols[which];
        if low { range.0 -= 1 } else { range.1 += 1 }
        let (mut a, mut b) = (Terms::new(), Terms::new());
        let (these, those) = (o.symbols(&mut a, "x"), wider.symbols(&mut b, "x"));
        let (one, two) = (o.rows(&mut a, &these), wider.rows(&mut b, &those));
        if let (Some(one), Some(two)) = (flat(&mut a, &one), flat(&mut b, &two)) {
            let used = a.apps(&one).contains(&these[which]) && b.apps(&two).contains(&those[which]);
            prop_assert!(!used || key_of(&a, &one) != key_of(&b, &two));
        }
    }
}

#[test]
fn which_symbols_are_the_same_matters() {
    let mut t = Terms::new();
    let range = Range::new(0, 9);
    let s = ["x", "y", "z"].map(|n| t.sym(n, Sort::Int, Class::Thread, range));
    let mut sums = |pairs: [(usize, usize); 2]| {
        pairs.map(|(a, b)| {
            let product = t.mul(s[a], s[b]);
            let seven = t.int(7);
            t.le(product, seven)
        })
    };
    let chains = [sums([(0, 1), (1, 2)]), sums([(0, 0), (1, 2)]), sums([(0, 1), (2, 2)]), sums([(0, 0), (1, 1)])];
    let keys = chains.map(|chain| {
        let chain = flat(&mut t, &chain).unwrap();
        key_of(&t, &chain)
    });
    assert_ne!(keys[0], keys[1]);
    assert_ne!(keys[0], keys[3]);
    assert_ne!(keys[1], keys[3]);
}

#[test]
fn sorts_engines_and_limits_matter() {
    let build = |sort| {
        let mut t = Terms::new();
        let (x, y) = (t.sym("x", sort, Class::Thread, Range::ALL), t.sym("y", sort, Class::Thread, Range::ALL));
        let differ = t.ne(x, y);
        (t, differ)
    };
    let key_for = |sort, engine, seconds, memory| {
        let (t, differ) = build(sort);
        let script = encode(&t, &[differ], Style::default());
        key(&t, &script, engine, &QueryLimits::new(Duration::from_secs(seconds)), memory)
    };
    let keys = [
        key_for(Sort::Int, Engine::Incremental, 1, 100),
        key_for(Sort::Float(32), Engine::Incremental, 1, 100),
        key_for(Sort::Float(64), Engine::Incremental, 1, 100),
        key_for(Sort::Int, Engine::Full, 1, 100),
        key_for(Sort::Int, Engine::Incremental, 2, 100),
        key_for(Sort::Int, Engine::Incremental, 1, 200),
    ];
    for (i, a) in keys.iter().enumerate() {
        assert!(keys[..i].iter().all(|b| a != b), "{i}");
    }
}

fn records() -> Vec<(Key, Record)> {
    let said = [Said::Unsat, Said::Sat("((f0 (- 5)) ((f1 2) true))".to_owned()), Said::Incomplete, Said::Limit];
    said.into_iter().enumerate().map(|(i, said)| ([i as u8; 32], Record { said, spent: 17 + i as u64 })).collect()
}

fn filled(root: &Path) -> Cache {
    let mut cache = Cache::new(root, "solver 1");
    for (key, record) in records() {
        cache.put(&key, record);
    }
    cache
}

#[test]
fn a_later_run_finds_what_was_stored() {
    let root = tempfile::tempdir().unwrap();
    filled(root.path());
    let mut cache = Cache::new(root.path(), "solver 1");
    for (key, record) in records() {
        assert_eq!(cache.get(&key), Some(record));
    }
    assert_eq!(cache.get(&[9; 32]), None);
}

#[test]
fn another_solver_finds_nothing_even_when_the_files_are_moved() {
    let root = tempfile::tempdir().unwrap();
    let folder = filled(root.path()).folder;
    let mut other = Cache::new(root.path(), "solver 2");
    assert_ne!(other.folder, folder);
    fs::rename(folder, &other.folder).unwrap();
    assert!(records().iter().all(|(key, _)| other.get(key).is_none()));
}

#[test]
fn damaged_records_are_passed_over() {
    let root = tempfile::tempdir().unwrap();
    let folder = filled(root.path()).folder;
    for (key, record) in records() {
        let path = folder.join(file_name(key[0]));
        let good = fs::read(&path).unwrap();
        for place in 0..good.len() {
            for bad in [good[..place].to_vec(), {
                let mut flipped = good.clone();
                flipped[place] ^= 1;
                flipped
            }] {
                fs::write(&path, &bad).unwrap();
                let found = Cache::new(root.path(), "solver 1").get(&key);
                assert!(found.is_none() || found.as_ref() == Some(&record), "{place}: {found:?}");
            }
        }
        fs::write(&path, [good.as_slice(), &[0xff, 0, b'\n'], b"unsat\n"].concat()).unwrap();
        assert_eq!(Cache::new(root.path(), "solver 1").get(&key), Some(record));
    }
}

#[test]
fn a_torn_line_costs_one_record() {
    let root = tempfile::tempdir().unwrap();
    let (first, second) = ([7; 32], {
        let mut key = [7; 32];
        key[31] = 8;
        key
    });
    let record = Record { said: Said::Unsat, spent: 1 };
    let mut cache = Cache::new(root.path(), "s");
    cache.put(&first, record.clone());
    let path = cache.folder.join(file_name(7));
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    cache.put(&second, record.clone());
    let mut later = Cache::new(root.path(), "s");
    assert_eq!((later.get(&first), later.get(&second)), (None, Some(record)));
}

#[test]
fn a_folder_that_takes_nothing_costs_only_the_cache() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    let mut cache = filled(&file);
    assert!(!cache.writable);
    // An answer that this process has found is still known to it.
    assert_eq!(cache.get(&records()[0].0), Some(records()[0].1.clone()));
    assert_eq!(Cache::new(&file, "solver 1").get(&records()[0].0), None);
}

#[test]
fn a_file_that_has_grown_too_large_starts_over() {
    let root = tempfile::tempdir().unwrap();
    let folder = filled(root.path()).folder;
    let (key, record) = records().remove(0);
    let path = folder.join(file_name(key[0]));
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(MAX_FILE + 1).unwrap();
    let mut cache = Cache::new(root.path(), "solver 1");
    assert_eq!(cache.get(&key), None);
    cache.put(&key, record.clone());
    assert_eq!(Cache::new(root.path(), "solver 1").get(&key), Some(record));
}

#[test]
fn processes_may_share_a_folder() {
    let root = tempfile::tempdir().unwrap();
    let key_of = |writer: u8, n: u8| {
        let mut key = [5; 32];
        (key[1], key[2]) = (writer, n);
        key
    };
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let root = root.path();
            scope.spawn(move || {
                let mut cache = Cache::new(root, "s");
                for n in 0..50 {
                    cache.put(&key_of(writer, n), Record { said: Said::Sat(format!("(({n}))")), spent: 1 });
                }
            });
        }
    });
    let mut cache = Cache::new(root.path(), "s");
    for (writer, n) in (0..4).flat_map(|w| (0..50).map(move |n| (w, n))) {
        assert!(cache.get(&key_of(writer, n)).is_some(), "{writer} {n}");
    }
}
