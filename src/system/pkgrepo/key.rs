//! The key of a source of apt: its origin, its file, and whether it is present.

use std::path::{Path, PathBuf};

use crate::Call;
use crate::operation::{Kept, Operation};
use crate::source;
use machine::file::{self, Algorithm};
use machine::http::Request;
use machine::package::repository::apt::Source;
use machine::package::repository::key;
use model::chain;

/// No key is longer: 4 MiB.
const LIMIT: u64 = 4 << 20;

/// A key, and the contents to write.
#[derive(Clone, Debug, Default)]
pub(super) struct Key {
    /// The path of its file.
    pub path: PathBuf,
    /// The wanted contents of the file; nothing if they are present.
    pub bytes: Option<Vec<u8>>,
    /// True if the file is missing.
    pub is_new: bool,
    /// True if its directory is missing.
    pub has_directory: bool,
    /// Warnings for the author.
    pub warning: Option<String>,
}

/// The origin of a key.
enum From {
    Url(String),
    Text(String),
    Server { server: String, ids: Vec<String> },
}

/// The declared key, if there is one.
///
/// # Errors
/// The arguments contradict each other, or the key is not available.
pub(super) async fn find(call: &Call<'_>, of: &Source) -> Result<Option<Key>, String> {
    let Some(from) = from(call)? else { return Ok(None) };
    let path = place(call, of, &from)?;
    let there = file::read_if_there(&path).map_err(|error| chain(&error))?;
    let mut found = Key {
        has_directory: path.parent().is_some_and(Path::is_dir),
        is_new: there.is_none(),
        path,
        bytes: None,
        warning: None,
    };
    let raw = match &from {
        From::Text(text) => format!("{}\n", text.trim()).into_bytes(),
        From::Url(url) if is_remote(url) => {
            found.warning = insecure(call, url)?;
            if !is_outdated(call, &found.path, there.as_deref())? {
                return Ok(Some(found));
            }
            fetched(call, url).await?
        }
        From::Url(url) => {
            let bytes = source::find(call, url).await.and_then(|source| source.load());
            let bytes = bytes.map_err(|why| super::failure(call, &why.to_string()))?.contents;
            checked(call, url, &bytes)?;
            bytes
        }
        From::Server { server, ids } => {
            if there.as_deref().is_some_and(|bytes| has_all(bytes, ids)) {
                return Ok(Some(found));
            }
            received(server, ids).await?
        }
    };
    let wanted = shaped(&raw, &found.path)?;
    found.bytes = Some(wanted).filter(|wanted| there.as_ref() != Some(wanted));
    Ok(Some(found))
}

impl Key {
    /// Writes it.
    pub fn operations(&self) -> Vec<Operation> {
        let Some(bytes) = &self.bytes else { return vec![] };
        // apt reads it as a user of its own, so the file gets the mode of a new file.
        let is_there = false;
        Kept { path: &self.path, has_directory: self.has_directory, is_there, owner: None }
            .write(bytes.clone())
    }
}

fn from(call: &Call<'_>) -> Result<Option<From>, String> {
    let text = |name: &str| call.fields.text(name).filter(|text| !text.is_empty());
    let by_server = call.fields.has("keyid") || call.fields.has("keyserver");
    let both = |one: &str, other: &str| Err(format!("You may not use both {one} and \"{other}\" argument."));
    let ids: Vec<String> =
        call.fields.texts("keyid").unwrap_or_default().iter().map(|id| digits(id)).collect();
    match (text("key_url"), text("key_text")) {
        (Some(_), _) if by_server => both("\"keyid\"/\"keyserver\"", "key_url"),
        (_, Some(_)) if by_server => both("\"keyid\"/\"keyserver\"", "key_text"),
        (Some(_), Some(_)) => both("\"key_url\"", "key_text"),
        (Some(url), None) => Ok(Some(From::Url(url))),
        (None, Some(text)) => Ok(Some(From::Text(text))),
        (None, None) if !by_server => Ok(None),
        (None, None) => match text("keyserver") {
            Some(server) if !ids.is_empty() => Ok(Some(From::Server { server, ids })),
            _ => Err(super::failure(call, "both keyserver and keyid options required.")),
        },
    }
}

/// A fingerprint as `gpg` writes it. YAML reads `0x…` as a number.
fn digits(id: &str) -> String {
    let bare: String = id.trim().trim_start_matches("0x").chars().filter(|letter| *letter != ' ').collect();
    let is_whole = [8, 16, 32, 40].contains(&bare.len());
    match bare.parse::<u128>() {
        Ok(number) if !is_whole => format!("{number:X}"),
        _ => bare.to_uppercase(),
    }
}

