//! What the reads and the tags of all kinds of RDS have in common.

use futures::future::{BoxFuture, FutureExt, ready};

use crate::aws::crowd::read_each;
use crate::aws::error::{absent_if_not_found, not_yet_if_not_found};
use crate::aws::sdk_tags;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed};
use crate::model::Asked;
use crate::resources::{Answers, Ask};

/// RDS describes one thing by name or all of them; from this many on, all are cheaper.
const MANY: usize = 5;

/// The largest page.
///
/// See <https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeDBInstances.html>.
pub(super) const PAGE: i32 = 100;

/// Reads everything of one operation in pages: the thing of that name, or all there are.
macro_rules! listed {
    ($aws:expr, $call:ident.$by:ident($name:expr), $operation:literal, $of:expr) => {
        async move {
            let name: Option<&str> = $name;
            let request = $aws.rds().$call().max_records($crate::resources::rds::api::PAGE);
            let mut items = request.$by(name.map(str::to_owned)).into_paginator().items().send();
            let mut all = vec![];
            while let Some(item) = items.next().await {
                all.push($of(item.map_err($crate::aws::failed($operation, name.unwrap_or("all")))?));
            }
            Ok(all)
        }
    };
}

pub(super) use listed;

/// Something that has a name of its own.
pub(super) trait Named: Clone + Send + Sync + 'static {
    /// Its name, in lower case.
    fn name(&self) -> &str;
}

/// Reads a crowd: few by name, many as the list of all.
///
/// `list` reads the one of a name, or all; `complete` adds what other calls tell and the ask wants.
pub(super) async fn describe<'a, L: Named>(
    asks: &'a [Ask],
    list: impl Fn(Option<&'a str>) -> BoxFuture<'a, Result<Vec<L>, ApiError>>,
    complete: impl Fn(&'a Ask, L) -> BoxFuture<'a, Result<L, ApiError>>,
) -> Answers<L> {
    let mut answers = Answers::new();
    let found: Vec<(&Ask, Result<Option<L>, ApiError>)> = if asks.len() < MANY {
        let one = |ask: &'a Ask| {
            let answer = list(Some(&ask.reference.name));
            answer.map(|answer| Ok(absent_if_not_found(answer)?.and_then(|mut all| all.pop()))).boxed()
        };
        read_each(asks, MANY, one).await
    } else {
        match list(None).await {
            Ok(all) => {
                let of = |ask: &Ask| all.iter().find(|live| live.name() == ask.reference.name).cloned();
                asks.iter().map(|ask| (ask, Ok(of(ask)))).collect()
            }
            Err(error) => {
                answers.all_failed(asks, &error);
                return answers;
            }
        }
    };
    let whole = |(ask, found): &(&'a Ask, Result<Option<L>, ApiError>)| match found {
        Ok(Some(live)) => complete(ask, live.clone()).map(|live| live.map(Some)).boxed(),
        Ok(None) => ready(Ok(None)).boxed(),
        Err(error) => ready(Err(error.clone())).boxed(),
    };
    for ((ask, _), answer) in read_each(&found, MANY, whole).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// The tags of anything that has an ARN, where somebody asks for them.
pub(super) async fn tags(aws: &Aws, arn: &str, is_asked: bool) -> Result<Asked<Tags>, ApiError> {
    if !is_asked {
        return Ok(Asked::NotAsked);
    }
    let answer = aws.rds().list_tags_for_resource().resource_name(arn).send().await;
    let answer = not_yet_if_not_found(answer.map_err(failed("ListTagsForResource", arn)))?;
    Ok(answer.map(|answer| sdk_tags::read(answer.tag_list())))
}

/// `AddTagsToResource`.
pub(super) async fn tag(aws: &Aws, arn: &str, tags: &Tags) -> Result<(), ApiError> {
    let call = aws.rds().add_tags_to_resource().resource_name(arn).set_tags(sdk_tags::some(tags));
    call.send().await.map(drop).map_err(failed("AddTagsToResource", arn))
}

/// `RemoveTagsFromResource`.
pub(super) async fn untag(aws: &Aws, arn: &str, keys: &[String]) -> Result<(), ApiError> {
    let call = aws.rds().remove_tags_from_resource().resource_name(arn).set_tag_keys(Some(keys.to_vec()));
    call.send().await.map(drop).map_err(failed("RemoveTagsFromResource", arn))
}
