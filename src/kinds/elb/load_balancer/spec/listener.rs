//! Listeners of a balancer and the policies of its backends.

use super::policy::Policy;
use model::{Argument, Fields, Ident, Key, Map, Minion, Problem, Problems, Shape, Value};

pub(super) const LISTENER: &[Argument] = &[
    Argument::required("elb_port", Shape::Integer, "the port of the balancer").alias(&["LoadBalancerPort"]),
    Argument::required("instance_port", Shape::Integer, "the port of the instances").alias(&["InstancePort"]),
    Argument::required("elb_protocol", Shape::Text, "HTTP, HTTPS, TCP or SSL").alias(&["Protocol"]),
    Argument::optional(
        "instance_protocol",
        Shape::Text,
        "HTTP, HTTPS, TCP or SSL (default: that of the balancer)",
    )
    .alias(&["InstanceProtocol"]),
    Argument::optional("certificate", Shape::Text, "the certificate, for HTTPS and SSL: its ARN, acm:<domain>, or the name of a server certificate of IAM")
        .alias(&["SSLCertificateId"]),
    Argument::optional("policies", Shape::Texts, "names from 'policies' for this listener")
        .alias(&["PolicyNames"]),
    Argument::optional("policies_from_pillar", Shape::Text, "pillar key of names of policies by protocol"),
];

pub(super) const BACKEND: &[Argument] = &[
    Argument::required("instance_port", Shape::Integer, "the port of the instances").alias(&["InstancePort"]),
    Argument::optional("policies", Shape::Texts, "names from 'policies' for this port")
        .alias(&["PolicyNames"]),
];

/// A declared listener.
#[derive(Clone, Debug, PartialEq)]
pub struct Listener {
    /// The port of the balancer.
    pub port: i32,
    /// Its protocol, in capitals.
    pub protocol: String,
    /// The port of the instances.
    pub instance_port: i32,
    /// Their protocol, in capitals.
    pub instance_protocol: String,
    /// The certificate: as the SLS names it, and its ARN once the balancer is resolved.
    pub certificate: Option<Ident>,
    /// Its policies; none if not managed.
    pub policies: Option<Vec<Policy>>,
}

impl Listener {
    /// True if it speaks TLS and so needs a certificate and a security policy.
    pub fn is_secure(&self) -> bool {
        is_secure(&self.protocol)
    }

    /// As Salt shows it, without its policies.
    pub fn to_value(&self) -> Value {
        let mut shown = Map::new();
        shown.insert("elb_port".into(), self.port.into());
        shown.insert("instance_port".into(), self.instance_port.into());
        shown.insert("elb_protocol".into(), self.protocol.as_str().into());
        shown.insert("instance_protocol".into(), self.instance_protocol.as_str().into());
        if let Some(certificate) = &self.certificate {
            shown.insert("certificate".into(), certificate.into());
        }
        Value::Map(shown)
    }
}

fn is_secure(protocol: &str) -> bool {
    matches!(protocol, "HTTPS" | "SSL")
}

/// The policies of a port of the instances.
#[derive(Clone, Debug, PartialEq)]
pub struct Backend {
    /// The port of the instances.
    pub instance_port: i32,
    /// Their policies.
    pub policies: Vec<Policy>,
}

pub(super) fn read(
    fields: &Fields,
    policies: &[Policy],
    minion: &Minion,
    problems: &mut Problems,
) -> Option<Vec<Listener>> {
    let mut listeners: Vec<Listener> = vec![];
    for record in fields.records("listeners")? {
        let listener = listener(&record, policies, minion, problems);
        if listeners.iter().any(|known| known.port == listener.port) {
            let message = format!("two listeners have the port {}", listener.port);
            problems.push(Problem::at(record.place_of("elb_port"), message));
        }
        listeners.push(listener);
    }
    Some(listeners)
}

fn listener(record: &Fields, policies: &[Policy], minion: &Minion, problems: &mut Problems) -> Listener {
    let protocol = protocol(record, "elb_protocol", problems).unwrap_or_default();
    let certificate = record.text("certificate").map(Ident::from);
    if is_secure(&protocol) && certificate.is_none() {
        let problem = Problem::at(record.place(), format!("a listener for {protocol} needs 'certificate'"));
        problems
            .push(problem.hint("write its ARN, acm:<domain>, or the name of a server certificate of IAM"));
    }
    let names = listener_policies(record, &protocol, minion);
    let policies = names.map(|names| named(&names, policies, record, problems));
    Listener {
        port: port(record, "elb_port", problems),
        instance_port: port(record, "instance_port", problems),
        instance_protocol: self::protocol(record, "instance_protocol", problems)
            .unwrap_or_else(|| protocol.clone()),
        protocol,
        certificate,
        policies,
    }
}

fn port(record: &Fields, name: &str, problems: &mut Problems) -> i32 {
    let port = record.integer32(name).unwrap_or_default();
    if !(1..=65535).contains(&port) {
        problems.push(Problem::at(record.place_of(name), format!("{port} is not a port")));
    }
    port
}

fn protocol(record: &Fields, name: &str, problems: &mut Problems) -> Option<String> {
    let typed = record.text(name)?;
    let protocol = typed.to_ascii_uppercase();
    if !["HTTP", "HTTPS", "TCP", "SSL"].contains(&protocol.as_str()) {
        let problem =
            Problem::at(record.place_of(name), format!("'{typed}' is not a protocol of a balancer"));
        problems.push(problem.hint("write HTTP, HTTPS, TCP or SSL"));
    }
    Some(protocol)
}

/// The policies of the listener, and those of the pillar for its protocol; the default key is used only for a listener
/// without its own.
fn listener_policies(record: &Fields, protocol: &str, minion: &Minion) -> Option<Vec<String>> {
    let own = record.texts("policies");
    let key = match (&own, record.text("policies_from_pillar")) {
        (_, Some(key)) => Some(key),
        (None, None) => Some("boto_elb_listener_policies".to_owned()),
        (Some(_), None) => None,
    };
    let by_protocol = key.and_then(|key| minion.pillar(&key)).and_then(Value::as_map);
    let more = by_protocol.and_then(|map| {
        let fits = |key: &Key| key.to_string().eq_ignore_ascii_case(protocol);
        map.iter().find(|(key, _)| fits(key)).map(|(_, value)| value)
    });
    let more = more.map(|value| match value {
        Value::List(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Value::Str(name) => vec![name.clone()],
        _ => Vec::new(),
    });
    match (own, more) {
        (None, None) => None,
        (own, more) => Some(own.into_iter().chain(more).flatten().collect()),
    }
}

fn named(names: &[String], policies: &[Policy], record: &Fields, problems: &mut Problems) -> Vec<Policy> {
    let mut found = vec![];
    for name in names {
        match policies.iter().find(|policy| policy.short == *name) {
            Some(policy) => found.push(policy.clone()),
            None => {
                let message = format!("there is no policy '{name}'");
                let problem = Problem::at(record.place_of("policies"), message);
                problems.push(problem.hint("declare it under 'policies', or in the pillar"));
            }
        }
    }
    found
}

pub(super) fn backends(
    fields: &Fields,
    policies: &[Policy],
    problems: &mut Problems,
) -> Option<Vec<Backend>> {
    let records = fields.records("backends")?;
    let backend = |record: &Fields| Backend {
        instance_port: port(record, "instance_port", problems),
        policies: named(&record.texts("policies").unwrap_or_default(), policies, record, problems),
    };
    Some(records.iter().map(backend).collect())
}
