//! `ssh-job`: the host's side. It works in the directory that the script has entered and checked.

use std::os::fd::AsFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::io::BufReader;

use super::super::child::JOB_NAME;
use super::super::command::Given;
use super::super::open::runtime;
use super::super::{Ended, failed};
use crate::render::result_stream;
use crate::settings::Environment;
use fleet::agent::{Child, Runner};
use fleet::ssh::{Hello, Site, serve};
use machine::account::own_uid;
use machine::file::{self, Permissions};
use model::chain;

/// This program as it runs: its path could lead to another one meanwhile.
const OWN: &str = "/proc/self/exe";
/// How many programs are kept: those of operators with different versions.
const PROGRAMS: usize = 3;
/// The remains of an interrupted upload or job are removed after this many seconds.
const OLD: u64 = 24 * 3600;

/// Serves one operator over stdin and stdout.
pub fn run(_: &Given, environment: &Environment) -> Result<u8, Ended> {
    let here = environment.directory.clone();
    tidy(&here);
    let scratch = here.join(format!("job-{}", std::process::id()));
    let made = std::fs::DirBuilder::new().mode(0o700).create(&scratch);
    made.map_err(|error| failed(format!("{} cannot be made: {error}", scratch.display())))?;
    let runner = |hello: &Hello| runner(hello, &scratch, &here);
    let site = Site { runner: &runner, trees: here.join("trees"), clock: jiff::Timestamp::now };
    let runtime = runtime()?;
    let stdin = std::io::stdin().as_fd().try_clone_to_owned().map(std::fs::File::from);
    let unusable = |error: std::io::Error| failed(format!("stdin and stdout cannot be used: {error}"));
    // sshd gives pipes or sockets.
    let stdin = tokio::fs::File::from_std(stdin.map_err(unusable)?);
    let stdout = tokio::fs::File::from_std(result_stream().map_err(unusable)?);
    let served = runtime.block_on(serve(BufReader::new(stdin), stdout, &site));
    // A thread waits for more of stdin, and is not waited for.
    runtime.shutdown_background();
    let _ = std::fs::remove_dir_all(&scratch);
    served.map_err(|error| failed(chain(&error)))?;
    Ok(0)
}

/// The configuration of the job in a directory of its own, and what runs it.
fn runner(hello: &Hello, scratch: &Path, here: &Path) -> Result<Arc<dyn Runner>, String> {
    let mut config = hello.config.clone();
    config.insert("id".to_owned(), hello.id.clone().into());
    // Root's jobs share the usual directory, and with it the lock of runs, with the agent and the timer of the host.
    if own_uid() != 0 {
        config.entry("cachedir").or_insert_with(|| here.join("cache").display().to_string().into());
    }
    let private = Permissions { mode: Some(0o600), ..Permissions::default() };
    let text = serde_json::Value::Object(config).to_string();
    file::replace(&scratch.join("minion"), text.as_bytes(), private).map_err(|error| chain(&error))?;
    let arguments =
        [JOB_NAME, "--config-dir"].map(Into::into).into_iter().chain([scratch.as_os_str().to_owned()]);
    Ok(Arc::new(Child { program: PathBuf::from(OWN), arguments: arguments.collect() }))
}

/// Removes what earlier visits left: old uploads, directories of jobs that were cut off, programs but for the last few.
fn tidy(here: &Path) {
    let mut programs = vec![];
    for name in file::names(here).unwrap_or_default() {
        let path = here.join(&name);
        let Ok(written) = std::fs::metadata(&path).and_then(|facts| facts.modified()) else { continue };
        let age =
            jiff::Timestamp::try_from(written).map(|at| jiff::Timestamp::now().duration_since(at).as_secs());
        let is_old = age.is_ok_and(|age| u64::try_from(age).is_ok_and(|age| age > OLD));
        let digest = name.strip_prefix("program-");
        match digest {
            Some(digest) if digest.len() == 64 => programs.push((written, path)),
            Some(_) if is_old => drop(std::fs::remove_file(&path)),
            None if is_old && name.starts_with("job-") => drop(std::fs::remove_dir_all(&path)),
            _ => {}
        }
    }
    programs.sort();
    let many = programs.len().saturating_sub(PROGRAMS);
    for (_, path) in programs.into_iter().take(many) {
        let _ = std::fs::remove_file(path);
    }
}
