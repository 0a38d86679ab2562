//! The machine of a deployment: its directories, its environment, and how it leaves service.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::sync::watch;

use super::{CliError, Session, call_anew, end_request, settings, store};
use crate::error::Ending;
use exec::Arguments;
use instance::deploy::{Disk, Highstate, Layout, Register, Settings, World};
use instance::store::Store;
use model::Value;

/// How long an instance whose release failed tries to leave service.
const LEAVING: Duration = Duration::from_secs(60);

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_secs(5);

/// The environment of a deployment.
pub(super) struct Machine<'a> {
    /// The session.
    pub session: &'a Session<'a>,
    /// The key `deploy` of the configuration.
    pub settings: Settings,
    /// True once the end is requested.
    pub end: watch::Receiver<bool>,
    /// Takes this instance out of service.
    leave: Box<dyn Fn() -> Result<(), String> + 'a>,
}

impl<'a> Machine<'a> {
    /// The machine of this session; it listens for the request to end.
    pub fn new(session: &'a Session<'a>) -> Result<Self, CliError> {
        let settings = settings(session)?;
        let end = end_request(session)?;
        let asked_end = end.clone();
        Ok(Self { session, settings, end, leave: Box::new(move || leave(session, asked_end.clone())) })
    }

    /// The directories of a service.
    pub fn layout(&self, service: &str) -> Layout {
        Layout::new(&self.settings.root, service)
    }

    /// The environment variables of hooks, besides the usual ones.
    fn environment(&self) -> BTreeMap<String, String> {
        let region = ["region", "ec2_region"].iter().find_map(|name| self.session.grain(name));
        let mut environment = self.settings.hooks_environment.clone();
        if let Some(region) = region.filter(|region| !region.is_empty()) {
            environment.entry("REGION".to_owned()).or_insert_with(|| region.to_owned());
        }
        environment
    }

    /// The environment of one deployment.
    pub fn world<'w>(
        &'w self,
        highstate: &'w dyn Fn(&Layout) -> Result<Option<Highstate>, String>,
        register: Register<'w>,
    ) -> Result<World<'w>, CliError> {
        Ok(World {
            disk: Disk::unwatched(),
            runtime: self.session.reach().runtime()?.handle().clone(),
            clock: &Timestamp::now,
            end: self.end.clone(),
            environment: self.environment(),
            highstate,
            leave: &self.leave,
            register,
        })
    }

    /// The store of artifacts.
    pub fn store(&self) -> Result<Box<dyn Store>, CliError> {
        store::open(self.session, &self.settings)
    }
}

/// Takes this instance out of its balancers and target groups. A release that does not work must not stay in service
/// because AWS had a bad minute.
fn leave(session: &Session<'_>, end: watch::Receiver<bool>) -> Result<(), String> {
    let runtime = session.reach().runtime().map_err(|error| error.report().heading.clone())?;
    let began = Instant::now();
    loop {
        let left = call_anew(session.settings().clone(), "elb.deregister", Arguments::default());
        let why = match left {
            Ok(answer) if answer.ending == Ending::Succeeded => return Ok(()),
            Ok(answer) => {
                let comment = answer.data.traverse("comment", ":").and_then(Value::as_str);
                comment.unwrap_or_default().to_owned()
            }
            Err(why) => why,
        };
        if began.elapsed() > LEAVING || *end.borrow() {
            return Err(why);
        }
        tracing::warn!("this instance is still in service, and the next attempt follows: {why}");
        let mut end = end.clone();
        runtime.block_on(async {
            tokio::select! {
                _ = end.wait_for(|asked| *asked) => {}
                () = tokio::time::sleep(PAUSE) => {}
            }
        });
    }
}
