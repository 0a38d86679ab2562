//! Words of Terraform's command line, for a person who comes from there: what to type instead.

/// A word that is no command here, why, and what to type instead.
const WORDS: &[(&str, &str, &str)] = &[
    ("fmt", "nothing formats SLS files", "orchestrate lint MODS checks them"),
    (
        "import",
        "nothing has to be imported: a declared thing that exists is compared and kept",
        "orchestrate export SERVICE INSTANCE writes an SLS of what exists",
    ),
    ("init", "nothing has to be prepared", "copy the folder 'orchestration', then: orchestrate plan MODS"),
    ("output", "there are no outputs", "functions read AWS: orchestrate boto_elb.get_elb_config NAME"),
    (
        "refresh",
        "there is no state file to refresh",
        "each run reads AWS; orchestrate watch MODS reports drift",
    ),
    ("show", "a plan is shown when it is made", "orchestrate plan MODS, or: orchestrate state.show_sls MODS"),
    (
        "state",
        "there is no state file: AWS is the record",
        "orchestrate runs list shows what runs changed, orchestrate export what exists",
    ),
    ("taint", "nothing is marked", "declare it absent, run, and declare it again"),
    ("validate", "there is no such command", "orchestrate lint MODS"),
    (
        "workspace",
        "there are no workspaces",
        "SERVICE_INSTANCE names the instance of a service, such as testing",
    ),
];

/// Why a word of Terraform is no command here, and what to type instead.
pub fn word(name: &str) -> Option<(&'static str, &'static str)> {
    WORDS.iter().find(|(word, ..)| *word == name).map(|(_, reason, instead)| (*reason, *instead))
}

/// What to type instead of an option of Terraform.
pub fn option(name: &str) -> Option<&'static str> {
    let name = name.trim_start_matches('-').split('=').next()?;
    Some(match name {
        "auto-approve" => "--yes",
        "destroy" => "orchestrate destroy MODS",
        "out" => "-o FILE",
        "parallelism" => "nothing: runs keep AWS's rate limits by themselves",
        "refresh" | "refresh-only" => "each run reads AWS; orchestrate watch MODS reports drift",
        "replace" => "declare it absent, run, and declare it again",
        "target" => "orchestrate state.sls_id ID MODS, or --exclude",
        "var" => "--pillar '{key: value}'",
        "var-file" => "the pillar holds values: 'pillar_roots' of the configuration",
        _ => return None,
    })
}
