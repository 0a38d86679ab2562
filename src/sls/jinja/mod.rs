//! Jinja like Python's Jinja2 3.1, with the settings of Salt 3007.
//!
//! The reader of SLS files calls [`render`] for every file; `orchestrate lint` does too. A template sees Python's
//! values: lists and dicts that it can change, that are shared by reference, and that print as in Python.
//!
//! Laws:
//! * A template changes only its own copy of pillar or grains: the next template sees the caller's data again.
//! * Rendering always ends, without panic, within bounds of nesting, steps, text and memory.
//! * Every failure names the innermost place in the author's text.
//!
//! See <https://jinja.palletsprojects.com/en/stable/templates/> and
//! <https://docs.saltproject.io/en/3007/topics/jinja/index.html>; `docs/decisions/0002-jinja-engine.md` says why this
//! is not a library.

mod checks;
mod environment;
mod filters;
mod globals;
mod lines;
mod map;
mod methods;
mod parsed;
mod py;
mod raise;
mod source;
mod syntax;
#[cfg(test)]
mod tests;
mod vm;

pub use environment::{CallError, Context, Delimiters, Environment, Functions, LoadError, Loader, Options};
pub use map::{Rendered, SourceMap};
pub use parsed::Parsed;
pub use py::random::Random;
pub use source::Source;

use model::Problem;

/// The stack of the rendering thread: enough for the deepest nesting allowed, in a debug build too.
const STACK: usize = 24 << 20;

/// Renders a template.
///
/// Runs on its own thread, because the stack size is known only there; the caller waits for it. The caller's tokio
/// runtime, if there is one, is current in that thread, so that [`Functions`] can block on it.
///
/// A problem has its place in the template or in a template that it loads, a hint if there is one, and the lines around
/// the place.
pub fn render(env: &Environment, source: &Source, context: &Context<'_>) -> Result<Rendered, Problem> {
    let runtime = tokio::runtime::Handle::try_current().ok();
    let run = || {
        let _current = runtime.as_ref().map(tokio::runtime::Handle::enter);
        vm::Vm::render(env, source, context).map_err(|raise| raise.into_problem())
    };
    let output = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("jinja".to_owned()).stack_size(STACK);
        match thread.spawn_scoped(scope, run) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(error) => {
                Err(Problem::nowhere(format!("no thread can be started to render templates: {error}")))
            }
        }
    })?;
    Ok(Rendered::new(output, &source.path))
}
