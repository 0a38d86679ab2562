//! `vault.*`: secrets of HashiCorp Vault's key-value stores, of both versions.
//!
//! The option `vault` of the minion configuration says where Vault is and how a minion shows who it is, in the form of Salt
//! 3007 or in that before it; see [`settings`]. Laws: what Vault gives is hidden in all output, as secrets of the pillar
//! are; a token is in no message. See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.vault.html>.

mod client;
mod settings;

use std::collections::BTreeMap;

use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes};
use super::{Context, Function};
use crate::model::Effect::{AsksHosts, ReadsAws};
use crate::model::{Map, Shape, Value, secret};
pub(super) use client::{Client, VaultError};

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
                "the answer where there is no such secret or field, instead of a failure",
            ),
        ]),
        doc: "Reads a secret of a key-value store of Vault.\n\nThe option 'vault' of the configuration says where Vault is and by what a minion shows who it is: token, approle or aws. VAULT_ADDR, VAULT_TOKEN and VAULT_NAMESPACE stand for what it leaves out. What Vault gives is hidden in all output.",
        returns: "a mapping, or the value of the field",
        does: &[AsksHosts, ReadsAws],
        call: read_secret,
    },
    Function {
        name: "vault.list_secrets",
        signature: takes(&[
            required("path", Shape::Text, "the path, its mount included"),
            maybe("default", Shape::Any, "the answer where there is no such path, instead of a failure"),
            flag("keys_only", false, "True: the names alone, instead of {keys: …}"),
        ]),
        doc: "Lists the names of the secrets below a path of a key-value store of Vault.",
        returns: "a mapping with the list 'keys', or the list",
        does: &[AsksHosts, ReadsAws],
        call: list_secrets,
    },
    Function {
        name: "vault.read",
        signature: takes(&[required(
            "path",
            Shape::Text,
            "the path as Vault's own API has it: secret/data/app",
        )]),
        doc: "Reads a path of Vault's API as it is, as formulas for Vault do by a function of their own. Nothing is there: None.",
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

/// As in Salt, a default stands for every failure; who gives none is told why.
fn or_default(bound: &Bound, what: &str, found: Result<Value, VaultError>) -> Result<Value, CallError> {
    found.or_else(|error| match bound.value("default") {
        Value::Null => Err(bound.fails(format!("{what} {error}"))),
        default => {
            tracing::debug!("{}: {error}", bound.function);
            Ok(default.clone())
        }
    })
}

/// Hides every text of an answer in what is shown and logged.
fn hide(value: &Value) {
    match value {
        Value::Str(text) => secret::hide(text),
        Value::List(list) => list.iter().for_each(hide),
        Value::Map(map) => map.values().for_each(hide),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
    }
}

/// What a minion shows Vault's AWS method: a request to STS, signed and not sent.
///
/// See <https://developer.hashicorp.com/vault/docs/auth/aws>.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SignedRequest {
    /// Where STS is.
    pub url: String,
    /// The form.
    pub body: String,
    /// Every header, the signature among them.
    pub headers: BTreeMap<String, String>,
}

/// A mapping of a JSON answer.
fn map_of(value: Value) -> Map {
    if let Value::Map(map) = value { map } else { Map::new() }
}
