use aws_sdk_iam::operation::list_policies::ListPoliciesOutput;
use aws_sdk_iam::types::{Policy as Managed, PolicyScopeType};
use aws_smithy_mocks::{RuleMode, mock};

use super::*;
use crate::model::{Aspects, Reference};

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(Policy::KIND, name), aspects: Aspects::NONE }
}

fn page(path: &str, name: &str, marker: Option<&str>) -> ListPoliciesOutput {
    let policy = Managed::builder().path(path).policy_name(name).arn(format!("arn:{path}{name}")).build();
    let more = marker.is_some();
    ListPoliciesOutput::builder()
        .policies(policy)
        .is_truncated(more)
        .set_marker(marker.map(str::to_owned))
        .build()
}

#[tokio::test]
async fn own_policies_are_found_by_all_pages_before_those_of_aws_are_listed() {
    let first = mock!(aws_sdk_iam::Client::list_policies)
        .match_requests(|request| {
            request.scope() == Some(&PolicyScopeType::Local) && request.marker().is_none()
        })
        .then_output(|| page("/", "a", Some("next")));
    let second = mock!(aws_sdk_iam::Client::list_policies)
        .match_requests(|request| request.marker() == Some("next"))
        .then_output(|| page("/team/", "b", None));
    let managed = mock!(aws_sdk_iam::Client::list_policies)
        .match_requests(|request| request.scope() == Some(&PolicyScopeType::Aws))
        .then_output(|| page("/", "ReadOnlyAccess", None));
    let aws = Aws::canned(|clients| clients.iam(RuleMode::MatchAny, &[&first, &second, &managed]));

    let answers = Policy::describe(&aws, &[ask("b"), ask("/team/b"), ask("a")]).await;
    let arns: Vec<_> = answers.0.values().map(|live| live.clone().unwrap().unwrap().arn).collect();
    assert_eq!(arns, ["arn:/team/b", "arn:/team/b", "arn:/a"]);
    assert_eq!(managed.num_calls(), 0);

    let answers = Policy::describe(&aws, &[ask("ReadOnlyAccess"), ask("other/b")]).await;
    assert!(answers.0[&ask("ReadOnlyAccess").reference].as_ref().unwrap().is_some());
    assert_eq!(answers.0[&ask("other/b").reference], Ok(None));
}
