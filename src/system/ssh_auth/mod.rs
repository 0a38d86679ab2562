//! `ssh_auth.*`: keys with which others may log in as a user.
//!
//! ```yaml
//! ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7v deploy@ops:
//!   ssh_auth.present:
//!     - user: deploy
//! ```
//!
//! A key is written whole, or bare with `enc`, `comment` and `options` beside it, or comes from a `source`. Lines of other keys
//! stay as they are. A new directory and a new file belong to the user, and nobody else can read them.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.ssh_auth.html>.

mod diff;
mod keys;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use super::{Call, Intent, LocalState, source};
use crate::operation::Operations;
use keys::Key;
use machine::text;
use machine::{account, file};
use model::{Argument, Function, Outcome, Shape, chain};

const USER: Argument = Argument::required("user", Shape::Text, "the user that the keys belong to");
const ENC: Argument = Argument::optional("enc", Shape::Text, "the type of a bare key; ssh-rsa if left out");
const COMMENT: Argument = Argument::optional("comment", Shape::Text, "the comment of a bare key");
const SOURCE: Argument = Argument::optional("source", Shape::Text, "a file of keys");
const OPTIONS: Argument = Argument::optional("options", Shape::Texts, "the options of a bare key: no-pty");
const CONFIG: Argument = Argument::optional(
    "config",
    Shape::Text,
    "the file, in the user's home if not absolute, %u and %h in it; .ssh/authorized_keys if left out",
);
const HASH_TYPE: Argument =
    Argument::optional("fingerprint_hash_type", Shape::Text, "taken for compatibility: keys are compared");

const KEY: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the key; the ID if left out"),
    USER,
    ENC,
    COMMENT,
    SOURCE,
    OPTIONS,
    CONFIG,
    HASH_TYPE,
];

const MANAGE: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name; the ID if left out"),
    Argument::required("ssh_keys", Shape::Texts, "all keys of the user"),
    USER,
    ENC,
    COMMENT,
    OPTIONS,
    CONFIG,
    HASH_TYPE,
];

/// The state module `ssh_auth`.
pub struct SshAuth;

/// The user's file of keys.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// Its path; nothing if there is no such user.
    place: Option<KeysFile>,
    /// Its contents; nothing if there is none.
    text: Option<String>,
    /// The keys of the source.
    source: Option<Result<Vec<Key>, String>>,
}

/// The path of a file of keys, and its owner.
#[derive(Clone, Debug, Default)]
struct KeysFile {
    path: PathBuf,
    uid: u32,
    gid: u32,
    has_home: bool,
    has_directory: bool,
}

impl LocalState for SshAuth {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::present(&["ssh_auth.present"], KEY, "Authorizes a key to log in as a user."),
        Function::absent(&["ssh_auth.absent"], KEY, "Removes an authorized key of a user."),
        Function::other("manage", &["ssh_auth.manage"], MANAGE, "Gives a user these keys and no others."),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let place = place(&call).map_err(Outcome::failed)?;
        let text = place.as_ref().map(|place| file::text_if_there(&place.path)).transpose();
        let text = text.map_err(|error| Outcome::failed(chain(&error)))?.flatten();
        let named = if call.fields.takes("source") { call.fields.text("source") } else { None };
        let source = match named.filter(|source| !source.is_empty()) {
            Some(source) => {
                let bytes = source::contents(&call, &[(source, None)], false).await;
                let keys = bytes.map(|bytes| keys::keys(&text::from_bytes(&bytes)));
                Some(keys.map_err(String::from))
            }
            None => None,
        };
        Ok(Live { place, text, source })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "absent" => diff::absent(&call, &live),
            "manage" => diff::manage(&call, &live),
            _ => diff::present(&call, &live),
        }
    }
}

fn place(call: &Call<'_>) -> Result<Option<KeysFile>, String> {
    let user = call.fields.required_text("user");
    let Some(account) = account::find_user(&user) else { return Ok(None) };
    let config = call.fields.text("config").filter(|config| !config.is_empty());
    let config = config.unwrap_or_else(|| ".ssh/authorized_keys".to_owned());
    let path = account.home.join(expanded(&config, &account.name, &account.home.display().to_string())?);
    Ok(Some(KeysFile {
        has_home: account.home.is_dir() || !path.starts_with(&account.home),
        has_directory: path.parent().is_some_and(std::path::Path::is_dir),
        path,
        uid: account.uid,
        gid: account.gid,
    }))
}

/// `%u` means the user, `%h` its home, `%%` a per cent sign, as in sshd.
fn expanded(config: &str, user: &str, home: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut letters = config.chars();
    while let Some(letter) = letters.next() {
        match (letter, if letter == '%' { letters.next() } else { None }) {
            ('%', Some('%')) => out.push('%'),
            ('%', Some('u')) => out.push_str(user),
            ('%', Some('h')) => out.push_str(home),
            ('%', Some(other)) => {
                return Err(format!("AuthorizedKeysFile path: unknown token character \"%{other}\""));
            }
            ('%', None) => {
                return Err("AuthorizedKeysFile path: Last character can't be escape character".to_owned());
            }
            (letter, _) => out.push(letter),
        }
    }
    Ok(out)
}
