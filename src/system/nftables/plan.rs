//! The differences, and the operations.

use super::{Call, Intent, Live, Operations, chain_of, family, nft_family, table_of};
use crate::operation::{Operation, change, changes_of, refused, settled};
use machine::nftables::{Rule, are_same, command};

/// The report.
struct Plan {
    statements: String,
    foreseen: String,
    done: String,
    failure: String,
    /// The report if the rules are saved too.
    saved: Option<String>,
}

impl Plan {
    fn intent(self, call: &Call<'_>, live: &Live) -> Intent<Operations> {
        let mut operations = vec![Operation::run(command(&self.statements))];
        let done = match (&live.saved, self.saved) {
            (Some(saved), Some(text)) => {
                operations.push(saved.operation());
                text
            }
            _ => self.done,
        };
        change(self.foreseen, done, changes_of("locale", call.name), operations)
            .or_fail(self.failure)
            .unless_unread(live.table.as_ref().err().map(String::as_str))
    }
}

/// The state is as wanted, but the file of saved rules may be older.
fn kept(live: &Live, comment: String) -> Intent<Operations> {
    let Some(saved) = live.saved.as_ref().filter(|saved| !saved.is_same) else { return settled(comment) };
    let path = saved.path.display().to_string();
    change(
        format!("{comment}\nThe rules are set to be saved in {path}"),
        format!("{comment}\nSaved the rules in {path}"),
        changes_of("saved", path.as_str()),
        vec![saved.operation()],
    )
    .or_fail("Failed to save the rules")
}

/// Family, table, and chain, as `nft` names them.
fn place(call: &Call<'_>) -> String {
    let chain = chain_of(call).map(|chain| format!(" {chain}")).unwrap_or_default();
    format!("{} {}{chain}", nft_family(call), table_of(call))
}

fn has_table(live: &Live) -> bool {
    matches!(live.table, Ok(Some(_)))
}

fn is_read(live: &Live) -> bool {
    live.table.is_ok()
}

pub(super) fn table_present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, family) = (call.name, family(call));
    if has_table(live) {
        return settled(format!("nftables table {name} already exists in family {family}"));
    }
    let plan = Plan {
        statements: format!("add table {}", place(call)),
        foreseen: format!("nftables table {name} would be created in family {family}"),
        done: format!("nftables table {name} successfully created in family {family}"),
        failure: format!("Failed to create table {name} for family {family}"),
        saved: None,
    };
    plan.intent(call, live)
}

pub(super) fn table_absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, family) = (call.name, family(call));
    if is_read(live) && !has_table(live) {
        return settled(format!("nftables table {name} is already absent from family {family}"));
    }
    let plan = Plan {
        statements: format!("delete table {}", place(call)),
        foreseen: format!("nftables table {name} would be deleted from family {family}"),
        done: format!("nftables table {name} successfully deleted from family {family}"),
        failure: format!("Failed to delete table {name} from family {family}"),
        saved: None,
    };
    plan.intent(call, live)
}

pub(super) fn chain_present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, table, family) = (call.name, table_of(call), family(call));
    if live.chain(name).is_some() {
        return settled(format!("nftables {name} chain is already exist in {table} table for {family}"));
    }
    let given = |key: &str| call.fields.text(key).filter(|text| !text.is_empty());
    let base = match (given("table_type"), given("hook"), given("priority")) {
        (None, None, None) => String::new(),
        (Some(kind), Some(hook), Some(priority)) => {
            let all = [&kind, &hook, &priority];
            if all.iter().any(|text| !text.chars().all(|it| it.is_ascii_alphanumeric() || "-+ ".contains(it)))
            {
                return refused(format!(
                    "'type {kind} hook {hook} priority {priority}' is not valid for a base chain"
                ));
            }
            format!(" {{ type {kind} hook {hook} priority {priority}; }}")
        }
        _ => {
            return refused(format!(
                "Failed to create {name} chain in {table} table: Table_type, hook, and priority required. for {family}"
            ));
        }
    };
    let plan = Plan {
        statements: format!("add chain {}{base}", place(call)),
        foreseen: format!("nftables chain {name} would be created in table {table} for family {family}"),
        done: format!("nftables {name} chain in {table} table create success for {family}"),
        failure: format!("Failed to create {name} chain in {table} table for {family}"),
        saved: None,
    };
    plan.intent(call, live)
}

pub(super) fn chain_absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, table, family) = (call.name, table_of(call), family(call));
    if is_read(live) && live.chain(name).is_none() {
        return settled(format!("nftables {name} chain is already absent in {table} table for {family}"));
    }
    let plan = Plan {
        statements: format!("flush chain {0}\ndelete chain {0}", place(call)),
        foreseen: format!("nftables chain {name} would be deleted from table {table} for family {family}"),
        done: format!("nftables {name} chain in {table} table delete success for {family}"),
        failure: format!("Failed to delete {name} chain in {table} table for {family}"),
        saved: None,
    };
    plan.intent(call, live)
}

/// An equivalent rule of the chain.
fn found<'l>(call: &Call<'_>, live: &'l Live, rule: &str) -> Option<&'l Rule> {
    live.chain(&chain_of(call)?)?.rules.iter().find(|there| are_same(&there.text, rule))
}

