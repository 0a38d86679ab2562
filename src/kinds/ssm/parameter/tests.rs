use aws_sdk_ssm::operation::get_parameters::GetParametersOutput;
use aws_sdk_ssm::types::{Parameter as Sdk, ParameterType};
use aws_smithy_mocks::{RuleMode, mock};

use super::diff::Step;
use super::live::Live;
use super::spec::{Details, Spec};
use super::*;
use aws::Ssm;
use kind::write_only::WriteOnly;
use kind::{Ask, Resource, Source};
use model::Reference;

fn want(value: &str) -> Spec {
    Spec {
        name: "/a".to_owned(),
        present: true,
        value: WriteOnly::new(value.to_owned()),
        kind: None,
        compare: false,
        details: Details::default(),
        tags: None,
    }
}

fn live(kind: &str, value: Option<&str>) -> Live {
    let value = value.map(|value| WriteOnly::new(value.to_owned()));
    Live { name: "/a".to_owned(), kind: kind.to_owned(), value, version: 3, ..Live::default() }
}

fn steps(want: &Spec, live: Option<&Live>) -> Vec<String> {
    let plan = Parameter::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn plain_values_are_compared_and_encrypted_ones_only_where_they_were_read() {
    assert_eq!(steps(&want("x"), None), ["create the parameter"]);
    assert_eq!(steps(&want("x"), Some(&live("String", Some("x")))), Vec::<String>::new());
    assert_eq!(steps(&want("x"), Some(&live("String", Some("y")))), ["set the parameter"]);
    assert_eq!(steps(&want("x"), Some(&live("SecureString", None))), Vec::<String>::new());
    assert_eq!(steps(&want("x"), Some(&live("SecureString", Some("y")))), ["set the parameter"]);
    let gone = Spec { present: false, ..want("") };
    assert_eq!(steps(&gone, Some(&live("String", Some("x")))), ["delete the parameter"]);
    assert_eq!(steps(&gone, None), Vec::<String>::new());
}

#[test]
fn another_type_sends_the_value_again_and_no_secret_is_shown() {
    let secure = Spec { kind: Some("SecureString".to_owned()), ..want("s3cret") };
    for live in [Some(live("String", Some("s3cret"))), Some(live("SecureString", Some("old-s3cret"))), None] {
        let plan = Parameter::diff(&secure, live.as_ref());
        assert_eq!(plan.steps.len(), 1, "{plan:?}");
        let shown: Vec<_> =
            plan.changes.iter().map(|change| (change.shown_old(), change.shown_new())).collect();
        assert!(!format!("{shown:?} {:?}", plan.steps).contains("s3cret"), "{shown:?}");
    }
}

#[test]
fn settings_that_were_not_read_are_never_compared() {
    let details = Details { description: Some("d".to_owned()), ..Details::default() };
    let plan = Parameter::diff(&Spec { details, ..want("x") }, Some(&live("String", Some("x"))));
    assert!(plan.steps.is_empty() && !plan.refusals.is_empty(), "{plan:?}");
}

#[tokio::test]
async fn ten_values_are_read_at_once_and_missing_ones_are_absent() {
    let rule = mock!(aws_sdk_ssm::Client::get_parameters)
        .match_requests(|call| call.names().len() <= 10 && call.with_decryption() == Some(false))
        .then_output(|| {
            let one = Sdk::builder().name("/0").value("cipher").r#type(ParameterType::SecureString).build();
            GetParametersOutput::builder().parameters(one).build()
        });
    let aws = canned::aws(|clients| clients.answer::<Ssm>(RuleMode::MatchAny, &[&rule]));
    let ask = |number: usize| Ask {
        reference: Reference::new(Parameter::KIND, format!("/{number}")),
        aspects: Aspects::NONE,
    };
    let asks: Vec<Ask> = (0..11).map(ask).collect();
    let answers = Parameter::describe(&aws, &asks).await.0;
    assert_eq!(rule.num_calls(), 2);
    let first = answers[&asks[0].reference].as_ref().unwrap().as_ref().unwrap();
    assert_eq!(first.value, None, "what is encrypted is no value");
    assert_eq!(answers[&asks[1].reference], Ok(None));
    assert!(matches!(Parameter::diff(&want("x"), None).steps[0], Step::Create { .. }));
}

#[test]
fn other_kinds_read_values_that_are_not_secret() {
    assert_eq!(live("String", Some("ami-1")).attribute("value"), Some("ami-1".into()));
    assert_eq!(live("SecureString", Some("s3cret")).attribute("value"), None);
}
