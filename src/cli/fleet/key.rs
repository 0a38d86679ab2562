//! `key`: accepts, rejects and deletes keys of instances.

use std::collections::BTreeMap;

use super::args::given_text;
use super::command::Given;
use super::key_command::Command;
use super::open::{Opened, open, runtime, told};
use super::policy::documents;
use super::show::{print, remark};
use super::{Ended, failed, key_attributes, token, versions};
use crate::render::{print_error, print_result};
use crate::settings::Environment;
use fleet::identity::{Attributes, Decision, KeyList, PublicKey, fingerprint};
use fleet::operator::{Console, Knowledge, Removed, publish_account};
use fleet::protocol::MOST_RESULTS;
use fleet::protocol::subjects::TOKENS;
use fleet::transport::nats::Nats;
use fleet::transport::{TransportError, streams};
use model::terminal::harmless;
use model::{Value, glob};

/// How many servers keep each message, where there are as many.
const REPLICAS: usize = 3;

/// Carries out a command line.
pub fn run(given: &Given, environment: &Environment) -> Result<u8, Ended> {
    let action = given_text(&given.bound, "action");
    if let Some(action @ ("token" | "admit")) = action.as_deref() {
        let opened = open(&given.place, given.output.clone(), "key", environment)?;
        let run = async {
            if action == "token" {
                token::run(given, &opened).await
            } else {
                token::admit(given, &opened).await
            }
        };
        return runtime()?.block_on(run);
    }
    let command = Command::read(&given.bound)?;
    let opened = open(&given.place, given.output.clone(), "key", environment)?;
    runtime()?.block_on(async {
        let (console, nats) = opened.console().await?;
        prepare(&console, &nats).await?;
        let knowledge = console.knowledge(true).await.map_err(told)?;
        let alarm = warn(&knowledge);
        Ok(carry_out(&opened, &console, knowledge, command).await?.max(alarm))
    })
}

/// Says what is ignored; gives the exit code that follows from it.
pub fn warn(knowledge: &Knowledge) -> u8 {
    for ignored in &knowledge.ignored {
        remark(ignored);
    }
    u8::from(knowledge.is_alarmed)
}

/// Makes the streams of a new fleet.
pub async fn prepare(console: &Console, nats: &Nats) -> Result<(), Ended> {
    if console.kit.registrar.is_none() {
        return Ok(());
    }
    let replicas = if console.kit.servers.len() >= REPLICAS { REPLICAS } else { 1 };
    nats.ensure(&streams::all(), replicas).await.map_err(|error| failed(error.to_string()))?;
    console.publish_operators().await.map_err(told)?;
    // What a fleet begins with is in the configuration of its servers.
    if console.publish_authority().await.map_err(told)? && console.authority.version > 1 {
        publish_account(console, &[]).await.map_err(told)?;
    }
    Ok(())
}

fn matching<'k>(pattern: &str, parts: &[&'k Vec<(String, PublicKey)>]) -> Vec<&'k (String, PublicKey)> {
    let by_pattern =
        |pair: &&(String, PublicKey)| glob::is_match(pattern, &pair.0) || pair.1.as_str() == pattern;
    parts.iter().flat_map(|part| part.iter()).filter(by_pattern).collect()
}

