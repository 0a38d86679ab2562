//! The words of a target and of a node group, with their places.

use super::Mistake;
use model::problem::did_you_mean;
use model::{Map, Value};

/// One word of a compound.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Its place in the whole, in characters from 1.
    pub at: usize,
}

/// Words that are read together: those of a target, or those of a node group.
#[derive(Clone, Debug)]
pub struct Words {
    /// The node group; none for the target itself.
    pub group: Option<String>,
    /// The whole text.
    pub text: String,
    /// The words in it.
    pub list: Vec<Word>,
}

impl Words {
    /// The words of a text. Blanks separate them.
    pub fn of_text(text: &str, group: Option<&str>) -> Self {
        let mut list: Vec<Word> = vec![];
        let mut is_within = false;
        for (place, letter) in text.chars().enumerate() {
            if letter.is_whitespace() {
                is_within = false;
                continue;
            }
            if !is_within {
                list.push(Word { text: String::new(), at: place + 1 });
                is_within = true;
            }
            if let Some(word) = list.last_mut() {
                word.text.push(letter);
            }
        }
        Self { group: group.map(str::to_owned), text: text.to_owned(), list }
    }

    /// A list of words, which may hold blanks.
    pub fn of_list(texts: Vec<String>, group: Option<&str>) -> Self {
        let text = texts.join(" ");
        let (mut list, mut at) = (vec![], 1);
        for text in texts {
            let next = at + text.chars().count() + 1;
            list.push(Word { text, at });
            at = next;
        }
        Self { group: group.map(str::to_owned), text, list }
    }

    /// A mistake at one of the words.
    pub fn mistake(&self, word: &Word, reason: impl Into<String>) -> Mistake {
        Mistake {
            group: self.group.clone(),
            text: self.text.clone(),
            at: word.at,
            word: word.text.clone(),
            reason: reason.into(),
            hint: None,
        }
    }

    /// A group without operators is a list of IDs. As recorded from Salt 3007: if it has no word with an operator, an engine or a `*`, it is
    /// one word, `E@` if any has a letter of a regular expression and `L@` otherwise, with commas between.
    fn joined(self) -> Self {
        let is_plain = |word: &Word| {
            !is_operator(&word.text) && engine(&word.text).is_none() && !word.text.contains('*')
        };
        if !self.list.iter().all(is_plain) {
            return self;
        }
        let is_regex =
            self.list.iter().any(|word| word.text.contains(['?', '[', ']', '(', ')', '{', '}', '\\']));
        let texts: Vec<&str> = self.list.iter().map(|word| word.text.as_str()).collect();
        let text = format!("{}@{}", if is_regex { 'E' } else { 'L' }, texts.join(","));
        Self { list: vec![Word { text, at: 1 }], ..self }
    }
}

/// The words of a node group. `by` is the word that names it.
pub fn of_group(name: &str, nodegroups: &Map, words: &Words, by: &Word) -> Result<Words, Mistake> {
    let Some(defined) = nodegroups.get(name) else {
        let known: Vec<&str> = nodegroups.keys().filter_map(|key| key.as_str()).collect();
        let hint = match did_you_mean(name, known.iter().copied()) {
            Some(known) => format!("did you mean '{known}'?"),
            None if known.is_empty() => "the configuration has no 'nodegroups'".to_owned(),
            None => format!("the configuration has {}", known.join(", ")),
        };
        let mistake = words.mistake(by, format!("there is no node group '{name}'"));
        return Err(Mistake { hint: Some(hint), ..mistake });
    };
    let of_kind = match defined {
        Value::Str(text) => Some(Words::of_text(text, Some(name))),
        Value::List(list) => {
            let texts: Option<Vec<String>> = list.iter().map(|it| it.as_str().map(str::to_owned)).collect();
            texts.map(|texts| Words::of_list(texts, Some(name)))
        }
        _ => None,
    };
    let wrong =
        || words.mistake(by, format!("the node group '{name}' is neither a text nor a list of texts"));
    of_kind.map(Words::joined).ok_or_else(wrong)
}

/// The letter before the `@` of a word, and what follows.
pub fn engine(word: &str) -> Option<(char, &str)> {
    let (engine, rest) = word.split_once('@')?;
    let mut letters = engine.chars();
    let letter = letters.next().filter(char::is_ascii_uppercase)?;
    if letters.next().is_none() { Some((letter, rest)) } else { None }
}

/// Whether a word connects others.
pub fn is_operator(word: &str) -> bool {
    matches!(word, "and" | "or" | "not" | "(" | ")")
}
