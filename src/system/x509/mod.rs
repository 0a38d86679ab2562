//! `x509.private_key_managed`, `csr_managed`, `certificate_managed`, `crl_managed` and `pem_managed`: keys and certificates.
//!
//! ```yaml
//! /etc/shop/tls.key:
//!   x509.private_key_managed:
//!     - algo: ec
//!     - keysize: 384
//!     - user: shop
//! /etc/shop/tls.crt:
//!   x509.certificate_managed:
//!     - signing_private_key: /etc/pki/ca.key
//!     - signing_cert: /etc/pki/ca.crt
//!     - private_key: /etc/shop/tls.key
//!     - CN: shop.example
//!     - subjectAltName: 'DNS:shop.example, DNS:www.shop.example'
//!     - basicConstraints: 'critical, CA:FALSE'
//!     - days_valid: 90
//!     - days_remaining: 30
//!     - require:
//!       - x509: /etc/shop/tls.key
//! /etc/shop/ca.crt:
//!   x509.pem_managed:
//!     - text: {{ pillar.shop_certificate | json }}
//!     - mode: '0644'
//! ```
//!
//! `openssl` creates keys. A state replaces a key if its algorithm or size differs, or if `new` is set. A new passphrase or form keeps the key.
//! Only the owner can read a new key (mode `0400`), and no command line shows a passphrase.
//!
//! A state replaces a request, a certificate or a revocation list if its subject, its signer, its public key or its extensions differ. It
//! also replaces a certificate or a list that ends within `days_remaining`. A certificate without `signing_cert` is self-signed.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.x509_v2.html>.

mod certificate;
mod documents;
mod extensions;
mod key;
mod pem;
mod request;
mod revocation;
mod signed;
mod spec;
mod subject;
#[cfg(test)]
mod tests;

use std::path::Path;

use super::{Call, Intent, LocalState};
use crate::file::{Now, Target};
use crate::operation::{Operation, Operations, change, refused, report, settled, with};
use machine::x509::{self, Found};
use model::{Function, Map, Outcome, chain, secret};
use signed::{DocumentError, Signed};

/// The state module `x509`.
pub struct X509;

/// A file, and what it holds.
#[derive(Clone, Debug)]
pub struct Live {
    now: Now,
    /// The key that the file holds; none if there is no file, or if the state replaces the key in any case. Or why `openssl` cannot read it.
    key: Result<Option<Found>, String>,
    /// The text of `pem_managed`, or why there is none.
    text: Result<String, String>,
    /// The present and the wanted document of the other functions.
    signed: Option<Result<Signed, DocumentError>>,
}

impl LocalState for X509 {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let mut live = Live {
            now: Now::of(Path::new(call.name)).map_err(Outcome::failed)?,
            key: Ok(None),
            text: Ok(String::new()),
            signed: None,
        };
        if objection(&call, &live).is_some() {
            return Ok(live);
        }
        live.signed = match call.function.verb {
            "csr_managed" => Some(request::describe(&call, &live.now).await),
            "certificate_managed" => Some(certificate::describe(&call, &live.now).await),
            "crl_managed" => Some(revocation::describe(&call, &live.now).await),
            _ => None,
        };
        if live.signed.is_some() {
            return Ok(live);
        }
        if call.function.verb == "pem_managed" {
            live.text = pem::text(&call);
            return Ok(live);
        }
        let passphrase = call.fields.text("passphrase");
        passphrase.iter().for_each(|passphrase| secret::hide(passphrase));
        if let Some(contents) = live.now.contents.as_ref().filter(|_| !key::is_replaced(&call, &live.now)) {
            let found = x509::look(contents, passphrase.as_deref()).await;
            live.key = found.map(Some).map_err(|error| chain(&error));
        }
        Ok(live)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        if let Some(reason) = objection(&call, &live) {
            return refused(reason);
        }
        match (call.function.verb, &live.signed) {
            ("csr_managed", Some(signed)) => {
                signed::diff(&call, &live.now, signed, "certificate signing request")
            }
            ("crl_managed", Some(signed)) => {
                signed::diff(&call, &live.now, signed, "certificate revocation list")
            }
            (_, Some(signed)) => signed::diff(&call, &live.now, signed, "certificate"),
            ("pem_managed", None) => pem::diff(&call, &live),
            (_, None) => key::diff(&call, &live),
        }
    }
}

/// What is wrong with the arguments, or with the path.
fn objection(call: &Call<'_>, live: &Live) -> Option<String> {
    let fields = call.fields;
    let has = |name: &str| fields.takes(name) && fields.has(name);
    match () {
        () if !call.name.starts_with('/') => {
            Some(format!("Specified file {} is not an absolute path", call.name))
        }
        () if has("attrs") => Some("attrs are not supported: use cmd.run with chattr".to_owned()),
        () if has("selinux") => Some("selinux is not supported: use cmd.run with chcon".to_owned()),
        () if live.now.is_directory() => Some(format!("Specified target {} is a directory", call.name)),
        () => None,
    }
}

/// The plan for the contents and the permissions of a file. `changes` are those of its contents; `is_present` is true if it has such
/// contents now.
fn act(
    target: &Target,
    now: &Now,
    noun: &str,
    (mut changes, is_present): (Map, bool),
    writing: impl FnOnce() -> Result<Vec<Operation>, &'static str>,
) -> Intent<Operations> {
    let is_written = !changes.is_empty();
    changes.extend(target.differing(now));
    if changes.is_empty() {
        return settled(format!("The {noun} is in the correct state"));
    }
    let verb = match (is_written, is_present) {
        (false, _) => "permitted",
        (true, false) => "created",
        (true, true) => "recreated",
    };
    let foreseen = format!("The {noun} would have been {verb}");
    if let Some(reason) = target.obstacle(now) {
        return report(with(Outcome::would_change(foreseen), changes), Outcome::failed(reason));
    }
    let operations = match is_written.then(writing) {
        Some(Ok(operations)) => operations,
        Some(Err(reason)) => return refused(reason),
        None => vec![target.permit()],
    };
    change(foreseen, format!("The {noun} has been {verb}"), changes, operations)
        .or_fail(format!("Failed to write the {noun}"))
}
