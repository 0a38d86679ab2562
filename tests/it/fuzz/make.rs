//! Texts made from nothing: expressions and statements of Jinja, patterns, and YAML. Most of them mean something, so that what they come
//! to is compared, and not only that both refuse them.

use std::fmt::Write as _;

use super::mutate::Dice;
use super::words::{ATOMS, BINARY, FILTERS, GROUPS, LITERALS, METHODS, NAMES, SLICES, TESTS, TIMES};

/// A template of a few statements.
pub(super) fn template(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..=dice.below(2) {
        let value = expression(dice, 3);
        let other = expression(dice, 2);
        let _ = match dice.below(12) {
            0 => write!(
                text,
                "{{% for i in {value} %}}[{{{{ i }}}}{{{{ loop.index }}}}]{{% else %}}none{{% endfor %}}"
            ),
            1 => write!(text, "{{% for k, v in {value} %}}{{{{ k }}}}={{{{ v }}}};{{% endfor %}}"),
            2 => write!(text, "{{% set x = {value} %}}{{{{ x }}}}{{{{ {other} }}}}"),
            3 => write!(text, "{{% if {value} %}}yes{{% elif {other} %}}maybe{{% else %}}no{{% endif %}}"),
            4 => write!(
                text,
                "{{% macro m(a, b={other}) %}}{{{{ a }}}}{{{{ b }}}}{{% endmacro %}}{{{{ m({value}) }}}}"
            ),
            5 => write!(text, "{{% for i in {value} if i %}}{{{{ loop.last }}}}{{{{ i }}}},{{% endfor %}}"),
            6 => write!(text, "{{% set x %}}{{{{ {value} }}}}{{% endset %}}{{{{ x|length }}}}"),
            7 => write!(text, "{{% filter upper %}}{{{{ {value} }}}}{{% endfilter %}}"),
            8 => {
                write!(text, "{{% set ns = namespace(a={other}) %}}{{% set ns.a = {value} %}}{{{{ ns.a }}}}")
            }
            _ => write!(text, "{{{{ {value} }}}}"),
        };
    }
    text
}

fn expression(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.below(6) == 0 {
        let all = if dice.below(2) == 0 { NAMES } else { LITERALS };
        return (*dice.pick(all)).to_owned();
    }
    let one = expression(dice, depth - 1);
    match dice.below(16) {
        0..=3 => {
            let operator = *dice.pick(BINARY);
            format!("{one} {operator} {}", expression(dice, depth - 1))
        }
        4..=7 => format!("{}|{}", closed(&one), dice.pick(FILTERS)),
        8 => format!("{} is {}", closed(&one), dice.pick(TESTS)),
        9 | 10 => format!("{}.{}", closed(&one), dice.pick(METHODS)),
        11 => format!("{}[{}]", closed(&one), dice.pick(SLICES)),
        12 => format!("({one} if {} else {})", expression(dice, depth - 1), expression(dice, depth - 1)),
        13 => format!("[{one}, {}]", expression(dice, depth - 1)),
        14 => format!("{}{}", dice.pick(&["-", "not ", "+"]), closed(&one)),
        _ => format!("({one})"),
    }
}

fn closed(text: &str) -> String {
    if text.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
        text.to_owned()
    } else {
        format!("({text})")
    }
}

/// Flags, a pattern and a text, each ended by a zero.
pub(super) fn pattern(dice: &mut Dice) -> String {
    let flags: usize = [0, 0, 0, 2, 8, 16, 64, 10][dice.below(8)];
    let mut made = if dice.below(8) == 0 {
        (*dice.pick(&["(?i)", "(?m)", "(?x)", "(?s)", "(?ix)"])).to_owned()
    } else {
        String::new()
    };
    made += &branch(dice, 3);
    let letters =
        ["a", "b", "c", "A", "B", "é", "É", "1", "_", " ", "-", "\n", "[", ".", "ab", "#", "\\", "<"];
    let text: String = (0..dice.below(9)).map(|_| *dice.pick(&letters)).collect();
    format!("{flags}\0{made}\0{text}\0")
}

fn branch(dice: &mut Dice, depth: usize) -> String {
    let mut made = String::new();
    for _ in 0..=dice.below(3) {
        if depth > 0 && dice.below(3) == 0 {
            let (open, close) = *dice.pick(GROUPS);
            made += &format!("{open}{}{close}", branch(dice, depth - 1));
        } else {
            made += *dice.pick::<&str>(ATOMS);
        }
        if dice.below(3) == 0 {
            made += *dice.pick::<&str>(TIMES);
        }
        if dice.below(8) == 0 {
            made.push('|');
        }
    }
    made
}

/// A document of scalars that may be numbers, and of a few collections.
pub(super) fn document(dice: &mut Dice) -> String {
    match dice.below(6) {
        0 => {
            format!("a: {}\nb:\n  - {}\n  - {}: {}\n", scalar(dice), scalar(dice), scalar(dice), scalar(dice))
        }
        1 => format!("[{}, {}, {{{}: {}}}]", scalar(dice), scalar(dice), scalar(dice), scalar(dice)),
        2 => format!(
            "x: &a {}\ny: *a\nz:\n  <<: {}\n  k: {}\n",
            scalar(dice),
            dice.pick(&["*a", "{k: 1}", "[*a]"]),
            scalar(dice)
        ),
        3 => {
            let style = *dice.pick(&["|", ">", "|-", ">-", "|+", ">+", "|2", ">1-", "'", "\""]);
            let close = if style.len() == 1 && "'\"".contains(style) { style } else { "" };
            let gap = if close.is_empty() { "\n  " } else { "" };
            format!(
                "a: {style}{gap}{}\n  {}\n\n   {}{close}\nb: {}\n",
                scalar(dice),
                scalar(dice),
                scalar(dice),
                scalar(dice)
            )
        }
        4 => format!(
            "{} {}\n",
            dice.pick(&["!!str", "!!int", "!!float", "!!bool", "!!null", "!!binary", "!", "!!timestamp"]),
            scalar(dice)
        ),
        _ => format!("{}: {}\n", scalar(dice), scalar(dice)),
    }
}

/// What a plain scalar is made of.
const SCALAR_PARTS: &[&str] = &[
    "0",
    "1",
    "7",
    "9",
    "12",
    "60",
    "59",
    "_",
    ".",
    ":",
    "-",
    "+",
    "e",
    "E",
    "0x",
    "0b",
    "0o",
    "f",
    "a",
    "b",
    "inf",
    "nan",
    "Inf",
    "~",
    "null",
    "yes",
    "no",
    "on",
    "Off",
    "true",
    "TRUE",
    "y",
    "N",
    " ",
    "#",
    "'",
    "\"",
    "é",
    ",",
    "[",
    "]",
    "{",
    "}",
    "&",
    "*",
    "!",
    "%",
    "@",
    "=",
    "<",
    "<<",
    "?",
    "|",
    ">",
    "\\n",
    "2001-01-01",
    "T",
    "Z",
    "99999999999999999999",
];

fn scalar(dice: &mut Dice) -> String {
    (0..=dice.below(5)).map(|_| *dice.pick(SCALAR_PARTS)).collect()
}
