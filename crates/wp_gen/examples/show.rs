//! Prints the batch of a seed: `cargo run -p wp_gen --example show -- SEED COUNT`.

fn main() {
    let mut numbers = std::env::args().skip(1).map(|a| a.parse().unwrap_or(1));
    let (seed, count) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(1));
    let batch = wp_gen::Batch::new(seed, count as usize);
    println!("// {:?} {:?}\n{}", batch.dialect, batch.shape, batch.text());
}
