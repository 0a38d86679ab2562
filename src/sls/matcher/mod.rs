//! Decides which minions a line of a top file, or a command, targets.
//!
//! See <https://docs.saltproject.io/en/3007/topics/targeting/index.html>. Laws, as recorded from Salt: grains and
//! pillar are compared without letter case; an invalid expression matches nothing.

mod address;
mod compound;
mod data;

use crate::model::{Map, Value, glob};

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
    /// True if the expression matches this minion.
    pub fn is_match(&self, kind: MatchKind, expression: &str) -> bool {
        self.matches(kind, expression, 0)
    }

    fn matches(&self, kind: MatchKind, expression: &str, depth: usize) -> bool {
        use data::How;
        match kind {
            MatchKind::Glob => glob::is_match(expression, self.id),
            MatchKind::Pcre => data::is_regex_match(expression, self.id),
            MatchKind::Grain => data::is_match(self.grains, expression, How::Glob),
            MatchKind::GrainPcre => data::is_match(self.grains, expression, How::Regex),
            MatchKind::Pillar => data::is_match(self.pillar, expression, How::Glob),
            MatchKind::PillarPcre => data::is_match(self.pillar, expression, How::Regex),
            MatchKind::PillarExact => data::is_match(self.pillar, expression, How::Exact),
            MatchKind::List => expression.split(',').any(|id| id == self.id),
            MatchKind::Compound => compound::is_match(self, &words(expression), depth),
            MatchKind::Nodegroup => self.nodegroup(expression, depth),
            MatchKind::Ipcidr => address::is_match(self.grains, expression),
        }
    }

    /// A group may name groups; a group that names itself matches nothing.
    fn nodegroup(&self, name: &str, depth: usize) -> bool {
        const MAX_DEPTH: usize = 20;
        if depth > MAX_DEPTH {
            return false;
        }
        let words = match self.nodegroups.get(name) {
            Some(Value::Str(expression)) => words(expression),
            Some(Value::List(list)) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => return false,
        };
        compound::is_match(self, &words, depth + 1)
    }
}

fn words(expression: &str) -> Vec<String> {
    expression.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
