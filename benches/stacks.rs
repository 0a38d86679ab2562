//! Prints the SLS of so many stacks: `stacks 20`, or their names: `stacks 20 names`. The same that the tests run.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

#[path = "../tests/it/stacks/generate.rs"]
mod generate;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let count = words.first().and_then(|word| word.parse().ok()).unwrap_or(1);
    if words.get(1).is_some_and(|word| word == "names") {
        for index in 0..count {
            println!("{}", generate::name(index));
        }
    } else {
        println!("# {} states\n{}", count * generate::STATES, generate::stacks(count));
    }
}
