//! Functions of AWS services, asked by the fleet's commands on an ops node.

use super::own_thread;
use crate::commands::Session;
use crate::settings::Settings;
use exec::Arguments;
use model::{Key, Map, Minion, Value};

/// One function with its arguments.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The function: `boto_asg.get_config`.
    pub function: &'static str,
    /// Its arguments by place.
    pub args: Vec<Value>,
    /// Its arguments by name.
    pub named: Map,
}

impl Asked {
    /// A function of one thing in a region.
    pub fn new(function: &'static str, args: Vec<Value>, named: &[(&str, Value)]) -> Self {
        let named = named.iter().map(|(name, value)| (Key::from(*name), value.clone())).collect();
        Self { function, args, named }
    }
}

/// The answers, read anew from AWS each time, with the profiles of this node's configuration. On a thread of its own: a session has
/// a runtime of its own.
pub async fn ask(settings: &Settings, asked: Vec<Asked>) -> Result<Vec<Value>, String> {
    let settings = settings.clone();
    let asked = own_thread::start(move || answer(&settings, asked)).await;
    asked.map_err(|why| format!("AWS could not be asked: {why}"))?
}

fn answer(settings: &Settings, asked: Vec<Asked>) -> Result<Vec<Value>, String> {
    let session = Session::load(settings).map_err(|error| error.report().problems.to_string())?;
    let minion =
        Minion { opts: session.opts().clone(), grains: session.grains().clone(), pillar: Map::new() };
    let functions = session.functions(&minion);
    let call = |Asked { function, args, named }: Asked| {
        let arguments = Arguments { positional: args, named };
        functions.call(function, &arguments).map_err(|error| error.to_string())
    };
    asked.into_iter().map(call).collect()
}
