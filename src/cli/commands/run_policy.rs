//! `iam run-policy`: the permissions of a run of some SLS.

use std::collections::BTreeMap;

use super::state::plan::{EXCLUDE, MODS, PILLAR};
use super::state::{SHOWS, compiled_for};
use super::{CliError, Command, CommandAnswer, Session, is_on};
use crate::answer::Form;
use crate::render::Outputter;
use crate::{journal, lease};
use engine::run_policy::{Extent, RunPolicy};
use engine::{Declared, declare};
use exec::{Bound, Signature, flag, maybe, takes};
use instance::store::Location;
use model::{Key, Problem, Problems, Shape, Value};

const ARGUMENTS: Signature = takes(&[
    MODS,
    flag("plan_only", false, "only the permissions for 'plan' and test runs"),
    flag("with_undo", false, "also the permissions for 'undo': to delete what the run makes"),
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
                   templates that do.\n\nIf states assume roles, or the policy is longer than a managed \
                   policy may be, the answer is a mapping of several policies: 'base' is for the \
                   credentials before any role, with the permission to assume the roles, and each other \
                   one is for the role of its name; further parts have numbers.";

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
    let extent = match (is_on(bound, "plan_only")?, is_on(bound, "with_undo")?) {
        (true, true) => {
            let problem = Problem::nowhere("'--plan-only' and '--with-undo' exclude each other");
            return Err(CliError::Usage(problem.hint("a plan changes nothing, so there is nothing to undo")));
        }
        (true, false) => Extent::Plan,
        (false, false) => Extent::Run,
        (false, true) => Extent::RunAndUndo,
    };
    let mut warnings: Vec<Problem> = declared.iter().filter_map(|it| it.unknown().cloned()).collect();
    let account = Some(bound.text("account")).filter(|it| !it.is_empty());
    let mut documents = documents(session, &declared, (extent, account), &mut warnings)?;
    let document = match documents.len() {
        1 => documents.remove(0).1,
        0 => Value::from(RunPolicy::default().document()),
        _ => {
            let named = |(name, document): (String, Value)| (Key::from(name.as_str()), document);
            Value::Map(documents.into_iter().map(named).collect())
        }
    };
    let answer = CommandAnswer::ordered(document);
    Ok(CommandAnswer { outputter: Outputter::Json, form: Form::Bare, warnings, ..answer })
}

/// Allows the buckets of leases and of the journal.
fn allow_stores(session: &Session<'_>, policy: &mut RunPolicy) -> Result<(), CliError> {
    let of_journal = journal::settings(session)?.and_then(|(_, settings)| settings.s3);
    let of_journal = of_journal.as_deref().and_then(Location::parse);
    for location in [lease::location(session)?, of_journal].into_iter().flatten() {
        policy.allow_store(&location.bucket, &location.prefix);
    }
    Ok(())
}

/// The policies of the roles that the declarations assume, and first that of the credentials before any role.
fn documents(
    session: &Session<'_>,
    declared: &[Declared],
    (extent, account): (Extent, Option<String>),
    warnings: &mut Vec<Problem>,
) -> Result<Vec<(String, Value)>, CliError> {
    let mut by_role: BTreeMap<Option<&str>, Vec<&Declared>> = BTreeMap::from([(None, vec![])]);
    for one in declared {
        let role = one.parts().first().and_then(|part| part.connection.role_arn.as_deref());
        by_role.entry(role).or_default().push(one);
    }
    let assumed: Vec<&str> = by_role.keys().copied().flatten().collect();
    let mut documents = vec![];
    for (role, declared) in &by_role {
        let of_role = role.and_then(|arn| arn.split(':').nth(4)).map(str::to_owned);
        let account = of_role.or_else(|| account.clone()).unwrap_or_else(|| "*".to_owned());
        let mut policy = RunPolicy::of(declared.iter().copied(), extent, &account);
        if role.is_none() {
            policy.allow_roles(&assumed);
            if extent != Extent::Plan {
                allow_stores(session, &mut policy)?;
            }
        }
        warnings.extend(policy.notes.iter().map(Problem::nowhere));
        for (index, document) in policy.documents().into_iter().enumerate() {
            let number = if index == 0 { String::new() } else { format!(" {}", index + 1) };
            documents.push((format!("{}{number}", role.unwrap_or("base")), Value::from(document)));
        }
    }
    Ok(documents)
}
