//! Errors of EC2 about security groups that are not in the general table.

use aws::{ApiError, Fault};

/// Marks the subject of a call with rules for EC2-Classic.
const CLASSIC: &str = " from EC2-Classic group ";

/// The subject of a call that authorises a rule for EC2-Classic.
pub(super) fn classic_subject(group: &str, owner: &str, name: &str) -> String {
    format!("{group}{CLASSIC}{owner}/{name}")
}

fn is_classic(error: &ApiError) -> bool {
    error.subject.contains(CLASSIC)
}

/// A new group is not known everywhere at once.
pub(super) fn is_not_yet(error: &ApiError) -> bool {
    !is_classic(error) && error.has_code(&["InvalidGroup.NotFound", "InvalidGroupId.NotFound"])
}

pub(super) fn advice(error: &ApiError) -> Option<String> {
    if is_classic(error) && matches!(error.fault, Fault::NotFound | Fault::Invalid | Fault::Other) {
        let advice = "AWS retired EC2-Classic and its group amazon-elb/amazon-elb-sg: give the balancer a security \
            group of its own ('security_groups' of boto_elb.present) and write that group's name as \
            source_group_name, without source_group_owner_id; for a balancer without one of its own, write the id \
            of the group in its VPC as source_group_group_id";
        return Some(advice.to_owned());
    }
    if error.has_code(&["RulesPerSecurityGroupLimitExceeded"]) {
        let advice = "a run adds new rules before it removes old ones, so the group must have room for both: \
            make the change in two runs, or ask AWS for a higher quota";
        return Some(advice.to_owned());
    }
    (error.operation == "DeleteSecurityGroup" && error.fault == Fault::InUse).then(|| {
        "a network interface or a rule of another group still uses it; AWS frees the interfaces of a deleted \
            balancer or instance some minutes later"
            .to_owned()
    })
}
