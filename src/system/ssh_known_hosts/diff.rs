//! The differences between the known hosts and a declaration.

use super::Live;
use super::hash::{fingerprint, hashed};
use crate::operation::{Kept, Operation, Operations, act, refused, report, settled, with};
use crate::{Call, Intent};
use machine::file::Algorithm;
use machine::lines::Lines;
use machine::ssh::HostKey;
use model::{Map, Outcome, Value};

/// The port, if it is not the default.
pub(super) fn port(call: &Call<'_>) -> Option<u16> {
    let port = if call.fields.takes("port") { call.fields.integer("port") } else { None };
    port.and_then(|port| u16::try_from(port).ok()).filter(|port| *port != 22)
}

/// The host as files of known hosts name it.
pub(super) fn host(name: &str, port: Option<u16>) -> String {
    port.map_or_else(|| name.to_owned(), |port| format!("[{name}]:{port}"))
}

/// The arguments.
struct Spec {
    key: Option<String>,
    fingerprint: Option<String>,
    kind: Option<String>,
    algorithm: Algorithm,
}

impl Spec {
    fn of(call: &Call<'_>) -> Self {
        let text = |name: &str| call.fields.text(name).filter(|text| !text.is_empty());
        let algorithm = text("fingerprint_hash_type").and_then(|name| Algorithm::parse(&name.to_lowercase()));
        Self {
            key: text("key"),
            fingerprint: text("fingerprint").map(|text| text.to_lowercase()),
            kind: text("enc"),
            algorithm: algorithm.unwrap_or(Algorithm::Sha256),
        }
    }

    fn has_fingerprint(&self, keys: &[HostKey]) -> bool {
        keys.iter().any(|key| fingerprint(&key.key, self.algorithm) == self.fingerprint)
    }

    /// True if the known keys match the declaration; nothing if only the host can show that.
    fn is_met(&self, live: &Live) -> Option<bool> {
        let of_kind = |key: &&HostKey| self.kind.as_ref().is_none_or(|kind| key.kind == *kind);
        match (&self.key, &self.fingerprint) {
            _ if live.known.is_empty() => Some(false),
            (_, Some(_)) if !self.has_fingerprint(&live.known) => Some(false),
            (Some(wanted), _) => Some(live.known.iter().filter(of_kind).any(|key| key.key == *wanted)),
            (None, Some(_)) => Some(true),
            (None, None) => None,
        }
    }
}

/// True if the host must be asked for its keys.
pub(super) fn asks_host(call: &Call<'_>, live: &Live) -> bool {
    let spec = Spec::of(call);
    objection(call, &spec).is_none() && spec.key.is_none() && spec.is_met(live) != Some(true)
}

