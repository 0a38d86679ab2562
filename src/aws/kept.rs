//! What the kinds keep with a connection for as long as the process runs: what they learnt of the account, and calls that
//! wait for company.

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
    /// The one thing of this type that is kept with the connection.
    pub fn kept<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut kept = self.kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        let thing = kept.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default()));
        thing.clone().downcast().unwrap_or_default()
    }

    /// Notes whose account this is, from the ARN of something that only the account's own list can hold.
    ///
    /// Groups of instances, alarms, roles and queues are such things. Security groups are not: AWS lists those that another
    /// account shares, too.
    pub fn note_owner(&self, arn: &str) {
        let account = arn.split(':').nth(4).unwrap_or_default();
        if account.len() == 12 && account.bytes().all(|byte| byte.is_ascii_digit()) {
            self.kept::<Owner>().0.get_or_init(|| account.to_owned());
        }
    }

    /// The account's id, if anything that was read has told it.
    pub fn owner(&self) -> Option<String> {
        self.kept::<Owner>().0.get().cloned()
    }
}
