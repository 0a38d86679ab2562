use super::*;

fn wishes(directory: &Path) -> Wishes {
    let (company, back_off) = (Company::None, Some(600));
    Wishes { directory: directory.join("turns"), company, back_off, subject: "state.highstate".to_owned() }
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn taken(wishes: &Wishes, second: i64) -> Ticket {
    match wishes.ask(at(second)).unwrap() {
        Turn::Now(ticket) => ticket,
        other => panic!("{other:?} at {second}"),
    }
}

fn later(wishes: &Wishes, second: i64) -> i64 {
    match wishes.ask(at(second)).unwrap() {
        Turn::Later(then) => then.as_second(),
        other => panic!("{other:?} at {second}"),
    }
}

#[test]
fn there_is_one_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let wishes = wishes(directory.path());
    let ticket = taken(&wishes, 0);
    assert!(matches!(wishes.ask(at(0)).unwrap(), Turn::UnderWay));
    let other = Wishes { subject: "state.sls x".to_owned(), ..wishes.clone() };
    assert!(matches!(other.ask(at(0)).unwrap(), Turn::UnderWay), "whatever it runs");
    let deployment = Wishes { company: Company::Deployments, ..wishes.clone() };
    assert!(matches!(deployment.ask(at(0)).unwrap(), Turn::UnderWay));
    let careless = Wishes { company: Company::Any, ..wishes.clone() };
    taken(&careless, 0).ended(true, at(0)).unwrap();
    drop(ticket);
    let deployments = [taken(&deployment, 0), taken(&deployment, 0)];
    assert!(matches!(wishes.ask(at(0)).unwrap(), Turn::UnderWay), "two deployments are under way");
    drop(deployments);
    taken(&wishes, 0).ended(true, at(1)).unwrap();
}

#[test]
fn each_failure_doubles_the_pause_up_to_the_longest_and_a_success_ends_it() {
    let directory = tempfile::tempdir().unwrap();
    let wishes = wishes(directory.path());
    let mut now = 1000;
    for pause in [60, 120, 240, 480, 600, 600] {
        taken(&wishes, now).ended(false, at(now)).unwrap();
        assert_eq!(later(&wishes, now + pause - 1), now + pause);
        let other = Wishes { subject: "state.sls x".to_owned(), ..wishes.clone() };
        taken(&other, now);
        now += pause;
    }
    taken(&wishes, now).ended(true, at(now)).unwrap();
    taken(&wishes, now).ended(false, at(now)).unwrap();
    assert_eq!(later(&wishes, now), now + 60);
}

#[test]
fn a_record_that_is_none_counts_as_none() {
    let directory = tempfile::tempdir().unwrap();
    let wishes = wishes(directory.path());
    taken(&wishes, 0).ended(false, at(0)).unwrap();
    for entry in fs::read_dir(&wishes.directory).unwrap() {
        fs::write(entry.unwrap().path(), "{").unwrap();
    }
    taken(&wishes, 0);
}
