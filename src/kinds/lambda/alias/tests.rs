use aws_sdk_lambda::operation::create_alias::CreateAliasError;
use aws_sdk_lambda::operation::get_alias::{GetAliasError, GetAliasOutput};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::json;

use super::diff::{Step, diff};
use super::live::Live;
use super::spec::{FUNCTIONS, Settings, Spec, Weights, read};
use super::*;
use crate::Lambda;
use aws::Fault;
use kind::{Ask, Resource, Source};
use model::{Entry, Fields, Node, Place, Problems};

fn declared(arguments: serde_json::Value) -> Spec {
    let place = Place::new("t.sls", 1, 1);
    let mut all = json!({"name": "live", "FunctionName": "f"});
    all.as_object_mut().unwrap().extend(arguments.as_object().cloned().unwrap_or_default());
    let node = Node::from_value(all.into(), &place);
    let entries =
        node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), Entry::clone(entry)));
    let mut problems = Problems::default();
    let function = &FUNCTIONS[0];
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let spec = read(function, &fields, &mut problems);
    assert!(problems.0.is_empty(), "{problems:?}");
    spec
}

fn live() -> Live {
    let settings = Settings {
        version: Some("1".to_owned()),
        description: Some("d".to_owned()),
        routing: Some(Weights::default()),
    };
    Live { settings, ..Live::default() }
}

#[test]
fn only_differences_are_sent_and_a_new_one_needs_a_version() {
    assert!(diff(&declared(json!({"FunctionVersion": 1})), Some(&live())).is_empty());
    let wanted =
        declared(json!({"FunctionVersion": 2, "RoutingConfig": {"AdditionalVersionWeights": {"1": 0.1}}}));
    let plan = diff(&wanted, Some(&live()));
    let Step::Update { settings, .. } = &plan.steps[0] else { panic!() };
    assert_eq!((settings.version.as_deref(), settings.description.clone()), (Some("2"), None));
    assert!(diff(&declared(json!({})), None).refusals[0].contains("FunctionVersion"));
    assert_eq!(Alias::creation(&wanted), ["Lambda.CreateAlias"]);
    assert_eq!(wanted.reference().name, "f:live");
}

#[tokio::test]
async fn without_the_function_there_is_no_alias_and_a_second_one_is_an_error() {
    let missing = mock!(aws_sdk_lambda::Client::get_alias).then_error(|| {
        GetAliasError::generic(ErrorMetadata::builder().code("ResourceNotFoundException").build())
    });
    let conflict = mock!(aws_sdk_lambda::Client::create_alias).then_error(|| {
        let error = ErrorMetadata::builder().code("ResourceConflictException");
        CreateAliasError::generic(error.message("Alias already exists: arn").build())
    });
    let aws = canned::aws(|clients| clients.answer::<Lambda>(RuleMode::MatchAny, &[&missing, &conflict]));
    let ask = Ask { reference: declared(json!({})).reference(), aspects: Aspects::NONE };
    assert_eq!(Alias::describe(&aws, &[ask]).await.0[0], Ok(None));
    for step in diff(&declared(json!({"FunctionVersion": "$LATEST"})), None).steps {
        assert_eq!(apply(&aws, &step).await.unwrap_err().fault, Fault::AlreadyExists);
    }
}

#[tokio::test]
async fn an_alias_of_a_function_by_arn_is_read_by_both() {
    let found = mock!(aws_sdk_lambda::Client::get_alias)
        .match_requests(|request| {
            request.function_name() == Some("arn:aws:lambda:us-east-1:1:function:f")
                && request.name() == Some("live")
        })
        .then_output(|| GetAliasOutput::builder().alias_arn("arn").build());
    let aws = canned::aws(|clients| clients.answer::<Lambda>(RuleMode::MatchAny, &[&found]));
    let wanted = declared(json!({"FunctionName": "arn:aws:lambda:us-east-1:1:function:f"}));
    let ask = Ask { reference: wanted.reference(), aspects: Aspects::NONE };
    let live = Alias::describe(&aws, &[ask]).await.0[0].clone().unwrap().unwrap();
    assert_eq!(Alias::attribute(&live, "arn"), Some("arn".into()));
}
