//! Compares a declared event source mapping with the one in AWS.

use super::live::Live;
use super::spec::Settings;
use super::want::Want;
use kind::settings::Settings as _;
use kind::steps::steps;
use model::{Change, Ident, Plan};

steps! {
    "Lambda";
    /// Creates it.
    Create { function: String, source: Ident, start: Option<String>, settings: Settings } =>
        "CreateEventSourceMapping", "create the event source mapping";
    /// Sets what differs.
    Update { id: String, settings: Settings } => "UpdateEventSourceMapping", "change the event source mapping";
    /// Deletes it.
    Delete { id: String } => "DeleteEventSourceMapping", "delete the event source mapping";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let spec = &want.spec;
    let whole = "event_source_mapping";
    match (spec.present, live) {
        (present, Some(live)) if live.state == "Deleting" => {
            plan.changes.extend(present.then(|| Change::create(whole, spec.name.as_str())));
            plan.deleting = Some("AWS to delete the former mapping".to_owned());
        }
        (true, None) => {
            let Some(source) = want.source.clone() else { return plan };
            plan.changes.push(Change::create(whole, spec.name.as_str()));
            plan.changes.push(Change::create("EventSourceArn", &source));
            let start = spec.start.clone();
            plan.changes.extend(start.as_ref().map(|it| Change::create("StartingPosition", it.as_str())));
            plan.changes.extend(spec.settings.created());
            let (function, settings) = (spec.function.clone(), spec.settings.clone());
            plan.steps.push(Step::Create { function, source, start, settings });
        }
        (true, Some(live)) => {
            let settings = spec.settings.differing(&live.settings);
            // AWS changes nothing while it is busy with the mapping.
            if !["Enabled", "Disabled"].contains(&live.state.as_str()) {
                plan.changes.extend(settings.changes(&live.settings));
                plan.busy = Some(format!("the mapping, which is {}", live.state.to_lowercase()));
            } else if !settings.is_empty() {
                plan.changes.extend(settings.changes(&live.settings));
                plan.steps.push(Step::Update { id: live.id.clone(), settings });
            }
        }
        (false, Some(live)) => {
            plan.changes.push(Change::delete(whole, spec.name.as_str()));
            if ["Enabled", "Disabled"].contains(&live.state.as_str()) {
                plan.steps.push(Step::Delete { id: live.id.clone() });
            } else {
                plan.busy = Some(format!("the mapping, which is {}", live.state.to_lowercase()));
            }
        }
        (false, None) => {}
    }
    plan
}
