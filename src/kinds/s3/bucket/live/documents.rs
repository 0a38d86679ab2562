//! The SDK's types of a bucket's settings, with AWS's names.

use aws_sdk_s3::types as s3;
use serde_json::{Value as Json, json};

use crate::S3;
use aws::sdk_document::{Documented, document};

/// Its presence alone has a meaning.
impl Documented<S3> for s3::EventBridgeConfiguration {
    fn to_json(&self) -> Option<Json> {
        Some(json!({}))
    }

    fn of(_json: &Json) -> Option<Self> {
        Some(Self::builder().build())
    }
}

document! { S3: words
    s3::BucketLogsPermission, s3::BucketVersioningStatus, s3::DeleteMarkerReplicationStatus, s3::Event,
    s3::ExistingObjectReplicationStatus, s3::ExpirationStatus, s3::FilterRuleName, s3::MetricsStatus, s3::MfaDelete,
    s3::MfaDeleteStatus, s3::ObjectOwnership, s3::OwnerOverride, s3::Payer, s3::Permission, s3::Protocol,
    s3::ReplicaModificationsStatus, s3::ReplicationRuleStatus, s3::ReplicationTimeStatus, s3::ServerSideEncryption,
    s3::SseKmsEncryptedObjectsStatus, s3::StorageClass, s3::TransitionStorageClass, s3::Type,
}

document! {
S3:     s3::Tag { "Key" key set_key, "Value" value set_value }
    s3::Grantee {
        "ID" id set_id, "URI" uri set_uri, "DisplayName" display_name set_display_name, "Type" r#type set_type,
    }
    s3::Grant { "Grantee" grantee set_grantee, "Permission" permission set_permission }
    s3::Owner { "ID" id set_id, "DisplayName" display_name set_display_name }
    s3::AccessControlPolicy { "Grants" grants set_grants, "Owner" owner set_owner }
    s3::TargetGrant { "Grantee" grantee set_grantee, "Permission" permission set_permission }
    s3::LoggingEnabled {
        "TargetBucket" target_bucket set_target_bucket, "TargetPrefix" target_prefix set_target_prefix,
        "TargetGrants" target_grants set_target_grants,
    }
    s3::VersioningConfiguration { "Status" status set_status, "MFADelete" mfa_delete set_mfa_delete }
    s3::RequestPaymentConfiguration { "Payer" payer set_payer }
    s3::PublicAccessBlockConfiguration {
        "BlockPublicAcls" block_public_acls set_block_public_acls,
        "IgnorePublicAcls" ignore_public_acls set_ignore_public_acls,
        "BlockPublicPolicy" block_public_policy set_block_public_policy,
        "RestrictPublicBuckets" restrict_public_buckets set_restrict_public_buckets,
    }
}

document! {
S3:     s3::CorsRule {
        "ID" id set_id, "AllowedHeaders" allowed_headers set_allowed_headers,
        "AllowedMethods" allowed_methods set_allowed_methods, "AllowedOrigins" allowed_origins set_allowed_origins,
        "ExposeHeaders" expose_headers set_expose_headers, "MaxAgeSeconds" max_age_seconds set_max_age_seconds,
    }
    s3::LifecycleRuleAndOperator {
        "Prefix" prefix set_prefix, "Tags" tags set_tags,
        "ObjectSizeGreaterThan" object_size_greater_than set_object_size_greater_than,
        "ObjectSizeLessThan" object_size_less_than set_object_size_less_than,
    }
    s3::LifecycleRuleFilter {
        "Prefix" prefix set_prefix, "Tag" tag set_tag, "And" and set_and,
        "ObjectSizeGreaterThan" object_size_greater_than set_object_size_greater_than,
        "ObjectSizeLessThan" object_size_less_than set_object_size_less_than,
    }
    s3::LifecycleExpiration {
        "Date" date set_date, "Days" days set_days,
        "ExpiredObjectDeleteMarker" expired_object_delete_marker set_expired_object_delete_marker,
    }
    s3::Transition { "Date" date set_date, "Days" days set_days, "StorageClass" storage_class set_storage_class }
    s3::NoncurrentVersionTransition {
        "NoncurrentDays" noncurrent_days set_noncurrent_days, "StorageClass" storage_class set_storage_class,
        "NewerNoncurrentVersions" newer_noncurrent_versions set_newer_noncurrent_versions,
    }
    s3::NoncurrentVersionExpiration {
        "NoncurrentDays" noncurrent_days set_noncurrent_days,
        "NewerNoncurrentVersions" newer_noncurrent_versions set_newer_noncurrent_versions,
    }
    s3::AbortIncompleteMultipartUpload {
        "DaysAfterInitiation" days_after_initiation set_days_after_initiation,
    }
    s3::LifecycleRule {
        "ID" id set_id, "Prefix" prefix set_prefix, "Filter" filter set_filter, "Status" status set_status,
        "Expiration" expiration set_expiration, "Transitions" transitions set_transitions,
        "NoncurrentVersionTransitions" noncurrent_version_transitions set_noncurrent_version_transitions,
        "NoncurrentVersionExpiration" noncurrent_version_expiration set_noncurrent_version_expiration,
        "AbortIncompleteMultipartUpload" abort_incomplete_multipart_upload set_abort_incomplete_multipart_upload,
    }
}

