//! A group's warm pool: instances that are prepared in advance, stopped or running.
//!
//! See <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutWarmPool.html>.

pub(super) mod api;

use model::{Argument, Shape};

const REUSE: &[Argument] = &[Argument::optional(
    "ReuseOnScaleIn",
    Shape::Boolean,
    "whether instances return to the pool instead of being terminated",
)
.alias(&["reuse_on_scale_in"])];

/// The keys of `warm_pool`. An empty mapping means no warm pool.
pub(super) const WARM_POOL: &[Argument] = &[
    Argument::optional("MinSize", Shape::Integer, "the minimum number of instances in it")
        .alias(&["min_size"]),
    Argument::optional(
        "MaxGroupPreparedCapacity",
        Shape::Integer,
        "the maximum of instances in the pool and in service together; max_size if left out",
    )
    .alias(&["max_group_prepared_capacity"]),
    Argument::optional(
        "PoolState",
        Shape::Word(&["Stopped", "Running", "Hibernated"]),
        "the state of waiting instances; Stopped if left out",
    )
    .alias(&["pool_state"]),
    Argument::optional("InstanceReusePolicy", Shape::Record(REUSE), "what happens to instances at scale-in")
        .alias(&["instance_reuse_policy"]),
];