/// The file that `signed-by` names, else one of those that apt trusts for everything.
fn place(call: &Call<'_>, of: &Source, from: &From) -> Result<PathBuf, String> {
    let named = of.signed_by().split(',').find(|word| word.starts_with('/'));
    if let Some(path) = named {
        return Ok(PathBuf::from(path));
    }
    if call.fields.boolean("aptkey") == Some(false) {
        return Err(super::failure(call, "missing 'signedby' option when apt-key is missing"));
    }
    let subject = match from {
        From::Url(text) | From::Text(text) => text.clone(),
        From::Server { ids, .. } => ids.join(" "),
    };
    let host = of.uri.split("://").nth(1).unwrap_or(&of.uri).split('/').next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    let host: String =
        host.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
    let digest = Algorithm::Sha256.digest(subject.as_bytes());
    let name = format!("{host}-{}.gpg", digest.get(..8).unwrap_or_default());
    Ok(Path::new("/etc/apt/trusted.gpg.d").join(name.trim_start_matches('-')))
}

fn is_remote(url: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| url.trim().starts_with(scheme))
}

fn insecure(call: &Call<'_>, url: &str) -> Result<Option<String>, String> {
    let is_checked = call.fields.has("key_hash");
    if !url.trim().starts_with("http:") || is_checked {
        return Ok(None);
    }
    if call.fields.boolean("allow_insecure_key") == Some(false) {
        return Err("Cannot have 'key_url' using http with 'allow_insecure_key' set to False".to_owned());
    }
    Ok(Some(
        "key_url is http://…: the network can replace the key. Use https://…, or set key_hash".to_owned(),
    ))
}

/// The hash in `key_hash`.
fn expected(call: &Call<'_>) -> Result<Option<(Algorithm, String)>, String> {
    let Some(written) = call.fields.text("key_hash") else { return Ok(None) };
    let parsed = source::parse_hash(&written);
    parsed
        .map(Some)
        .ok_or_else(|| super::failure(call, &format!("key_hash '{written}' is not a hash: write sha256=…")))
}

fn checked(call: &Call<'_>, url: &str, bytes: &[u8]) -> Result<(), String> {
    let Some((algorithm, expected)) = expected(call)? else { return Ok(()) };
    let actual = algorithm.digest(bytes);
    if actual == expected {
        return Ok(());
    }
    let name = algorithm.name();
    let shown = Request::get(url).shown_url();
    Err(super::failure(
        call,
        &format!("the key at {shown} has the {name} {actual}, and key_hash says {expected}"),
    ))
}

/// True if a key on a server must be fetched. An armoured key that is stored in binary form cannot be checked by its hash.
fn is_outdated(call: &Call<'_>, path: &Path, there: Option<&[u8]>) -> Result<bool, String> {
    Ok(match (there, expected(call)?) {
        (None, _) => true,
        (Some(bytes), Some((algorithm, expected))) if is_asc(path) => algorithm.digest(bytes) != expected,
        (Some(_), _) => false,
    })
}

async fn fetched(call: &Call<'_>, url: &str) -> Result<Vec<u8>, String> {
    let request = Request::get(url.trim());
    let failed = |why: String| {
        super::failure(call, &format!("the key cannot be fetched from {}: {why}", request.shown_url()))
    };
    let page = request.fetch(LIMIT).await.map_err(|error| failed(chain(&error)))?;
    let bytes = page.contents().map_err(failed)?;
    checked(call, url, &bytes)?;
    Ok(bytes)
}

fn has_all(bytes: &[u8], ids: &[String]) -> bool {
    let known = key::in_bytes(bytes).map(|bytes| key::fingerprints(&bytes)).unwrap_or_default();
    ids.iter().all(|id| known.iter().any(|fingerprint| fingerprint.ends_with(id.as_str())))
}

async fn received(server: &str, ids: &[String]) -> Result<Vec<u8>, String> {
    let advice = "keys of a server are fetched by gpg and dirmngr (packages gnupg, dirmngr); key_url and key_text need neither";
    let bytes = key::receive(server, ids).await.map_err(|error| format!("{}\n{advice}", chain(&error)))?;
    if has_all(&bytes, ids) {
        return Ok(bytes);
    }
    Err(format!("{server} gave other keys than {}", ids.join(", ")))
}

fn is_asc(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "asc")
}

/// The contents of the file: apt wants an armoured key if its name ends with `.asc`, and a binary key otherwise.
fn shaped(raw: &[u8], path: &Path) -> Result<Vec<u8>, String> {
    let bytes = key::in_bytes(raw)?;
    if !key::is_key(&bytes) {
        return Err(format!("the key for {} is not an OpenPGP key", path.display()));
    }
    if !is_asc(path) {
        return Ok(bytes);
    }
    if key::is_armoured(raw) {
        return Ok(raw.to_vec());
    }
    let other = path.with_extension("gpg");
    Err(format!(
        "the key is binary, and apt reads a binary key only from a file that ends with .gpg: {}",
        other.display()
    ))
}
