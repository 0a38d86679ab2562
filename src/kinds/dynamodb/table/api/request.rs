//! Requests that make and change tables.

use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::operation::update_table::builders::UpdateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, CreateGlobalSecondaryIndexAction, DeleteGlobalSecondaryIndexAction,
    GlobalSecondaryIndex, GlobalSecondaryIndexUpdate, KeySchemaElement, KeyType, LocalSecondaryIndex,
    Projection as Projected, ProjectionType, ProvisionedThroughput, ScalarAttributeType, SseSpecification,
    SseType, StreamSpecification, StreamViewType, TimeToLiveSpecification, UpdateGlobalSecondaryIndexAction,
};
use aws_smithy_types::error::operation::BuildError;

use crate::DynamoDb;
use crate::table::diff::{New, Step};
use crate::table::index::{Attribute, Index, Keys, Projection, Units};
use crate::table::spec::Encryption;
use aws::{ApiError, Aws, Fault, sdk_tags};

/// For `map_err`: a setting that AWS requires was not declared.
pub(super) fn incomplete(call: &'static str, name: &str) -> impl FnOnce(BuildError) -> ApiError {
    move |error| ApiError::found(call, name, Fault::Invalid, error.to_string())
}

fn schema(keys: &Keys) -> Result<Vec<KeySchemaElement>, BuildError> {
    let kinds = [KeyType::Hash, KeyType::Range];
    let element = |(attribute, kind): (&Attribute, KeyType)| {
        KeySchemaElement::builder().attribute_name(&attribute.name).key_type(kind).build()
    };
    keys.attributes().zip(kinds).map(element).collect()
}

fn definitions<'a>(
    attributes: impl Iterator<Item = &'a Attribute>,
) -> Result<Vec<AttributeDefinition>, BuildError> {
    let mut all: Vec<&Attribute> = vec![];
    for attribute in attributes {
        if !all.contains(&attribute) {
            all.push(attribute);
        }
    }
    let definition = |it: &Attribute| {
        let kind = ScalarAttributeType::from(it.kind.as_str());
        AttributeDefinition::builder().attribute_name(&it.name).attribute_type(kind).build()
    };
    all.into_iter().map(definition).collect()
}

fn projected(projection: &Projection) -> Projected {
    let (kind, names) = match projection {
        Projection::All => (ProjectionType::All, None),
        Projection::KeysOnly => (ProjectionType::KeysOnly, None),
        Projection::Include(names) => (ProjectionType::Include, Some(names.clone())),
    };
    Projected::builder().projection_type(kind).set_non_key_attributes(names).build()
}

fn throughput(units: Units) -> Result<ProvisionedThroughput, BuildError> {
    let both = ProvisionedThroughput::builder().set_read_capacity_units(units.read);
    both.set_write_capacity_units(units.write).build()
}

fn stream(view: &str) -> Result<StreamSpecification, BuildError> {
    let kind = (!view.is_empty()).then(|| StreamViewType::from(view));
    StreamSpecification::builder().stream_enabled(kind.is_some()).set_stream_view_type(kind).build()
}

fn encryption(it: &Encryption) -> SseSpecification {
    let kind = it.by_kms.then_some(SseType::Kms);
    let key = it.key.clone().filter(|_| it.by_kms);
    SseSpecification::builder().enabled(it.by_kms).set_sse_type(kind).set_kms_master_key_id(key).build()
}

pub(super) fn expiry(name: &str, attribute: &str, on: bool) -> Result<TimeToLiveSpecification, ApiError> {
    let built = TimeToLiveSpecification::builder().attribute_name(attribute).enabled(on).build();
    built.map_err(incomplete("UpdateTimeToLive", name))
}

fn mode(units: Option<Units>) -> BillingMode {
    if units.is_some() { BillingMode::Provisioned } else { BillingMode::PayPerRequest }
}

