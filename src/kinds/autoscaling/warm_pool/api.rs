//! The calls for warm pools.

use aws_sdk_autoscaling::types as asg;
use serde_json::Value as Json;

use crate::AutoScaling;
use crate::fault;
use aws::sdk_document::{Documented, document};
use aws::{ApiError, Aws, failed};

document! { AutoScaling: words asg::WarmPoolState }

document! {
AutoScaling:     asg::InstanceReusePolicy { "ReuseOnScaleIn" reuse_on_scale_in set_reuse_on_scale_in }
    asg::WarmPoolConfiguration {
        "MinSize" min_size set_min_size,
        "MaxGroupPreparedCapacity" max_group_prepared_capacity set_max_group_prepared_capacity,
        "PoolState" pool_state set_pool_state,
        "InstanceReusePolicy" instance_reuse_policy set_instance_reuse_policy,
    }
}

/// One as AWS describes it; none for one that is being deleted.
pub(crate) fn from_sdk(found: &asg::WarmPoolConfiguration) -> Option<Json> {
    if found.status.is_some() { None } else { found.to_json() }
}

/// Makes a group's pool, or changes it.
pub(crate) async fn put(aws: &Aws, group: &str, pool: &Json) -> Result<(), ApiError> {
    let pool = asg::WarmPoolConfiguration::of(pool);
    let call = aws.client::<AutoScaling>().put_warm_pool().auto_scaling_group_name(group);
    let call = match pool {
        None => call,
        Some(pool) => call
            .set_min_size(pool.min_size)
            .set_max_group_prepared_capacity(pool.max_group_prepared_capacity)
            .set_pool_state(pool.pool_state)
            .set_instance_reuse_policy(pool.instance_reuse_policy),
    };
    call.send().await.map(drop).map_err(failed("PutWarmPool", group))
}

/// Deletes a group's pool. AWS terminates its instances afterwards.
pub(crate) async fn delete(aws: &Aws, group: &str) -> Result<(), ApiError> {
    let call = aws.client::<AutoScaling>().delete_warm_pool().auto_scaling_group_name(group);
    match call.send().await.map(drop).map_err(failed("DeleteWarmPool", group)) {
        Err(error) if fault::is_gone(&error) || error.message.contains("No warm pool found") => Ok(()),
        done => done,
    }
}
