//! Permissions to call a function or an alias: the statements of its policy, in Salt's form.

use indexmap::IndexMap;
use serde_json::Value as Json;

use kind::document;
use model::{Argument, Change, Fields, Plan, Problem, Problems, Shape, Value};

/// A statement of a policy, without its id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Permission {
    /// `lambda:InvokeFunction`.
    pub action: String,
    /// A service, an account's id or an ARN, or `*`.
    pub principal: String,
    /// The thing that calls.
    pub source_arn: Option<String>,
    /// The account of that thing.
    pub source_account: Option<String>,
}

/// Statements by their ids.
pub type Permissions = IndexMap<String, Permission>;

const STATEMENT: &[Argument] = &[
    Argument::required("Action", Shape::Text, "lambda:InvokeFunction"),
    Argument::required("Principal", Shape::Text, "a service, an account or an ARN: events.amazonaws.com"),
    Argument::optional("SourceArn", Shape::Text, "the resource that calls, by ARN"),
    Argument::optional("SourceAccount", Shape::Text, "the account that calls"),
    Argument::optional("Qualifier", Shape::Text, "a version or alias; write it in boto_lambda.alias_present"),
];
const STATEMENTS: Shape = Shape::Table(&Shape::Record(STATEMENT));

/// The argument that declares them.
pub(super) const ARGUMENT: Argument = Argument::optional(
    "Permissions",
    Shape::Either(&[STATEMENTS, Shape::Text]),
    "all statements of its policy, by statement id; a mapping or JSON; not managed if left out",
);

/// The declared statements; none if the argument was left out.
pub(super) fn read(fields: &Fields, problems: &mut Problems) -> Option<Permissions> {
    let node = fields.node(ARGUMENT.name)?;
    let declared = match model::fields::text(node) {
        Some(text) => serde_json::from_str(&text).unwrap_or_default(),
        None => document::canonical(&STATEMENTS, node),
    };
    let mut problem = |message: String, hint: &str| {
        problems.push(Problem::at(&node.place, message).hint(hint));
    };
    let Json::Object(statements) = declared else {
        problem("'Permissions' is not a JSON object".to_owned(), "write a mapping of statement ids");
        return None;
    };
    let mut all = Permissions::new();
    for (id, statement) in statements {
        let text = |key: &str| {
            statement.get(key).map(|it| it.as_str().map_or_else(|| it.to_string(), str::to_owned))
        };
        if text("Qualifier").is_some() {
            let hint = "declare the permission in 'Permissions' of the alias: boto_lambda.alias_present";
            problem(
                format!(
                    "the statement {id} has a Qualifier, so it belongs to the policy of an alias or version"
                ),
                hint,
            );
        }
        let (Some(action), Some(principal)) = (text("Action"), text("Principal")) else {
            problem(format!("the statement {id} needs Action and Principal"), "add what is missing");
            continue;
        };
        let principal = account(&principal);
        let (source_arn, source_account) = (text("SourceArn"), text("SourceAccount"));
        all.insert(id, Permission { action, principal, source_arn, source_account });
    }
    Some(all)
}

/// The statements of AWS's policy document.
pub(super) fn of_policy(policy: &str) -> Permissions {
    let policy: Json = serde_json::from_str(policy).unwrap_or_default();
    let statements = policy.get("Statement").and_then(Json::as_array).into_iter().flatten();
    let text = |it: Option<&Json>| it.and_then(Json::as_str).map(str::to_owned);
    let all = statements.map(|statement| {
        let principal = statement.get("Principal");
        let inside = |key| principal.and_then(|it| it.get(key)).and_then(Json::as_str);
        let whole = principal.and_then(Json::as_str);
        let principal = inside("Service").or_else(|| inside("AWS")).or(whole).unwrap_or_default();
        let condition = |test, key| text(statement.get("Condition").and_then(|it| it.get(test)?.get(key)));
        let permission = Permission {
            action: text(statement.get("Action")).unwrap_or_default(),
            principal: account(principal),
            source_arn: condition("ArnLike", "AWS:SourceArn"),
            source_account: condition("StringEquals", "AWS:SourceAccount"),
        };
        (text(statement.get("Sid")).unwrap_or_default(), permission)
    });
    all.collect()
}

/// The id of an account instead of its root user's ARN.
fn account(principal: &str) -> String {
    let root = || principal.split_once(":iam::")?.1.strip_suffix(":root");
    root().unwrap_or(principal).to_owned()
}

impl Permission {
    /// As Salt shows it.
    pub fn to_value(&self) -> Value {
        let optional = [("SourceArn", &self.source_arn), ("SourceAccount", &self.source_account)];
        let optional = optional.into_iter().filter_map(|(key, text)| Some((key, text.as_deref()?)));
        let all = [("Action", self.action.as_str()), ("Principal", &self.principal)];
        all.into_iter().chain(optional).map(|(key, text)| (key, Value::from(text))).collect()
    }
}

/// Statements as changes show them.
pub(super) fn to_value<'a>(all: impl IntoIterator<Item = (&'a String, &'a Permission)>) -> Value {
    all.into_iter().map(|(id, permission)| (id.as_str(), permission.to_value())).collect()
}

/// The plan that makes the statements as declared. AWS cannot change one in place: a different one is removed and added
/// again.
pub(super) fn compared<S>(
    want: &Permissions,
    live: &Permissions,
    add: impl Fn(&str, &Permission) -> S,
    remove: impl Fn(&str) -> S,
) -> Plan<S> {
    let mut plan = Plan::nothing();
    let missing: Vec<_> = want.iter().filter(|(id, it)| live.get(*id) != Some(it)).collect();
    let surplus: Vec<_> = live.iter().filter(|(id, it)| want.get(*id) != Some(it)).collect();
    if missing.is_empty() && surplus.is_empty() {
        return plan;
    }
    let (old, new) = (to_value(surplus.iter().copied()), to_value(missing.iter().copied()));
    plan.changes.push(Change::update(ARGUMENT.name, old, new));
    for (id, permission) in &missing {
        plan.steps.extend(live.contains_key(*id).then(|| remove(id)));
        plan.steps.push(add(id, permission));
    }
    let gone = surplus.iter().filter(|(id, _)| !want.contains_key(*id));
    plan.steps.extend(gone.map(|(id, _)| remove(id)));
    plan
}
