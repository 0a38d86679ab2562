//! States outside the tree: in a file, in a text, as data.

use std::path::{Path, PathBuf};

use super::run::carry_out;
use super::{Bound, CliError, CommandAnswer, Options, Session, Subject, Trees, with_templates};
use model::{Place, Problem, Problems, Value};
use sls::high::HighData;
use sls::render::Templates;

/// The place of a text from the command line.
const COMMAND_LINE: &str = "the command line";

pub(super) fn file(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let typed = bound.text("tem");
    let path = find(&typed).ok_or_else(|| {
        let problem = Problem::nowhere(format!("there is no file '{typed}'"));
        CliError::Compile(problem.hint("name a path; 'state.sls NAME' looks in file_roots").into())
    })?;
    let sls = path.display().to_string();
    run(session, bound, |trees, templates| trees.compiler.high_of_text(templates, None, &path, &sls))
}

pub(super) fn text(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let text = match bound.value("tem") {
        // The command line is read as YAML: a mapping in brackets has become one.
        Value::Map(_) => return of_data(session, bound, bound.value("tem")),
        _ => bound.text("tem"),
    };
    let place = Path::new(COMMAND_LINE);
    run(session, bound, |trees, templates| trees.compiler.high_of_text(templates, Some(&text), place, ""))
}

pub(super) fn high(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    Ok(CommandAnswer {
        outputter: CommandAnswer::data(Value::Null).outputter,
        ..of_data(session, bound, bound.value("data"))?
    })
}

fn of_data(session: &Session<'_>, bound: &Bound, data: &Value) -> Result<CommandAnswer, CliError> {
    run(session, bound, |trees, templates| {
        trees.compiler.high_of_data(templates, data, &Place::file(COMMAND_LINE))
    })
}

/// The file at a path, with `.sls` added if only that file exists.
fn find(typed: &str) -> Option<PathBuf> {
    [typed.to_owned(), format!("{typed}.sls")].into_iter().map(PathBuf::from).find(|path| path.is_file())
}

fn run(
    session: &Session<'_>,
    bound: &Bound,
    compile: impl FnOnce(&Trees, &dyn Templates) -> Result<HighData, Problems>,
) -> Result<CommandAnswer, CliError> {
    let options = Options::read(session, bound)?;
    let trees = session.trees(&options.overrides)?;
    let functions = session.functions(&trees.minion);
    let high = with_templates(trees.compiler.config(), trees.compiler.states(), functions, |templates| {
        compile(&trees, templates)
    });
    let test = options.test;
    let subject = Subject { high: high.map_err(CliError::Compile)?, options, trees, asked: vec![] };
    carry_out(session, subject, test)
}
