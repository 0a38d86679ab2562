//! Parsed templates, for renderers that load the same ones again.
//!
//! A run renders a template for every `file.managed`, and most of these load the same `map.jinja`. The text of each is
//! read again at every use, because a state of the same run may have changed it; it is parsed again only if it changed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::Options;
use super::raise::Outcome;
use super::source::{Source, Text};
use super::syntax::{ast::Template, parse};
use model::PROFILE;

/// The most bytes of templates that are kept; beyond that all are dropped.
const MAX_BYTES: usize = 4 << 20;

/// The parsed templates of one set of trees.
#[derive(Default)]
pub struct Parsed {
    kept: Mutex<CachedTemplates>,
    count: AtomicUsize,
}

#[derive(Default)]
struct CachedTemplates {
    /// By name and path.
    templates: HashMap<(String, String), (Options, Arc<Template>)>,
    bytes: usize,
}

impl Parsed {
    /// The number of texts parsed so far.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// The tree of a template.
    pub(super) fn get(&self, source: &Source, options: &Options) -> Outcome<Arc<Template>> {
        let key = (source.name.clone(), source.path.clone());
        if let Some((of, known)) = self.lock().templates.get(&key)
            && known.text.is_of(source, options.keep_trailing_newline)
            && known.globals == source.globals
            && of == options
        {
            return Ok(Arc::clone(known));
        }
        let _span = tracing::info_span!(target: PROFILE, "parse", file = source.path).entered();
        self.count.fetch_add(1, Ordering::Relaxed);
        let text = Arc::new(Text::new(source, options.keep_trailing_newline));
        let mut template = parse(text, options)?;
        template.globals = source.globals.clone();
        let template = Arc::new(template);
        self.lock().keep(key, options, &template);
        Ok(template)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, CachedTemplates> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CachedTemplates {
    fn keep(&mut self, key: (String, String), options: &Options, template: &Arc<Template>) {
        let size = |template: &Template| template.text.text.len();
        if size(template) > MAX_BYTES {
            return;
        }
        if self.bytes + size(template) > MAX_BYTES {
            *self = Self::default();
        }
        self.bytes += size(template);
        if let Some((_, old)) = self.templates.insert(key, (options.clone(), Arc::clone(template))) {
            self.bytes -= size(&old);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Key, Map, Value};

    fn source(name: &str, text: &str) -> Source {
        Source { name: name.to_owned(), path: name.to_owned(), text: text.to_owned(), globals: Map::new() }
    }

    #[test]
    fn a_text_is_parsed_once_and_again_when_anything_about_it_differs() {
        let (parsed, options) = (Parsed::default(), Options::default());
        let get =
            |source: &Source, options: &Options| parsed.get(source, options).map(|it| it.text.name.clone());
        let mut expected = 0;
        let mut parses = |source: &Source, options: &Options, count: usize| {
            expected += count;
            assert_eq!(get(source, options).ok().as_deref(), Some(source.name.as_str()));
            assert_eq!(parsed.count(), expected, "{source:?}");
        };
        let map = source("base:map.jinja", "{% set a = 1 %}\r\n");
        parses(&map, &options, 1);
        parses(&map, &options, 0);
        parses(&source("base:map.jinja", "{% set a = 1 %}\n"), &options, 0);
        parses(&source("base:map.jinja", "{% set a = 2 %}\n"), &options, 1);
        parses(&source("dev:map.jinja", "{% set a = 2 %}\n"), &options, 1);
        let trimmed = Options { trim_blocks: true, ..Options::default() };
        parses(&source("dev:map.jinja", "{% set a = 2 %}\n"), &trimmed, 1);
        let globals = Map::from([(Key::from("tpldir"), Value::from("x"))]);
        parses(&Source { globals, ..source("dev:map.jinja", "{% set a = 2 %}\n") }, &trimmed, 1);
        let kept = Options { keep_trailing_newline: true, ..Options::default() };
        parses(&source("dev:map.jinja", "{% set a = 2 %}\n"), &kept, 1);
        parses(&source("dev:map.jinja", "{% set a = 2 %}"), &kept, 1);
    }

    #[test]
    fn what_is_kept_has_a_bound() {
        let (parsed, options) = (Parsed::default(), Options::default());
        let text = "x".repeat(MAX_BYTES / 4);
        for round in 0..10 {
            assert!(parsed.get(&source(&format!("base:{round}"), &text), &options).is_ok());
            assert!(parsed.lock().bytes <= MAX_BYTES, "{round}");
        }
        let count = parsed.lock().templates.len();
        assert_eq!(parsed.lock().bytes, count * text.len());
        let large = "x".repeat(MAX_BYTES + 1);
        assert!(parsed.get(&source("base:large", &large), &options).is_ok());
        assert_eq!(parsed.lock().bytes, count * text.len());
    }
}
