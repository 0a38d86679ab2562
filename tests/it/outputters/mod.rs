//! Every text layout against what Salt 3007 printed for the same return (`record.py` beside this file).

use cli::render::color::Paint;
use cli::render::{Layout, Outputter, highstate};
use model::Value;

use crate::recorded::pins::Pins;

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
    let pins = Pins::of("tests/it/outputters/pinned.json");
    let (mut compared, mut different) = (0, Vec::new());
    for case in samples["cases"].as_array().expect("cases") {
        let name = case["name"].as_str().expect("a name");
        let data = Value::from(case["data"].clone());
        for output in case["outputs"].as_array().expect("outputs") {
            let out = output["out"].as_str().expect("a layout");
            compared += 1;
            let ours = layout(out, &output["options"]).expect("a layout of ours").render(&data);
            let salts = output["text"].as_str().expect("text");
            let difference = (ours != salts).then(|| format!("\n--- Salt\n{salts}\n--- ours\n{ours}"));
            let why = ON_PURPOSE.iter().find(|(layout, part, _)| *layout == out && name.contains(part));
            let why = why.map(|(.., why)| *why).filter(|_| difference.is_some());
            let case = format!("{name}: {out} {}", output["options"]);
            different.extend(pins.judged(&case, why, difference, || ours.clone().into()));
        }
    }
    for (layout, part, why) in ON_PURPOSE {
        let is_used = pins.has_used(|case| case.contains(part) && case.contains(&format!(": {layout} ")));
        different.extend((!is_used).then(|| format!("{layout} of {part} is as in Salt, or no case: {why}")));
    }
    different.extend(pins.unused(|_| true));
    assert!(compared > 900, "only {compared} samples");
    assert!(different.is_empty(), "{} of {compared} differ:\n{}", different.len(), different.join("\n\n"));
}
