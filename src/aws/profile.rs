//! `profile`, `region`, `keyid`, `key`: the common arguments of AWS states, resolved to a [`Connection`].
//!
//! One resolver for all kinds. The state's own argument wins over the profile, the profile over the service's options
//! (`sqs.region`), and these over the SDK's chain. An undefined profile is an error; there is no fallback.

use super::named_profiles::{NamedProfiles, Objection};
use super::{Connection, region};
use model::fields::text;
use model::problem::did_you_mean;
use model::secret::declared;
use model::{Argument, Fields, Map, Minion, Node, Place, Problem, Problems, Shape, Value};

/// The arguments that every AWS state function takes besides its own.
pub const ARGUMENTS: &[Argument] = &[
    Argument::optional("region", Shape::Text, "the region to work in"),
    Argument::optional("keyid", Shape::Text, "access key id"),
    Argument::optional("key", Shape::Secret, "secret access key"),
    Argument::optional(
        "profile",
        Shape::Either(&[Shape::Table(&Shape::Any), Shape::Text]),
        "region, keyid and key as a mapping, or the name of such a mapping in configuration, grains or pillar",
    ),
];

/// The keys of a profile's mapping. Any other is an error: `role_arm` would work with the credentials before the role.
const KEYS: &[&str] = &[
    "region",
    "region_name",
    "keyid",
    "aws_access_key_id",
    "key",
    "aws_secret_access_key",
    "session_token",
    "token",
    "security_token",
    "aws_session_token",
    "role_arn",
    "external_id",
    "endpoint_url",
];

/// Resolves the common arguments of one state.
///
/// `labels` are the prefixes of the service's options, most specific first: `["sqs"]`, `["asg", "autoscaling"]`.
pub fn resolve(
    fields: &Fields,
    minion: &Minion,
    labels: &[&str],
    problems: &mut Problems,
) -> Option<Connection> {
    let before = problems.0.len();
    let Found { mapping: profile, aws_profile } =
        fields.node("profile").map_or_else(Found::default, |node| profile(node, minion, problems));
    let explicit = |name: &str| fields.text(name);
    let keys = Credentials::pick(
        Credentials { keyid: explicit("keyid"), key: explicit("key"), session_token: None },
        Credentials::of_profile(&profile),
        Credentials::of_options(minion, labels),
    );
    for secret in [&keys.key, &keys.session_token].into_iter().flatten() {
        declared::note_text(secret);
    }
    let connection = Connection {
        region: explicit("region")
            .or_else(|| entry(&profile, &["region", "region_name"]))
            .or_else(|| option(minion, labels, "region"))
            .filter(|region| region != "universal"),
        keyid: keys.keyid,
        key: keys.key,
        session_token: keys.session_token,
        aws_profile,
        role_arn: entry(&profile, &["role_arn"]).or_else(|| option(minion, labels, "role_arn")),
        external_id: entry(&profile, &["external_id"]).or_else(|| option(minion, labels, "external_id")),
        endpoint_url: entry(&profile, &["endpoint_url"]).or_else(|| option(minion, labels, "endpoint_url")),
    };
    check(&connection, fields, problems);
    (problems.0.len() == before).then_some(connection)
}

#[derive(Default)]
struct Credentials {
    keyid: Option<String>,
    key: Option<String>,
    session_token: Option<String>,
}

impl Credentials {
    fn of_profile(profile: &Map) -> Self {
        Self {
            keyid: entry(profile, &["keyid", "aws_access_key_id"]),
            key: entry(profile, &["key", "aws_secret_access_key"]),
            session_token: entry(profile, &["session_token", "token", "security_token", "aws_session_token"]),
        }
    }

    fn of_options(minion: &Minion, labels: &[&str]) -> Self {
        Self {
            keyid: option(minion, labels, "keyid"),
            key: option(minion, labels, "key"),
            session_token: option(minion, labels, "session_token"),
        }
    }

    /// Keys are never mixed: the first source with any key provides all.
    fn pick(explicit: Self, profile: Self, options: Self) -> Self {
        let given = |keys: &Self| keys.keyid.is_some() || keys.key.is_some();
        [explicit, profile, options].into_iter().find(given).unwrap_or_default()
    }
}

