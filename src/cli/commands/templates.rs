//! The template engine, with the execution functions as what templates call.

use super::lint::{Held, Offline};
use crate::exec::{self, ForTemplates};
use crate::sls::config::Config;
use crate::sls::render::{JinjaTemplates, Templates};
use crate::sls::tree::Tree;

/// Gives an engine that loads templates from `tree` to `then`; `offline` keeps functions from being called.
pub(super) fn with_templates<R>(
    config: &Config,
    tree: &Tree,
    functions: exec::Context<'_>,
    offline: Option<&Offline>,
    then: impl FnOnce(&dyn Templates) -> R,
) -> R {
    let functions = ForTemplates(functions);
    match offline {
        None => then(&JinjaTemplates::new(config, tree, &functions)),
        Some(offline) => then(&JinjaTemplates::new(config, tree, &Held { functions: &functions, offline })),
    }
}
