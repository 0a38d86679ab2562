//! The HTML report and what axe-core says about it, in Chromium: each view, light and dark, on a wide screen and on a telephone.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::aws::{Account, sls};
use super::report::{dom, has_chromium, without_errors};
use crate::local_aws::Fault;
use crate::support::left_out;

const CHECK: &str = include_str!("axe/check.js");

/// Sizes of a window.
const WIDE: (u32, u32) = (1200, 900);
const NARROW: (u32, u32) = (390, 844);

/// What `tests/it/plans/axe/fetch` has put beside what cargo builds.
fn axe() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent()?;
    Some(target.join("axe/node_modules/axe-core/axe.min.js")).filter(|file| file.exists())
}

/// The page with two more scripts.
fn with_axe(page: &Path, axe: &Path) -> PathBuf {
    let text = fs::read_to_string(page).expect("a report");
    let (before, end) = text.rsplit_once("</body>").expect("a body");
    let axe = fs::read_to_string(axe).expect("a script").replace("</script", "<\\/script");
    let checked = page.with_extension("axe.html");
    let scripts = format!("<script>{axe}</script><script>{CHECK}</script>");
    fs::write(&checked, format!("{before}{scripts}</body>{end}")).expect("a page");
    checked
}

/// What axe-core finds wrong in a page, with the view. It must have looked at all of them.
#[track_caller]
fn violations(page: &Path, size: (u32, u32)) -> Vec<String> {
    let (shown, log) = dom(page, "", size);
    without_errors(&log);
    let (_, found) =
        shown.split_once("<pre id=\"found\">").unwrap_or_else(|| panic!("axe-core did not end: {log}"));
    let found = found.split('<').next().unwrap_or_default();
    let found: Vec<Value> =
        serde_json::from_slice(&STANDARD.decode(found).expect("base64")).expect("what check.js wrote");
    assert_eq!(found.len(), 6, "three views, light and dark");
    let mut all = vec![];
    for view in found {
        assert!(view["passes"].as_u64() > Some(20), "axe-core has looked: {view}");
        let at = format!("{} {} {size:?}", view["view"], view["theme"]);
        all.extend(view["violations"].as_array().expect("a list").iter().map(|it| format!("{at}: {it}")));
    }
    all
}

/// A run that has everything which a report can show: changes, calls that fail and are repeated, failures, states of the machine.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_core_finds_nothing_wrong_in_the_report_of_a_run_and_of_a_plan() {
    if !has_chromium("the report and axe-core") {
        return;
    }
    let axe = axe();
    left_out(
        "the report and axe-core",
        usize::from(axe.is_none()),
        "axe-core is missing (npm fetches it)",
        false,
    );
    let Some(axe) = axe else { return };
    let account = Account::with(&sls(0, &[22, 80], "10.0.0.0/8")).await;
    let _ = account.succeeds("state.sls app");
    let more = "\nbroken:\n  test.fail_without_changes:\n    - require: [{boto_sqs: jobs}]\n\
                after it:\n  test.nop:\n    - require: [{test: broken}]\n\
                made:\n  test.succeed_with_changes: []\n";
    account.write(&(sls(5, &[80, 443], "0.0.0.0/0") + more));
    let plan = account.run("plan app --report plan.html --guards={\"open_ports\":[]}");
    assert_eq!(plan.code, Some(1), "{}", plan.whole());
    account.proxy.set(Fault::Throttle(1));
    let run = tokio::task::block_in_place(|| account.place().run("state.sls app --report run.html"));
    assert_eq!(run.code, Some(1), "{}", run.whole());
    let text = fs::read_to_string(account.path("run.html")).expect("a report");
    assert!(text.contains("\"attempts\":2"), "a call was repeated");
    let found: Vec<String> = ["plan.html", "run.html"]
        .iter()
        .flat_map(|page| {
            let page = with_axe(&account.path(page), &axe);
            [WIDE, NARROW].map(|size| violations(&page, size)).concat()
        })
        .collect();
    assert_eq!(found, Vec::<String>::new());
}
