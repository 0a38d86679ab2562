//! Reads many of EC2's things by filter.
//!
//! A filter never fails on an unknown value, as an id parameter does, and takes up to 200 values per call. See
//! <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Filtering.html>.

pub(super) mod once;

use aws_sdk_ec2::types::{Filter, ResourceType, Tag, TagSpecification};
use futures::future::{BoxFuture, try_join_all};
use indexmap::{IndexMap, IndexSet};

use crate::Ec2;
use aws::sdk_tags;
use aws::tags::Tags;
use aws::{ApiError, Aws, Fault, failed};
use kind::which::is_id;
use kind::{Answers, Ask};
use model::Reference;

/// Values in one filter.
const VALUES: usize = 200;

/// Something that EC2 gives an id.
pub(super) trait Identified {
    /// The id that AWS assigned.
    fn id(&self) -> &str;
}

/// Reads everything that is asked for: one filter per 200 values, all in parallel.
///
/// `select` gives the filter and its value for a reference, `page` reads all pages for one filter.
pub(super) async fn gather<'a, L: Identified>(
    asks: &[Ask],
    select: impl Fn(&Reference) -> (String, String),
    page: impl Fn(Filter) -> BoxFuture<'a, Result<Vec<L>, ApiError>>,
) -> Result<Vec<L>, ApiError> {
    let mut values: IndexMap<String, IndexSet<String>> = IndexMap::new();
    for ask in asks {
        let (filter, value) = select(&ask.reference);
        values.entry(filter).or_default().insert(value);
    }
    let calls = values.into_iter().map(|(name, values)| {
        let values: Vec<String> = values.into_iter().collect();
        let page = &page;
        async move { filtered(&name, &values, page).await }
    });
    let mut found: IndexMap<String, L> = IndexMap::new();
    for live in try_join_all(calls).await?.into_iter().flatten() {
        found.insert(live.id().to_owned(), live);
    }
    Ok(found.into_values().collect())
}

/// Everything with one of these values of a filter: a call for 200 values, all in parallel, and no call without values.
pub(super) async fn filtered<'a, L>(
    name: &str,
    values: &[String],
    page: impl Fn(Filter) -> BoxFuture<'a, Result<Vec<L>, ApiError>>,
) -> Result<Vec<L>, ApiError> {
    let filter = |chunk: &[String]| Filter::builder().name(name).set_values(Some(chunk.to_vec())).build();
    let calls = values.chunks(VALUES).map(|chunk| page(filter(chunk)));
    Ok(try_join_all(calls).await?.into_iter().flatten().collect())
}

/// The value of a filter that must match only itself: `*`, `?` and `\` have a meaning there.
pub(super) fn exactly(value: &str) -> String {
    value.replace('\\', "\\\\").replace('*', "\\*").replace('?', "\\?")
}

/// By id when the name is one, else by the Name tag.
pub(super) fn by_id_or_name_tag(
    prefix: &'static str,
    id_filter: &'static str,
) -> impl Fn(&Reference) -> (String, String) {
    move |reference| {
        if is_id(prefix, &reference.name) {
            (id_filter.to_owned(), reference.name.clone())
        } else {
            ("tag:Name".to_owned(), exactly(&reference.name))
        }
    }
}

/// Answers each ask with the thing that matches: absent if none matches, a failure if several match.
pub(super) fn answer<L: Identified + Clone>(
    asks: &[Ask],
    operation: &'static str,
    found: Result<Vec<L>, ApiError>,
    is: impl Fn(&L, &Reference) -> bool,
) -> Answers<L> {
    let mut answers = Answers::new();
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    for Ask { reference, .. } in asks {
        let matches: Vec<&L> = found.iter().filter(|live| is(live, reference)).collect();
        match matches.as_slice() {
            [] => answers.absent(reference),
            [one] => answers.found(reference, (*one).clone()),
            several => answers.failed(reference, ambiguous(operation, reference, several)),
        }
    }
    answers
}

/// Several things have one name.
pub(super) fn ambiguous<L: Identified>(
    operation: &'static str,
    reference: &Reference,
    several: &[&L],
) -> ApiError {
    let ids: Vec<&str> = several.iter().map(|live| live.id()).collect();
    let message = format!("{} have that name ({}); write the id of one", several.len(), ids.join(", "));
    ApiError::found(operation, reference, Fault::Ambiguous, message)
}

/// The tag that identifies what one creation of a run made. No SLS declares it, so it is neither shown nor removed.
pub(super) const CREATION_TAG: &str = "orchestrate:creation";

/// The tags of a thing that an author may manage.
pub(super) fn tags(tags: &[Tag]) -> Tags {
    let mut tags = sdk_tags::read(tags);
    tags.shift_remove(CREATION_TAG);
    tags
}

/// The tags that a thing gets in the call that makes it; none if there are none.
pub(super) fn specification(kind: ResourceType, tags: &Tags) -> Option<Vec<TagSpecification>> {
    let tags = sdk_tags::some(tags)?;
    Some(vec![TagSpecification::builder().resource_type(kind).set_tags(Some(tags)).build()])
}

/// `CreateTags` on one thing.
pub(super) async fn tag(aws: &Aws, id: &str, tags: &Tags) -> Result<(), ApiError> {
    let request = aws.client::<Ec2>().create_tags().resources(id).set_tags(sdk_tags::some(tags));
    request.send().await.map(drop).map_err(failed("CreateTags", id))
}

/// `DeleteTags` on one thing: only tags that still have these values.
pub(super) async fn untag(aws: &Aws, id: &str, tags: &Tags) -> Result<(), ApiError> {
    let request = aws.client::<Ec2>().delete_tags().resources(id).set_tags(sdk_tags::some(tags));
    request.send().await.map(drop).map_err(failed("DeleteTags", id))
}

/// Reads all pages of a describe call for one filter, for [`gather`]: client, call and its setter of filters, operation,
/// things in a page, and what makes a thing ours.
macro_rules! pages {
    ($aws:expr, $describe:ident.$filters:ident, $operation:literal, $page:literal, $live:expr) => {
        |filter: aws_sdk_ec2::types::Filter| {
            let request = $aws.client::<Ec2>().$describe();
            let read: futures::future::BoxFuture<'_, Result<Vec<_>, ::aws::ApiError>> =
                Box::pin(async move {
                    let subject = filter.values().join(", ");
                    let pages = request.$filters(filter).max_results($page).into_paginator().items().send();
                    let found: Result<Vec<_>, _> = pages.collect().await;
                    let found = found.map_err(::aws::failed($operation, subject))?;
                    Ok(found.into_iter().filter_map($live).collect::<Vec<_>>())
                });
            read
        }
    };
}

pub(super) use pages;
