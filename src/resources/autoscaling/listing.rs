//! What groups have that AWS lists by one group or for the whole account: scaling policies, scheduled actions.

use futures::future::{BoxFuture, FutureExt};

use crate::aws::ApiError;
use crate::aws::crowd::read_each;
use crate::aws::paging::is_worth;

/// From this many groups on, what the whole account has is listed instead of what each group has.
const MANY: usize = 5;
/// Groups read side by side.
const AT_ONCE: usize = 8;

/// A page, and what the next one begins with.
pub(super) type Page<T> = Result<(Vec<T>, Option<String>), ApiError>;

/// What these groups have, and perhaps what others have: few groups each by itself, many by the account's own list,
/// unless that turns out to be much longer than they are.
///
/// `page` reads what one group has, or without one what all have.
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

/// The account's list; none when it has more pages than it is worth.
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
