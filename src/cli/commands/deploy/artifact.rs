//! `artifact …`: the builders' side.

use std::collections::BTreeMap;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::{CliError, Command, CommandAnswer, Session, current, given, name, root, settings, store};
use exec::{Bound, flag, maybe, required, takes};
use instance::artifact::{Release, SigningKey};
use instance::publish::{self, Built, PublishError};
use machine::file::{self, Permissions};
use model::Effect::{ChangesAws, ChangesMachine, ReadsAws, ReadsMachine};
use model::{Argument, Problem, Shape, Value, secret};

const SERVICE: Argument = required("service", Shape::Text, "the service's name");
const REVISION: Argument = required("revision", Shape::Text, "the revision's name");
const BUILT: Argument = required("directory", Shape::Text, "the artifact's directory");
const ROOT: Argument = required("file", Shape::Text, "the root document");
const KEY: Argument =
    required("key", Shape::Text, "the signing key: a file, or env:NAME for an environment variable");

pub(in crate::commands) const COMMANDS: &[Command] = &[
    Command {
        name: "artifact key",
        signature: takes(&[required("file", Shape::Text, "the file of the signing key")]),
        doc: "Prints the public half of a signing key, for 'deploy:public_keys'; makes the key if there \
              is no such file.\n\nThe file is PKCS #8 in PEM, as 'openssl genpkey -algorithm ed25519' \
              writes it, and only its owner can read it.",
        returns: "a mapping: public_key, id, file, made",
        does: &[ReadsMachine, ChangesMachine],
        run: key,
    },
    Command {
        name: "artifact build",
        signature: takes(&[
            required("directory", Shape::Text, "the directory to pack"),
            SERVICE,
            REVISION,
            maybe("into", Shape::Text, "the directory of built artifacts [default: artifacts]"),
            maybe("sequence", Shape::Integer, "its position in the order of builds [default: the time]"),
            maybe("expires_days", Shape::Integer, "the number of days until it expires"),
            maybe("build", Shape::Text, "facts about the build: commit=abc,branch=main"),
            maybe("key", Shape::Text, "the signing key: a file, or env:NAME for an environment variable"),
        ])
        .words(3),
        doc: "Builds an artifact from a directory.\n\nThe same files give the same bytes; with \
              SOURCE_DATE_EPOCH in the environment the manifest is the same too. --sequence is its \
              position in the order of builds [the time], --build commit=abc,branch=main holds facts \
              about the build. With --key it is signed at once.",
        returns: "a mapping: the built artifact, and its path",
        does: &[ReadsMachine, ChangesMachine],
        run: build,
    },
    Command {
        name: "artifact sign",
        signature: takes(&[BUILT, KEY]).words(1),
        doc: "Signs a built artifact.\n\nFor example: orchestrate artifact sign artifacts/myapp/r17 \
              --key signing.pem. KEY is a file, or env:NAME for an environment variable. Signatures of \
              other keys stay, so that keys can be changed.",
        returns: "a mapping: who has signed",
        does: &[ReadsMachine, ChangesMachine],
        run: sign,
    },
    Command {
        name: "artifact publish",
        signature: takes(&[BUILT]),
        doc: "Puts a signed artifact into 'deploy:store'.\n\nA revision is published once; publishing \
              the same files again changes nothing.",
        returns: "a mapping: service, revision, result",
        does: &[ReadsMachine, ChangesMachine, ReadsAws, ChangesAws],
        run: publish,
    },
    Command {
        name: "artifact promote",
        signature: takes(&[
            SERVICE,
            REVISION,
            KEY,
            maybe("instance", Shape::Text, "only for this instance"),
            maybe(
                "expires_days",
                Shape::Integer,
                "the number of days until it expires; 0: never [default: 90]",
            ),
            flag("rollback", false, "allow a revision that is older than the current one"),
        ])
        .words(2),
        doc: "Marks a published revision as the current one.\n\nFor all instances, or for some, which \
              then follow only this mark. A revision that is older than the current one needs \
              --rollback. Instances refuse an expired mark: promote again, or renew it with 'artifact \
              refresh'.",
        returns: "a mapping: service, revision, result",
        does: &[ReadsMachine, ChangesMachine, ReadsAws, ChangesAws],
        run: current::promote,
    },
    Command {
        name: "artifact refresh",
        signature: takes(&[
            SERVICE,
            required("key", Shape::Text, "the key: a file, or env:NAME for an environment variable"),
            maybe("instance", Shape::Text, "the mark of this instance"),
            maybe(
                "expires_days",
                Shape::Integer,
                "the number of days from now until it expires [default: 7]",
            ),
        ])
        .words(1),
        doc: "Renews the mark of the current revision, so that instances continue to follow it.\n\nThe \
              key is one of 'deploy:refresh_keys'. Such a key can renew the current revision, but \
              cannot make another one current, so a timer may have it.",
        returns: "a mapping: service, instance, expires",
        does: &[ReadsMachine, ReadsAws, ChangesAws],
        run: current::refresh,
    },
    Command {
        name: "artifact root",
        signature: takes(&[
            required("file", Shape::Text, "where the document is written"),
            maybe("root_keys", Shape::Text, "the keys that sign root documents, with commas between them"),
            maybe("root_threshold", Shape::Integer, "how many of them must sign"),
            maybe("release_keys", Shape::Text, "the keys that sign releases"),
            maybe("release_threshold", Shape::Integer, "how many of them must sign"),
            maybe("pointer_keys", Shape::Text, "the keys that make releases current"),
            maybe("pointer_threshold", Shape::Integer, "how many of them must sign"),
            maybe("refresh_keys", Shape::Text, "the keys that may renew pointers"),
            maybe("expires_days", Shape::Integer, "the number of days until it expires [default: 365]"),
        ])
        .words(1),
        doc: "Drafts the next root document of 'deploy:store': the keys that count for releases, \
              pointers and renewals.\n\nMissing options keep the values of the latest document. \
              'artifact sign-root' signs the draft, with each key at its own place, and 'artifact \
              publish-root' publishes it.",
        returns: "a mapping: file, version, expires",
        does: &[ReadsMachine, ChangesMachine, ReadsAws],
        run: root::draft,
    },
    Command {
        name: "artifact sign-root",
        signature: takes(&[ROOT, KEY]).words(1),
        doc: "Signs a root document, in addition to its other signatures.\n\nIt needs no network, so \
              the key can stay on a machine without one.",
        returns: "a mapping: file, version, signed_by",
        does: &[ReadsMachine, ChangesMachine],
        run: root::sign,
    },
    Command {
        name: "artifact publish-root",
        signature: takes(&[ROOT]),
        doc: "Puts a root document into 'deploy:store', once enough keys of the previous document and \
              enough of its own have signed it.\n\nInstances follow it with their next deployment. A \
              version is published once.",
        returns: "a mapping: version, expires, store, result",
        does: &[ReadsMachine, ReadsAws, ChangesAws],
        run: root::publish,
    },
    Command {
        name: "artifact list",
        signature: takes(&[maybe("service", Shape::Text, "the revisions of this service")]).words(1),
        doc: "Lists the services in 'deploy:store', or the revisions of one: when each was built, for \
              which instances it is current, and why instances would refuse it.",
        returns: "a list of services, or a mapping by revision",
        does: &[ReadsMachine, ReadsAws],
        run: current::list,
    },
];

