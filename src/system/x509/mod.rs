//! `x509.private_key_managed` and `x509.pem_managed`: private keys, and files in PEM.
//!
//! ```yaml
//! /etc/shop/tls.key:
//!   x509.private_key_managed:
//!     - algo: ec
//!     - keysize: 384
//!     - user: shop
//! /etc/shop/tls.crt:
//!   x509.pem_managed:
//!     - text: {{ pillar.shop_certificate | json }}
//!     - mode: '0644'
//! ```
//!
//! `openssl` makes keys. A key is made anew if its algorithm or size differs, or if `new` is set. A new passphrase or form keeps the key.
//! Only the owner reads a new key (mode `0400`), and no command line shows a passphrase.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.x509_v2.html>.

mod key;
mod pem;
mod spec;
#[cfg(test)]
mod tests;

use std::path::Path;

use super::{Call, Intent, LocalState};
use crate::machine::x509::{self, Found};
use crate::model::{Function, Outcome, chain, secret};
use crate::system::file::Now;
use crate::system::operation::{Operations, refused};

/// The state module `x509`.
pub struct X509;

/// A file, and what it holds.
#[derive(Clone, Debug)]
pub struct Live {
    now: Now,
    /// The key that the file holds; none if there is no file, or if the key will be made anew in any case. Or why `openssl` cannot say.
    key: Result<Option<Found>, String>,
    /// The text of `pem_managed`, or why there is none.
    text: Result<String, String>,
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
        };
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
        if call.function.verb == "pem_managed" { pem::diff(&call, &live) } else { key::diff(&call, &live) }
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
