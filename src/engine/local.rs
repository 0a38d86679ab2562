//! The driver for kinds of the machine itself: describe, diff, (a test run stops here,) apply.

use crate::model::{Fields, Function, Low, Minion, Outcome};
use crate::system::{AnyLocal, Call, Intent};

/// A checked declaration of something of the machine itself.
#[derive(Clone)]
pub struct LocalPart {
    /// Its kind.
    pub kind: &'static dyn AnyLocal,
    /// The state function.
    pub function: &'static Function,
    /// Its arguments.
    pub fields: Fields,
}

/// Carries the call out, or tells what it would do. `watched` makes it a reaction.
pub(super) async fn carry_out(
    part: &LocalPart,
    low: &Low,
    minion: &Minion,
    watched: Option<&[String]>,
    test: bool,
) -> Outcome {
    let call =
        Call { function: part.function, name: &low.name, fields: &part.fields, minion, reacts_to: watched };
    match part.kind.plan(call).await {
        Intent::Settled(outcome) => outcome,
        Intent::Act { foreseen, .. } if test => foreseen,
        Intent::Act { step, .. } => step.carry_out().await,
    }
}
