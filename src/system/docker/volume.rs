//! Volumes.

use serde_json::{Value as Json, json};

use super::{Call, Intent, Live, Operations, Order, Plan, engine, read, spec};
use crate::LocalState;
use crate::operation::{changes_of, refused, settled};
use machine::docker::part;
use model::{Function, Outcome};

/// The state module `docker_volume`.
pub struct Volumes;

impl LocalState for Volumes {
    type Live = Live<Option<Json>>;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::VOLUME;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        match engine(&call).await {
            Ok(engine) => {
                let seen = engine.find(&path(call.name)).await;
                Ok(Live::of(engine, seen))
            }
            Err(error) => Ok(Live::<Option<Json>>::unread(&error)),
        }
    }

    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Operations> {
        match call.function.verb {
            "present" => present(&call, &live),
            _ => absent(&call, &live),
        }
    }
}

fn path(name: &str) -> String {
    format!("/volumes/{}", part(name))
}

fn present(call: &Call<'_>, live: &Live<Option<Json>>) -> Intent<Operations> {
    let own = call.name;
    let options = match read::object(call.fields, "driver_opts", '=') {
        Ok(options) => options,
        Err(reason) => return refused(reason),
    };
    let driver = call.fields.text("driver");
    let mut body = json!({"Name": own});
    if let Some(driver) = &driver {
        body["Driver"] = driver.as_str().into();
    }
    if let Some(options) = &options {
        body["DriverOpts"] = options.clone();
    }
    let create = Order::post("/volumes/create", body);
    let failure = format!("Failed to create volume '{own}'");
    let Some(Some(there)) = live.seen() else {
        let plan = Plan {
            orders: vec![create],
            foreseen: format!("The volume '{own}' will be created"),
            done: format!("The volume '{own}' was created"),
            failure,
            changes: changes_of("created", true),
        };
        return plan.intent(live);
    };
    let now = there["Driver"].as_str().unwrap_or_default();
    let has_driver = driver.as_ref().is_none_or(|driver| driver == now);
    let of_now = &there["Options"];
    let has_options =
        options.as_ref().is_none_or(|wanted| *wanted == *of_now || is_empty(wanted) && is_empty(of_now));
    if has_driver && has_options {
        return settled(format!("Volume '{own}' already exists."));
    }
    let differs = match (&driver, has_driver) {
        (Some(driver), false) => {
            format!(
                "Driver for existing volume '{own}' ('{now}') does not match specified driver ('{driver}')"
            )
        }
        _ => format!("Options of the driver of existing volume '{own}' do not match those specified"),
    };
    if call.fields.boolean("force") != Some(true) {
        return refused(format!(
            "{differs} and force is False. With force the volume is removed with its contents and created again."
        ));
    }
    let mut changes = changes_of("removed", true);
    changes.insert("created".into(), true.into());
    let plan = Plan {
        orders: vec![Order::delete(path(own)), create],
        foreseen: format!("{differs}: the volume will be replaced with a new one"),
        done: format!("The volume '{own}' was replaced with a new one"),
        failure: format!("Failed to replace volume '{own}'"),
        changes,
    };
    plan.intent(live)
}

fn is_empty(options: &Json) -> bool {
    options.is_null() || options.as_object().is_some_and(serde_json::Map::is_empty)
}

fn absent(call: &Call<'_>, live: &Live<Option<Json>>) -> Intent<Operations> {
    let own = call.name;
    if let Some(None) = live.seen() {
        return settled(format!("Volume '{own}' already absent"));
    }
    let plan = Plan {
        orders: vec![Order::delete(path(own))],
        foreseen: format!("The volume '{own}' will be removed"),
        done: format!("The volume '{own}' was removed"),
        failure: format!("Failed to remove volume '{own}'"),
        changes: changes_of("removed", true),
    };
    plan.intent(live)
}
