//! Where we differ from Python on purpose, or where a mend is not worth it: a text that shows it, and why.

use serde_json::Value as Json;

/// What one side makes of a text.
type Made = Result<Json, String>;

/// One difference.
pub(super) struct Known {
    /// Why it stays.
    pub why: &'static str,
    /// A text that shows it; our answer to it is pinned.
    pub sample: &'static str,
    /// True for a text, our answer and Python's that differ in this way.
    pub is_it: fn(&str, &Made, &Made) -> bool,
}

/// An error that has one of the words.
fn fails(made: &Made, words: &[&str]) -> bool {
    made.as_ref().is_err_and(|error| words.iter().any(|word| error.contains(word)))
}

/// A text that has the word.
fn holds(made: &Made, word: &str) -> bool {
    made.as_ref().is_ok_and(|made| made.as_str().is_some_and(|text| text.contains(word)))
}

/// What YAML differs in.
pub(super) const YAML: &[Known] = &[
    Known {
        why: "binary data that is no text has no place in our data",
        sample: "!!binary 0b60",
        is_it: |_, ours, _| fails(ours, &["are not UTF-8 text"]),
    },
    Known {
        why: "what is no base64 is refused; Python passes over the letters that it does not know",
        sample: "!!binary ~",
        is_it: |_, ours, _| fails(ours, &["this is not base64"]),
    },
    Known {
        why: "an alias is checked when it is read, before what is wrong behind it",
        sample: "&a [*a",
        is_it: |_, ours, theirs| fails(ours, &["is inside of its own anchor"]) && theirs.is_err(),
    },
    Known {
        why: "sets, pairs and ordered mappings by tag have no place in our data",
        sample: "[!!pairs []]",
        is_it: |_, ours, _| fails(ours, &["'!!pairs'", "'!!omap'", "'!!set'"]),
    },
    Known {
        why: "the scanner would end the program at a tag before a comma",
        sample: "[!,{2}]",
        is_it: |_, ours, _| fails(ours, &["directly before a comma"]),
    },
    Known {
        why: "integers beyond 64 bits stay text as they are written",
        sample: "0x9999999999999999",
        is_it: |_, ours, theirs| ours.is_ok() && theirs.as_ref().is_ok_and(|it| has_big(&it.to_string())),
    },
    Known {
        why: "a block scalar of nothing is text whatever its tag",
        sample: "! >",
        is_it: |text, ours, theirs| text.contains('!') && holds(ours, "Str(\"\")") && holds(theirs, "Null"),
    },
];

/// A number of more than 18 digits.
fn has_big(text: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_digit()).any(|digits| digits.len() > 18)
}