/// What `profile` names: a mapping, or a profile of `~/.aws/config`.
#[derive(Default)]
struct Found {
    mapping: Map,
    aws_profile: Option<String>,
}

fn profile(node: &Node, minion: &Minion, problems: &mut Problems) -> Found {
    if node.as_map().is_some() {
        let mapping = node.to_value().as_map().cloned().unwrap_or_default();
        check_keys(&mapping, "the profile", &node.place, problems);
        return Found { mapping, aws_profile: None };
    }
    let name = text(node).unwrap_or_default();
    match minion.option(&name).or_else(|| minion.pillar(&name)) {
        Some(Value::Map(map)) => {
            check_keys(map, &format!("the profile '{name}'"), &node.place, problems);
            return Found { mapping: map.clone(), aws_profile: None };
        }
        Some(other) => {
            let message = format!(
                "profile '{name}' must be a mapping with region, keyid, key, not {}",
                other.type_name()
            );
            problems.push(Problem::at(&node.place, message));
        }
        None if NamedProfiles::of_user().has(&name) => {
            if let Some(Objection { why, hint }) = NamedProfiles::of_user().objection(Some(&name)) {
                problems.push(Problem::at(&node.place, why).hint(hint));
            }
            return Found { mapping: Map::new(), aws_profile: Some(name) };
        }
        None => problems.push(unknown_profile(&name, &node.place, minion)),
    }
    Found::default()
}

/// Notes the keys that no profile has.
fn check_keys(map: &Map, title: &str, place: &Place, problems: &mut Problems) {
    for key in map.keys() {
        let key = key.to_string();
        if KEYS.contains(&key.as_str()) {
            continue;
        }
        let problem = Problem::at(place, format!("unknown key '{key}' in {title}"));
        problems.push(match did_you_mean(&key, KEYS.iter().copied()) {
            Some(near) => problem.hint(format!("did you mean '{near}'?")),
            None => problem.hint(format!("the keys of a profile are {}", KEYS.join(", "))),
        });
    }
}

fn unknown_profile(name: &str, place: &Place, minion: &Minion) -> Problem {
    let mappings = minion.opts.iter().chain(&minion.grains).chain(&minion.pillar);
    let known = mappings.filter(|(_, value)| value.as_map().is_some()).filter_map(|(key, _)| key.as_str());
    let known = known.chain(NamedProfiles::of_user().names());
    let problem = Problem::at(
        place,
        format!("profile '{name}' is defined in neither configuration, grains, pillar nor ~/.aws/config"),
    );
    match did_you_mean(name, known) {
        Some(near) => problem.hint(format!("did you mean '{near}'?")),
        None => problem.hint(format!(
            "add '{name}: {{region: …, keyid: …, key: …}}' to the pillar or the minion configuration"
        )),
    }
}

fn check(connection: &Connection, fields: &Fields, problems: &mut Problems) {
    let place = if fields.has("region") { fields.place_of("region") } else { fields.place_of("profile") };
    if let Some(name) = &connection.region
        && let Err(near) = region::check(name)
    {
        let problem = Problem::at(place, format!("there is no region '{name}'"));
        problems.push(match near {
            Some(near) => problem.hint(format!("did you mean '{near}'?")),
            None => problem.hint("regions are named as us-east-1, eu-central-1"),
        });
    }
    if connection.keyid.is_some() != connection.key.is_some() {
        let (given, missing) = if connection.keyid.is_some() { ("keyid", "key") } else { ("key", "keyid") };
        let message = format!("'{given}' is given without '{missing}'");
        problems.push(Problem::at(place, message).hint("give both, or neither to use the SDK's own sources"));
    }
}

fn entry(map: &Map, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| map.get(*name)).and_then(plain)
}

/// A service option, dotted (`sqs.region`) or nested (`sqs: {region: …}`), because Salt's configuration has both.
fn option(minion: &Minion, labels: &[&str], name: &str) -> Option<String> {
    labels.iter().find_map(|label| {
        let dotted = minion.option(&format!("{label}.{name}"));
        let nested = || minion.option(label).and_then(Value::as_map).and_then(|map| map.get(name));
        dotted.or_else(nested).and_then(plain)
    })
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Str(text) if text.is_empty() => None,
        Value::Str(text) => Some(text.clone()),
        Value::Int(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
#[path = "profile_tests.rs"]
mod tests;
