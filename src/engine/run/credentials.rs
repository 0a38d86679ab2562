//! Credentials that AWS refuses: the first reads of a run prove them, so a wrong profile is found before the first
//! change and not in the middle.

use crate::approval::Approval;
use crate::part::Part;
use crate::planned::PlannedThing;
use crate::snapshot::{SessionId, Snapshot, View};
use aws::{ApiError, Fault};
use kind::{Ask, Lookup, Unresolved};
use model::Outcome;

/// Refuses all changes of a run, because AWS refuses the credentials of one of its states.
pub(super) struct RefusedCredentials {
    why: String,
    /// True if the state's own profile has them. The machine does not depend on credentials that it may not have yet.
    is_of_profile: bool,
}

impl RefusedCredentials {
    /// The first part that could not be read for this reason.
    pub fn find(snapshot: &Snapshot, parts: &[(SessionId, &Part)]) -> Option<Self> {
        for (session, part) in parts {
            let Some(error) = failure(snapshot, *session, part) else { continue };
            let connection = &part.connection;
            return Some(Self {
                why: format!(
                    "AWS refuses the credentials of {} '{}', so this run changes nothing: {error}",
                    part.kind.noun(),
                    part.name
                ),
                is_of_profile: connection.keyid.is_some()
                    || connection.role_arn.is_some()
                    || connection.aws_profile.is_some(),
            });
        }
        None
    }
}

/// The answer to the read of a part, if AWS refused its credentials.
fn failure(snapshot: &Snapshot, session: SessionId, part: &Part) -> Option<ApiError> {
    let view = View::new(snapshot, session);
    let error = match part.kind.locate(&part.spec, &mut Lookup::new(&view)) {
        Ok(reference) => snapshot.failure(session, &Ask { reference, aspects: part.aspects() })?,
        Err(Unresolved::Failed(_, error)) => *error,
        Err(_) => return None,
    };
    (error.fault == Fault::Credentials).then_some(error)
}

impl Approval for RefusedCredentials {
    fn thing(&self, _state: usize, _thing: &PlannedThing, _is_first: bool) -> Result<(), String> {
        Err(self.why.clone())
    }

    fn machine(&self, _state: usize, _foreseen: &Outcome) -> Result<(), String> {
        if self.is_of_profile { Err(self.why.clone()) } else { Ok(()) }
    }
}
