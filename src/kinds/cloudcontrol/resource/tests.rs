use std::time::Duration;

use aws_sdk_cloudcontrol::operation::create_resource::CreateResourceOutput;
use aws_sdk_cloudcontrol::operation::delete_resource::DeleteResourceOutput;
use aws_sdk_cloudcontrol::operation::get_resource::{GetResourceError, GetResourceOutput};
use aws_sdk_cloudcontrol::operation::get_resource_request_status::GetResourceRequestStatusOutput;
use aws_sdk_cloudcontrol::operation::list_resource_requests::ListResourceRequestsOutput;
use aws_sdk_cloudcontrol::operation::list_resources::ListResourcesOutput;
use aws_sdk_cloudcontrol::types::error::ResourceNotFoundException;
use aws_sdk_cloudcontrol::types::{HandlerErrorCode, OperationStatus, ProgressEvent, ResourceDescription};
use aws_smithy_mocks::{RuleMode, mock};
use serde_json::{Value as Json, json};

use super::*;
use crate::CloudControl;
use crate::declaration::{Live, Spec, Want};
use crate::facts::Facts;
use crate::plan::Step;
use crate::target::Target;
use aws::Fault;
use kind::{Ask, Resource as _, Source};
use model::Aspects;

const STREAM: &str = "AWS::Kinesis::Stream";

fn want(present: bool, properties: &Json) -> Want {
    let paths = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
    let facts = Facts {
        primary: paths(&["Name"]),
        create_only: paths(&["Name"]),
        read_only: paths(&["Arn"]),
        write_only: paths(&["Secret"]),
        ..Facts::default()
    };
    let spec = Spec {
        name: "events".to_owned(),
        noun: "resource",
        present,
        type_name: STREAM.to_owned(),
        properties: properties.as_object().unwrap().clone(),
        deadline: Duration::from_secs(60),
        ..Spec::default()
    };
    Want { spec, facts, is_promised: false }
}

