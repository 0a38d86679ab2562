//! The checked settings of deployments: the key `deploy` of the configuration.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use super::job::{OnFailure, Rules};
use super::plan::BASE;
use crate::artifact::{Anchor, Limits, Pinned, PublicKey, Role, check_name};
use crate::store::{Encryption, Location};
use aws::{Connection, profile};
use model::{Argument, Entry, Fields, Minion, Place, Problem, Problems, Shape, Value};

/// The keys of `deploy`.
pub const ARGUMENTS: &[Argument] = &[
    Argument::optional("store", Shape::Text, "the store of artifacts: s3://bucket/prefix, or a directory"),
    Argument::optional("public_keys", Shape::Texts, "the keys whose signatures count, as 'ed25519:…'"),
    Argument::optional(
        "release_threshold",
        Shape::Integer,
        "how many of public_keys must have signed a release [1]",
    ),
    Argument::optional(
        "pointer_keys",
        Shape::Texts,
        "the keys that make a release current [those of public_keys]",
    ),
    Argument::optional(
        "pointer_threshold",
        Shape::Integer,
        "how many of pointer_keys must have signed a pointer [1]",
    ),
    Argument::optional(
        "root_keys",
        Shape::Texts,
        "the keys of the store's root document, which names all other keys in place of the above",
    ),
    Argument::optional("root_threshold", Shape::Integer, "how many of root_keys must have signed it [1]"),
    Argument::optional("root_version", Shape::Integer, "the version of it that root_keys have signed [1]"),
    Argument::optional("refresh_keys", Shape::Texts, "the keys that may renew pointers, and nothing else"),
    Argument::optional("root", Shape::Text, "the directory of the services [/srv]"),
    Argument::optional("keep", Shape::Integer, "releases kept beside the current one [3]"),
    Argument::optional(
        "base",
        Shape::Either(&[Shape::Boolean, Shape::Text]),
        "the service whose files all others share; False for none [base]",
    ),
    Argument::optional("hooks_timeout", Shape::Integer, "seconds that a hook may take [300]"),
    Argument::optional(
        "on_failure",
        Shape::Word(&["rollback", "keep", "deregister"]),
        "if hooks fail after a release came into service: the previous one comes back (rollback), it stays \
         (keep), or the instance leaves its balancers (deregister) [rollback]",
    ),
    Argument::optional("hooks_environment", Shape::Table(&Shape::Text), "environment variables of hooks"),
    Argument::optional(
        "max_age_days",
        Shape::Integer,
        "builds older than this many days are refused [no limit]",
    ),
    Argument::optional(
        "pointer",
        Shape::Word(&["any", "instance"]),
        "whose pointer counts: only the instance's own, or that of all instances if it has none [any]",
    ),
    Argument::optional(
        "max_unpacked_bytes",
        Shape::Integer,
        "the most bytes that an artifact unpacks to [4 GiB]",
    ),
    Argument::optional("max_entries", Shape::Integer, "the most files of an artifact [200000]"),
    Argument::optional("keep_free_bytes", Shape::Integer, "the bytes that stay free on the disk [256 MiB]"),
    Argument::optional(
        "server_side_encryption",
        Shape::Word(&["AES256", "aws:kms", "aws:kms:dsse"]),
        "the encryption of published files [that of the bucket]",
    ),
    Argument::optional("kms_key_id", Shape::Text, "the key of KMS for the encryption"),
    Argument::optional("region", Shape::Text, "the bucket's region"),
    Argument::optional("keyid", Shape::Text, "access key id"),
    Argument::optional("key", Shape::Text, "secret access key"),
    Argument::optional(
        "profile",
        Shape::Either(&[Shape::Table(&Shape::Any), Shape::Text]),
        "region, keyid and key as a mapping, or the name of such a mapping",
    ),
];

/// The arguments with the credentials for the store's calls.
const OF_PROFILE: &[&str] = &["region", "keyid", "key", "profile"];

/// The store of artifacts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Address {
    /// In a directory.
    Directory(PathBuf),
    /// In a bucket.
    S3(Location),
}

/// All settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The store of artifacts.
    pub store: Option<Address>,
    /// The connection for the store's calls.
    pub connection: Connection,
    /// The encryption of published files.
    pub encryption: Encryption,
    /// The directory of the services.
    pub root: PathBuf,
    /// The service that all others share.
    pub base: Option<String>,
    /// The conditions for releases, and how they are kept.
    pub rules: Rules,
    /// Environment variables of hooks.
    pub hooks_environment: BTreeMap<String, String>,
}

