//! `boto_iam.get_account_id`, which STS answers without any permission.

use futures::future::FutureExt;

use super::account::Account;
use crate::model::{Aspects, Reference, Value};
use crate::resources::{Asker, AwsFunction, Family, Refusal, Source};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family {
    labels: &["iam"],
    functions: &[AwsFunction::read(
        &["boto_iam.get_account_id"],
        &[],
        "Answers the id of the account of the credentials: twelve digits.",
        |ask, _| get_account_id(ask).boxed(),
    )],
}];

async fn get_account_id(ask: &Asker<'_>) -> Result<Value, Refusal> {
    let account = ask.find::<Account>(Reference::new(Account::KIND, ""), Aspects::NONE).await?;
    Ok(account.map(|account| account.id.clone()).into())
}
