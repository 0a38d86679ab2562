//! The engine as its callers see it; `cases.jsonl` holds what Python's Jinja2 makes of the same templates.

mod bounds;
mod places;
mod recorded;
mod recorded_salt;
mod support;
mod work;