async fn carry_out(
    opened: &Opened,
    console: &Console,
    mut knowledge: Knowledge,
    command: Command,
) -> Result<u8, Ended> {
    let keys = knowledge.keys();
    let all = [&keys.accepted, &keys.denied, &keys.unaccepted, &keys.rejected];
    match command {
        Command::List { state, with_versions } => {
            let versions = match with_versions {
                true => versions::of_agents(console, &knowledge).await?,
                false => BTreeMap::new(),
            };
            list(opened, &keys, state.as_deref(), &versions)
        }
        Command::Finger(pattern) => {
            let shown = |(id, key): &(String, PublicKey)| (id.clone(), Value::from(fingerprint(key)));
            print(opened, &by_state(&keys, &pattern, shown))
        }
        Command::Print(pattern) => {
            let shown = |(id, key): &(String, PublicKey)| (id.clone(), Value::from(key.as_str()));
            print(opened, &by_state(&keys, &pattern, shown))
        }
        Command::Attributes { pattern, change } => {
            key_attributes::run(opened, console, &knowledge, &pattern, &change).await
        }
        Command::Accept { pattern, with_rejected, attributes } => {
            let mut states = vec![&keys.unaccepted, &keys.denied];
            states.extend(with_rejected.then_some(&keys.rejected));
            let chosen: Vec<PublicKey> =
                matching(&pattern, &states).iter().map(|pair| pair.1.clone()).collect();
            // Without a policy nobody is accepted by a document.
            if let Some(documents) = documents(opened)? {
                for card in chosen.iter().filter_map(|key| knowledge.card(key)) {
                    console.spend_document(&knowledge, card, &documents.policy).await.map_err(told)?;
                }
            }
            accept(console, &mut knowledge, &chosen, &attributes, pattern == "*").await
        }
        Command::Renew => renew(console, &knowledge).await,
        Command::TakeOver(name) => take_over(console, &name).await,
        Command::RejectAll(with_accepted) => {
            let states = if with_accepted { &all[..] } else { &[&keys.denied, &keys.unaccepted][..] };
            refuse(console, &knowledge, &matching("*", states), Decision::Rejected).await
        }
        Command::Reject(pattern) => {
            refuse(console, &knowledge, &matching(&pattern, &all), Decision::Rejected).await
        }
        Command::Delete(pattern) => {
            refuse(console, &knowledge, &matching(&pattern, &all), Decision::Deleted).await
        }
    }
}

/// Keys by state, those that have some.
pub fn by_state(
    keys: &KeyList,
    pattern: &str,
    shown: impl Fn(&(String, PublicKey)) -> (String, Value),
) -> Value {
    let state = |part: &Vec<(String, PublicKey)>| -> Value {
        matching(pattern, &[part]).into_iter().map(&shown).collect()
    };
    let states = [
        ("minions", &keys.accepted),
        ("minions_denied", &keys.denied),
        ("minions_pre", &keys.unaccepted),
        ("minions_rejected", &keys.rejected),
    ];
    let some = states.into_iter().filter(|(_, part)| !matching(pattern, &[part]).is_empty());
    some.map(|(name, part)| (name, state(part))).collect()
}

fn list(
    opened: &Opened,
    keys: &KeyList,
    state: Option<&str>,
    versions: &BTreeMap<String, String>,
) -> Result<u8, Ended> {
    let shown = |id: &String| match versions.get(id) {
        Some(version) => format!("{id}  {version}"),
        None => id.clone(),
    };
    let ids = |part: &Vec<(String, PublicKey)>| part.iter().map(|(id, _)| shown(id)).collect::<Vec<_>>();
    let sections = [
        ("acc", "Accepted Keys:", "minions", &keys.accepted),
        ("den", "Denied Keys:", "minions_denied", &keys.denied),
        ("un", "Unaccepted Keys:", "minions_pre", &keys.unaccepted),
        ("rej", "Rejected Keys:", "minions_rejected", &keys.rejected),
    ];
    let is_meant = |word: &str| {
        state.is_none_or(|state| {
            state.starts_with("all") || state.starts_with(word) || (word == "un" && state.starts_with("pre"))
        })
    };
    let sections = sections.into_iter().filter(|(word, ..)| is_meant(word));
    if opened.settings.output.outputter.is_some() {
        let data: Value = sections.map(|(_, _, name, part)| (name, Value::from(ids(part)))).collect();
        return print(opened, &data);
    }
    let lines: Vec<String> = sections
        .flat_map(|(_, heading, _, part)| std::iter::once(heading.to_owned()).chain(ids(part)))
        .collect();
    let text = harmless(&lines.join("\n")).into_owned();
    print_result(&text).map_err(|error| failed(error.to_string()))?;
    Ok(0)
}

pub fn nobody() -> u8 {
    print_error("The key glob does not match any key in the state that this needs.\n");
    1
}

