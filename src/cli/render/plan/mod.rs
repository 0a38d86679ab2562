//! The plan of a run: as text for people, as JSON for programs, as Markdown for pull requests.
//!
//! All three are made from the same [`RunPlan`]; [`difference`] decides how one attribute is compared.

mod difference;
mod markdown;
mod text;

#[cfg(test)]
mod tests;

use super::color::Paint;
use super::{Layout, Outputter, json};
use engine::planned::PlannedAction;
use engine::run_plan::{Attribute, PlannedState, RunPlan, Thing};
use model::Value;

/// The plan in the requested layout; text for a layout of Salt's.
pub fn render(plan: &RunPlan, layout: Layout) -> String {
    let data = || Value::from(serde_json::to_value(plan).unwrap_or_default());
    match layout.outputter {
        Outputter::Json => json::render(&data(), layout.indent.unwrap_or(2)),
        Outputter::Yaml | Outputter::Raw | Outputter::Pprint => {
            Layout { is_ordered: true, ..layout }.render(&data())
        }
        Outputter::Markdown => markdown::render(plan),
        Outputter::Quiet => String::new(),
        _ => text::render(plan, layout.paint),
    }
}

/// The changes, group by group, in text for people, without the counts.
pub fn states(plan: &RunPlan, paint: Paint) -> String {
    text::groups(plan, paint)
}

/// One thing with its account, if that is known, and its attributes, in text for people.
pub fn thing(thing: &Thing, paint: Paint) -> String {
    text::thing(thing, paint)
}

/// The lines of one attribute: a sign (`+`, `-`, `~` or a blank), the depth of the line, and its text.
pub fn difference(attribute: &Attribute) -> Vec<(char, usize, String)> {
    let sign = |sign| match sign {
        difference::Sign::Plus => '+',
        difference::Sign::Minus => '-',
        difference::Sign::Tilde => '~',
        difference::Sign::Same => ' ',
    };
    difference::lines(attribute).into_iter().map(|line| (sign(line.sign), line.depth, line.text)).collect()
}

/// The action on a thing, its kind, name and region: `+ queue 'jobs' in us-east-1`.
pub fn titled(thing: &Thing) -> String {
    format!("{} {}", sign(thing.action), title(thing, false))
}

/// True for a plan that changes more than one account.
fn has_accounts(plan: &RunPlan) -> bool {
    let changed = plan.things().map(|(_, thing)| thing).filter(|it| it.action != PlannedAction::Unchanged);
    let mut accounts =
        changed.filter(|thing| !thing.kind.starts_with("machine.")).map(|thing| &thing.account);
    let first = accounts.next();
    accounts.any(|account| Some(account) != first)
}

/// The states of one group, in the order in which they run; failed ones have their own group.
fn of_action(plan: &RunPlan, action: PlannedAction) -> Vec<&PlannedState> {
    plan.states.iter().filter(|state| !state.failed && state.action == action).collect()
}

fn failed(plan: &RunPlan) -> Vec<&PlannedState> {
    plan.states.iter().filter(|state| state.failed).collect()
}

/// The heading of the guards' refusals.
const REFUSED: &str = "Refused by guards";

/// The heading of a group.
fn heading(action: PlannedAction) -> &'static str {
    match action {
        PlannedAction::Create => "Create",
        PlannedAction::Change => "Change",
        PlannedAction::Replace => "Replace",
        PlannedAction::Delete => "Delete",
        PlannedAction::Unchanged => "Unchanged",
    }
}

fn sign(action: PlannedAction) -> &'static str {
    match action {
        PlannedAction::Create => "+",
        PlannedAction::Change => "~",
        PlannedAction::Replace => "-/+",
        PlannedAction::Delete => "-",
        PlannedAction::Unchanged => " ",
    }
}

/// The kind, name and region of a thing, and its account if a reader must know: `queue 'jobs' in us-east-1 of
/// 111111111111`.
fn title(thing: &Thing, has_accounts: bool) -> String {
    let region = thing.region.as_ref().map(|region| format!(" in {region}")).unwrap_or_default();
    let is_of_aws = !thing.kind.starts_with("machine.");
    let account = match &thing.account {
        Some(account) if has_accounts => format!(" of {account}"),
        None if has_accounts && is_of_aws => " of an unknown account".to_owned(),
        _ => String::new(),
    };
    format!("{} '{}'{region}{account}", thing.noun, thing.name)
}

/// Why the state runs, one sentence.
fn triggers(state: &PlannedState) -> Option<String> {
    let named: Vec<String> =
        state.triggered_by.iter().map(|trigger| format!("{} ({})", trigger.state, trigger.by)).collect();
    (!named.is_empty()).then(|| format!("triggered by {}", named.join(", ")))
}

/// `12 unchanged`, or nothing.
fn unchanged(plan: &RunPlan) -> Option<String> {
    (plan.summary.unchanged > 0).then(|| format!("{} unchanged", plan.summary.unchanged))
}
