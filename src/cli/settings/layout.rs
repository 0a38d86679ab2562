//! The layout of results, after the configuration file is read.

use super::{Level, Settings};
use crate::render::color::Paint;
use crate::render::{Layout, Outputter, highstate};
use model::{Map, Value};

impl Settings {
    /// The layout of the result: as typed, else as configured, else that of the function.
    ///
    /// `highstate` shows only returns of states. All other answers keep their own layout, as in Salt.
    pub fn layout(&self, opts: &Map, of_function: Outputter) -> Layout {
        let text = |key: &str| opts.get(key).and_then(Value::as_str);
        let truth = |key: &str, default: bool| opts.get(key).and_then(Value::as_bool).unwrap_or(default);
        let configured = text("output").and_then(Outputter::parse);
        let state_output =
            self.output.state_output.as_deref().or_else(|| text("state_output")).unwrap_or("full");
        let verbose = self.output.state_verbose.unwrap_or_else(|| truth("state_verbose", true));
        let only_changed = self.output.only_changed || truth("state_output_diff", false);
        let indent = opts.get("output_indent").and_then(Value::as_int).and_then(|it| i32::try_from(it).ok());
        let chosen = self.output.outputter.or(configured);
        let highstate = highstate::Layout {
            verbose: verbose && !only_changed,
            profile: truth("state_output_profile", true),
            percent: truth("state_output_pct", false),
            tabular: opts.get("state_tabular").is_some_and(Value::is_truthy),
            ..highstate::Layout::default()
        };
        Layout {
            outputter: chosen.filter(|it| *it != Outputter::Highstate).unwrap_or(of_function),
            indent: self.output.indent.or(indent),
            paint: Paint::new(self.has_color(opts)),
            highstate: highstate.with_state_output(state_output),
            is_ordered: false,
        }
    }

    fn has_color(&self, opts: &Map) -> bool {
        let configured = opts.get("color").and_then(Value::as_bool).filter(|color| !color);
        let default = self.output.stdout_is_terminal && self.output.file.is_none();
        self.output.color.or(configured).unwrap_or(default)
    }

    /// The log levels of stderr and of the log file: as typed, else as configured.
    pub fn levels(&self, opts: &Map) -> (Level, Level) {
        let configured = |key: &str| opts.get(key).and_then(Value::as_str).and_then(Level::parse);
        let console = self.logging.console.or_else(|| configured("log_level")).unwrap_or(Level::Warning);
        let file = self.logging.file_level.or_else(|| configured("log_level_logfile"));
        (console, file.unwrap_or(Level::Warning))
    }
}
