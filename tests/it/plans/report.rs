//! The HTML report: what is in it, and that Chromium shows it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Place, left_out};

const SLS: &str = "
<b>made & kept</b>:
  test.succeed_with_changes: []
broken:
  test.fail_without_changes: []
same:
  test.nop:
    - require:
      - test: <b>made & kept</b>
word:
  file.managed:
    - name: DIR/new
    - contents: |
        first line
        </script><script>document.title = 'taken over'</script>
";

/// The size of a window.
const SIZE: (u32, u32) = (1200, 900);

fn place() -> Place {
    let place = Place::new().with("cache/.keep", "");
    let sls = SLS.replace("DIR", &place.path("cache").display().to_string());
    place.with("states/app.sls", &sls)
}

/// What Chromium makes of a page in a window of this size: its elements after all scripts, and its log.
pub fn dom(page: &Path, hash: &str, (width, height): (u32, u32)) -> (String, String) {
    let profile = tempfile::tempdir().expect("a directory");
    let output = machine::process::while_none_starts(|| {
        Command::new("chromium")
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--enable-logging=stderr",
            ])
            .args(["--virtual-time-budget=20000", "--dump-dom", "--host-resolver-rules=MAP * ~NOTFOUND"])
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(format!("file://{}#{hash}", page.display()))
            .output()
    });
    let output = output.expect("chromium");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Whether there is a Chromium; says so where there is none.
pub fn has_chromium(what: &str) -> bool {
    let is_there = Path::new("/usr/bin/chromium").exists();
    left_out(what, usize::from(!is_there), "chromium is not installed", false);
    is_there
}

#[track_caller]
pub fn without_errors(log: &str) {
    let said: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert_eq!(said, Vec::<&str>::new());
}

/// The element of a list item, from its first letter on.
fn item<'a>(dom: &'a str, id: &str) -> &'a str {
    let start = dom.find(&format!("<li id=\"{id}\"")).unwrap_or_else(|| panic!("no {id}: {dom}"));
    &dom[start..dom[start..].find('>').map_or(dom.len(), |end| start + end + 1)]
}

#[test]
fn a_report_is_one_private_file_that_loads_nothing() {
    let place = place();
    let run = place.run("state.sls app --report report.html");
    assert_eq!(run.code, Some(1), "{}", run.whole());
    let page = fs::read_to_string(place.path("report.html")).expect("a file");
    let mode = std::os::unix::fs::PermissionsExt::mode(
        &fs::metadata(place.path("report.html")).expect("a file").permissions(),
    );
    assert_eq!(mode & 0o777, 0o600);
    assert!(page.contains("default-src 'none'") && page.contains("<svg"), "{page}");
    assert!(!page.contains("{{"), "every place of the page is filled");
    assert_eq!(page.matches("<script").count(), 2, "what an author wrote is no element");
    let start = page.find("id=\"data\">").expect("data") + "id=\"data\">".len();
    let end = start + page[start..].find("</script>").expect("an end");
    let data: serde_json::Value = serde_json::from_str(&page[start..end]).expect("JSON");
    let status: Vec<&str> = data["states"]
        .as_array()
        .expect("states")
        .iter()
        .map(|it| it["status"].as_str().expect("one"))
        .collect();
    assert_eq!(status, ["change", "failed", "unchanged", "create"]);
    assert_eq!((&data["result"], &data["test"]), (&"failed".into(), &false.into()));
    assert!(data["states"][0]["ended"].as_f64() > Some(0.0));
}

#[test]
fn a_plan_and_an_applied_plan_have_a_report_and_other_commands_do_not() {
    let place = Place::new().with("states/app.sls", "made:\n  test.succeed_with_changes: []\n");
    let plan = place.run("plan app -o p --report plan.html");
    assert_eq!(plan.code, Some(0), "{}", plan.whole());
    let page = fs::read_to_string(place.path("plan.html")).expect("a file");
    assert!(page.contains("\"test\":true") && page.contains("\"result\":\"planned\""), "{page}");
    let applied = place.run("apply p --yes --report apply.html");
    assert_eq!(applied.code, Some(0), "{}", applied.whole());
    assert!(fs::read_to_string(place.path("apply.html")).expect("a file").contains("\"test\":false"));
    for words in ["grains.items --report x.html", "graph app --report x.html"] {
        let refused = place.run(words);
        assert_eq!(refused.code, Some(64), "{}", refused.whole());
        assert!(refused.stderr.contains("has no report"), "{}", refused.stderr);
    }
}

#[test]
fn chromium_shows_what_happened_without_an_error() {
    if !has_chromium("the report in a browser") {
        return;
    }
    let place = place();
    let _ = place.run("state.sls app --report report.html");
    let page = place.path("report.html");
    let (shown, log) = dom(&page, "", SIZE);
    without_errors(&log);
    assert!(shown.contains("<title>state.sls app</title>"), "no text of an author is carried out");
    assert!(shown.contains("4 of 4 states"), "{shown}");
    assert!(shown.contains("&lt;b&gt;made &amp; kept&lt;/b&gt;"), "names are text");
    assert!(item(&shown, "s1").contains("failed"), "{shown}");
    assert!(shown.contains("Failure!"), "a failed state is open");
    let (filtered, log) = dom(&page, "only=failed&view=timeline&theme=dark", SIZE);
    without_errors(&log);
    assert!(filtered.contains("1 of 4 states") && filtered.contains("data-theme=\"dark\""), "{filtered}");
    assert!(!filtered.contains("<li id=\"s0\""), "only what is asked for is in the page: {filtered}");
    assert_eq!(filtered.matches("class=\"row\"").count(), 1, "one for each state that is asked for");
    let (found, log) = dom(&page, "q=new file", SIZE);
    without_errors(&log);
    assert!(
        found.contains("1 of 4 states") && item(&found, "s3").contains("create"),
        "the search finds differences"
    );
    let (opened, log) = dom(&page, "s3", SIZE);
    without_errors(&log);
    assert!(opened.contains("<details open=\"\"><summary>") && opened.contains("class=\"plus\""), "{opened}");
}

#[test]
fn a_thousand_states_are_shown() {
    let states: String = (0..1000)
        .map(|it| {
            let above = if it % 10 == 0 {
                String::new()
            } else {
                format!("    - require: [{{test: s{}}}]\n", it / 10 * 10)
            };
            format!("s{it}:\n  test.succeed_with_changes:\n    - name: n{it}\n{above}")
        })
        .collect();
    let place = Place::new().with("states/app.sls", &states);
    let run = place.run("--out quiet state.sls app --report report.html");
    assert_eq!(run.code, Some(0), "{}", run.whole());
    let page = place.path("report.html");
    assert!(fs::metadata(&page).expect("a file").len() < 3 << 20, "less than 3 MiB");
    if has_chromium("the report of a thousand states in a browser") {
        let (shown, log) = dom(&page, "view=timeline&q=s99", SIZE);
        without_errors(&log);
        assert!(shown.contains("11 of 1000 states"), "s99 and s990 to s999");
    }
}
