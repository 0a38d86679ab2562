//! `lint`: finds the mistakes in a tree without AWS and without running anything.
//!
//! Each SLS is compiled by itself, as `state.sls NAME` would, and the SLS of the top file together, as a highstate
//! would. Laws: no call to AWS, no command; a finding is an error only if a run would refuse it or fail.

mod compile;
mod offline;
mod secrets;

pub use offline::{EXT_PILLAR, Offline};

use super::manual::wanted;
use super::session::{Overrides, Session};
use super::{CliError, Command, CommandAnswer};
use crate::answer::Form;
use crate::error::Ending;
use crate::findings::{Findings, Level, Rule};
use compile::Linter;
use exec::{Bound, takes};
use model::problem::did_you_mean;
use model::{Effect, Problem, Value};
use sls::brought;
use sls::high::Wanted;

/// The name of the command.
pub(super) const NAME: &str = "lint";

pub(super) const COMMANDS: &[Command] = &[Command {
    name: NAME,
    signature: takes(&[]).and_more("sls", "the SLS to check; without any, all of the tree and the top file"),
    doc: "Checks SLS files without AWS: templates, states, arguments, types, requisites.\n\nWithout \
          names it checks all files and the top file. It calls no functions of AWS and no commands; a \
          note names what depends on them. --out=json and --out=sarif are for programs. The exit code \
          is 1 if there are errors.",
    returns: "the findings",
    does: &[Effect::ReadsMachine],
    run: lint,
}];

fn lint(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let mut findings = Findings::default();
    match session.trees(&Overrides::default()) {
        Ok(trees) => {
            let names = wanted(bound);
            let mut linter = Linter::new(session, &trees);
            let all = names.is_empty();
            for wanted in chosen(&trees.compiler, &names)? {
                linter.alone(wanted);
            }
            if all {
                linter.top();
            }
            findings = linter.end();
            if let Some(problem) = brought::all(trees.compiler.states()) {
                findings.push(Level::Warning, Rule::Python, problem);
            }
        }
        Err(CliError::Pillar(problems)) => {
            for problem in problems.0 {
                findings.push(Level::Error, Rule::Pillar, problem);
            }
            let problem = Problem::nowhere("the states were not checked, because the pillar is broken");
            findings.push(Level::Note, Rule::Pillar, problem);
        }
        Err(other) => return Err(other),
    }
    let rest = session.offline().map(Offline::take).unwrap_or_default();
    findings.uncalled.extend(rest);
    findings.uncalled.sort();
    findings.uncalled.dedup();
    findings.sort();
    let ending = if findings.count(Level::Error) > 0 { Ending::NotSo } else { Ending::Succeeded };
    Ok(CommandAnswer { ending, form: Form::Findings(findings), ..CommandAnswer::data(Value::Null) })
}

/// The named SLS, or all SLS of all environments except the top files.
fn chosen(compiler: &sls::Compiler, names: &[String]) -> Result<Vec<Wanted>, CliError> {
    let top = compiler.config().state_top.trim_end_matches(".sls").replace('/', ".");
    let mut all = vec![];
    for env in compiler.states().environments() {
        let listed = compiler.states().list_sls(env).into_iter().filter(|name| *name != top);
        all.extend(listed.map(|sls| Wanted { env: env.to_owned(), sls, place: None }));
    }
    if names.is_empty() {
        return Ok(all);
    }
    let names: Vec<&str> = names.iter().flat_map(|name| name.split(',')).map(str::trim).collect();
    for name in &names {
        if !all.iter().any(|wanted| wanted.sls == *name) {
            let problem = Problem::nowhere(format!("there is no SLS '{name}'"));
            let near = did_you_mean(name, all.iter().map(|wanted| wanted.sls.as_str()));
            return Err(CliError::Usage(match near {
                Some(near) => problem.hint(format!("did you mean '{near}'?")),
                None => problem.hint("name SLS as in 'state.sls NAME', with dots"),
            }));
        }
    }
    all.retain(|wanted| names.contains(&wanted.sls.as_str()));
    Ok(all)
}
