use aws_sdk_iam::Client;
use aws_sdk_iam::operation::get_account_password_policy::{
    GetAccountPasswordPolicyError, GetAccountPasswordPolicyOutput,
};
use aws_sdk_iam::operation::update_account_password_policy::UpdateAccountPasswordPolicyOutput;
use aws_sdk_iam::types::PasswordPolicy as SdkPolicy;
use aws_sdk_iam::types::error::NoSuchEntityException;
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::diff::diff;
use super::live::Live;
use super::spec::Spec;
use super::*;
use crate::Iam;
use kind::{Ask, Resource, Source};
use model::Aspects;

fn want(rules: Rules) -> Spec {
    Spec { present: true, rules }
}

fn live() -> Live {
    let policy = SdkPolicy::builder().minimum_password_length(8).require_numbers(true).max_password_age(90);
    Live::of(&policy.build())
}

#[test]
fn undeclared_settings_are_sent_unchanged() {
    let longer = want(Rules { least_length: Some(14), ..Rules::default() });
    let plan = diff(&longer, Some(&live()));
    let rules = Rules { least_length: Some(14), ..live().rules };
    assert_eq!(plan.steps, [Step::Set { rules: Box::new(rules) }]);
    assert_eq!(plan.changes.len(), 1);
    let same = want(Rules { needs_numbers: Some(true), remembered: Some(0), ..Rules::default() });
    assert!(diff(&same, Some(&live())).is_empty());
    let forever = diff(&want(Rules { longest_age: Some(0), ..Rules::default() }), Some(&live()));
    assert_eq!(forever.changes[0].path, "max_password_age");
}

#[test]
fn an_account_without_a_policy_gets_one_and_loses_it() {
    let rules = Rules { least_length: Some(14), ..Rules::default() };
    assert_eq!(diff(&want(rules.clone()), None).steps, [Step::Set { rules: Box::new(rules) }]);
    assert_eq!(diff(&Spec::default(), Some(&live())).steps, [Step::Delete {}]);
    assert!(diff(&Spec::default(), None).is_empty());
}

#[tokio::test]
async fn zero_is_left_out_and_no_policy_is_absence() {
    let none = mock!(Client::get_account_password_policy).then_error(|| {
        let meta = ErrorMetadata::builder().code("NoSuchEntity").build();
        let unknown = NoSuchEntityException::builder().meta(meta).build();
        GetAccountPasswordPolicyError::NoSuchEntityException(unknown)
    });
    let set = mock!(Client::update_account_password_policy)
        .match_requests(|request| {
            request.max_password_age().is_none() && request.minimum_password_length() == Some(8)
        })
        .then_output(|| UpdateAccountPasswordPolicyOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&none, &set]));
    let reference = provided(&Spec::default()).remove(0);
    let ask = Ask { reference: reference.clone(), aspects: Aspects::NONE };
    assert_eq!(PasswordPolicy::describe(&aws, &[ask]).await.0[&reference], Ok(None));
    let rules = Rules { longest_age: Some(0), least_length: Some(8), ..Rules::default() };
    PasswordPolicy::apply(&aws, &Step::Set { rules: Box::new(rules) }).await.unwrap();
    assert_eq!(set.num_calls(), 1);
}

#[tokio::test]
async fn a_policy_is_read_with_the_defaults_that_aws_leaves_out() {
    let found = mock!(Client::get_account_password_policy).then_output(|| {
        let policy = SdkPolicy::builder().minimum_password_length(8).build();
        GetAccountPasswordPolicyOutput::builder().password_policy(policy).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&found]));
    let reference = provided(&Spec::default()).remove(0);
    let ask = Ask { reference: reference.clone(), aspects: Aspects::NONE };
    let live = PasswordPolicy::describe(&aws, &[ask]).await.0[&reference].clone().unwrap().unwrap();
    assert_eq!((live.rules.longest_age, live.rules.expires_for_good), (Some(0), Some(false)));
}
