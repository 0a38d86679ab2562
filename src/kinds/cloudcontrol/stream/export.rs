//! A stream as a declaration.

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::Stream;
use super::spec::TYPE;
use crate::api;
use crate::declaration::Live;
use crate::export::{at, declared, tags};
use kind::Source;
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use model::{Aspects, Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: Listing::Own(|aws| api::references(aws, Stream::KIND, TYPE.type_name).boxed()),
    aspects: Aspects::NONE,
    declare,
};

const METRICS: &str = "DesiredShardLevelMetrics";

fn declare(_stream: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let metrics = live.properties.get(METRICS).filter(|metrics| **metrics != Json::Array(vec![]));
    let declaration = Declaration::new("boto_kinesis.present", &live.identifier)
        .with("enhanced_monitoring", metrics.map(|metrics| Value::from(metrics.clone())));
    // AWS chooses the number of shards of a stream on demand.
    let mode = at(&live.properties, "StreamModeDetails/StreamMode").and_then(Json::as_str);
    let said = if mode == Some("ON_DEMAND") { [METRICS, "ShardCount"] } else { [METRICS, METRICS] };
    declared(declaration, &TYPE, live, &said).tagged(&tags(live, TYPE.tags)).into()
}
