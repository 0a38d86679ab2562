//! Requests, certificates and revocation lists: what is common to them.
//!
//! `describe` makes the wanted document beside the present one, and `diff` compares what `openssl` prints of both. So the two are
//! always in the same words. A test run makes the document too, and does not write it.

use std::collections::BTreeMap;

use super::act;
use super::extensions::name as short_name;
use crate::file::{Now, target};
use crate::operation::{Operation, Operations, refused, report, settled, with};
use crate::{Call, Intent};
use machine::file;
use machine::x509::{Document, Encoding, Facts, IssueError, Signer};
use model::{Map, Outcome, Value, chain, secret};

/// Why there is no wanted document.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum DocumentError {
    /// The arguments are wrong.
    Refused(String),
    /// Something is missing. An earlier state may bring it.
    Missing(String),
}

impl From<IssueError> for DocumentError {
    fn from(error: IssueError) -> Self {
        Self::Missing(chain(&error))
    }
}

/// The present document and the wanted one.
#[derive(Clone, Debug)]
pub(super) struct Signed {
    /// The present document; none if there is no file, or no such document in it.
    pub present: Option<Facts>,
    /// The wanted document.
    pub wanted: Facts,
    /// Differences that are not in the facts.
    pub reasons: Map,
    /// The contents of the file with a new document.
    pub contents: Vec<u8>,
    /// The contents of the file with the present document in the wanted form, if its form differs.
    pub converted: Option<Vec<u8>>,
    /// Extensions that are not compared.
    pub ignored: Option<&'static str>,
}

const DIGESTS: &[&str] = &[
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha512-224",
    "sha512-256",
    "sha3-224",
    "sha3-256",
    "sha3-384",
    "sha3-512",
];

/// The hash algorithm as `openssl` spells it.
pub(super) fn digest(call: &Call<'_>) -> Result<String, DocumentError> {
    let digest =
        call.fields.text("digest").unwrap_or_else(|| "sha256".to_owned()).to_lowercase().replace('_', "-");
    if DIGESTS.contains(&digest.as_str()) {
        return Ok(digest);
    }
    Err(DocumentError::Refused(format!("digest: {digest} is not one of {}", DIGESTS.join(", "))))
}

/// The form of the file.
pub(super) fn encoding(call: &Call<'_>) -> Result<Encoding, DocumentError> {
    match call.fields.text("encoding").as_deref() {
        None | Some("pem") => Ok(Encoding::Pem),
        Some("der") => Ok(Encoding::Der),
        Some(other) => Err(DocumentError::Refused(format!(
            "encoding: {other} is not supported: write pem, and call openssl by cmd.run"
        ))),
    }
}

/// The contents of an argument: text in PEM, or the path of a file.
pub(super) fn source(argument: &str, written: &str) -> Result<Vec<u8>, DocumentError> {
    if written.contains("-----BEGIN") {
        return Ok(written.replace("\\n", "\n").into_bytes());
    }
    if !written.starts_with('/') {
        return Err(DocumentError::Refused(format!(
            "{argument} is neither an absolute path nor text in PEM"
        )));
    }
    match file::read_if_there(written.as_ref()) {
        Ok(Some(contents)) => Ok(contents),
        Ok(None) => Err(DocumentError::Missing(format!("{argument}: {written} does not exist"))),
        Err(error) => Err(DocumentError::Missing(format!("{argument}: {}", chain(&error)))),
    }
}

/// The contents of an argument that may be left out.
pub(super) fn optional(call: &Call<'_>, argument: &str) -> Result<Option<Vec<u8>>, DocumentError> {
    call.fields.text(argument).map(|written| source(argument, &written)).transpose()
}

/// The private key of an argument, and its passphrase.
pub(super) fn signer(call: &Call<'_>, argument: &str) -> Result<Signer, DocumentError> {
    let written = call
        .fields
        .text(argument)
        .ok_or_else(|| DocumentError::Refused(format!("{argument} is required")))?;
    if written.contains("-----BEGIN") {
        secret::hide(&written);
    }
    let passphrase = call.fields.text(&format!("{argument}_passphrase"));
    passphrase.iter().for_each(|passphrase| secret::hide(passphrase));
    Ok(Signer { key: source(argument, &written)?, passphrase })
}

/// The facts of a document; none if the contents are not such a document.
pub(super) async fn look(document: Document, contents: &[u8]) -> Result<Option<Facts>, DocumentError> {
    document.look(contents).await.map_err(|error| DocumentError::Missing(chain(&error)))
}

/// The facts of the document that the file has now.
pub(super) async fn present(document: Document, now: &Now) -> Result<Option<Facts>, DocumentError> {
    match &now.contents {
        Some(contents) => look(document, contents).await,
        None => Ok(None),
    }
}

