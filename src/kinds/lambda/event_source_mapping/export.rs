//! Exports an event source mapping as a declaration.

use futures::future::FutureExt;

use super::api;
use super::live::Live;
use super::spec::Settings;
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use kind::settings::Settings as _;
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> =
    Export { list: Listing::Own(|aws| api::list(aws).boxed()), aspects: Aspects::NONE, declare };

fn declare(mapping: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let Some(source) = mapping.scope.as_deref().filter(|_| live.state != "Deleting") else {
        return Exportable::NotDeclared;
    };
    let function = mapping.name.split(' ').next().unwrap_or_default();
    let table = names.name("dynamodb.table", "stream_arn", source);
    let short = source.rsplit([':', '/']).next().unwrap_or(source);
    let title = format!("{} to {function}", table.as_deref().unwrap_or(short));
    let declaration =
        Declaration::new("boto_lambda.event_source_mapping_present", title).with("FunctionName", function);
    let declaration = match table {
        Some(table) => declaration.with("Table", table),
        None => declaration.with("EventSourceArn", source),
    };
    let is_stream = matches!(source.split(':').nth(2), Some("dynamodb" | "kinesis"));
    let settings = if is_stream { live.settings.clone() } else { of_queue(&live.settings) };
    declaration.with("StartingPosition", live.start.as_deref()).with_all(settings.entries()).into()
}

/// The settings that AWS accepts for a new mapping, if the source is not a stream.
///
/// See <https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html>.
fn of_queue(live: &Settings) -> Settings {
    Settings {
        enabled: live.enabled,
        batch: live.batch,
        window: live.window,
        responses: live.responses.clone(),
        ..Settings::default()
    }
}
