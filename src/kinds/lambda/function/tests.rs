use aws_sdk_lambda::operation::get_function::{GetFunctionError, GetFunctionOutput};
use aws_sdk_lambda::operation::get_policy::{GetPolicyError, GetPolicyOutput};
use aws_sdk_lambda::operation::update_function_code::UpdateFunctionCodeOutput;
use aws_sdk_lambda::types::{Concurrency, FunctionConfiguration, TagsError};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::json;

use super::api::apply;
use super::diff::{Step, diff};
use super::live::Live;
use super::settings::{Config, Environment, Network};
use super::spec::{Code, FUNCTIONS, Spec, read};
use super::want::Want;
use super::*;
use crate::package;
use crate::permission::Permission;
use aws::Fault;
use kind::write_only::WriteOnly;
use kind::{Ask, Known, Lookup, Resource, Sight, Source};
use model::{Entry, Fields, Ident, Minion, Node, Place, Plan, Problems, python};

fn declared(arguments: serde_json::Value) -> (Spec, Vec<String>) {
    let place = Place::new("t.sls", 1, 1);
    let mut all = json!({"name": "f", "Role": "app", "Runtime": "python3.13", "Handler": "i.h"});
    let given = arguments.as_object().cloned().unwrap_or_default();
    all.as_object_mut().unwrap().extend(given);
    let node = Node::from_value(all.into(), &place);
    let entries =
        node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), Entry::clone(entry)));
    let mut problems = Problems::default();
    let function = &FUNCTIONS[0];
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let spec = read(function, &fields, &Minion::default(), &mut problems);
    (spec, problems.0.iter().map(ToString::to_string).collect())
}

/// Everything exists, with ids of these kinds.
struct There;

impl Known for There {
    fn sight(&self, reference: &Reference, attribute: &str, _aspects: Aspects) -> Sight {
        let id = match (reference.kind, attribute) {
            ("iam.role", _) => format!("arn:aws:iam::1:role/service/{}", reference.name),
            (_, "vpc_id") => "vpc-1".to_owned(),
            (_, "digest") => "D1=".to_owned(),
            _ => format!("{}@{}", reference.name, reference.scope.as_deref().unwrap_or("-")),
        };
        Sight::Found(Some(id.into()))
    }

    fn is_promised(&self, _reference: &Reference) -> bool {
        false
    }
}

fn want(arguments: serde_json::Value) -> Want {
    let (spec, problems) = declared(arguments);
    assert_eq!(problems, Vec::<String>::new());
    Function::resolve(&spec, &mut Lookup::new(&There)).unwrap()
}

fn live() -> Live {
    let Config { mut plain, role, .. } = want(json!({})).config;
    plain.timeout = Some(3);
    Live {
        arn: "arn:aws:lambda:us-east-1:1:function:f".to_owned(),
        name: "f".to_owned(),
        state: "Active".to_owned(),
        update: "Successful".to_owned(),
        digest: "D1=".to_owned(),
        architectures: vec!["x86_64".to_owned()],
        config: Config {
            plain,
            role,
            network: Some(Network::default()),
            environment: Some(variables("old")),
        },
        ..Live::default()
    }
}

fn variables(value: &str) -> Environment {
    [("TOKEN".to_owned(), WriteOnly::new(value.to_owned()))].into_iter().collect()
}

fn steps(plan: &Plan<Step>) -> Vec<&'static str> {
    plan.steps.iter().map(Step::call).collect()
}

#[test]
fn settings_left_out_are_kept() {
    let plan = diff(&want(json!({})), Some(&live()));
    assert!(plan.is_empty(), "{plan:?}");
}

#[test]
fn settings_are_changed_in_one_call_and_secrets_are_not_shown() {
    let wanted = want(json!({"Timeout": "30", "Environment": {"Variables": {"TOKEN": "s3cret"}},
        "ReservedConcurrentExecutions": 2}));
    let plan = diff(&wanted, Some(&live()));
    assert_eq!(steps(&plan), ["UpdateFunctionConfiguration", "PutFunctionConcurrency"]);
    let sentences: Vec<String> = plan
        .changes
        .iter()
        .map(|it| format!("{} {} {}", it.path, python::text(&it.shown_old()), python::text(&it.shown_new())))
        .collect();
    let expected =
        ["Timeout 3 30", "Environment.TOKEN (hidden) (hidden)", "ReservedConcurrentExecutions None 2"];
    assert_eq!(sentences, expected);
    assert!(!format!("{:?} {wanted:?}", plan.steps).contains("s3cret"));
}

#[test]
fn code_is_sent_when_its_digest_differs() {
    assert!(diff(&want(json!({"ZipFile": "/srv/f.zip"})), Some(&live())).is_empty());
    let other = Live { digest: "D2=".to_owned(), ..live() };
    let plan = diff(&want(json!({"ZipFile": "/srv/f.zip"})), Some(&other));
    assert_eq!(steps(&plan), ["UpdateFunctionCode"]);
    let plan = diff(&want(json!({"S3Bucket": "b", "S3Key": "f.zip"})), Some(&other));
    assert_eq!(steps(&plan), ["UpdateFunctionCode"]);
    let plan = diff(&want(json!({"Architectures": ["arm64"]})), Some(&live()));
    assert!(plan.refusals[0].contains("only together with the code"), "{plan:?}");
}