fn objection(call: &Call<'_>, spec: &Spec) -> Option<&'static str> {
    let hashes = call.fields.boolean("hash_known_hosts") != Some(false);
    match () {
        () if spec.key.is_some() && spec.fingerprint.is_some() => {
            Some("Specify either \"key\" or \"fingerprint\", not both.")
        }
        () if spec.key.is_some() && spec.kind.is_none() => {
            Some("Required argument \"enc\" if using \"key\" argument.")
        }
        () if port(call).is_some() && hashes => {
            Some("argument port can not be used in conjunction with argument hash_known_hosts")
        }
        () => None,
    }
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let spec = Spec::of(call);
    if let Some(reason) = objection(call, &spec) {
        return refused(reason);
    }
    let shown = &live.shown;
    let there = || {
        report(
            Outcome::succeeded(format!("Host {name} is already in {shown}")),
            Outcome::succeeded(format!("{name} already exists in {shown}")),
        )
    };
    if spec.is_met(live) == Some(true) {
        return there();
    }
    let word = if live.known.is_empty() { "added to" } else { "updated in" };
    let foreseen = Outcome::would_change(format!("Key for {name} is set to be {word} {shown}"));
    let new = match (&spec.key, &spec.kind, &live.remote) {
        (Some(key), Some(kind), _) => {
            vec![HostKey { host: name.to_owned(), kind: kind.clone(), key: key.clone(), line: 0 }]
        }
        (_, _, Some(remote)) if remote.is_empty() => {
            return report(foreseen, Outcome::failed("Unable to receive remote host keys"));
        }
        (_, _, Some(remote)) => remote.clone(),
        _ => return refused("Unable to receive remote host keys"),
    };
    if spec.fingerprint.is_some() && !spec.has_fingerprint(&new) {
        return refused(
            "Remote host public keys found but none of their fingerprints match the one you have provided",
        );
    }
    if spec.is_met(live).is_none() {
        let of_kind = |key: &&HostKey| spec.kind.as_ref().is_none_or(|kind| key.kind == *kind);
        let mut known: Vec<&str> = live.known.iter().filter(of_kind).map(|key| key.key.as_str()).collect();
        let mut keys: Vec<&str> = new.iter().map(|key| key.key.as_str()).collect();
        known.sort_unstable();
        keys.sort_unstable();
        if known == keys {
            return there();
        }
    }
    believe((call, live), &spec, &new, foreseen)
}

/// Replaces the known keys by these.
fn believe(
    (call, live): (&Call<'_>, &Live),
    spec: &Spec,
    new: &[HostKey],
    foreseen: Outcome,
) -> Intent<Operations> {
    let (name, shown) = (call.name, &live.shown);
    let changes: Map = [
        ("old".into(), if live.known.is_empty() { Value::Null } else { listed(&live.known, spec.algorithm) }),
        ("new".into(), listed(new, spec.algorithm)),
    ]
    .into_iter()
    .collect();
    let done = match (&spec.key, &spec.fingerprint, &spec.kind) {
        (Some(key), ..) => format!("{name}'s key saved to {shown} (key: {key})"),
        (_, Some(fingerprint), _) => format!("{name}'s key saved to {shown} (fingerprint: {fingerprint})"),
        (_, _, Some(kind)) => {
            let key = new.first().map(|key| key.key.as_str()).unwrap_or_default();
            format!("{name}'s {kind} key saved to {shown} (key: {key})")
        }
        _ => format!("{name}'s key(s) saved to {shown}"),
    };
    let kind = spec.kind.as_deref();
    let stale: Vec<usize> = live
        .known
        .iter()
        .filter(|key| kind.is_none_or(|kind| key.kind == kind))
        .map(|key| key.line)
        .collect();
    let hashes = call.fields.boolean("hash_known_hosts") != Some(false);
    let named = host(name, port(call));
    let named = if hashes { hashed(&named, &live.salt) } else { named };
    let mut lines = without(live.text.as_deref().unwrap_or_default(), &stale);
    for key in new {
        lines.push(format!("{named} {} {}", key.kind, key.key));
    }
    act(with(foreseen, changes.clone()), write(live, lines.text()), with(Outcome::succeeded(done), changes))
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, shown) = (call.name, &live.shown);
    if live.known.is_empty() {
        return settled("Host is already absent");
    }
    let changes: Map = [("old".into(), listed(&live.known, Algorithm::Sha256)), ("new".into(), Value::Null)]
        .into_iter()
        .collect();
    let lines: Vec<usize> = live.known.iter().map(|key| key.line).collect();
    let text = without(live.text.as_deref().unwrap_or_default(), &lines).text();
    act(
        with(
            Outcome::would_change(format!("Key for {name} is set to be removed from {shown}")),
            changes.clone(),
        ),
        write(live, text),
        with(Outcome::succeeded(format!("{name}'s key(s) removed from {shown}")), changes),
    )
}

fn listed(keys: &[HostKey], algorithm: Algorithm) -> Value {
    let one = |key: &HostKey| -> Value {
        [
            ("hostname", Value::from(key.host.as_str())),
            ("key", key.key.as_str().into()),
            ("enc", key.kind.as_str().into()),
            ("fingerprint", fingerprint(&key.key, algorithm).into()),
        ]
        .into_iter()
        .collect()
    };
    Value::List(keys.iter().map(one).collect())
}

/// A text without these lines, which are counted from 1.
fn without(text: &str, numbers: &[usize]) -> Lines {
    let mut lines = Lines::of(text);
    lines.retain(|at, _| !numbers.contains(&(at + 1)));
    lines
}

/// All users must be able to read the keys that all users trust.
fn write(live: &Live, text: String) -> Vec<Operation> {
    let kept = Kept {
        path: &live.path,
        has_directory: live.has_directory,
        is_there: live.text.is_some(),
        owner: live.owner,
    };
    kept.write(text)
}
