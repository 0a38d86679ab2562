//! The first line of a file, which may name its render steps.
//!
//! See <https://docs.saltproject.io/en/3007/ref/renderers/index.html>.

use std::borrow::Cow;

use model::problem::did_you_mean;
use model::{Place, Problem};

/// One step of a pipeline.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// Text to text.
    Jinja,
    /// Text to data.
    Yaml,
    /// Text to data.
    Json,
    /// Data to data, messages of GnuPG decrypted.
    Gpg,
}

/// The steps of a file, and its text. The line with the steps is blanked, so that all lines keep their number.
pub fn split<'t>(text: &'t str, default: &str, shown: &str) -> Result<(Vec<Step>, Cow<'t, str>), Problem> {
    let first = text.lines().next().unwrap_or_default();
    // `#!/bin/sh` is no pipeline.
    let named = first.strip_prefix("#!").map(str::trim).filter(|named| !named.starts_with('/'));
    let place = Place::new(shown, 1, 1);
    let Some(named) = named else {
        return Ok((steps(default, &place)?, Cow::Borrowed(text)));
    };
    let body = text.split_once('\n').map_or("", |(_, body)| body);
    Ok((steps(named, &place)?, Cow::Owned(format!("\n{body}"))))
}

fn steps(pipeline: &str, place: &Place) -> Result<Vec<Step>, Problem> {
    pipeline.split('|').map(|part| step(part.trim(), place)).collect()
}

fn step(part: &str, place: &Place) -> Result<Step, Problem> {
    let name = part.split_whitespace().next().unwrap_or_default();
    match name {
        "jinja" => Ok(Step::Jinja),
        "yaml" => Ok(Step::Yaml),
        "json" => Ok(Step::Json),
        "gpg" => Ok(Step::Gpg),
        "py" | "pydsl" | "pyobjects" | "mako" | "wempy" | "genshi" | "cheetah" => Err(Problem::at(
            place,
            format!("the renderer '{name}' runs Python, which this program does not run"),
        )
        .hint("write the file as Jinja and YAML: #!jinja|yaml")),
        "yamlex" => {
            let problem =
                Problem::at(place, "the renderer 'yamlex' and its tag !aggregate are not supported");
            Err(problem.hint("write #!jinja|yaml, and set pillar_merge_lists: True to join lists"))
        }
        "" => Err(Problem::at(place, "the pipeline names no renderer").hint("write #!jinja|yaml")),
        _ => {
            let problem = Problem::at(place, format!("there is no renderer '{name}'"));
            Err(match did_you_mean(name, ["jinja", "yaml", "json", "gpg"]) {
                Some(word) => problem.hint(format!("did you mean '{word}'?")),
                None => problem.hint("there are jinja, yaml, json and gpg, as in #!jinja|yaml"),
            })
        }
    }
}
