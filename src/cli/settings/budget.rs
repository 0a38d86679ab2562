//! The settings of budgets for calls to AWS: where runs share them, and their speed.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::Settings;
use aws::BudgetSettings;
use model::{Map, Value};

/// The factor for AWS's published limits, 0 for no limits: for tests against other servers, not for users.
const SPEED: &str = "aws_budget_speed";

impl Settings {
    /// The settings of the budgets from now on.
    pub fn budgets(&self, opts: &Map) -> BudgetSettings {
        let speed = opts.get(SPEED).and_then(|value| match value {
            #[expect(clippy::cast_precision_loss, reason = "a small factor")]
            Value::Int(speed) => Some(*speed as f64),
            Value::Float(speed) => Some(*speed),
            _ => None,
        });
        let started = Timestamp::now().as_duration().unsigned_abs();
        BudgetSettings { directory: self.budget_directory(), started, speed }
    }

    /// The user's directory for data that may be lost, the same for a terminal and for cron.
    fn budget_directory(&self) -> Option<PathBuf> {
        let absolute = |name: &str| {
            let path = Path::new(self.environment.get(name)?);
            path.is_absolute().then(|| path.to_owned())
        };
        let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
        Some(cache?.join("orchestrate").join("budgets"))
    }
}
