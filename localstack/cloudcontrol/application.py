"""Cloud Control as a WSGI application before moto's."""

import io
import json
import re
import uuid
from urllib.parse import parse_qs
from xml.sax.saxutils import escape

from strict import calls
from strict.wording import Refusal

from .account import Account
from .types import TYPES

TARGET = "CloudApiService."
OPERATIONS = ("CreateResource", "UpdateResource", "DeleteResource", "GetResource", "ListResources", "GetResourceRequestStatus",
              "ListResourceRequests")


class Application:
    """Answers calls of Cloud Control and of DescribeType; `answer` answers all others."""

    def __init__(self, answer, later):
        self.answer = answer
        self.account = Account(later)

    def __call__(self, environ, start_response):
        if environ["PATH_INFO"] == "/moto-api/reset":
            self.account.forget()
        region, service = (calls.scope_of(environ) or ("", "", ""))[1:3]
        target = environ.get("HTTP_X_AMZ_TARGET", "")
        if service == "cloudcontrolapi" and target.startswith(TARGET):
            return self.carry_out(target.removeprefix(TARGET), region, calls.body_of(environ), start_response)
        if service == "cloudformation":
            body = calls.body_of(environ)
            form = {key: values[0] for key, values in parse_qs(body.decode()).items()}
            if form.get("Action") == "DescribeType":
                return described(form, start_response)
            environ["wsgi.input"] = io.BytesIO(body)
        return self.answer(environ, start_response)

    def carry_out(self, operation, region, body, start_response):
        """Carries out one call."""
        try:
            if operation not in OPERATIONS:
                raise Refusal("UnknownOperationException", f"There is no {operation} here.")
            method = getattr(self.account, re.sub(r"(?<!^)([A-Z])", r"_\1", operation).lower())
            status, told = "200 OK", method(region, json.loads(body or b"{}"))
        except Refusal as refusal:
            status = f"{refusal.status} Refused"
            told = {"__type": f"com.amazonaws.cloudcontrol#{refusal.code}", "message": refusal.message}
        answer = json.dumps(told).encode()
        start_response(status, [("Content-Type", "application/x-amz-json-1.0"), ("x-amzn-RequestId", str(uuid.uuid4())),
                                ("Content-Length", str(len(answer)))])
        return [answer]


def described(form, start_response):
    """Answers DescribeType.

    https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeType.html
    """
    type_ = TYPES.get(form.get("TypeName"))
    space = "http://cloudformation.amazonaws.com/doc/2010-05-15/"
    if type_ is None:
        status = "404 Not Found"
        text = (f'<ErrorResponse xmlns="{space}"><Error><Type>Sender</Type><Code>TypeNotFoundException</Code><Message>The type '
                f"'{escape(form.get('TypeName', ''))}' cannot be found.</Message></Error><RequestId>{uuid.uuid4()}</RequestId></ErrorResponse>")
    else:
        status = "200 OK"
        text = (f'<DescribeTypeResponse xmlns="{space}"><DescribeTypeResult><Type>RESOURCE</Type><TypeName>{type_.name}</TypeName>'
                f"<ProvisioningType>FULLY_MUTABLE</ProvisioningType><Schema>{escape(json.dumps(type_.schema))}</Schema>"
                f"</DescribeTypeResult><ResponseMetadata><RequestId>{uuid.uuid4()}</RequestId></ResponseMetadata></DescribeTypeResponse>")
    body = text.encode()
    start_response(status, [("Content-Type", "text/xml"), ("Content-Length", str(len(body)))])
    return [body]
