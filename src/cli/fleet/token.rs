//! `key token` and `key admit`: automatic acceptance of instances.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use super::args::given_text;
use super::command::Given;
use super::key::prepare;
use super::key_command::attributes;
use super::open::{Opened, told};
use super::policy::documents;
use super::show::{print, remark};
use super::{Ended, failed, usage};
use crate::commands::is_on;
use crate::render::{print_error, print_result};
use fleet::identity::{Invite, attribute_map};
use fleet::operator::{Admission, Console, Documents, publish_account};
use fleet::protocol::subjects::{PENDING, in_bucket};
use model::{Key, Value};

/// The longest life of a token, in seconds: the servers forget it a day later.
const LONGEST_TTL: i64 = 30 * 24 * 3600;
/// With `--watch`: how often those who ask are looked at where no message comes.
const LOOK: Duration = Duration::from_secs(10);
/// With `--watch`: how long it rests after a look, so that many who ask are one look.
const REST: Duration = Duration::from_secs(1);

/// Seconds of a duration: `90`, `30m`, `1h`, `7d`.
fn seconds(text: &str) -> Result<i64, Ended> {
    let wrong =
        || usage(format!("--ttl is a duration of at most 30 days such as 30m, 1h or 7d, not '{text}'"));
    let (digits, unit) =
        text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()));
    let factor = match unit.trim() {
        "" | "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 24 * 3600,
        _ => return Err(wrong()),
    };
    let read = digits.parse::<i64>().ok().and_then(|number| number.checked_mul(factor));
    read.filter(|seconds| (1..=LONGEST_TTL).contains(seconds)).ok_or_else(wrong)
}

/// `key token create|list|revoke`.
pub async fn run(given: &Given, opened: &Opened) -> Result<u8, Ended> {
    let bound = &given.bound;
    let what = given_text(bound, "which").unwrap_or_else(|| "list".to_owned());
    let (console, nats) = opened.console().await?;
    prepare(&console, &nats).await?;
    match what.as_str() {
        "create" => {
            let ttl = seconds(&bound.text("ttl"))?;
            let uses = bound.int("uses").and_then(|uses| usize::try_from(uses).ok()).filter(|uses| *uses > 0);
            let uses = uses.ok_or_else(|| usage("--uses is a whole number of at least 1"))?;
            let ids = bound.text("id");
            let attributes = attributes(bound)?;
            let (token, invite) = console.create_invite(&ids, uses, ttl, attributes).await.map_err(told)?;
            print_error(&format!(
                "Token {} for IDs like {ids}: {uses} use(s) until {}. It is shown this once.\n",
                invite.id,
                time(invite.expires)
            ));
            print_result(&token.text()).map_err(|error| failed(error.to_string()))?;
            Ok(0)
        }
        "list" => {
            let (invites, ignored) = console.invites().await.map_err(told)?;
            for ignored in ignored {
                remark(&ignored);
            }
            let now = jiff::Timestamp::now().as_second();
            print(opened, &invites.iter().map(|invite| shown(invite, now)).collect())
        }
        "revoke" => {
            let id = given_text(bound, "token").ok_or_else(|| usage("the name of the token is missing"))?;
            if !console.revoke_invite(&id).await.map_err(told)? {
                return Err(failed(format!("there is no token '{id}': orchestrate key token list")));
            }
            print_result(&format!("Token {id} revoked.")).map_err(|error| failed(error.to_string()))?;
            Ok(0)
        }
        other => Err(usage(format!("there is no 'key token {other}': create, list, revoke"))),
    }
}

fn time(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds).map_or_else(|_| seconds.to_string(), |time| time.to_string())
}

