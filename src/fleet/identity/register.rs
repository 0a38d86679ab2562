//! The register: which instances belong to the fleet. An entry is signed by an operator who keeps the register.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::thread::ScopedJoinHandle;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::attributes::Attributes;
use super::card::Card;
use super::keys::{BoxKey, PublicKey};
use super::operators::Operators;
use crate::protocol::{Domain, Refusal, Signed};

/// What was decided about a key.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It belongs to the fleet.
    Accepted,
    /// It does not, and is not to ask again.
    Rejected,
    /// It did once, or asked once; it may ask again. Kept until no token of the key is valid any more.
    Deleted,
}

/// One decision about one key.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Entry {
    /// The ID of the instance.
    pub id: String,
    /// Its key.
    pub key: PublicKey,
    /// The key that is sealed for.
    pub seal: BoxKey,
    /// What was decided.
    pub decision: Decision,
    /// When, in seconds since 1970.
    pub at: i64,
    /// When the last token issued to the key expires, in seconds since 1970.
    pub expires: i64,
    /// What operators say about the instance.
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
}

/// An entry that was believed, and the operator's key that signed it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Believed {
    /// The entry.
    pub entry: Entry,
    /// Who signed.
    pub by: PublicKey,
}

impl Entry {
    /// Whether this decision counts where the other one is known. The time that was signed decides, whichever arrived last. Of one second, a
    /// refusal counts.
    fn replaces(&self, known: &Self) -> bool {
        match self.at.cmp(&known.at) {
            Ordering::Less => false,
            Ordering::Equal => self.decision != Decision::Accepted || known.decision == Decision::Accepted,
            Ordering::Greater => true,
        }
    }
}

/// All entries that a trusted operator signed.
#[derive(Clone, Debug, Default)]
pub struct Register {
    entries: BTreeMap<PublicKey, Entry>,
    /// Who signed those that were read.
    signers: BTreeMap<PublicKey, PublicKey>,
}

impl Register {
    /// Reads the stored entries. Those that no register keeper signed are left out, and reported.
    pub fn read(stored: &[(String, Vec<u8>)], operators: &Operators) -> (Self, Vec<String>) {
        let mut register = Self::default();
        let refused = register.add(stored, operators);
        (register, refused)
    }

    /// Puts stored entries in, unless a newer decision about the same key is there. Those that no register keeper signed, and older ones, are left
    /// out and reported.
    pub fn add(&mut self, stored: &[(String, Vec<u8>)], operators: &Operators) -> Vec<String> {
        let mut refused = vec![];
        for ((under, _), opened) in stored.iter().zip(on_all_processors(stored, |part| open(part, operators)))
        {
            match opened {
                Ok(believed) => {
                    let id = believed.entry.id.clone();
                    if !self.put_believed(believed) {
                        refused.push(format!(
                            "the servers have an older decision about {id} ({under}) than this ops node; the newer one counts"
                        ));
                    }
                }
                Err(refusal) => refused.push(format!("the register's entry {under} is ignored: {refusal}")),
            }
        }
        refused
    }

    /// The decision about a key.
    pub fn find(&self, key: &PublicKey) -> Option<&Entry> {
        self.entries.get(key)
    }

    /// Puts a decision in.
    pub fn put(&mut self, entry: Entry) {
        self.entries.insert(entry.key.clone(), entry);
    }

    /// Puts a decision in, unless there is a newer one about the key; false then.
    pub fn put_newer(&mut self, entry: Entry) -> bool {
        let counts = self.find(&entry.key).is_none_or(|known| entry.replaces(known));
        if counts {
            self.put(entry);
        }
        counts
    }

    /// The same, and notes who signed it.
    pub fn put_believed(&mut self, Believed { entry, by }: Believed) -> bool {
        let key = entry.key.clone();
        let counts = self.put_newer(entry);
        if counts {
            self.signers.insert(key, by);
        }
        counts
    }

    /// The entries that were read, with those who signed them.
    pub fn believed(&self) -> impl Iterator<Item = Believed> {
        let believed = |entry: &Entry| {
            Some(Believed { entry: entry.clone(), by: self.signers.get(&entry.key)?.clone() })
        };
        self.entries.values().filter_map(believed)
    }

    /// The accepted instance with an ID.
    pub fn of_id(&self, id: &str) -> Option<&Entry> {
        self.accepted().find(|entry| entry.id == id)
    }

