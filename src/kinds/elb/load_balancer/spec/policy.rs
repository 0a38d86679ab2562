//! Policies of a balancer, and the names by which AWS knows them.
//!
//! A policy cannot be changed. Its name on AWS ends in a digest of its content, as in Salt. So other content makes another
//! policy, and an account that Salt managed needs no change.

use md5::{Digest, Md5};

use model::{Argument, Fields, Minion, Node, NodeKind, Place, Problem, Problems, Shape, Value};

pub(super) const POLICY: &[Argument] = &[
    Argument::required("policy_name", Shape::Text, "the name by which listeners and backends refer to it")
        .alias(&["PolicyName"]),
    Argument::required(
        "policy_type",
        Shape::Text,
        "such as SSLNegotiationPolicyType or LBCookieStickinessPolicyType",
    )
    .alias(&["PolicyTypeName"]),
    Argument::required("policy", Shape::Table(&Shape::Any), "attribute name to value; {} for none")
        .alias(&["PolicyAttributes"]),
];

/// A declared policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// The name an author uses.
    pub short: String,
    /// The name on AWS.
    pub name: String,
    /// AWS's type of policy.
    pub kind: String,
    /// Its attributes in AWS's form.
    pub attributes: Vec<(String, String)>,
}

impl Policy {
    /// True if it chooses the ciphers and protocols of a listener.
    pub fn negotiates(&self) -> bool {
        self.kind == "SSLNegotiationPolicyType"
    }
}

/// True for a name that this program, or Salt, gives: type, short name, digest.
pub(in crate::load_balancer) fn is_ours(name: &str) -> bool {
    let Some((rest, digest)) = name.rsplit_once('-') else { return false };
    let is_digest = digest.len() == 32 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digest && rest.split_once('-').is_some_and(|(kind, _)| kind.ends_with("Policy"))
}

/// The policies of the state, then those of the pillar; none if neither has any.
pub(super) fn read(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Option<Vec<Policy>> {
    let mut records = fields.records("policies");
    let key = fields.text("policies_from_pillar").unwrap_or_else(|| "boto_elb_policies".to_owned());
    if let Some(Value::List(list)) = minion.option(&key) {
        let more = list.iter().map(|value| checked(value, fields.place(), &key, problems));
        records.get_or_insert_default().extend(more);
    }
    let mut policies: Vec<Policy> = vec![];
    for record in records? {
        let policy = policy(&record);
        if policies.iter().any(|known| known.short == policy.short) {
            let message = format!("two policies are named '{}'", policy.short);
            problems.push(Problem::at(record.place_of("policy_name"), message));
        }
        policies.push(policy);
    }
    Some(policies)
}

fn checked(value: &Value, place: &Place, key: &str, problems: &mut Problems) -> Fields {
    let node = Node::from_value(value.clone(), place);
    let entries = node.as_map().cloned().unwrap_or_default();
    let entries = entries.into_iter().map(|(name, entry)| (name.to_string(), entry));
    Fields::check(POLICY, entries, place, &format!("'{key}' of pillar or configuration"), problems)
}

fn policy(record: &Fields) -> Policy {
    let (short, kind) = (record.required_text("policy_name"), record.required_text("policy_type"));
    let mut items = record.table("policy").unwrap_or_default();
    items.sort_by(|a, b| a.0.cmp(&b.0));
    let shown: Vec<String> =
        items.iter().map(|(name, node)| format!("({}, {})", quoted(name), as_python(node))).collect();
    let digest = Md5::digest(format!("[{}]", shown.join(", ")));
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let name = format!("{}-{short}-{digest}", kind.strip_suffix("Type").unwrap_or(&kind));
    let attributes =
        items.into_iter().map(|(name, node)| (name, model::fields::text(node).unwrap_or_default())).collect();
    Policy { short, name, kind, attributes }
}

/// Salt makes the digest of Python's printed form.
fn as_python(node: &Node) -> String {
    match &node.kind {
        NodeKind::Scalar(Value::Null) => "None".to_owned(),
        NodeKind::Scalar(Value::Bool(true)) => "True".to_owned(),
        NodeKind::Scalar(Value::Bool(false)) => "False".to_owned(),
        NodeKind::Scalar(Value::Str(text)) => quoted(text),
        NodeKind::Scalar(_) => model::fields::text(node).unwrap_or_default(),
        _ => node.to_value().to_json().to_string(),
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\");
    if text.contains('\'') && !text.contains('"') {
        return format!("\"{escaped}\"");
    }
    format!("'{}'", escaped.replace('\'', "\\'"))
}
