//! Reading balancers.

use std::collections::BTreeMap;

use futures::future::{BoxFuture, FutureExt, try_join_all};

use crate::Elb;
use crate::load_balancer::live::{Live, LiveAttributes};
use crate::load_balancer::{ATTRIBUTES, TAGS};
use aws::crowd::{Named, find_named, read_each};
use aws::error::{absent_if_not_found, not_yet_if_not_found};
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Asked;

/// Names in one `DescribeLoadBalancers` or `DescribeTags`.
const NAMES: usize = 20;
/// Balancers in one page of all.
const PAGE: i32 = 400;
/// Balancers whose attributes are read in parallel, one per call.
const AT_ONCE: usize = 8;

pub(in super::super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let mut found = match balancers(aws, asks).await {
        Ok(found) => found,
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    let there = |ask: &&Ask| found.contains_key(&ask.reference.name);
    let tagged: Vec<String> = asks
        .iter()
        .filter(|ask| ask.aspects.has(TAGS))
        .filter(there)
        .map(|ask| ask.reference.name.clone())
        .collect();
    let attributed: Vec<&Ask> = asks.iter().filter(|ask| ask.aspects.has(ATTRIBUTES)).filter(there).collect();
    let (tags, attributes) = futures::join!(
        tags(aws, &tagged),
        read_each(&attributed, AT_ONCE, |ask| attributes(aws, &ask.reference.name).boxed()),
    );
    let mut failures: BTreeMap<&str, ApiError> = BTreeMap::new();
    for (ask, answer) in attributes {
        match (answer, found.get_mut(&ask.reference.name)) {
            (Ok(attributes), Some(live)) => live.attributes = attributes,
            (Err(error), _) => drop(failures.insert(&ask.reference.name, error)),
            (Ok(_), None) => {}
        }
    }
    match tags {
        Ok(mut tags) => {
            for name in &tagged {
                if let Some(live) = found.get_mut(name) {
                    // AWS returns an entry for each balancer, also for one without tags.
                    live.tags = tags.remove(name).map_or(Asked::NotYet, Asked::Answer);
                }
            }
        }
        Err(error) => failures.extend(tagged.iter().map(|name| (name.as_str(), error.clone()))),
    }
    for Ask { reference, .. } in asks {
        let failure = failures.get(reference.name.as_str()).cloned();
        answers.answer(reference, failure.map_or_else(|| Ok(found.get(&reference.name).cloned()), Err));
    }
    answers
}

/// The balancers that exist among those asked for.
async fn balancers(aws: &Aws, asks: &[Ask]) -> Result<Named<Live>, ApiError> {
    let names: Vec<String> = asks.iter().map(|ask| ask.reference.name.clone()).collect();
    find_named(&names, NAMES, |names| by_name(aws, names).boxed(), |marker| page(aws, marker).boxed()).await
}

/// One page of all balancers; the quota of a region is 20 by default.
async fn page(aws: &Aws, marker: Option<String>) -> Result<(Named<Live>, Option<String>), ApiError> {
    let answer =
        aws.client::<Elb>().describe_load_balancers().page_size(PAGE).set_marker(marker).send().await;
    let answer = answer.map_err(failed("DescribeLoadBalancers", "all load balancers"))?;
    Ok((named(answer.load_balancer_descriptions().iter().map(Live::of)), answer.next_marker))
}

/// The balancers with these names, at most twenty; none if one of them does not exist.
async fn by_name(aws: &Aws, names: &[String]) -> Result<Option<Named<Live>>, ApiError> {
    let call = aws.client::<Elb>().describe_load_balancers().set_load_balancer_names(Some(names.to_vec()));
    let answer = call.send().await.map_err(failed("DescribeLoadBalancers", names.join(", ")));
    let answer = absent_if_not_found(answer)?;
    Ok(answer.map(|answer| named(answer.load_balancer_descriptions().iter().map(Live::of))))
}

fn named(found: impl Iterator<Item = Live>) -> Named<Live> {
    found.map(|live| (live.name.clone(), live)).collect()
}

/// The tags of balancers. A balancer whose tags AWS does not know yet is left out.
async fn tags(aws: &Aws, names: &[String]) -> Result<BTreeMap<String, Tags>, ApiError> {
    let calls = names.chunks(NAMES).map(|chunk| some_tags(aws, chunk));
    Ok(try_join_all(calls).await?.into_iter().flatten().collect())
}

/// AWS refuses the whole list if one balancer is unknown: then each is read separately.
fn some_tags<'a>(aws: &'a Aws, names: &'a [String]) -> BoxFuture<'a, Result<Vec<(String, Tags)>, ApiError>> {
    async move {
        let call = aws.client::<Elb>().describe_tags().set_load_balancer_names(Some(names.to_vec()));
        let answer = call.send().await.map_err(failed("DescribeTags", names.join(", ")));
        let Some(answer) = absent_if_not_found(answer)? else {
            let each = if names.len() > 1 { names.chunks(1) } else { [].chunks(1) };
            let answers = try_join_all(each.map(|name| some_tags(aws, name))).await?;
            return Ok(answers.into_iter().flatten().collect());
        };
        let of = |described: &aws_sdk_elasticloadbalancing::types::TagDescription| {
            let pairs = described.tags().iter();
            let tags = pairs.map(|tag| (tag.key().to_owned(), tag.value().unwrap_or_default().to_owned()));
            (described.load_balancer_name().unwrap_or_default().to_owned(), tags.collect())
        };
        Ok(answer.tag_descriptions().iter().map(of).collect())
    }
    .boxed()
}

async fn attributes(aws: &Aws, name: &str) -> Result<Asked<LiveAttributes>, ApiError> {
    let answer =
        aws.client::<Elb>().describe_load_balancer_attributes().load_balancer_name(name).send().await;
    let answer = not_yet_if_not_found(answer.map_err(failed("DescribeLoadBalancerAttributes", name)))?;
    Ok(answer.map(|answer| answer.load_balancer_attributes().map(LiveAttributes::of).unwrap_or_default()))
}
