//! What an ARN and tags say about a thing.

use super::table::KINDS;

/// A thing that has the tag.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Owned {
    /// Its ARN.
    pub arn: String,
    /// The service in the ARN.
    pub service: String,
    /// The word before its name or id in the ARN; empty if there is none.
    pub resource: String,
    /// Its region; empty for a global thing.
    pub region: String,
    /// Its account; empty if neither its ARN nor the list shows it.
    pub account: String,
    /// The end of the ARN: a name or an id.
    pub id: String,
    /// The name for its state: a name, a Name tag, or the id if the thing has neither.
    pub name: String,
    /// The VPC that is the scope of its name.
    pub vpc: Option<String>,
}

impl Owned {
    /// The thing of an ARN; `name_tag` is its Name tag. None for text that is not an ARN.
    pub fn of(arn: &str, name_tag: Option<&str>) -> Option<Self> {
        let parts: Vec<&str> = arn.splitn(6, ':').collect();
        let ["arn", _, service, region, account, rest] = parts[..] else { return None };
        let (resource, id) = parted(service, rest);
        let name = match (service, resource) {
            // Their names are only here in the answer.
            ("ec2", _) => name_tag.unwrap_or(id),
            // An id follows the name.
            ("elasticloadbalancing", "targetgroup" | "loadbalancer/app") => {
                id.split('/').next().unwrap_or(id)
            }
            // Before or after the name there may be a bus or a version.
            ("events", "rule") => id.rsplit('/').next().unwrap_or(id),
            _ => id,
        };
        // A parameter's ARN has one slash between the word and its name, which may begin with another slash.
        let is_path = service == "ssm" && id.contains('/') && !id.starts_with('/');
        let name = if is_path { format!("/{name}") } else { name.to_owned() };
        Some(Self {
            arn: arn.to_owned(),
            service: service.to_owned(),
            resource: resource.to_owned(),
            region: region.to_owned(),
            account: account.to_owned(),
            id: id.to_owned(),
            name,
            vpc: None,
        })
    }
}

/// `alarm` and `a:b` of `alarm:a:b`; nothing and the whole without a known word.
fn parted<'a>(service: &str, rest: &'a str) -> (&'a str, &'a str) {
    let known = KINDS.iter().filter(|kind| kind.service == service && !kind.resource.is_empty());
    let mut words: Vec<&str> = known.map(|kind| kind.resource).collect();
    // `loadbalancer/app` before `loadbalancer`.
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    for word in words {
        let after = rest.strip_prefix(word).and_then(|after| after.strip_prefix(['/', ':']));
        if let Some(after) = after {
            return (&rest[..word.len()], after);
        }
    }
    let is_bare = KINDS.iter().any(|kind| kind.service == service && kind.resource.is_empty());
    match rest.split_once(['/', ':']) {
        Some((word, after)) if !is_bare => (word, after),
        _ => ("", rest),
    }
}
