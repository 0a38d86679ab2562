//! What is read by our own rules, beside the program whose rules they are: dpkg, rpm and Python are asked about texts made at random.

use std::cmp::Ordering;
use std::path::Path;
use std::process::{Command, Stdio};

use machine::package::{compare_deb, compare_rpm};
use machine::process::split;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::support::left_out;

/// The same values at each run.
fn made<T>(count: usize, strategy: &impl Strategy<Value = T>) -> Vec<T> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..count).map(|_| strategy.new_tree(&mut runner).expect("a value").current()).collect()
}

/// Pairs of versions. Most have a beginning in common: of others only the first sign is compared.
fn pairs(count: usize, version: &'static str, ending: &'static str) -> Vec<(String, String)> {
    let pair = (version, version, ending, 0..3).prop_map(|(one, other, ending, kind)| {
        let near = format!("{one}{ending}");
        (one, if kind == 0 { other } else { near })
    });
    made(count, &pair)
}

/// True where the program is there.
fn has(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    let could_run = Path::new("/usr/bin/apt-get").exists();
    left_out(&format!("what {program} says"), usize::from(!is_there), "there is no such program", could_run);
    is_there
}

/// Fails where all pairs are ordered alike, which would show nothing.
fn assert_various(orders: &[Ordering]) {
    for order in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
        let count = orders.iter().filter(|it| **it == order).count();
        assert!(count * 20 > orders.len(), "{order:?} {count} times of {}", orders.len());
    }
}

#[test]
fn versions_of_debian_are_ordered_as_dpkg_orders_them() {
    if !has("dpkg") {
        return;
    }
    let version = "([0-2]:)?[0-3]([.]|[0-9]|00|a|b|rc|~|[+]|~~|z|[.]0|-1){0,6}(-[0-9a-c.+~]{1,4})?";
    let all = pairs(500, version, "0|00|a|a0|~|[.]|[.]0|[.]00|[+]1|-0|-1|~1");
    let orders = all.iter().map(|(one, other)| {
        let order = compare_deb(one, other);
        let word = match order {
            Ordering::Less => "lt",
            Ordering::Equal => "eq",
            Ordering::Greater => "gt",
        };
        let mut asked = Command::new("dpkg");
        asked.args(["--compare-versions", one, word, other]).stderr(Stdio::null());
        assert!(asked.status().expect("dpkg").success(), "dpkg does not say that {one} {word} {other}");
        order
    });
    assert_various(&orders.collect::<Vec<_>>());
}

#[test]
fn versions_of_red_hat_are_ordered_as_rpm_orders_them() {
    if !has("rpm") {
        return;
    }
    let version = "([0-2]:)?[0-3]([.]|[0-9]|00|a|b|rc|~|[+]|\\^|z|[.]0|_){0,6}-[0-9a-c.~^]{1,4}";
    let all = pairs(2000, version, "0|a|~|\\^|[.]|[.]0|~1|\\^1|_");
    let print = |(one, other): &(String, String)| format!("print(rpm.vercmp('{one}','{other}')..' ')\n");
    let script: String = all.iter().map(print).collect();
    let asked = Command::new("rpm").args(["--eval", &format!("%{{lua:{script}}}")]).output().expect("rpm");
    let said = String::from_utf8_lossy(&asked.stdout).into_owned();
    let said = said.split_whitespace().filter_map(|word| Some(word.parse::<i32>().ok()?.cmp(&0)));
    let said: Vec<Ordering> = said.collect();
    assert_eq!(said.len(), all.len(), "{}", String::from_utf8_lossy(&asked.stderr));
    for ((one, other), said) in all.iter().zip(&said) {
        assert_eq!(compare_rpm(one, other), *said, "{one} {other}");
    }
    assert_various(&said);
}

#[test]
fn words_are_those_of_pythons_shlex() {
    if !has("python3") {
        return;
    }
    let texts = made(3000, &"([ab \t]|'|\"|\\\\|#|[$`]|\n|é|\u{c}|\u{a0}){0,12}");
    let script = "
import json, shlex, sys
def split(text):
    try:
        return shlex.split(text)
    except ValueError:
        return None
json.dump([split(text) for text in json.loads(sys.argv[1])], sys.stdout)";
    let given = serde_json::to_string(&texts).expect("JSON");
    let asked = Command::new("python3").args(["-c", script, &given]).output().expect("python3");
    let said: Vec<Option<Vec<String>>> = serde_json::from_slice(&asked.stdout).expect("lists of words");
    assert_eq!(said.len(), texts.len());
    for (text, said) in texts.iter().zip(&said) {
        assert_eq!(split(text), *said, "{text:?}");
    }
    let broken = said.iter().filter(|said| said.is_none()).count();
    assert!((300..2700).contains(&broken), "{broken} of {} cannot be split", said.len());
}
