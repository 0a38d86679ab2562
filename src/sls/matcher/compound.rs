//! Compound expressions: `G@role:web and not ( E@db.* or L@a,b )`, and node groups in them.
//!
//! Words are separated by blanks, and so are parentheses. An expression that does not parse matches nothing, as in
//! Salt: also where a part of it, such as a node group that does not exist, is behind a `not`.

use super::expression::{Expression, Term};
use super::words::{Word, Words, is_operator, of_group};
use super::{MatchKind, Mistake};
use model::Map;

/// Deeper parentheses are invalid, because they would exhaust the stack.
const MAX_NESTING: usize = 50;
/// More tests are invalid: groups that name groups twice would grow without end.
const MOST_TERMS: usize = 20_000;

/// Reads targets.
pub struct Reader<'a> {
    /// The groups of the configuration.
    nodegroups: &'a Map,
    /// The groups that are being read, the outermost first.
    groups: Vec<String>,
    /// How many tests were read.
    terms: usize,
    /// How many parentheses and groups are open.
    depth: usize,
}

impl<'a> Reader<'a> {
    /// With the groups of the configuration.
    pub fn new(nodegroups: &'a Map) -> Self {
        Self { nodegroups, groups: vec![], terms: 0, depth: 0 }
    }

    /// Reads a target.
    pub fn target(&mut self, kind: MatchKind, text: &str) -> Result<Expression, Mistake> {
        let whole = || Words::of_list(vec![text.to_owned()], None);
        match kind {
            MatchKind::Compound => self.compound(&Words::of_text(text, None)),
            MatchKind::Nodegroup => {
                let words = whole();
                self.group(text, &words, &words.list[0])
            }
            kind => {
                let words = whole();
                Term::read(kind, text, &words, &words.list[0]).map(|term| Expression::One(Box::new(term)))
            }
        }
    }

    /// Reads the words of a compound.
    pub fn compound(&mut self, words: &Words) -> Result<Expression, Mistake> {
        let mut parser = Parser { reader: self, words, at: 0 };
        let read = parser.either()?;
        match words.list.get(parser.at) {
            None => Ok(read),
            Some(word) if word.text == ")" => Err(words.mistake(word, "no '(' is open")),
            Some(word) => {
                let mistake = words.mistake(word, "'and' or 'or' must be before it");
                let is_upper = ["AND", "OR", "NOT"].contains(&word.text.as_str());
                let hint = is_upper.then(|| "write 'and', 'or' and 'not' in small letters".to_owned());
                Err(Mistake { hint, ..mistake })
            }
        }
    }

    /// Reads a group that a word names.
    fn group(&mut self, name: &str, words: &Words, by: &Word) -> Result<Expression, Mistake> {
        if self.groups.iter().any(|known| known == name) {
            let path: Vec<String> = self
                .groups
                .iter()
                .map(String::as_str)
                .chain([name])
                .map(|name| format!("N@{name}"))
                .collect();
            return Err(words.mistake(by, format!("the node group names itself: {}", path.join(" → "))));
        }
        let of_group = of_group(name, self.nodegroups, words, by)?;
        self.deeper(words, by)?;
        self.groups.push(name.to_owned());
        let read = self.compound(&of_group)?;
        self.groups.pop();
        self.depth -= 1;
        Ok(read)
    }

    fn deeper(&mut self, words: &Words, word: &Word) -> Result<(), Mistake> {
        self.depth += 1;
        let is_deep = self.depth > MAX_NESTING;
        if is_deep {
            Err(words.mistake(word, "parentheses and node groups are nested too deeply"))
        } else {
            Ok(())
        }
    }
}

struct Parser<'a, 'r, 'n> {
    reader: &'r mut Reader<'n>,
    words: &'a Words,
    at: usize,
}

impl Parser<'_, '_, '_> {
    fn take(&mut self, word: &str) -> bool {
        let is_next = self.words.list.get(self.at).is_some_and(|next| next.text == word);
        self.at += usize::from(is_next);
        is_next
    }

    fn either(&mut self) -> Result<Expression, Mistake> {
        let mut any = vec![self.both()?];
        while self.take("or") {
            any.push(self.both()?);
        }
        Ok(alone(any).unwrap_or_else(Expression::Any))
    }

    fn both(&mut self) -> Result<Expression, Mistake> {
        let mut all = vec![self.negated()?];
        while self.take("and") {
            all.push(self.negated()?);
        }
        Ok(alone(all).unwrap_or_else(Expression::All))
    }

    fn negated(&mut self) -> Result<Expression, Mistake> {
        if self.take("not") {
            let operand = self.operand()?;
            return Ok(Expression::Not(Box::new(operand)));
        }
        self.operand()
    }

    fn operand(&mut self) -> Result<Expression, Mistake> {
        let words = self.words;
        let Some(word) = words.list.get(self.at) else { return Err(self.nothing_follows()) };
        self.at += 1;
        if word.text == "(" {
            return self.parenthesis(word);
        }
        if is_operator(&word.text) {
            return Err(words.mistake(word, "an ID, an expression such as G@role:web, or '(' must be here"));
        }
        self.reader.terms += 1;
        if self.reader.terms > MOST_TERMS {
            return Err(words.mistake(word, "the expression is too long"));
        }
        match word.text.strip_prefix("N@") {
            Some(name) => self.reader.group(name, words, word),
            None => Term::of_word(words, word).map(|term| Expression::One(Box::new(term))),
        }
    }

    fn parenthesis(&mut self, open: &Word) -> Result<Expression, Mistake> {
        self.reader.deeper(self.words, open)?;
        let read = self.either()?;
        self.reader.depth -= 1;
        if self.take(")") {
            return Ok(read);
        }
        match self.words.list.get(self.at) {
            Some(word) => Err(self.words.mistake(word, "'and', 'or' or ')' must be before it")),
            None => Err(self.words.mistake(open, "no ')' closes it")),
        }
    }

    fn nothing_follows(&self) -> Mistake {
        match self.words.list.last() {
            Some(last) => self.words.mistake(last, "nothing follows it"),
            None => self.words.mistake(&Word { text: String::new(), at: 1 }, "it is empty"),
        }
    }
}

/// The only one of a list, or the list.
fn alone(mut list: Vec<Expression>) -> Result<Expression, Vec<Expression>> {
    match list.pop() {
        Some(only) if list.is_empty() => Ok(only),
        Some(last) => {
            list.push(last);
            Err(list)
        }
        None => Err(list),
    }
}
