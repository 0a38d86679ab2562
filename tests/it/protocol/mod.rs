//! Which operation a request calls, and how its service words an error.

use hyper::header::HeaderMap;
use hyper::{Method, Response, StatusCode, Uri};

/// How a service speaks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Protocol {
    /// Form in, XML out, with EC2's own error form.
    Ec2,
    /// Form in, XML out.
    Query,
    /// Paths in, XML out.
    Rest,
    /// `x-amz-target` and JSON.
    Json,
    /// Smithy's RPC over CBOR.
    Cbor,
}

/// What a request calls.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Operation {
    /// The signing name: `ec2`, `sqs`.
    pub service: String,
    /// `CreateQueue`.
    pub name: String,
    /// How its service speaks.
    pub protocol: Protocol,
}

impl Operation {
    /// Reads it off a request.
    pub fn of(method: &Method, uri: &Uri, headers: &HeaderMap, body: &[u8]) -> Self {
        let service = service(headers);
        if let Some(target) = text(headers, "x-amz-target") {
            let name = target.rsplit('.').next().unwrap_or_default().to_owned();
            return Self { service, name, protocol: Protocol::Json };
        }
        if let Some((_, name)) = uri.path().split_once("/operation/") {
            return Self { service, name: name.to_owned(), protocol: Protocol::Cbor };
        }
        if service == "lambda" {
            let name = function(method, uri.path());
            return Self { service, name, protocol: Protocol::Json };
        }
        let form = String::from_utf8_lossy(body);
        if let Some(name) = form.split('&').find_map(|pair| pair.strip_prefix("Action=")) {
            let protocol = if service == "ec2" { Protocol::Ec2 } else { Protocol::Query };
            return Self { service, name: name.to_owned(), protocol };
        }
        let name = if service == "s3" { bucket(method, uri) } else { rest(method, uri.path()) };
        Self { service, name, protocol: Protocol::Rest }
    }

    /// True for a call that changes something.
    pub fn is_mutating(&self) -> bool {
        !["Describe", "GET ", "Get", "Head", "List", "Lookup"].iter().any(|read| self.name.starts_with(read))
    }

    /// An error as the service words it.
    pub fn error(&self, status: u16, code: &str, message: &str) -> Response<Vec<u8>> {
        let (kind, body) = match self.protocol {
            Protocol::Ec2 => ("text/xml", format!(
                "<Response><Errors><Error><Code>{code}</Code><Message>{message}</Message></Error></Errors><RequestID>proxy-1</RequestID></Response>"
            ).into_bytes()),
            Protocol::Rest if self.service == "s3" => ("text/xml", format!(
                "<Error><Code>{code}</Code><Message>{message}</Message><RequestId>proxy-1</RequestId></Error>"
            ).into_bytes()),
            Protocol::Query | Protocol::Rest => ("text/xml", format!(
                "<ErrorResponse><Error><Type>Sender</Type><Code>{code}</Code><Message>{message}</Message></Error><RequestId>proxy-1</RequestId></ErrorResponse>"
            ).into_bytes()),
            Protocol::Json => ("application/x-amz-json-1.0", format!(
                r#"{{"__type":"com.amazonaws.{}#{code}","message":"{message}"}}"#, self.service
            ).into_bytes()),
            Protocol::Cbor => ("application/cbor", cbor(code, message)),
        };
        Response::builder()
            .status(StatusCode::from_u16(status).expect("a valid status"))
            .header("content-type", kind)
            .header("x-amzn-requestid", "proxy-1")
            .header("smithy-protocol", "rpc-v2-cbor")
            .body(body)
            .expect("a valid answer")
    }
}

