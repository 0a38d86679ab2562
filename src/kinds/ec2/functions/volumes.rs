//! `boto_ec2.*`: volumes.

use futures::future::FutureExt;
use indexmap::IndexMap;

use super::api::{self, NewVolume};
use super::arguments::{FILTERS, Filters, RETURN_OBJS, filters, free_filters, ids_or_objects};
use super::shape::{done_if_there, one};
use aws::error::absent_if_not_found;
use kind::{Asker, AwsFunction, Refusal};
use model::fields::{text, texts};
use model::{Argument, Fields, Map, Node, Shape, Value};

const VOLUME: Argument = Argument::required("volume_id", Shape::Text, "the volume, by id");
const INSTANCE: Argument = Argument::optional("instance_id", Shape::Text, "the instance that has it");
const DEVICE: Argument = Argument::optional("device", Shape::Text, "its device name on the instance");
const TAG_MAP: &[Argument] = &[
    Argument::optional("filters", Shape::Table(&Shape::Any), "volume_ids, instance_name, or EC2's filters"),
    Argument::required("tags", Shape::Table(&Shape::Text), "the tags that they get"),
    Argument::optional("in_states", Shape::Texts, "with instance_name: only an instance in these states"),
];
/// The states in which an instance counts if it is named by its tag.
const STATES: [&str; 5] = ["pending", "rebooting", "running", "stopping", "stopped"];

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_ec2.get_all_volumes"],
        &[Argument::optional("volume_ids", Shape::Texts, "only these"), FILTERS, RETURN_OBJS],
        "Lists the ids of volumes.",
        "a list of ids, or of mappings",
        |ask, fields| get_all_volumes(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.create_volume"],
        &[
            Argument::required("zone_name", Shape::Text, "the availability zone"),
            Argument::optional("size", Shape::Integer, "GiB; the snapshot's if left out"),
            Argument::optional("snapshot_id", Shape::Text, "the snapshot that it is made from"),
            Argument::optional("volume_type", Shape::Text, "gp3, io2 …"),
            Argument::optional("iops", Shape::Integer, "operations per second"),
            Argument::optional("encrypted", Shape::Boolean, "false if left out"),
            Argument::optional("kms_key_id", Shape::Text, "the key to encrypt it with"),
            Argument::optional("wait_for_creation", Shape::Boolean, "wait until it is available"),
        ],
        "Makes a volume and returns {result: …} with its id.",
        "{result: …} with the volume's id",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.attach_volume"],
        &[
            VOLUME,
            Argument::required("instance_id", Shape::Text, "the instance, by id"),
            Argument::required("device", Shape::Text, "its device name on the instance"),
        ],
        "Attaches a volume to an instance and returns the attachment's state; False when one of them does not exist.",
        "the state as text: attaching; False",
        |ask, fields| {
            async move {
                let id = fields.required_text("volume_id");
                let (instance, device) =
                    (fields.required_text("instance_id"), fields.required_text("device"));
                let done = ask.change(&[], api::attach_volume(ask.aws(), &id, &instance, &device)).await;
                Ok(absent_if_not_found(done)?.unwrap_or_else(|| false.into()))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_ec2.detach_volume"],
        &[
            VOLUME,
            INSTANCE,
            DEVICE,
            Argument::optional("force", Shape::Boolean, "detach it even if the instance does not respond"),
            Argument::optional("wait_for_detachement", Shape::Boolean, "wait until it is detached"),
        ],
        "Detaches a volume and returns the attachment's state; False when there is no such volume.",
        "the state as text: detaching; False",
        |ask, fields| detach(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.delete_volume"],
        &[
            VOLUME,
            INSTANCE,
            DEVICE,
            Argument::optional("force", Shape::Boolean, "detach it first; false if left out"),
        ],
        "Deletes a volume; False when there is none.",
        "True, or False",
        |ask, fields| delete(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.set_volumes_tags"],
        &[
            Argument::required("tag_maps", Shape::Records(TAG_MAP), "which volumes get which tags"),
            Argument::optional("authoritative", Shape::Boolean, "remove all other tags; false if left out"),
            Argument::optional("dry_run", Shape::Boolean, "change nothing, only return what would change"),
        ],
        "Sets tags of volumes.",
        "{success: True, comment: …, changes: {old: …, new: …}}",
        |ask, fields| set_tags(ask, fields).boxed(),
    ),
];

async fn volumes(ask: &Asker<'_>, wanted: &Filters) -> Result<Vec<Value>, Refusal> {
    let found = ask.once(("volumes", wanted), api::volumes(ask.aws(), wanted)).await?;
    Ok(found.as_list().unwrap_or_default().to_vec())
}

async fn get_all_volumes(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut wanted = filters(fields, &[("volume_ids", "volume-id")]);
    wanted.extend(free_filters(fields));
    Ok(ids_or_objects(fields, Value::List(volumes(ask, &wanted).await?)))
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let new = NewVolume {
        zone: fields.required_text("zone_name"),
        size: fields.integer32("size"),
        snapshot: fields.text("snapshot_id"),
        kind: fields.text("volume_type"),
        iops: fields.integer32("iops"),
        is_encrypted: fields.boolean("encrypted").unwrap_or(false),
        kms_key: fields.text("kms_key_id"),
    };
    if new.size.is_none() && new.snapshot.is_none() {
        return Err(Refusal::Because("Size must be provided if not created from snapshot.".to_owned()));
    }
    let id = ask.change(&[], api::create_volume(ask.aws(), new)).await?;
    if fields.boolean("wait_for_creation") == Some(true) {
        api::wait_for_volume(ask.aws(), &id).await?;
    }
    Ok(one("result", id))
}

async fn detach(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (id, is_forced) = (fields.required_text("volume_id"), fields.boolean("force").unwrap_or(false));
    let (instance, device) = (fields.text("instance_id"), fields.text("device"));
    let done = ask.change(&[], api::detach_volume(ask.aws(), &id, instance, device, is_forced)).await;
    let Some(state) = absent_if_not_found(done)? else { return Ok(false.into()) };
    if fields.boolean("wait_for_detachement") == Some(true) {
        api::wait_for_volume(ask.aws(), &id).await?;
    }
    Ok(state)
}

/// Salt deletes a volume while AWS still detaches it; this waits until it is detached.
async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let id = fields.required_text("volume_id");
    let done = ask.change(&[], api::delete_volume(ask.aws(), &id)).await;
    if !done.as_ref().is_err_and(|error| error.has_code(&["VolumeInUse"]))
        || fields.boolean("force") != Some(true)
    {
        return done_if_there(done);
    }
    ask.change(&[], api::detach_volume(ask.aws(), &id, None, None, true)).await?;
    api::wait_for_volume(ask.aws(), &id).await?;
    done_if_there(ask.change(&[], api::delete_volume(ask.aws(), &id)).await)
}

/// The volumes of a tag map; none if it names an instance that does not exist.
async fn volumes_of_map(ask: &Asker<'_>, map: &Fields) -> Result<Option<Filters>, Refusal> {
    let mut wanted: Filters = vec![];
    for (name, node) in map.table("filters").unwrap_or_default() {
        match name.as_str() {
            "volume_ids" => wanted.push(("volume-id".to_owned(), texts(node))),
            "instance_name" => {
                let states = map.texts("in_states").unwrap_or_else(|| STATES.map(str::to_owned).into());
                let Some(id) = instance(ask, node, states).await? else { return Ok(None) };
                wanted.push(("attachment.instance-id".to_owned(), vec![id]));
            }
            _ => wanted.push((name, texts(node))),
        }
    }
    Ok(Some(wanted))
}

async fn instance(ask: &Asker<'_>, name: &Node, states: Vec<String>) -> Result<Option<String>, Refusal> {
    let name = text(name).unwrap_or_default();
    super::instances::id_in(ask, &name, states).await
}

async fn set_tags(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut sets: IndexMap<String, (Map, Map)> = IndexMap::new();
    for map in fields.records("tag_maps").unwrap_or_default() {
        let Some(wanted) = volumes_of_map(ask, &map).await? else { continue };
        let tags = map.text_table("tags").unwrap_or_default();
        for volume in volumes(ask, &wanted).await? {
            let of = |key: &str| volume.traverse(key, ":").cloned().unwrap_or_default();
            let id = of("id").as_str().unwrap_or_default().to_owned();
            let now = of("tags").as_map().cloned().unwrap_or_default();
            let (_, all) = sets.entry(id).or_insert((now, Map::new()));
            for (key, value) in &tags {
                all.insert(key.as_str().into(), value.as_str().into());
            }
        }
    }
    let (is_dry, is_whole) =
        (fields.boolean("dry_run") == Some(true), fields.boolean("authoritative") == Some(true));
    let (mut old, mut new) = (Map::new(), Map::new());
    for (id, (now, tags)) in sets {
        let is_set = tags.iter().all(|(key, value)| now.get(key) == Some(value));
        let more: Vec<String> =
            now.keys().filter(|key| is_whole && !tags.contains_key(*key)).map(ToString::to_string).collect();
        if is_set && more.is_empty() {
            continue;
        }
        if !is_dry {
            let pairs = tags
                .iter()
                .map(|(key, value)| (key.to_string(), value.as_str().unwrap_or_default().to_owned()));
            let pairs = pairs.collect();
            ask.change(&[], api::create_tags(ask.aws(), vec![id.clone()], &pairs)).await?;
            if !more.is_empty() {
                let gone = more.into_iter().map(|key| (key, None)).collect();
                ask.change(&[], api::delete_tags(ask.aws(), vec![id.clone()], gone)).await?;
            }
        }
        old.insert(id.as_str().into(), Value::Map(now));
        new.insert(id.as_str().into(), Value::Map(tags));
    }
    let changes: Value = if old.is_empty() {
        Value::Map(Map::new())
    } else {
        [("old", Value::Map(old)), ("new", Value::Map(new))].into_iter().collect()
    };
    Ok([("success", Value::from(true)), ("comment", "".into()), ("changes", changes)].into_iter().collect())
}
