//! Changes security groups: one call per step.

use aws_sdk_ec2::types::{
    IpPermission, IpRange, Ipv6Range, PrefixListId, ResourceType, Tag, TagSpecification, UserIdGroupPair,
};
use indexmap::IndexMap;

use crate::Ec2;
use crate::security_group::diff::{Direction, Step};
use crate::security_group::fault::classic_subject;
use crate::security_group::rule::{Party, Rule};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use model::Ident;

pub(in super::super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Create { name, description, vpc, tags } => {
            create(aws, name, description, vpc.as_ref(), tags).await
        }
        Step::Authorize { group, direction, rules } => authorize(aws, group, *direction, rules).await,
        Step::Describe { group, direction, rules } => describe(aws, group, *direction, rules).await,
        Step::Revoke { group, direction, rules } => revoke(aws, group, *direction, rules).await,
        Step::Tag { group, tags } => {
            let call = aws.client::<Ec2>().create_tags().resources(group).set_tags(Some(pairs(tags)));
            call.send().await.map(drop).map_err(failed("CreateTags", group))
        }
        Step::Untag { group, tags } => {
            let call = aws.client::<Ec2>().delete_tags().resources(group).set_tags(Some(pairs(tags)));
            call.send().await.map(drop).map_err(failed("DeleteTags", group))
        }
        Step::Delete { group } => {
            let answer = aws.client::<Ec2>().delete_security_group().group_id(group).send().await;
            done_if_not_found(answer.map(drop).map_err(failed("DeleteSecurityGroup", group)))
        }
    }
}

async fn create(
    aws: &Aws,
    name: &str,
    description: &str,
    vpc: Option<&Ident>,
    tags: &IndexMap<String, String>,
) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().create_security_group().group_name(name).description(description);
    let mut call = call.set_vpc_id(vpc.map(|vpc| vpc.as_str().to_owned()));
    if !tags.is_empty() {
        let tagged = TagSpecification::builder().resource_type(ResourceType::SecurityGroup);
        call = call.tag_specifications(tagged.set_tags(Some(pairs(tags))).build());
    }
    call.send().await.map(drop).map_err(failed("CreateSecurityGroup", name))
}

/// If one of the rules exists already, AWS refuses the whole call. Then the driver reads again and sends the missing rules.
async fn authorize(
    aws: &Aws,
    group: &str,
    direction: Direction,
    rules: &[Rule<Party>],
) -> Result<(), ApiError> {
    let permissions = Some(permissions(rules));
    let subject = subject(group, rules);
    match direction {
        Direction::Ingress => {
            let call = aws.client::<Ec2>().authorize_security_group_ingress().group_id(group);
            let answer = call.set_ip_permissions(permissions).send().await;
            answer.map(drop).map_err(failed("AuthorizeSecurityGroupIngress", subject))
        }
        Direction::Egress => {
            let call = aws.client::<Ec2>().authorize_security_group_egress().group_id(group);
            let answer = call.set_ip_permissions(permissions).send().await;
            answer.map(drop).map_err(failed("AuthorizeSecurityGroupEgress", subject))
        }
    }
}

async fn describe(
    aws: &Aws,
    group: &str,
    direction: Direction,
    rules: &[Rule<Party>],
) -> Result<(), ApiError> {
    let permissions = Some(permissions(rules));
    match direction {
        Direction::Ingress => {
            let call = aws.client::<Ec2>().update_security_group_rule_descriptions_ingress().group_id(group);
            let answer = call.set_ip_permissions(permissions).send().await;
            answer.map(drop).map_err(failed("UpdateSecurityGroupRuleDescriptionsIngress", group))
        }
        Direction::Egress => {
            let call = aws.client::<Ec2>().update_security_group_rule_descriptions_egress().group_id(group);
            let answer = call.set_ip_permissions(permissions).send().await;
            answer.map(drop).map_err(failed("UpdateSecurityGroupRuleDescriptionsEgress", group))
        }
    }
}

async fn revoke(aws: &Aws, group: &str, direction: Direction, rules: &[Rule<Party>]) -> Result<(), ApiError> {
    let permissions = Some(permissions(rules));
    let answer = match direction {
        Direction::Ingress => {
            let call = aws.client::<Ec2>().revoke_security_group_ingress().group_id(group);
            let answer = call.set_ip_permissions(permissions).send().await;
            answer.map(drop).map_err(failed("RevokeSecurityGroupIngress", group))
        }
        Direction::Egress => {
            let call = aws.client::<Ec2>().revoke_security_group_egress().group_id(group);
            let answer = call.set_ip_permissions(permissions).send().await;
            answer.map(drop).map_err(failed("RevokeSecurityGroupEgress", group))
        }
    };
    done_if_not_found(answer)
}

fn subject(group: &str, rules: &[Rule<Party>]) -> String {
    let classic = rules.iter().find_map(|rule| match &rule.peer {
        Party::Classic { owner, name } => Some(classic_subject(group, owner, name)),
        _ => None,
    });
    classic.unwrap_or_else(|| group.to_owned())
}

fn pairs(tags: &IndexMap<String, String>) -> Vec<Tag> {
    tags.iter().map(|(key, value)| Tag::builder().key(key).value(value).build()).collect()
}

fn permissions(rules: &[Rule<Party>]) -> Vec<IpPermission> {
    rules.iter().map(permission).collect()
}

fn permission(rule: &Rule<Party>) -> IpPermission {
    let ports = rule.ports;
    let text = rule.description.clone();
    let permission = IpPermission::builder()
        .ip_protocol(rule.protocol.to_string())
        .set_from_port(ports.map(|(from, _)| from))
        .set_to_port(ports.map(|(_, to)| to));
    let pair = || UserIdGroupPair::builder().set_description(text.clone());
    let permission = match &rule.peer {
        Party::Range(cidr) if cidr.is_ipv6() => {
            let range = Ipv6Range::builder().cidr_ipv6(cidr.written()).set_description(text);
            permission.ipv6_ranges(range.build())
        }
        Party::Range(cidr) => {
            permission.ip_ranges(IpRange::builder().cidr_ip(cidr.written()).set_description(text).build())
        }
        Party::PrefixList(id) => permission
            .prefix_list_ids(PrefixListId::builder().prefix_list_id(id).set_description(text).build()),
        Party::Group { id, owner, .. } => {
            permission.user_id_group_pairs(pair().group_id(id.as_str()).set_user_id(owner.clone()).build())
        }
        Party::Classic { owner, name } => {
            permission.user_id_group_pairs(pair().user_id(owner).group_name(name).build())
        }
        // `diff` sets its id before it becomes a step; the default VPC also accepts the name.
        Party::Itself { name } => permission.user_id_group_pairs(pair().group_name(name).build()),
    };
    permission.build()
}
