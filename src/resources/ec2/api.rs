//! Reading a crowd of EC2's things by filter.
//!
//! A filter never fails on an unknown value, as an id parameter does, and takes up to 200 values a call. See
//! <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Filtering.html>.

use aws_sdk_ec2::types::{Filter, Tag};
use futures::future::{BoxFuture, try_join_all};
use indexmap::{IndexMap, IndexSet};

use crate::aws::tags::Tags;
use crate::aws::{ApiError, Fault};
use crate::model::Reference;
use crate::resources::{Answers, Ask};

/// Values in one filter.
const VALUES: usize = 200;

/// Something that EC2 gives an id.
pub(super) trait Identified {
    /// The id that AWS assigned.
    fn id(&self) -> &str;
}

/// Reads everything that the crowd asks for: one filter per 200 values, all side by side.
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
    let mut calls = vec![];
    for (name, values) in &values {
        let values: Vec<&String> = values.iter().collect();
        for chunk in values.chunks(VALUES) {
            let filter = Filter::builder().name(name);
            let filter = filter.set_values(Some(chunk.iter().map(|value| (*value).clone()).collect()));
            calls.push(page(filter.build()));
        }
    }
    let mut found: IndexMap<String, L> = IndexMap::new();
    for live in try_join_all(calls).await?.into_iter().flatten() {
        found.insert(live.id().to_owned(), live);
    }
    Ok(found.into_values().collect())
}

/// The value of a filter that is to match itself alone: `*`, `?` and `\` have a meaning there.
pub(super) fn exactly(value: &str) -> String {
    value.replace('\\', "\\\\").replace('*', "\\*").replace('?', "\\?")
}

/// By id when the name begins like one, else by the Name tag.
pub(super) fn by_id_or_name_tag(
    prefix: &'static str,
    id_filter: &'static str,
) -> impl Fn(&Reference) -> (String, String) {
    move |reference| {
        if reference.name.starts_with(prefix) {
            (id_filter.to_owned(), reference.name.clone())
        } else {
            ("tag:Name".to_owned(), exactly(&reference.name))
        }
    }
}

/// Answers each ask with the one thing it means; with none it is absent, with several the answer is a failure.
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

/// Several things answer to one name.
pub(super) fn ambiguous<L: Identified>(
    operation: &'static str,
    reference: &Reference,
    several: &[&L],
) -> ApiError {
    let ids: Vec<&str> = several.iter().map(|live| live.id()).collect();
    let message = format!("{} of that name exist ({}); name one by its id", several.len(), ids.join(", "));
    ApiError::found(operation, reference, Fault::Ambiguous, message)
}

/// The tag that tells what one creation of a run made. Nobody declares it, so it is neither shown nor removed.
pub(super) const CREATION_TAG: &str = "orchestrate:creation";

/// The tags of a thing that an author may manage.
pub(super) fn tags(tags: &[Tag]) -> Tags {
    let pairs = tags.iter().filter(|tag| tag.key() != Some(CREATION_TAG));
    pairs
        .map(|tag| (tag.key().unwrap_or_default().to_owned(), tag.value().unwrap_or_default().to_owned()))
        .collect()
}
