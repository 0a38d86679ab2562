//! Names of images, and the credentials for their registries.

use std::collections::BTreeMap;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use serde_json::{Value as Json, json};

use machine::docker::part;
use machine::file;

/// Docker's own registry, as its configuration names it.
const HUB: &str = "https://index.docker.io/v1/";

/// The name of an image, with tag or digest.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reference {
    /// The name as written, with the tag of the declaration.
    pub(super) shown: String,
    repository: String,
    tag: Option<String>,
}

impl Reference {
    /// Reads a name.
    ///
    /// # Errors
    /// The name is not valid.
    pub(super) fn read(name: &str, tag: Option<&str>) -> Result<Self, String> {
        let shown = tag.map_or_else(|| name.to_owned(), |tag| format!("{name}:{tag}"));
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-/:@".contains(letter);
        let is_part = |part: &str| !part.is_empty() && part != "." && part != "..";
        if !shown.chars().all(is_letter) || !shown.split('/').all(is_part) {
            return Err(format!("'{shown}' is no name of an image"));
        }
        let last = shown.rfind('/').map_or(0, |at| at + 1);
        let (repository, tag) = match shown[last..].find(':').filter(|_| !shown.contains('@')) {
            Some(at) => (shown[..last + at].to_owned(), Some(shown[last + at + 1..].to_owned())),
            None if shown.contains('@') => (shown.clone(), None),
            None => (shown.clone(), Some("latest".to_owned())),
        };
        Ok(Self { shown, repository, tag })
    }

    /// Its path below another path.
    pub(super) fn path(&self, begin: &str, end: &str) -> String {
        let parts: Vec<String> = self.shown.split('/').map(|each| part(each).replace("%40", "@")).collect();
        format!("{begin}/{}{end}", parts.join("/"))
    }

    /// The path of a pull.
    pub(super) fn pull(&self) -> String {
        let repository = part(&self.repository);
        match &self.tag {
            Some(tag) => format!("/images/create?fromImage={repository}&tag={}", part(tag)),
            None => format!("/images/create?fromImage={repository}"),
        }
    }

    /// Its registry, by the name in Docker's configuration.
    fn registry(&self) -> &str {
        match self.repository.split_once('/') {
            Some((host, _)) if host.contains(['.', ':']) || host == "localhost" => host,
            _ => HUB,
        }
    }

    /// The header with the credentials for its registry, from the file that `docker login` writes; nothing if there are none.
    ///
    /// # Errors
    /// The file cannot be read, or is not valid.
    pub(super) fn credentials(
        &self,
        environment: &BTreeMap<String, String>,
    ) -> Result<Option<String>, String> {
        let own = environment.get("DOCKER_CONFIG").map(PathBuf::from);
        let usual = || environment.get("HOME").map(|home| PathBuf::from(home).join(".docker"));
        let Some(path) = own.or_else(usual).map(|directory| directory.join("config.json")) else {
            return Ok(None);
        };
        let found = file::text_if_there(&path).map_err(|error| model::chain(&error))?;
        let Some(text) = found else { return Ok(None) };
        let config: Json = serde_json::from_str(&text)
            .map_err(|error| format!("'{}' is no configuration of Docker: {error}", path.display()))?;
        let registry = self.registry();
        let known =
            config["auths"].get(registry).or_else(|| config["auths"].get(format!("https://{registry}")));
        let Some(known) = known else { return Ok(None) };
        let decoded = known["auth"].as_str().and_then(|word| STANDARD.decode(word).ok());
        let both = decoded.and_then(|bytes| String::from_utf8(bytes).ok());
        let Some((user, password)) = both.as_deref().and_then(|text| text.split_once(':')) else {
            return Ok(None);
        };
        let sent = json!({"username": user, "password": password, "serveraddress": registry});
        Ok(Some(URL_SAFE.encode(sent.to_string())))
    }
}
