//! The nouns that all layers share: no I/O, no SDK, no clock.

pub mod node;
pub mod place;
pub mod problem;
pub mod value;

pub use node::{Node, NodeKind};
pub use place::Place;
pub use problem::{Problem, Problems};
pub use value::{Key, Map, Value};
