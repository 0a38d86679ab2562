//! What a command is about: the SLS that it names, or that the top file gives.

use super::options::Options;
use super::{Bound, CliError, Session, Trees, with_templates};
use crate::sls::high::HighData;

/// What a command is about: the trees, the options, and the high data of what was named.
pub(super) struct Subject {
    /// Where states and pillar come from.
    pub trees: Trees,
    /// The options of the run.
    pub options: Options,
    /// What the SLS declare.
    pub high: HighData,
    /// The SLS that were asked for.
    pub asked: Vec<String>,
}

/// The SLS that `mods` names.
pub(super) fn named(session: &Session<'_>, bound: &Bound) -> Result<Subject, CliError> {
    let options = Options::read(session, bound)?;
    let trees = session.trees(&options.overrides)?;
    let compiler = &trees.compiler;
    let wanted =
        compiler.wanted(&options.mods, options.overrides.saltenv.as_deref()).map_err(CliError::Compile)?;
    let functions = session.functions(&trees.minion);
    let high = with_templates(compiler.config(), compiler.states(), functions, |templates| {
        compiler.high(templates, &wanted, &options.exclude)
    });
    let asked = wanted.into_iter().map(|wanted| wanted.sls).collect();
    Ok(Subject { high: high.map_err(CliError::Compile)?, options, trees, asked })
}

/// The SLS that the top file gives this minion.
pub(super) fn of_top(session: &Session<'_>, bound: &Bound) -> Result<Subject, CliError> {
    let options = Options::read(session, bound)?;
    let trees = session.trees(&options.overrides)?;
    let compiler = &trees.compiler;
    let functions = session.functions(&trees.minion);
    let (high, asked) = with_templates(compiler.config(), compiler.states(), functions, |templates| {
        let wanted = compiler.top(templates)?.wanted();
        let high = compiler.high(templates, &wanted, &options.exclude)?;
        Ok((high, wanted.into_iter().map(|wanted| wanted.sls).collect()))
    })
    .map_err(CliError::Compile)?;
    Ok(Subject { high, options, trees, asked })
}
