//! Salt's random filters: samples, hashes, hardware addresses.
//!
//! With a seed they draw the same as Salt; see
//! <https://docs.saltproject.io/en/3007/topics/jinja/index.html#random-sample>.

use rand::RngExt;

use super::Table;
use super::digest;
use crate::jinja::py::random::Random;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

pub(super) const TABLE: Table = &[
    ("random_sample", |_, value, args| {
        let [size, seed] = args.bind("random_sample", ["size", "seed"])?;
        let size = size.ok_or_else(|| Raise::new("random_sample() is missing its argument 'size'"))?;
        let size = size.as_int().and_then(|size| usize::try_from(size).ok());
        drawn(&value, size, seed)
    }),
    ("random_shuffle", |_, value, args| {
        let [seed] = args.bind("random_shuffle", ["seed"])?;
        drawn(&value, Some(value.length()?), seed)
    }),
    ("random_hash", hash),
    ("rand_str", hash),
    ("random_str", text),
    ("gen_mac", hardware_address),
];

/// This many of the items, in the order in which they are drawn.
fn drawn(value: &Py, size: Option<usize>, seed: Option<Py>) -> Outcome<Py> {
    if matches!(value, Py::Dict(_)) {
        return Err(Raise::new("the population must be a sequence").hint("take the keys: d.keys()|list"));
    }
    let items = value.iterate()?;
    let size = size.filter(|size| *size <= items.len());
    let size = size.ok_or_else(|| Raise::new("the sample is larger than the population or is negative"))?;
    let places = match seed {
        None | Some(Py::None) => rand::seq::index::sample(&mut rand::rng(), items.len(), size).into_vec(),
        Some(Py::Str(seed)) => {
            Random::seeded(&digest::hex("sha512", seed.as_bytes())?).sample(items.len(), size)
        }
        Some(_) => return Err(Raise::new("the seed must be text")),
    };
    Ok(Py::list(places.into_iter().map(|at| items[at].clone()).collect()))
}

/// The digest of a number below the value.
fn hash(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [kind] = args.bind("random_hash", ["hash_type"])?;
    let kind = kind.map_or(Ok("md5".to_owned()), |kind| kind.text())?;
    let bound = value.as_int().filter(|bound| *bound >= 0);
    let bound = bound.ok_or_else(|| Raise::new("random_hash needs a size"))?;
    let number = rand::rng().random_range(0..=bound);
    digest::hex(&kind, number.to_string().as_bytes()).map(Py::from)
}

fn text(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let names = ["chars", "lowercase", "uppercase", "digits", "punctuation", "whitespace", "printable"];
    let [chars, lower, upper, digits, marks, _, _] = args.bind("random_str", names)?;
    let on = |flag: Option<Py>, default: bool| flag.map_or(Ok(default), |flag| flag.truth());
    let mut letters = String::new();
    match chars {
        Some(Py::Str(own)) => letters.push_str(&own),
        _ => {
            for (flag, set) in [
                (on(lower, true)?, "abcdefghijklmnopqrstuvwxyz"),
                (on(upper, true)?, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
                (on(digits, true)?, "0123456789"),
                (on(marks, true)?, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
            ] {
                letters.push_str(if flag { set } else { "" });
            }
        }
    }
    let letters: Vec<char> = letters.chars().collect();
    let size = value.as_int().and_then(|size| usize::try_from(size).ok()).filter(|size| *size <= 10_000);
    let size = size.ok_or_else(|| Raise::new("random_str needs a length up to 10000"))?;
    if letters.is_empty() {
        return Err(Raise::new("there are no characters to choose from"));
    }
    let mut rng = rand::rng();
    Ok((0..size).map(|_| letters[rng.random_range(0..letters.len())]).collect::<String>().into())
}

fn hardware_address(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("gen_mac", [])?;
    let [a, b, c]: [u8; 3] = rand::random();
    Ok(format!("{}:{a:02X}:{b:02X}:{c:02X}", value.text()?).into())
}