/// `{"__type": code, "message": message}`; both are short or a little longer than 23 bytes.
fn cbor(code: &str, message: &str) -> Vec<u8> {
    let mut out = vec![0xa2];
    for word in ["__type", code, "message", message] {
        out.extend([0x78, u8::try_from(word.len()).expect("a short text")]);
        out.extend(word.as_bytes());
    }
    out
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The service in the credential scope of the signature: `…/20261120/us-east-1/sqs/aws4_request`.
fn service(headers: &HeaderMap) -> String {
    let signature = text(headers, "authorization").unwrap_or_default();
    let scope = signature.split("Credential=").nth(1).unwrap_or_default();
    scope.split('/').nth(3).unwrap_or("unknown").to_owned()
}

/// S3's operations: on buckets by what the query names, on objects by the method.
fn bucket(method: &Method, uri: &Uri) -> String {
    let path = uri.path().trim_matches('/');
    let of_object =
        [("GET", "GetObject"), ("HEAD", "HeadObject"), ("PUT", "PutObject"), ("DELETE", "DeleteObject")];
    if path.contains('/') {
        let found = of_object.iter().find(|(known, _)| *known == method.as_str());
        return found.map_or_else(|| format!("{method} {}", uri.path()), |(_, name)| (*name).to_owned());
    }
    let keys =
        uri.query().unwrap_or_default().split('&').map(|pair| pair.split('=').next().unwrap_or_default());
    let parts = [
        ("acl", "BucketAcl"),
        ("cors", "BucketCors"),
        ("encryption", "BucketEncryption"),
        ("lifecycle", "BucketLifecycleConfiguration"),
        ("location", "BucketLocation"),
        ("logging", "BucketLogging"),
        ("notification", "BucketNotificationConfiguration"),
        ("ownershipControls", "BucketOwnershipControls"),
        ("policy", "BucketPolicy"),
        ("publicAccessBlock", "PublicAccessBlock"),
        ("replication", "BucketReplication"),
        ("requestPayment", "BucketRequestPayment"),
        ("tagging", "BucketTagging"),
        ("versioning", "BucketVersioning"),
        ("website", "BucketWebsite"),
    ];
    let part = keys.clone().find_map(|key| parts.iter().find(|(known, _)| *known == key));
    let verb = match method.as_str() {
        "GET" => "Get",
        "PUT" => "Put",
        "DELETE" => "Delete",
        _ => "Post",
    };
    match (part, verb, path) {
        (Some((_, "BucketLifecycleConfiguration")), "Delete", _) => "DeleteBucketLifecycle".to_owned(),
        (Some((_, name)), ..) => format!("{verb}{name}"),
        (None, "Get", "") => "ListBuckets".to_owned(),
        (None, "Get", _) if keys.clone().any(|key| key == "versions") => "ListObjectVersions".to_owned(),
        (None, "Get", _) => "ListObjects".to_owned(),
        (None, "Put", _) => "CreateBucket".to_owned(),
        (None, "Delete", _) => "DeleteBucket".to_owned(),
        (None, ..) if keys.clone().any(|key| key == "delete") => "DeleteObjects".to_owned(),
        (None, ..) => format!("{method} {}", uri.path()),
    }
}

/// Lambda's operations by path.
fn function(method: &Method, path: &str) -> String {
    let parts: Vec<&str> = path.trim_matches('/').split('/').skip(1).collect();
    let name = match (method.as_str(), parts.as_slice()) {
        ("POST", ["functions"]) => "CreateFunction",
        ("GET", ["functions"]) => "ListFunctions",
        ("GET", ["functions", _]) => "GetFunction",
        ("DELETE", ["functions", _]) => "DeleteFunction",
        ("PUT", ["functions", _, "code"]) => "UpdateFunctionCode",
        ("PUT", ["functions", _, "configuration"]) => "UpdateFunctionConfiguration",
        ("PUT", ["functions", _, "concurrency"]) => "PutFunctionConcurrency",
        ("DELETE", ["functions", _, "concurrency"]) => "DeleteFunctionConcurrency",
        ("GET", ["functions", _, "policy"]) => "GetPolicy",
        ("POST", ["functions", _, "policy"]) => "AddPermission",
        ("DELETE", ["functions", _, "policy", _]) => "RemovePermission",
        ("POST", ["functions", _, "aliases"]) => "CreateAlias",
        ("GET", ["functions", _, "aliases"]) => "ListAliases",
        ("GET", ["functions", _, "aliases", _]) => "GetAlias",
        ("PUT", ["functions", _, "aliases", _]) => "UpdateAlias",
        ("DELETE", ["functions", _, "aliases", _]) => "DeleteAlias",
        ("GET", ["event-source-mappings"]) => "ListEventSourceMappings",
        ("POST", ["event-source-mappings"]) => "CreateEventSourceMapping",
        ("PUT", ["event-source-mappings", _]) => "UpdateEventSourceMapping",
        ("DELETE", ["event-source-mappings", _]) => "DeleteEventSourceMapping",
        ("POST", ["tags", _]) => "TagResource",
        ("DELETE", ["tags", _]) => "UntagResource",
        _ => return format!("{method} {path}"),
    };
    name.to_owned()
}

/// Route 53's operations by path.
fn rest(method: &Method, path: &str) -> String {
    let parts: Vec<&str> = path.trim_matches('/').split('/').skip(1).collect();
    let name = match (method.as_str(), parts.as_slice()) {
        ("GET", ["hostedzone"]) => "ListHostedZones",
        ("GET", ["hostedzonesbyname"]) => "ListHostedZonesByName",
        ("GET", ["hostedzonesbyvpc"]) => "ListHostedZonesByVPC",
        ("GET", ["hostedzone", _]) => "GetHostedZone",
        ("GET", ["hostedzone", _, "rrset"]) => "ListResourceRecordSets",
        ("GET", ["change", _]) => "GetChange",
        ("POST", ["hostedzone"]) => "CreateHostedZone",
        ("POST", ["hostedzone", _]) => "UpdateHostedZoneComment",
        ("POST", ["hostedzone", _, "rrset"]) => "ChangeResourceRecordSets",
        ("POST", ["hostedzone", _, "associatevpc"]) => "AssociateVPCWithHostedZone",
        ("POST", ["hostedzone", _, "disassociatevpc"]) => "DisassociateVPCFromHostedZone",
        ("DELETE", ["hostedzone", _]) => "DeleteHostedZone",
        _ => return format!("{method} {path}"),
    };
    name.to_owned()
}
