//! Reads many things of services that describe either one by name or all in pages: RDS, ElastiCache.

use futures::future::{BoxFuture, FutureExt, ready};

use super::{Answers, Ask};
use aws::ApiError;
use aws::crowd::read_each;
use aws::error::absent_if_not_found;

/// AWS describes one thing by name or all of them; from this number on, the list of all is cheaper.
const MANY: usize = 5;

/// The largest page of RDS and of ElastiCache.
///
/// See <https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeDBInstances.html> and
/// <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_DescribeCacheClusters.html>.
pub const PAGE: i32 = 100;

/// Reads everything of one request in pages: the thing with that name, or all.
#[macro_export]
macro_rules! listed {
    ($request:expr, $by:ident($name:expr), $operation:literal, $of:expr) => {
        async move {
            let name: Option<&str> = $name;
            let request = $request.max_records($crate::one_or_all::PAGE);
            let mut items = request.$by(name.map(str::to_owned)).into_paginator().items().send();
            let mut all = vec![];
            while let Some(item) = items.next().await {
                all.push($of(item.map_err(::aws::failed($operation, name.unwrap_or("all")))?));
            }
            Ok(all)
        }
    };
}

pub use listed;

/// Something with a name.
pub trait Named: Clone + Send + Sync + 'static {
    /// Its name, in lower case.
    fn name(&self) -> &str;
}

/// Reads few things by name, many as the list of all.
///
/// `list` reads the one with a name, or all; `complete` adds the requested aspects from other calls.
pub async fn describe<'a, L: Named>(
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
