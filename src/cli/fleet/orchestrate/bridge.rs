//! From the states of an orchestration to the fleet.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use tokio::sync::OnceCell;

use super::super::open::{Opened, open};
use super::super::{Ended, failed};
use super::{NodeSettings, job, runner, wait, wheel};
use crate::commands::Remote;
use fleet::operator::Console;
use fleet::transport::nats::Nats;
use model::{Invocation, Value};

/// Connects when the first state asks for the fleet, and once.
pub struct Bridge {
    pub(super) place: NodeSettings,
    connected: OnceCell<Connected>,
}

/// A connection of this ops node.
pub struct Connected {
    /// Settings and configuration.
    pub opened: Opened,
    /// The operator.
    pub console: Console,
    _nats: Arc<Nats>,
}

impl Bridge {
    /// Not connected yet.
    pub fn new(place: NodeSettings) -> Self {
        Self { place, connected: OnceCell::new() }
    }

    /// The connection.
    pub(super) async fn connected(&self) -> Result<&Connected, Ended> {
        let connect = || async {
            let NodeSettings { place, output, environment } = &self.place;
            let opened = open(place, output.clone(), "state.orchestrate", environment)?;
            let (console, nats) = opened.console().await?;
            Ok::<_, Ended>(Connected { opened, console, _nats: nats })
        };
        self.connected.get_or_try_init(connect).await
    }

    async fn answer(&self, invocation: &Invocation) -> Result<Value, Ended> {
        match invocation.function.as_str() {
            "fleet.cmd" => job::run(self.connected().await?, invocation).await,
            "fleet.runner" => Ok(runner::run(self, &invocation.args, invocation.kwargs.clone()).await),
            "fleet.runners" => Ok(runner::run_all(self, invocation).await),
            "fleet.wheel" => wheel::run(self.connected().await?, invocation).await,
            "fleet.wait_for_event" => wait::run(self.connected().await?, invocation).await,
            other => Err(failed(format!("the fleet has no function '{other}'"))),
        }
    }
}

impl Remote for Bridge {
    fn call<'a>(&'a self, invocation: &'a Invocation) -> LocalBoxFuture<'a, Result<Value, String>> {
        async move { self.answer(invocation).await.map_err(|ended| ended.to_text()) }.boxed_local()
    }
}
