//! The register, kept in a file between two commands of an ops node, so that a command reads only the newer decisions.
//!
//! Nothing is ever removed from the register's stream: a decision replaces the one before about the same key, at a later place. So what was
//! read up to a place, and what is stored behind it, make up the register. The message at that place is read again. If it is gone, or is
//! another one, the stream may be a new one, and everything is read.
//!
//! The file is beside the operator's kit. It counts only if it belongs to the user who runs the command and if nobody else may read or
//! write it: its entries decide who gets jobs.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Console, OperatorError};
use crate::identity::{Believed, Decision, PublicKey, Register};
use crate::protocol::subjects::REGISTER;
use crate::transport::BucketEntry;
use machine::file::{self, Algorithm, Permissions};

/// Readable and writable by the owner alone.
const PRIVATE: Permissions = Permissions { mode: Some(0o600), uid: None, gid: None };

/// A register, and up to where it was read.
#[derive(Debug, Deserialize, Serialize)]
struct RegisterCache {
    /// The root of the fleet.
    root: PublicKey,
    /// The version of the list of operators by which the entries were checked.
    operators: u64,
    /// The place of the last message.
    place: u64,
    /// The SHA-256 of that message.
    message: String,
    /// The decisions.
    entries: Vec<Believed>,
}

impl RegisterCache {
    fn read(file: &Path) -> Option<Self> {
        serde_json::from_slice(&file::read_private(file)?).ok()
    }

    /// Whether these are from the same stream: the message at the place is there.
    fn is_continued_by(&self, stored: &[BucketEntry]) -> bool {
        stored.iter().any(|entry| entry.place == self.place && digest_of(entry) == self.message)
    }
}

/// The IDs of the accepted instances that an earlier command of this ops node kept in a file. Completions offer them: they ask no server.
pub fn kept_ids(file: &Path) -> Vec<String> {
    let Some(cache) = RegisterCache::read(file) else { return vec![] };
    let mut register = Register::default();
    for believed in cache.entries {
        register.put_believed(believed);
    }
    register.accepted().map(|entry| entry.id.clone()).collect()
}

fn digest_of(entry: &BucketEntry) -> String {
    Algorithm::Sha256.digest(&entry.value)
}

impl Console {
    /// The register: from the file what was read before, from the servers what is newer. Besides, what was ignored, and why.
    pub(super) async fn register(&self) -> Result<(Register, Vec<String>), OperatorError> {
        let is_ours =
            |cache: &RegisterCache| cache.root == self.kit.root && cache.operators == self.operators.version;
        let cache = self.register_cache.as_deref().and_then(RegisterCache::read).filter(is_ours);
        let Some(cache) = cache else { return self.whole_register().await };
        let newer = self.transport.bucket_from(REGISTER.to_owned(), cache.place).await?;
        if !cache.is_continued_by(&newer) {
            return self.whole_register().await;
        }
        let mut register = Register::default();
        for believed in cache.entries {
            register.put_believed(believed);
        }
        // One of them was known already.
        let ignored = if newer.len() > 1 { self.add(&mut register, newer) } else { vec![] };
        if ignored.is_empty() {
            return Ok((register, ignored));
        }
        // What is ignored took the place of a decision.
        self.whole_register().await
    }

    /// The decisions that this ops node believed before. Those of operators who no longer keep the register do not count.
    fn believed_before(&self) -> Vec<Believed> {
        let cache = self.register_cache.as_deref().and_then(RegisterCache::read);
        let Some(cache) = cache.filter(|cache| cache.root == self.kit.root) else { return vec![] };
        let is_keepers = |believed: &Believed| {
            self.operators.find(&believed.by).is_some_and(|operator| operator.keeps_register)
        };
        cache.entries.into_iter().filter(is_keepers).collect()
    }

    /// The register as the servers have it, and what this ops node knows better: a key that it has seen deleted or rejected stays so until there is a
    /// newer decision, and an entry that is not believed does not hide the one before. Besides, what was ignored, and why.
    pub(super) async fn whole_register(&self) -> Result<(Register, Vec<String>), OperatorError> {
        let stored = self.transport.bucket_from(REGISTER.to_owned(), 0).await?;
        let keys: BTreeSet<String> = stored.iter().map(|entry| entry.key.clone()).collect();
        let before = self.believed_before();
        let mut register = Register::default();
        for believed in before.iter().filter(|believed| believed.entry.decision != Decision::Accepted) {
            register.put_believed(believed.clone());
        }
        let ignored = self.add(&mut register, stored);
        // The servers have something else under its key, and nobody believes that.
        let is_hidden = |believed: &Believed| {
            keys.contains(believed.entry.key.as_str()) && register.find(&believed.entry.key).is_none()
        };
        let hidden: Vec<Believed> = before.into_iter().filter(is_hidden).collect();
        for believed in hidden {
            register.put_believed(believed);
        }
        Ok((register, ignored))
    }

    /// Checks what was read, puts it into the register and keeps that for the next command. Gives what was ignored.
    fn add(&self, register: &mut Register, stored: Vec<BucketEntry>) -> Vec<String> {
        let last = stored.iter().max_by_key(|entry| entry.place);
        let last = last.map(|entry| (entry.place, digest_of(entry)));
        let stored: Vec<_> = stored.into_iter().map(|entry| (entry.key, entry.value)).collect();
        let ignored = register.add(&stored, &self.operators);
        // Every command reports what it ignores, so nothing is kept then.
        if let (Some(file), Some((place, message)), true) = (&self.register_cache, last, ignored.is_empty()) {
            let cache = RegisterCache {
                root: self.kit.root.clone(),
                operators: self.operators.version,
                place,
                message,
                entries: register.believed().collect(),
            };
            // Without the file the next command reads everything.
            let _ = serde_json::to_vec(&cache).map(|cache| file::replace(file, &cache, PRIVATE));
        }
        ignored
    }
}
