//! `watch --heal`: applies the differing states that are on its list, under the guards.

use serde_json::{Value as Json, json};

use super::run::{Compiled, lock, run_calls_approved};
use super::walk::Calls;
use super::watch::state_name;
use super::{CliError, Session};
use engine::guards::Guarded;
use engine::healing::AllowList;
use engine::run_plan::{Approved, RunPlan};
use model::{Low, Verdict};

/// Makes the things on the list as declared again. Returns lines with the results.
pub(super) fn heal(
    session: &Session<'_>,
    compiled: &Compiled,
    plan: &RunPlan,
    list: &AllowList,
) -> Vec<Json> {
    let plan = list.healable(plan);
    if plan.states.is_empty() {
        return vec![];
    }
    let refused = compiled.terms.guards.violations(&plan);
    if !refused.is_empty() {
        return refused.iter().map(|it| json!({"event": "not_healed", "why": it.to_string()})).collect();
    }
    session.permit_changes();
    let done = carry_out(session, compiled, &plan);
    session.forbid_changes();
    done.unwrap_or_else(|error| {
        let report = error.report();
        vec![json!({"event": "not_healed", "why": format!("{}: {}", report.heading, report.problems)})]
    })
}

/// Does exactly the plan, or nothing.
fn carry_out(session: &Session<'_>, compiled: &Compiled, plan: &RunPlan) -> Result<Vec<Json>, CliError> {
    let is_planned = |low: &&Low| plan.state_of(low).is_some();
    // The states before these are as declared, or differ and are not on the list.
    let alone = |low: &Low| Low { requisites: vec![], ..low.clone() };
    let lows: Vec<Low> = compiled.lows.iter().filter(is_planned).map(alone).collect();
    let compiled = Compiled { lows: lows.clone(), rendered: vec![], ..compiled.clone() };
    let _locks = lock(session, &compiled)?;
    let approved = Approved::new(plan, &lows);
    let guarded = Guarded::new(&compiled.terms.guards, Some(&approved));
    let calls = Calls { lows: lows.clone(), rendered: &[], only: None, terms: compiled.terms.clone() };
    let run = run_calls_approved(session, calls, &compiled.minion, Some(&guarded))?;
    let mut lines = vec![];
    for returned in &run.ran.walked.returns {
        let low = lows.iter().find(|low| low.tag() == returned.tag());
        let name = low.and_then(|low| plan.state_of(low)).map(state_name);
        lines.push(match returned.outcome.verdict {
            Verdict::Failed => json!({"event": "not_healed", "state": name, "why": returned.outcome.comment}),
            _ => json!({"event": "healed", "state": name, "comment": returned.outcome.comment}),
        });
    }
    Ok(lines)
}
