//! `grains.*`: grains that the minion stores itself, in the file `grains` beside its configuration.
//!
//! ```yaml
//! roles:
//!   grains.list_present:
//!     - value: web
//! deploy:color:
//!   grains.present:
//!     - value: blue
//! ```
//!
//! Templates of a run see the grains of the start of the run; states see the grains that earlier states of the run have written.
//! If a state changes a part of a grain that comes from the host, the instance or the configuration, the whole grain is copied
//! into the file.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.grains.html>.

mod diff;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use super::{Call, Intent, LocalState};
use crate::operation::Operations;
use machine::file;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain};

const NAME: Argument =
    Argument::optional("name", Shape::Text, "the grain, a path with colons; the ID if left out");
const VALUE: Argument = Argument::required("value", Shape::Any, "its value");
const DELIMITER: Argument =
    Argument::optional("delimiter", Shape::Text, "the separator of the path, instead of a colon");
const FORCE: Argument =
    Argument::optional("force", Shape::Boolean, "whether a present list or mapping is replaced");

/// The state module `grains`.
pub struct Grains;

/// The present grains, and those of the file.
#[derive(Clone, Debug, Default)]
pub struct Live {
    all: Map,
    file: Map,
    path: PathBuf,
}

impl LocalState for Grains {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::present(&["grains.present"], &[NAME, VALUE, DELIMITER, FORCE], "Sets a grain."),
        Function::absent(
            &["grains.absent"],
            &[
                NAME,
                Argument::optional(
                    "destructive",
                    Shape::Boolean,
                    "whether the grain itself is removed; if left out, its value is emptied",
                ),
                DELIMITER,
                FORCE,
            ],
            "Empties or removes a grain.",
        ),
        Function::other("exists", &["grains.exists"], &[NAME, DELIMITER], "Fails unless a grain exists."),
        Function::other(
            "append",
            &["grains.append"],
            &[
                NAME,
                VALUE,
                Argument::optional(
                    "convert",
                    Shape::Boolean,
                    "whether a value that is not a list becomes one",
                ),
                DELIMITER,
            ],
            "Adds a value to a grain that is a list.",
        ),
        Function::other(
            "list_present",
            &["grains.list_present"],
            &[NAME, VALUE, DELIMITER],
            "Adds values to a grain that is a list, and creates it.",
        ),
        Function::other(
            "list_absent",
            &["grains.list_absent"],
            &[NAME, VALUE, DELIMITER],
            "Removes values from a grain that is a list.",
        ),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let Some(directory) = call.context.services.config_dir() else {
            return Err(Outcome::failed(
                "grains are stored beside the configuration, and there is no configuration: name its directory with -c",
            ));
        };
        let path = directory.join("grains");
        let text = file::utf8_if_there(&path).map_err(|error| Outcome::failed(chain(&error)))?;
        let file = match text.unwrap_or_default().trim() {
            "" => Map::new(),
            text => match call.context.services.read_yaml(text) {
                Ok(Value::Map(map)) => map,
                Ok(Value::Null) => Map::new(),
                Ok(other) => {
                    let reason = format!("'{}' holds {}, not a mapping", path.display(), other.type_name());
                    return Err(Outcome::failed(reason));
                }
                Err(reason) => {
                    return Err(Outcome::failed(format!("Unable to read existing grains file: {reason}")));
                }
            },
        };
        let mut all = call.minion.grains.clone();
        all.extend(file.clone());
        Ok(Live { all, file, path })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        diff::diff(&call, &live)
    }
}
