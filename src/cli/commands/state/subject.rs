//! The declarations of a command: those of the named SLS, or of the top file, rendered.

use super::{Bound, CliError, Options, Session};
use crate::commands::session::Trees;
use crate::commands::templates::with_templates;
use sls::high::HighData;

/// The input of a command: the trees, the options, and the high data.
pub(super) struct Subject {
    /// The trees, with the pillar compiled.
    pub trees: Trees,
    /// The common arguments of all functions of a run.
    pub options: Options,
    /// The declarations.
    pub high: HighData,
    /// The requested SLS.
    pub asked: Vec<String>,
}

/// The SLS that `mods` names.
pub(super) fn named(session: &Session<'_>, bound: &Bound) -> Result<Subject, CliError> {
    let mut options = Options::read(session, bound)?;
    let trees = session.trees(&options.overrides)?;
    let compiler = &trees.compiler;
    let wanted =
        compiler.wanted(&options.mods, options.overrides.saltenv.as_deref()).map_err(CliError::Compile)?;
    let functions = session.functions(&trees.minion);
    let high = with_templates(compiler.config(), compiler.states(), functions, |templates| {
        compiler.high(templates, &wanted, &options.exclude)
    });
    let asked = wanted.iter().map(|wanted| wanted.sls.clone()).collect();
    options.terms.services = wanted;
    Ok(Subject { high: high.map_err(CliError::Compile)?, options, trees, asked })
}

/// The SLS that the top file gives this minion.
pub(super) fn of_top(session: &Session<'_>, bound: &Bound) -> Result<Subject, CliError> {
    let mut options = Options::read(session, bound)?;
    let trees = session.trees(&options.overrides)?;
    let compiler = &trees.compiler;
    let functions = session.functions(&trees.minion);
    let (high, wanted) = with_templates(compiler.config(), compiler.states(), functions, |templates| {
        let wanted = compiler.top(templates)?.wanted();
        let high = compiler.high(templates, &wanted, &options.exclude)?;
        Ok((high, wanted))
    })
    .map_err(CliError::Compile)?;
    let asked = wanted.iter().map(|wanted| wanted.sls.clone()).collect();
    options.terms.services = wanted;
    Ok(Subject { high, options, trees, asked })
}