impl Signed {
    /// The present document beside a wanted one in PEM.
    pub async fn of(
        document: Document,
        now: &Now,
        present: Option<Facts>,
        pem: Vec<u8>,
        to: Encoding,
    ) -> Result<Self, DocumentError> {
        let wanted = look(document, &pem)
            .await?
            .ok_or_else(|| DocumentError::Missing("openssl made no document".to_owned()))?;
        let convert = |contents: Vec<u8>| async move {
            document.convert(&contents, to).await.map_err(|error| DocumentError::Missing(chain(&error)))
        };
        let converted = match &now.contents {
            Some(contents) if present.is_some() && Encoding::of(contents) != to => {
                Some(convert(contents.clone()).await?)
            }
            _ => None,
        };
        let contents = if to == Encoding::Pem { pem } else { convert(pem).await? };
        Ok(Self { present, wanted, reasons: Map::new(), contents, converted, ignored: None })
    }

    /// Notes a difference that is not in the facts.
    pub fn note(&mut self, name: &str, differs: bool) {
        if differs {
            self.reasons.insert(name.into(), true.into());
        }
    }
}

/// Names that are added, changed and removed, in Salt's shape.
fn difference(
    old: &BTreeMap<String, String>,
    new: &BTreeMap<String, String>,
    ignored: Option<&str>,
) -> Option<Map> {
    let shown =
        |names: Vec<&String>| Value::List(names.into_iter().map(|name| short_name(name).into()).collect());
    let added: Vec<&String> = new.keys().filter(|name| !old.contains_key(*name)).collect();
    let is_changed = |(name, text): &(&String, &String)| {
        ignored != Some(name.as_str()) && old.get(*name).is_some_and(|old| old != *text)
    };
    let changed: Vec<&String> = new.iter().filter(is_changed).map(|(name, _)| name).collect();
    let removed: Vec<&String> = old.keys().filter(|name| !new.contains_key(*name)).collect();
    if added.is_empty() && changed.is_empty() && removed.is_empty() {
        return None;
    }
    let all = [("added", added), ("changed", changed), ("removed", removed)];
    Some(all.into_iter().map(|(key, names)| (key.into(), shown(names))).collect())
}

/// The differences of the documents, in Salt's shape. The form is not among them.
fn differing(call: &Call<'_>, signed: &Signed, present: &Facts) -> Map {
    let wanted = &signed.wanted;
    let mut changes = Map::new();
    if let (Some(old), Some(new)) = (present.digest(), wanted.digest())
        && old != new
    {
        changes.insert("digest".into(), new.into());
    }
    changes.extend(signed.reasons.clone());
    let is_numbered = call.fields.takes("serial_number") && call.fields.has("serial_number");
    if is_numbered && present.serial != wanted.serial {
        changes.insert("serial_number".into(), wanted.serial.as_str().into());
    }
    if present.public_key != wanted.public_key {
        changes.insert("private_key".into(), true.into());
    }
    for (name, old, new) in [
        ("subject_name", &present.subject, &wanted.subject),
        ("issuer_name", &present.issuer, &wanted.issuer),
    ] {
        if old != new {
            changes.insert(name.into(), new.as_str().into());
        }
    }
    for (name, old, new, ignored) in [
        ("revocations", &present.revoked, &wanted.revoked, None),
        ("extensions", &present.extensions, &wanted.extensions, signed.ignored),
    ] {
        if let Some(found) = difference(old, new, ignored) {
            changes.insert(name.into(), Value::Map(found));
        }
    }
    changes
}

/// The plan for a document of this name.
pub(super) fn diff(
    call: &Call<'_>,
    now: &Now,
    signed: &Result<Signed, DocumentError>,
    noun: &str,
) -> Intent<Operations> {
    let target = target(call);
    if now.link.is_none() && !target.create {
        return settled(format!("File {} is not present and is not set for creation", call.name));
    }
    let name = |key: &str| -> Map { [(key.into(), call.name.into())].into_iter().collect() };
    let signed = match signed {
        Ok(signed) => signed,
        Err(DocumentError::Refused(reason)) => return refused(reason.clone()),
        Err(DocumentError::Missing(reason)) => {
            let mut foreseen = Outcome::would_change(reason.clone());
            if now.stat.is_none() {
                foreseen = with(foreseen, name("created"));
            }
            return report(foreseen, Outcome::failed(reason.clone()));
        }
    };
    let (mut changes, is_kept) = match &signed.present {
        _ if now.stat.is_none() => (name("created"), false),
        _ if now.is_link() && !target.follows => (name("replaced"), false),
        None => (name("replaced"), false),
        Some(present) => {
            let changes = differing(call, signed, present);
            let is_kept = changes.is_empty();
            (changes, is_kept)
        }
    };
    if signed.converted.is_some() && !changes.contains_key("replaced") {
        changes.insert("encoding".into(), encoding(call).map_or("pem", Encoding::word).into());
    }
    act(&target, now, noun, (changes, signed.present.is_some()), || {
        let kept = signed.converted.clone().filter(|_| is_kept);
        let mut operations: Vec<Operation> = target.parents(now);
        operations.push(target.writing(now, kept.unwrap_or_else(|| signed.contents.clone())).into());
        Ok(operations)
    })
}
