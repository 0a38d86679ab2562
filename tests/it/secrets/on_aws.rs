//! Each form of a secret in the outlets that only a run on AWS has: differences, records of changes, undo, errors of AWS.

use std::fmt::Write as _;

use super::KeyRing;
use super::declared::Server;
use super::outlets::{SECRET, forms, table_is_written};
use crate::local_aws::Moto;
use crate::support::Place;

/// One parameter for each form; another word changes all descriptions.
fn sls(forms: &[(&'static str, String)], word: &str) -> String {
    let mut sls = String::from("{% raw %}\n");
    for (number, (_, form)) in forms.iter().enumerate() {
        let quoted = serde_json::to_string(form).expect("JSON");
        let described = serde_json::to_string(&format!("{word} {form}")).expect("JSON");
        let _ = writeln!(
            sls,
            "form_{number}:\n  boto_ssm.parameter_present:\n    - name: /form/{number}\n    - value: {quoted}\n    - description: {described}\n    \
             - region: us-east-1\n    - keyid: test\n    - key: test\n"
        );
    }
    sls.push_str("{% endraw %}\n");
    sls
}

fn place(forms: &[(&'static str, String)], ring: &KeyRing, endpoint: &str) -> Place {
    let message: String = ring.encrypt(SECRET).lines().map(|line| format!("    {line}\n")).collect();
    let place = super::place(&format!("#!jinja|yaml|gpg\n\napp:\n  password: |\n{message}"));
    let config = std::fs::read_to_string(place.path("orchestration/minion")).expect("the configuration");
    let config = format!("{config}gpg_keydir: {}\n", ring.0.path().display());
    let place = place.with("orchestration/minion", &config).set("AWS_ENDPOINT_URL", endpoint);
    place.with("states/app.sls", &sls(forms, "one")).with("states/other.sls", &sls(forms, "two"))
}

#[test]
fn no_outlet_of_a_run_on_aws_shows_a_secret_in_any_form() {
    let (ring, forms) = (KeyRing::new(), forms());
    let moto = Moto::start();
    let place = place(&forms, &ring, &moto.endpoint);
    let mut seen = vec![];
    let mut run = |name: &'static str, words: &str| {
        let text = place.run(words).whole();
        assert!(text.contains("(hidden)"), "{name} has nothing of the secret: {text}");
        seen.push((name, text));
    };
    for (name, words) in [
        ("what would be made", "state.sls app test=True"),
        ("what was made", "state.sls app"),
        ("what would change", "state.sls other test=True"),
        ("a plan of changes", "plan other"),
        ("changes", "--out json state.sls other"),
        ("`runs show` of changes", "runs show last"),
        ("`undo`, its plan", "undo last"),
        ("an answer of AWS", "boto_ssm.get_parameter /form/0 region=us-east-1 keyid=test key=test"),
    ] {
        run(name, words);
    }
    let blamed: String =
        (0..forms.len()).map(|number| place.run(&format!("blame form_{number}")).whole()).collect();
    assert!(blamed.contains("(hidden)"), "{blamed}");
    seen.push(("`blame` of changes", blamed));
    // Somebody else changes everything, so undo names what differs.
    let _ = place.run("state.sls app");
    let changed = place.run("undo last --yes");
    seen.push(("`undo`", changed.whole()));

    let server = Server::start("echo.py", &[]);
    let place = place.set("AWS_ENDPOINT_URL", &format!("http://127.0.0.1:{}", server.1));
    let mut sls = String::from("{% raw %}\n");
    for (number, (_, form)) in forms.iter().enumerate() {
        let quoted = serde_json::to_string(form).expect("JSON");
        let _ = writeln!(
            sls,
            "error_{number}:\n  boto_ssm.parameter_present:\n    - name: {quoted}\n    - value: x\n    - region: us-east-1\n    - keyid: test\n    - key: test\n"
        );
    }
    sls.push_str("{% endraw %}\n");
    let place = place.with("states/app.sls", &sls);
    let printed = place.run("state.sls app").whole();
    assert!(printed.contains("validation error"), "{printed}");
    seen.push(("an error of AWS that repeats the request", printed));
    table_is_written("outlets on AWS", &seen, &forms);
}
