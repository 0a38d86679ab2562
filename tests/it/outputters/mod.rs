//! Every text layout against what Salt 3007 printed for the same return (`record.py` beside this file).

use orchestrate::cli::render::color::Paint;
use orchestrate::cli::render::{Layout, Outputter, highstate};
use orchestrate::model::Value;

/// What is different on purpose: the layout, a part of the case's name, the reason.
const ON_PURPOSE: &[(&str, &str, &str)] =
    &[("yaml", "value 24", "characters beyond the basic plane need no escape in YAML")];

fn layout(out: &str, options: &serde_json::Value) -> Option<Layout> {
    let truth = |name: &str, default: bool| options[name].as_bool().unwrap_or(default);
    let highstate = highstate::Layout {
        verbose: truth("state_verbose", true) && !truth("state_output_diff", false),
        profile: truth("state_output_profile", true),
        percent: truth("state_output_pct", false),
        tabular: truth("state_tabular", false),
        ..highstate::Layout::default()
    };
    Some(Layout {
        outputter: Outputter::parse(out)?,
        indent: options["output_indent"].as_i64().and_then(|indent| i32::try_from(indent).ok()),
        paint: Paint::new(truth("color", false)),
        highstate: highstate.with_state_output(options["state_output"].as_str().unwrap_or("full")),
        is_ordered: false,
    })
}

#[test]
fn every_layout_prints_what_salt_prints() {
    let samples: serde_json::Value = serde_json::from_str(include_str!("samples.json")).expect("JSON");
    let (mut compared, mut different) = (0, Vec::new());
    for case in samples["cases"].as_array().expect("cases") {
        let name = case["name"].as_str().expect("a name");
        let data = Value::from(case["data"].clone());
        for output in case["outputs"].as_array().expect("outputs") {
            let out = output["out"].as_str().expect("a layout");
            if ON_PURPOSE.iter().any(|(layout, part, _)| *layout == out && name.contains(part)) {
                continue;
            }
            compared += 1;
            let ours = layout(out, &output["options"]).expect("a layout of ours").render(&data);
            let salts = output["text"].as_str().expect("text");
            if ours != salts {
                different.push(format!(
                    "{name}: {out} {}\n--- Salt\n{salts}\n--- ours\n{ours}",
                    output["options"]
                ));
            }
        }
    }
    assert!(compared > 900, "only {compared} samples");
    assert!(different.is_empty(), "{} of {compared} differ:\n{}", different.len(), different.join("\n\n"));
}
