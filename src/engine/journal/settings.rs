//! `journal:` in the configuration.

use std::path::PathBuf;

use model::{Argument, Fields, Key, Map, Place, Problem, Problems, Shape, Value};

/// The key of the configuration.
pub const KEY: &str = "journal";

/// The number of kept runs.
const KEEP: usize = 1000;

const ARGUMENTS: &[Argument] = &[
    Argument::optional("dir", Shape::Text, "the directory of the journal"),
    Argument::optional(
        "required",
        Shape::Boolean,
        "True: a run that cannot be recorded is refused, and a run whose record fails is ended",
    ),
    Argument::optional("keep", Shape::Integer, "the number of kept runs (default: 1000)"),
    Argument::optional("s3", Shape::Text, "the bucket and prefix for copies of the runs: s3://bucket/prefix"),
];

/// Where and how strictly runs are recorded.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Settings {
    /// The directory, if one is configured.
    pub directory: Option<PathBuf>,
    /// True when a run may not continue without its record.
    pub is_required: bool,
    /// The number of kept runs.
    pub keep: usize,
    /// The bucket and prefix for copies of the runs: `s3://bucket/prefix`.
    pub s3: Option<String>,
}

impl Settings {
    /// Reads them; none if the configuration says `journal: False`.
    ///
    /// # Errors
    /// All unknown keys and all values of a wrong form.
    pub fn read(configured: Option<&Value>) -> Result<Option<Self>, Problems> {
        let given = match configured {
            Some(Value::Bool(false)) => return Ok(None),
            Some(Value::Bool(true)) | None => None,
            Some(Value::Str(url)) => {
                Some(Value::Map(Map::from_iter([(Key::from("s3"), Value::from(url.as_str()))])))
            }
            Some(other) => Some(other.clone()),
        };
        let given = given.as_ref();
        let place = Place::file(KEY);
        let mut problems = Problems::default();
        let usual = Self { directory: None, is_required: false, keep: KEEP, s3: None };
        let Some(fields) = Fields::of_setting(ARGUMENTS, given, &place, KEY, &mut problems) else {
            return problems.or(Some(usual));
        };
        let keep = fields.integer("keep").map(|keep| usize::try_from(keep).ok().filter(|keep| *keep > 0));
        if keep == Some(None) {
            problems.push(Problem::at(fields.place_of("keep"), "'keep' must be 1 or more"));
        }
        let s3 = fields.text("s3");
        if s3
            .as_ref()
            .is_some_and(|url| url.strip_prefix("s3://").is_none_or(|rest| rest.trim_matches('/').is_empty()))
        {
            problems
                .push(Problem::at(fields.place_of("s3"), "'s3' names no bucket: write s3://bucket/prefix"));
        }
        let read = Self {
            s3,
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
        let usual = Settings { directory: None, is_required: false, keep: KEEP, s3: None };
        assert_eq!(Settings::read(None).unwrap(), Some(usual.clone()));
        assert_eq!(read(serde_json::json!(true)).unwrap(), Some(usual.clone()));
        assert_eq!(read(serde_json::json!(false)).unwrap(), None);
        let given = read(serde_json::json!({"dir": "/a", "required": true, "keep": 3})).unwrap();
        let expected = Settings { directory: Some("/a".into()), is_required: true, keep: 3, s3: None };
        assert_eq!(given, Some(expected));
        let shared = Settings { s3: Some("s3://ops/runs".to_owned()), ..usual };
        assert_eq!(read(serde_json::json!("s3://ops/runs")).unwrap(), Some(shared.clone()));
        assert_eq!(read(serde_json::json!({"s3": "s3://ops/runs"})).unwrap(), Some(shared));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let problems = read(serde_json::json!({"dri": "/a", "keep": 0})).unwrap_err();
        let text = problems.to_string();
        assert!(read(serde_json::json!("/srv/journal")).unwrap_err().to_string().contains("names no bucket"));
        assert!(text.contains("dri") && text.contains("'keep' must be 1 or more"), "{text}");
    }
}
