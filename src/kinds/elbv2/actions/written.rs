//! Actions as an author writes them.

use super::Parameters;
use super::parts::{Cognito, Fixed, Oidc, Redirect, Session};
use aws::arn::is_arn;
use kind::settings::Settings;
use kind::write_only::WriteOnly;
use kind::{Lookup, Unresolved};
use model::{Fields, Ident, Problem, Problems, Reference, Value};

/// The fact that a balancer forwards to a target group. It is never read; it only orders the states of a run.
pub const FORWARDING: &str = "elbv2.forwarding";

/// One action.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleAction {
    /// Its order among several.
    pub order: Option<i32>,
    /// What it does.
    pub what: What,
}

/// What an action does with a request.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Forwards it to target groups, each with its share.
    Forward {
        /// ARNs; names until they are resolved.
        groups: Vec<(Ident, Option<i32>)>,
        /// Whether clients stay at one group, and for how many seconds.
        stickiness: Option<(bool, Option<i32>)>,
    },
    /// Redirects the client.
    Redirect(Redirect),
    /// The balancer responds itself.
    Fixed(Fixed),
    /// The user signs in with Cognito.
    Cognito(Cognito, Session),
    /// The user signs in with OpenID Connect; AWS keeps the present secret if it is left out.
    Oidc(Oidc, Session, Option<WriteOnly>),
    /// Something that only AWS shows: no SLS can declare it.
    Other(String),
}

/// The actions of an argument; none if it was left out.
pub fn read(fields: &Fields, name: &str, problems: &mut Problems) -> Option<Vec<RuleAction>> {
    let records = fields.records(name)?;
    Some(records.iter().filter_map(|record| action(record, problems)).collect())
}

/// The type, and the key with its settings.
const KEYS: &[(&str, &str)] = &[
    ("forward", "target_group"),
    ("forward", "forward_config"),
    ("redirect", "redirect_config"),
    ("fixed-response", "fixed_response_config"),
    ("authenticate-cognito", "authenticate_cognito_config"),
    ("authenticate-oidc", "authenticate_oidc_config"),
];

fn action(record: &Fields, problems: &mut Problems) -> Option<RuleAction> {
    let given: Vec<_> = KEYS.iter().filter(|(_, key)| record.has(key)).collect();
    let sort = record.text("type");
    let [(of, key)] = given.as_slice() else {
        let keys: Vec<&str> = KEYS.iter().map(|(_, key)| *key).collect();
        let problem = Problem::at(record.place(), "an action does exactly one thing");
        problems.push(problem.hint(format!("write one of {}", keys.join(", "))));
        return None;
    };
    if let Some(sort) = sort.filter(|sort| sort != of) {
        let message = format!("an action of type '{sort}' has no '{key}'");
        problems.push(Problem::at(record.place_of(key), message));
    }
    let config = record.record(key).unwrap_or_else(|| record.clone());
    let what = match *key {
        "target_group" => {
            What::Forward { groups: vec![(record.required_text(key).into(), None)], stickiness: None }
        }
        "forward_config" => forward(&config),
        "redirect_config" => What::Redirect(Redirect::read(&config)),
        "fixed_response_config" => What::Fixed(Fixed::read(&config)),
        "authenticate_cognito_config" => What::Cognito(Cognito::read(&config), Session::read(&config)),
        _ => What::Oidc(Oidc::read(&config), Session::read(&config), secret(&config, problems)),
    };
    Some(RuleAction { order: record.integer32("order"), what })
}

fn forward(config: &Fields) -> What {
    let group = |group: Fields| (group.required_text("target_group").into(), group.integer32("weight"));
    let groups = config.records("target_groups").unwrap_or_default().into_iter().map(group).collect();
    let stickiness = config.record("target_group_stickiness_config");
    let stickiness =
        stickiness.map(|it| (it.boolean("enabled").unwrap_or_default(), it.integer32("duration_seconds")));
    What::Forward { groups, stickiness }
}

fn secret(config: &Fields, problems: &mut Problems) -> Option<WriteOnly> {
    let secret = config.text("client_secret").map(WriteOnly::new);
    if secret.is_none() && config.boolean("use_existing_client_secret") != Some(true) {
        let problem = Problem::at(config.place(), "'client_secret' is missing");
        problems.push(problem.hint("or write 'use_existing_client_secret: True' if AWS already has it"));
    }
    secret
}

/// The forwarding of requests to the named groups. A state that registers targets waits for it, because AWS checks the
/// targets of a group only when a balancer forwards to it.
pub fn forwards(actions: &[RuleAction]) -> impl Iterator<Item = Reference> {
    uses(actions).map(|group| Reference::new(FORWARDING, group.name))
}

/// The target groups that are given by name, not by ARN.
pub fn uses(actions: &[RuleAction]) -> impl Iterator<Item = Reference> {
    actions.iter().flat_map(groups).filter(|group| !is_arn(group.as_str())).map(reference)
}

