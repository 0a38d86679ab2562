//! The calls for instance refreshes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use aws_sdk_autoscaling::types as asg;
use aws_sdk_autoscaling::types::InstanceRefreshStatus as Status;
use futures::future::FutureExt;

use super::{Instance, Refresh, Source};
use crate::AutoScaling;
use aws::crowd::read_each;
use aws::sdk_document::{Documented, document};
use aws::wait::{self, Patience};
use aws::{ApiError, Aws, Fault, failed};

const START: &str = "StartInstanceRefresh";
const DESCRIBE: &str = "DescribeInstanceRefreshes";

/// `DescribeInstanceRefreshes` takes one group.
const AT_ONCE: usize = 8;

document! { AutoScaling: words asg::ScaleInProtectedInstances, asg::StandbyInstances }

document! {
AutoScaling:     asg::AlarmSpecification { "Alarms" alarms set_alarms }
    asg::RefreshPreferences {
        "MinHealthyPercentage" min_healthy_percentage set_min_healthy_percentage,
        "MaxHealthyPercentage" max_healthy_percentage set_max_healthy_percentage,
        "InstanceWarmup" instance_warmup set_instance_warmup,
        "CheckpointPercentages" checkpoint_percentages set_checkpoint_percentages,
        "CheckpointDelay" checkpoint_delay set_checkpoint_delay, "SkipMatching" skip_matching set_skip_matching,
        "AutoRollback" auto_rollback set_auto_rollback,
        "ScaleInProtectedInstances" scale_in_protected_instances set_scale_in_protected_instances,
        "StandbyInstances" standby_instances set_standby_instances, "BakeTime" bake_time set_bake_time,
        "AlarmSpecification" alarm_specification set_alarm_specification,
    }
}

/// An instance as its group shows it.
pub(crate) fn instance(found: asg::Instance) -> Instance {
    let template =
        found.launch_template.unwrap_or_else(|| asg::LaunchTemplateSpecification::builder().build());
    Instance {
        id: found.instance_id.unwrap_or_default(),
        state: found.lifecycle_state.map(|state| state.as_str().to_owned()).unwrap_or_default(),
        protected: found.protected_from_scale_in.unwrap_or(false),
        source: Source {
            configuration: found.launch_configuration_name,
            id: template.launch_template_id,
            name: template.launch_template_name,
            version: template.version,
        },
    }
}

/// The id of the running refresh of each of these groups.
pub(crate) async fn active(aws: &Aws, groups: &[&str]) -> Result<HashMap<String, String>, ApiError> {
    let reads = read_each(groups, AT_ONCE, |group| newest(aws, group, None).boxed()).await;
    let mut active = HashMap::new();
    for (group, found) in reads {
        let id = found?.filter(|it| ending(it).is_none()).and_then(|it| it.instance_refresh_id);
        active.extend(id.map(|id| ((*group).to_owned(), id)));
    }
    Ok(active)
}

/// The newest refresh of a group, or the one with this id. AWS lists the newest first.
async fn newest(aws: &Aws, group: &str, id: Option<&str>) -> Result<Option<asg::InstanceRefresh>, ApiError> {
    let call = aws
        .client::<AutoScaling>()
        .describe_instance_refreshes()
        .auto_scaling_group_name(group)
        .max_records(1);
    let call = call.set_instance_refresh_ids(id.map(|id| vec![id.to_owned()]));
    let answer = call.send().await.map_err(failed(DESCRIBE, group))?;
    Ok(answer.instance_refreshes.unwrap_or_default().into_iter().next())
}

/// How it ended; none while it is running.
fn ending(refresh: &asg::InstanceRefresh) -> Option<Result<(), String>> {
    let status = refresh.status.as_ref()?;
    let word = match status {
        Status::Successful => return Some(Ok(())),
        Status::Failed => "failed",
        Status::Cancelled => "was cancelled",
        Status::RollbackSuccessful => "failed and AWS rolled back to the former launch template",
        Status::RollbackFailed => "failed, and the rollback to the former launch template failed too",
        _ => return None,
    };
    let reason = refresh.status_reason().map(|reason| format!(": {reason}")).unwrap_or_default();
    let done = refresh.percentage_complete.unwrap_or_default();
    Some(Err(format!("the instance refresh {word}{reason} ({done} % done)")))
}

/// Starts a refresh, or takes the running one, and waits for its end.
pub(crate) async fn run(aws: &Aws, group: &str, refresh: &Refresh) -> Result<(), ApiError> {
    let call = aws.client::<AutoScaling>().start_instance_refresh().auto_scaling_group_name(group);
    let call = call.set_preferences(asg::RefreshPreferences::of(&refresh.preferences));
    let id = match call.send().await.map_err(failed(START, group)) {
        Ok(answer) => answer.instance_refresh_id,
        Err(error) if error.has_code(&["InstanceRefreshInProgress"]) => None,
        Err(error) => return Err(error),
    };
    await_end(aws, group, id.as_deref(), refresh.timeout).await
}

/// Waits for the end of a refresh: the one with this id, or the newest.
pub(crate) async fn await_end(
    aws: &Aws,
    group: &str,
    id: Option<&str>,
    timeout: u64,
) -> Result<(), ApiError> {
    let patience = Patience { deadline: Duration::from_secs(timeout), ..Patience::SETTLED };
    let done = AtomicI32::new(0);
    let ended = wait::until(patience, || {
        let (known, done) = (newest(aws, group, id), &done);
        async move {
            let Some(found) = known.await? else { return Ok(None) };
            done.store(found.percentage_complete.unwrap_or_default(), Ordering::Relaxed);
            Ok(ending(&found))
        }
    });
    let why = match ended.await? {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(why)) => why,
        Err(waited) => format!(
            "the instance refresh was still in progress {waited}, {} % done: AWS continues it, and the next run waits for it",
            done.load(Ordering::Relaxed)
        ),
    };
    Err(ApiError::found(START, group, Fault::Other, why))
}
