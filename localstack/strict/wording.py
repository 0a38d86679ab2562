"""Writes a refusal as the service words it, in the protocol of the request.

https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html (EC2's form)
https://smithy.io/2.0/aws/protocols/aws-query-protocol.html, aws-json, aws-restxml
https://smithy.io/2.0/additional-specs/protocols/smithy-rpc-v2.html
"""

import json
import uuid
from dataclasses import dataclass
from xml.sax.saxutils import escape

import cbor


@dataclass
class Refusal(Exception):
    """What AWS answers instead of doing it."""

    code: str
    message: str
    status: int = 400

    def __reduce__(self):
        return Refusal, (self.code, self.message, self.status)


def worded(call, refusal):
    """Gives status, headers and body of a refusal."""
    identifier = str(uuid.uuid4())
    code, message = refusal.code, refusal.message
    headers = [("x-amzn-RequestId", identifier)]
    if call.protocol in ("ec2", "query", "rest-xml"):
        headers.append(("Content-Type", "text/xml"))
        body = in_xml(call, code, message, identifier, refusal.status).encode()
    elif call.protocol == "smithy-rpc-v2-cbor":
        headers += [("Content-Type", "application/cbor"), ("Smithy-Protocol", "rpc-v2-cbor"),
                    ("x-amzn-query-error", f"{code};Sender")]
        body = cbor.encoded({"__type": f"com.amazonaws.{call.service}#{code}", "message": message})
    else:
        headers += [("Content-Type", "application/x-amz-json-1.0"), ("x-amzn-ErrorType", code)]
        body = json.dumps({"__type": f"com.amazonaws.{call.service}#{code}", "message": message}).encode()
    return f"{refusal.status} Refused", [*headers, ("Content-Length", str(len(body)))], body


def in_xml(call, code, message, identifier, status):
    """EC2 has an element of its own around errors, S3 none; the other two share theirs."""
    code, message = escape(code), escape(message)
    if call.protocol == "ec2":
        return (f'<?xml version="1.0" encoding="UTF-8"?>\n<Response><Errors><Error><Code>{code}</Code><Message>{message}'
                f"</Message></Error></Errors><RequestID>{identifier}</RequestID></Response>")
    if call.service == "s3":
        return (f'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>{code}</Code><Message>{message}</Message>'
                f"<RequestId>{identifier}</RequestId></Error>")
    who = "Sender" if status < 500 else "Receiver"
    return (f"<ErrorResponse><Error><Type>{who}</Type><Code>{code}</Code><Message>{message}</Message></Error>"
            f"<RequestId>{identifier}</RequestId></ErrorResponse>")


def code_in(body):
    """Finds the error code and the text in an answer of any protocol that moto writes."""
    text = body.decode("utf-8", "replace")
    if "<Code>" in text:
        return text.partition("<Code>")[2].partition("</Code>")[0], text
    try:
        kind = json.loads(text).get("__type", "")
    except (ValueError, AttributeError):
        return "", text
    return kind.rpartition("#")[2], text


def throttled(call):
    """The refusal of a call that came too fast.

    https://docs.aws.amazon.com/AWSEC2/latest/APIReference/throttling.html
    https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html
    https://docs.aws.amazon.com/Route53/latest/APIReference/CommonErrors.html
    https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList
    """
    if call.protocol == "ec2":
        return Refusal("RequestLimitExceeded", "Request limit exceeded.", 503)
    if call.service == "s3":
        return Refusal("SlowDown", "Please reduce your request rate.", 503)
    if call.protocol in ("json", "rest-json", "smithy-rpc-v2-cbor"):
        return Refusal("ThrottlingException", "Rate exceeded")
    return Refusal("Throttling", "Rate exceeded")


def denied(call):
    """The refusal of a call that no policy allows.

    https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
    """
    action = f"{call.model.service_model.signing_name if call.model else call.service}:{call.operation}"
    if call.protocol == "ec2":
        return Refusal("UnauthorizedOperation", "You are not authorized to perform this operation.", 403)
    text = (f"User: arn:aws:iam::123456789012:user/test is not authorized to perform: {action} "
            "because no identity-based policy allows the action")
    json_like = call.protocol in ("json", "rest-json", "smithy-rpc-v2-cbor")
    return Refusal("AccessDeniedException" if json_like else "AccessDenied", text, 400 if json_like else 403)


def expired(call):
    """The refusal of credentials whose time is over.

    https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html
    """
    text = "The security token included in the request is expired"
    if call.protocol == "ec2":
        return Refusal("RequestExpired", "Request has expired.", 400)
    json_like = call.protocol in ("json", "rest-json", "smithy-rpc-v2-cbor")
    return Refusal("ExpiredTokenException" if json_like else "ExpiredToken", text, 400 if json_like else 403)


def failed(_call):
    """The refusal of a service that has a problem of its own."""
    return Refusal("ServiceUnavailable", "Service is unavailable. Please try again shortly.", 503)
