use aws_sdk_sts::operation::get_caller_identity::GetCallerIdentityOutput;
use aws_smithy_mocks::{RuleMode, mock};

use super::*;
use aws::Sts;
use model::{Aspects, Reference};

#[tokio::test]
async fn one_call_reads_account_and_partition_for_all_readers() {
    let rule = mock!(aws_sdk_sts::Client::get_caller_identity).then_output(|| {
        let arn = "arn:aws-cn:sts::123456789012:assumed-role/x/y";
        GetCallerIdentityOutput::builder().account("123456789012").arn(arn).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Sts>(RuleMode::Sequential, &[&rule]));
    let ask = |name: &str| Ask { reference: Reference::new(Account::KIND, name), aspects: Aspects::NONE };
    let asks = [ask(""), ask("same")];
    let answers = Account::describe(&aws, &asks).await;
    let found: Vec<_> = asks.iter().map(|ask| answers.0[&ask.reference].clone()).collect();
    let (id, partition, region) = ("123456789012".to_owned(), "aws-cn".to_owned(), aws.region.clone());
    let live = live::Live { id, partition, region };
    assert_eq!(found, [Ok(Some(live.clone())), Ok(Some(live.clone()))]);
    assert_eq!(Account::attribute(&live, "partition"), Some("aws-cn".into()));
    assert_eq!(rule.num_calls(), 1);
}
