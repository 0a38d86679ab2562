//! `--profile-run`: listens to the spans of a run and keeps when each began and ended.
//!
//! The log's registry gets [`Recorder::layer`]; `render::trace` makes a file from [`Recorder::slices`].

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{FilterFn, filter_fn};
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use super::render::trace::Slice;
use model::PROFILE;

/// Records the spans of one process; clones record into the same place.
#[derive(Clone)]
pub struct Recorder {
    start: Instant,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    numbers: AtomicU64,
    slices: Mutex<Vec<Slice>>,
}

/// A span that has not ended.
struct Open {
    number: u64,
    parent: Option<u64>,
    began: Duration,
    fields: Map<String, Value>,
}

impl Recorder {
    /// Time is counted from here.
    pub fn new() -> Self {
        Self { start: Instant::now(), state: Arc::default() }
    }

    /// Listens to the spans of the target [`PROFILE`] and nothing else.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        self.clone().with_filter(only_profile())
    }

    /// Notes the time from the start until now, before anything could listen.
    pub fn note_start(&self, name: &'static str) {
        let number = self.number();
        self.keep(Slice {
            number,
            parent: None,
            name,
            began: Duration::ZERO,
            ended: self.start.elapsed(),
            fields: Map::new(),
        });
    }

    /// The ended spans so far.
    pub fn slices(&self) -> Vec<Slice> {
        self.state.slices.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn number(&self) -> u64 {
        self.state.numbers.fetch_add(1, Ordering::Relaxed)
    }

    fn keep(&self, slice: Slice) {
        self.state.slices.lock().unwrap_or_else(PoisonError::into_inner).push(slice);
    }
}

/// The level belongs to this layer's own filter, so that other layers keep theirs.
fn only_profile() -> FilterFn<fn(&Metadata<'_>) -> bool> {
    let is_profile: fn(&Metadata<'_>) -> bool = |metadata| metadata.target() == PROFILE;
    filter_fn(is_profile).with_max_level_hint(LevelFilter::INFO)
}

impl<S> Layer<S> for Recorder
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let parent =
            span.parent().and_then(|parent| parent.extensions().get::<Open>().map(|open| open.number));
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let open = Open { number: self.number(), parent, began: self.start.elapsed(), fields: fields.0 };
        span.extensions_mut().insert(open);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = Fields::default();
        values.record(&mut fields);
        if let Some(open) = span.extensions_mut().get_mut::<Open>() {
            open.fields.extend(fields.0);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(open) = span.extensions_mut().remove::<Open>() else { return };
        self.keep(Slice {
            number: open.number,
            parent: open.parent,
            name: span.name(),
            began: open.began,
            ended: self.start.elapsed(),
            fields: open.fields,
        });
    }
}

/// The fields of a span as JSON.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[test]
    fn spans_of_the_profile_are_kept_with_their_parents_and_no_others() {
        let recorder = Recorder::new();
        recorder.note_start("start");
        let subscriber = tracing_subscriber::registry().with(recorder.layer());
        tracing::subscriber::with_default(subscriber, || {
            let _outer = tracing::info_span!(target: PROFILE, "call", service = "SQS").entered();
            let _of_others = tracing::info_span!("invoke").entered();
            let inner = tracing::info_span!(target: PROFILE, "attempt", status = tracing::field::Empty);
            inner.record("status", 503_u16);
        });
        let slices = recorder.slices();
        let names: Vec<_> = slices.iter().map(|slice| (slice.name, slice.parent, slice.number)).collect();
        assert_eq!(names, [("start", None, 0), ("attempt", Some(1), 2), ("call", None, 1)]);
        assert_eq!(serde_json::json!(slices[1].fields), serde_json::json!({"status": 503}));
        assert_eq!(serde_json::json!(slices[2].fields), serde_json::json!({"service": "SQS"}));
        assert!(slices[2].began <= slices[1].began && slices[1].ended <= slices[2].ended);
    }
}
