//! What goes wrong with AWS before and at the first call, shown on a queue.

use super::{Place, Printed, assert_printed};

const QUEUE: &str = "queue:\n  boto_sqs.present:\n    - name: myapp\n    - region: us-east-1\n";

fn run(sls: &str) -> Printed {
    Place::new().with("states/a.sls", sls).run("state.sls a")
}

#[test]
fn a_misspelt_state_module_comes_with_a_suggestion() {
    assert_printed!("aws_unknown_state", run("queue:\n  boto_sqz.present: []\n"));
    assert_printed!("aws_unknown_manual", Place::new().run("sys.doc boto_sqz"));
}

#[test]
fn wrong_arguments_are_told_at_once() {
    assert_printed!(
        "aws_wrong_arguments",
        run(&format!("{QUEUE}    - attributes: 30\n    - regoin: us-east-1\n"))
    );
}

#[test]
fn without_credentials_nothing_is_called() {
    let printed = run(QUEUE);
    assert_eq!(printed.code, Some(1));
    for told in ["no credentials", "Nothing was changed.", "Hint: ", "states/a.sls:1:1"] {
        assert!(printed.stdout.contains(told), "{told} is not in\n{}", printed.stdout);
    }
}

#[test]
fn a_region_that_does_not_exist_is_found_before_any_call() {
    assert_printed!("aws_no_region", run(&QUEUE.replace("us-east-1", "us-esat-1")));
}

#[test]
fn a_profile_that_does_not_exist_is_found_before_any_call() {
    assert_printed!("aws_no_profile", run("queue:\n  boto_sqs.present:\n    - profile: nosuch\n"));
}

#[test]
fn a_missing_argument_is_named_with_the_place_of_the_state() {
    let printed = run("group:\n  boto_secgroup.present:\n    - name: myapp\n");
    assert_eq!(printed.code, Some(1));
    for told in ["states/a.sls:2:3", "'description'", "boto_secgroup.present"] {
        assert!(printed.stderr.contains(told), "{told} is not in\n{}", printed.stderr);
    }
}
