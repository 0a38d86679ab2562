//! `fleet: {accept: {identity_document: …}}` of the configuration, and AWS, which knows the instances.

use std::collections::BTreeMap;
use std::path::PathBuf;

use futures::FutureExt;
use futures::future::BoxFuture;

use super::ask_aws::{Asked, ask};
use super::open::Opened;
use super::{Ended, failed};
use crate::settings::Settings;
use fleet::identity::document::{Certificate, DocumentPolicy, Seen};
use fleet::operator::{Documents, InstanceLookup};
use machine::file;
use model::{Key, Map, Value, chain, python};

/// How long after its launch an instance may ask, in seconds, unless the policy says otherwise.
const WITHIN: i64 = 3600;

/// The policy, if there is one.
pub fn documents(opened: &Opened) -> Result<Option<Documents>, Ended> {
    let inside = |map: Option<&Map>, key: &str| map.and_then(|map| map.get(key)?.as_map().cloned());
    let accept = inside(inside(Some(&opened.config.opts), "fleet").as_ref(), "accept");
    let Some(policy) = inside(accept.as_ref(), "identity_document") else { return Ok(None) };
    let wrong = |what: &str| failed(format!("fleet: accept: identity_document: {what}"));
    let known = ["accounts", "regions", "ids", "within", "certificates", "profile"];
    if let Some(other) = policy.keys().find(|key| !known.iter().any(|known| **key == Key::from(*known))) {
        return Err(wrong(&format!("there is no '{other}': {}", known.join(", "))));
    }
    let texts = |key: &str| -> Result<Vec<String>, Ended> {
        let list = policy.get(key).and_then(Value::as_list).filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| wrong(&format!("'{key}' is a list, and not empty")))?;
        Ok(list.iter().map(python::text).collect())
    };
    // YAML reads an account without quotes as a number, and one that begins with 0 as another number.
    let accounts = texts("accounts")?;
    if let Some(short) =
        accounts.iter().find(|it| it.len() != 12 || !it.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return Err(wrong(&format!("'{short}' is not an account: write its 12 digits in quotes")));
    }
    let within = match policy.get("within") {
        None => WITHIN,
        Some(value) => {
            value.as_int().filter(|it| *it > 0).ok_or_else(|| wrong("'within' is a number of seconds"))?
        }
    };
    let configured = policy.get("certificates").and_then(Value::as_str).map(PathBuf::from);
    let directory = configured.unwrap_or_else(|| opened.directory.join("aws-certificates"));
    let mut regions = BTreeMap::new();
    for region in texts("regions")? {
        let path = directory.join(format!("{region}.pem"));
        let pem = file::read(&path).map_err(|error| {
            wrong(&format!(
                "{}; AWS's documentation lists the RSA-2048 certificate of each region",
                chain(&error)
            ))
        })?;
        let certificates = Certificate::read_all(&String::from_utf8_lossy(&pem));
        if certificates.is_empty() {
            return Err(wrong(&format!("'{}' has no certificate with an RSA key", path.display())));
        }
        regions.insert(region, certificates);
    }
    let policy_of = DocumentPolicy { accounts, regions, ids: texts("ids")?, within };
    let profile = policy.get("profile").cloned();
    let lookup = Box::new(Ec2 { settings: opened.settings.clone(), profile });
    Ok(Some(Documents { policy: policy_of, lookup }))
}

/// EC2, asked with the credentials of this ops node.
struct Ec2 {
    settings: Settings,
    profile: Option<Value>,
}

impl InstanceLookup for Ec2 {
    fn see<'a>(&'a self, region: &'a str, instance: &'a str) -> BoxFuture<'a, Result<Option<Seen>, String>> {
        async move {
            let filters = [("instance-id", instance), ("instance-state-name", "running")];
            let filters = filters.map(|(name, value)| -> Value {
                [("Name", Value::from(name)), ("Value", Value::List(vec![value.into()]))]
                    .into_iter()
                    .collect()
            });
            let parameters: Value = [("Filter", Value::List(filters.to_vec()))].into_iter().collect();
            let mut named = vec![("parameters", parameters), ("region", Value::from(region))];
            named.extend(self.profile.clone().map(|profile| ("profile", profile)));
            let words = ["ec2", "DescribeInstances"].map(Value::from).to_vec();
            let answers = ask(&self.settings, vec![Asked::new("aws.call", words, &named)]).await?;
            Ok(answers.first().and_then(|answer| seen(answer, instance)))
        }
        .boxed()
    }
}

/// The instance in an answer of `DescribeInstances`, as it is on the wire.
fn seen(answer: &Value, wanted: &str) -> Option<Seen> {
    let list = |value: Option<&Value>| value.and_then(Value::as_list).unwrap_or_default().to_vec();
    let text = |value: &Value, key: &str| value.as_map()?.get(key).map(python::text);
    let reservations = list(answer.as_map()?.get("reservationSet"));
    let instances =
        reservations.iter().flat_map(|it| list(it.as_map().and_then(|it| it.get("instancesSet"))));
    let instance = instances.into_iter().find(|it| text(it, "instanceId").as_deref() == Some(wanted))?;
    let tags = list(instance.as_map()?.get("tagSet"));
    let tags =
        tags.iter().filter_map(|tag| Some((text(tag, "key")?, text(tag, "value").unwrap_or_default())));
    Some(Seen { tags: tags.collect(), private_dns: text(&instance, "privateDnsName").unwrap_or_default() })
}
