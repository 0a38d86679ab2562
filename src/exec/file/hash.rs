//! Hashes of files, and hashes in files of hashes.

use super::path;
use super::text::{read, text_of_tree};
use crate::call::{Bound, CallError};
use crate::signature::{flag, int, maybe, required, takes, text};
use crate::{Context, Function};
use machine::file::{self, Algorithm};
use model::Effect::ReadsMachine;
use model::{Shape, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "file.get_hash",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            text("form", "sha256", "the digest: md5, sha1, sha256, sha512 …"),
            int("chunk_size", 65536, "accepted as in Salt, without effect"),
        ]),
        doc: "Returns the hash of a file.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |context, bound| digest(context, bound, &bound.text("form")).map(Value::from),
    },
    Function {
        name: "file.get_sum",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            text("form", "sha256", "the digest: md5, sha1, sha256, sha512 …"),
        ]),
        doc: "Returns the hash of a file, or a text if there is no file.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |context, bound| {
            if !path(context, bound, "path").is_file() {
                return Ok("File not found".into());
            }
            digest(context, bound, &bound.text("form")).map(Value::from)
        },
    },
    Function {
        name: "file.check_hash",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("file_hash", Shape::Text, "the expected digest"),
        ]),
        doc: "Returns whether a file has a hash, written bare or as 'md5=…'.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| {
            let (word, wanted) = split(&bound.text("file_hash"))
                .ok_or_else(|| bound.fails("'file_hash' has the length of no known hash"))?;
            Ok((digest(context, bound, word.name())? == wanted).into())
        },
    },
    Function {
        name: "file.extract_hash",
        signature: takes(&[
            required("hash_fn", Shape::Text, "the file of digests"),
            text("hash_type", "sha256", "the digest: md5, sha256, sha512 …"),
            text("file_name", "", "the file's path"),
            text("source", "", "where the file comes from: only its name counts"),
            maybe("source_hash_name", Shape::Text, "the file's name in the file of digests"),
        ]),
        doc: "Returns the hash of a file according to a file of hashes, the longest one if there are \
              several.",
        returns: "a mapping: hsum, hash_type",
        does: &[ReadsMachine],
        call: |context, bound| {
            let name = [bound.text("source_hash_name"), bound.text("file_name"), bound.text("source")];
            let hashes = read(context, bound, "hash_fn")?;
            Ok(extracted(&hashes, Algorithm::parse(&bound.text("hash_type")), &name).unwrap_or(Value::Null))
        },
    },
    Function {
        name: "file.get_source_sum",
        signature: takes(&[
            text("file_name", "", "the file's path"),
            text("source", "", "where the file comes from: only its name counts"),
            maybe("source_hash", Shape::Text, "the expected digest: sha256=…"),
            maybe("source_hash_name", Shape::Text, "the file's name in the file of digests"),
            text("saltenv", "base", "the environment of the tree"),
            flag("verify_ssl", true, "False: certificates are not checked"),
        ])
        .and_named(),
        doc: "Returns hash and kind of hash of a source, from its written form: a hash, or a file of \
              hashes.",
        returns: "a mapping: hsum, hash_type",
        does: &[ReadsMachine],
        call: source_sum,
    },
];

fn digest(context: &Context<'_>, bound: &Bound, word: &str) -> Result<String, CallError> {
    let algorithm =
        Algorithm::parse(word).ok_or_else(|| bound.fails(format!("there is no hash '{word}'")))?;
    file::digest(&path(context, bound, "path"), algorithm).map_err(|error| bound.failed(&error))
}

/// `md5=…`, `md5:…`, or a hash alone.
fn split(text: &str) -> Option<(Algorithm, String)> {
    let (word, hash) = text.split_once(['=', ':']).map_or((None, text), |(word, hash)| (Some(word), hash));
    let is_hash = hash.chars().all(|letter| letter.is_ascii_hexdigit());
    let algorithm = match word {
        Some(word) => Algorithm::parse(word.trim()),
        None => Algorithm::of_length(hash.len()),
    };
    Some((algorithm.filter(|_| is_hash)?, hash.trim().to_lowercase()))
}

/// Lines of `hash  name`; only the last part of the name counts. In a file without names, the first suitable hash.
fn extracted(text: &str, wanted: Option<Algorithm>, names: &[String; 3]) -> Option<Value> {
    let last = |path: &str| path.trim_start_matches('*').rsplit('/').next().unwrap_or_default().to_owned();
    let wanted_names: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).map(|name| last(name)).collect();
    let mut found: Vec<(Algorithm, String, Option<String>)> = vec![];
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let hash = words.clone().find(|word| {
            Algorithm::of_length(word.len()).is_some()
                && word.chars().all(|letter| letter.is_ascii_hexdigit())
        });
        let Some(hash) = hash else { continue };
        let Some(algorithm) = Algorithm::of_length(hash.len()) else { continue };
        found.push((algorithm, hash.to_lowercase(), words.find(|word| *word != hash).map(last)));
    }
    let is_named = |name: &Option<String>| name.as_ref().is_some_and(|name| wanted_names.contains(name));
    let fits = |algorithm: &Algorithm| wanted.is_none_or(|wanted| wanted == *algorithm);
    let chosen = found
        .iter()
        .find(|(algorithm, _, name)| fits(algorithm) && is_named(name))
        .or_else(|| found.iter().find(|(algorithm, ..)| fits(algorithm)))
        .or_else(|| found.iter().find(|(_, _, name)| is_named(name)))?;
    Some(pair(chosen.0, &chosen.1))
}

fn pair(algorithm: Algorithm, hash: &str) -> Value {
    [("hsum", hash), ("hash_type", algorithm.name())].into_iter().collect()
}

fn source_sum(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let written = bound.text("source_hash");
    if let Some((algorithm, hash)) = split(&written) {
        return Ok(pair(algorithm, &hash));
    }
    let names = [bound.text("source_hash_name"), bound.text("file_name"), bound.text("source")];
    let text = if written.starts_with("salt://") {
        let env = context.saltenv(bound.value("saltenv"));
        context.states.find(&env, &written).and_then(|file| text_of_tree(&file.path))
    } else {
        Some(read(context, bound, "source_hash")?)
    };
    let all = text.as_deref().and_then(|text| extracted(text, None, &names));
    all.ok_or_else(|| bound.fails(format!("'{written}' is neither a hash nor a file that holds one")))
}
