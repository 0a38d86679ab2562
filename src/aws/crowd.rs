//! Many reads at the same time, limited by a bound.

use std::collections::BTreeMap;

use futures::future::BoxFuture;
use futures::stream::{self, StreamExt};

use super::ApiError;
use super::paging::is_worth;

/// The limit for things that are read one name a call, because neither a list of names nor pages show them.
const AT_ONCE: usize = 8;

/// Things by the name with which they were requested.
pub type Named<T> = BTreeMap<String, T>;

/// Reads every item, at most `at_once` at a time; the answers have the order of the items.
pub async fn read_each<'a, T, R>(
    items: &'a [T],
    at_once: usize,
    read: impl Fn(&'a T) -> BoxFuture<'a, R>,
) -> Vec<(&'a T, R)> {
    let reads: Vec<BoxFuture<'a, R>> = items.iter().map(read).collect();
    let answers: Vec<R> = stream::iter(reads).buffered(at_once.max(1)).collect().await;
    items.iter().zip(answers).collect()
}

/// The requested things that exist, for calls in which one unknown name makes AWS refuse the whole list.
///
/// A single name needs only that answer. Otherwise all things of a region mostly fit one page, so one page is read;
/// with more than the `most` names of one call, a page is cheaper from the start. `together` reads some by name, and
/// gives none if one of them does not exist; `page` reads one page of all.
///
/// # Errors
/// The first call that failed.
pub async fn find_named<'a, T: Send + 'a>(
    asked: &'a [String],
    most: usize,
    together: impl Fn(&'a [String]) -> BoxFuture<'a, Result<Option<Named<T>>, ApiError>>,
    page: impl Fn(Option<String>) -> BoxFuture<'a, Result<(Named<T>, Option<String>), ApiError>>,
) -> Result<Named<T>, ApiError> {
    if asked.is_empty() {
        return Ok(Named::new());
    }
    if asked.len() <= most {
        match together(asked).await? {
            Some(found) => return Ok(found),
            None if asked.len() == 1 => return Ok(Named::new()),
            None => {}
        }
    }
    let (mut found, mut marker, mut pages) = (Named::new(), None, 0);
    let missing = |found: &Named<T>| -> Vec<&'a [String]> {
        asked.chunks(1).filter(|one| one.iter().any(|name| !found.contains_key(name))).collect()
    };
    while is_worth(pages, missing(&found).len()) {
        let (more, next) = page(marker.take()).await?;
        found.extend(more);
        let Some(next) = next else { return Ok(found) };
        (marker, pages) = (Some(next), pages + 1);
    }
    let rest = missing(&found);
    for (_, answer) in read_each(&rest, AT_ONCE, |one| together(one)).await {
        found.extend(answer?.unwrap_or_default());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::future::FutureExt;

    use super::*;

    #[tokio::test]
    async fn no_more_than_the_bound_run_at_once_and_order_is_kept() {
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let items: Vec<usize> = (0..20).collect();
        let answers = read_each(&items, 3, |item| {
            let (running, most) = (&running, &most);
            async move {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                running.fetch_sub(1, Ordering::SeqCst);
                item * 2
            }
            .boxed()
        })
        .await;
        assert_eq!(
            answers.iter().map(|(_, answer)| *answer).collect::<Vec<_>>(),
            (0..40).step_by(2).collect::<Vec<_>>()
        );
        assert_eq!(most.into_inner(), 3);
    }
}
