//! Actions as an author would write them.

use super::written::{RuleAction, What};
use kind::export::{Names, name_or};
use kind::settings::Settings;
use model::{Ident, Value};

/// The actions of a listener or a rule, target groups by name.
pub fn declared(actions: &[RuleAction], names: &dyn Names) -> Value {
    let mut sorted: Vec<&RuleAction> = actions.iter().collect();
    sorted.sort_by_key(|action| action.order.unwrap_or_default());
    Value::List(sorted.into_iter().filter_map(|action| one(action, names)).collect())
}

/// True if one of them has a secret, which AWS does not show.
pub fn has_secret(actions: &[RuleAction]) -> bool {
    actions.iter().any(|action| matches!(action.what, What::Oidc(..)))
}

fn one(action: &RuleAction, names: &dyn Names) -> Option<Value> {
    let (key, what) = match &action.what {
        What::Forward { groups, stickiness } => match (&groups[..], stickiness) {
            ([(group, _)], None | Some((false, _))) => ("target_group", group_name(group, names).into()),
            _ => ("forward_config", forward(groups, *stickiness, names)),
        },
        What::Redirect(redirect) => ("redirect_config", redirect.entries().into_iter().collect()),
        What::Fixed(fixed) => ("fixed_response_config", fixed.entries().into_iter().collect()),
        What::Cognito(cognito, session) => {
            let all = cognito.entries().into_iter().chain(session.entries());
            ("authenticate_cognito_config", all.collect())
        }
        What::Oidc(oidc, session, _) => {
            let all = oidc.entries().into_iter().chain(session.entries());
            let secret = [("use_existing_client_secret", Value::from(true))];
            ("authenticate_oidc_config", all.chain(secret).collect())
        }
        What::Other(_) => return None,
    };
    Some(Value::from_iter([(key, what)]))
}

fn group_name(group: &Ident, names: &dyn Names) -> String {
    let arn = group.as_str();
    name_or(names, "elbv2.target_group", "arn", arn)
}

fn forward(
    groups: &[(Ident, Option<i32>)],
    stickiness: Option<(bool, Option<i32>)>,
    names: &dyn Names,
) -> Value {
    let share = |(group, weight): &(Ident, Option<i32>)| -> Value {
        let name = Value::from(group_name(group, names));
        [("target_group", name), ("weight", weight.unwrap_or(1).into())].into_iter().collect()
    };
    let mut config = vec![("target_groups", Value::List(groups.iter().map(share).collect()))];
    if let Some((true, seconds)) = stickiness {
        let settings = [("enabled", Value::from(true)), ("duration_seconds", seconds.into())];
        let settings = settings.into_iter().filter(|(_, value)| !value.is_null());
        config.push(("target_group_stickiness_config", settings.collect()));
    }
    config.into_iter().collect()
}
