//! What a kind of AWS resources is, and what all kinds share.
//!
//! [`Source`] and [`Resource`] say what a kind is, [`Lookup`] how kinds look each other up, [`kind!`](wiring::kind),
//! [`settings!`](settings::settings) and [`steps!`](steps::steps) write what all have alike. The kinds themselves are crates
//! below `src/kinds`; they know this crate, and never each other.

pub mod answer;
pub mod attributes;
pub mod balancer;
pub mod certificates;
mod composite;
pub mod document;
mod erased;
pub mod export;
mod function;
pub mod groups;
pub mod implied_states;
pub mod in_service;
pub mod in_vpc;
mod kind;
pub mod listing;
pub mod local;
pub mod lookup;
pub mod one_or_all;
pub mod settings;
pub mod state_text;
pub mod steps;
pub mod subnets;
pub mod waiting;
pub mod which;
pub mod wiring;
pub mod write_only;

pub use composite::{COMPOSITES, Composite};
pub use erased::{AnyKind, AnyLive, AnySource, AnySpec, AnyStep, AnyWant, Kind, ReadOnly};
pub use function::{Answered, Asker, AwsFunction, CONNECTION, Family, Question, Reads, Refusal, connection};
pub use kind::{Answers, Ask, Belonging, ImpliedState, Resource, Source, Undoing};
pub use lookup::{AllPromised, Known, Lookup, Sight, Unresolved};
