//! `random.*`: random texts and numbers, and values that are always the same for a host.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.mod_random.html>.

use base64::Engine;
use rand::RngExt;

use super::call::{Bound, CallError};
use super::signature::{flag, int, maybe, required, takes, text};
use super::{Context, Function};
use machine::file::Algorithm;
use model::{Argument, Shape, Value, python};
use sls::jinja::Random;

/// The characters of a random text.
const LETTERS: &[Argument] = &[
    int("length", 20, "how many letters"),
    maybe("chars", Shape::Text, "the letters"),
    flag("lowercase", true, "a to z"),
    flag("uppercase", true, "A to Z"),
    flag("digits", true, "0 to 9"),
    flag("punctuation", true, "marks of ASCII"),
    flag("whitespace", false, "blanks, tabs, ends of lines"),
    flag("printable", false, "all of these"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "random.get_str",
        signature: takes(LETTERS),
        doc: "Returns a random text of a length, made of these letters or of these kinds of letters.",
        returns: "a text",
        does: &[],
        call: get_str,
    },
    Function {
        name: "random.get_string",
        signature: takes(LETTERS),
        doc: "Returns a random text like random.get_str, under a name that some trees use.",
        returns: "a text",
        does: &[],
        call: get_str,
    },
    Function {
        name: "random.hash",
        signature: takes(&[
            required("value", Shape::Any, "the text"),
            text("algorithm", "sha512", "the digest: md5, sha256, sha512 …"),
        ]),
        doc: "Returns the digest of a text.",
        returns: "a text",
        does: &[],
        call: |_, bound| {
            let word = bound.text("algorithm");
            let algorithm =
                Algorithm::parse(&word).ok_or_else(|| bound.fails(format!("there is no digest '{word}'")))?;
            Ok(algorithm.digest(bound.text("value").as_bytes()).into())
        },
    },
    Function {
        name: "random.str_encode",
        signature: takes(&[required("value", Shape::Any, "the text"), text("encoder", "base64", "base64")]),
        doc: "Returns a text in base64.",
        returns: "a text",
        does: &[],
        call: |_, bound| {
            if bound.text("encoder") != "base64" {
                return Err(bound.fails("there is base64 alone"));
            }
            Ok(base64::engine::general_purpose::STANDARD.encode(bound.text("value")).into())
        },
    },
    Function {
        name: "random.rand_int",
        signature: takes(&[
            int("start", 1, "the least"),
            int("end", 10, "the greatest"),
            maybe("seed", Shape::Any, "the same seed draws the same, as in Python"),
        ]),
        doc: "Returns a random number between two, both included.",
        returns: "an integer",
        does: &[],
        call: rand_int,
    },
    Function {
        name: "random.seed",
        signature: takes(&[
            int("range", 10, "the numbers are below this"),
            maybe("hash", Shape::Text, "the text, instead of the minion's ID"),
        ]),
        doc: "Returns a number below a range that is always the same for a text, or for this minion.",
        returns: "an integer",
        does: &[],
        call: seed,
    },
    Function {
        name: "random.sample",
        signature: takes(&[
            required("value", Shape::List(&Shape::Any), "the list"),
            required("size", Shape::Integer, "how many"),
            maybe("seed", Shape::Any, "the same seed draws the same, as in Python"),
        ]),
        doc: "Returns some members of a list, in random order.",
        returns: "a list",
        does: &[],
        call: sample,
    },
    Function {
        name: "random.shuffle",
        signature: takes(&[
            required("value", Shape::List(&Shape::Any), "the list"),
            maybe("seed", Shape::Any, "the same seed draws the same, as in Python"),
        ]),
        doc: "Returns a list in random order.",
        returns: "a list",
        does: &[],
        call: shuffle,
    },
];

fn rand_int(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (Some(start), Some(end)) = (bound.int("start"), bound.int("end")) else {
        return Err(bound.fails("'start' and 'end' must be numbers in order"));
    };
    if start > end {
        return Err(bound.fails("'start' and 'end' must be numbers in order"));
    }
    Ok(Value::Int(match bound.value("seed") {
        Value::Null => rand::rng().random_range(start..=end),
        Value::Bool(truth) => Random::numbered((*truth).into()).between(start, end),
        Value::Int(number) => Random::numbered(*number).between(start, end),
        Value::Str(text) => Random::seeded(text).between(start, end),
        other => {
            return Err(
                bound.fails(format!("'seed' is {}, but must be an integer or text", other.type_name()))
            );
        }
    }))
}

fn sample(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let all = list(bound)?;
    let size =
        bound.int("size").and_then(|size| usize::try_from(size).ok()).filter(|size| *size <= all.len());
    let size = size.ok_or_else(|| bound.fails("'size' must not be more than the length of the list"))?;
    drawn(bound, &all, size)
}

fn shuffle(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let all = list(bound)?;
    drawn(bound, &all, all.len())
}

/// This many members in the order in which they are drawn. Salt hashes the seed first, as its filters do.
fn drawn(bound: &Bound, all: &[Value], size: usize) -> Result<Value, CallError> {
    let places = match bound.value("seed") {
        Value::Null => rand::seq::index::sample(&mut rand::rng(), all.len(), size).into_vec(),
        Value::Str(text) => {
            Random::seeded(&Algorithm::Sha512.digest(text.as_bytes())).sample(all.len(), size)
        }
        other => return Err(bound.fails(format!("'seed' is {}, but must be text", other.type_name()))),
    };
    Ok(Value::List(places.into_iter().map(|place| all[place].clone()).collect()))
}

fn list(bound: &Bound) -> Result<Vec<Value>, CallError> {
    match bound.value("value") {
        Value::List(list) => Ok(list.clone()),
        other => Err(bound.fails(format!("'value' is {}, not a list", other.type_name()))),
    }
}

fn get_str(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let mut letters = String::new();
    if bound.value("chars").is_null() {
        let all = bound.is_true("printable");
        let kinds = [
            ("lowercase", "abcdefghijklmnopqrstuvwxyz"),
            ("uppercase", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            ("digits", "0123456789"),
            ("punctuation", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
            ("whitespace", " \t\n\r"),
        ];
        letters
            .extend(kinds.iter().filter(|(kind, _)| all || bound.is_true(kind)).map(|(_, letters)| *letters));
    } else {
        letters = bound.text("chars");
    }
    let letters: Vec<char> = letters.chars().collect();
    let length = bound.int("length").and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
    if letters.is_empty() || length > 1 << 20 {
        return Err(bound.fails("there are no letters to choose from, or too many to give"));
    }
    let mut random = rand::rng();
    let text: String = (0..length).map(|_| letters[random.random_range(0..letters.len())]).collect();
    Ok(text.into())
}

/// The first number that Python draws with the text as seed.
fn seed(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let own = context.minion.grains.get("id").or_else(|| context.minion.opts.get("id")).map(python::text);
    let text = bound.value("hash").as_str().map(str::to_owned).or(own).unwrap_or_default();
    let range = bound.int("range").and_then(|range| u32::try_from(range).ok()).filter(|range| *range > 0);
    let range = range.ok_or_else(|| bound.fails("'range' must be a number from 1 to 4294967295"))?;
    Ok(Value::Int(Random::seeded(&text).below(range).into()))
}
