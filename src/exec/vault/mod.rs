//! `vault.*`: secrets of HashiCorp Vault's key-value stores, of both versions.
//!
//! The option `vault` of the minion configuration holds Vault's address and how a minion logs in, in the form of Salt
//! 3007 or of earlier versions; see [`settings`]. Laws: values from Vault are hidden in all output, like secrets of the
//! pillar; a token is never in a message. See
//! <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.vault.html>.

mod client;
mod settings;

use std::collections::BTreeMap;

use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes};
use super::{Context, Function};
pub(super) use client::{Client, VaultError};
use model::Effect::{AsksHosts, ReadsAws};
use model::{Map, Shape, Value, secret};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "vault.read_secret",
        signature: takes(&[
            required("path", Shape::Text, "the path of the secret, its mount included: secret/app"),
            maybe("key", Shape::Text, "a field of the secret; without it, all of them"),
            flag("metadata", false, "True: the metadata of version 2 too"),
            maybe(
                "default",
                Shape::Any,
                "the answer if there is no such secret or field, instead of a failure",
            ),
        ]),
        doc: "Reads a secret of a key-value store of Vault.\n\nThe option 'vault' of the configuration \
              holds Vault's address and how a minion logs in: token, approle or aws. VAULT_ADDR, \
              VAULT_TOKEN and VAULT_NAMESPACE replace missing parts of it. Values from Vault are hidden \
              in all output.",
        returns: "a mapping, or the value of the field",
        does: &[AsksHosts, ReadsAws],
        call: read_secret,
    },
    Function {
        name: "vault.list_secrets",
        signature: takes(&[
            required("path", Shape::Text, "the path, its mount included"),
            maybe("default", Shape::Any, "the answer if there is no such path, instead of a failure"),
            flag("keys_only", false, "True: only the names, instead of {keys: …}"),
        ]),
        doc: "Lists the names of the secrets below a path of a key-value store of Vault.",
        returns: "a mapping with the list 'keys', or the list",
        does: &[AsksHosts, ReadsAws],
        call: list_secrets,
    },
    Function {
        name: "vault.read",
        signature: takes(&[required("path", Shape::Text, "the path in Vault's own API: secret/data/app")]),
        doc: "Reads a path of Vault's API without interpreting it, for formulas that have their own \
              function for this. Returns None if the path is empty.",
        returns: "Vault's whole answer, with 'data', or None",
        does: &[AsksHosts, ReadsAws],
        call: read,
    },
];

fn read_secret(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let key = bound.value("key").as_str();
    let with_metadata = bound.is_true("metadata") && key.is_none();
    let found = Client::open(context).and_then(|client| client.read(&bound.text("path"), with_metadata));
    let found = found.and_then(|data| match key {
        None => Ok(Value::Map(data)),
        Some(key) => {
            data.get(key).cloned().ok_or_else(|| VaultError::NotFound(format!("it has no field '{key}'")))
        }
    });
    // A default replaces what is missing, not what cannot be hidden.
    if let Some(why) = found.as_ref().ok().and_then(Value::as_str).and_then(secret::complaint) {
        return Err(bound.fails(why));
    }
    or_default(bound, "Failed to read secret!", found)
}

fn list_secrets(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let found = Client::open(context).and_then(|client| client.list(&bound.text("path"))).map(|keys| {
        let keys = Value::from(keys);
        if bound.is_true("keys_only") { keys } else { [("keys", keys)].into_iter().collect() }
    });
    or_default(bound, "Failed to list secrets!", found)
}

fn read(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    match Client::open(context).and_then(|client| client.get(&bound.text("path"))) {
        Ok(answer) => Ok(answer),
        Err(VaultError::NotFound(_)) => Ok(Value::Null),
        Err(error) => Err(bound.fails(error.to_string())),
    }
}

/// As in Salt, a default replaces every failure; without a default, the failure is reported.
fn or_default(bound: &Bound, what: &str, found: Result<Value, VaultError>) -> Result<Value, CallError> {
    found.or_else(|error| match bound.value("default") {
        Value::Null => Err(bound.fails(format!("{what} {error}"))),
        default => {
            tracing::debug!("{}: {error}", bound.function);
            Ok(default.clone())
        }
    })
}

/// Hides all texts of an answer in output and logs.
fn hide(value: &Value) {
    match value {
        Value::Str(text) => secret::hide(text),
        Value::List(list) => list.iter().for_each(hide),
        Value::Map(map) => map.values().for_each(hide),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
    }
}

/// The proof for Vault's AWS method: a request to STS, signed but not sent.
///
/// See <https://developer.hashicorp.com/vault/docs/auth/aws>.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SignedRequest {
    /// The URL of STS.
    pub url: String,
    /// The body.
    pub body: String,
    /// All headers, including the signature.
    pub headers: BTreeMap<String, String>,
}

/// A mapping of a JSON answer.
fn map_of(value: Value) -> Map {
    if let Value::Map(map) = value { map } else { Map::new() }
}
