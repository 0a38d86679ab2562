//! The differences, and the operations.

use super::rule::Rule;
use super::{Call, Intent, Live, Operations, chain_of, family, table};
use crate::operation::{Operation, change, changes_of, settled};
use machine::process::Command;

/// The report.
struct Plan {
    foreseen: String,
    done: String,
    failure: String,
    /// The addition to `done` if the rules are saved.
    saved: Option<String>,
    commands: Vec<Command>,
}

impl Plan {
    fn intent(self, call: &Call<'_>, live: &Live) -> Intent<Operations> {
        let mut operations: Vec<_> = self.commands.into_iter().map(Operation::run).collect();
        let done = match (&live.saved, self.saved) {
            (Some(saved), Some(text)) => {
                operations.extend(saved.operations());
                text
            }
            _ => self.done,
        };
        change(self.foreseen, done, changes_of("locale", call.name), operations)
            .or_fail(self.failure)
            .unless_unread(live.seen.as_ref().err().map(String::as_str))
    }
}

/// The state is as wanted, but the file of saved rules may be older.
fn kept(live: &Live, comment: String, name: &str, line: &str, family: &str) -> Intent<Operations> {
    let Some(saved) = live.saved.as_ref().filter(|saved| !saved.is_same) else { return settled(comment) };
    let path = saved.path.display().to_string();
    let foreseen = format!("{comment}\nThe rules are set to be saved in {path}");
    let done = format!("{comment}\nSaved iptables rule {name} for {family}\n{line}\n{}", wrote(&path));
    change(foreseen, done, changes_of("saved", path), saved.operations()).or_fail("Failed to save the rules")
}

fn wrote(path: &str) -> String {
    format!("Wrote 1 lines to \"{path}\"")
}

/// The path of the file of saved rules, as a comment shows it.
fn wrote_of(live: &Live) -> String {
    live.saved.as_ref().map(|saved| wrote(&saved.path.display().to_string())).unwrap_or_default()
}

/// The common data of the functions.
struct Words {
    name: String,
    table: String,
    chain: String,
    family: String,
    /// The command line, as Salt shows it.
    line: String,
}

fn words(call: &Call<'_>, letter: char, rule: &Rule) -> Words {
    let (table, chain) = (table(call), chain_of(call).unwrap_or_default());
    let program = family(call).program();
    let position =
        call.fields.takes("position").then(|| call.fields.text("position")).flatten().unwrap_or_default();
    let line = format!("{program} --wait -t {table} -{letter} {chain} {position} {}", rule.text);
    Words {
        name: call.name.to_owned(),
        family: call.fields.text("family").unwrap_or_else(|| "ipv4".to_owned()),
        line: line.trim().to_owned(),
        table,
        chain,
    }
}

fn command(call: &Call<'_>, first: &[&str], rule: &[String]) -> Command {
    let words: Vec<&str> = first.iter().copied().chain(rule.iter().map(String::as_str)).collect();
    family(call).command(&table(call), &words)
}

fn has_rule(live: &Live) -> bool {
    live.seen.as_ref().is_ok_and(|seen| seen.has_rule)
}

/// The lines of the chain or the table that begin like this.
fn lines<'l>(live: &'l Live, begin: &str) -> Vec<&'l str> {
    let all = live.seen.as_ref().ok().and_then(|seen| seen.lines.as_deref()).unwrap_or_default();
    all.iter().map(String::as_str).filter(|line| line.starts_with(begin)).collect()
}

pub(super) fn added(call: &Call<'_>, live: &Live, rule: &Rule) -> Intent<Operations> {
    let is_last = call.function.verb == "append";
    let it = words(call, if is_last { 'A' } else { 'I' }, rule);
    let Words { name, chain, family, line, .. } = &it;
    // Salt has two forms of this comment.
    let of_rule = |what: &str| {
        if is_last {
            format!("iptables rule for {name} {what} ({line}) for {family}")
        } else {
            format!("iptables rule for {name} {what} for {family} ({line})")
        }
    };
    if has_rule(live) {
        return kept(live, of_rule("already set"), name, line, family);
    }
    let position = call.fields.takes("position").then(|| call.fields.integer("position")).flatten();
    let position = position.map(|number| {
        // A negative position counts from the end: -1 is before the last.
        let count = i64::try_from(lines(live, "-A ").len()).unwrap_or(i64::MAX);
        if number < 0 { (count + number + 1).max(1) } else { number }
    });
    let position = position.map(|number| number.to_string());
    let mut first = vec![if is_last { "-A" } else { "-I" }, chain.as_str()];
    first.extend(position.as_deref());
    let plan = Plan {
        foreseen: of_rule("needs to be set"),
        done: format!("Set iptables rule for {name} to: {line} for {family}"),
        failure: format!(
            "Failed to set iptables rule for {name}.\nAttempted rule was {line}{}",
            if is_last { format!(" for {family}") } else { String::new() }
        ),
        saved: Some(format!("Set and saved iptables rule {name} for {family}\n{line}\n{}", wrote_of(live))),
        commands: vec![command(call, &first, &rule.words)],
    };
    plan.intent(call, live)
}

