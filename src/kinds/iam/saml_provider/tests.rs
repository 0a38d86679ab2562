use aws_sdk_iam::Client;
use aws_sdk_iam::operation::get_saml_provider::{GetSAMLProviderError, GetSamlProviderOutput};
use aws_sdk_iam::operation::list_saml_providers::ListSamlProvidersOutput;
use aws_sdk_iam::operation::tag_saml_provider::TagSamlProviderOutput;
use aws_sdk_iam::operation::untag_saml_provider::UntagSamlProviderOutput;
use aws_sdk_iam::types::SamlProviderListEntry;
use aws_sdk_iam::types::error::NoSuchEntityException;
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::diff::diff;
use super::live::Live;
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::Iam;
use aws::tags::Tags;
use kind::{Ask, Resource, Source};
use model::{Asked, Aspects, Reference};

const ARN: &str = "arn:aws:iam::123456789012:saml-provider/sso";

fn want(document: &str) -> Want {
    let spec = Spec { name: "sso".to_owned(), present: true, ..Spec::default() };
    Want { spec, document: document.to_owned() }
}

fn live(document: &str) -> Live {
    let (document, tags) = (document.to_owned().into(), Asked::empty());
    Live { arn: ARN.to_owned(), document, tags }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    diff(want, live).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn another_document_replaces_the_existing_one() {
    assert_eq!(steps(&want("<a/>"), None), ["create the provider"]);
    assert_eq!(steps(&want("<a>\n  <b/>\n</a>"), Some(&live("<a><b/></a>"))), Vec::<String>::new());
    assert_eq!(steps(&want("<a/>"), Some(&live("<b/>"))), ["set the metadata document"]);
    let late = Live { document: Asked::NotYet, ..live("") };
    assert!(diff(&want("<a/>"), Some(&late)).busy.is_some());
    let gone = Want { spec: Spec { present: false, ..want("").spec }, ..want("") };
    assert_eq!(steps(&gone, Some(&late)), ["delete the provider"]);
}

fn list() -> Rule {
    mock!(Client::list_saml_providers).then_output(|| {
        let entry = |arn: &str| SamlProviderListEntry::builder().arn(arn).build();
        let all = ListSamlProvidersOutput::builder().saml_provider_list(entry(ARN));
        all.saml_provider_list(entry("arn:aws:iam::123456789012:saml-provider/late")).build()
    })
}

#[tokio::test]
async fn providers_are_listed_once_and_found_by_their_names() {
    let list = list();
    let found = mock!(Client::get_saml_provider)
        .match_requests(|request| request.saml_provider_arn() == Some(ARN))
        .then_output(|| GetSamlProviderOutput::builder().saml_metadata_document("<a/>").build());
    let late = mock!(Client::get_saml_provider)
        .match_requests(|request| request.saml_provider_arn().is_some_and(|arn| arn.ends_with("late")))
        .then_error(|| {
            let meta = ErrorMetadata::builder().code("NoSuchEntity").build();
            let unknown = NoSuchEntityException::builder().meta(meta).build();
            GetSAMLProviderError::NoSuchEntityException(unknown)
        });
    let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&list, &found, &late]));
    let asks = ["sso", "so", "late"]
        .map(|name| Ask { reference: Reference::new(SamlProvider::KIND, name), aspects: Aspects::NONE });
    let answers = SamlProvider::describe(&aws, &asks).await;
    assert_eq!(answers.0[&asks[0].reference], Ok(Some(live("<a/>"))));
    assert_eq!(answers.0[&asks[1].reference], Ok(None));
    let late = answers.0[&asks[2].reference].clone().unwrap().unwrap();
    assert_eq!(late.document, Asked::NotYet, "IAM lists it already");
    assert_eq!(list.num_calls(), 1);
}

/// The local AWS has no calls for the tags of providers.
#[tokio::test]
async fn tags_change_in_place() {
    let tagged = mock!(Client::tag_saml_provider)
        .match_requests(|request| request.tags().len() == 1)
        .then_output(|| TagSamlProviderOutput::builder().build());
    let untagged = mock!(Client::untag_saml_provider)
        .match_requests(|request| request.tag_keys() == ["old"])
        .then_output(|| UntagSamlProviderOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&tagged, &untagged]));
    let pair = |key: &str| -> Tags { [(key.to_owned(), "1".to_owned())].into_iter().collect() };
    let mut wanted = want("<a/>");
    wanted.spec.tags = Some(pair("new"));
    let old = Live { tags: pair("old").into(), ..live("<a/>") };
    let plan = diff(&wanted, Some(&old));
    for step in &plan.steps {
        SamlProvider::apply(&aws, step).await.unwrap();
    }
    assert_eq!((plan.steps.len(), tagged.num_calls(), untagged.num_calls()), (2, 1, 1));
}
