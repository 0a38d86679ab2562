//! What differs between declared addresses and those of the interface.

use super::live::Live;
use super::want::Want;
use kind::steps::steps;
use model::{Change, Plan};

steps! {
    "EC2";
    /// Assigns addresses to the interface.
    Assign { interface: String, addresses: Vec<String>, takes_over: bool } =>
        "AssignPrivateIpAddresses", "assign {}", addresses.join(", ");
    /// Unassigns addresses from it.
    Unassign { interface: String, addresses: Vec<String> } =>
        "UnassignPrivateIpAddresses", "unassign {}", addresses.join(", ");
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let (want, mut plan) = (&want.spec, Plan::nothing());
    let Some(live) = live else {
        // This run makes the interface first.
        if want.present {
            plan.changes.push(Change::create("private_ip_addresses", want.addresses.clone()));
        }
        return plan;
    };
    let there = live.all();
    let is_meant = |address: &&String| there.contains(address) != want.present;
    let addresses: Vec<String> = want.addresses.iter().filter(is_meant).cloned().collect();
    if !want.present && addresses.contains(&live.0.private_ip) {
        let first = &live.0.private_ip;
        plan.refusals
            .push(format!("{first} is the primary address of {}: it cannot be unassigned", live.0.id));
    }
    if addresses.is_empty() || !plan.refusals.is_empty() {
        return plan;
    }
    // Show only the declared addresses: the primary address of a new interface is not known before.
    let had: Vec<String> = want.addresses.iter().filter(|it| there.contains(it)).cloned().collect();
    let change = match (want.present, had.is_empty()) {
        (true, true) => Change::create("private_ip_addresses", want.addresses.clone()),
        (true, false) => Change::update("private_ip_addresses", had, want.addresses.clone()),
        (false, _) => Change::delete("private_ip_addresses", had),
    };
    let interface = live.0.id.clone();
    let step = if want.present {
        Step::Assign { interface, addresses, takes_over: want.takes_over }
    } else {
        Step::Unassign { interface, addresses }
    };
    plan.then(change, step);
    plan
}