pub(super) fn failed(error: PublishError) -> CliError {
    CliError::Artifact(Box::new(error))
}

pub(super) fn wrong(text: String) -> CliError {
    CliError::Usage(Problem::nowhere(text))
}

/// A path relative to the working directory.
pub(super) fn path(session: &Session<'_>, bound: &Bound, name: &str) -> PathBuf {
    session.settings().directory.join(given(bound, name).unwrap_or_default())
}

pub(super) fn number(bound: &Bound, name: &str) -> Result<Option<i64>, CliError> {
    let Some(text) = given(bound, name) else { return Ok(None) };
    let read = text.parse().ok().filter(|number| *number > 0);
    read.map(Some).ok_or_else(|| wrong(format!("--{name} must be a whole number above 0, not '{text}'")))
}

/// The signing key in a file, or in a variable of the environment.
pub(super) fn signing_key(session: &Session<'_>, named: &str) -> Result<SigningKey, CliError> {
    let bytes = match named.strip_prefix("env:") {
        Some(variable) => {
            let text = session.settings().environment.get(variable).filter(|text| !text.is_empty());
            let text = text.ok_or_else(|| wrong(format!("--key: the environment has no {variable}")))?;
            secret::hide(text);
            text.clone().into_bytes()
        }
        None => {
            let path = session.settings().directory.join(named);
            file::read(&path).map_err(|error| failed(error.into()))?
        }
    };
    SigningKey::parse(&bytes).map_err(|error| wrong(format!("--key {named}: {error}")))
}

