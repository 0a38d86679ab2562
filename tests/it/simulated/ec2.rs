//! EC2: security groups and the default VPC.

use super::account::{Account, NUMBER, SecurityGroup, VPC};
use super::form::Form;
use super::server::Answer;
use super::xml::{element, page, text};

pub fn answer(account: &mut Account, operation: &str, form: &Form) -> Answer {
    match operation {
        "DescribeVpcs" => {
            let vpc = text("vpcId", VPC) + &text("cidrBlock", "172.31.0.0/16") + &text("isDefault", "true");
            Answer::Xml(element("vpcSet", &element("item", &vpc)))
        }
        "DescribeSecurityGroups" => describe(account, form),
        "CreateSecurityGroup" => create(account, form),
        "AuthorizeSecurityGroupIngress" => authorize(account, form),
        _ => Answer::Unknown,
    }
}

/// At most 1,000 on a page.
fn describe(account: &Account, form: &Form) -> Answer {
    let filters = form.groups("Filter");
    let wanted = |filter: &Form, name: &str, group: &SecurityGroup| {
        let values = filter.list("Value");
        match filter.get("Name") {
            "group-name" => values.iter().any(|value| value == name),
            "group-id" => values.contains(&group.id),
            "vpc-id" => values.contains(&group.vpc),
            _ => false,
        }
    };
    let found = account.groups.all().filter(|(name, group)| filters.iter().all(|it| wanted(it, name, group)));
    let size = form.get("MaxResults").parse().unwrap_or(1000);
    let (shown, next) = page(found.collect(), form.start("NextToken"), size);
    let shown: String =
        shown.into_iter().map(|(name, group)| element("item", &shown_group(name, group))).collect();
    let next = next.map(|next| text("nextToken", &next.to_string())).unwrap_or_default();
    Answer::Xml(element("securityGroupInfo", &shown) + &next)
}

fn shown_group(name: &str, group: &SecurityGroup) -> String {
    let all = element(
        "item",
        "<ipProtocol>-1</ipProtocol><ipRanges><item><cidrIp>0.0.0.0/0</cidrIp></item></ipRanges>",
    );
    let ingress: String = group.ingress.iter().map(|permission| element("item", permission)).collect();
    text("ownerId", NUMBER)
        + &text("groupId", &group.id)
        + &text("groupName", name)
        + &text("groupDescription", &group.description)
        + &text("vpcId", &group.vpc)
        + &element("ipPermissions", &ingress)
        + &element("ipPermissionsEgress", &all)
}

fn create(account: &mut Account, form: &Form) -> Answer {
    let name = form.get("GroupName");
    let id = id_of(name);
    let vpc = form.find("VpcId").unwrap_or(VPC).to_owned();
    let description = form.get("GroupDescription").to_owned();
    let group = SecurityGroup { id: id.clone(), description, vpc, ingress: vec![] };
    if account.groups.create(name, group) {
        Answer::Xml(text("return", "true") + &text("groupId", &id))
    } else {
        Answer::Refusal(400, "InvalidGroup.Duplicate", format!("The security group '{name}' already exists"))
    }
}

/// An id that follows from the name, so that groups are found by it.
fn id_of(name: &str) -> String {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("sg-{hash:016x}0")
}

fn authorize(account: &mut Account, form: &Form) -> Answer {
    let id = form.get("GroupId");
    let permissions: Vec<String> = form.groups("IpPermissions").iter().map(permission).collect();
    let name = account.groups.name_of(|group| group.id == id);
    let Some(group) = name.and_then(|name| account.groups.get_mut(&name)) else {
        return Answer::Refusal(
            400,
            "InvalidGroup.NotFound",
            format!("The security group '{id}' does not exist"),
        );
    };
    group.ingress.extend(permissions);
    Answer::Xml(text("return", "true"))
}

fn permission(form: &Form) -> String {
    let ranges = form.groups("IpRanges");
    let ranges: String =
        ranges.iter().map(|range| element("item", &text("cidrIp", range.get("CidrIp")))).collect();
    let groups = form.groups("Groups").into_iter().chain(form.groups("UserIdGroupPairs"));
    let groups: String = groups
        .map(|group| element("item", &(text("groupId", group.get("GroupId")) + &text("userId", NUMBER))))
        .collect();
    text("ipProtocol", form.get("IpProtocol"))
        + &text("fromPort", form.get("FromPort"))
        + &text("toPort", form.get("ToPort"))
        + &element("ipRanges", &ranges)
        + &element("groups", &groups)
}
