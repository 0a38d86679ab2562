//! Reading an API with its stage and the stage's deployment.

use futures::future::FutureExt;
use serde_json::{Value as Json, json};

use super::RestApi;
use super::diff::{DEPLOYMENT, STAGE};
use super::live::{Live, Stage};
use super::want::{of_api, read};
use crate::target::Target;
use crate::{api, declaration};
use aws::crowd::read_each;
use aws::{ApiError, Aws};
use kind::{Answers, Ask, Source};
use model::{Aspects, Reference};

pub(super) use crate::api::apply;

/// The number of APIs that are read in parallel.
const AT_ONCE: usize = 4;

/// All APIs in one list, then the parts of each.
pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let apis: Vec<Ask> = asks.iter().map(|ask| ask_for(of_api(&ask.reference.name))).collect();
    let found = api::describe(aws, &apis).await.0;
    let mut answers = Answers::new();
    let whole = |ask: &Ask| {
        let (api, reference) = (found.get(&of_api(&ask.reference.name)).cloned(), ask.reference.clone());
        async move {
            match api.unwrap_or(Ok(None))? {
                None => Ok(None),
                Some(api) => one(aws, &reference, api).await.map(Some),
            }
        }
        .boxed()
    };
    for (ask, answer) in read_each(asks, AT_ONCE, whole).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

fn ask_for(reference: Reference) -> Ask {
    Ask { reference, aspects: Aspects::NONE }
}

async fn one(aws: &Aws, reference: &Reference, api: declaration::Live) -> Result<Live, ApiError> {
    let is_pending = api.is_pending;
    let live = Live { api, is_pending, ..Live::default() };
    match read(reference) {
        _ if live.is_pending => Ok(live),
        None => Ok(live),
        Some((_, None)) => with_all_stages(aws, live).await,
        Some((stage, Some(label))) => with_stage(aws, live, stage, &label).await,
    }
}

async fn with_all_stages(aws: &Aws, mut live: Live) -> Result<Live, ApiError> {
    let context = json!({"RestApiId": live.api.identifier}).to_string();
    for stage in api::list(aws, STAGE, Some(&context)).await? {
        let stage = api::get(aws, STAGE, &stage.identifier).await?;
        live.stages.extend(stage.map(|stage| Stage::of(&stage.properties)));
    }
    Ok(live)
}

/// The stage, and the deployment with that label. Mostly it is the stage's own deployment, so that no other one need be read.
async fn with_stage(aws: &Aws, mut live: Live, stage: String, label: &str) -> Result<Live, ApiError> {
    let id = live.api.identifier.clone();
    let named = |target: Target, type_name: &str| target.reference(RestApi::KIND, &id, type_name);
    let found = part(aws, named(Target::Id(format!("{id}|{stage}")), STAGE)).await?;
    live.is_pending |= found.as_ref().is_some_and(|found| found.is_pending);
    live.stages =
        found.iter().filter(|found| !found.is_pending).map(|it| Stage::of(&it.properties)).collect();
    if let Some(stage) = live.stages.first() {
        let own = api::get(aws, DEPLOYMENT, &format!("{}|{id}", stage.deployment)).await?;
        if own.is_some_and(|own| own.properties.get("Description").and_then(Json::as_str) == Some(label)) {
            live.deployment = Some(stage.deployment.clone());
            return Ok(live);
        }
    }
    let context = [("RestApiId".to_owned(), id.clone())].into();
    let by = [("Description".to_owned(), label.to_owned())].into();
    let deployment = part(aws, named(Target::Within(context, by), DEPLOYMENT)).await?;
    live.is_pending |= deployment.as_ref().is_some_and(|found| found.is_pending);
    let id = deployment.as_ref().and_then(|found| found.properties.get("DeploymentId")?.as_str());
    live.deployment = id.map(str::to_owned);
    Ok(live)
}

/// One part, also while AWS is creating it.
async fn part(aws: &Aws, reference: Reference) -> Result<Option<declaration::Live>, ApiError> {
    let mut answers = api::describe(aws, &[ask_for(reference.clone())]).await.0;
    answers.swap_remove(&reference).unwrap_or(Ok(None))
}
