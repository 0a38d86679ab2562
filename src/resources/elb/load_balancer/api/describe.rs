//! Reading balancers.

use std::collections::BTreeMap;

use futures::future::{BoxFuture, FutureExt, try_join_all};

use crate::aws::crowd::read_each;
use crate::aws::error::{absent_if_not_found, not_yet_if_not_found};
use crate::aws::paging::is_worth;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed};
use crate::model::Asked;
use crate::resources::elb::load_balancer::live::{Live, LiveAttributes};
use crate::resources::elb::load_balancer::{ATTRIBUTES, TAGS};
use crate::resources::{Answers, Ask};

/// Names in one `DescribeLoadBalancers` or `DescribeTags`.
const NAMES: usize = 20;
/// Balancers in one page of all.
const PAGE: i32 = 400;
/// Attributes are read one balancer a call.
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
                    // AWS answers with an entry for each balancer, also for one without tags.
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
///
/// AWS refuses a list of names as a whole when one of them is unknown, and does not say reliably which. One name needs no
/// more than that answer. Otherwise all balancers of a region mostly fit one page (its quota is 20 by default), so that
/// one is read; beyond twenty names it is cheaper from the start. What a page that is worth reading does not show is
/// asked for by itself.
async fn balancers(aws: &Aws, asks: &[Ask]) -> Result<BTreeMap<String, Live>, ApiError> {
    let names: Vec<String> = asks.iter().map(|ask| ask.reference.name.clone()).collect();
    if names.len() <= NAMES {
        match by_name(aws, &names).await {
            Ok(Some(found)) => return Ok(found),
            Ok(None) if names.len() == 1 => return Ok(BTreeMap::new()),
            Ok(None) => {}
            Err(error) => return Err(error),
        }
    }
    let (mut found, mut marker, mut pages) = (BTreeMap::new(), None, 0);
    let missing = |found: &BTreeMap<String, Live>| -> Vec<String> {
        names.iter().filter(|name| !found.contains_key(*name)).cloned().collect()
    };
    while is_worth(pages, missing(&found).len()) {
        let call = aws.elb().describe_load_balancers().page_size(PAGE).set_marker(marker.take());
        let answer = call.send().await.map_err(failed("DescribeLoadBalancers", "all load balancers"))?;
        found.extend(named(answer.load_balancer_descriptions().iter().map(Live::of)));
        let Some(next) = answer.next_marker else { return Ok(found) };
        (marker, pages) = (Some(next), pages + 1);
    }
    let rest: Vec<Vec<String>> = missing(&found).into_iter().map(|name| vec![name]).collect();
    for (_, answer) in read_each(&rest, AT_ONCE, |name| by_name(aws, name).boxed()).await {
        found.extend(answer?.unwrap_or_default());
    }
    Ok(found)
}

/// The balancers of these names, at most twenty; none when one of them does not exist.
async fn by_name(aws: &Aws, names: &[String]) -> Result<Option<BTreeMap<String, Live>>, ApiError> {
    let call = aws.elb().describe_load_balancers().set_load_balancer_names(Some(names.to_vec()));
    let answer = call.send().await.map_err(failed("DescribeLoadBalancers", names.join(", ")));
    let answer = absent_if_not_found(answer)?;
    Ok(answer.map(|answer| named(answer.load_balancer_descriptions().iter().map(Live::of))))
}

fn named(found: impl Iterator<Item = Live>) -> BTreeMap<String, Live> {
    found.map(|live| (live.name.clone(), live)).collect()
}

/// The tags of balancers. A balancer whose tags AWS does not know yet is left out.
async fn tags(aws: &Aws, names: &[String]) -> Result<BTreeMap<String, Tags>, ApiError> {
    let calls = names.chunks(NAMES).map(|chunk| some_tags(aws, chunk));
    Ok(try_join_all(calls).await?.into_iter().flatten().collect())
}

/// AWS refuses a list as a whole for one unknown balancer: then each is asked for by itself.
fn some_tags<'a>(aws: &'a Aws, names: &'a [String]) -> BoxFuture<'a, Result<Vec<(String, Tags)>, ApiError>> {
    async move {
        let call = aws.elb().describe_tags().set_load_balancer_names(Some(names.to_vec()));
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
    let answer = aws.elb().describe_load_balancer_attributes().load_balancer_name(name).send().await;
    let answer = not_yet_if_not_found(answer.map_err(failed("DescribeLoadBalancerAttributes", name)))?;
    Ok(answer.map(|answer| answer.load_balancer_attributes().map(LiveAttributes::of).unwrap_or_default()))
}
