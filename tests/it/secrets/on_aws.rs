//! Each form of a secret in the outlets that only a run on AWS has: differences, records of changes, undo, errors of AWS.

use std::fmt::Write as _;
use std::process::Command;

use super::KeyRing;
use super::declared::Server;
use super::outlets::{SECRET, forms, table_is_written};
use crate::local_aws::Moto;
use crate::local_aws::moto::python;
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

/// Changes the descriptions and values of all parameters, as somebody else would.
const CHANGE: &str = "
import json, sys, boto3
client = boto3.client('ssm', endpoint_url=sys.argv[1], region_name='us-east-1', aws_access_key_id='test', aws_secret_access_key='test')
for number, form in enumerate(json.loads(sys.argv[2])):
    client.put_parameter(Name=f'/form/{number}', Value='x', Type='String', Description=f'three {form}', Overwrite=True)
print(json.dumps([it.get('Description') for it in client.describe_parameters(MaxResults=50)['Parameters']]))
";

fn change(moto: &Moto, forms: &[String]) -> String {
    let forms = serde_json::to_string(forms).expect("JSON");
    let output =
        Command::new(python()).args(["-c", CHANGE, &moto.endpoint, &forms]).output().expect("python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What `undo` and `apply` say of values that somebody else has changed.
fn refusals(place: &Place, moto: &Moto, forms: &[(&'static str, String)]) -> Vec<(&'static str, String)> {
    let all: Vec<String> = forms.iter().map(|(_, form)| form.clone()).collect();
    // The journal has no secret, so the former texts are not declared.
    let refused = place.run("undo last --yes").whole();
    assert!(refused.contains("does not hold the whole earlier text"), "{refused}");
    assert!(!change(moto, &[]).contains("(hidden)"), "'(hidden)' is written to AWS");
    let _ = place.run("state.sls app");
    let _ = place.run("plan other -o plan.json");
    change(moto, &all);
    let applied = place.run("apply plan.json --yes").whole();
    assert!(applied.contains("AWS shows \"three (hidden)\" now"), "{applied}");
    let _ = place.run("destroy app --yes");
    let _ = place.run("state.sls app");
    change(moto, &all);
    let undone = place.run("undo last --yes").whole();
    assert!(undone.contains("but AWS shows \"three (hidden)\" now"), "{undone}");
    vec![("`undo`, refused", format!("{refused}{undone}")), ("`apply`, refused", applied)]
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
        ("an answer of AWS", "boto_ssm.get_parameter /form/0 region=us-east-1 keyid=test key=test"),
    ] {
        run(name, words);
    }
    let blamed: String =
        (0..forms.len()).map(|number| place.run(&format!("blame form_{number}")).whole()).collect();
    assert!(blamed.contains("(hidden)"), "{blamed}");
    seen.push(("`blame` of changes", blamed));
    seen.extend(refusals(&place, &moto, &forms));

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
    let config = std::fs::read_to_string(place.path("orchestration/minion")).expect("the configuration");
    let place =
        place.with("states/app.sls", &sls).with("orchestration/minion", &format!("{config}ownership: me\n"));
    for (name, words) in [
        ("an error of AWS that repeats the request", "state.sls app"),
        ("`destroy`, refused", "destroy app --yes"),
        ("`prune`, refused", "prune app --yes"),
    ] {
        let printed = place.run(words).whole();
        assert!(printed.contains("validation error"), "{name}: {printed}");
        seen.push((name, printed));
    }
    table_is_written("outlets on AWS", &seen, &forms);
}