pub(super) fn deleted(call: &Call<'_>, live: &Live, rule: &Rule) -> Intent<Operations> {
    let it = words(call, 'D', rule);
    let Words { name, chain, family, line, .. } = &it;
    let position = call.fields.text("position");
    if position.is_none() && live.seen.is_ok() && !has_rule(live) {
        let comment = format!("iptables rule for {name} already absent for {family} ({line})");
        return kept(live, comment, name, line, family);
    }
    let first: Vec<&str> = ["-D", chain.as_str()].into_iter().chain(position.as_deref()).collect();
    let plan = Plan {
        foreseen: format!("iptables rule for {name} needs to be deleted for {family} ({line})"),
        done: format!("Delete iptables rule for {name} {line}"),
        failure: format!("Failed to delete iptables rule for {name}.\nAttempted rule was {line}"),
        saved: Some(format!(
            "Deleted and saved iptables rule {name} for {family}\n{line}\n{}",
            wrote_of(live)
        )),
        commands: vec![command(call, &first, &rule.words)],
    };
    plan.intent(call, live)
}

pub(super) fn policy(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let it = words(call, 'P', &Rule::default());
    let Words { name, chain, family, table, line } = &it;
    let wanted = call.fields.required_text("policy");
    let about = format!("iptables default policy for chain {chain} on table {table} for {family}");
    if lines(live, "-P ").contains(&format!("-P {chain} {wanted}").as_str()) {
        return kept(live, format!("{about} already set to {wanted}"), name, line, family);
    }
    let plan = Plan {
        foreseen: format!("{about} needs to be set to {wanted}"),
        done: format!("Set default policy for {chain} to {wanted} family {family}"),
        failure: "Failed to set iptables default policy".to_owned(),
        saved: Some(format!("Set and saved default policy for {chain} to {wanted} family {family}")),
        commands: vec![command(call, &["-P", chain, &wanted], &[])],
    };
    plan.intent(call, live)
}

pub(super) fn flushed(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let it = words(call, 'F', &Rule::default());
    let Words { chain, family, table, .. } = &it;
    let is_there = live.seen.as_ref().is_ok_and(|seen| seen.lines.is_some());
    if is_there && lines(live, "-A ").is_empty() {
        return settled(format!("iptables rules in {table} table {chain} chain {family} family are flushed"));
    }
    let first: Vec<&str> =
        std::iter::once("-F").chain(chain_of(call).is_some().then_some(chain.as_str())).collect();
    let plan = Plan {
        foreseen: format!(
            "iptables rules in {table} table {chain} chain {family} family needs to be flushed"
        ),
        done: format!("Flush iptables rules in {table} table {chain} chain {family} family"),
        failure: "Failed to flush iptables rules".to_owned(),
        saved: None,
        commands: vec![command(call, &first, &[])],
    };
    plan.intent(call, live)
}

pub(super) fn chain_present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let it = words(call, 'N', &Rule::default());
    let Words { chain, family, table, .. } = &it;
    if live.seen.as_ref().is_ok_and(|seen| seen.lines.is_some()) {
        return settled(format!("iptables {chain} chain is already exist in {table} table for {family}"));
    }
    let plan = Plan {
        foreseen: format!("iptables {chain} chain in {table} table needs to be set for {family}"),
        done: format!("iptables {chain} chain in {table} table create success for {family}"),
        failure: format!("Failed to create {chain} chain in {table} table"),
        saved: None,
        commands: vec![command(call, &["-N", chain], &[])],
    };
    plan.intent(call, live)
}

pub(super) fn chain_absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let it = words(call, 'X', &Rule::default());
    let Words { chain, family, table, .. } = &it;
    if live.seen.as_ref().is_ok_and(|seen| seen.lines.is_none()) {
        return settled(format!("iptables {chain} chain is already absent in {table} table for {family}"));
    }
    let plan = Plan {
        foreseen: format!("iptables {chain} chain in {table} table needs to be removed {family}"),
        done: format!("iptables {chain} chain in {table} table delete success for {family}"),
        failure: format!("Failed to delete {chain} chain in {table} table"),
        saved: None,
        commands: vec![command(call, &["-F", chain], &[]), command(call, &["-X", chain], &[])],
    };
    plan.intent(call, live)
}
