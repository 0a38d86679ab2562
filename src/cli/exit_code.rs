//! The exit codes of the program, as one table: the code, `--help`, the manual page and `docs/output.md` take them from here.

/// All is as declared, or the run made it so.
pub const SUCCESS: u8 = 0;
/// Something failed.
pub const FAILED: u8 = 1;
/// A state failed, with `--retcode-passthrough`.
pub const STATE_FAILED: u8 = 2;
/// A target of the fleet names nobody.
pub const NOBODY: u8 = 2;
/// A test run found changes to make, with `--detailed-exitcode`.
pub const WOULD_CHANGE: u8 = 3;
/// What a deployment needs has expired.
pub const EXPIRED: u8 = 4;
/// The pillar is broken, with `--retcode-passthrough`.
pub const PILLAR: u8 = 5;
/// The command line is wrong: `EX_USAGE` of sysexits.h, as `salt-call` has it.
pub const USAGE: u8 = 64;

/// One row of the table.
struct Row {
    code: &'static str,
    /// The option or the command that it belongs to; empty for all.
    with: &'static str,
    meaning: &'static str,
}

const fn row(code: &'static str, with: &'static str, meaning: &'static str) -> Row {
    Row { code, with, meaning }
}

const ROWS: &[Row] = &[
    row("0", "", "everything is as declared, or the run made it so"),
    row(
        "1",
        "",
        "something failed; also a function that does not exist or refuses its arguments, and a plan that is refused",
    ),
    row("1", "--retcode-passthrough", "rendering or compiling failed, and no call was made"),
    row("2", "--retcode-passthrough", "a state failed"),
    row("2", "fleet, ssh", "the target names nobody"),
    row("3", "--detailed-exitcode", "a test run, a plan or the last look of a watch found changes to make"),
    row("4", "deploy", "the pointer, the root document or the release has expired; what is in service stays"),
    row("5", "--retcode-passthrough", "the pillar could not be rendered"),
    row("64", "", "the options, or the arguments of a command, are wrong: nothing was done"),
    row("others", "--retcode-passthrough", "the code of the command that 'cmd.run' and the like started"),
];

/// The table for `--help`.
pub fn help() -> String {
    let mut text = "Exit codes:".to_owned();
    for Row { code, with, meaning } in ROWS {
        let with = if with.is_empty() { String::new() } else { format!("{with}: ") };
        text.push_str(&format!("\n  {code:<7} {with}{meaning}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table as `docs/output.md` has it.
    fn page() -> String {
        let mut text = "| exit code | with | meaning |\n|---|---|---|\n".to_owned();
        for Row { code, with, meaning } in ROWS {
            let with =
                if with.is_empty() { String::new() } else { format!("`{}`", with.replace(", ", "`, `")) };
            text.push_str(&format!("| {code} | {with} | {meaning} |\n"));
        }
        text
    }

    #[test]
    fn the_page_has_this_table() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/output.md");
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains(&page()), "docs/output.md needs:\n{}", page());
    }

    #[test]
    fn each_code_has_its_row() {
        for code in [SUCCESS, FAILED, STATE_FAILED, WOULD_CHANGE, EXPIRED, PILLAR, USAGE] {
            assert!(ROWS.iter().any(|row| row.code == code.to_string()), "{code}");
        }
    }
}
