//! From SLS files to state calls: rendering, YAML, high data, low data.

pub mod brought;
mod cipher;
mod compiler;
pub mod config;
mod ext_pillar;
pub mod high;
pub mod jinja;
pub mod low;
pub mod matcher;
pub mod outside;
pub mod pillar;
pub mod render;
pub mod secrets;
pub mod top;
pub mod tree;
pub mod yaml;

pub use compiler::Compiler;

#[cfg(test)]
#[path = "../../tests/it/recorded/errors.rs"]
mod recorded_errors;
#[cfg(test)]
#[path = "../../tests/it/recorded/pins.rs"]
mod recorded_pins;
#[cfg(test)]
mod tests;
