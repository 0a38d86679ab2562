//! What of a test cannot run here. A unit test uses this module as well, by its path.

/// Says in a line of its own what of a test could not run here. Where nothing may be left out that could have run
/// (`ORCHESTRATE_CI`, which `.ci/run` sets), it fails.
pub fn left_out(what: &str, count: usize, why: &str, could_run: bool) {
    if count == 0 {
        return;
    }
    // The test's own output is shown only when it fails.
    let mut out = std::io::stderr();
    let _ = std::io::Write::write_all(&mut out, format!("NOT run here: {what}: {why}\n").as_bytes());
    assert!(!could_run || !is_strict(), "{what} could run here, and must: {why}");
}

fn is_strict() -> bool {
    std::env::var_os("ORCHESTRATE_CI").is_some()
}
