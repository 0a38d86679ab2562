//! The listeners of a run's events: the plan's collector, the progress on the terminal, the journal, the times.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

use super::walk::Run;
use super::{CliError, Session};
use crate::event_stream::EventStream;
use crate::journal::{self, Recording};
use crate::render::report::{self, Report};
use crate::render::{Progress, write_file};
use crate::settings::Level;
use crate::timeline::Timeline;
use aws::Calls;
use aws::calls::{Called, Fence, Listener};
use engine::Event;
use engine::run_plan::Collector;
use model::Low;

/// The number of slowest states that are named.
const SLOWEST: usize = 5;

/// How often elapsed times are redrawn.
const TICK: Duration = Duration::from_secs(1);

/// The progress ticks as long as this exists.
pub(super) struct Ticking(JoinHandle<()>);

impl Drop for Ticking {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The listeners of one run.
pub(super) struct Listeners {
    /// Makes the plan from the events.
    pub collector: Collector,
    /// Shows the running states.
    pub progress: Progress,
    /// Records a run that changes something; none for a test run.
    pub recording: Option<Arc<Recording>>,
    /// Keeps the times of events.
    pub timeline: Timeline,
    /// True when a report is asked for, which shows the calls one by one.
    has_report: bool,
    /// Writes the events to a file, if one is named.
    events: Option<EventStream>,
    /// The names of states in lines for people.
    labels: Vec<String>,
    began: Timestamp,
    /// The condition that the run is recorded, among those of its calls.
    fence: Option<(Calls, Arc<dyn Fence>)>,
}

impl Listeners {
    /// The listeners of a run that begins.
    ///
    /// # Errors
    ///
    /// The run must be recorded, and cannot be.
    pub fn new(
        session: &Session<'_>,
        lows: &[Low],
        test: bool,
        undoes: Option<String>,
    ) -> Result<Arc<Self>, CliError> {
        let settings = session.settings();
        let is_quiet = settings.levels(session.opts()).0 == Level::Quiet;
        let events = settings.output.events.as_ref().map(|path| {
            EventStream::open(path, &journal::begun(session), test, lows)
                .map_err(|source| CliError::WriteResult { target: path.display().to_string(), source })
        });
        let recording = if test { None } else { Some(Recording::begin(session, lows, undoes)?) };
        let calls = session.reach().snapshot().sessions().calls();
        let fence = recording.as_ref().and_then(Recording::fence);
        let fence = fence.inspect(|fence| calls.fence(fence)).map(|fence| (calls.clone(), fence));
        Ok(Arc::new(Self {
            fence,
            events: events.transpose()?,
            labels: lows.iter().map(|low| format!("{} ({}.{})", low.id, low.state, low.function)).collect(),
            collector: Collector::default(),
            progress: Progress::new(settings.output.stderr_is_terminal, is_quiet, lows),
            recording,
            timeline: Timeline::new(lows.len()),
            has_report: settings.output.report.is_some(),
            began: Timestamp::now(),
        }))
    }

    /// Passes an event to all of them.
    pub fn note(&self, event: &Event) {
        tracing::debug!(?event);
        self.collector.note(event);
        self.timeline.note(event);
        if let Some(events) = &self.events {
            events.note(event);
        }
        if let Some(recording) = &self.recording {
            recording.note(event);
        }
        self.progress.note(event);
    }

    /// The listener that passes them calls.
    pub fn listener(self: &Arc<Self>) -> Listener {
        let listeners = Arc::clone(self);
        Arc::new(move |called: &Called| {
            if listeners.has_report {
                listeners.timeline.note_call(called);
            }
            listeners.progress.note_call();
            if let Some(events) = &listeners.events {
                events.note_call(called);
            }
            if let Some(recording) = &listeners.recording {
                recording.note_call(called);
            }
        })
    }

    /// Lets the progress tick until it is dropped.
    pub fn tick(self: &Arc<Self>, runtime: &Runtime) -> Ticking {
        let listeners = Arc::clone(self);
        Ticking(runtime.spawn(async move {
            loop {
                tokio::time::sleep(TICK).await;
                listeners.progress.tick();
            }
        }))
    }

    /// Notes the end. `result` is `succeeded`, `failed` or `interrupted`.
    pub fn end(&self, result: &str, calls: u64) {
        self.progress.end();
        if let Some((calls, fence)) = &self.fence {
            calls.unfence(fence);
        }
        if let Some(recording) = &self.recording {
            recording.end(result, calls);
        }
        if let Some(events) = &self.events {
            events.end(result, calls);
        }
    }

    /// The slowest states, if the run was long enough for them to matter.
    pub fn slowest(&self) -> Vec<(String, Duration)> {
        let named = |(state, took): (usize, Duration)| Some((self.labels.get(state)?.clone(), took));
        self.timeline.taken().slowest(SLOWEST).into_iter().filter_map(named).collect()
    }

    /// Writes the report, if one is asked for.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn report(&self, session: &Session<'_>, run: &Run, result: &str) -> Result<(), CliError> {
        let Some(path) = &session.settings().output.report else { return Ok(()) };
        let page = report::render(&Report {
            begun: &journal::begun(session),
            began: self.began,
            test: self.recording.is_none(),
            result,
            ran: &run.ran,
            plan: &run.collected().plan,
            times: &self.timeline.taken(),
        });
        write_file(path, &page, false)
            .map_err(|source| CliError::WriteResult { target: path.display().to_string(), source })
    }
}
