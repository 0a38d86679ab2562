//! `bootstrap user-data`: the user data with which a new instance puts itself into service.

use super::session::Session;
use super::{CliError, Command, CommandAnswer};
use crate::answer::Form;
use exec::{Bound, Signature, required, takes};
use instance::bootstrap::{self, Settings};
use model::{Shape, Value};

const ARGUMENTS: Signature = takes(&[
    required("service", Shape::Text, "the service's name"),
    required("instance", Shape::Text, "the instance's name: testing, production …"),
]);

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "bootstrap user-data",
    signature: ARGUMENTS,
    doc: "Prints user data for instances of a service.\n\nThe same configuration (key 'bootstrap') \
          gives the same bytes. cloud-init writes the configuration; a script downloads the program, \
          checks its digest, deploys the service and registers the instance, in this order, and names \
          the step that failed. In SLS: - cloud_init: {{ salt['bootstrap.cloud_init']('myapp', \
          'testing') | json }}",
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