pub(super) fn create(aws: &Aws, name: &str, new: &New) -> Result<CreateTableFluentBuilder, ApiError> {
    let built = || -> Result<CreateTableFluentBuilder, BuildError> {
        let local = new.local.iter().map(|index| {
            let built = LocalSecondaryIndex::builder().index_name(&index.name);
            let built = built.set_key_schema(Some(schema(&index.keys)?));
            built.projection(projected(&index.projection)).build()
        });
        let global = new.global.iter().map(|index| {
            let built = GlobalSecondaryIndex::builder().index_name(&index.name);
            let built = built.set_key_schema(Some(schema(&index.keys)?));
            let units = new.units.map(|_| throughput(index.units)).transpose()?;
            let built = built.set_provisioned_throughput(units);
            built.projection(projected(&index.projection)).build()
        });
        let some = |all: bool| all.then_some(());
        let indexes = new.local.iter().chain(&new.global).map(|it| &it.keys);
        let attributes = [&new.keys].into_iter().chain(indexes).flat_map(Keys::attributes);
        let stream = (!new.stream.is_empty()).then(|| stream(&new.stream)).transpose()?;
        let (local, global) = (local.collect::<Result<Vec<_>, _>>()?, global.collect::<Result<Vec<_>, _>>()?);
        let request = aws
            .client::<DynamoDb>()
            .create_table()
            .table_name(name)
            .set_key_schema(Some(schema(&new.keys)?))
            .set_attribute_definitions(Some(definitions(attributes)?))
            .billing_mode(mode(new.units))
            .set_provisioned_throughput(new.units.map(throughput).transpose()?)
            .set_local_secondary_indexes(some(!local.is_empty()).map(|()| local))
            .set_global_secondary_indexes(some(!global.is_empty()).map(|()| global))
            .set_stream_specification(stream)
            .set_sse_specification(new.encryption.as_ref().map(encryption))
            .set_deletion_protection_enabled(new.protection)
            .set_tags(sdk_tags::some(&new.tags));
        Ok(request)
    };
    built().map_err(incomplete("CreateTable", name))
}

pub(super) fn update(aws: &Aws, name: &str, step: &Step) -> Result<UpdateTableFluentBuilder, ApiError> {
    let request = aws.client::<DynamoDb>().update_table().table_name(name);
    changed(request, step).map_err(incomplete("UpdateTable", name))
}

fn changed(request: UpdateTableFluentBuilder, step: &Step) -> Result<UpdateTableFluentBuilder, BuildError> {
    let index = GlobalSecondaryIndexUpdate::builder();
    Ok(match step {
        Step::Bill { units, indexes, .. } => {
            let of = |(name, units): &(String, Units)| {
                let update = UpdateGlobalSecondaryIndexAction::builder().index_name(name);
                let update = update.provisioned_throughput(throughput(*units)?).build()?;
                Ok(GlobalSecondaryIndexUpdate::builder().update(update).build())
            };
            let indexes = indexes.iter().map(of).collect::<Result<Vec<_>, BuildError>>()?;
            // New units for indexes alone do not change the billing mode of the table.
            request
                .set_billing_mode((units.is_some() || indexes.is_empty()).then(|| mode(*units)))
                .set_provisioned_throughput(units.map(throughput).transpose()?)
                .set_global_secondary_index_updates((!indexes.is_empty()).then_some(indexes))
        }
        Step::AddIndex { index: new, types, units, .. } => {
            let built = added(new, *units)?;
            let request = request.global_secondary_index_updates(index.create(built).build());
            request.set_attribute_definitions(Some(definitions(types.iter())?))
        }
        Step::RemoveIndex { index: gone, .. } => {
            let gone = DeleteGlobalSecondaryIndexAction::builder().index_name(gone).build()?;
            request.global_secondary_index_updates(index.delete(gone).build())
        }
        Step::Stream { view, .. } => request.stream_specification(stream(view)?),
        Step::Encrypt { encryption: wanted, .. } => request.sse_specification(encryption(wanted)),
        Step::Protect { on, .. } => request.deletion_protection_enabled(*on),
        _ => request,
    })
}

fn added(index: &Index, units: Option<Units>) -> Result<CreateGlobalSecondaryIndexAction, BuildError> {
    let built = CreateGlobalSecondaryIndexAction::builder().index_name(&index.name);
    let built = built.set_key_schema(Some(schema(&index.keys)?)).projection(projected(&index.projection));
    built.set_provisioned_throughput(units.map(throughput).transpose()?).build()
}
