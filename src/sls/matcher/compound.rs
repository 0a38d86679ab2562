//! Compound expressions: `G@role:web and not ( E@db.* or L@a,b )`.
//!
//! Words are separated by blanks, and so are parentheses. An expression that does not parse matches nothing, as in
//! Salt.

use super::{MatchKind, Matcher};

/// True if the expression is valid and matches the minion.
pub fn is_match(matcher: &Matcher<'_>, words: &[String], depth: usize) -> bool {
    let mut parser = Parser { matcher, words, at: 0, depth, nesting: 0 };
    parser.either() == Some(true) && parser.at == words.len()
}

/// Deeper parentheses are invalid, because they would exhaust the stack.
const MAX_NESTING: usize = 50;

struct Parser<'a> {
    matcher: &'a Matcher<'a>,
    words: &'a [String],
    at: usize,
    depth: usize,
    nesting: usize,
}

impl Parser<'_> {
    fn take(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(is_next);
        is_next
    }

    fn either(&mut self) -> Option<bool> {
        let mut truth = self.both()?;
        while self.take("or") {
            truth |= self.both()?;
        }
        Some(truth)
    }

    fn both(&mut self) -> Option<bool> {
        let mut truth = self.negated()?;
        while self.take("and") {
            truth &= self.negated()?;
        }
        Some(truth)
    }

    fn negated(&mut self) -> Option<bool> {
        if self.take("not") { self.operand().map(|truth| !truth) } else { self.operand() }
    }

    fn operand(&mut self) -> Option<bool> {
        if self.take("(") {
            self.nesting += 1;
            let truth = if self.nesting > MAX_NESTING { None } else { self.either() };
            self.nesting -= 1;
            return if self.take(")") { truth } else { None };
        }
        let word = self.words.get(self.at)?;
        if matches!(word.as_str(), "and" | "or" | "not" | ")") {
            return None;
        }
        self.at += 1;
        self.word(word)
    }

    /// `X@expression`, or a shell pattern for the ID.
    fn word(&self, word: &str) -> Option<bool> {
        let Some((engine, expression)) = word.split_once('@').filter(|(engine, _)| engine.len() == 1) else {
            return Some(self.matcher.matches(MatchKind::Glob, word, self.depth));
        };
        let kind = match engine {
            "G" => MatchKind::Grain,
            "P" => MatchKind::GrainPcre,
            "I" => MatchKind::Pillar,
            "J" => MatchKind::PillarPcre,
            "L" => MatchKind::List,
            "N" => MatchKind::Nodegroup,
            "S" => MatchKind::Ipcidr,
            "E" => MatchKind::Pcre,
            _ => return None,
        };
        Some(self.matcher.matches(kind, expression, self.depth))
    }
}