    /// The accepted instances.
    pub fn accepted(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().filter(|entry| entry.decision == Decision::Accepted)
    }

    /// Every entry.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// The keys that servers must refuse, with the time up to which their tokens are revoked. Those whose tokens have all
    /// expired by themselves are left out, so that the list does not grow without end.
    pub fn revocations(&self, now: i64) -> BTreeMap<String, i64> {
        let revoked = |entry: &&Entry| entry.decision != Decision::Accepted && entry.expires > now;
        self.entries.values().filter(revoked).map(|entry| (entry.key.to_string(), entry.at)).collect()
    }
}

/// Entries that a register keeper signed. The signatures of all are checked at once.
fn open(stored: &[(String, Vec<u8>)], operators: &Operators) -> Vec<Result<Believed, Refusal>> {
    let mut read = vec![];
    let by_keeper = |(_, bytes): &(String, Vec<u8>)| {
        let signed = Signed::read(bytes)?;
        let operator = operators.find(&signed.by).ok_or(Refusal::UnknownOperator)?;
        if !operator.keeps_register {
            let what = "keep the register".to_owned();
            return Err(Refusal::NotAllowed { operator: operator.name.clone(), what });
        }
        read.push(signed);
        Ok(())
    };
    let by_keepers: Vec<Result<(), Refusal>> = stored.iter().map(by_keeper).collect();
    let opened = Signed::open_all::<Entry>(&read, Domain::Entry).into_iter();
    let mut opened = read.iter().zip(opened);
    let entry = |((under, _), is_keepers): (&(String, Vec<u8>), Result<(), Refusal>)| {
        is_keepers?;
        let Some((signed, entry)) = opened.next() else { return Err(Refusal::WrongSignature) };
        let believed = Believed { entry: entry?, by: signed.by.clone() };
        if believed.entry.key.as_str() == under { Ok(believed) } else { Err(Refusal::WrongKey) }
    };
    stored.iter().zip(by_keepers).map(entry).collect()
}

/// The smallest part that gets a thread of its own.
const PER_THREAD: usize = 512;

/// Runs `work` on parts of a list; on all processors if the list is long.
fn on_all_processors<T: Sync, U: Send>(all: &[T], work: impl Fn(&[T]) -> Vec<U> + Sync) -> Vec<U> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let each = all.len().div_ceil(processors).max(PER_THREAD);
    if all.len() <= each {
        return work(all);
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = all.chunks(each).map(|part| scope.spawn(|| work(part))).collect();
        let joined = threads.into_iter().map(ScopedJoinHandle::join);
        joined.flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// Keys by state, as `salt-key --list` shows them. Each is an ID with its key.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct KeyList {
    /// They belong to the fleet.
    pub accepted: Vec<(String, PublicKey)>,
    /// They ask under an ID that an accepted instance has: another key, or another machine.
    pub denied: Vec<(String, PublicKey)>,
    /// They ask.
    pub unaccepted: Vec<(String, PublicKey)>,
    /// They were rejected.
    pub rejected: Vec<(String, PublicKey)>,
}

impl KeyList {
    /// Sorts everything known.
    pub fn new(register: &Register, asking: &[Card]) -> Self {
        let mut list = Self::default();
        for entry in register.entries() {
            let pair = (entry.id.clone(), entry.key.clone());
            match entry.decision {
                Decision::Accepted => list.accepted.push(pair),
                Decision::Rejected => list.rejected.push(pair),
                Decision::Deleted => {}
            }
        }
        for card in asking {
            let pair = (card.body.id.clone(), card.key.clone());
            match register.find(&card.key).map(|entry| (entry.decision, entry.at)) {
                Some((Decision::Accepted | Decision::Rejected, _)) => {}
                // It was deleted after it asked: it has to ask again.
                Some((Decision::Deleted, at)) if card.body.made <= at => {}
                _ if register.of_id(&card.body.id).is_some() => list.denied.push(pair),
                _ => list.unaccepted.push(pair),
            }
        }
        for part in [&mut list.accepted, &mut list.denied, &mut list.unaccepted, &mut list.rejected] {
            part.sort();
        }
        list
    }
}

/// A key's fingerprint: SHA-256 of its text, in pairs of digits as `salt-key --finger` shows them.
pub fn fingerprint(key: &PublicKey) -> String {
    let digest = Sha256::digest(key.as_str().as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(":")
}
