//! A target that was read. The whole is read before any part is matched: if a part that excludes somebody is malformed, nobody is matched.

use super::data::{self, How};
use super::words::{Word, Words};
use super::{MatchKind, Matcher, Mistake, address};
use model::glob;
use model::pattern::{Flags, Pattern};

/// A target whose form is valid.
#[derive(Clone, Debug)]
pub enum Expression {
    /// One test.
    One(Box<Term>),
    /// The opposite.
    Not(Box<Self>),
    /// `and`.
    All(Vec<Self>),
    /// `or`.
    Any(Vec<Self>),
}

/// One test of an instance.
#[derive(Clone, Debug)]
pub struct Term {
    /// How it is read; none for a letter that is no engine, which matches nothing, as in Salt.
    kind: Option<MatchKind>,
    /// What follows the engine.
    text: String,
    /// The compiled pattern of an ID.
    pattern: Option<Pattern>,
    /// What is wrong with it: it matches nothing.
    mistake: Option<Mistake>,
}

/// The letters of compounds. `N@` is expanded before.
const ENGINES: [(char, MatchKind); 7] = [
    ('G', MatchKind::Grain),
    ('P', MatchKind::GrainPcre),
    ('I', MatchKind::Pillar),
    ('J', MatchKind::PillarPcre),
    ('L', MatchKind::List),
    ('S', MatchKind::Ipcidr),
    ('E', MatchKind::Pcre),
];

impl Term {
    /// A test of any kind but a compound and a node group.
    ///
    /// # Errors
    ///
    /// A regular expression of IDs that is none.
    pub(super) fn read(kind: MatchKind, text: &str, words: &Words, word: &Word) -> Result<Self, Mistake> {
        let mut pattern = None;
        if kind == MatchKind::Pcre {
            let compiled = Pattern::at_start(text, Flags::default());
            pattern = Some(compiled.map_err(|error| words.mistake(word, error.to_string()))?);
        }
        let mistake = wrong_text(kind, text).map(|reason| words.mistake(word, reason));
        Ok(Self { kind: Some(kind), text: text.to_owned(), pattern, mistake })
    }

    /// `X@text`, or a shell pattern of IDs.
    pub(super) fn of_word(words: &Words, word: &Word) -> Result<Self, Mistake> {
        let Some((letter, text)) = super::words::engine(&word.text) else {
            let mut term = Self::read(MatchKind::Glob, &word.text, words, word)?;
            if word.text.starts_with('(') || word.text.ends_with(')') {
                let mistake = words.mistake(word, "blanks must be around a parenthesis");
                term.mistake = Some(mistake);
            }
            return Ok(term);
        };
        if let Some((_, kind)) = ENGINES.iter().find(|(known, _)| *known == letter) {
            return Self::read(*kind, text, words, word);
        }
        let known: Vec<String> = ENGINES.iter().map(|(letter, _)| format!("{letter}@")).collect();
        let mistake = words.mistake(word, format!("there is no '{letter}@'"));
        let hint = Some(format!("there are {} and N@", known.join(", ")));
        let mistake = Some(Mistake { hint, ..mistake });
        Ok(Self { kind: None, text: text.to_owned(), pattern: None, mistake })
    }

    fn is_match(&self, matcher: &Matcher<'_>) -> bool {
        let Some(kind) = self.kind else { return false };
        let text = self.text.as_str();
        match kind {
            MatchKind::Glob => glob::is_match(text, matcher.id),
            MatchKind::Pcre => self.pattern.as_ref().is_some_and(|pattern| pattern.is_in(matcher.id)),
            MatchKind::Grain => data::is_match(matcher.grains, text, How::Glob),
            MatchKind::GrainPcre => data::is_match(matcher.grains, text, How::Regex),
            MatchKind::Pillar => data::is_match(matcher.pillar, text, How::Glob),
            MatchKind::PillarPcre => data::is_match(matcher.pillar, text, How::Regex),
            MatchKind::PillarExact => data::is_match(matcher.pillar, text, How::Exact),
            MatchKind::List => text.split(',').any(|id| id == matcher.id),
            MatchKind::Ipcidr => address::is_match(matcher.grains, text),
            // Never made: these are read into others.
            MatchKind::Compound | MatchKind::Nodegroup => false,
        }
    }

    /// The word of a compound.
    fn word(&self) -> String {
        let letter = ENGINES.iter().find(|(_, kind)| Some(*kind) == self.kind).map(|(letter, _)| letter);
        match letter {
            Some(letter) => format!("{letter}@{}", self.text),
            None => self.text.clone(),
        }
    }
}

/// What is wrong with the text of a test.
fn wrong_text(kind: MatchKind, text: &str) -> Option<String> {
    match kind {
        MatchKind::Grain | MatchKind::GrainPcre if !text.contains(':') => {
            Some("a grain and a value are needed: role:web".to_owned())
        }
        MatchKind::Pillar | MatchKind::PillarPcre | MatchKind::PillarExact if !text.contains(':') => {
            Some("a key of the pillar and a value are needed: role:web".to_owned())
        }
        MatchKind::GrainPcre | MatchKind::PillarPcre => data::wrong_regex(text),
        MatchKind::Ipcidr if !address::is_valid(text) => {
            Some("an IP address or network is needed: 10.0.0.0/24".to_owned())
        }
        _ => None,
    }
}

impl Expression {
    /// Whether the minion is meant.
    pub fn is_match(&self, matcher: &Matcher<'_>) -> bool {
        match self {
            Self::One(term) => term.is_match(matcher),
            Self::Not(one) => !one.is_match(matcher),
            Self::All(all) => all.iter().all(|one| one.is_match(matcher)),
            Self::Any(any) => any.iter().any(|one| one.is_match(matcher)),
        }
    }

    /// The tests in it, in their order.
    fn terms(&self) -> Vec<&Term> {
        match self {
            Self::One(term) => vec![term],
            Self::Not(one) => one.terms(),
            Self::All(list) | Self::Any(list) => list.iter().flat_map(Self::terms).collect(),
        }
    }

    /// Whether a test of one of these kinds is in it.
    pub fn uses(&self, kinds: &[MatchKind]) -> bool {
        self.terms().iter().any(|term| term.kind.is_some_and(|kind| kinds.contains(&kind)))
    }

    /// Nothing if all its tests are such that they can match.
    ///
    /// # Errors
    ///
    /// The first mistake. In a top file such a test matches nothing; on a command line it is refused.
    pub fn check(&self) -> Result<(), Mistake> {
        let mistake = self.terms().into_iter().find_map(|term| term.mistake.clone());
        mistake.map_or(Ok(()), Err)
    }

    /// The words of a compound of the same meaning, without node groups: other machines do not have this configuration. `instead` gives the word for a
    /// test that other machines cannot make.
    pub fn words(&self, instead: &dyn Fn(MatchKind, &str) -> Option<String>) -> Vec<String> {
        let within = |list: &[Self], operator: &str| {
            let mut words = vec!["(".to_owned()];
            for (place, one) in list.iter().enumerate() {
                if place > 0 {
                    words.push(operator.to_owned());
                }
                words.extend(one.words(instead));
            }
            words.push(")".to_owned());
            words
        };
        match self {
            Self::One(term) => {
                let other = term.kind.and_then(|kind| instead(kind, &term.text));
                vec![other.unwrap_or_else(|| term.word())]
            }
            Self::Not(one) => [vec!["not".to_owned()], one.words(instead)].concat(),
            Self::All(list) => within(list, "and"),
            Self::Any(list) => within(list, "or"),
        }
    }
}
