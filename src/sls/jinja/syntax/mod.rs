//! From a template's text to its tree: tokens, then statements and expressions.

pub(crate) mod ast;
mod data;
mod expressions;
mod literals;
mod parser;
mod signature;
mod statements;
mod tag;
mod tags_of_salt;
mod token;

use std::sync::Arc;

use super::Options;
use super::raise::Outcome;
use super::source::Text;
use ast::Template;

/// Parses a template.
pub(crate) fn parse(text: Arc<Text>, options: &Options) -> Outcome<Template> {
    let tokens = data::Lexer::new(&text, options).run()?;
    parser::Parser::new(text, tokens).template()
}
