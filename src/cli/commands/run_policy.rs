//! `iam run-policy`: the permissions of a run of some SLS.

use super::state::plan::{EXCLUDE, MODS, PILLAR};
use super::state::{SHOWS, compiled_for};
use super::{CliError, Command, CommandAnswer, Session, is_on};
use crate::cli::answer::Form;
use crate::cli::render::Outputter;
use crate::cli::{journal, lease};
use crate::engine::run_policy::RunPolicy;
use crate::engine::{Declared, declare};
use crate::exec::{Bound, Signature, flag, maybe, takes};
use crate::instance::store::Location;
use crate::model::{Problem, Problems, Shape};

/// IAM's limit for managed policies; white space does not count. See
/// <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html>.
const LONGEST: usize = 6144;

const ARGUMENTS: Signature = takes(&[
    MODS,
    flag("plan_only", false, "only the permissions for 'plan' and test runs"),
    maybe("account", Shape::Text, "the account's number [default: any]"),
    EXCLUDE,
    PILLAR,
])
.words(1);

const DOC: &str = "Prints the smallest IAM policy for a run of some SLS, or with --plan-only for a plan \
                   of them.\n\nIt holds the operations of the declared kinds, limited to the declared \
                   things if IAM can limit them by their names, and to the declared regions. It \
                   includes reads of the things that the declarations refer to, and the buckets of \
                   'lease' and 'journal'. It names what it does not cover. AWS is not asked, except by \
                   templates that do.";

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "iam run-policy",
    signature: ARGUMENTS,
    doc: DOC,
    returns: "an IAM policy",
    does: SHOWS,
    run,
}];

/// `iam run-policy MODS`.
fn run(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    session.forbid_changes();
    let (minion, lows) = compiled_for(session, bound)?;
    let mut problems = Problems::default();
    let declared: Vec<Declared> =
        lows.iter().filter_map(|low| declare(low, &minion, &mut problems)).collect();
    problems.or(()).map_err(CliError::Compile)?;
    let is_plan = is_on(bound, "plan_only")?;
    let account = Some(bound.text("account")).filter(|it| !it.is_empty()).unwrap_or_else(|| "*".to_owned());
    let mut policy = RunPolicy::of(&declared, is_plan, &account);
    if !is_plan {
        let of_journal = journal::settings(session)?.and_then(|(_, settings)| settings.s3);
        let of_journal = of_journal.as_deref().and_then(Location::parse);
        for location in [lease::location(session)?, of_journal].into_iter().flatten() {
            policy.allow_store(&location.bucket, &location.prefix);
        }
    }
    let document = policy.document();
    let mut warnings: Vec<Problem> = policy.notes.iter().map(Problem::nowhere).collect();
    warnings.extend(declared.iter().filter_map(|it| it.unknown().cloned()));
    let length = document.to_string().len();
    if length > LONGEST {
        let message = format!(
            "the policy has {length} characters, but IAM takes at most {LONGEST} in a managed policy"
        );
        warnings
            .push(Problem::nowhere(message).hint("name fewer SLS at a time, and attach a policy for each"));
    }
    let answer = CommandAnswer::ordered(crate::model::Value::from(document));
    Ok(CommandAnswer { outputter: Outputter::Json, form: Form::Bare, warnings, ..answer })
}