fn live(properties: Json) -> Live {
    Live { identifier: "events".to_owned(), properties, ..Live::default() }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = Resource::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn one_step_for_each_difference() {
    let declared = json!({"Name": "events", "ShardCount": 2});
    let present = want(true, &declared);
    assert_eq!(steps(&present, None), ["create the resource"]);
    assert_eq!(steps(&present, Some(&live(declared.clone()))), Vec::<String>::new());
    assert_eq!(steps(&present, Some(&live(json!({"Name": "events", "ShardCount": 1})))), ["set ShardCount"]);
    assert_eq!(steps(&want(false, &declared), Some(&live(declared.clone()))), ["delete events"]);
    assert_eq!(steps(&want(false, &declared), None), Vec::<String>::new());
}

#[test]
fn what_is_being_made_is_waited_for() {
    let pending = Live { is_pending: true, ..Live::default() };
    for present in [true, false] {
        let plan = Resource::diff(&want(present, &json!({"Name": "events"})), Some(&pending));
        assert!(plan.steps.is_empty() && plan.busy.is_some(), "{plan:?}");
    }
}

#[test]
fn secrets_are_sent_and_not_shown() {
    let plan = Resource::diff(&want(true, &json!({"Name": "events", "Secret": "s3cret"})), None);
    let shown = format!("{plan:?}");
    assert!(!shown.contains("s3cret") && shown.contains("(hidden"), "{shown}");
    let Step::Create { state, .. } = &plan.steps[0] else { panic!("{plan:?}") };
    assert!(state.text().contains("s3cret"));
}

#[test]
fn what_aws_fills_in_is_refused() {
    let plan = Resource::diff(&want(true, &json!({"Name": "events", "Arn": "arn:x"})), None);
    assert!(
        plan.steps.is_empty() && plan.refusals[0].contains("Arn of a resource cannot be declared"),
        "{plan:?}"
    );
    let plan = Resource::diff(&want(true, &json!({"Name": "b"})), Some(&live(json!({"Name": "a"}))));
    assert!(
        plan.steps.is_empty() && plan.refusals[0].contains("Name of a resource cannot change"),
        "{plan:?}"
    );
}

fn ask(target: &Target) -> Ask {
    Ask { reference: target.reference(Resource::KIND, "events", STREAM), aspects: Aspects::NONE }
}

fn described(identifier: &str, properties: &Json) -> ResourceDescription {
    ResourceDescription::builder().identifier(identifier).properties(properties.to_string()).build()
}

fn event(status: OperationStatus) -> ProgressEvent {
    ProgressEvent::builder().type_name(STREAM).request_token("t").operation_status(status).build()
}

#[tokio::test]
async fn two_of_one_name_are_never_guessed() {
    let list = mock!(aws_sdk_cloudcontrol::Client::list_resources).then_output(|| {
        let both = ["a", "b"].map(|id| described(id, &json!({"Id": id})));
        ListResourcesOutput::builder().set_resource_descriptions(Some(both.to_vec())).build()
    });
    let get = mock!(aws_sdk_cloudcontrol::Client::get_resource).then_output(|| {
        let tags = json!({"Tags": [{"Key": "Name", "Value": "events"}]});
        GetResourceOutput::builder().resource_description(described("a", &tags)).build()
    });
    let aws = canned::aws(|clients| clients.answer::<CloudControl>(RuleMode::MatchAny, &[&list, &get]));
    let ask = ask(&Target::By([("Tags/Name".to_owned(), "events".to_owned())].into()));
    let answer = Resource::describe(&aws, &[ask]).await.0.swap_remove_index(0).unwrap().1;
    assert_eq!(answer.unwrap_err().fault, Fault::Ambiguous);
}

#[tokio::test]
async fn a_request_that_is_under_way_is_found_again() {
    let get = mock!(aws_sdk_cloudcontrol::Client::get_resource).then_error(|| {
        GetResourceError::ResourceNotFoundException(
            ResourceNotFoundException::builder()
                .meta(
                    aws_smithy_types::error::ErrorMetadata::builder()
                        .code("ResourceNotFoundException")
                        .build(),
                )
                .build(),
        )
    });
    let requests = mock!(aws_sdk_cloudcontrol::Client::list_resource_requests).then_output(|| {
        let event = event(OperationStatus::InProgress);
        ListResourceRequestsOutput::builder().resource_request_status_summaries(event).build()
    });
    let aws = canned::aws(|clients| clients.answer::<CloudControl>(RuleMode::MatchAny, &[&get, &requests]));
    let asks = [ask(&Target::Id("events".to_owned()))];
    let answer = Resource::describe(&aws, &asks).await.0.swap_remove_index(0).unwrap().1;
    assert!(answer.unwrap().unwrap().is_pending);
}

#[tokio::test(start_paused = true)]
async fn a_failed_request_tells_awss_reason() {
    let create = mock!(aws_sdk_cloudcontrol::Client::create_resource)
        .match_requests(|call| call.client_token().is_some_and(|token| token.len() == 32))
        .then_output(|| {
            CreateResourceOutput::builder().progress_event(event(OperationStatus::InProgress)).build()
        });
    let status = mock!(aws_sdk_cloudcontrol::Client::get_resource_request_status).then_output(|| {
        let failed = ProgressEvent::builder()
            .operation_status(OperationStatus::Failed)
            .error_code(HandlerErrorCode::ServiceLimitExceeded)
            .status_message("too many streams");
        GetResourceRequestStatusOutput::builder().progress_event(failed.build()).build()
    });
    let aws = canned::aws(|clients| clients.answer::<CloudControl>(RuleMode::MatchAny, &[&create, &status]));
    let plan = Resource::diff(&want(true, &json!({"Name": "events"})), None);
    let error = Resource::apply(&aws, &plan.steps[0]).await.unwrap_err();
    assert_eq!((error.fault, error.message.as_str()), (Fault::Quota, "too many streams"));
}

#[tokio::test]
async fn what_has_gone_is_deleted() {
    let delete = mock!(aws_sdk_cloudcontrol::Client::delete_resource).then_output(|| {
        let failed = ProgressEvent::builder().operation_status(OperationStatus::Failed);
        let failed = failed.error_code(HandlerErrorCode::NotFound).status_message("no such stream").build();
        DeleteResourceOutput::builder().progress_event(failed).build()
    });
    let aws = canned::aws(|clients| clients.answer::<CloudControl>(RuleMode::MatchAny, &[&delete]));
    let plan = Resource::diff(&want(false, &json!({})), Some(&live(json!({}))));
    assert!(Resource::apply(&aws, &plan.steps[0]).await.is_ok());
}
