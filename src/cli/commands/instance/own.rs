//! The instance on which the program runs: its identity and its calls.

use std::path::Path;
use std::sync::Arc;

use grains::instance::{Instance, MetadataError, MetadataService};

use super::super::host;
use super::{CliError, Session};
use aws::{ApiError, Aws, Connection};
use exec::CallError;
use instance::notice::{self, Notice};
use kinds_autoscaling::lifecycle::{self, Live};

/// The instance.
pub(super) struct ThisInstance {
    /// Its id.
    pub id: String,
    /// The source of its metadata.
    pub metadata: MetadataService,
    /// The clients of its calls, in its own region, with the keys of its role.
    pub aws: Arc<Aws>,
    /// Its metadata as they were read, for what it calls.
    pub facts: Option<Instance>,
}

impl ThisInstance {
    /// The identity of this instance, from its metadata.
    ///
    /// # Errors
    ///
    /// This is not an instance, or its metadata may not be read.
    pub fn of(session: &Session<'_>) -> Result<Self, CliError> {
        let grain = |name: &str| session.grain(name).map(str::to_owned);
        let metadata = host::metadata_service(session.settings(), session.opts(), Path::new("/"));
        let (Some(metadata), Some(id)) = (metadata, grain("ec2_instance_id")) else {
            let reason = "this is not an EC2 instance, or its metadata cannot be read: it has no grain \
                 'ec2_instance_id'";
            return Err(refused(reason.to_owned(), None));
        };
        let connection = Connection { region: grain("ec2_region"), ..Connection::default() };
        let reach = session.reach();
        let aws = reach.wait(reach.snapshot().sessions().open(&connection))?;
        Ok(Self { id, metadata, aws, facts: session.instance().cloned() })
    }

    /// Its state in its group; none if it is in no group.
    pub async fn lifecycle(&self) -> Result<Option<Live>, ApiError> {
        lifecycle::find(&self.aws, &self.id).await
    }

    /// The announcement in its metadata; none if they cannot be read, which is logged.
    pub fn notices(&self, heeds_recommendations: bool) -> Option<Vec<Notice>> {
        let read = || -> Result<Vec<Notice>, MetadataError> {
            let mut notices = vec![];
            notices.extend(self.metadata.document(notice::SPOT)?.map(|document| Notice::of_spot(&document)));
            notices.extend(
                self.metadata.document(notice::TARGET)?.and_then(|target| Notice::of_target(&target)),
            );
            if heeds_recommendations && self.metadata.document(notice::REBALANCE)?.is_some() {
                notices.push(Notice::Rebalance);
            }
            Ok(notices)
        };
        read().inspect_err(|error| tracing::warn!("{error}: {}", error.hint())).ok()
    }
}

/// A refusal of the command.
pub(super) fn refused(reason: String, hint: Option<String>) -> CliError {
    CliError::Call(CallError::Declined { function: "instance".to_owned(), reason, hint })
}

/// A call that failed.
pub(super) fn failed(error: &ApiError) -> CliError {
    refused(error.to_string(), error.advice().map(str::to_owned))
}
