//! `boto_iam.get_account_id`, which needs no permission in STS, and functions that build ARNs from it.

use futures::future::FutureExt;

use super::account::Account;
use aws::arn::is_arn;
use kind::{Asker, AwsFunction, Family, Refusal, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family {
        labels: &["iam"],
        functions: &[AwsFunction::read(
            &["boto_iam.get_account_id", "boto3_iam.get_account_id"],
            &[],
            "Returns the id of the account of the credentials: twelve digits.",
            "the id as text",
            |ask, _| get_account_id(ask).boxed(),
        )],
    },
    &Family {
        labels: &["sns"],
        functions: &[AwsFunction::read(
            &["boto_sns.get_arn", "boto3_sns.get_arn"],
            &[Argument::required("name", Shape::Text, "the topic's name")],
            "Returns the ARN of a topic with that name in this region. The topic need not exist.",
            "the ARN as text",
            |ask, fields| get_topic_arn(ask, fields).boxed(),
        )],
    },
];

async fn get_account_id(ask: &Asker<'_>) -> Result<Value, Refusal> {
    let account = ask.find::<Account>(Reference::new(Account::KIND, ""), Aspects::NONE).await?;
    Ok(account.map(|account| account.id.clone()).into())
}

async fn get_topic_arn(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    if is_arn(&name) {
        return Ok(name.into());
    }
    let account = ask.find::<Account>(Reference::new(Account::KIND, ""), Aspects::NONE).await?;
    let arn = account.map(|it| format!("arn:{}:sns:{}:{}:{name}", it.partition, ask.aws().region, it.id));
    Ok(arn.into())
}
