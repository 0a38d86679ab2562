//! `x509.private_key_managed`.

use super::{Live, act};
use crate::file::{Now, Target, target};
use crate::operation::{Operation, Operations, Writing, refused, report, settled};
use crate::{Call, Intent};
use machine::x509::{Algorithm, Encoding, Found, Key, encode, generate};
use model::{Map, Outcome, Value};

/// The mode of a key if none is declared.
const MODE: u32 = 0o400;

/// True if the file is replaced, whatever it holds.
pub(super) fn is_replaced(call: &Call<'_>, now: &Now) -> bool {
    let flag = |name: &str| call.fields.boolean(name);
    flag("new") == Some(true) || (now.is_link() && flag("follow_symlinks") == Some(false))
}

/// What is declared of a key.
struct Wanted {
    algorithm: Algorithm,
    encoding: Encoding,
    passphrase: Option<String>,
}

impl Wanted {
    fn read(call: &Call<'_>) -> Result<Self, String> {
        let fields = call.fields;
        let passphrase = fields.text("passphrase");
        if fields.has("pkcs12_encryption_compat") {
            return Err("pkcs12_encryption_compat is not supported: keys are PEM or DER".to_owned());
        }
        let encoding = match fields.text("encoding").as_deref() {
            Some("pkcs12") => {
                let advice = "write the key as pem, and call openssl pkcs12 -export by cmd.run";
                return Err(format!("encoding: pkcs12 is not supported: {advice}"));
            }
            Some("der") if passphrase.is_some() => {
                return Err("a key with a passphrase is PEM: leave out encoding or passphrase".to_owned());
            }
            Some("der") => Encoding::Der,
            _ => Encoding::Pem,
        };
        Ok(Self { algorithm: algorithm(call)?, encoding, passphrase })
    }
}

fn algorithm(call: &Call<'_>) -> Result<Algorithm, String> {
    let algo = call.fields.text("algo").unwrap_or_else(|| "rsa".to_owned());
    let size = call.fields.integer("keysize");
    let one_of = |sizes: &[u32]| match size {
        None => Ok(sizes[0]),
        Some(size) => {
            let found = sizes.iter().find(|known| i64::from(**known) == size).copied();
            let known: Vec<String> = sizes.iter().map(u32::to_string).collect();
            found.ok_or_else(|| format!("{size} is no keysize of {algo}: it has {}", known.join(", ")))
        }
    };
    match (algo.as_str(), size) {
        ("rsa", _) => one_of(&[2048, 3072, 4096]).map(Algorithm::Rsa),
        ("ec", _) => one_of(&[256, 384, 521]).map(Algorithm::Ec),
        (_, Some(_)) => Err(format!("keysize is an invalid parameter for {algo}")),
        ("ed25519", None) => Ok(Algorithm::Ed25519),
        (_, None) => Ok(Algorithm::Ed448),
    }
}

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let wanted = match Wanted::read(call) {
        Ok(wanted) => wanted,
        Err(reason) => return refused(reason),
    };
    let mut target = target(call);
    target.owner.mode.get_or_insert(MODE);
    if live.now.link.is_none() && !target.create {
        return settled(format!("File {} is not present and is not set for creation", call.name));
    }
    let found = match &live.key {
        Ok(found) => *found,
        // An earlier state may install openssl.
        Err(reason) => {
            return report(Outcome::would_change(reason.clone()), Outcome::failed(reason.clone()));
        }
    };
    let (changes, kept) = match differing(call, &wanted, found, live.now.stat.is_some()) {
        Ok(differing) => differing,
        Err(reason) => return refused(reason),
    };
    act(&target, &live.now, "private key", (changes, live.now.stat.is_some()), || {
        written(&target, &live.now, &wanted, kept).ok_or("no such key can be made")
    })
}

/// What differs of a key, in Salt's shape, and the key that stays if only its form changes.
fn differing(
    call: &Call<'_>,
    wanted: &Wanted,
    found: Option<Found>,
    is_there: bool,
) -> Result<(Map, Option<Key>), String> {
    let replaced = || -> Map { [("replaced".into(), call.name.into())].into_iter().collect() };
    let or_fail = |reason: &str| match call.fields.boolean("overwrite") {
        Some(true) => Ok((replaced(), None)),
        _ => Err(reason.to_owned()),
    };
    let key = match found {
        None if is_there => return Ok((replaced(), None)),
        None => return Ok(([("created".into(), call.name.into())].into_iter().collect(), None)),
        Some(Found::Locked) => {
            return or_fail(
                "The existing file is encrypted. Pass overwrite: true to force regeneration without passphrase",
            );
        }
        Some(Found::WrongPassphrase) => {
            return or_fail(
                "The provided passphrase cannot decrypt the private key. Pass overwrite: true to force regeneration",
            );
        }
        Some(Found::NoKey) => {
            return or_fail(
                "The existing file does not seem to be a private key formatted as PEM or DER. Pass overwrite: true to force regeneration",
            );
        }
        Some(Found::Key(key)) => key,
    };
    let mut changes = Map::new();
    if wanted.passphrase.is_some() && !key.is_encrypted {
        changes.insert("passphrase".into(), true.into());
    }
    let kept = key.algorithm == wanted.algorithm;
    match (wanted.algorithm, key.algorithm) {
        (Algorithm::Rsa(size), Algorithm::Rsa(_)) | (Algorithm::Ec(size), Algorithm::Ec(_)) if !kept => {
            changes.insert("keysize".into(), Value::Int(size.into()));
        }
        _ if !kept => {
            let algo = call.fields.text("algo").unwrap_or_else(|| "rsa".to_owned());
            changes.insert("algo".into(), algo.into());
        }
        _ => {}
    }
    if key.encoding != wanted.encoding {
        changes.insert("encoding".into(), wanted.encoding.word().into());
    }
    Ok((changes, kept.then_some(key)))
}

/// The directories above it, and the file with what `openssl` prints.
fn written(target: &Target, now: &Now, wanted: &Wanted, kept: Option<Key>) -> Option<Vec<Operation>> {
    let passphrase = wanted.passphrase.as_deref();
    let command = match (kept, &now.contents) {
        (Some(key), Some(contents)) => encode(contents, key, wanted.encoding, passphrase),
        _ => generate(wanted.algorithm, wanted.encoding, passphrase)?,
    };
    let mut operations = target.parents(now);
    let writing: Writing = target.writing(now, vec![]);
    operations.push(Operation::Print { command: Box::new(command), writing: Box::new(writing), read: None });
    Some(operations)
}