#[test]
fn a_new_function_needs_code_and_gets_permissions_in_the_next_round() {
    let arguments = json!({"Files": {"i.py": "x"}, "tags": {"a": "1"},
        "Permissions": {"p": {"Action": "lambda:InvokeFunction", "Principal": "events.amazonaws.com"}}});
    let wanted = want(arguments);
    let plan = diff(&wanted, None);
    assert_eq!(steps(&plan), ["CreateFunction"]);
    assert!(plan.changes.iter().any(|change| change.path == "Permissions"));
    assert_eq!(Function::creation(&wanted.spec), ["Lambda.CreateFunction"]);
    assert!(diff(&want(json!({})), None).refusals[0].contains("needs Runtime"));
}

#[test]
fn nothing_is_changed_while_aws_is_busy_and_a_failure_is_reported() {
    for busy in
        [Live { state: "Pending".to_owned(), ..live() }, Live { update: "InProgress".to_owned(), ..live() }]
    {
        let plan = diff(&want(json!({"Timeout": 30})), Some(&busy));
        assert!(plan.steps.is_empty() && plan.busy.is_some(), "{plan:?}");
    }
    let failed = Live { state: "Failed".to_owned(), reason: "no room".to_owned(), ..live() };
    let plan = diff(&want(json!({})), Some(&failed));
    assert_eq!(plan.refusals, ["AWS reports that its state is Failed: no room"]);
}

#[test]
fn a_differing_permission_is_removed_and_added_again() {
    let permission = |source: &str| Permission {
        action: "lambda:InvokeFunction".to_owned(),
        principal: "1".to_owned(),
        source_arn: Some(source.to_owned()),
        source_account: None,
    };
    let all = [("a", "arn:1"), ("gone", "arn:2"), ("kept", "arn:3")];
    let all = all.map(|(id, source)| (id.to_owned(), permission(source)));
    let there = Live { permissions: all.into_iter().collect::<Permissions>().into(), ..live() };
    let written = json!({"Permissions": {
        "a": {"Action": "lambda:InvokeFunction", "Principal": "arn:aws:iam::1:root", "SourceArn": "arn:9"},
        "kept": {"Action": "lambda:InvokeFunction", "Principal": 1, "SourceArn": "arn:3"},
    }});
    let plan = diff(&want(written.clone()), Some(&there));
    let sentences: Vec<String> = plan.steps.iter().map(ToString::to_string).collect();
    assert_eq!(sentences, ["remove the permission a", "add the permission a", "remove the permission gone"]);
    let text = json!({"Permissions": written["Permissions"].to_string()});
    assert_eq!(want(text).spec.permissions, want(written).spec.permissions);
}
use crate::Lambda;
use crate::permission::Permissions;

#[test]
fn contradictions_are_refused_with_their_place() {
    let of = |arguments| declared(arguments).1.join("\n");
    assert!(of(json!({"ZipFile": "a", "S3Bucket": "b", "S3Key": "k"})).contains("exclude each other"));
    assert!(of(json!({"S3Key": "k"})).contains("needs 'S3Bucket' and 'S3Key'"));
    let of_alias = json!({"Permissions": {"p": {"Action": "a", "Principal": "b", "Qualifier": "live"}}});
    assert!(of(of_alias).contains("alias_present"));
    assert!(of(json!({"Permissions": "[]"})).contains("not a JSON object"));
    assert!(
        of(json!({"Permissions": "{\"p\": {\"Action\": \"a\"}}"})).contains("needs Action and Principal")
    );
}

#[test]
fn names_become_ids_in_the_vpc_of_the_subnet() {
    let wanted = want(json!({"VpcConfig": {"SubnetNames": ["b", "a"], "SecurityGroupNames": ["web"],
        "SecurityGroupIds": ["sg-1"]}}));
    let network = wanted.config.network.unwrap();
    assert_eq!(network.subnets, ["a@-", "b@-"].map(Ident::from));
    assert_eq!(network.groups, ["sg-1", "web@vpc-1"].map(Ident::from));
    assert_eq!(wanted.config.role, Some("arn:aws:iam::1:role/service/app".into()));
    let (spec, _) = declared(json!({"Role": "arn:aws:iam::1:role/x/app", "S3Bucket": "b", "S3Key": "k",
        "DeadLetterConfig": {"TargetArn": "arn:aws:sqs:us-east-1:1:lost"}}));
    let uses: Vec<String> =
        Function::uses(&spec).iter().map(|it| format!("{} {}", it.kind, it.name)).collect();
    assert_eq!(uses, ["iam.role app", "s3.bucket b", "s3.object b/k", "sqs.queue lost"]);
}

