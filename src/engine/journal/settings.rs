//! `journal:` of the configuration.

use std::path::PathBuf;

use crate::model::{Argument, Fields, Place, Problem, Problems, Shape, Value};

/// The key of the configuration.
pub const KEY: &str = "journal";

/// How many runs are kept.
const KEEP: usize = 1000;

const ARGUMENTS: &[Argument] = &[
    Argument::optional("dir", Shape::Text, "the directory of the journal"),
    Argument::optional(
        "required",
        Shape::Boolean,
        "True: a run that cannot be recorded is refused, and one whose record breaks off is ended",
    ),
    Argument::optional("keep", Shape::Integer, "how many runs are kept, 1000 unless said otherwise"),
];

/// Where runs are recorded, and how strictly.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Settings {
    /// The directory, where one is configured.
    pub directory: Option<PathBuf>,
    /// True when a run may not go on without its record.
    pub is_required: bool,
    /// How many runs are kept.
    pub keep: usize,
}

impl Settings {
    /// Reads them; none where the configuration says `journal: False`.
    ///
    /// # Errors
    /// Every unknown key and every value of a wrong form.
    pub fn read(configured: Option<&Value>) -> Result<Option<Self>, Problems> {
        let given = match configured {
            Some(Value::Bool(false)) => return Ok(None),
            Some(Value::Bool(true)) | None => None,
            Some(other) => Some(other),
        };
        let place = Place::file(KEY);
        let mut problems = Problems::default();
        let usual = Self { directory: None, is_required: false, keep: KEEP };
        let Some(fields) = Fields::of_setting(ARGUMENTS, given, &place, KEY, &mut problems) else {
            return problems.or(Some(usual));
        };
        let keep = fields.integer("keep").map(|keep| usize::try_from(keep).ok().filter(|keep| *keep > 0));
        if keep == Some(None) {
            problems.push(Problem::at(fields.place_of("keep"), "'keep' must be 1 or more"));
        }
        let read = Self {
            directory: fields.text("dir").map(PathBuf::from),
            is_required: fields.boolean("required").unwrap_or(false),
            keep: keep.flatten().unwrap_or(KEEP),
        };
        problems.or(Some(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: serde_json::Value) -> Result<Option<Settings>, Problems> {
        Settings::read(Some(&Value::from(json)))
    }

    #[test]
    fn the_journal_is_there_unless_it_is_switched_off() {
        let usual = Settings { directory: None, is_required: false, keep: KEEP };
        assert_eq!(Settings::read(None).unwrap(), Some(usual.clone()));
        assert_eq!(read(serde_json::json!(true)).unwrap(), Some(usual));
        assert_eq!(read(serde_json::json!(false)).unwrap(), None);
        let given = read(serde_json::json!({"dir": "/a", "required": true, "keep": 3})).unwrap();
        let expected = Settings { directory: Some("/a".into()), is_required: true, keep: 3 };
        assert_eq!(given, Some(expected));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let problems = read(serde_json::json!({"dri": "/a", "keep": 0})).unwrap_err();
        let text = problems.to_string();
        assert!(text.contains("dri") && text.contains("'keep' must be 1 or more"), "{text}");
    }
}
