use super::*;

fn back_off(directory: &Path, subject: &str) -> BackOff {
    BackOff::read(directory, subject, 600)
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

#[test]
fn each_failure_doubles_the_pause_up_to_the_longest_and_a_success_ends_it() {
    let directory = tempfile::tempdir().unwrap();
    let of = |subject| back_off(directory.path(), subject);
    let mut now = 1000;
    for pause in [60, 120, 240, 480, 600, 600] {
        assert_eq!(of("state.highstate").later(at(now)), None);
        of("state.highstate").ended(false, at(now)).unwrap();
        assert_eq!(of("state.highstate").later(at(now + pause - 1)), Some(at(now + pause)));
        assert_eq!(of("state.sls x").later(at(now)), None, "another subject waits for nothing");
        now += pause;
    }
    of("state.highstate").ended(true, at(now)).unwrap();
    of("state.highstate").ended(false, at(now)).unwrap();
    assert_eq!(of("state.highstate").later(at(now)), Some(at(now + 60)));
}

#[test]
fn a_clock_that_was_set_back_makes_no_pause_longer() {
    let directory = tempfile::tempdir().unwrap();
    back_off(directory.path(), "x").ended(false, at(1_000_000)).unwrap();
    assert_eq!(back_off(directory.path(), "x").later(at(1_000_030)), Some(at(1_000_060)));
    assert_eq!(back_off(directory.path(), "x").later(at(5)), None, "a year and more would be waited for");
}

#[test]
fn a_record_that_is_none_counts_as_none() {
    let directory = tempfile::tempdir().unwrap();
    back_off(directory.path(), "x").ended(false, at(0)).unwrap();
    for entry in fs::read_dir(directory.path()).unwrap() {
        fs::write(entry.unwrap().path(), "{").unwrap();
    }
    assert_eq!(back_off(directory.path(), "x").later(at(0)), None);
}
