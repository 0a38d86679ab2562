//! What the root of the fleet has signed: the list of operators, and what servers must know. Operators bring it to the servers.

use serde::de::DeserializeOwned;

use super::find::find_at;
use super::{ATTEMPTS, Console, OperatorError, busy};
use crate::identity::setup::OperatorKit;
use crate::identity::{Authority, Decision, Entry, Operator, Operators, Register, Removed, list_version};
use crate::protocol::subjects::{AUTHORITY, LIST, OPERATORS, REGISTER, in_bucket, stream_of};
use crate::protocol::{Domain, Refusal, Signed};

impl Console {
    /// Signs anew what a removed register keeper decided before the removal, and issues new tokens for the accepted instances. Gives these decisions.
    ///
    /// # Errors
    ///
    /// This operator does not keep the register, nobody of that name was removed, or the servers do not take it.
    pub async fn take_over(&self, name: &str) -> Result<Vec<Entry>, OperatorError> {
        self.registrar()?;
        let is_meant = |removed: &&Removed| removed.name == name;
        let removed: Vec<&Removed> = self.authority.removed.iter().filter(is_meant).collect();
        let Some(until) = removed.iter().map(|removed| removed.at).max() else {
            return Err(OperatorError::NotRemoved { name: name.to_owned() });
        };
        let as_keeper = |removed: &&Removed| Operator {
            name: removed.name.clone(),
            key: removed.key.clone(),
            seal: self.identity.box_key(),
            rights: vec![],
            keeps_register: true,
            reads: vec![],
        };
        let before = Operators { version: 0, operators: removed.iter().map(as_keeper).collect() };
        let stored = self.transport.bucket(REGISTER.to_owned()).await?;
        let (register, _) = Register::read(&stored, &before);
        let mut taken = vec![];
        for entry in register.entries().filter(|entry| entry.at <= until) {
            taken.push(match entry.decision {
                Decision::Accepted => self.issue(entry).await?,
                decision => self.refuse(entry.clone(), decision).await?,
            });
        }
        Ok(taken)
    }

    /// Stores the list of operators as the kit has it, if that is the newest.
    ///
    /// # Errors
    ///
    /// The servers do not take it.
    pub async fn publish_operators(&self) -> Result<(), OperatorError> {
        // A newer version of this program may have written it.
        let version = |list: &[u8]| list_version(list, &self.kit.root).unwrap_or(0);
        self.publish_newest(LIST, self.kit.operators.to_bytes()?, version).await.map(drop)
    }

    /// Stores what servers must know as the kit has it, if that is the newest. True if the servers did not have it.
    ///
    /// # Errors
    ///
    /// The servers do not take it.
    pub async fn publish_authority(&self) -> Result<bool, OperatorError> {
        let Some(own) = &self.kit.authority else { return Ok(false) };
        let version = |bytes: &[u8]| {
            let signed = Signed::read(bytes).and_then(|signed| Authority::open(&signed, &self.kit.root));
            signed.map_or(0, |authority| authority.version)
        };
        self.publish_newest(AUTHORITY, own.to_bytes()?, version).await
    }

    /// Stores what the root signed under a key, if the version is higher than what is stored. False if it is not.
    async fn publish_newest(
        &self,
        under: &str,
        own: Vec<u8>,
        version: impl Fn(&[u8]) -> u64,
    ) -> Result<bool, OperatorError> {
        let subject = in_bucket(OPERATORS, under);
        for _ in 0..ATTEMPTS {
            let stored = find_at(&*self.transport, stream_of(OPERATORS), subject.clone()).await?;
            let (newest, at) = stored.map_or((0, 0), |(list, at)| (version(&list), at));
            if newest >= version(&own) {
                return Ok(false);
            }
            if self.transport.store_after(subject.clone(), own.clone(), at).await? {
                return Ok(true);
            }
        }
        Err(busy("publishing what the root has signed").into())
    }
}

/// What servers must know as the kit has it. A kit of an older program has the signing keys alone.
pub(super) fn authority_of(kit: &OperatorKit) -> Result<Authority, Refusal> {
    match &kit.authority {
        Some(signed) => Authority::open(signed, &kit.root),
        None => Ok(Authority { signers: kit.account_signers.clone(), ..Authority::default() }),
    }
}

/// The newer of the two. What the root has not signed does not count.
pub(super) fn newest_authority(own: Authority, stored: Option<Vec<u8>>, kit: &OperatorKit) -> Authority {
    let stored = stored.and_then(|stored| Signed::read(&stored).ok());
    let stored = stored.and_then(|stored| Authority::open(&stored, &kit.root).ok());
    stored.filter(|stored| stored.version > own.version).unwrap_or(own)
}

/// What the servers hold that only the root may sign, and that it did not sign: somebody tampers with the servers.
pub(super) fn tampered(list: Option<&[u8]>, authority: Option<&[u8]>, kit: &OperatorKit) -> Vec<String> {
    let mut tampered = vec![];
    if list.is_some_and(|list| !is_of_root::<Operators>(list, Domain::Operators, kit)) {
        tampered.push(not_of_root("the list of operators"));
    }
    if authority.is_some_and(|authority| !is_of_root::<Authority>(authority, Domain::Authority, kit)) {
        tampered.push(not_of_root("the list of accounts"));
    }
    tampered
}

/// Whether the root signed it. What only a newer version of this program can read is the root's, too.
fn is_of_root<T: DeserializeOwned>(stored: &[u8], domain: Domain, kit: &OperatorKit) -> bool {
    let Ok(signed) = Signed::read(stored) else { return false };
    signed.by == kit.root && matches!(signed.open::<T>(domain), Ok(_) | Err(Refusal::Newer { .. }))
}

fn not_of_root(what: &str) -> String {
    format!("{what} on the servers is ignored: the root of this fleet has not signed it")
}
