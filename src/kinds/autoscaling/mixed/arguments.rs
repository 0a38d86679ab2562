//! The nested tables of a mixed instances policy, with AWS's own names.

use model::{Argument, Shape};

const fn key(
    name: &'static str,
    alias: &'static [&'static str],
    shape: Shape,
    doc: &'static str,
) -> Argument {
    Argument::optional(name, shape, doc).alias(alias)
}

const SPECIFICATION: &[Argument] = &[
    key("LaunchTemplateName", &["launch_template_name", "name"], Shape::Text, "the template's name"),
    key("LaunchTemplateId", &["launch_template_id", "id"], Shape::Text, "its id, instead of its name"),
    key("Version", &["version"], Shape::Text, "a number, $Latest or $Default"),
];

const WHOLE: &[Argument] = &[
    key("Min", &["min"], Shape::Integer, "at least"),
    key("Max", &["max"], Shape::Integer, "at most; no limit if left out"),
];

const BROKEN: &[Argument] = &[
    key("Min", &["min"], Shape::Number, "at least"),
    key("Max", &["max"], Shape::Number, "at most; no limit if left out"),
];

const FAMILY: &[Argument] =
    &[key("InstanceFamily", &["instance_family"], Shape::Text, "the instance family to compare with: c6i")];
const CPU: &[Argument] =
    &[key("References", &["references"], Shape::Records(FAMILY), "at least as fast as these")];
const FACTORS: &[Argument] = &[key("Cpu", &["cpu"], Shape::Record(CPU), "processors")];

const INCLUDED: Shape = Shape::Word(&["included", "excluded", "required"]);

/// See <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_InstanceRequirements.html>.
pub(super) const REQUIREMENTS: &[Argument] = &[
    Argument::required("VCpuCount", Shape::Record(WHOLE), "vCPUs").alias(&["v_cpu_count", "vcpu_count"]),
    Argument::required("MemoryMiB", Shape::Record(WHOLE), "memory in MiB").alias(&["memory_mib"]),
    key("CpuManufacturers", &["cpu_manufacturers"], Shape::Texts, "intel, amd, amazon-web-services, apple"),
    key("MemoryGiBPerVCpu", &["memory_gib_per_v_cpu"], Shape::Record(BROKEN), "GiB of memory for each vCPU"),
    key("ExcludedInstanceTypes", &["excluded_instance_types"], Shape::Texts, "exclude these: m5.*"),
    key("AllowedInstanceTypes", &["allowed_instance_types"], Shape::Texts, "only these: m5.*"),
    key("InstanceGenerations", &["instance_generations"], Shape::Texts, "current, previous"),
    key(
        "SpotMaxPricePercentageOverLowestPrice",
        &["spot_max_price_percentage_over_lowest_price"],
        Shape::Integer,
        "percent above the cheapest Spot price",
    ),
    key(
        "MaxSpotPriceAsPercentageOfOptimalOnDemandPrice",
        &["max_spot_price_as_percentage_of_optimal_on_demand_price"],
        Shape::Integer,
        "percent of the cheapest On-Demand price",
    ),
    key(
        "OnDemandMaxPricePercentageOverLowestPrice",
        &["on_demand_max_price_percentage_over_lowest_price"],
        Shape::Integer,
        "percent above the cheapest On-Demand price",
    ),
    key("BareMetal", &["bare_metal"], INCLUDED, "bare metal types; excluded if left out"),
    key("BurstablePerformance", &["burstable_performance"], INCLUDED, "T types; excluded if left out"),
    key(
        "RequireHibernateSupport",
        &["require_hibernate_support"],
        Shape::Boolean,
        "only types that support hibernation",
    ),
    key("NetworkInterfaceCount", &["network_interface_count"], Shape::Record(WHOLE), "network interfaces"),
    key("LocalStorage", &["local_storage"], INCLUDED, "types with instance store; included if left out"),
    key("LocalStorageTypes", &["local_storage_types"], Shape::Texts, "hdd, ssd"),
    key("TotalLocalStorageGB", &["total_local_storage_gb"], Shape::Record(BROKEN), "GB of instance store"),
    key(
        "BaselineEbsBandwidthMbps",
        &["baseline_ebs_bandwidth_mbps"],
        Shape::Record(WHOLE),
        "Mbit per second to EBS",
    ),
    key("AcceleratorTypes", &["accelerator_types"], Shape::Texts, "gpu, fpga, inference"),
    key("AcceleratorCount", &["accelerator_count"], Shape::Record(WHOLE), "accelerators; Max 0 for none"),
    key("AcceleratorManufacturers", &["accelerator_manufacturers"], Shape::Texts, "nvidia, amd …"),
    key("AcceleratorNames", &["accelerator_names"], Shape::Texts, "a100, t4 …"),
    key(
        "AcceleratorTotalMemoryMiB",
        &["accelerator_total_memory_mib"],
        Shape::Record(WHOLE),
        "memory of accelerators in MiB",
    ),
    key("NetworkBandwidthGbps", &["network_bandwidth_gbps"], Shape::Record(BROKEN), "Gbit per second"),
    key("BaselinePerformanceFactors", &["baseline_performance_factors"], Shape::Record(FACTORS), "speed"),
];

