//! Finding target groups, for the groups themselves and for their targets.

use std::collections::BTreeMap;

use aws_sdk_elasticloadbalancingv2::types::{TargetGroup, TargetGroupAttribute};
use futures::future::FutureExt;

use crate::aws::arn::is_arn;
use crate::aws::crowd::read_each;
use crate::aws::error::absent_if_not_found;
use crate::aws::paging::is_worth;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed};

/// Names, or ARNs, in one `DescribeTargetGroups`.
const NAMES: usize = 20;
/// Groups in one page of all.
const PAGE: i32 = 400;
/// What neither twenty names nor pages show is read one a call.
const AT_ONCE: usize = 8;

/// The groups that exist among these names and ARNs, by the one that was asked for.
///
/// AWS refuses a list as a whole when one of it is unknown. One needs no more than that answer; otherwise all groups of a
/// region mostly fit one page, so that one is read; beyond twenty names it is cheaper from the start.
pub(super) async fn groups(aws: &Aws, asked: &[String]) -> Result<BTreeMap<String, TargetGroup>, ApiError> {
    let (mut arns, mut names): (Vec<String>, Vec<String>) =
        asked.iter().cloned().partition(|name| is_arn(name));
    for list in [&mut arns, &mut names] {
        list.sort();
        list.dedup();
    }
    let (mut found, named) = futures::try_join!(all_of(aws, &arns), all_of(aws, &names))?;
    found.extend(named);
    Ok(found)
}

/// Names, or ARNs, and never both.
async fn all_of(aws: &Aws, asked: &[String]) -> Result<BTreeMap<String, TargetGroup>, ApiError> {
    if asked.is_empty() {
        return Ok(BTreeMap::new());
    }
    if asked.len() <= NAMES {
        match together(aws, asked).await? {
            Some(found) => return Ok(found),
            None if asked.len() == 1 => return Ok(BTreeMap::new()),
            None => {}
        }
    }
    let (mut found, mut marker, mut pages) = (BTreeMap::new(), None, 0);
    let missing = |found: &BTreeMap<String, TargetGroup>| -> Vec<String> {
        asked.iter().filter(|name| !found.contains_key(*name)).cloned().collect()
    };
    while is_worth(pages, missing(&found).len()) {
        let call = aws.elbv2().describe_target_groups().page_size(PAGE).set_marker(marker.take());
        let answer = call.send().await.map_err(failed("DescribeTargetGroups", "all target groups"))?;
        found.extend(by_key(asked, answer.target_groups.unwrap_or_default()));
        let Some(next) = answer.next_marker else { return Ok(found) };
        (marker, pages) = (Some(next), pages + 1);
    }
    let rest: Vec<Vec<String>> = missing(&found).into_iter().map(|name| vec![name]).collect();
    for (_, answer) in read_each(&rest, AT_ONCE, |name| together(aws, name).boxed()).await {
        found.extend(answer?.unwrap_or_default());
    }
    Ok(found)
}

/// The groups of these names, or ARNs, at most twenty; none when one of them does not exist.
async fn together(aws: &Aws, asked: &[String]) -> Result<Option<BTreeMap<String, TargetGroup>>, ApiError> {
    let call = aws.elbv2().describe_target_groups();
    let list = Some(asked.to_vec());
    let call = if asked.iter().all(|name| is_arn(name)) {
        call.set_target_group_arns(list)
    } else {
        call.set_names(list)
    };
    let answer = call.send().await.map_err(failed("DescribeTargetGroups", asked.join(", ")));
    let answer = absent_if_not_found(answer)?;
    Ok(answer.map(|answer| by_key(asked, answer.target_groups.unwrap_or_default())))
}

/// All attributes of a group, by its ARN.
pub(super) async fn attributes(aws: &Aws, name: &str, arn: &str) -> Result<Tags, ApiError> {
    let answer = aws.elbv2().describe_target_group_attributes().target_group_arn(arn).send().await;
    let answer = answer.map_err(failed("DescribeTargetGroupAttributes", name))?;
    let pair =
        |it: &TargetGroupAttribute| Some((it.key()?.to_owned(), it.value().unwrap_or_default().to_owned()));
    Ok(answer.attributes().iter().filter_map(pair).collect())
}

/// By name or ARN, as it was asked.
fn by_key(asked: &[String], groups: Vec<TargetGroup>) -> BTreeMap<String, TargetGroup> {
    let key = |group: &TargetGroup| {
        let own = [group.target_group_name(), group.target_group_arn()];
        own.into_iter().flatten().find(|own| asked.iter().any(|name| name == own)).map(str::to_owned)
    };
    groups.into_iter().filter_map(|group| Some((key(&group)?, group))).collect()
}
