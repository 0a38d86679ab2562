//! The template engine, with the execution functions for templates.

use std::sync::Arc;

use exec::{self, ForTemplates};
use sls::config::Config;
use sls::render::{JinjaTemplates, Templates};
use sls::tree::Tree;

/// Passes an engine that loads templates from `tree` to `then`.
pub(super) fn with_templates<R>(
    config: &Config,
    tree: &Tree,
    functions: exec::Context<'_>,
    then: impl FnOnce(&dyn Templates) -> R,
) -> R {
    let parsed = Arc::clone(functions.parsed);
    then(&JinjaTemplates::new(config, tree, &ForTemplates(functions)).with_parsed(parsed))
}