impl Settings {
    /// Reads the key `deploy` of the configuration.
    ///
    /// # Errors
    /// All mistakes in it.
    pub fn read(minion: &Minion) -> Result<Self, Problems> {
        let place = Place::file("the minion configuration");
        let mut problems = Problems::default();
        let given = minion.opts.get("deploy");
        let fields = Fields::of_setting(ARGUMENTS, given, &place, "deploy", &mut problems);
        let fields = fields.unwrap_or_else(|| Fields::check(ARGUMENTS, [], &place, "deploy", &mut problems));
        let entries = given.and_then(Value::as_map).map(|map| Entry::all_of(map, &place)).unwrap_or_default();
        let of_profile = entries.into_iter().filter(|(key, _)| OF_PROFILE.contains(&key.as_str()));
        let connection =
            Fields::check(profile::ARGUMENTS, of_profile, &place, "deploy", &mut Problems::default());
        let connection = profile::resolve(&connection, minion, &["deploy", "s3"], &mut problems);
        let mut reader = Reader { fields: &fields, problems: &mut problems };
        let read = Self {
            store: reader.store(),
            connection: connection.unwrap_or_default(),
            encryption: Encryption {
                method: fields.text("server_side_encryption"),
                kms_key_id: fields.text("kms_key_id"),
            },
            root: reader.root(),
            base: reader.base(),
            rules: reader.rules(),
            hooks_environment: fields
                .text_table("hooks_environment")
                .unwrap_or_default()
                .into_iter()
                .collect(),
        };
        problems.or(read)
    }
}

struct Reader<'a> {
    fields: &'a Fields,
    problems: &'a mut Problems,
}

