//! Data that kinds keep with a connection until the process ends: facts about the account, and calls that wait to be
//! combined.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::Aws;

/// One thing of each type.
#[derive(Default)]
pub(super) struct OneOfEachType(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl fmt::Debug for OneOfEachType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Kept")
    }
}

/// The id of the account that the credentials belong to.
#[derive(Default)]
struct Owner(OnceLock<String>);

impl Aws {
    /// The value of this type that is kept with the connection.
    pub fn kept<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.kept_or(T::default)
    }

    /// The value of this type that is kept with the connection; made if there is none.
    pub(super) fn kept_or<T: Send + Sync + 'static>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let mut kept = self.kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Ok(thing)) = kept.get(&TypeId::of::<T>()).map(|thing| thing.clone().downcast()) {
            return thing;
        }
        let made = Arc::new(make());
        kept.insert(TypeId::of::<T>(), made.clone());
        made
    }

    /// Keeps this value with the connection, in the place of another of its type.
    pub(super) fn keep<T: Send + Sync + 'static>(&self, thing: T) {
        let mut kept = self.kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(TypeId::of::<T>(), Arc::new(thing));
    }

    /// Notes the account's id, from the ARN of a thing that only the account's own list can hold.
    ///
    /// Groups of instances, alarms, roles and queues are such things. Security groups are not: AWS also lists those
    /// that another account shares.
    pub fn note_owner(&self, arn: &str) {
        self.note_account(arn.split(':').nth(4).unwrap_or_default());
    }

    /// Notes the account's id, from AWS's answer to who these credentials are.
    pub(super) fn note_account(&self, account: &str) {
        if account.len() == 12 && account.bytes().all(|byte| byte.is_ascii_digit()) {
            self.kept::<Owner>().0.get_or_init(|| account.to_owned());
        }
    }

    /// The account, if it is known without a call: the credentials of a role belong to the account in its ARN.
    pub fn account(&self) -> Option<String> {
        let of_role = self.connection.role_arn.as_deref().and_then(|arn| arn.split(':').nth(4));
        of_role.filter(|account| !account.is_empty()).map(str::to_owned).or_else(|| self.owner())
    }

    /// The account's id, if a read has shown it.
    pub fn owner(&self) -> Option<String> {
        self.kept::<Owner>().0.get().cloned()
    }
}
