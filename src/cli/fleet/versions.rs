//! Which version each instance has: `manage.versions` as in Salt, and a column of `key list`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use semver::Version;

use super::Ended;
use super::open::told;
use fleet::operator::{Console, Knowledge};
use fleet::targets::Instance;
use model::{Key, Map, Value};

/// The version of this program.
const OWN: &str = env!("CARGO_PKG_VERSION");

/// The grain in the card of an agent.
const GRAIN: &str = "orchestrate_agent_version";

/// Salt's headings, in its order.
const OWN_HEADING: &str = "Master";
const OFFLINE: &str = "Minion offline";
const OLDER: &str = "Minion requires update";
const SAME: &str = "Up to date";
const NEWER: &str = "Minion newer than master";

/// The version of the agent of an instance, as its card says; none for an agent that is older than this entry of the card.
fn of_agent(instance: &Instance) -> Option<String> {
    Some(instance.grains.as_ref()?.get(GRAIN)?.as_str()?.to_owned())
}

/// The versions of the agents of all instances, by ID.
///
/// # Errors
///
/// The servers do not answer.
pub async fn of_agents(console: &Console, knowledge: &Knowledge) -> Result<BTreeMap<String, String>, Ended> {
    let mut instances = console.instances(knowledge);
    console.read_grains(&mut instances).await.map_err(told)?;
    let found = instances.iter().filter_map(|instance| Some((instance.id.clone(), of_agent(instance)?)));
    Ok(found.collect())
}

/// Salt's report: the version of each instance, under a heading that compares it with the version here. An instance without an answer
/// has `False`. The agent counts as well as the program beside it, because the older of both limits what the instance can do.
pub fn report(answers: &BTreeMap<String, Option<String>>, agents: &BTreeMap<String, String>) -> Value {
    let mut headings: BTreeMap<&str, Map> = BTreeMap::new();
    for (id, program) in answers {
        let Some(program) = program else {
            headings.entry(OFFLINE).or_default().insert(Key::from(id.as_str()), false.into());
            continue;
        };
        let (oldest, shown) = match agents.get(id) {
            Some(agent) if agent != program => {
                let is_older = compared(agent, program) == Ordering::Less;
                (if is_older { agent } else { program }, format!("{program}, agent {agent}"))
            }
            _ => (program, program.clone()),
        };
        let heading = match compared(oldest, OWN) {
            Ordering::Less => OLDER,
            Ordering::Equal => SAME,
            Ordering::Greater => NEWER,
        };
        headings.entry(heading).or_default().insert(Key::from(id.as_str()), shown.into());
    }
    let mut all = Map::new();
    all.insert(OWN_HEADING.into(), OWN.into());
    for heading in [SAME, OLDER, NEWER, OFFLINE] {
        if let Some(instances) = headings.remove(heading) {
            all.insert(heading.into(), Value::Map(instances));
        }
    }
    Value::Map(all)
}

/// By the rules of <https://semver.org>; texts that are no such versions as texts.
fn compared(one: &str, other: &str) -> Ordering {
    match (Version::parse(one), Version::parse(other)) {
        (Ok(one), Ok(other)) => one.cmp_precedence(&other),
        _ => one.cmp(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        for (one, other, expected) in [
            ("0.1.0", "0.1.0", Ordering::Equal),
            ("0.10.0", "0.9.9", Ordering::Greater),
            ("0.1.0-rc1", "0.1.0", Ordering::Less),
            ("0.1.0", "0.2.0-rc1", Ordering::Less),
        ] {
            assert_eq!(compared(one, other), expected, "{one} {other}");
        }
    }

    /// The headings and the form are those of `salt.runners.manage.versions` of Salt 3007.
    #[test]
    fn the_report_is_salts() {
        let text = |version: &str| Some(version.to_owned());
        let answers = BTreeMap::from([
            ("db-1".to_owned(), None),
            ("web-1".to_owned(), text(OWN)),
            ("web-2".to_owned(), text("0.0.1")),
            ("web-3".to_owned(), text("99.0.0")),
            ("web-4".to_owned(), text(OWN)),
        ]);
        let agents =
            BTreeMap::from([("web-4".to_owned(), "0.0.9".to_owned()), ("web-1".to_owned(), OWN.to_owned())]);
        let expected = serde_json::json!({
            "Master": OWN,
            "Up to date": {"web-1": OWN},
            "Minion requires update": {"web-2": "0.0.1", "web-4": format!("{OWN}, agent 0.0.9")},
            "Minion newer than master": {"web-3": "99.0.0"},
            "Minion offline": {"db-1": false},
        });
        assert_eq!(report(&answers, &agents).to_json(), expected);
    }
}