const OVERRIDE: &[Argument] = &[
    key("InstanceType", &["instance_type"], Shape::Text, "an instance type"),
    key(
        "WeightedCapacity",
        &["weighted_capacity"],
        Shape::Text,
        "how many units of capacity one instance counts",
    ),
    key(
        "LaunchTemplateSpecification",
        &["launch_template_specification", "launch_template"],
        Shape::Record(SPECIFICATION),
        "another launch template for it",
    ),
    key(
        "InstanceRequirements",
        &["instance_requirements"],
        Shape::Record(REQUIREMENTS),
        "requirements that instance types must meet, instead of their names",
    ),
    key("ImageId", &["image_id"], Shape::Text, "another AMI for it"),
];

const TEMPLATE: &[Argument] = &[
    key(
        "LaunchTemplateSpecification",
        &["launch_template_specification"],
        Shape::Record(SPECIFICATION),
        "the launch template; the group's launch_template if left out",
    ),
    key("Overrides", &["overrides"], Shape::Records(OVERRIDE), "instance types, by priority"),
];

const DISTRIBUTION: &[Argument] = &[
    key(
        "OnDemandAllocationStrategy",
        &["on_demand_allocation_strategy"],
        Shape::Word(&["prioritized", "lowest-price"]),
        "how AWS chooses the types of On-Demand instances",
    ),
    key(
        "OnDemandBaseCapacity",
        &["on_demand_base_capacity"],
        Shape::Integer,
        "number of On-Demand instances in the base",
    ),
    key(
        "OnDemandPercentageAboveBaseCapacity",
        &["on_demand_percentage_above_base_capacity"],
        Shape::Integer,
        "percent of On-Demand instances above the base; 100 if left out",
    ),
    key(
        "SpotAllocationStrategy",
        &["spot_allocation_strategy"],
        Shape::Text,
        "price-capacity-optimized, capacity-optimized, capacity-optimized-prioritized or lowest-price",
    ),
    key("SpotInstancePools", &["spot_instance_pools"], Shape::Integer, "pools, for lowest-price"),
    key("SpotMaxPrice", &["spot_max_price"], Shape::Text, "the maximum price for a Spot instance"),
];

/// The keys of `mixed_instances_policy`.
pub(crate) const POLICY: &[Argument] = &[
    key("LaunchTemplate", &["launch_template"], Shape::Record(TEMPLATE), "the template and its overrides"),
    key(
        "InstancesDistribution",
        &["instances_distribution"],
        Shape::Record(DISTRIBUTION),
        "On-Demand and Spot",
    ),
];