fn key(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let path = path(session, bound, "file");
    let (key, is_new) = match file::read(&path) {
        Ok(bytes) => (SigningKey::parse(&bytes), false),
        Err(error) if error.is_not_found() => {
            let (key, document) = SigningKey::generate().map_err(|error| wrong(error.to_string()))?;
            let permissions = Permissions { mode: Some(0o600), ..Permissions::default() };
            let text = SigningKey::pem(&document);
            file::replace(&path, text.as_bytes(), permissions).map_err(|error| failed(error.into()))?;
            (Ok(key), true)
        }
        Err(error) => return Err(failed(error.into())),
    };
    let public = key.map_err(|error| wrong(format!("{}: {error}", path.display())))?.public();
    let data = json!({"public_key": public.text(), "id": public.id(), "file": path, "made": is_new});
    Ok(CommandAnswer::ordered(Value::from(data)))
}

/// The time of a build: `SOURCE_DATE_EPOCH`, else now.
fn time(session: &Session<'_>) -> Result<Timestamp, CliError> {
    let Some(text) = session.settings().environment.get("SOURCE_DATE_EPOCH").filter(|text| !text.is_empty())
    else {
        return Ok(Timestamp::now());
    };
    let read = text.parse().ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
    read.ok_or_else(|| wrong(format!("SOURCE_DATE_EPOCH is not a number of seconds: {text}")))
}

fn build(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let created = time(session)?;
    let days = number(bound, "expires_days")?.map(|days| SignedDuration::from_hours(days.saturating_mul(24)));
    let sequence = number(bound, "sequence")?.unwrap_or_else(|| created.as_second());
    let release = Release {
        service: name(bound, "service")?.unwrap_or_default(),
        revision: name(bound, "revision")?.unwrap_or_default(),
        sequence: u64::try_from(sequence).unwrap_or_default(),
        created,
        expires: days.and_then(|days| created.checked_add(days).ok()),
        build: facts(bound)?,
    };
    let key = given(bound, "key").map(|named| signing_key(session, named)).transpose()?;
    let directory = path(session, bound, "directory");
    let into = session.settings().directory.join(given(bound, "into").unwrap_or("artifacts"));
    let (built, manifest) = publish::build(&directory, release, &into).map_err(failed)?;
    if let Some(key) = &key {
        publish::sign(&built, key).map_err(failed)?;
    }
    Ok(CommandAnswer::ordered(Value::from(json!({
        "service": manifest.service,
        "revision": manifest.revision,
        "sequence": manifest.sequence,
        "directory": built.path(),
        "entries": manifest.entries.len(),
        "bytes": manifest.archive.size,
        "sha256": manifest.archive.sha256,
        "signed_by": key.map(|key| key.public().id()),
    }))))
}

/// `--build commit=abc,branch=main`.
fn facts(bound: &Bound) -> Result<BTreeMap<String, String>, CliError> {
    let Some(text) = given(bound, "build") else { return Ok(BTreeMap::new()) };
    let parts = text.split(',').map(|part| {
        let pair = part.split_once('=').map(|(key, value)| (key.trim().to_owned(), value.to_owned()));
        pair.ok_or_else(|| wrong(format!("--build must be key=value,key=value, not '{part}'")))
    });
    parts.collect()
}

fn sign(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let key = signing_key(session, given(bound, "key").unwrap_or_default())?;
    let built = Built::at(&path(session, bound, "directory"));
    let manifest = publish::sign(&built, &key).map_err(failed)?;
    let data = json!({
        "service": manifest.service, "revision": manifest.revision, "signed_by": key.public().id(),
    });
    Ok(CommandAnswer::ordered(Value::from(data)))
}

fn publish(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let settings = settings(session)?;
    let store = store::open(session, &settings)?;
    let built = Built::at(&path(session, bound, "directory"));
    let keys = current::keys(session, &settings, &*store)?;
    let done = publish::publish(&built, &*store, &keys);
    let (manifest, is_new) = session.reach().wait(done)?.map_err(failed)?;
    Ok(CommandAnswer::ordered(Value::from(json!({
        "service": manifest.service,
        "revision": manifest.revision,
        "store": store.name(),
        "result": if is_new { "published" } else { "unchanged" },
    }))))
}