fn shown(invite: &Invite, now: i64) -> (Key, Value) {
    let used: Vec<String> = invite.used.iter().map(|one| format!("{} at {}", one.id, time(one.at))).collect();
    let value = [
        ("state", Value::from(invite.state(now))),
        ("ids", Value::from(invite.ids.as_str())),
        ("expires", Value::from(time(invite.expires))),
        ("uses", Value::from(format!("{} of {}", invite.used.len(), invite.uses))),
        ("used_by", Value::from(used)),
        ("made_by", Value::from(invite.by.as_str())),
    ];
    let attributes =
        (!invite.attributes.is_empty()).then(|| ("attributes", attribute_map(&invite.attributes)));
    (Key::from(invite.id.as_str()), value.into_iter().chain(attributes).collect())
}

/// `key admit`: accepts once, or until it is ended.
pub async fn admit(given: &Given, opened: &Opened) -> Result<u8, Ended> {
    let mut refused = BTreeMap::new();
    if !is_on(&given.bound, "watch")? {
        let (console, nats) = opened.console().await?;
        prepare(&console, &nats).await?;
        let documents = documents(opened)?;
        return look(&console, documents.as_ref(), &mut refused).await.map(|()| 0);
    }
    let no_signal = |error: std::io::Error| failed(format!("signals cannot be received: {error}"));
    let mut terminate = signal(SignalKind::terminate()).map_err(no_signal)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(no_signal)?;
    loop {
        tokio::select! {
            ended = watch(opened, &mut refused) => {
                if let Err(ended) = ended {
                    print_error(&format!("{}\n", ended.to_text().trim_end()));
                }
            }
            _ = terminate.recv() => return Ok(0),
            _ = interrupt.recv() => return Ok(0),
        }
        sleep(LOOK).await;
    }
}

/// Refusals that were reported, by ID: each is reported once.
type Reported = BTreeMap<String, String>;

/// Looks at each new request, until the servers cannot be reached.
async fn watch(opened: &Opened, refused: &mut Reported) -> Result<(), Ended> {
    let (console, nats) = opened.console().await?;
    prepare(&console, &nats).await?;
    let asking = console.transport.subscribe(in_bucket(PENDING, "*")).await;
    let documents = documents(opened)?;
    let mut asking = asking.map_err(|error| failed(error.to_string()))?;
    loop {
        let next = Instant::now() + LOOK;
        look(&console, documents.as_ref(), refused).await?;
        sleep(REST).await;
        // Those that came meanwhile, and those that come next.
        while asking.try_recv().is_some() {}
        if let Ok(None) = timeout_at(next, asking.recv()).await {
            // The subscription has ended.
            sleep_until(next).await;
        }
    }
}

async fn look(console: &Console, documents: Option<&Documents>, refused: &mut Reported) -> Result<(), Ended> {
    let mut knowledge = console.knowledge(true).await.map_err(told)?;
    let known = knowledge.register.clone();
    let admitted = console.admit(&mut knowledge, documents).await.map_err(told)?;
    let mut known_before = vec![];
    for (id, admission) in admitted {
        match admission {
            Admission::Accepted(by) => {
                let entry = knowledge.register.of_id(&id);
                known_before.extend(entry.filter(|entry| known.find(&entry.key).is_some()).cloned());
                print_result(&format!("Key for minion {id} accepted: {by}."))
                    .map_err(|error| failed(error.to_string()))?;
            }
            Admission::Refused(why) => {
                if refused.get(&id) != Some(&why) {
                    remark(&format!("{id} is not accepted: {why}"));
                }
                refused.insert(id, why);
            }
        }
    }
    if !known_before.is_empty() {
        publish_account(console, &known_before).await.map_err(told)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_life_is_written_with_a_unit_and_has_a_bound() {
        for (text, expected) in
            [("90", Some(90)), ("30m", Some(1_800)), ("1h", Some(3_600)), ("30d", Some(LONGEST_TTL))]
        {
            assert_eq!(seconds(text).ok(), expected, "{text}");
        }
        for text in ["", "0", "31d", "-1h", "1w", "h", "99999999999999999999d", "1 fortnight"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
