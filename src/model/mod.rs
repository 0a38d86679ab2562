//! The nouns that all layers share: no I/O, no SDK, no clock.

pub mod argument;
pub mod aspects;
pub mod fields;
pub mod function;
pub mod glob;
pub mod grains;
pub mod invocation;
pub mod low;
pub mod minion;
pub mod node;
pub mod outcome;
pub mod place;
pub mod plan;
pub mod problem;
pub mod profile;
pub mod python;
pub mod reference;
pub mod schema;
pub mod secret;
pub mod user_data;
pub mod value;

pub use argument::{Argument, Shape};
pub use aspects::Aspects;
pub use fields::Fields;
pub use function::{Function, Leaves};
pub use invocation::Invocation;
pub use low::{Keyword, Low, Quantity, Relation, Requisite, RequisiteKind, Target};
pub use minion::Minion;
pub use node::{Entry, Node, NodeKind};
pub use outcome::{Outcome, Remains, StateReturn, Verdict};
pub use place::Place;
pub use plan::{Action, Change, Plan};
pub use problem::{Problem, Problems};
pub use profile::PROFILE;
pub use reference::{Ident, Reference};
pub use value::{Key, Map, Value};
