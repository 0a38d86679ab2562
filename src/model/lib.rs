//! The nouns that all layers share: no I/O, no SDK, no clock.

pub mod argument;
pub mod asked;
pub mod aspects;
pub mod effect;
pub mod excerpt;
mod extent;
pub mod fields;
pub mod fitness;
pub mod function;
pub mod gate;
pub mod glob;
pub mod grains;
pub mod hex;
pub mod invocation;
pub mod low;
pub mod minion;
pub mod node;
pub mod outcome;
pub mod pattern;
pub mod place;
pub mod plan;
pub mod problem;
pub mod profile;
pub mod python;
#[cfg(test)]
#[path = "../../tests/it/recorded/errors.rs"]
mod recorded_errors;
#[cfg(test)]
#[path = "../../tests/it/recorded/pins.rs"]
mod recorded_pins;
pub mod reference;
pub mod schema;
pub mod secret;
pub mod terminal;
pub mod user_data;
pub mod value;
mod written;

pub use argument::{Argument, Literal, Shape};
pub use asked::Asked;
pub use aspects::Aspects;
pub use effect::Effect;
pub use fields::Fields;
pub use function::{Function, Leaves};
pub use gate::Gate;
pub use hex::hex;
pub use invocation::{Invocation, Unanswered};
pub use low::{Keyword, Low, Quantity, Relation, Requisite, RequisiteKind, Target};
pub use minion::Minion;
pub use node::{Entry, Node, NodeKind};
pub use outcome::{Outcome, Remains, StateReturn, Verdict};
pub use place::Place;
pub use plan::{Action, Change, Plan};
pub use problem::{Problem, Problems, Step, chain};
pub use profile::PROFILE;
pub use reference::{Ident, Reference};
pub use value::{Key, Map, Value};
pub use written::Written;
