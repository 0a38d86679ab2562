//! `ssh_known_hosts.present` and `ssh_known_hosts.absent`: hosts whose keys are trusted.
//!
//! ```yaml
//! github.com:
//!   ssh_known_hosts.present:
//!     - user: deploy
//!     - enc: ssh-ed25519
//!     - fingerprint: e3:b0:c4:…
//! ```
//!
//! With `key` that key is trusted. With `fingerprint` the matching key of the host is trusted. With neither, any key of the host
//! is trusted, at each run. The programs are OpenSSH's `ssh-keygen` and `ssh-keyscan`. Names are hashed unless `hash_known_hosts:
//! False` is written.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.ssh_known_hosts.html>.

mod diff;
mod hash;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use super::{Call, Intent, LocalState};
use crate::operation::Operations;
use machine::ssh::{self, HostKey};
use machine::{account, file};
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Outcome, Shape, chain};

const NAME: Argument = Argument::optional("name", Shape::Text, "the host; the ID if left out");
const USER: Argument =
    Argument::optional("user", Shape::Text, "the user that trusts the host; all users if left out");
const CONFIG: Argument = Argument::optional(
    "config",
    Shape::Text,
    "the file, in the user's home if not absolute; .ssh/known_hosts or /etc/ssh/ssh_known_hosts if left out",
);

const PRESENT: &[Argument] = &[
    NAME,
    USER,
    Argument::optional("fingerprint", Shape::Text, "the fingerprint of its key, bytes separated by colons"),
    Argument::optional("key", Shape::Text, "its key in base64; enc is its type"),
    Argument::optional("port", Shape::Integer, "the port of the host; 22 if left out"),
    Argument::optional("enc", Shape::Text, "the type of the key: ssh-ed25519"),
    CONFIG,
    Argument::optional("hash_known_hosts", Shape::Boolean, "whether its name is hashed; true if left out"),
    Argument::optional("timeout", Shape::Number, "seconds to wait for it; 5 if left out"),
    Argument::optional("fingerprint_hash_type", Shape::Text, "md5, sha1 or sha256; sha256 if left out"),
];

/// The state module `ssh_known_hosts`.
pub struct SshKnownHosts;

/// The file of known hosts, and what the host shows.
#[derive(Clone, Debug, Default)]
pub struct Live {
    path: PathBuf,
    /// The file as messages name it.
    shown: String,
    owner: Option<(u32, u32)>,
    has_directory: bool,
    text: Option<String>,
    known: Vec<HostKey>,
    /// The keys of the host; nothing if it was not asked.
    remote: Option<Vec<HostKey>>,
    /// The salt of the hashed names.
    salt: [u8; 20],
}

impl LocalState for SshKnownHosts {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::present(&["ssh_known_hosts.present"], PRESENT, "Trusts a host by its key.")
            .does(BY_PROGRAMS),
        Function::absent(&["ssh_known_hosts.absent"], &[NAME, USER, CONFIG], "Removes the keys of a host.")
            .does(BY_PROGRAMS),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        describe(&call).await.map_err(Outcome::failed)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "absent" => diff::absent(&call, &live),
            _ => diff::present(&call, &live),
        }
    }
}

async fn describe(call: &Call<'_>) -> Result<Live, String> {
    let fields = call.fields;
    let user = fields.text("user").filter(|user| !user.is_empty());
    let usual = if user.is_some() { ".ssh/known_hosts" } else { "/etc/ssh/ssh_known_hosts" };
    let shown = fields.text("config").filter(|config| !config.is_empty()).unwrap_or_else(|| usual.to_owned());
    let mut live = Live { path: PathBuf::from(&shown), shown, salt: rand::random(), ..Live::default() };
    if let Some(user) = &user {
        let account = account::find_user(user).ok_or_else(|| format!("User {user} does not exist"))?;
        live.path = account.home.join(&live.path);
        live.owner = Some((account.uid, account.gid));
    } else if !live.path.is_absolute() {
        return Err("If not specifying a \"user\", specify an absolute \"config\".".to_owned());
    }
    live.has_directory = live.path.parent().is_some_and(std::path::Path::is_dir);
    live.text = file::text_if_there(&live.path).map_err(|error| chain(&error))?;
    let port = diff::port(call);
    let host = diff::host(call.name, port);
    live.known = ssh::known_keys(&host, &live.path).await.map_err(|error| chain(&error))?;
    if call.function.verb == "present" && diff::asks_host(call, &live) {
        let seconds = fields.number("timeout").unwrap_or(5.0).clamp(1.0, 3600.0);
        let timeout = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(5));
        let kind = fields.text("enc");
        let shown = ssh::shown_keys(call.name, port, kind.as_deref(), timeout).await;
        live.remote = Some(shown.map_err(|error| chain(&error))?);
    }
    Ok(live)
}
