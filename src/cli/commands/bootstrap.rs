//! `bootstrap user-data`: what a new instance is given to bring itself into service.

use super::session::Session;
use super::{CliError, Command, CommandAnswer};
use crate::cli::answer::Form;
use crate::exec::{Bound, Signature, required, takes};
use crate::instance::bootstrap::{self, Settings};
use crate::model::{Shape, Value};

const ARGUMENTS: Signature = takes(&[
    required("service", Shape::Text, "the service's name"),
    required("instance", Shape::Text, "the instance's name: testing, production …"),
]);

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "bootstrap user-data",
    signature: ARGUMENTS,
    doc: "Prints user data for instances of a service.\n\n\
          The same bytes for the same configuration (key 'bootstrap'). cloud-init writes the configuration; a script fetches \
          the program, checks its digest, deploys the service and registers the instance, in this order, and says where it \
          failed. In SLS: - cloud_init: {{ salt['bootstrap.cloud_init']('myapp', 'testing') | json }}",
    returns: "a text",
    does: &[],
    run,
}];

fn run(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let (service, instance) = (bound.text("service"), bound.text("instance"));
    let settings = Settings::read(&session.minion_without_pillar());
    let settings = settings.map_err(CliError::Config)?;
    let message = bootstrap::user_data(&settings, &service, &instance)
        .map_err(|problem| CliError::Config(problem.into()))?;
    Ok(CommandAnswer { form: Form::Verbatim, ..CommandAnswer::data(Value::from(message)) })
}