/// What templates differ in.
pub(super) const JINJA: &[Known] = &[
    Known {
        why: "filters and tests are looked up when they are met, and not before anything is rendered",
        sample: "{{ 1.5()|nosuch }}",
        is_it: |_, ours, theirs| ours.is_err() && fails(theirs, &["No filter named", "No test named"]),
    },
    Known {
        why: "an empty subscript is refused when the template is read",
        sample: "{{ l[] }}",
        is_it: |_, ours, _| fails(ours, &["expected a subscript"]),
    },
    Known {
        why: "integers have 64 bits",
        sample: "{{ 99999999999999999999 }}",
        is_it: |_, ours, _| fails(ours, &["64 bits", "is too large", "be too large", "too long"]),
    },
    Known {
        why: "a value is made before what it is given to is looked at",
        sample: "{% set s.a = 1() %}",
        is_it: |_, ours, theirs| {
            ours.is_err() && fails(theirs, &["cannot assign attribute on non-namespace"])
        },
    },
    Known {
        why: "lists where Python gives generators",
        sample: "{{ ([1, 2]|reverse ~ '')|length }}",
        is_it: |text, ours, theirs| {
            ours.is_ok() && (holds(theirs, " object at 0x") || text.contains("reverse"))
        },
    },
    Known {
        why: "what is raw and holds nothing must end too",
        sample: "{%raw%}",
        is_it: |_, ours, _| fails(ours, &["missing end of raw directive"]),
    },
    Known {
        why: "text is no number: Python would format it",
        sample: "{{ '%d' is divisibleby(3) }}",
        is_it: |_, ours, _| fails(ours, &["a number is needed"]),
    },
    Known {
        why: "what cannot be a key names no filter and no test",
        sample: "{{ [] is filter }}",
        is_it: |_, ours, theirs| ours.is_ok() && fails(theirs, &["unhashable type"]),
    },
    Known {
        why: "filters and tests that Salt adds are there",
        sample: "{{ 'yes'|to_bool }}",
        is_it: |_, ours, theirs| ours.is_ok() && fails(theirs, &["No filter named", "No test named"]),
    },
    Known {
        why: "tags that Salt adds are there",
        sample: "{% import_yaml '' as y %}",
        is_it: |_, _, theirs| fails(theirs, &["tag 'import_", "tag 'load_", "tag 'profile'"]),
    },
    Known {
        why: "Salt replaces these filters: keys keep their order, and case counts",
        sample: "{{ {'b': 1, 'a': 2}|tojson }}",
        is_it: |text, ours, theirs| {
            ours.is_ok() && theirs.is_ok() && ["tojson", "unique"].iter().any(|name| text.contains(name))
        },
    },
    Known {
        why: "a name of a character in markup ends with a semicolon",
        sample: "{{ '&amp'|striptags }}",
        is_it: |text, ours, theirs| {
            ours.is_ok() && theirs.is_ok() && text.contains("striptags") && text.contains('&')
        },
    },
    Known {
        why: "what is undefined is no argument of a format, even of one that asks for none",
        sample: "{{ '' % x }}",
        is_it: |text, ours, _| {
            text.contains('%') && fails(ours, &["is undefined", "has no attribute", "has no element"])
        },
    },
    Known {
        why: "letters that only look like digits may be in names",
        sample: "{% set p³ %}{% endset %}",
        is_it: |_, _, theirs| fails(theirs, &["Invalid character in identifier"]),
    },
    Known {
        why: "a format may end in a conversion of no name",
        sample: "{{ '{!}'.format('') }}",
        is_it: |_, ours, theirs| ours.is_ok() && fails(theirs, &["unmatched '{'"]),
    },
    Known {
        why: "separators of records are no blanks",
        sample: "{{ 1\u{1f} }}",
        is_it: |text, ours, _| {
            text.contains(['\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}']) && fails(ours, &["unexpected character"])
        },
    },
    Known {
        why: "what is undefined is said to be, and not that it has no such type",
        sample: "{{ ().e|round }}",
        is_it: |_, ours, theirs| ours.is_err() && fails(theirs, &["Undefined"]),
    },
];

/// What patterns differ in.
pub(super) const PATTERNS: &[Known] = &[
    Known {
        why: "the flag is passed over, as text has no locale here",
        sample: "0\0(?L)a\0a\0",
        is_it: |_, ours, theirs| ours.is_ok() && fails(theirs, &["'L' flag"]),
    },
    Known {
        why: "what is behind may be of any length: more is understood than in Python",
        sample: "0\0(?<=a?)b\0b\0",
        is_it: |_, ours, theirs| ours.is_ok() && fails(theirs, &["look-behind requires fixed-width"]),
    },
    Known {
        why: "text is Unicode, whatever the flag says",
        sample: "0\0(?a:\\w)\0é\0",
        is_it: |text, ours, theirs| {
            text.contains("(?") && text.contains('a') && ours.is_ok() && theirs.is_ok() && has_ascii(text)
        },
    },
    Known {
        why: "what is behind has a fixed length where it also repeats for good, or refers to groups",
        sample: "0\0(?<!(?:\\A){,}+)\0\0",
        is_it: |_, ours, _| fails(ours, &["Variable length lookbehinds"]),
    },
    Known {
        why: "a condition on a group that is still open is the engine's",
        sample: "0\0(?P<n>(?(1)()){1})\0\0",
        is_it: |text, ours, theirs| text.contains("(?(") && ours.is_ok() && theirs.is_ok(),
    },
    Known {
        why: "blanks in a group that is verbose for itself are the engine's",
        sample: "0\0(?x: {2})\0\0",
        is_it: |text, ours, theirs| {
            text.contains("x") && ours.is_ok() && fails(theirs, &["nothing to repeat"])
        },
    },
    Known {
        why: "the engine repeats no group of which all parts look ahead or behind",
        sample: "0\0(?:(?!a))+\0b\0",
        is_it: |_, ours, _| fails(ours, &["Target of repeat operator"]),
    },
];

/// A flag that asks for ASCII.
fn has_ascii(text: &str) -> bool {
    text.split("(?")
        .skip(1)
        .any(|rest| rest.chars().take_while(|it| "aiLmsux-".contains(*it)).any(|it| it == 'a'))
}