async fn accept(
    console: &Console,
    knowledge: &mut Knowledge,
    chosen: &[PublicKey],
    attributes: &Attributes,
    is_all: bool,
) -> Result<u8, Ended> {
    let mut code = if chosen.is_empty() { nobody() } else { 0 };
    let mut known_before = vec![];
    let cards: Vec<_> = chosen.iter().filter_map(|key| knowledge.card(key).cloned()).collect();
    for card in cards {
        let was_known = knowledge.register.find(&card.key).is_some();
        match console.accept(knowledge, &card, attributes).await {
            Ok(entry) => {
                print_result(&format!("Key for minion {} accepted.", entry.id))
                    .map_err(|error| failed(error.to_string()))?;
                known_before.extend(was_known.then(|| entry.clone()));
                knowledge.register.put(entry);
            }
            Err(error) => {
                remark(&format!("{}: {error}", card.body.id));
                // `accept-all` does not fail because of another key under a known ID.
                code = code.max(u8::from(!is_all));
            }
        }
    }
    if !known_before.is_empty() {
        publish_account(console, &known_before).await.map_err(told)?;
    }
    Ok(code)
}

/// Issues new tokens in place of those that have less than half of their life left or that servers do not take. Before, it gives the servers the
/// accounts: they may have been configured anew.
async fn renew(console: &Console, knowledge: &Knowledge) -> Result<u8, Ended> {
    publish_account(console, &[]).await.map_err(told)?;
    let failed_to_read = |error: TransportError| failed(error.to_string());
    let stored: BTreeMap<String, Vec<u8>> =
        console.transport.bucket(TOKENS.to_owned()).await.map_err(failed_to_read)?.into_iter().collect();
    for name in console.renew_operators().await.map_err(told)? {
        print_result(&format!("Token of operator {name} renewed."))
            .map_err(|error| failed(error.to_string()))?;
    }
    for entry in knowledge.register.accepted() {
        let token = stored.get(entry.key.as_str()).map(Vec::as_slice);
        if let Some(entry) = console.renew(entry, token).await.map_err(told)? {
            print_result(&format!("Token of minion {} renewed.", entry.id))
                .map_err(|error| failed(error.to_string()))?;
        }
    }
    let mut code = 0;
    for Removed { name, results } in console.tidy_mine(&knowledge.register).await.map_err(told)? {
        if results > MOST_RESULTS {
            print_error(&format!(
                "{name} had {results} results in the mine, and may have {MOST_RESULTS}: all of them were removed\n"
            ));
            code = 1;
        }
    }
    for removed in console.tidy_revisions().await.map_err(told)? {
        remark(&removed.said);
        code = code.max(u8::from(removed.is_forged));
    }
    Ok(code)
}

/// Signs anew what a removed register keeper decided.
async fn take_over(console: &Console, name: &str) -> Result<u8, Ended> {
    let taken = console.take_over(name).await.map_err(told)?;
    for entry in &taken {
        let word = if entry.decision == Decision::Accepted { "accepted" } else { "refused" };
        print_result(&format!("Key for minion {} {word}: signed anew.", entry.id))
            .map_err(|error| failed(error.to_string()))?;
    }
    publish_account(console, &taken).await.map_err(told)?;
    Ok(0)
}

async fn refuse(
    console: &Console,
    knowledge: &Knowledge,
    chosen: &[&(String, PublicKey)],
    decision: Decision,
) -> Result<u8, Ended> {
    if chosen.is_empty() {
        return Ok(nobody());
    }
    let mut refused = vec![];
    for (id, key) in chosen {
        let Some(entry) = knowledge.entry(key) else { continue };
        refused.push(console.refuse(entry, decision).await.map_err(told)?);
        let word = if decision == Decision::Rejected { "rejected" } else { "deleted" };
        print_result(&format!("Key for minion {id} {word}.")).map_err(|error| failed(error.to_string()))?;
    }
    publish_account(console, &refused).await.map_err(told)?;
    Ok(0)
}
