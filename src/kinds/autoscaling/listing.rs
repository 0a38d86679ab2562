//! Parts of groups that AWS lists for one group or for the whole account: scaling policies, scheduled actions.

use futures::future::{BoxFuture, FutureExt};

use aws::ApiError;
use aws::crowd::read_each;
use aws::paging::is_worth;

/// From this number of groups on, one list of the whole account replaces a list for each group.
const MANY: usize = 5;
/// Groups that are read in parallel.
const AT_ONCE: usize = 8;

/// A page, and the token of the next one.
pub(super) type Page<T> = Result<(Vec<T>, Option<String>), ApiError>;

/// The parts of these groups, and perhaps of others. Few groups are read one by one, many by the account's list, unless that
/// list is much longer.
///
/// `page` reads the parts of one group, or without a group those of all.
pub(super) async fn listings<'a, T>(
    groups: &'a [&'a str],
    page: impl Fn(Option<&'a str>, Option<String>) -> BoxFuture<'a, Page<T>> + Sync,
) -> Result<Vec<T>, ApiError>
where
    T: Send + 'a,
{
    if groups.len() >= MANY
        && let Some(all) = whole_list(groups.len(), |token| page(None, token)).await?
    {
        return Ok(all);
    }
    let mut found = vec![];
    for group in read_each(groups, AT_ONCE, |group| of_group(group, &page).boxed()).await {
        found.extend(group.1?);
    }
    Ok(found)
}

/// The account's list; none if it has too many pages.
async fn whole_list<'a, T>(
    groups: usize,
    page: impl Fn(Option<String>) -> BoxFuture<'a, Page<T>>,
) -> Result<Option<Vec<T>>, ApiError> {
    let (mut found, mut token) = (vec![], None);
    let mut pages = 0;
    while is_worth(pages, groups) {
        let (items, next) = page(token.take()).await?;
        found.extend(items);
        if next.is_none() {
            return Ok(Some(found));
        }
        (token, pages) = (next, pages + 1);
    }
    Ok(None)
}

async fn of_group<'a, T>(
    group: &'a str,
    page: &(impl Fn(Option<&'a str>, Option<String>) -> BoxFuture<'a, Page<T>> + Sync),
) -> Result<Vec<T>, ApiError> {
    let (mut found, mut token) = (vec![], None);
    loop {
        let (items, next) = page(Some(group), token.take()).await?;
        found.extend(items);
        match next {
            Some(next) => token = Some(next),
            None => return Ok(found),
        }
    }
}