fn groups(action: &RuleAction) -> Vec<&Ident> {
    let What::Forward { groups, .. } = &action.what else { return vec![] };
    groups.iter().map(|(group, _)| group).collect()
}

fn reference(group: &Ident) -> Reference {
    Reference::new("elbv2.target_group", group.as_str())
}

/// The actions with ARNs instead of names; all are looked up before the first error is returned.
///
/// # Errors
/// As [`Lookup::ident`].
pub fn resolve(actions: &[RuleAction], lookup: &mut Lookup<'_>) -> Result<Vec<RuleAction>, Unresolved> {
    let resolved: Vec<_> = actions.iter().map(|action| resolve_one(action, lookup)).collect();
    resolved.into_iter().collect()
}

fn resolve_one(action: &RuleAction, lookup: &mut Lookup<'_>) -> Result<RuleAction, Unresolved> {
    let What::Forward { groups, stickiness } = &action.what else { return Ok(action.clone()) };
    let arn = |(group, weight): &(Ident, Option<i32>)| {
        let is_known = is_arn(group.as_str());
        let arn = if is_known { Ok(group.clone()) } else { lookup.ident(&reference(group), "arn") };
        arn.map(|arn| (arn, *weight))
    };
    let all: Vec<_> = groups.iter().map(arn).collect();
    let groups = all.into_iter().collect::<Result<_, _>>()?;
    Ok(RuleAction { order: action.order, what: What::Forward { groups, stickiness: *stickiness } })
}

/// The actions as changes show them, without secrets.
pub fn shown(actions: &[RuleAction]) -> Value {
    Value::List(super::canonical(actions).iter().map(shown_one).collect())
}

fn shown_one(action: &RuleAction) -> Value {
    let (sort, entries) = match &action.what {
        What::Forward { groups, stickiness } => return shown_forward(groups, *stickiness),
        What::Other(sort) => (sort.as_str(), vec![]),
        What::Redirect(redirect) => ("redirect", redirect.entries()),
        What::Fixed(fixed) => ("fixed-response", fixed.entries()),
        What::Cognito(cognito, session) => {
            ("authenticate-cognito", [cognito.entries(), session.entries()].concat())
        }
        What::Oidc(oidc, session, _) => ("authenticate-oidc", [oidc.entries(), session.entries()].concat()),
    };
    [("type", sort.into())].into_iter().chain(entries).collect()
}

fn shown_forward(groups: &[(Ident, Option<i32>)], stickiness: Option<(bool, Option<i32>)>) -> Value {
    let share = |(group, weight): &(Ident, Option<i32>)| -> Value {
        [("target_group", Value::from(group)), ("weight", weight.unwrap_or(1).into())].into_iter().collect()
    };
    let mut shown = vec![("type", Value::from("forward"))];
    match groups {
        [(group, _)] => shown.push(("target_group", group.into())),
        all => shown.push(("target_groups", Value::List(all.iter().map(share).collect()))),
    }
    if let Some((true, seconds)) = stickiness {
        shown.push(("stickiness_seconds", seconds.map(Value::from).unwrap_or_default()));
    }
    shown.into_iter().collect()
}

impl RuleAction {
    /// The action with AWS's defaults for what is left out.
    pub(super) fn canonical(self) -> Self {
        let or = |text: Option<String>, other: &str| Some(text.unwrap_or_else(|| other.to_owned()));
        let session = |it: Session| Session {
            cookie: or(it.cookie, "AWSELBAuthSessionCookie"),
            scope: or(it.scope, "openid"),
            timeout: it.timeout.or(Some(604_800)),
            parameters: it.parameters.or(Some(Parameters::new())),
            otherwise: or(it.otherwise, "authenticate"),
        };
        let what = match self.what {
            What::Forward { mut groups, stickiness } => {
                let is_one = groups.len() == 1;
                for (_, weight) in &mut groups {
                    *weight = Some(if is_one { 1 } else { weight.unwrap_or(1) });
                }
                groups.sort();
                let seconds = stickiness.filter(|(enabled, _)| *enabled);
                What::Forward { groups, stickiness: seconds }
            }
            What::Redirect(it) => What::Redirect(Redirect {
                protocol: or(it.protocol, "#{protocol}"),
                port: or(it.port, "#{port}"),
                host: or(it.host, "#{host}"),
                path: or(it.path, "/#{path}"),
                query: or(it.query, "#{query}"),
                ..it
            }),
            What::Fixed(it) => What::Fixed(Fixed {
                content_type: or(it.content_type, "text/plain"),
                message_body: or(it.message_body, ""),
                ..it
            }),
            What::Cognito(cognito, it) => What::Cognito(cognito, session(it)),
            What::Oidc(oidc, it, _) => What::Oidc(oidc, session(it), None),
            What::Other(sort) => What::Other(sort),
        };
        Self { order: None, what }
    }
}
