//! The functions of AWS services, for templates, the command line and states.
//!
//! Rendering waits for each answer on its own thread. Within a run, [`answer`] is awaited like everything else, so that
//! other states continue.

use std::collections::HashMap;

use futures::future::{FutureExt, LocalBoxFuture};

use super::aside::Aside;
use super::reach::Reach;
use super::table;
use engine::conditions::{Invocation, Invoker};
use engine::functions::{AwsFunctions, Declined, does, is_known, names};
use exec::{self, Arguments, CallError, Context};
use model::{Effect, Problem, Unanswered, Value};
use sls::secrets::Reference;

impl exec::AwsFunctions for Reach {
    fn names(&self) -> Vec<&'static str> {
        names().collect()
    }

    fn does(&self, name: &str) -> Option<&'static [Effect]> {
        does(name)
    }

    fn call(&self, context: &Context<'_>, name: &str, arguments: &Arguments) -> Result<Value, CallError> {
        self.wait(answer(self, context, name, arguments))
            .map_err(|error| CallError::Failed { function: name.to_owned(), reason: error.to_string() })?
    }

    fn secrets(
        &self,
        context: &Context<'_>,
        wanted: &[Reference],
    ) -> Result<HashMap<Reference, String>, String> {
        super::vault::fetch(wanted, context.minion, self)
    }

    fn signed_identity(
        &self,
        region: Option<&str>,
        server_id: Option<&str>,
    ) -> Result<exec::SignedRequest, String> {
        use aws::{Connection, signed};

        let connection = Connection { region: region.map(str::to_owned), ..Connection::default() };
        let extra = server_id.map(|id| ("x-vault-aws-iam-server-id", id));
        let asked = async {
            let aws = self.snapshot().sessions().open(&connection).await;
            signed::caller_identity(&aws, extra).await
        };
        let signed =
            self.wait(asked).map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
        Ok(exec::SignedRequest { url: signed.url, body: signed.body, headers: signed.headers })
    }
}

/// The fleet, for the states of an orchestration.
pub trait Remote: Send + Sync {
    /// Calls a function of the fleet: `fleet.cmd`.
    fn call<'a>(&'a self, invocation: &'a Invocation) -> LocalBoxFuture<'a, Result<Value, String>>;
}

/// The names of the fleet's functions begin with this.
const FLEET: &str = "fleet.";

/// The execution functions for states: in conditions and `module.run`. Those that wait for programs and other hosts run
/// on separate threads.
pub(super) struct ForStates<'scope, 'env> {
    pub reach: &'env Reach,
    pub context: Context<'env>,
    pub aside: Aside<'scope, 'env>,
    pub remote: Option<&'env dyn Remote>,
}

impl<'env> Invoker for ForStates<'_, 'env> {
    fn invoke(&self, invocation: Invocation) -> LocalBoxFuture<'_, Result<Value, Unanswered>> {
        async move {
            if invocation.function.starts_with(FLEET) {
                return match self.remote {
                    Some(remote) => remote.call(&invocation).await.map_err(Unanswered::Unreached),
                    None => Err(Unanswered::Unreached(NO_FLEET.to_owned())),
                };
            }
            let Invocation { function, args, kwargs } = invocation;
            let arguments = Arguments { positional: args, named: kwargs };
            let answer = if is_known(&function) {
                answer(self.reach, &self.context, &function, &arguments).await
            } else {
                let (context, name): (Context<'env>, String) = (self.context, function.clone());
                let called = self.aside.run(move || context.call(&function, &arguments)).await;
                called.unwrap_or_else(|reason| Err(CallError::Failed { function: name, reason }))
            };
            answer.map_err(Unanswered::from)
        }
        .boxed_local()
    }
}

/// The error of `salt.*` in a run that is not an orchestration.
const NO_FLEET: &str =
    "this run has no fleet; on an ops node 'orchestrate fleet-run state.orchestrate SLS' runs such SLS";

/// Calls a function of an AWS service.
pub(super) async fn answer(
    reach: &Reach,
    context: &Context<'_>,
    name: &str,
    arguments: &Arguments,
) -> Result<Value, CallError> {
    let functions =
        AwsFunctions { snapshot: reach.snapshot(), minion: context.minion, may_change: context.may_change };
    let Arguments { positional, named } = arguments.clone();
    match functions.call(name, positional, named).await {
        Some(answer) => answer.map_err(|declined| call_error(name, declined)),
        None => Err(CallError::Unknown { name: name.to_owned(), near: None }),
    }
}

fn call_error(name: &str, declined: Declined) -> CallError {
    let function = name.to_owned();
    let because = |reason: &str, hint: Option<String>| CallError::Declined {
        function: name.to_owned(),
        reason: reason.to_owned(),
        hint,
    };
    match declined {
        Declined::Arguments(problems) => {
            let reasons: Vec<String> = problems.0.iter().map(reason).collect();
            let usage = table::find(name).map(|callable| callable.usage()).unwrap_or_default();
            CallError::Arguments { function, reason: reasons.join("; "), usage }
        }
        Declined::WouldChange => CallError::would_change(name),
        Declined::Refused(refusal) => because(&refusal.to_string(), refusal.hint()),
    }
}

fn reason(problem: &Problem) -> String {
    match &problem.hint {
        Some(hint) => format!("{} ({hint})", problem.message),
        None => problem.message.clone(),
    }
}