impl Reader<'_> {
    fn refuse(&mut self, name: &str, message: &str, hint: &str) {
        let problem = Problem::at(self.fields.place_of(name), format!("'deploy:{name}' {message}"));
        self.problems.push(problem.hint(hint));
    }

    fn store(&mut self) -> Option<Address> {
        let text = self.fields.text("store")?;
        if let Some(location) = Location::parse(&text) {
            return Some(Address::S3(location));
        }
        if text.starts_with('/') {
            return Some(Address::Directory(PathBuf::from(text)));
        }
        self.refuse(
            "store",
            &format!("is not a store of artifacts: {text}"),
            "write s3://bucket/prefix or /a/directory",
        );
        None
    }

    fn root(&mut self) -> PathBuf {
        let text = self.fields.text("root").unwrap_or_else(|| "/srv".to_owned());
        if !text.starts_with('/') {
            self.refuse("root", &format!("must be an absolute path, not {text}"), "leave it out for /srv");
        }
        PathBuf::from(text)
    }

    fn base(&mut self) -> Option<String> {
        let Some(node) = self.fields.node("base") else { return Some(BASE.to_owned()) };
        match node.to_value() {
            Value::Bool(wanted) => wanted.then(|| BASE.to_owned()),
            _ => {
                let name = self.fields.text("base").unwrap_or_default();
                if let Err(refusal) = check_name(&name) {
                    self.refuse(
                        "base",
                        &format!("is not the name of a service: {refusal}"),
                        "remove it for 'base', or write False",
                    );
                }
                Some(name)
            }
        }
    }

    fn rules(&mut self) -> Rules {
        let limits = Limits::default();
        let entries = self.whole("max_entries", limits.entries as u64, 1);
        Rules {
            pinned: self.pinned(),
            root: self.anchor(),
            only_own_pointer: self.fields.text("pointer").as_deref() == Some("instance"),
            keep: usize::try_from(self.whole("keep", 3, 0)).unwrap_or(usize::MAX),
            limits: Limits {
                unpacked_bytes: self.whole("max_unpacked_bytes", limits.unpacked_bytes, 1),
                entries: usize::try_from(entries).unwrap_or(usize::MAX),
            },
            max_age_days: self
                .fields
                .has("max_age_days")
                .then(|| i64::try_from(self.whole("max_age_days", 0, 1)).unwrap_or(i64::MAX)),
            keep_free: self.whole("keep_free_bytes", 256 << 20, 0),
            hooks_timeout: Duration::from_secs(self.whole("hooks_timeout", 300, 1)),
            on_failure: match self.fields.text("on_failure").as_deref() {
                Some("keep") => OnFailure::Keep,
                Some("deregister") => OnFailure::Deregister,
                _ => OnFailure::Rollback,
            },
        }
    }

    fn pinned(&mut self) -> Pinned {
        let releases = self.keys("public_keys");
        let own = self.fields.has("pointer_keys").then(|| self.keys("pointer_keys"));
        let least = self.threshold("release_threshold", &releases, "public_keys");
        let named = if own.is_some() { "pointer_keys" } else { "public_keys" };
        let pointers = own.unwrap_or_else(|| releases.clone());
        let least_pointers = self.threshold("pointer_threshold", &pointers, named);
        Pinned { least, pointers, least_pointers, renewals: self.keys("refresh_keys"), releases }
    }

    fn threshold(&mut self, name: &str, keys: &[PublicKey], of: &str) -> usize {
        let least = usize::try_from(self.whole(name, 1, 1)).unwrap_or(usize::MAX);
        if !keys.is_empty() && least > keys.len() {
            let message = format!("asks for {least} signatures, but '{of}' has {}", keys.len());
            self.refuse(name, &message, "pin more keys, or ask for fewer");
        }
        least
    }

    /// The root document that names the keys; none if the configuration names them.
    fn anchor(&mut self) -> Option<Anchor> {
        let keys = self.keys("root_keys");
        let threshold = self.threshold("root_threshold", &keys, "root_keys");
        let version = self.whole("root_version", 1, 1);
        if keys.is_empty() {
            return None;
        }
        for name in ["public_keys", "release_threshold", "pointer_keys", "pointer_threshold", "refresh_keys"]
        {
            if self.fields.has(name) {
                let message = "has no effect beside 'root_keys': the root document names these keys";
                self.refuse(name, message, "remove one of the two");
            }
        }
        Some(Anchor { version, root: Role { keys, threshold } })
    }

    fn keys(&mut self, name: &str) -> Vec<PublicKey> {
        let mut keys = Vec::new();
        for text in self.fields.texts(name).unwrap_or_default() {
            match PublicKey::parse(&text) {
                Ok(key) => keys.push(key),
                Err(error) => self.refuse(
                    name,
                    &format!("holds no key: {error}"),
                    "orchestrate artifact key FILE shows the public half",
                ),
            }
        }
        keys
    }

    fn whole(&mut self, name: &str, default: u64, least: i64) -> u64 {
        let Some(number) = self.fields.integer(name) else { return default };
        if number < least {
            self.refuse(
                name,
                &format!("must be {least} or more, not {number}"),
                &format!("leave it out for {default}"),
            );
        }
        u64::try_from(number).unwrap_or(default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: serde_json::Value) -> Result<Settings, String> {
        let opts = [("deploy".into(), Value::from(json))].into_iter().collect();
        Settings::read(&Minion { opts, ..Minion::default() }).map_err(|problems| problems.to_string())
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let settings = Settings::read(&Minion::default()).unwrap();
        assert_eq!((settings.root, settings.base.as_deref()), (PathBuf::from("/srv"), Some("base")));
        assert_eq!((settings.store, settings.rules.keep), (None, 3));
        assert_eq!(settings.rules.limits, Limits::default());
        assert_eq!(settings.rules.hooks_timeout, Duration::from_secs(300));
    }

    #[test]
    fn what_is_given_counts() {
        let settings = read(serde_json::json!({
            "store": "s3://bucket/deploy", "root": "/opt", "keep": 1, "base": false, "max_age_days": 90,
            "hooks_timeout": 5, "hooks_environment": {"A": 1}, "region": "eu-west-1", "server_side_encryption": "aws:kms",
        }))
        .unwrap();
        assert_eq!(settings.store, Some(Address::S3(Location::parse("s3://bucket/deploy").unwrap())));
        assert_eq!((settings.base, settings.rules.max_age_days), (None, Some(90)));
        assert_eq!(settings.connection.region.as_deref(), Some("eu-west-1"));
        assert_eq!(settings.hooks_environment["A"], "1");
        assert_eq!(read(serde_json::json!({"base": "shared"})).unwrap().base.as_deref(), Some("shared"));
        let directory = read(serde_json::json!({"store": "/var/artifacts"})).unwrap().store;
        assert_eq!(directory, Some(Address::Directory(PathBuf::from("/var/artifacts"))));
    }

    #[test]
    fn a_root_document_names_the_keys_in_the_place_of_the_configuration() {
        let key = "ed25519:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
        let settings = read(serde_json::json!({"root_keys": [key], "root_version": 3})).unwrap();
        let anchor = settings.rules.root.unwrap();
        assert_eq!((anchor.version, anchor.root.threshold, anchor.root.keys.len()), (3, 1, 1));
        assert_eq!(read(serde_json::json!({})).unwrap().rules.root, None);
        let wrong = serde_json::json!({"root_keys": [key], "root_threshold": 2, "public_keys": [key]});
        let said = read(wrong).unwrap_err();
        assert!(
            said.contains("'deploy:root_threshold' asks for 2 signatures, but 'root_keys' has 1"),
            "{said}"
        );
        assert!(said.contains("'deploy:public_keys' has no effect beside 'root_keys'"), "{said}");
    }

    #[test]
    fn everything_wrong_is_reported_with_its_key() {
        let message = read(serde_json::json!({
            "store": "ftp://x", "root": "srv", "keep": -1, "base": "a/b", "max_age_days": 0, "hooks_timeout": "soon",
            "public_keys": ["ed25519:AAAA"], "pointer_keys": ["x"], "kep": 1, "region": "us-est-1",
        }))
        .unwrap_err();
        for part in [
            "'deploy:store' is not a store of artifacts: ftp://x",
            "'deploy:root' must be an absolute path, not srv",
            "'deploy:keep' must be 0 or more, not -1",
            "'deploy:base' is not the name of a service: 'a/b' cannot be",
            "'deploy:max_age_days' must be 1 or more, not 0",
            "'hooks_timeout' of deploy",
            "'deploy:public_keys' holds no key",
            "'deploy:pointer_keys' holds no key",
            "unknown argument 'kep' in deploy",
            "there is no region 'us-est-1'",
        ] {
            assert!(message.contains(part), "{part}\n{message}");
        }
        assert!(read(serde_json::json!([])).unwrap_err().contains("'deploy' must be a mapping"));
    }
}
