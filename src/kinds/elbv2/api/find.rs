//! Finds balancers and target groups by name or ARN: their calls have the same lists and pages.

use futures::future::{BoxFuture, FutureExt};

use aws::arn::is_arn;
use aws::crowd::{Named, find_named};
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws};

/// Names, or ARNs, in one call.
pub(super) const NAMES: usize = 20;
/// Things in one page of all.
pub(super) const PAGE: i32 = 400;

/// What one call requests.
pub(super) enum Wanted {
    /// The things with these names.
    Names(Vec<String>),
    /// The things of these ARNs.
    Arns(Vec<String>),
    /// The page of all things that begins at this marker; the first without one.
    Page(Option<String>),
}

impl Wanted {
    /// The subject of errors; `all` is the subject for a page.
    pub(super) fn subject(&self, all: &str) -> String {
        match self {
            Self::Names(list) | Self::Arns(list) => list.join(", "),
            Self::Page(_) => all.to_owned(),
        }
    }
}

/// A page of things, and the marker of the next page.
pub(super) type Page<T> = (Vec<T>, Option<String>);

/// A thing that AWS lists by names, by ARNs and in pages.
pub(super) trait Listed: Sized + Send + 'static {
    /// Its name and its ARN.
    fn own(&self) -> [Option<&str>; 2];

    /// One call.
    fn list(aws: &Aws, wanted: Wanted) -> BoxFuture<'_, Result<Page<Self>, ApiError>>;
}

/// The things that exist among these names and ARNs, by the name or ARN of the request.
pub(super) async fn found<T: Listed>(aws: &Aws, asked: &[String]) -> Result<Named<T>, ApiError> {
    let (arns, names) = arns_and_names(asked);
    let all = |list| {
        find_named(
            list,
            NAMES,
            |some| find_all(aws, some).boxed(),
            move |marker| page(aws, list, marker).boxed(),
        )
    };
    let (mut found, named) = futures::try_join!(all(arns.as_slice()), all(names.as_slice()))?;
    found.extend(named);
    Ok(found)
}

/// Names, or ARNs, at most twenty; none if one of them does not exist.
async fn find_all<T: Listed>(aws: &Aws, asked: &[String]) -> Result<Option<Named<T>>, ApiError> {
    let list = asked.to_vec();
    let is_by_arn = asked.iter().all(|name| is_arn(name));
    let wanted = if is_by_arn { Wanted::Arns(list) } else { Wanted::Names(list) };
    let answer = absent_if_not_found(T::list(aws, wanted).await)?;
    Ok(answer.map(|(things, _)| by_key(asked, things)))
}

async fn page<T: Listed>(
    aws: &Aws,
    asked: &[String],
    marker: Option<String>,
) -> Result<(Named<T>, Option<String>), ApiError> {
    let (things, next) = T::list(aws, Wanted::Page(marker)).await?;
    Ok((by_key(asked, things), next))
}

/// ARNs and names, each once: one call accepts only one of the two.
fn arns_and_names(asked: &[String]) -> (Vec<String>, Vec<String>) {
    let mut asked = asked.to_vec();
    asked.sort();
    asked.dedup();
    asked.into_iter().partition(|name| is_arn(name))
}

/// By name or ARN, as in the request.
fn by_key<T: Listed>(asked: &[String], things: Vec<T>) -> Named<T> {
    let key = |it: &T| {
        let own = it.own();
        own.into_iter().flatten().find(|own| asked.iter().any(|name| name == own)).map(str::to_owned)
    };
    things.into_iter().filter_map(|it| Some((key(&it)?, it))).collect()
}
