//! A roster from AWS: the running instances with given tags, or of given Auto Scaling groups.
//!
//! Their IDs are their names. Several instances of one name, as a group gives them, have the instance's id behind it.

use std::collections::BTreeMap;

use grains::Convention;
use grains::convention::Parts;

use super::super::args::given_text;
use super::super::ask_aws::Asked;
use super::super::{Ended, failed, usage};
use crate::commands::is_on;
use exec::Bound;
use model::problem::did_you_mean;
use model::{Key, Map, Value, python};

/// The key of the configuration with what the command line does not say.
const KEY: &str = "ssh_aws";
/// What it may hold.
const KNOWN: &[&str] = &["tags", "groups", "public", "instance_connect", "region", "profile"];
/// The tag that Auto Scaling gives instances of a group.
/// See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-tagging.html>.
const GROUP: &str = "aws:autoscaling:groupName";
/// The most instances of one answer: `MaxResults` of `DescribeInstances`.
const PAGE: i64 = 1000;

/// Which instances, and how they are reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Values by the tag's name. One of them is enough.
    tags: BTreeMap<String, Vec<String>>,
    groups: Vec<String>,
    is_public: bool,
    /// True when a key is sent by EC2 Instance Connect before each visit.
    pub connects: bool,
    /// `region` and `profile` of calls.
    account: Vec<(&'static str, Value)>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The roster's data.
    pub roster: Map,
    /// Instances without the address that is asked for.
    pub left_out: Vec<String>,
}

impl Wanted {
    /// What command line and configuration say.
    ///
    /// # Errors
    ///
    /// A tag without a value, and keys that the configuration does not know.
    pub fn read(bound: &Bound, opts: &Map) -> Result<Self, Ended> {
        let none = Map::new();
        let configured = match opts.get(KEY) {
            None | Some(Value::Null) => &none,
            Some(Value::Map(configured)) => configured,
            Some(_) => return Err(failed(format!("'{KEY}' of the configuration is not a mapping"))),
        };
        if let Some(key) =
            configured.keys().map(ToString::to_string).find(|key| !KNOWN.contains(&key.as_str()))
        {
            let near = did_you_mean(&key, KNOWN.iter().copied());
            let near = near.map(|near| format!("; do you mean '{near}'?")).unwrap_or_default();
            return Err(failed(format!("'{KEY}' of the configuration has no '{key}'{near}")));
        }
        let is_set = |key: &str| configured.get(key).is_some_and(Value::is_truthy);
        let mut wanted = Self {
            groups: bound.texts("group"),
            is_public: is_on(bound, "public")? || is_set("public"),
            connects: is_on(bound, "instance_connect")? || is_set("instance_connect"),
            ..Self::default()
        };
        for typed in bound.texts("tag") {
            let pair = typed.split_once('=').filter(|(name, _)| !name.is_empty());
            let (name, value) = pair.ok_or_else(|| usage(format!("--tag is NAME=VALUE, not '{typed}'")))?;
            wanted.tags.entry(name.to_owned()).or_default().push(value.to_owned());
        }
        if wanted.tags.is_empty() && wanted.groups.is_empty() {
            let tags = configured.get("tags").and_then(Value::as_map).into_iter().flatten();
            wanted.tags = tags.map(|(name, value)| (name.to_string(), texts(value))).collect();
            wanted.groups = configured.get("groups").map(texts).unwrap_or_default();
        }
        for name in ["region", "profile"] {
            let given = given_text(bound, name).map(Value::from).or_else(|| configured.get(name).cloned());
            wanted.account.extend(given.map(|value| (name, value)));
        }
        Ok(wanted)
    }

    /// Asks AWS, page after page.
    ///
    /// # Errors
    ///
    /// What AWS says.
    pub async fn find(
        &self,
        convention: &Convention,
        ask: impl AsyncFn(Asked) -> Result<Value, String>,
    ) -> Result<Found, String> {
        let mut instances = vec![];
        let mut token = String::new();
        loop {
            let answer = ask(self.call("ec2", "DescribeInstances", self.parameters(&token))).await?;
            for reservation in listed(&answer, "reservationSet") {
                instances.extend(listed(reservation, "instancesSet").cloned());
            }
            token = text(&answer, "nextToken");
            if token.is_empty() {
                return Ok(self.roster(&instances, convention));
            }
        }
    }

