//! `random.*`: random texts and numbers, and what is the same for a host at all times.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.mod_random.html>.

use base64::Engine;
use rand::RngExt;
use rand::seq::SliceRandom;

use super::call::{Bound, CallError};
use super::signature::{flag, int, maybe, required, takes, text};
use super::{Context, Function};
use crate::machine::file::Algorithm;
use crate::model::{Value, python};
use crate::sls::jinja::Random;

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new(
        "random.get_str",
        takes(&[
            int("length", 20),
            maybe("chars"),
            flag("lowercase", true),
            flag("uppercase", true),
            flag("digits", true),
            flag("punctuation", true),
            flag("whitespace", false),
            flag("printable", false),
        ]),
        "Gives a random text of a length, of some letters or of some kinds of letters.",
        get_str,
    ),
    Function::new(
        "random.hash",
        takes(&[required("value"), text("algorithm", "sha512")]),
        "Gives the digest of a text.",
        |_, bound| {
            let word = bound.text("algorithm");
            let algorithm =
                Algorithm::parse(&word).ok_or_else(|| bound.fails(format!("there is no digest '{word}'")))?;
            Ok(algorithm.digest(bound.text("value").as_bytes()).into())
        },
    ),
    Function::new(
        "random.str_encode",
        takes(&[required("value"), text("encoder", "base64")]),
        "Gives a text in base64.",
        |_, bound| {
            if bound.text("encoder") != "base64" {
                return Err(bound.fails("there is base64 alone"));
            }
            Ok(base64::engine::general_purpose::STANDARD.encode(bound.text("value")).into())
        },
    ),
    Function::new(
        "random.rand_int",
        takes(&[int("start", 1), int("end", 10), maybe("seed")]),
        "Gives a random number between two, both included.",
        |_, bound| match (bound.int("start"), bound.int("end")) {
            (Some(start), Some(end)) if start <= end => Ok(Value::Int(rand::rng().random_range(start..=end))),
            _ => Err(bound.fails("'start' and 'end' are to be numbers in order")),
        },
    ),
    Function::new(
        "random.seed",
        takes(&[int("range", 10), maybe("hash")]),
        "Gives a number below a range that is the same for a text, or for this minion, at all times.",
        seed,
    ),
    Function::new(
        "random.sample",
        takes(&[required("value"), required("size"), maybe("seed")]),
        "Gives some members of a list, in random order.",
        |_, bound| {
            let mut all = list(bound)?;
            let size = bound
                .int("size")
                .and_then(|size| usize::try_from(size).ok())
                .filter(|size| *size <= all.len());
            let size = size.ok_or_else(|| bound.fails("'size' is to be no more than there is"))?;
            all.shuffle(&mut rand::rng());
            all.truncate(size);
            Ok(Value::List(all))
        },
    ),
    Function::new(
        "random.shuffle",
        takes(&[required("value"), maybe("seed")]),
        "Gives a list in random order.",
        |_, bound| {
            let mut all = list(bound)?;
            all.shuffle(&mut rand::rng());
            Ok(Value::List(all))
        },
    ),
];

fn list(bound: &Bound) -> Result<Vec<Value>, CallError> {
    match bound.value("value") {
        Value::List(list) => Ok(list.clone()),
        other => Err(bound.fails(format!("'value' is {} and no list", other.type_name()))),
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

/// The first number that Python draws when seeded by the text.
fn seed(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let own = context.minion.grains.get("id").or_else(|| context.minion.opts.get("id")).map(python::text);
    let text = bound.value("hash").as_str().map(str::to_owned).or(own).unwrap_or_default();
    let range = bound.int("range").and_then(|range| u32::try_from(range).ok()).filter(|range| *range > 0);
    let range = range.ok_or_else(|| bound.fails("'range' is to be a number from 1 to 4294967295"))?;
    Ok(Value::Int(Random::seeded(&text).below(range).into()))
}
