//! Mutations of a text: cut, repeat, splice, nest, and words that mean something.

/// A small random number generator (SplitMix64), so that a seed means the same on every machine and in every release.
pub(super) struct Dice(u64);

/// Words of YAML, Jinja and SLS, and characters that are hard to read.
const WORDS: &[&str] = &[
    "{{ ",
    " }}",
    "{% ",
    " %}",
    "{# ",
    " #}",
    "{%- ",
    " -%}",
    "{% if x %}",
    "{% endif %}",
    "{% for a in b %}",
    "{% endfor %}",
    "{% set a = [1] %}",
    "{% macro m(a) %}",
    "{% endmacro %}",
    "{% raw %}",
    "{% include 'b.sls' %}",
    "{% import 'map.jinja' as m %}",
    "{% from 'map.jinja' import m with context %}",
    "{% do a %}",
    "{% call m() %}",
    "{% endcall %}",
    "{% block b %}",
    "{% endblock %}",
    "{% extends 'a.sls' %}",
    "{% filter upper %}",
    "{% load_yaml as y %}",
    "{% import_yaml 'b.sls' as y %}",
    "|yaml",
    "|json",
    "|tojson",
    "|int",
    "|format",
    "|join(',')",
    "|sort",
    "|unique",
    "|regex_replace('a', 'b')",
    "|batch(3)",
    "|indent(9)",
    "|center(99)",
    "|strftime",
    "|traverse('a:b')",
    "|sum",
    "range(9)",
    "loop.index",
    "caller()",
    "varargs",
    "namespace()",
    "'%5d' % 3",
    "'x' * 99",
    "[1] * 99",
    "2 ** 99",
    "9 // 0",
    "9 % 0",
    "x[1:2:0]",
    "~",
    " is ",
    " not ",
    " in ",
    " if ",
    " else ",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "\"",
    "'",
    "&a ",
    "*a",
    "<<: ",
    "<<: *a",
    "? ",
    ": ",
    "- ",
    "|\n",
    ">-\n",
    "!!binary ",
    "!!set ",
    "!!python/object:x ",
    "!a ",
    "!<x> ",
    "%YAML 1.1\n",
    "--- ",
    "...\n",
    "\t",
    "\r",
    "\n",
    "\n  ",
    " #",
    "0x1f",
    "1e3",
    ".inf",
    ".nan",
    "0b11",
    "12:30:45",
    "2020-01-01",
    "-0644",
    "1_000",
    "=",
    "null",
    "True",
    "include: ",
    "extend: ",
    "exclude: ",
    "require: ",
    "watch_in: ",
    "prereq: ",
    "onfail_any: ",
    "listen: ",
    "use: ",
    "names: ",
    "name: ",
    "order: ",
    "order: first",
    "- sls: ",
    "- id: ",
    "failhard: ",
    "retry: ",
    "unless: ",
    "onlyif: ",
    "test.nop: []",
    "test: ",
    "nop",
    "boto_sqs.present: ",
    "b",
    "a",
    "*",
    "[a-",
    "#!jinja|yaml\n",
    "#!json\n",
    "#!yaml\n",
    "\u{0}",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "é",
    "𝄞",
    "\u{301}",
    "99999999999999999999",
    "-1",
    "1.5e308",
    "é: ",
];

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap_or(0)
    }

    /// One of several.
    pub(super) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// One text of the corpus after a few mutations, at most 20,000 characters long.
pub(super) fn mutated(corpus: &[String], dice: &mut Dice) -> String {
    let mut text: Vec<char> = dice.pick(corpus).chars().collect();
    for _ in 0..=dice.below(6) {
        once(&mut text, corpus, dice);
        text.truncate(20_000);
    }
    text.into_iter().collect()
}

fn once(text: &mut Vec<char>, corpus: &[String], dice: &mut Dice) {
    let at = dice.below(text.len() + 1);
    let end = at + dice.below((text.len() - at).min(40) + 1);
    match dice.below(10) {
        0 => drop(text.drain(at..end)),
        1 => insert(text, at, &text[at..end].to_vec().repeat(1 + dice.below(4))),
        2 => {
            let other: Vec<char> = dice.pick(corpus).chars().collect();
            let from = dice.below(other.len() + 1);
            insert(text, at, &other[from..]);
        }
        3 => {
            let word: Vec<char> = dice.pick(WORDS).chars().collect();
            let times = if dice.below(20) == 0 { dice.below(1500) } else { dice.below(4) };
            insert(text, at, &word.repeat(times));
        }
        4 => text.truncate(at),
        5 => lines(text, dice),
        6 if at < text.len() => {
            text[at] = char::from_u32(u32::try_from(dice.below(0x250)).unwrap_or(32)).unwrap_or(' ');
        }
        _ => {
            let word: Vec<char> = dice.pick(WORDS).chars().collect();
            insert(text, at, &word);
        }
    }
}

fn insert(text: &mut Vec<char>, at: usize, more: &[char]) {
    text.splice(at..at, more.iter().copied());
}

/// Swaps two lines, or moves one to the right or left.
fn lines(text: &mut Vec<char>, dice: &mut Dice) {
    let whole: String = text.iter().collect();
    let mut lines: Vec<String> = whole.split('\n').map(str::to_owned).collect();
    let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
    match dice.below(3) {
        0 => lines.swap(one, other),
        1 => lines[one].insert_str(0, "  "),
        _ => lines[one] = lines[one].trim_start().to_owned(),
    }
    *text = lines.join("\n").chars().collect();
}