fn ask(aspects: Aspects) -> Ask {
    Ask { reference: Reference::new("lambda.function", "f"), aspects }
}

#[tokio::test]
async fn not_found_is_absence_and_a_function_without_policy_has_no_permissions() {
    let missing = mock!(aws_sdk_lambda::Client::get_function).then_error(|| {
        let code = ErrorMetadata::builder().code("ResourceNotFoundException").build();
        GetFunctionError::generic(code)
    });
    let aws = canned::aws(|clients| clients.answer::<Lambda>(RuleMode::MatchAny, &[&missing]));
    assert_eq!(Function::describe(&aws, &[ask(PERMISSIONS)]).await.0[0], Ok(None));

    let found = mock!(aws_sdk_lambda::Client::get_function).then_output(|| {
        let configuration = FunctionConfiguration::builder().function_name("f").code_size(1).build();
        let concurrency = Concurrency::builder().reserved_concurrent_executions(0).build();
        GetFunctionOutput::builder().configuration(configuration).concurrency(concurrency).build()
    });
    let no_policy = mock!(aws_sdk_lambda::Client::get_policy).then_error(|| {
        GetPolicyError::generic(ErrorMetadata::builder().code("ResourceNotFoundException").build())
    });
    let aws = canned::aws(|clients| clients.answer::<Lambda>(RuleMode::MatchAny, &[&found, &no_policy]));
    let answers = Function::describe(&aws, &[ask(PERMISSIONS)]).await.0;
    let live = answers[0].clone().unwrap().unwrap();
    assert_eq!((live.concurrency, live.permissions), (Some(0), Permissions::new().into()));
    assert_eq!(live.config.network, Some(Network::default()));
}

#[tokio::test]
async fn tags_that_may_not_be_read_are_not_absent() {
    let found = mock!(aws_sdk_lambda::Client::get_function).then_output(|| {
        let error = TagsError::builder().error_code("AccessDeniedException").message("no").build().unwrap();
        let configuration = FunctionConfiguration::builder().function_name("f").build();
        GetFunctionOutput::builder().configuration(configuration).tags_error(error).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Lambda>(RuleMode::MatchAny, &[&found]));
    let answers = Function::describe(&aws, &[ask(TAGS)]).await.0;
    assert_eq!(answers[0].as_ref().unwrap_err().fault, Fault::Denied);
    assert!(Function::describe(&aws, &[ask(Aspects::NONE)]).await.0[0].is_ok());
}

#[tokio::test]
async fn statements_are_read_in_salts_notations() {
    let policy = json!({"Version": "2012-10-17", "Statement": [
        {"Sid": "rule", "Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"},
         "Action": "lambda:InvokeFunction", "Resource": "f",
         "Condition": {"ArnLike": {"AWS:SourceArn": "arn:rule"}, "StringEquals": {"AWS:SourceAccount": "1"}}},
        {"Sid": "account", "Principal": {"AWS": "arn:aws:iam::123456789012:root"}, "Action": "lambda:*"},
        {"Sid": "all", "Principal": "*", "Action": "lambda:*"},
    ]})
    .to_string();
    let found =
        mock!(aws_sdk_lambda::Client::get_function).then_output(|| GetFunctionOutput::builder().build());
    let rule = mock!(aws_sdk_lambda::Client::get_policy)
        .then_output(move || GetPolicyOutput::builder().policy(&policy).build());
    let aws = canned::aws(|clients| clients.answer::<Lambda>(RuleMode::MatchAny, &[&found, &rule]));
    let live = Function::describe(&aws, &[ask(PERMISSIONS)]).await.0[0].clone().unwrap().unwrap();
    let all = live.permissions.answer().unwrap().clone();
    assert_eq!(all["rule"].source_arn.as_deref(), Some("arn:rule"));
    assert_eq!(all["rule"].source_account.as_deref(), Some("1"));
    assert_eq!(all["account"].principal, "123456789012");
    assert_eq!(all["all"].principal, "*");
}

#[tokio::test]
async fn code_in_the_sls_is_sent_as_a_zip_file_and_its_digest_is_compared() {
    let wanted = want(json!({"Files": {"i.py": "x"}}));
    let Some(Code::Written(bytes)) = wanted.spec.code.clone() else { panic!() };
    assert_eq!(wanted.digest, Some(package::digest(&bytes).into()));
    let rule = mock!(aws_sdk_lambda::Client::update_function_code)
        .match_requests(move |request| request.zip_file().is_some_and(|it| it.as_ref() == bytes))
        .then_output(|| UpdateFunctionCodeOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Lambda>(RuleMode::MatchAny, &[&rule]));
    for step in diff(&wanted, Some(&live())).steps {
        apply(&aws, &step).await.unwrap();
    }
    assert_eq!(rule.num_calls(), 1);
    let gone = Step::Code {
        name: "f".to_owned(),
        code: Code::Here("/nowhere/f.zip".to_owned()),
        architectures: None,
    };
    assert_eq!(apply(&aws, &gone).await.unwrap_err().fault, Fault::Other);
}
