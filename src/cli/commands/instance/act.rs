//! `instance ready`, `fail` and `status`: what an instance reports to its group at once.

use super::own::{ThisInstance, failed};
use super::{CliError, CommandAnswer, Session};
use aws::ApiError;
use kinds_autoscaling::lifecycle::{self, Phase};
use model::Value;

/// `instance ready`.
pub(super) fn ready(own: &ThisInstance, session: &Session<'_>) -> Result<CommandAnswer, CliError> {
    run_call(session, report_ready(own))
}

/// `instance fail`.
pub(super) fn fail(own: &ThisInstance, session: &Session<'_>) -> Result<CommandAnswer, CliError> {
    run_call(session, report_failed(own))
}

fn run_call(
    session: &Session<'_>,
    call: impl Future<Output = Result<String, ApiError>>,
) -> Result<CommandAnswer, CliError> {
    let result = session.reach().wait(call)?;
    result.map(CommandAnswer::data).map_err(|error| failed(&error))
}

async fn report_ready(own: &ThisInstance) -> Result<String, ApiError> {
    let id = &own.id;
    let Some(live) = own.lifecycle().await? else { return Ok(format!("{id} is in no Auto Scaling group")) };
    let group = &live.group;
    if live.waits_for() != Some(Phase::Launching) {
        return Ok(format!("{id} is {} in {group}: nothing waits for it to be ready", live.state));
    }
    complete(own, &live, "CONTINUE").await?;
    Ok(format!("reported to {group} that {id} is ready"))
}

async fn report_failed(own: &ThisInstance) -> Result<String, ApiError> {
    let id = &own.id;
    let Some(live) = own.lifecycle().await? else {
        return Ok(format!("{id} is in no Auto Scaling group, so there is nothing to report to"));
    };
    let group = &live.group;
    if live.state.contains("Terminat") {
        return Ok(format!("{id} is {} in {group} already", live.state));
    }
    if live.waits_for() == Some(Phase::Launching)
        && live.hooks.answer().is_some_and(|hooks| !hooks.is_empty())
    {
        complete(own, &live, "ABANDON").await?;
        return Ok(format!(
            "reported to {group} that {id} has failed: it abandons the launch and replaces the instance"
        ));
    }
    lifecycle::mark_unhealthy(&own.aws, id).await?;
    // See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/as-enter-exit-standby.html>.
    if live.state.ends_with("Standby") {
        return Ok(format!(
            "reported to {group} that {id} is unhealthy: it replaces the instance once that must leave {}",
            live.state
        ));
    }
    Ok(format!("reported to {group} that {id} is unhealthy: it replaces the instance"))
}

/// Completes the actions of all waiting hooks.
pub(super) async fn complete(
    own: &ThisInstance,
    live: &lifecycle::Live,
    result: &str,
) -> Result<(), ApiError> {
    for hook in live.hooks.answer().into_iter().flatten() {
        lifecycle::complete(&own.aws, &live.group, hook, &own.id, result).await?;
    }
    Ok(())
}

/// `instance status`.
pub(super) fn status(own: &ThisInstance, session: &Session<'_>) -> Result<CommandAnswer, CliError> {
    let live = session.reach().wait(own.lifecycle())?.map_err(|error| failed(&error))?;
    let notices: Vec<String> =
        own.notices(true).unwrap_or_default().iter().map(ToString::to_string).collect();
    let (group, state, hooks) = live
        .map(|live| {
            (live.group, live.state, live.hooks.answer().into_iter().flatten().cloned().collect::<Vec<_>>())
        })
        .map_or_else(Default::default, |(group, state, hooks)| (Some(group), Some(state), hooks));
    let status: Value = [
        ("instance", Value::from(own.id.as_str())),
        ("group", group.into()),
        ("state", state.into()),
        ("waiting_hooks", hooks.into()),
        ("announced", notices.into()),
    ]
    .into_iter()
    .collect();
    Ok(CommandAnswer::data(status))
}
