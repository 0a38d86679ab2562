//! Whom the configuration lets in by an identity document: `fleet: {accept: {identity_document: …}}`.

use std::collections::BTreeMap;

use super::{Certificate, DocumentRefusal, IdentityDocument, verify};
use model::glob;

/// What the configuration says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentPolicy {
    /// The accounts.
    pub accounts: Vec<String>,
    /// The regions with their certificates.
    pub regions: BTreeMap<String, Vec<Certificate>>,
    /// What an ID must be, one of these: shell patterns in which `{group}`, `{tag:KEY}`, `{instance_id}` and `{private_dns}` stand
    /// for what AWS says of the instance.
    pub ids: Vec<String>,
    /// How many seconds ago the instance may have been launched.
    pub within: i64,
}

/// What AWS says of a running instance.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Seen {
    /// Its tags. Those that begin with `aws:` are AWS's own: nobody else can set them.
    pub tags: BTreeMap<String, String>,
    /// Its private host name.
    pub private_dns: String,
}

/// The tag that Auto Scaling gives its instances.
const GROUP: &str = "aws:autoscaling:groupName";
/// How far ahead a clock may be, in seconds.
const SKEW: i64 = 300;

impl DocumentPolicy {
    /// The document, if AWS signed it and the policy allows its account, its region and its age.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn check(&self, text: &str, now: i64) -> Result<IdentityDocument, DocumentRefusal> {
        let certificates = |region: &str| self.regions.get(region).map(Vec::as_slice);
        let document = verify(text, certificates)?;
        if !self.accounts.contains(&document.account_id) {
            return Err(DocumentRefusal::Account { account: document.account_id });
        }
        let age = now.saturating_sub(document.pending_time.as_second());
        if age > self.within || age < -SKEW {
            return Err(DocumentRefusal::Old { instance: document.instance_id, seconds: age });
        }
        Ok(document)
    }

    /// Whether what AWS says of the instance allows its ID.
    ///
    /// # Errors
    ///
    /// It does not, or AWS has no such instance.
    pub fn allow(
        &self,
        id: &str,
        document: &IdentityDocument,
        seen: Option<&Seen>,
    ) -> Result<(), DocumentRefusal> {
        let instance = document.instance_id.clone();
        let Some(seen) = seen else { return Err(DocumentRefusal::NotThere { instance }) };
        let fits = |pattern: &String| {
            filled(pattern, document, seen).is_some_and(|pattern| glob::is_match(&pattern, id))
        };
        if self.ids.iter().any(fits) {
            return Ok(());
        }
        Err(DocumentRefusal::WrongId { instance, id: id.to_owned() })
    }
}

/// A pattern with AWS's values in place of its words; none if AWS has no value for one of them.
fn filled(pattern: &str, document: &IdentityDocument, seen: &Seen) -> Option<String> {
    let mut parts = pattern.split('{');
    let mut filled = parts.next()?.to_owned();
    for part in parts {
        let (word, rest) = part.split_once('}')?;
        let value = match word.split_once(':') {
            Some(("tag", key)) => seen.tags.get(key)?.as_str(),
            _ if word == "group" => seen.tags.get(GROUP)?,
            _ if word == "instance_id" => &document.instance_id,
            _ if word == "private_dns" => &seen.private_dns,
            _ => return None,
        };
        // A tag must not bring a pattern of its own, and an empty one stands for nothing.
        if value.is_empty() {
            return None;
        }
        for letter in value.chars() {
            if "*?[".contains(letter) {
                filled.extend(['[', letter, ']']);
            } else {
                filled.push(letter);
            }
        }
        filled.push_str(rest);
    }
    Some(filled)
}
