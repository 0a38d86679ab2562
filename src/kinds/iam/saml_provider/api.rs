//! The calls for SAML providers.

use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use crate::Iam;
use aws::crowd::read_each;
use aws::error::{done_if_not_found, not_yet_if_not_found};
use aws::{ApiError, Aws, failed, sdk_tags};
use kind::{Answers, Ask};

/// IAM describes one provider per call.
const AT_ONCE: usize = 8;

/// IAM identifies providers by ARN, and authors write names: all are listed once.
pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let listed = aws.client::<Iam>().list_saml_providers().send().await;
    let listed = match listed.map_err(failed("ListSAMLProviders", "the account")) {
        Ok(listed) => listed.saml_provider_list.unwrap_or_default(),
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    let arns: Vec<String> = listed.into_iter().filter_map(|provider| provider.arn).collect();
    let is_named =
        |arn: &String, name: &str| arn.split_once(":saml-provider/").is_some_and(|it| it.1 == name);
    let mut found = vec![];
    for ask in asks {
        match arns.iter().find(|arn| is_named(arn, &ask.reference.name)) {
            Some(arn) => found.push((ask, arn)),
            None => answers.absent(&ask.reference),
        }
    }
    for ((ask, _), answer) in read_each(&found, AT_ONCE, |(_, arn)| read(aws, arn).boxed()).await {
        answers.answer(&ask.reference, answer.map(Some));
    }
    answers
}

async fn read(aws: &Aws, arn: &str) -> Result<Live, ApiError> {
    let answer = aws.client::<Iam>().get_saml_provider().saml_provider_arn(arn).send().await;
    let answer = not_yet_if_not_found(answer.map_err(failed("GetSAMLProvider", arn)))?;
    let tags = answer.clone().map(|it| sdk_tags::read(it.tags()));
    let document = answer.map(|it| it.saml_metadata_document.unwrap_or_default());
    Ok(Live { arn: arn.to_owned(), document, tags })
}

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (iam, call) = (aws.client::<Iam>(), step.call());
    match step {
        Step::Create { name, document, tags } => {
            let request = iam.create_saml_provider().name(name).saml_metadata_document(document);
            let request = request.set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Set { arn, document } => {
            let request = iam.update_saml_provider().saml_provider_arn(arn);
            request.saml_metadata_document(document).send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Tag { arn, tags } => {
            let request = iam.tag_saml_provider().saml_provider_arn(arn).set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Untag { arn, keys } => {
            let request = iam.untag_saml_provider().saml_provider_arn(arn);
            let answer = request.set_tag_keys(Some(keys.clone())).send().await;
            answer.map(drop).map_err(failed(call, arn))
        }
        Step::Delete { arn } => {
            let answer = iam.delete_saml_provider().saml_provider_arn(arn).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, arn)))
        }
    }
}
