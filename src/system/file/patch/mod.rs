//! `file.patch`: a unified diff that the program `patch` applies to a file or a directory.
//!
//! Dry runs, which change nothing, show whether the patch is already applied and whether it would apply. See
//! <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.patch>.

mod program;

use std::path::{Path, PathBuf};

use super::arguments::{
    CONTEXT, DEFAULTS, NAME, SKIP_VERIFY, SOURCE, SOURCE_HASH, SOURCE_HASH_NAME, TEMPLATE,
};
use crate::source;
use crate::{Call, Intent, LocalState};
use machine::file;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain};
use program::Program;

const PATCH: &[Argument] = &[
    NAME,
    SOURCE,
    SOURCE_HASH,
    SOURCE_HASH_NAME,
    SKIP_VERIFY,
    TEMPLATE,
    CONTEXT,
    DEFAULTS,
    Argument::optional("options", Shape::Text, "more options of the program"),
    Argument::optional("reject_file", Shape::Text, "the file for parts that do not apply"),
    Argument::optional("strip", Shape::Integer, "how many leading directories of names are left out"),
    Argument::optional("saltenv", Shape::Text, "taken for compatibility: write ?saltenv= in the source"),
];

/// `file.patch`.
pub struct Patch;

/// The results of the dry runs.
#[derive(Clone, Debug)]
pub struct Live {
    program: Program,
    /// True if reversing the patch would work: it is already applied.
    is_applied: bool,
    /// The output of a dry run.
    dry: program::PatchOutput,
}

impl crate::Step for (Program, String) {
    fn refusal(&self) -> Option<String> {
        file::check_path(Path::new(&self.1), true, None).err().map(|error| chain(&error))
    }

    async fn carry_out(self) -> Outcome {
        match self.0.run(&["-N"]).await {
            Err(reason) => Outcome::failed(reason),
            Ok(said) if said.code == 0 => {
                let mut done = Outcome::succeeded("Patch successfully applied");
                done.changes = said.changes();
                done
            }
            Ok(said) => Outcome::failed(format!("Patch failed\n{}", said.text())),
        }
    }
}

impl LocalState for Patch {
    type Live = Live;
    type Step = (Program, String);

    const FUNCTIONS: &'static [Function] =
        &[Function::other("patch", &["file.patch"], PATCH, "Applies a unified diff, once.")];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let text = text(&call).await.map_err(Outcome::failed)?;
        let program = Program::new(&call, text);
        let back = program.run(&["--dry-run", "-R", "-f"]).await.map_err(Outcome::failed)?;
        let dry = program.run(&["--dry-run", "-N"]).await.map_err(Outcome::failed)?;
        Ok(Live { program, is_applied: back.code == 0, dry })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Self::Step> {
        if live.is_applied && live.dry.code != 0 {
            return Intent::Settled(Outcome::succeeded("Patch was already applied"));
        }
        if live.dry.code != 0 {
            let reason = "Patch would not apply cleanly, no changes made. Results of dry-run are below.";
            return Intent::Settled(Outcome::failed(format!("{reason}\n{}", live.dry.text())));
        }
        let mut foreseen = Outcome::would_change("The patch would be applied");
        foreseen.changes = live.dry.changes();
        Intent::Act { foreseen, step: (live.program, call.name.to_owned()) }
    }
}

fn failed(reason: impl std::fmt::Display) -> String {
    format!("Unable to manage file: {reason}")
}

/// The text of the patch, rendered.
async fn text(call: &Call<'_>) -> Result<Vec<u8>, String> {
    let fields = call.fields;
    if !call.name.starts_with('/') {
        return Err(format!("{} is not an absolute path", call.name));
    }
    if !PathBuf::from(call.name).exists() {
        return Err(format!("{} does not exist", call.name));
    }
    if !PathBuf::from(call.name).is_dir() {
        // The program reads the file itself, and would wait for a pipe or fill the disk with a sparse file's copy.
        file::check_read(call.name.as_ref()).map_err(|error| chain(&error))?;
    }
    let Some(sources) = source::written(fields, "source").filter(|sources| !sources.is_empty()) else {
        return Err("no source of the patch is given".to_owned());
    };
    let (found, hash) = source::find_first(call, &sources, sources.len() > 1).await.map_err(failed)?;
    let loaded = found.load().map_err(failed)?;
    let hash = hash.or_else(|| fields.text("source_hash")).unwrap_or_default();
    found.check(call, &hash, call.name, &loaded.contents).await.map_err(failed)?;
    if fields.text("template").is_none() {
        return Ok(loaded.contents);
    }
    let text = String::from_utf8(loaded.contents).map_err(|_| failed("it is not UTF-8 text"))?;
    source::render(call, &text, Some(&found), Map::new()).await.map(String::into_bytes).map_err(failed)
}

/// The pairs of a datum.
fn map(pairs: impl IntoIterator<Item = (&'static str, Value)>) -> Map {
    pairs.into_iter().map(|(key, value)| (key.into(), value)).collect()
}
