//! Mixed instances policies from and to the SDK.

use aws_sdk_autoscaling::types as asg;
use serde_json::Value as Json;

use crate::AutoScaling;
use aws::sdk_document::{Documented, document};

document! { AutoScaling: words
    asg::AcceleratorManufacturer, asg::AcceleratorName, asg::AcceleratorType, asg::BareMetal,
    asg::BurstablePerformance, asg::CpuManufacturer, asg::InstanceGeneration, asg::LocalStorage, asg::LocalStorageType,
}

document! {
AutoScaling:     asg::VCpuCountRequest { "Min" min set_min, "Max" max set_max }
    asg::MemoryMiBRequest { "Min" min set_min, "Max" max set_max }
    asg::MemoryGiBPerVCpuRequest { "Min" min set_min, "Max" max set_max }
    asg::NetworkInterfaceCountRequest { "Min" min set_min, "Max" max set_max }
    asg::TotalLocalStorageGbRequest { "Min" min set_min, "Max" max set_max }
    asg::BaselineEbsBandwidthMbpsRequest { "Min" min set_min, "Max" max set_max }
    asg::AcceleratorCountRequest { "Min" min set_min, "Max" max set_max }
    asg::AcceleratorTotalMemoryMiBRequest { "Min" min set_min, "Max" max set_max }
    asg::NetworkBandwidthGbpsRequest { "Min" min set_min, "Max" max set_max }
    asg::PerformanceFactorReferenceRequest { "InstanceFamily" instance_family set_instance_family }
    asg::CpuPerformanceFactorRequest { "References" references set_references }
    asg::BaselinePerformanceFactorsRequest { "Cpu" cpu set_cpu }
    asg::InstanceRequirements {
        "VCpuCount" v_cpu_count set_v_cpu_count, "MemoryMiB" memory_mib set_memory_mib,
        "CpuManufacturers" cpu_manufacturers set_cpu_manufacturers,
        "MemoryGiBPerVCpu" memory_gib_per_v_cpu set_memory_gib_per_v_cpu,
        "ExcludedInstanceTypes" excluded_instance_types set_excluded_instance_types,
        "AllowedInstanceTypes" allowed_instance_types set_allowed_instance_types,
        "InstanceGenerations" instance_generations set_instance_generations,
        "SpotMaxPricePercentageOverLowestPrice"
            spot_max_price_percentage_over_lowest_price set_spot_max_price_percentage_over_lowest_price,
        "MaxSpotPriceAsPercentageOfOptimalOnDemandPrice"
            max_spot_price_as_percentage_of_optimal_on_demand_price
            set_max_spot_price_as_percentage_of_optimal_on_demand_price,
        "OnDemandMaxPricePercentageOverLowestPrice"
            on_demand_max_price_percentage_over_lowest_price set_on_demand_max_price_percentage_over_lowest_price,
        "BareMetal" bare_metal set_bare_metal,
        "BurstablePerformance" burstable_performance set_burstable_performance,
        "RequireHibernateSupport" require_hibernate_support set_require_hibernate_support,
        "NetworkInterfaceCount" network_interface_count set_network_interface_count,
        "LocalStorage" local_storage set_local_storage,
        "LocalStorageTypes" local_storage_types set_local_storage_types,
        "TotalLocalStorageGB" total_local_storage_gb set_total_local_storage_gb,
        "BaselineEbsBandwidthMbps" baseline_ebs_bandwidth_mbps set_baseline_ebs_bandwidth_mbps,
        "AcceleratorTypes" accelerator_types set_accelerator_types,
        "AcceleratorCount" accelerator_count set_accelerator_count,
        "AcceleratorManufacturers" accelerator_manufacturers set_accelerator_manufacturers,
        "AcceleratorNames" accelerator_names set_accelerator_names,
        "AcceleratorTotalMemoryMiB" accelerator_total_memory_mib set_accelerator_total_memory_mib,
        "NetworkBandwidthGbps" network_bandwidth_gbps set_network_bandwidth_gbps,
        "BaselinePerformanceFactors" baseline_performance_factors set_baseline_performance_factors,
    }
}

document! {
AutoScaling:     asg::LaunchTemplateSpecification {
        "LaunchTemplateId" launch_template_id set_launch_template_id,
        "LaunchTemplateName" launch_template_name set_launch_template_name, "Version" version set_version,
    }
    asg::LaunchTemplateOverrides {
        "InstanceType" instance_type set_instance_type, "WeightedCapacity" weighted_capacity set_weighted_capacity,
        "LaunchTemplateSpecification" launch_template_specification set_launch_template_specification,
        "InstanceRequirements" instance_requirements set_instance_requirements, "ImageId" image_id set_image_id,
    }
    asg::LaunchTemplate {
        "LaunchTemplateSpecification" launch_template_specification set_launch_template_specification,
        "Overrides" overrides set_overrides,
    }
    asg::InstancesDistribution {
        "OnDemandAllocationStrategy" on_demand_allocation_strategy set_on_demand_allocation_strategy,
        "OnDemandBaseCapacity" on_demand_base_capacity set_on_demand_base_capacity,
        "OnDemandPercentageAboveBaseCapacity"
            on_demand_percentage_above_base_capacity set_on_demand_percentage_above_base_capacity,
        "SpotAllocationStrategy" spot_allocation_strategy set_spot_allocation_strategy,
        "SpotInstancePools" spot_instance_pools set_spot_instance_pools,
        "SpotMaxPrice" spot_max_price set_spot_max_price,
    }
    asg::MixedInstancesPolicy {
        "LaunchTemplate" launch_template set_launch_template,
        "InstancesDistribution" instances_distribution set_instances_distribution,
    }
}

/// One as AWS describes it.
pub(crate) fn from_sdk(found: &asg::MixedInstancesPolicy) -> Option<Json> {
    found.to_json()
}

/// In AWS's form.
pub(crate) fn to_sdk(policy: &Json) -> Option<asg::MixedInstancesPolicy> {
    asg::MixedInstancesPolicy::of(policy)
}
