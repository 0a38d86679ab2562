//! Reads YAML like Salt, with the place of every part, and writes it like Salt.
//!
//! Salt reads with libyaml's scanner, PyYAML's YAML 1.1 rules for plain scalars and a few rules of its own. The same
//! scanner is used here (in its safe Rust port), so that both programs accept and refuse the same texts. The rules for
//! scalars are in [`scalar`](self), recorded cases in `tests/it/yaml/`.
//!
//! Laws: hostile input ends in a [`Problem`](model::Problem) within bounded memory; the order of keys is kept; a
//! duplicate key is refused.
//!
//! Called by `render`, `config` and the template functions that read YAML.

mod compose;
mod construct;
mod emit;
mod fault;
mod guard;
mod merge;
mod scalar;

pub use emit::{Flow, Sort, dump, dump_literally, sorted};

use std::sync::Arc;

use model::{Node, Place, Problems, Value, Written};

/// Returns the place, in the author's file, of a line and column (both from 1) of the YAML text.
pub type PlaceOf<'a> = &'a dyn Fn(u32, u32) -> Place;

/// Reads one document; without a document it is `null`.
///
/// # Errors
///
/// A refusal of the scanner comes alone; refused tags, merges and duplicate keys are reported all at once.
pub fn parse(text: &str, place_of: PlaceOf<'_>) -> Result<Node, Problems> {
    let source = Source { text, shared: Arc::new(Written::from(text)), place_of };
    match compose::compose(&source)? {
        Some(raw) => construct::construct(&source, raw),
        None => Ok(Node::scalar(source.place((1, 1)), Value::Null)),
    }
}

/// Reads a file that is not a template.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_file(text: &str, file: &str) -> Result<Node, Problems> {
    let file: Arc<str> = file.into();
    parse(text, &|line, column| Place::new(Arc::clone(&file), line, column))
}

/// The text to read, and its origin.
struct Source<'a> {
    text: &'a str,
    /// The same text, for places to show.
    shared: Arc<Written>,
    place_of: PlaceOf<'a>,
}

/// Line and column in the YAML text, both from 1.
type Spot = (u32, u32);

impl Source<'_> {
    fn place(&self, (line, column): Spot) -> Place {
        (self.place_of)(line, column).rendered(&self.shared, line, column)
    }
}

#[cfg(test)]
mod tests;
