//! A group's warm pool: instances that are prepared and wait, stopped or running.
//!
//! See <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutWarmPool.html>.

pub(super) mod api;

use crate::model::{Argument, Shape};

const REUSE: &[Argument] = &[Argument::optional(
    "ReuseOnScaleIn",
    Shape::Boolean,
    "whether instances go back into the pool instead of away",
)
.alias(&["reuse_on_scale_in"])];

/// The keys of `warm_pool`. An empty mapping means that there is none.
pub(super) const WARM_POOL: &[Argument] = &[
    Argument::optional("MinSize", Shape::Integer, "the least number of instances in it").alias(&["min_size"]),
    Argument::optional(
        "MaxGroupPreparedCapacity",
        Shape::Integer,
        "the most that are in the pool and in service together; max_size when left out",
    )
    .alias(&["max_group_prepared_capacity"]),
    Argument::optional(
        "PoolState",
        Shape::Word(&["Stopped", "Running", "Hibernated"]),
        "how they wait; Stopped when left out",
    )
    .alias(&["pool_state"]),
    Argument::optional("InstanceReusePolicy", Shape::Record(REUSE), "what happens at scale-in")
        .alias(&["instance_reuse_policy"]),
];
