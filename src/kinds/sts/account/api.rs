//! The call for the caller's account.

use super::live::Live;
use aws::Sts;
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};

const OPERATION: &str = "GetCallerIdentity";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    match read(aws).await {
        Ok(live) => {
            for ask in asks {
                answers.found(&ask.reference, live.clone());
            }
        }
        Err(error) => answers.all_failed(asks, &error),
    }
    answers
}

async fn read(aws: &Aws) -> Result<Live, ApiError> {
    let answer = aws
        .client::<Sts>()
        .get_caller_identity()
        .send()
        .await
        .map_err(failed(OPERATION, "the credentials"))?;
    let nameless = || ApiError::found(OPERATION, "the credentials", Fault::Other, "AWS named no account");
    let id = answer.account().ok_or_else(nameless)?;
    Ok(Live::new(id, answer.arn().unwrap_or_default(), &aws.region))
}