pub(super) fn added(call: &Call<'_>, live: &Live, rule: &str) -> Intent<Operations> {
    let (name, family) = (call.name, family(call));
    let is_last = call.function.verb == "append";
    let of_rule = |what: &str| {
        if is_last {
            format!("nftables rule for {name} {what} ({rule}) for {family}")
        } else {
            format!("nftables rule for {name} {what} for {family} ({rule})")
        }
    };
    if found(call, live, rule).is_some() {
        return kept(live, of_rule("already set"));
    }
    let position = if is_last { None } else { call.fields.text("position").filter(|text| !text.is_empty()) };
    if let Some(wrong) = position.as_ref().filter(|text| !text.chars().all(|it| it.is_ascii_digit())) {
        return refused(format!("position: '{wrong}' is not a handle of a rule"));
    }
    let position = position.map(|handle| format!(" position {handle}")).unwrap_or_default();
    let verb = if is_last { "add" } else { "insert" };
    let plan = Plan {
        statements: format!("{verb} rule {}{position} {rule}", place(call)),
        foreseen: of_rule("needs to be set"),
        done: format!("Set nftables rule for {name} to: {rule} for {family}"),
        failure: format!(
            "Failed to set nftables rule for {name}.\nAttempted rule was {rule}{}",
            if is_last { format!(" for {family}.") } else { String::new() }
        ),
        saved: Some(format!("Set and Saved nftables rule for {name} to: {rule} for {family}")),
    };
    plan.intent(call, live)
}

pub(super) fn deleted(call: &Call<'_>, live: &Live, rule: &str) -> Intent<Operations> {
    let (name, family) = (call.name, family(call));
    let there = found(call, live, rule);
    if is_read(live) && there.is_none() {
        return kept(live, format!("nftables rule for {name} already absent for {family} ({rule})"));
    }
    let handle = there.map(|rule| rule.handle).unwrap_or_default();
    let plan = Plan {
        statements: format!("delete rule {} handle {handle}", place(call)),
        foreseen: format!("nftables rule for {name} needs to be deleted for {family} ({rule})"),
        done: format!("Delete nftables rule for {name} {rule}"),
        failure: format!("Failed to delete nftables rule for {name}.\nAttempted rule was {rule}"),
        saved: Some(format!("Deleted and Saved nftables rule for {name} for {rule}{family}")),
    };
    plan.intent(call, live)
}

pub(super) fn policy(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (chain, table, family) = (chain_of(call).unwrap_or_default(), table_of(call), family(call));
    let wanted = call.fields.required_text("policy");
    let lower = wanted.to_ascii_lowercase();
    if !["accept", "drop"].contains(&lower.as_str()) {
        return refused(format!("'{wanted}' is not a policy: write accept or drop"));
    }
    let about = format!("nftables default policy for chain {chain} on table {table} for {family}");
    let there = live.chain(&chain);
    if there.and_then(|chain| chain.policy.as_ref()) == Some(&lower) {
        return kept(live, format!("{about} already set to {wanted}"));
    }
    let base = there.and_then(|chain| chain.base.clone());
    if there.is_some() && base.is_none() {
        return refused(format!("Failed to set nftables default policy: {chain} is not a base chain"));
    }
    let base = base.map(|base| format!("{base}; ")).unwrap_or_default();
    let plan = Plan {
        statements: format!("add chain {} {{ {base}policy {lower}; }}", place(call)),
        foreseen: format!("{about} needs to be set to {wanted}"),
        done: format!("Set default policy for {chain} to {wanted} family {family}"),
        failure: "Failed to set nftables default policy".to_owned(),
        saved: Some(format!("Set and saved default policy for {chain} to {wanted} family {family}")),
    };
    plan.intent(call, live)
}

pub(super) fn flushed(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (chain, table, family) = (chain_of(call), table_of(call), family(call));
    let named = chain.clone().unwrap_or_default();
    let done = format!("Flush nftables rules in {table} table {named} chain {family} family");
    let is_there = chain.as_ref().map_or_else(|| has_table(live), |name| live.chain(name).is_some());
    let chains = live.table.as_ref().ok().and_then(Option::as_ref).map(|table| table.chains.as_slice());
    let mut of_these =
        chains.unwrap_or_default().iter().filter(|it| chain.as_ref().is_none_or(|name| it.name == *name));
    let may_miss = call.fields.boolean("ignore_absence") == Some(true);
    if is_read(live) && (is_there || may_miss) && of_these.all(|chain| chain.rules.is_empty()) {
        return settled(format!("nftables rules in {table} table {named} chain {family} family are flushed"));
    }
    let (what, failure) = match &chain {
        Some(chain) => {
            ("chain", format!("Failed to flush chain {chain} in table {table} in family {family}"))
        }
        None => ("table", format!("Failed to flush table {table} in family {family}")),
    };
    let plan = Plan {
        statements: format!("flush {what} {}", place(call)),
        foreseen: format!("nftables rules in {table} table {named} chain {family} family would be flushed"),
        done,
        failure,
        saved: None,
    };
    plan.intent(call, live)
}