document! {
S3:     s3::FilterRule { "Name" name set_name, "Value" value set_value }
    s3::S3KeyFilter { "FilterRules" filter_rules set_filter_rules }
    s3::NotificationConfigurationFilter { "Key" key set_key }
    s3::TopicConfiguration {
        "Id" id set_id, "TopicArn" topic_arn set_topic_arn, "Events" events set_events, "Filter" filter set_filter,
    }
    s3::QueueConfiguration {
        "Id" id set_id, "QueueArn" queue_arn set_queue_arn, "Events" events set_events, "Filter" filter set_filter,
    }
    s3::LambdaFunctionConfiguration {
        "Id" id set_id, "LambdaFunctionArn" lambda_function_arn set_lambda_function_arn,
        "Events" events set_events, "Filter" filter set_filter,
    }
    s3::NotificationConfiguration {
        "TopicConfigurations" topic_configurations set_topic_configurations,
        "QueueConfigurations" queue_configurations set_queue_configurations,
        "LambdaFunctionConfigurations" lambda_function_configurations set_lambda_function_configurations,
        "EventBridgeConfiguration" event_bridge_configuration set_event_bridge_configuration,
    }
}

document! {
S3:     s3::ReplicationRuleAndOperator { "Prefix" prefix set_prefix, "Tags" tags set_tags }
    s3::ReplicationRuleFilter { "Prefix" prefix set_prefix, "Tag" tag set_tag, "And" and set_and }
    s3::SseKmsEncryptedObjects { "Status" status set_status }
    s3::ReplicaModifications { "Status" status set_status }
    s3::SourceSelectionCriteria {
        "SseKmsEncryptedObjects" sse_kms_encrypted_objects set_sse_kms_encrypted_objects,
        "ReplicaModifications" replica_modifications set_replica_modifications,
    }
    s3::ExistingObjectReplication { "Status" status set_status }
    s3::DeleteMarkerReplication { "Status" status set_status }
    s3::AccessControlTranslation { "Owner" owner set_owner }
    s3::EncryptionConfiguration { "ReplicaKmsKeyID" replica_kms_key_id set_replica_kms_key_id }
    s3::ReplicationTimeValue { "Minutes" minutes set_minutes }
    s3::ReplicationTime { "Status" status set_status, "Time" time set_time }
    s3::Metrics { "Status" status set_status, "EventThreshold" event_threshold set_event_threshold }
    s3::Destination {
        "Bucket" bucket set_bucket, "Account" account set_account, "StorageClass" storage_class set_storage_class,
        "AccessControlTranslation" access_control_translation set_access_control_translation,
        "EncryptionConfiguration" encryption_configuration set_encryption_configuration,
        "ReplicationTime" replication_time set_replication_time, "Metrics" metrics set_metrics,
    }
    s3::ReplicationRule {
        "ID" id set_id, "Priority" priority set_priority, "Prefix" prefix set_prefix, "Filter" filter set_filter,
        "Status" status set_status, "Destination" destination set_destination,
        "SourceSelectionCriteria" source_selection_criteria set_source_selection_criteria,
        "ExistingObjectReplication" existing_object_replication set_existing_object_replication,
        "DeleteMarkerReplication" delete_marker_replication set_delete_marker_replication,
    }
    s3::ReplicationConfiguration { "Role" role set_role, "Rules" rules set_rules }
}

document! {
S3:     s3::ServerSideEncryptionByDefault {
        "SSEAlgorithm" sse_algorithm set_sse_algorithm, "KMSMasterKeyID" kms_master_key_id set_kms_master_key_id,
    }
    s3::ServerSideEncryptionRule {
        "ApplyServerSideEncryptionByDefault"
            apply_server_side_encryption_by_default set_apply_server_side_encryption_by_default,
        "BucketKeyEnabled" bucket_key_enabled set_bucket_key_enabled,
    }
    s3::ServerSideEncryptionConfiguration { "Rules" rules set_rules }
    s3::ErrorDocument { "Key" key set_key }
    s3::IndexDocument { "Suffix" suffix set_suffix }
    s3::RedirectAllRequestsTo { "HostName" host_name set_host_name, "Protocol" protocol set_protocol }
    s3::Condition {
        "HttpErrorCodeReturnedEquals" http_error_code_returned_equals set_http_error_code_returned_equals,
        "KeyPrefixEquals" key_prefix_equals set_key_prefix_equals,
    }
    s3::Redirect {
        "HostName" host_name set_host_name, "HttpRedirectCode" http_redirect_code set_http_redirect_code,
        "Protocol" protocol set_protocol,
        "ReplaceKeyPrefixWith" replace_key_prefix_with set_replace_key_prefix_with,
        "ReplaceKeyWith" replace_key_with set_replace_key_with,
    }
    s3::RoutingRule { "Condition" condition set_condition, "Redirect" redirect set_redirect }
    s3::WebsiteConfiguration {
        "ErrorDocument" error_document set_error_document, "IndexDocument" index_document set_index_document,
        "RedirectAllRequestsTo" redirect_all_requests_to set_redirect_all_requests_to,
        "RoutingRules" routing_rules set_routing_rules,
    }
}
