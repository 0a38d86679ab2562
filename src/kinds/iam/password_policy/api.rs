//! The calls for the account's password policy.

use super::diff::Step;
use super::live::Live;
use crate::Iam;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

const SUBJECT: &str = "the account";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let answer = aws.client::<Iam>().get_account_password_policy().send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetAccountPasswordPolicy", SUBJECT)));
    let live = answer.map(|found| found.and_then(|found| found.password_policy).as_ref().map(Live::of));
    for ask in asks {
        answers.answer(&ask.reference, live.clone());
    }
    answers
}

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (iam, call) = (aws.client::<Iam>(), step.call());
    match step {
        Step::Set { rules } => {
            // AWS does not accept zero: the setting is left out instead.
            let some = |number: Option<i32>| number.filter(|number| *number != 0);
            let request = iam
                .update_account_password_policy()
                .set_allow_users_to_change_password(rules.may_be_changed)
                .set_hard_expiry(rules.expires_for_good)
                .set_max_password_age(some(rules.longest_age))
                .set_minimum_password_length(rules.least_length)
                .set_password_reuse_prevention(some(rules.remembered))
                .set_require_lowercase_characters(rules.needs_lowercase)
                .set_require_numbers(rules.needs_numbers)
                .set_require_symbols(rules.needs_symbols)
                .set_require_uppercase_characters(rules.needs_uppercase);
            request.send().await.map(drop).map_err(failed(call, SUBJECT))
        }
        Step::Delete {} => {
            let answer = iam.delete_account_password_policy().send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, SUBJECT)))
        }
    }
}
