//! Files stay small enough to be read at one sitting. A limit that is too low makes fragments: half of all files have fewer than a
//! hundred lines without any limit.

use super::source::{Source, rust_files};
use super::{assert_none, assert_passed, assert_refused};

const CODE_LINES: usize = 600;
const ALL_LINES: usize = 800;

fn sizes(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources {
        let (code, all) = (source.code.lines().count(), source.text.lines().count());
        if all > ALL_LINES {
            complaints.push(format!("{}: {all} lines, at most {ALL_LINES}", source.path));
        } else if code > CODE_LINES && !source.is_test() {
            complaints.push(format!("{}: {code} lines without tests, at most {CODE_LINES}", source.path));
        }
    }
    complaints
}

#[test]
fn files_stay_small() {
    assert_none(&sizes(&rust_files(&["src", "grains", "tests", "benches"])));
}

#[test]
fn a_long_file_is_refused_and_its_test_module_does_not_count() {
    let line = "fn x() {}\n";
    assert_refused(sizes, "src/x.rs", &line.repeat(601), "601 lines without tests");
    assert_refused(sizes, "src/tests.rs", &line.repeat(801), "801 lines");
    assert_passed(
        sizes,
        "src/x.rs",
        &format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", line.repeat(590), line.repeat(50)),
    );
    assert_passed(sizes, "src/tests.rs", &line.repeat(400));
}
