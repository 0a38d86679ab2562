//! Images.

use std::time::Duration;

use serde_json::Value as Json;

use super::reference::Reference;
use super::{Call, Intent, Live, Operations, Order, Plan, engine, spec};
use crate::LocalState;
use crate::operation::{changes_of, refused, settled};
use machine::docker::{DockerError, Engine};
use model::{Function, Outcome, Value};

/// The deadline of a pull: a large image over a slow line.
const PULL: Duration = Duration::from_secs(3600);

/// The state module `docker_image`.
pub struct Images;

/// The facts about the images of a call.
#[derive(Clone, Debug)]
pub struct Present {
    /// Each image with the answer of the engine.
    images: Vec<(Reference, Option<Json>)>,
    /// The digest in the registry, if it was asked.
    newest: Option<String>,
    credentials: Option<String>,
}

impl LocalState for Images {
    type Live = (Vec<Reference>, Live<Present>);
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::IMAGE;
    const REACTS: bool = true;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        if call.reacts_to.is_some() && call.function.verb != "present" {
            return Err(Outcome::failed(format!(
                "watch requisite is not implemented for {}",
                call.function.verb
            )));
        }
        let references = references(&call).map_err(Outcome::failed)?;
        let credentials = match references.first().filter(|_| call.function.verb == "present") {
            Some(image) => {
                image.credentials(&call.context.services.environment()).map_err(Outcome::failed)?
            }
            None => None,
        };
        let live = match engine(&call).await {
            Ok(engine) => {
                let seen = see(&engine, &references, is_forced(&call), credentials).await;
                Live::of(engine, seen)
            }
            Err(error) => Live::<Present>::unread(&error),
        };
        Ok((references, live))
    }

    fn diff(call: Call<'_>, (references, live): Self::Live) -> Intent<Operations> {
        match (call.function.verb, references.first()) {
            ("present", Some(image)) => present(&call, image, &live),
            _ => absent(&call, &references, &live),
        }
    }
}

/// True if a present image is pulled again.
fn is_forced(call: &Call<'_>) -> bool {
    let is_present = call.function.verb == "present";
    is_present && (call.reacts_to.is_some() || call.fields.boolean("force") == Some(true))
}

fn references(call: &Call<'_>) -> Result<Vec<Reference>, String> {
    let fields = call.fields;
    if call.function.verb == "present" {
        if let Some(name) = ["build", "load", "sls"].into_iter().find(|name| fields.has(name)) {
            return Err(format!(
                "'{name}' is not supported here: images are pulled from a registry. Build and push the image in a pipeline, or call \
                 'docker {}' by cmd.run with unless: docker image inspect {}",
                if name == "load" { "load" } else { "build" },
                call.name
            ));
        }
        return Ok(vec![Reference::read(call.name, fields.text("tag").as_deref())?]);
    }
    let named = fields.texts("images").unwrap_or_else(|| vec![call.name.to_owned()]);
    named.iter().map(|name| Reference::read(name, None)).collect()
}

async fn see(
    engine: &Engine,
    references: &[Reference],
    is_forced: bool,
    credentials: Option<String>,
) -> Result<Present, DockerError> {
    let mut images = vec![];
    for image in references {
        images.push((image.clone(), engine.find(&image.path("/images", "/json")).await?));
    }
    let there = images.first().filter(|(_, found)| is_forced && found.is_some());
    let newest = match there {
        Some((image, _)) => {
            engine.newest(&image.path("/distribution", "/json"), credentials.as_deref()).await?
        }
        None => None,
    };
    Ok(Present { images, newest, credentials })
}

fn present(call: &Call<'_>, image: &Reference, live: &Live<Present>) -> Intent<Operations> {
    let shown = &image.shown;
    let seen = live.seen();
    if let Some(Present { images, newest, .. }) = seen
        && let Some((_, Some(there))) = images.first()
    {
        if !is_forced(call) {
            return settled(format!("Image {shown} already present"));
        }
        let none = vec![];
        let digests = there["RepoDigests"].as_array().unwrap_or(&none);
        let is_newest = |digest: &str| digests.iter().filter_map(Json::as_str).any(|it| it.ends_with(digest));
        if newest.as_deref().is_some_and(is_newest) {
            return settled(format!("Image {shown} is as the registry has it"));
        }
    }
    let credentials = seen.and_then(|seen| seen.credentials.clone());
    let plan = Plan {
        orders: vec![pull(image, credentials)],
        foreseen: format!("Image {shown} will be pulled"),
        done: format!("Image '{shown}' was pulled"),
        failure: format!("Encountered error pulling {shown}"),
        changes: changes_of(shown, "pulled"),
    };
    plan.intent(live)
}

/// Pulls an image.
pub(super) fn pull(image: &Reference, credentials: Option<String>) -> Order {
    Order { credentials, timeout: PULL, ..Order::new("POST", image.pull()) }
}

fn absent(call: &Call<'_>, references: &[Reference], live: &Live<Present>) -> Intent<Operations> {
    let there: Vec<&Reference> = match live.seen() {
        Some(seen) => {
            seen.images.iter().filter(|(_, found)| found.is_some()).map(|(image, _)| image).collect()
        }
        None => references.iter().collect(),
    };
    if references.is_empty() {
        return refused("One of 'name' and 'images' must be provided");
    }
    if there.is_empty() {
        return settled(match references {
            [one] => format!("Image {} is not present", one.shown),
            _ => "All specified images are not present".to_owned(),
        });
    }
    let force = if call.fields.boolean("force") == Some(true) { "?force=1" } else { "" };
    let names: Vec<String> = there.iter().map(|image| image.shown.clone()).collect();
    let (foreseen, done) = match &names[..] {
        [one] => (format!("Image {one} will be removed"), format!("Image {one} was removed")),
        _ => (
            format!("The following images will be removed: {}", names.join(", ")),
            format!("The following images were removed: {}", names.join(", ")),
        ),
    };
    let plan = Plan {
        orders: there.iter().map(|image| Order::delete(image.path("/images", force))).collect(),
        foreseen,
        done,
        failure: format!("Failed to remove {}", names.join(", ")),
        changes: changes_of("Tags", Value::from(names)),
    };
    plan.intent(live)
}
