//! Many reads side by side, never more than a bound at once.

use futures::future::BoxFuture;
use futures::stream::{self, StreamExt};

/// Reads every item, at most `at_once` at a time; the answers come in the order of the items.
pub async fn read_each<'a, T, R>(
    items: &'a [T],
    at_once: usize,
    read: impl Fn(&'a T) -> BoxFuture<'a, R>,
) -> Vec<(&'a T, R)> {
    let reads: Vec<BoxFuture<'a, R>> = items.iter().map(read).collect();
    let answers: Vec<R> = stream::iter(reads).buffered(at_once.max(1)).collect().await;
    items.iter().zip(answers).collect()
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
