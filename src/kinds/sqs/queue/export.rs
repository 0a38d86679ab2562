//! Exports a queue as a declaration.

use super::live::Live;
use super::spec::ATTRIBUTES as KNOWN;
use super::{ATTRIBUTES, TAGS};
use kind::export::{Declaration, Export, Exportable, Names, call_with};
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call_with("sqs", "ListQueues", r#"{"MaxResults": 1000}"#, "/QueueUrls", |url| {
        Some(Reference::new("sqs.queue", url.as_str()?.rsplit('/').next()?))
    }),
    aspects: ATTRIBUTES.and(TAGS),
    declare,
};

fn declare(queue: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let declaration = Declaration::new("boto_sqs.present", &queue.name);
    let attributes = live.attributes.answer().map(|all| KNOWN.declared(all)).unwrap_or_default();
    let declaration = declaration.with("attributes", Value::from_iter(attributes));
    declaration.tagged_as(&live.tags).into()
}
