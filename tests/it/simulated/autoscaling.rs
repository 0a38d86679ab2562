//! Auto Scaling: launch configurations, groups, scaling policies.

use std::collections::BTreeMap;

use super::account::{Account, Group, NUMBER};
use super::form::Form;
use super::server::Answer;
use super::xml::{element, fields, members, page, text, words};

pub fn answer(account: &mut Account, operation: &str, form: &Form) -> Answer {
    match operation {
        "DescribeLaunchConfigurations" => {
            let names = form.list("LaunchConfigurationNames.member");
            let wanted = account.launch_configurations.all().filter(|(name, _)| is_wanted(&names, name));
            listed("LaunchConfigurations", wanted.map(|(name, it)| configuration(name, it)).collect(), form)
        }
        "DescribeAutoScalingGroups" => {
            let names = form.list("AutoScalingGroupNames.member");
            let wanted = account.scaling_groups.all().filter(|(name, _)| is_wanted(&names, name));
            listed("AutoScalingGroups", wanted.map(|(name, it)| shown_group(name, it)).collect(), form)
        }
        "DescribePolicies" => policies(account, form),
        "DescribeScheduledActions" => Answer::Xml("<ScheduledUpdateGroupActions/>".to_owned()),
        "DescribeNotificationConfigurations" => Answer::Xml("<NotificationConfigurations/>".to_owned()),
        _ => change(account, operation, form),
    }
}

fn is_wanted(names: &[String], name: &String) -> bool {
    names.is_empty() || names.contains(name)
}

/// At most 100 on a page, 50 unless asked for.
fn listed(list: &str, all: Vec<String>, form: &Form) -> Answer {
    let size = form.get("MaxRecords").parse().unwrap_or(50).min(100);
    let (shown, next) = page(all, form.start("NextToken"), size);
    let next = next.map(|next| text("NextToken", &next.to_string())).unwrap_or_default();
    Answer::Xml(members(list, shown) + &next)
}

fn change(account: &mut Account, operation: &str, form: &Form) -> Answer {
    let name = form.get("AutoScalingGroupName");
    let done = match operation {
        "CreateLaunchConfiguration" => {
            let profile = form.get("IamInstanceProfile");
            if !profile.is_empty() && account.profiles.seen(profile).is_none() {
                return invalid(format!("Invalid IamInstanceProfile: {profile}"));
            }
            account.launch_configurations.create(form.get("LaunchConfigurationName"), form.clone())
        }
        "CreateAutoScalingGroup" => {
            let group = Group { made_of: form.clone(), policies: BTreeMap::new(), suspended: vec![] };
            account.scaling_groups.create(name, group)
        }
        "PutScalingPolicy" => {
            let Some(group) = account.scaling_groups.get_mut(name) else { return unknown(name) };
            group.policies.insert(form.get("PolicyName").to_owned(), form.clone());
            return Answer::Xml(text("PolicyARN", &arn(name, form.get("PolicyName"))));
        }
        "SuspendProcesses" => {
            let Some(group) = account.scaling_groups.get_mut(name) else { return unknown(name) };
            group.suspended.extend(form.list("ScalingProcesses.member"));
            true
        }
        _ => return Answer::Unknown,
    };
    if done {
        Answer::Xml(String::new())
    } else {
        Answer::Refusal(400, "AlreadyExists", "It already exists".to_owned())
    }
}

fn invalid(message: String) -> Answer {
    Answer::Refusal(400, "ValidationError", message)
}

fn unknown(name: &str) -> Answer {
    invalid(format!("Group {name} not found"))
}

fn arn(group: &str, policy: &str) -> String {
    format!(
        "arn:aws:autoscaling:us-east-1:{NUMBER}:scalingPolicy:1:autoScalingGroupName/{group}:policyName/{policy}"
    )
}

fn policies(account: &Account, form: &Form) -> Answer {
    let group = form.get("AutoScalingGroupName");
    let names = form.list("PolicyNames.member");
    let shown = |of: &str, name: &String, policy: &Form| {
        let settings =
            ["PolicyType", "AdjustmentType", "ScalingAdjustment", "Cooldown", "MinAdjustmentMagnitude"];
        text("AutoScalingGroupName", of)
            + &text("PolicyName", name)
            + &text("PolicyARN", &arn(of, name))
            + &fields(policy, &settings)
    };
    let groups = account.scaling_groups.all().filter(|(name, _)| group.is_empty() || *name == group);
    let all =
        groups.flat_map(|(of, group)| group.policies.iter().map(move |(name, policy)| (of, name, policy)));
    let wanted = all.filter(|(_, name, _)| is_wanted(&names, name));
    listed("ScalingPolicies", wanted.map(|(of, name, policy)| shown(of, name, policy)).collect(), form)
}

fn configuration(name: &str, form: &Form) -> String {
    let plain =
        ["ImageId", "KeyName", "InstanceType", "UserData", "IamInstanceProfile", "SpotPrice", "EbsOptimized"];
    let monitoring = text("Enabled", form.find("InstanceMonitoring.Enabled").unwrap_or("true"));
    text("LaunchConfigurationName", name)
        + &text("CreatedTime", "2026-01-01T00:00:00Z")
        + &fields(form, &plain)
        + &words("SecurityGroups", &form.list("SecurityGroups.member"))
        + &element("InstanceMonitoring", &monitoring)
        + "<BlockDeviceMappings/>"
}

fn shown_group(name: &str, group: &Group) -> String {
    let form = &group.made_of;
    let plain = [
        "LaunchConfigurationName",
        "MinSize",
        "MaxSize",
        "DesiredCapacity",
        "HealthCheckType",
        "HealthCheckGracePeriod",
    ];
    let tags = form.groups("Tags.member").into_iter();
    let tags =
        tags.map(|tag| fields(&tag, &["ResourceId", "ResourceType", "Key", "Value", "PropagateAtLaunch"]));
    let suspended = group.suspended.iter().map(|process| text("ProcessName", process));
    text("AutoScalingGroupName", name)
        + &text(
            "AutoScalingGroupARN",
            &format!("arn:aws:autoscaling:us-east-1:{NUMBER}:autoScalingGroup:1:autoScalingGroupName/{name}"),
        )
        + &text("DefaultCooldown", form.find("DefaultCooldown").unwrap_or("300"))
        + &text("CreatedTime", "2026-01-01T00:00:00Z")
        + &fields(form, &plain)
        + &words("AvailabilityZones", &form.list("AvailabilityZones.member"))
        + &words("LoadBalancerNames", &form.list("LoadBalancerNames.member"))
        + &members("Tags", tags)
        + &members("SuspendedProcesses", suspended)
        + "<TerminationPolicies><member>Default</member></TerminationPolicies><Instances/>"
}
