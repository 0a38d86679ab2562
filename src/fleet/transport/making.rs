//! Streams are made by the first command of an operator who keeps the register, and brought up to date by later ones.

use async_nats::jetstream::stream::{Config, DiscardPolicy};
use futures::future::try_join_all;

use super::TransportError;
use super::api;
use super::nats::Nats;
use super::streams::StreamPlan;
use model::chain;

impl Nats {
    /// Makes the streams that are not there yet.
    ///
    /// # Errors
    ///
    /// The servers have no JetStream, or too little room.
    pub async fn ensure(&self, plans: &[StreamPlan], replicas: usize) -> Result<(), TransportError> {
        let make = |plan: &'_ StreamPlan| {
            let plan = plan.clone();
            async move {
                let no_store = |reason| TransportError::NoStore { subject: plan.subject.clone(), reason };
                if api::has(self, &plan.name).await.unwrap_or(false) {
                    return self.bring_up_to_date(&plan).await;
                }
                let config = Config {
                    name: plan.name.clone(),
                    subjects: vec![plan.subject.clone()],
                    max_messages_per_subject: 1,
                    max_age: plan.age.unwrap_or_default(),
                    max_message_size: plan.largest,
                    max_bytes: plan.bytes,
                    num_replicas: replicas,
                    allow_direct: true,
                    discard: plan.when_full(),
                    discard_new_per_subject: plan.is_written_once,
                    ..Config::default()
                };
                let made = self.stream.create_stream(config).await;
                made.map(drop).map_err(|error| no_store(chain(&error)))
            }
        };
        // Each elects a leader of its own: all at once.
        match try_join_all(plans.iter().map(make)).await {
            Ok(_) => Ok(()),
            Err(error) => Err(self.reason_of(error).await),
        }
    }

    /// Removes the messages of a stream under these subjects.
    pub(super) async fn remove(&self, stream: &str, subjects: &str) -> Result<(), TransportError> {
        let failed = |reason| TransportError::NoStore { subject: stream.to_owned(), reason };
        let found = self.stream.get_stream(stream).await.map_err(|error| failed(chain(&error)))?;
        let removed = found.purge().filter(subjects).await;
        let Err(error) = removed else { return Ok(()) };
        Err(self.reason_of(failed(chain(&error))).await)
    }

    /// A stream that an older version has made refuses what does not fit any more and what is there already, where the plan says so.
    async fn bring_up_to_date(&self, plan: &StreamPlan) -> Result<(), TransportError> {
        if plan.when_full() == DiscardPolicy::Old {
            return Ok(());
        }
        let failed = |reason| TransportError::NoStore { subject: plan.subject.clone(), reason };
        let found = self.stream.get_stream(&plan.name).await.map_err(|error| failed(chain(&error)))?;
        let config = found.cached_info().config.clone();
        let is_new =
            config.discard == plan.when_full() && config.discard_new_per_subject == plan.is_written_once;
        if is_new {
            return Ok(());
        }
        let newer =
            Config { discard: plan.when_full(), discard_new_per_subject: plan.is_written_once, ..config };
        self.stream.update_stream(newer).await.map(drop).map_err(|error| failed(chain(&error)))
    }
}
