//! `file.decode`: a file whose contents the SLS or the pillar has as base64.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.decode>.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::arguments::NAME;
use super::managed::Now;
use crate::operation::{Operation, Operations, act, with};
use crate::{Call, Intent, LocalState};
use machine::file::Algorithm;
use model::{Argument, Function, Map, Outcome, Shape, Value};

const DECODE: &[Argument] = &[
    NAME,
    Argument::optional("encoded_data", Shape::Text, "its contents, encoded"),
    Argument::optional("contents_pillar", Shape::Text, "the pillar key of its contents, encoded"),
    Argument::optional("encoding_type", Shape::Word(&["base64"]), "the encoding; base64 if left out"),
    Argument::optional(
        "checksum",
        Shape::Word(&["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]),
        "the digest that shows a change; md5 if left out",
    ),
];

/// `file.decode`.
pub struct Decode;

/// The present contents of the file, and the wanted ones.
#[derive(Clone, Debug)]
pub struct Live {
    old: Option<Vec<u8>>,
    new: Vec<u8>,
}

impl LocalState for Decode {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] =
        &[Function::other("decode", &["file.decode"], DECODE, "Decodes base64 into a file.")];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let new = encoded(&call).and_then(|text| decoded(&text)).map_err(Outcome::failed)?;
        let old = Now::of(Path::new(call.name)).map_err(Outcome::failed)?.contents;
        Ok(Live { old, new })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        if live.old.as_deref() == Some(live.new.as_slice()) {
            return Intent::Settled(Outcome::succeeded("File is in the correct state."));
        }
        let name = call.fields.text("checksum").unwrap_or_else(|| "md5".to_owned());
        let algorithm = Algorithm::parse(&name).unwrap_or(Algorithm::Md5);
        let old = live.old.as_ref().map_or(Value::Null, |old| algorithm.digest(old).into());
        let changes: Map =
            [("old".into(), old), ("new".into(), algorithm.digest(&live.new).into())].into_iter().collect();
        act(
            with(Outcome::would_change("File is set to be updated."), changes.clone()),
            vec![Operation::write(call.name, live.new)],
            with(Outcome::succeeded("File was updated."), changes),
        )
    }
}

fn encoded(call: &Call<'_>) -> Result<String, String> {
    if !call.name.starts_with('/') {
        return Err(format!("Specified file {} is not an absolute path", call.name));
    }
    match (call.fields.text("encoded_data"), call.fields.text("contents_pillar")) {
        (Some(_), Some(_)) => {
            Err("Specify only one 'encoded_data' or 'contents_pillar' argument.".to_owned())
        }
        (None, None) => Err("Specify either the 'encoded_data' or 'contents_pillar' argument.".to_owned()),
        (Some(text), None) => Ok(text),
        (None, Some(key)) => {
            let found = call.minion.pillar(&key).and_then(Value::as_str).map(str::to_owned);
            found.ok_or_else(|| "Pillar data not found.".to_owned())
        }
    }
}

fn decoded(text: &str) -> Result<Vec<u8>, String> {
    let bare: String = text.split_whitespace().collect();
    STANDARD.decode(bare).map_err(|error| format!("the data is not base64: {error}"))
}
