//! The calls for launch configurations.

use std::collections::HashMap;

use futures::future::{FutureExt, join_all};

use super::Live;
use super::diff::Step;
use crate::AutoScaling;
use crate::fault;
use crate::launch::{self, Content};
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

/// `DescribeLaunchConfigurations` takes at most this many names.
///
/// See the quotas of its `MaxRecords` and `LaunchConfigurationNames`:
/// <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribeLaunchConfigurations.html>.
const NAMES: usize = 50;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let names: Vec<&str> = asks.iter().map(|ask| ask.reference.name.as_str()).collect();
    match contents(aws, &names).await {
        Ok(mut found) => {
            for ask in asks {
                let name = &ask.reference.name;
                let live = found.remove(name).map(|content| Live { name: name.clone(), content });
                answers.answer(&ask.reference, Ok(live));
            }
        }
        Err(error) => answers.all_failed(asks, &error),
    }
    answers
}

/// The contents of the launch configurations with these names. Unknown names are left out, as AWS does.
pub(crate) async fn contents(aws: &Aws, names: &[&str]) -> Result<HashMap<String, Content>, ApiError> {
    let pages = join_all(names.chunks(NAMES).map(|chunk| page(aws, chunk).boxed())).await;
    let pages: Vec<Vec<(String, Content)>> = pages.into_iter().collect::<Result<_, _>>()?;
    Ok(pages.into_iter().flatten().collect())
}

async fn page(aws: &Aws, names: &[&str]) -> Result<Vec<(String, Content)>, ApiError> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let subject = names.join(", ");
    let call = aws
        .client::<AutoScaling>()
        .describe_launch_configurations()
        .set_launch_configuration_names(Some(names));
    let mut found = vec![];
    let mut pages = call.max_records(100).into_paginator().items().send();
    while let Some(one) = pages.next().await {
        let one = one.map_err(failed("DescribeLaunchConfigurations", &subject))?;
        let name = one.launch_configuration_name.clone().unwrap_or_default();
        found.push((name, launch::from_sdk(one)));
    }
    Ok(found)
}

/// Names of the form `<prefix>-<hash>`: this one, if it exists, and all older ones.
pub(crate) async fn up_to(aws: &Aws, prefix: &str, newest: &str) -> Result<Vec<String>, ApiError> {
    let call = aws.client::<AutoScaling>().describe_launch_configurations().max_records(100);
    let mut pages = call.into_paginator().items().send();
    let mut ours = vec![];
    while let Some(one) = pages.next().await {
        let one = one.map_err(failed("DescribeLaunchConfigurations", prefix))?;
        let name = one.launch_configuration_name.unwrap_or_default();
        if launch::is_ours(prefix, &name) {
            ours.push((one.created_time, name));
        }
    }
    let made = ours.iter().find(|(_, name)| name == newest).and_then(|(made, _)| *made);
    ours.retain(|(time, name)| name == newest || time.is_some() && *time < made);
    Ok(ours.into_iter().map(|(_, name)| name).collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Create { name, content } => create(aws, name, content).await,
        Step::Delete { name } => delete(aws, name).await,
    }
}

pub(crate) async fn create(aws: &Aws, name: &str, content: &Content) -> Result<(), ApiError> {
    let call = launch::request(&aws.client::<AutoScaling>(), name, content);
    call.send().await.map(|_| ()).map_err(failed("CreateLaunchConfiguration", name))
}

pub(crate) async fn delete(aws: &Aws, name: &str) -> Result<(), ApiError> {
    let call = aws.client::<AutoScaling>().delete_launch_configuration().launch_configuration_name(name);
    match call.send().await.map(|_| ()).map_err(failed("DeleteLaunchConfiguration", name)) {
        Err(error) if fault::is_gone(&error) => Ok(()),
        done => done,
    }
}
