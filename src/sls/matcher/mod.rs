//! Decides which minions a line of a top file, or a command, targets.
//!
//! See <https://docs.saltproject.io/en/3007/topics/targeting/index.html>. Laws, as recorded from Salt: grains and
//! pillar are compared without letter case; an invalid expression matches nothing, nor does one that names a node group that does not exist.

mod address;
mod compound;
mod data;
mod expression;
mod mistake;
mod words;

use compound::Reader;
use words::Words;

pub use expression::Expression;
pub use mistake::Mistake;

use model::Map;

/// The type of an expression.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum MatchKind {
    /// A shell pattern for the ID.
    Glob,
    /// A regular expression for the ID, from its beginning.
    Pcre,
    /// `grain:value`, the value a shell pattern.
    Grain,
    /// `grain:value`, the value a regular expression.
    GrainPcre,
    /// `key:value` of the pillar, the value a shell pattern.
    Pillar,
    /// `key:value` of the pillar, the value a regular expression.
    PillarPcre,
    /// `key:value` of the pillar, the value as it is.
    PillarExact,
    /// IDs with commas between them; blanks count, as in Salt.
    List,
    /// Any of these with `and`, `or`, `not` and parentheses.
    Compound,
    /// The name of a compound in the configuration.
    Nodegroup,
    /// An IP address or network.
    Ipcidr,
}

impl MatchKind {
    /// Every kind with its word.
    pub const ALL: &[(&str, Self)] = &[
        ("glob", Self::Glob),
        ("pcre", Self::Pcre),
        ("grain", Self::Grain),
        ("grain_pcre", Self::GrainPcre),
        ("pillar", Self::Pillar),
        ("pillar_pcre", Self::PillarPcre),
        ("pillar_exact", Self::PillarExact),
        ("list", Self::List),
        ("compound", Self::Compound),
        ("nodegroup", Self::Nodegroup),
        ("ipcidr", Self::Ipcidr),
    ];

    /// The type that a word after `match:` names.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind)
    }
}

/// The minion that expressions are matched against.
#[derive(Clone, Copy, Debug)]
pub struct Matcher<'a> {
    /// Its ID.
    pub id: &'a str,
    /// Its grains.
    pub grains: &'a Map,
    /// Its pillar, as far as it is known.
    pub pillar: &'a Map,
    /// The groups of the configuration.
    pub nodegroups: &'a Map,
}

impl Matcher<'_> {
    /// True if the expression is valid and matches this minion.
    pub fn is_match(&self, kind: MatchKind, expression: &str) -> bool {
        match read(kind, expression, self.nodegroups) {
            Ok(read) => read.is_match(self),
            Err(mistake) => {
                tracing::debug!("{mistake}");
                false
            }
        }
    }

    /// True if the words are a valid compound that matches this minion. A word may hold blanks.
    pub fn is_match_of_words(&self, words: Vec<String>) -> bool {
        let words = Words::of_list(words, None);
        Reader::new(self.nodegroups).compound(&words).is_ok_and(|read| read.is_match(self))
    }
}

/// Reads a target with the node groups that it names.
///
/// # Errors
///
/// It does not parse, a regular expression of IDs is none, a node group does not exist, or it names itself.
pub fn read(kind: MatchKind, expression: &str, nodegroups: &Map) -> Result<Expression, Mistake> {
    Reader::new(nodegroups).target(kind, expression)
}

#[cfg(test)]
mod tests;
