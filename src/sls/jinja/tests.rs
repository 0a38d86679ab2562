//! The engine as its callers see it; `cases.jsonl` holds what Python's Jinja2 makes of the same templates.

mod bounds;
#[path = "../../../tests/it/recorded/errors.rs"]
mod errors;
#[path = "../../../tests/it/recorded/pins.rs"]
mod pins;
mod places;
mod recorded;
mod recorded_salt;
mod support;
mod work;