    /// The call that has an instance accept a public key for a minute.
    /// See <https://docs.aws.amazon.com/ec2-instance-connect/latest/APIReference/API_SendSSHPublicKey.html>.
    pub fn send_key(&self, instance: &str, user: &str, key: &str) -> Asked {
        let parameters = [("InstanceId", instance), ("InstanceOSUser", user), ("SSHPublicKey", key.trim())];
        let parameters = parameters.into_iter().map(|(name, value)| (name, Value::from(value))).collect();
        self.call("ec2-instance-connect", "SendSSHPublicKey", parameters)
    }

    fn call(&self, service: &str, operation: &str, parameters: Value) -> Asked {
        let mut named = self.account.clone();
        named.push(("parameters", parameters));
        Asked::new("aws.call", vec![Value::from(service), Value::from(operation)], &named)
    }

    fn parameters(&self, token: &str) -> Value {
        let filter = |name: &str, values: &[String]| serde_json::json!({"Name": name, "Value": values});
        let mut filters = vec![filter("instance-state-name", &["running".to_owned()])];
        filters.extend(self.tags.iter().map(|(name, values)| filter(&format!("tag:{name}"), values)));
        if !self.groups.is_empty() {
            filters.push(filter(&format!("tag:{GROUP}"), &self.groups));
        }
        let mut parameters = serde_json::json!({"Filter": filters, "MaxResults": PAGE});
        if !token.is_empty() {
            parameters["NextToken"] = token.into();
        }
        Value::from(parameters)
    }

    fn roster(&self, instances: &[Value], convention: &Convention) -> Found {
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for instance in instances {
            *names.entry(tag(instance, "Name")).or_default() += 1;
        }
        let mut found = Found::default();
        let address = if self.is_public { "ipAddress" } else { "privateIpAddress" };
        for instance in instances {
            let (id, name) = (text(instance, "instanceId"), tag(instance, "Name"));
            let known = match names.get(&name) {
                _ if name.is_empty() => id.clone(),
                Some(1) => name,
                _ => format!("{name}-{}", id.trim_start_matches("i-")),
            };
            // Somebody may have given one instance the ID of another as its name.
            let known = if found.roster.contains_key(known.as_str()) { id } else { known };
            let host = text(instance, address);
            if host.is_empty() {
                found.left_out.push(known);
                continue;
            }
            let grains = grains_of(instance, &known, convention);
            let entry: Value = [("host", Value::from(host)), ("grains", grains)].into_iter().collect();
            found.roster.insert(Key::from(known.as_str()), entry);
        }
        found
    }
}

/// The grains that an instance would have of itself, as far as AWS shows them here: by the names of its own metadata, and by the
/// convention of host names.
fn grains_of(instance: &Value, known: &str, convention: &Convention) -> Value {
    let (id, group) = (text(instance, "instanceId"), tag(instance, GROUP));
    let parts = convention.parse(known).or_else(|| convention.parse_group(&group, &id)).unwrap_or_default();
    let derived: Parts = convention.derive(&parts);
    let zone = instance.as_map().and_then(|map| map.get("placement")).map(|it| text(it, "availabilityZone"));
    let tags: Value =
        listed(instance, "tagSet").map(|tag| (text(tag, "key"), Value::from(text(tag, "value")))).collect();
    let own = [
        ("ec2_instance_id", id),
        ("ec2_availability_zone", zone.unwrap_or_default()),
        ("ec2_autoscaling_group", group),
    ];
    let own =
        own.into_iter().map(|(name, value)| (name.to_owned(), value)).filter(|(_, value)| !value.is_empty());
    let all = own.chain(parts).chain(derived).map(|(name, value)| (name, Value::from(value)));
    all.chain([("ec2_tags".to_owned(), tags)]).collect()
}

fn tag(instance: &Value, name: &str) -> String {
    let is_it = |tag: &&Value| text(tag, "key") == name;
    listed(instance, "tagSet").find(is_it).map(|tag| text(tag, "value")).unwrap_or_default()
}

fn text(value: &Value, key: &str) -> String {
    value.as_map().and_then(|map| map.get(key)).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// One text or several.
fn texts(value: &Value) -> Vec<String> {
    value.as_list().map_or_else(|| vec![python::text(value)], |list| list.iter().map(python::text).collect())
}

/// The elements of a list; AWS's empty lists are empty texts.
fn listed<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value.as_map().and_then(|map| map.get(key)).and_then(Value::as_list).unwrap_or_default().iter()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn instance(id: &str, name: &str, private: &str, public: &str) -> serde_json::Value {
        serde_json::json!({
            "instanceId": id, "privateIpAddress": private, "ipAddress": public,
            "placement": {"availabilityZone": "us-east-1a"},
            "tagSet": [{"key": "Name", "value": name}, {"key": "role", "value": "web"}],
        })
    }

    async fn find(wanted: &Wanted) -> (Found, Vec<serde_json::Value>) {
        let asked = RefCell::new(vec![]);
        let ask = async |call: Asked| {
            assert_eq!((call.function, call.args[1].as_str()), ("aws.call", Some("DescribeInstances")));
            let is_first = asked.borrow().is_empty();
            asked.borrow_mut().push(call.named.get("parameters").unwrap().to_json());
            let of = |all: Vec<serde_json::Value>| serde_json::json!([{"instancesSet": all}]);
            let group = "app-testing-useast1";
            Ok(Value::from(if is_first {
                let set = of(vec![
                    instance("i-01", group, "10.0.0.1", "192.0.2.1"),
                    instance("i-02", group, "10.0.0.2", ""),
                ]);
                serde_json::json!({"reservationSet": set, "nextToken": "more"})
            } else {
                let unnamed =
                    serde_json::json!({"instanceId": "i-04", "privateIpAddress": "10.0.0.4", "tagSet": ""});
                let same = instance("i-05", "db", "10.0.0.5", "");
                let copied = instance("i-06", "db-05", "10.0.0.6", "");
                let all = vec![instance("i-03", "db", "10.0.0.3", ""), unnamed, same, copied];
                serde_json::json!({"reservationSet": of(all), "nextToken": ""})
            }))
        };
        let found = wanted.find(&Convention::default(), ask).await.unwrap();
        (found, asked.into_inner())
    }

    #[tokio::test]
    async fn instances_are_known_by_their_names_and_several_of_one_name_by_their_ids_as_well() {
        let tags = [("role".to_owned(), vec!["web".to_owned(), "db".to_owned()])].into();
        let (found, asked) =
            find(&Wanted { tags, groups: vec!["asg".to_owned()], ..Wanted::default() }).await;
        let hosts: Vec<(String, String)> =
            found.roster.iter().map(|(id, entry)| (id.to_string(), text(entry, "host"))).collect();
        let expected = [
            ("app-testing-useast1-01", "10.0.0.1"),
            ("app-testing-useast1-02", "10.0.0.2"),
            ("db-03", "10.0.0.3"),
            ("i-04", "10.0.0.4"),
            ("db-05", "10.0.0.5"),
            ("i-06", "10.0.0.6"),
        ];
        assert_eq!(hosts, expected.map(|(id, host)| (id.to_owned(), host.to_owned())));
        assert_eq!(asked.len(), 2);
        assert_eq!(asked[1]["NextToken"], "more");
        let filters = serde_json::json!([
            {"Name": "instance-state-name", "Value": ["running"]},
            {"Name": "tag:role", "Value": ["web", "db"]},
            {"Name": "tag:aws:autoscaling:groupName", "Value": ["asg"]},
        ]);
        assert_eq!(asked[0]["Filter"], filters);
    }

    #[tokio::test]
    async fn grains_are_those_that_names_and_metadata_give_an_instance() {
        let (found, _) = find(&Wanted::default()).await;
        let grains = Value::Map(found.roster).to_json()["app-testing-useast1-01"]["grains"].clone();
        for (name, expected) in [
            ("ec2_instance_id", "i-01"),
            ("ec2_availability_zone", "us-east-1a"),
            ("service_name", "app"),
            ("service_node", "01"),
            ("cluster_name", "app-testing-useast1"),
        ] {
            assert_eq!(grains[name], expected, "{grains}");
        }
        assert_eq!(grains["ec2_tags"]["role"], "web");
        assert!(grains.get("ec2_autoscaling_group").is_none());
    }

    #[tokio::test]
    async fn who_has_no_public_address_is_named() {
        let (found, _) = find(&Wanted { is_public: true, ..Wanted::default() }).await;
        assert_eq!(found.left_out.len(), 5, "{found:?}");
        assert_eq!(found.roster.len(), 1);
    }
}
